//! The lists of queries.

use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::queries::{
    QueriesRequest, QueryAssignee, QueryFilter, QueryKind, QueryQueueRequest, QueryRow, QuerySortBy, QueryState,
    QueueFilter, QueueSortBy, QueuedQuery, working_days_left,
};
use gridbill_core::{Day, Instant, Page, Problem};
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::{Customer, Staff};
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

pub async fn of_bulk_account(app: App, who: Customer, request: QueriesRequest) -> Answer<Page<QueryRow>> {
    let queries = Queries::new(&who.bulk_id, &request.filter)?;
    list::page(&app.pool, &queries, request.sort, request.page()).await
}

pub async fn queue(app: App, who: Staff, request: QueryQueueRequest) -> Answer<Page<QueuedQuery>> {
    let today = Day::at(app.now());
    let queue = Queue::new(&request.filter, who.person.person_id, today)?;
    let page = list::page(&app.pool, &queue, request.sort, request.page()).await?;
    Ok(page.map(|row| row.listed(today)))
}

/// The queries of a bulk account.
struct Queries<'a> {
    bulk_id: &'a BulkId,
    filter: &'a QueryFilter,
    /// The pattern for the searched text.
    pattern: Option<String>,
}

impl<'a> Queries<'a> {
    /// Fails when core rejects the searched text.
    fn new(bulk_id: &'a BulkId, filter: &'a QueryFilter) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        Ok(Self { bulk_id, filter, pattern })
    }
}

const DUE: Key = Key::new("q.answer_due", "date").within("coalesce(", ", 'infinity'::date)");
/// As [`DUE`], in the form of the staff's index, so that a customer's list never reads that index.
const QUEUE_DUE: Key = Key::new("q.answer_due", "date").within("coalesce(", ", '9999-12-31'::date)");
const OPENED: Key = Key::new("q.opened_at", "timestamptz");
const ID: Key = Key::new("q.query_id", "uuid");

impl List for Queries<'_> {
    type Row = QueryRow;
    type By = QuerySortBy;
    const NAME: &'static str = "queries";
    const FROM: (&'static str, &'static str) = ("bill_query", "q");

    fn keys(by: QuerySortBy) -> &'static [Key] {
        match by {
            QuerySortBy::OpenedAt => const { &[OPENED, ID] },
            QuerySortBy::AnswerDue => const { &[DUE, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("q.bulk_id = {}", &[&self.bulk_id.as_str()]);
        if let Some(pattern) = &self.pattern {
            only.and(
                "(q.case_no ilike {} or q.query_id in
                    (select a.query_id from query_bill a where a.bulk_id = {} and (a.invoice_no ilike {} or a.account_no ilike {})))",
                &[pattern, &self.bulk_id.as_str(), pattern, pattern],
            );
        }
        narrow(only, self.filter.is_open, self.filter.kind);
        if let Some(invoice_no) = &self.filter.invoice_no {
            only.and(
                "q.query_id in (select a.query_id from query_bill a where a.bulk_id = {} and a.invoice_no = {})",
                &[&self.bulk_id.as_str(), &invoice_no.as_str()],
            );
        }
    }
}

/// Adds the conditions of both lists.
fn narrow(only: &mut Filter<'_>, is_open: Option<bool>, kind: Option<QueryKind>) {
    match is_open {
        Some(true) => only.and("query_is_open(q.state)", &[]),
        Some(false) => only.and("not query_is_open(q.state)", &[]),
        None => {}
    }
    only.and_some("q.kind = {}", kind.map(QueryKind::code));
}

columns! { QueryRow, "join bill b on b.invoice_no = q.invoice_no join person o on o.person_id = q.opened_by" =>
    query_id: "q.query_id::text",
    invoice_no: "q.invoice_no",
    // The columns are read for the rows of the page only, so a query for each row is cheap.
    other_invoice_nos: "array(select a.invoice_no from query_bill a
                              where a.query_id = q.query_id and a.invoice_no <> q.invoice_no order by a.place)",
    account_no: "q.account_no",
    kind: "q.kind",
    query_state: "q.state",
    opened_at: "q.opened_at",
    opened_by: "o.name",
    answer_due: "q.answer_due",
    // A bill that left is another company's: only what was asked about is told.
    total_amount_payable: "case when b.bulk_id = q.bulk_id then b.total_amount_payable else q.amount end",
    due_date: "case when b.bulk_id = q.bulk_id then b.due_date end",
    case_no: "q.case_no",
}

/// The queries of all bulk accounts.
struct Queue<'a> {
    filter: &'a QueueFilter,
    pattern: Option<String>,
    /// The staff user who asks.
    caller: Uuid,
    today: Day,
}

impl<'a> Queue<'a> {
    /// Fails when core rejects the searched text.
    fn new(filter: &'a QueueFilter, caller: Uuid, today: Day) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        Ok(Self { filter, pattern, caller, today })
    }
}

impl List for Queue<'_> {
    type Row = QueueRow;
    type By = QueueSortBy;
    const NAME: &'static str = "query queue";
    const FROM: (&'static str, &'static str) = ("bill_query", "q");

    fn keys(by: QueueSortBy) -> &'static [Key] {
        match by {
            QueueSortBy::AnswerDue => const { &[QUEUE_DUE, ID] },
            QueueSortBy::OpenedAt => const { &[OPENED, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        if let Some(pattern) = &self.pattern {
            only.and(
                "(q.case_no ilike {} or q.bulk_id ilike {} or q.query_id in
                    (select a.query_id from query_bill a where a.invoice_no ilike {} or a.account_no ilike {}))",
                &[pattern, pattern, pattern, pattern],
            );
        }
        narrow(only, self.filter.is_open, self.filter.kind);
        let states = |states: &Vec<QueryState>| states.iter().map(|state| state.code().to_owned()).collect::<Vec<_>>();
        only.and_some("q.state = any({})", self.filter.states.as_ref().map(states));
        match self.filter.assignee {
            Some(QueryAssignee::Me) => only.and("q.assigned_to = {}", &[&self.caller]),
            Some(QueryAssignee::NoOne) => only.and("q.assigned_to is null", &[]),
            None => {}
        }
        if let Some(is_late) = self.filter.is_late {
            only.and("coalesce(q.answer_due < {}, false) = {}", &[&self.today.date(), &is_late]);
        }
    }
}

/// A row of the queue, before the working days are counted.
struct QueueRow {
    query_id: String,
    bulk_id: BulkId,
    company_name: String,
    invoice_no: InvoiceNo,
    other_invoice_nos: Vec<InvoiceNo>,
    account_no: AccountNo,
    kind: QueryKind,
    query_state: QueryState,
    opened_at: Instant,
    answer_due: Option<Day>,
    premises_state: String,
    assigned_to: Option<String>,
    case_no: Option<String>,
}

columns! { QueueRow, "join bulk_account k on k.bulk_id = q.bulk_id
                      join account_master m on m.account_no = q.account_no
                      left join person s on s.person_id = q.assigned_to" =>
    query_id: "q.query_id::text",
    bulk_id: "q.bulk_id",
    company_name: "k.company_name",
    invoice_no: "q.invoice_no",
    other_invoice_nos: "array(select a.invoice_no from query_bill a
                              where a.query_id = q.query_id and a.invoice_no <> q.invoice_no order by a.place)",
    account_no: "q.account_no",
    kind: "q.kind",
    query_state: "q.state",
    opened_at: "q.opened_at",
    answer_due: "q.answer_due",
    premises_state: "m.state",
    assigned_to: "s.name",
    case_no: "q.case_no",
}

impl QueueRow {
    fn listed(self, today: Day) -> QueuedQuery {
        let left = |due| working_days_left(today, due, &self.premises_state);
        QueuedQuery {
            working_days_left: self.answer_due.map(left),
            query_id: self.query_id,
            bulk_id: self.bulk_id,
            company_name: self.company_name,
            invoice_no: self.invoice_no,
            other_invoice_nos: self.other_invoice_nos,
            account_no: self.account_no,
            kind: self.kind,
            query_state: self.query_state,
            opened_at: self.opened_at,
            answer_due: self.answer_due,
            assigned_to: self.assigned_to,
            case_no: self.case_no,
        }
    }
}
