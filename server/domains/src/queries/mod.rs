//! Queries about bills (docs/domain/queries.md). Core decides the states and the working days.

use std::collections::BTreeSet;
use std::iter;

use gridbill_core::endpoint::Nothing;
use gridbill_core::findings::FindingState;
use gridbill_core::number::{BulkId, InvoiceNo};
use gridbill_core::queries::{
    self as core, AnswerQueryRequest, AnswerTemplate, AssignQueryRequest, CloseQueryRequest, OpenedQuery, QueryBill,
    QueryChanged, QueryDetails, QueryEvent, QueryFact, QueryKind, QueryRequest, QueryServiceMonth, QueryState,
    ReplyToQueryRequest, SILENCE_DAYS, answer_templates, check_bills, check_case_no, check_message, next_state,
    working_days_left,
};
use gridbill_core::{Code, Day, Instant, Language, Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::{App, Context};
use crate::auth::who::{Customer, Person, Staff};
use crate::auth::{guard, rate_limit};
use crate::bills;
use crate::endpoint::{Act, Mount, Prepare, Tx};
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::findings;

mod files;
pub mod follow;
mod list;
mod print;
mod sql;

pub use sql::read::unsettled;
use sql::{LockedQuery, QueryUpdate, read};

/// Months of the service figure, including the current one.
const SERVICE_MONTHS: u32 = 13;

pub fn mount(mount: Mount) -> Mount {
    mount
        .once(core::OpenQuery, prepare, open)
        .list(core::GetQueries, list::of_bulk_account)
        .json(core::GetQuery, details)
        .json(core::ReplyToQuery, reply)
        .json(core::CloseQuery, close)
        .upload(core::AddQueryFile, files::add)
        .file(core::DownloadQueryFile, files::download)
        .file(core::PrintQuery, print::print)
        .list(core::GetQueryQueue, list::queue)
        .json(core::AssignQuery, assign)
        .json(core::AnswerQuery, answer)
        .json(core::GetQueryService, service)
}

/// Checks the message, the bills and the limit, outside the transaction.
async fn prepare(Prepare { app, who, request }: Prepare<core::OpenQuery>) -> Answer<()> {
    check_message(&request.message)?;
    check_bills(&request.invoice_no, &request.other_invoice_nos)?;
    rate_limit::enforce(&app.auth, app.config.limits.queries(), &who.person.person_id.to_string()).await
}

/// Opens a query with its bills locked, so that a payment of one of them sees the hold or precedes it. A bill that cannot
/// be asked about refuses the whole request.
async fn open(Act { context, who, request, prepared: (), mut tx }: Act<core::OpenQuery>) -> Answer<(Tx, OpenedQuery)> {
    let (bulk_id, now) = (&who.bulk_id, context.now());
    let message = check_message(&request.message)?;
    let invoices = check_bills(&request.invoice_no, &request.other_invoice_nos)?;
    let bills = sql::lock_bills(&mut tx, bulk_id, &invoices).await?;
    let in_order = invoices.iter().map(|number| bills.iter().find(|bill| bill.invoice_no == *number));
    let bills: Vec<_> = in_order.collect::<Option<_>>().ok_or(Code::BillNotFound)?;
    let (first, others) = bills.split_first().ok_or(Code::BillNotFound)?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    let line = request.line.map(i32::from);
    if line.is_some_and(|line| line < 1 || line > first.lines) {
        return Err(Problem::at("line", Code::QueryLineUnknown).into());
    }
    let asked = sql::asked_already(&mut tx, bulk_id, &invoices).await?;
    if !asked.is_empty() {
        return Err(open_already(&asked, others.is_empty()).into());
    }
    let query_id = context.uuid();
    let answer_due = core::answer_due(Day::at(now), &first.state);
    let new = sql::NewQuery {
        query_id,
        bulk_id,
        first,
        others,
        kind: request.kind,
        line,
        opened_by: who.person.person_id,
        opened_at: now,
        answer_due,
    };
    sql::insert(&mut tx, &new).await?;
    ask_about(&mut tx, &new, &request.finding_ids).await?;
    let first_message = sql::NewMessage {
        query_id,
        bulk_id,
        is_staff: false,
        author_id: who.person.person_id,
        message: &message,
        written_at: now,
        answer_due: None,
    };
    sql::add_message(&mut tx, &first_message).await?;
    let fact = QueryFact::QueryOpened {
        about: request.kind,
        amount: Money::sum(bills.iter().map(|bill| bill.amount))?,
        others: others.iter().map(|bill| bill.invoice_no.clone()).collect(),
    };
    let entry = Entry::by(&who.person, Subject::Query(query_id), fact, first.invoice_no.as_str());
    facts::record(&context, &mut tx, entry.in_account(Some(bulk_id))).await?;
    Ok((tx, OpenedQuery { query_id: query_id.to_string(), state: QueryState::Open, answer_due }))
}

/// Names the bills that an open query is about already. A request about one bill keeps its own code.
fn open_already(asked: &[InvoiceNo], is_of_one: bool) -> Problem {
    if is_of_one {
        return Problem::new(Code::QueryOpenAlready);
    }
    with_bills(Problem::new(Code::QueriesOpenAlready).with("count", asked.len()), asked)
}

/// Names bills, so that the form can leave them out.
fn with_bills(problem: Problem, invoices: &[InvoiceNo]) -> Problem {
    invoices.iter().fold(problem, |problem, invoice_no| problem.with_item("invoices", invoice_no.as_str()))
}

/// Moves the findings that the query asks about.
/// Fails with [`Code::FindingNotFound`] if an id is malformed, [`Code::FindingsMoved`] if one of them is not an open
/// finding of the bills.
async fn ask_about(db: &mut PgConnection, query: &sql::NewQuery<'_>, finding_ids: &[String]) -> Answer<()> {
    let ids: Result<BTreeSet<i64>, _> = finding_ids.iter().map(|id| id.parse::<i64>()).collect();
    let ids: Vec<i64> = ids.map_err(|_| Code::FindingNotFound)?.into_iter().collect();
    let moved = sql::ask_about(db, query, &ids, QueryState::Open.finding_state()).await?;
    let refused: Vec<i64> = ids.into_iter().filter(|id| !moved.contains(id)).collect();
    if refused.is_empty() {
        return Ok(());
    }
    let bills = sql::bills_of_findings(db, query.bulk_id, &refused).await?;
    Err(with_bills(Problem::new(Code::FindingsMoved).with("count", refused.len()), &bills).into())
}

async fn reply(app: App, who: Customer, request: ReplyToQueryRequest) -> Answer<QueryChanged> {
    let message = check_message(&request.message)?;
    rate_limit::enforce(&app.auth, app.config.limits.query_messages(), &who.person.person_id.to_string()).await?;
    let now = app.now();
    let mut tx = app.begin().await?;
    let query = locked(&mut tx, &who.person, Some(&who.bulk_id), &request.query_id).await?;
    check_version(&query, request.version)?;
    let state = after(&query, QueryEvent::Reply)?;
    write(&mut tx, &query, &who.person, &message, now, None).await?;
    let is_reopened = query.state == QueryState::Answered;
    let due = if is_reopened { Some(core::answer_due(Day::at(now), &query.premises_state)) } else { query.answer_due };
    let update = QueryUpdate { answer_due: due, ..QueryUpdate::to(state) };
    change(&mut tx, &query, &update).await?;
    record(&app.context(), &mut tx, &query, Actor::Person(&who.person), QueryFact::QueryReplied { is_reopened })
        .await?;
    tx.commit().await?;
    Ok(changed(&query, state))
}

async fn close(app: App, who: Customer, request: CloseQueryRequest) -> Answer<QueryChanged> {
    let mut tx = app.begin().await?;
    let query = locked(&mut tx, &who.person, Some(&who.bulk_id), &request.query_id).await?;
    check_version(&query, request.version)?;
    let event = if request.is_accepted { QueryEvent::Accept } else { QueryEvent::Close };
    let state = end(&app.context(), &mut tx, &query, event, Actor::Person(&who.person)).await?;
    tx.commit().await?;
    Ok(changed(&query, state))
}

async fn assign(app: App, who: Staff, request: AssignQueryRequest) -> Answer<QueryChanged> {
    let mut tx = app.begin().await?;
    let query = locked(&mut tx, &who.person, None, &request.query_id).await?;
    check_version(&query, Some(request.version))?;
    if !query.state.is_open() {
        return Err(Code::QueryEnded.into());
    }
    let assignee = request.to_me.then_some(who.person.person_id);
    sql::assign(&mut tx, query.query_id, assignee).await?;
    let to = request.to_me.then(|| who.person.name.clone());
    record(&app.context(), &mut tx, &query, Actor::Person(&who.person), QueryFact::QueryAssigned { to }).await?;
    tx.commit().await?;
    Ok(changed(&query, query.state))
}

async fn answer(app: App, who: Staff, request: AnswerQueryRequest) -> Answer<QueryChanged> {
    let message = check_message(&request.message)?;
    let case_no = check_case_no(request.case_no.as_deref())?;
    rate_limit::enforce(&app.auth, app.config.limits.query_messages(), &who.person.person_id.to_string()).await?;
    let now = app.now();
    let mut tx = app.begin().await?;
    let query = locked(&mut tx, &who.person, None, &request.query_id).await?;
    check_version(&query, Some(request.version))?;
    let state = after(&query, QueryEvent::Answer)?;
    write(&mut tx, &query, &who.person, &message, now, query.answer_due).await?;
    let case_no = case_no.or_else(|| query.case_no.clone());
    let update = QueryUpdate { answered_at: Some(now), case_no: case_no.as_deref(), ..QueryUpdate::to(state) };
    change(&mut tx, &query, &update).await?;
    let fact = QueryFact::QueryAnswered { case_no, others: query.others };
    record(&app.context(), &mut tx, &query, Actor::Person(&who.person), fact).await?;
    tx.commit().await?;
    Ok(changed(&query, state))
}

/// Ends a query: core's transition, the row and the fact.
async fn end(
    context: &Context,
    db: &mut PgConnection,
    query: &LockedQuery,
    event: QueryEvent,
    actor: Actor<'_>,
) -> Answer<QueryState> {
    let state = after(query, event)?;
    let others = query.others;
    let fact = match state {
        QueryState::Accepted => QueryFact::QueryAccepted { others },
        QueryState::Withdrawn => QueryFact::QueryWithdrawn { others },
        QueryState::Closed | QueryState::Open | QueryState::Answered | QueryState::Reopened => {
            QueryFact::QueryClosed { others }
        }
    };
    let update = QueryUpdate { ended_at: Some(context.now()), ..QueryUpdate::to(state) };
    change(db, query, &update).await?;
    record(context, db, query, actor, fact).await?;
    Ok(state)
}

/// Writes a query's change, and moves the findings that it asks about.
async fn change(db: &mut PgConnection, query: &LockedQuery, update: &QueryUpdate<'_>) -> sqlx::Result<()> {
    sql::update(&mut *db, query.query_id, update).await?;
    sql::move_findings(db, &query.bulk_id, query.query_id, update.state.finding_state()).await
}

/// Locks a query: of the bulk account, or for staff of any. Refuses a person whose rights have changed since.
async fn locked(
    db: &mut PgConnection,
    person: &Person,
    bulk_id: Option<&BulkId>,
    query_id: &str,
) -> Answer<LockedQuery> {
    let query_id = id(query_id)?;
    let query = match bulk_id {
        Some(bulk_id) => sql::lock(&mut *db, bulk_id, query_id).await?,
        None => sql::lock_any(&mut *db, query_id).await?,
    };
    let query = query.ok_or(Code::QueryNotFound)?;
    guard::check_unchanged(db, person).await?;
    Ok(query)
}

/// Reads the id of a query. A text that is no id is an unknown query.
fn id(query_id: &str) -> Result<Uuid, Code> {
    Uuid::try_parse(query_id).map_err(|_| Code::QueryNotFound)
}

/// Refuses a change by a user who did not see the query's last change.
fn check_version(query: &LockedQuery, seen: Option<i32>) -> Result<(), Code> {
    if seen.is_some_and(|seen| seen != query.version) { Err(Code::QueryMoved) } else { Ok(()) }
}

/// Returns the state after an event, or why the event cannot happen.
fn after(query: &LockedQuery, event: QueryEvent) -> Result<QueryState, Code> {
    let refusal = if query.state.is_open() { Code::QueryNotAnswered } else { Code::QueryEnded };
    next_state(query.state, event).ok_or(refusal)
}

/// Adds a message. `answer_due` is the day on which this answer was due.
async fn write(
    db: &mut PgConnection,
    query: &LockedQuery,
    person: &Person,
    message: &str,
    now: Instant,
    answer_due: Option<Day>,
) -> Answer<()> {
    if usize::try_from(query.messages).unwrap_or(usize::MAX) >= core::MAX_MESSAGES {
        return Err(Problem::new(Code::QueryFull).with("limit", core::MAX_MESSAGES).into());
    }
    let new = sql::NewMessage {
        query_id: query.query_id,
        bulk_id: &query.bulk_id,
        is_staff: person.is_staff,
        author_id: person.person_id,
        message,
        written_at: now,
        answer_due,
    };
    Ok(sql::add_message(db, &new).await?)
}

/// Records a fact of the query in its bulk account, about the first bill.
async fn record(
    context: &Context,
    db: &mut PgConnection,
    query: &LockedQuery,
    actor: Actor<'_>,
    fact: QueryFact,
) -> Answer<()> {
    record_about(context, db, query, &query.invoice_no, actor, fact).await
}

/// Records a fact of the query about one of its bills.
async fn record_about(
    context: &Context,
    db: &mut PgConnection,
    query: &LockedQuery,
    invoice_no: &InvoiceNo,
    actor: Actor<'_>,
    fact: QueryFact,
) -> Answer<()> {
    let entry = Entry::of(Subject::Query(query.query_id), actor, fact, invoice_no.as_str());
    facts::record(context, db, entry.in_account(Some(&query.bulk_id))).await
}

fn changed(query: &LockedQuery, state: QueryState) -> QueryChanged {
    QueryChanged { query_id: query.query_id.to_string(), state, version: query.version + 1 }
}

/// Returns a query. Staff also get its bills with their lines, so that the answer needs no other page.
async fn details(app: App, who: Customer, request: QueryRequest) -> Answer<QueryDetails> {
    let mut query = load(&app, &who, &request.query_id).await?;
    if !who.person.is_staff {
        return Ok(query);
    }
    let invoices: Vec<InvoiceNo> = query.bills.iter().map(|bill| bill.invoice_no.clone()).collect();
    for details in bills::all_printed(&app, &who, &invoices).await? {
        if let Some(bill) = query.bills.iter_mut().find(|bill| bill.invoice_no == details.bill.invoice_no) {
            bill.bill = Some(details);
        }
    }
    let first = query.bills.iter().find(|bill| bill.invoice_no == query.invoice_no);
    let (bill, findings) = first.map(|first| (first.bill.clone(), first.findings.clone())).unwrap_or_default();
    Ok(QueryDetails { bill, findings, ..query })
}

/// Loads a query in full, for the reader's side and language.
async fn load(app: &App, who: &Customer, query_id: &str) -> Answer<QueryDetails> {
    let query_id = id(query_id)?;
    let found = read::details(&app.pool, &who.bulk_id, query_id).await?.ok_or(Code::QueryNotFound)?;
    let read::StoredQuery { details, premises_state, answered_at } = found;
    let today = Day::at(app.now());
    let is_answered = details.state == QueryState::Answered;
    let templates = if who.person.is_staff && details.state.is_open() {
        templates(details.kind, who.person.language)
    } else {
        Vec::new()
    };
    Ok(QueryDetails {
        working_days_left: details.answer_due.map(|due| working_days_left(today, due, &premises_state)),
        closes_at: answered_at.filter(|_| is_answered).map(|at| at.plus_seconds(SILENCE_DAYS * 86_400)),
        messages: read::messages(&app.pool, &who.bulk_id, query_id).await?,
        files: read::files(&app.pool, &who.bulk_id, query_id).await?,
        bills: bills_of(app, who, query_id).await?,
        templates,
        ..details
    })
}

/// Loads the bills of a query, with the sentences of the findings that it asks about, and for staff with their findings.
async fn bills_of(app: &App, who: &Customer, query_id: Uuid) -> Answer<Vec<QueryBill>> {
    let mut bills = read::bills(&app.pool, &who.bulk_id, query_id).await?;
    let invoices: Vec<InvoiceNo> = bills.iter().map(|bill| bill.invoice_no.clone()).collect();
    let asked = read::asked_findings(&app.pool, &who.bulk_id, query_id).await?;
    for finding in findings::of_bills(&app.pool, &who.bulk_id, &invoices, who.person.language).await? {
        let Some(bill) = bills.iter_mut().find(|bill| bill.invoice_no == finding.invoice_no) else { continue };
        if asked.contains(&finding.finding_id) {
            bill.asked_findings.push(finding.sentence.clone());
        }
        let is_over = matches!(finding.finding_state, FindingState::Dismissed | FindingState::Withdrawn);
        if who.person.is_staff && !is_over {
            bill.findings.push(finding);
        }
    }
    Ok(bills)
}

/// Loads the queries about bills, the oldest first.
pub async fn of_bills(app: &App, who: &Customer, invoices: &[InvoiceNo]) -> Answer<Vec<QueryDetails>> {
    let mut queries = Vec::new();
    for query_id in read::of_bills(&app.pool, &who.bulk_id, invoices).await? {
        let query = load(app, who, &query_id.to_string()).await?;
        queries.push(QueryDetails { templates: Vec::new(), ..query });
    }
    Ok(queries)
}

/// Returns the texts for an answer in both languages, those of the reader first. Customers read either.
fn templates(kind: QueryKind, first: Language) -> Vec<AnswerTemplate> {
    let others = Language::ALL.into_iter().filter(|language| *language != first);
    iter::once(first).chain(others).flat_map(|language| answer_templates(kind, language)).collect()
}

async fn service(app: App, _: Staff, _: Nothing) -> Answer<Vec<QueryServiceMonth>> {
    let today = Day::at(app.now());
    let since = today.first_of_month().minus_months(SERVICE_MONTHS - 1);
    Ok(read::service(&app.pool, since, today).await?)
}
