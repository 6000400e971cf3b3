//! Requests about personal data. Core decides the deadlines.

use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::person::parse_name;
use gridbill_core::personal_data::DataProtectionFact;
use gridbill_core::personal_data::requests::{
    self as core, DataRequestChanged, DataRequestChannel, DataRequestDetails, DataRequestFilter, DataRequestKind,
    DataRequestKindInfo, DataRequestOutcome, DataRequestRequest, DataRequestRow, DataRequestSortBy, DataRequestState,
    DataRequestsRequest, EndDataRequestRequest, ErasureProposal, ExtendDataRequestRequest, OwnDataRequests,
    check_email, check_reason, check_received, check_text, extended_due, parse_number, shown,
};
use gridbill_core::{Code, Day, Page, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::limits;
use super::sql::erase as sql_erase;
use super::sql::requests::{self as sql, LockedRequest, NewRequest, RequestEnd};
use crate::app::{App, Context};
use crate::auth::who::{Person, Staff};
use crate::auth::{guard, rate_limit};
use crate::endpoint::{Act, Mount, Prepare, Tx};
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

pub(super) fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetOwnDataRequests, own)
        .once(core::MakeDataRequest, prepare_make, make)
        .json(core::WithdrawDataRequest, withdraw)
        .list(core::GetDataRequests, table)
        .json(core::GetDataRequest, details)
        .once(core::RecordDataRequest, prepare_record, record_request)
        .json(core::ExtendDataRequest, extend)
        .json(core::EndDataRequest, end)
}

async fn own(app: App, who: Person, _: Nothing) -> Answer<OwnDataRequests> {
    let kinds = DataRequestKind::ALL.iter().map(|&kind| DataRequestKindInfo {
        kind,
        word: kind.word(who.language).to_owned(),
        days: kind.period().days,
    });
    Ok(OwnDataRequests { items: sql::own(&app.pool, who.person_id).await?, kinds: kinds.collect() })
}

/// Checks the text and the limit, outside the transaction.
async fn prepare_make(Prepare { app, who, request }: Prepare<core::MakeDataRequest>) -> Answer<()> {
    check_text(&request.text)?;
    rate_limit::enforce(&app.auth, limits::MADE, &who.person_id.to_string()).await
}

async fn make(
    Act { context, who, request, prepared: (), mut tx }: Act<core::MakeDataRequest>,
) -> Answer<(Tx, DataRequestChanged)> {
    let (text, received_on) = (check_text(&request.text)?, Day::at(context.now()));
    let new = NewRequest {
        kind: request.kind,
        channel: DataRequestChannel::Portal,
        person_id: Some(who.person_id),
        person_name: &who.name,
        email: Some(&who.email),
        text: &text,
        received_on,
        due_on: request.kind.due_on(received_on),
        recorded_by: who.person_id,
        recorded_at: context.now(),
    };
    let made = add(&context, &mut tx, &who, &new).await?;
    Ok((tx, made))
}

/// Checks the form and the limit, outside the transaction.
async fn prepare_record(Prepare { app, who, request }: Prepare<core::RecordDataRequest>) -> Answer<()> {
    let mut wrong = Vec::new();
    if let Err(problem) = parse_name(&request.person_name) {
        wrong.push(("personName".to_owned(), problem));
    }
    if request.channel == DataRequestChannel::Portal {
        wrong.push(("channel".to_owned(), Code::ChoiceRequired.into()));
    }
    let checks = [
        check_email(&request.email).map(drop),
        check_text(&request.text).map(drop),
        check_received(request.received_on, Day::at(app.now())),
    ];
    wrong.extend(checks.into_iter().filter_map(Result::err).flat_map(|problem| problem.fields));
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem.into());
    }
    rate_limit::enforce(&app.auth, limits::RECORDED, &who.person.person_id.to_string()).await
}

async fn record_request(
    Act { context, who, request, prepared: (), mut tx }: Act<core::RecordDataRequest>,
) -> Answer<(Tx, DataRequestChanged)> {
    let name = parse_name(&request.person_name).map_err(|problem| Problem::at("personName", problem))?;
    let (email, text) = (check_email(&request.email)?, check_text(&request.text)?);
    let person_id = match &email {
        Some(email) => sql::person_of(&mut tx, email).await?,
        None => None,
    };
    let new = NewRequest {
        kind: request.kind,
        channel: request.channel,
        person_id,
        person_name: &name,
        email: email.as_deref(),
        text: &text,
        received_on: request.received_on,
        due_on: request.kind.due_on(request.received_on),
        recorded_by: who.person.person_id,
        recorded_at: context.now(),
    };
    let made = add(&context, &mut tx, &who.person, &new).await?;
    Ok((tx, made))
}

async fn add(context: &Context, tx: &mut Tx, who: &Person, new: &NewRequest<'_>) -> Answer<DataRequestChanged> {
    guard::check_unchanged(tx, who).await?;
    let request_no = sql::add(tx, new).await?.ok_or(Code::DataRequestsTooMany)?;
    let by_staff = new.channel != DataRequestChannel::Portal;
    let fact = DataProtectionFact::DataRequestMade { request: new.kind, due: new.due_on, by_staff };
    record(context, tx, Actor::Person(who), (request_no, new.person_id), fact).await?;
    Ok(DataRequestChanged { number: shown(request_no), state: DataRequestState::Open, due_on: new.due_on, version: 1 })
}

/// Withdraws the caller's own request. Another user's request is unknown.
async fn withdraw(app: App, who: Person, request: DataRequestRequest) -> Answer<DataRequestChanged> {
    let mut tx = app.begin().await?;
    let found = sql::lock(&mut tx, parse_number(&request.number)?).await?;
    let found = found.filter(|found| found.person_id == Some(who.person_id)).ok_or(Code::DataRequestNotFound)?;
    guard::check_unchanged(&mut tx, &who).await?;
    let changed = finish(&app.context(), &mut tx, &who, &found, DataRequestOutcome::Withdrawn, None).await?;
    tx.commit().await?;
    Ok(changed)
}

async fn extend(app: App, who: Staff, request: ExtendDataRequestRequest) -> Answer<DataRequestChanged> {
    let reason = check_reason("reason", &request.reason)?;
    let now = app.now();
    let mut tx = app.begin().await?;
    let found = locked(&mut tx, &who.person, &request.number, request.version).await?;
    let due = extended_due(found.kind, found.state, found.due_on, Day::at(now))?;
    sql::extend(&mut tx, found.request_no, due, who.person.person_id, now, &reason).await?;
    let fact = DataProtectionFact::DataRequestExtended { before: found.due_on, due };
    let request = (found.request_no, found.person_id);
    record(&app.context(), &mut tx, Actor::Person(&who.person), request, fact).await?;
    tx.commit().await?;
    Ok(DataRequestChanged { due_on: due, ..changed(&found, DataRequestState::Extended) })
}

async fn end(app: App, who: Staff, request: EndDataRequestRequest) -> Answer<DataRequestChanged> {
    let answer = check_reason("answer", &request.answer)?;
    let mut tx = app.begin().await?;
    let found = locked(&mut tx, &who.person, &request.number, request.version).await?;
    let changed = finish(&app.context(), &mut tx, &who.person, &found, request.outcome, Some(&answer)).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Ends a request: the row and the fact.
async fn finish(
    context: &Context,
    tx: &mut Tx,
    who: &Person,
    found: &LockedRequest,
    outcome: DataRequestOutcome,
    answer: Option<&str>,
) -> Answer<DataRequestChanged> {
    if !found.state.is_open() {
        return Err(Code::DataRequestEnded.into());
    }
    let state = outcome.state();
    let end = RequestEnd { state, ended_by: who.person_id, ended_at: context.now(), answer };
    sql::end(tx, found.request_no, &end).await?;
    let fact = DataProtectionFact::DataRequestEnded { outcome: state, by_person: answer.is_none() };
    record(context, tx, Actor::Person(who), (found.request_no, found.person_id), fact).await?;
    Ok(changed(found, state))
}

/// Locks a request for staff. Refuses a user who did not see its last change, or whose rights have changed.
async fn locked(tx: &mut Tx, who: &Person, number: &str, version: i32) -> Answer<LockedRequest> {
    let found = sql::lock(tx, parse_number(number)?).await?.ok_or(Code::DataRequestNotFound)?;
    guard::check_unchanged(tx, who).await?;
    if found.version == version { Ok(found) } else { Err(Code::DataRequestMoved.into()) }
}

fn changed(found: &LockedRequest, state: DataRequestState) -> DataRequestChanged {
    DataRequestChanged { number: shown(found.request_no), state, due_on: found.due_on, version: found.version + 1 }
}

/// Records a fact of a request. It is in no bulk account's log, because colleagues must not read it. A deleted user is not
/// notified.
pub(super) async fn record(
    context: &Context,
    db: &mut PgConnection,
    actor: Actor<'_>,
    (request_no, person_id): (i64, Option<uuid::Uuid>),
    fact: DataProtectionFact,
) -> Answer<()> {
    let number = shown(request_no);
    let entry = Entry::of(Subject::DataRequest(request_no), actor, fact, &number);
    let entry = match person_id {
        Some(person_id) if sql::is_present(&mut *db, person_id).await? => entry.concerning(person_id),
        Some(_) | None => entry,
    };
    facts::record(context, db, entry).await
}

async fn details(app: App, who: Staff, request: DataRequestRequest) -> Answer<DataRequestDetails> {
    let found = sql::details(&app.pool, parse_number(&request.number)?).await?.ok_or(Code::DataRequestNotFound)?;
    let today = Day::at(app.now());
    let user_id = found.user_id.as_deref().and_then(|user_id| Uuid::parse_str(user_id).ok());
    let erasure = match user_id {
        Some(user_id) => erasure(&app, user_id, who.person.person_id).await?,
        None => None,
    };
    Ok(DataRequestDetails {
        erasure,
        days_left: found.state.is_open().then(|| found.due_on.days_since(today)),
        extends_to: extended_due(found.kind, found.state, found.due_on, today).ok(),
        basis: found.kind.basis(who.person.language),
        ..found
    })
}

/// Returns the proposed erasure of a user as an officer sees it.
async fn erasure(app: &App, user_id: Uuid, officer: Uuid) -> Answer<Option<ErasureProposal>> {
    let mut db = app.pool.acquire().await?;
    let Some((proposed_by, proposal)) = sql_erase::proposal(&mut db, user_id).await? else { return Ok(None) };
    let is_own = proposed_by == officer;
    let can_confirm = !is_own && !facts::are_related(&mut *db, proposed_by, officer).await?;
    Ok(Some(ErasureProposal { is_own, can_confirm, ..proposal }))
}

async fn table(app: App, _: Staff, request: DataRequestsRequest) -> Answer<Page<DataRequestRow>> {
    let today = Day::at(app.now());
    let requests = Requests::new(&request.filter, today)?;
    let page = list::page(&app.pool, &requests, request.sort, request.page()).await?;
    Ok(page.map(|row| DataRequestRow {
        days_left: row.request_state.is_open().then(|| row.due_on.days_since(today)),
        ..row
    }))
}

/// The requests about personal data.
struct Requests<'a> {
    filter: &'a DataRequestFilter,
    pattern: Option<String>,
    today: Day,
}

impl<'a> Requests<'a> {
    /// Fails when core rejects the searched text.
    fn new(filter: &'a DataRequestFilter, today: Day) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        Ok(Self { filter, pattern, today })
    }
}

const NUMBER: Key = Key::new("r.request_no", "bigint");

impl List for Requests<'_> {
    type Row = DataRequestRow;
    type By = DataRequestSortBy;
    const NAME: &'static str = "dataRequests";
    const FROM: (&'static str, &'static str) = ("data_request", "r");

    fn keys(by: DataRequestSortBy) -> &'static [Key] {
        match by {
            DataRequestSortBy::DueOn => const { &[Key::new("r.due_on", "date"), NUMBER] },
            DataRequestSortBy::ReceivedOn => const { &[Key::new("r.received_on", "date"), NUMBER] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        if let Some(pattern) = &self.pattern {
            only.and(
                "('DR-' || r.request_no ilike {} or r.person_name ilike {} or r.email ilike {})",
                &[pattern, pattern, pattern],
            );
        }
        match self.filter.is_open {
            Some(true) => only.and("data_request_is_open(r.state)", &[]),
            Some(false) => only.and("not data_request_is_open(r.state)", &[]),
            None => {}
        }
        only.and_some("r.kind = {}", self.filter.kind.map(DataRequestKind::code));
        if let Some(is_late) = self.filter.is_late {
            only.and("(data_request_is_open(r.state) and r.due_on < {}) = {}", &[&self.today.date(), &is_late]);
        }
    }
}

columns! { DataRequestRow, "" =>
    number: "'DR-' || r.request_no",
    kind: "r.kind",
    request_state: "r.state",
    person_name: "r.person_name",
    email: "r.email",
    channel: "r.channel",
    received_on: "r.received_on",
    due_on: "r.due_on",
    days_left: "null::bigint",
    ended_at: "r.ended_at",
}
