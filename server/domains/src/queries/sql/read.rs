//! Reads queries about bills.

use gridbill_core::home::HomeQueries;
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::queries::{
    QueryAuthor, QueryBill, QueryCorrection, QueryDetails, QueryFile, QueryKind, QueryMessage, QueryServiceMonth,
    QueryState,
};
use gridbill_core::registration::declaration::FileKind;
use gridbill_core::{Day, Instant, Money};
use sqlx::PgExecutor;
use uuid::Uuid;

/// Counts the queries of a bulk account that are not settled.
pub async fn unsettled(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<HomeQueries> {
    sqlx::query_as!(
        HomeQueries,
        r#"select count(*) filter (where state <> 'answered') as "open!", count(*) filter (where state = 'answered') as "answered!"
           from bill_query where bulk_id = $1 and query_is_open(state)"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// A query, with the values that its page is computed from.
pub struct StoredQuery {
    /// Without messages, files and templates.
    pub details: QueryDetails,
    pub premises_state: String,
    pub answered_at: Option<Instant>,
}

pub async fn details(db: impl PgExecutor<'_>, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Option<StoredQuery>> {
    sqlx::query!(
        r#"select q.version, q.bulk_id as "bulk_id: BulkId", k.company_name, q.invoice_no as "invoice_no: InvoiceNo",
                  q.account_no as "account_no: AccountNo", q.kind as "kind: QueryKind", q.line,
                  q.state as "state: QueryState", q.opened_at as "opened_at: Instant", o.name as opened_by,
                  q.answer_due as "answer_due: Day", q.answered_at as "answered_at: Instant",
                  q.ended_at as "ended_at: Instant", s.name as "assigned_to?", q.case_no, a.amount as "amount: Money",
                  case when b.bulk_id = a.bulk_id then b.total_amount_payable else a.amount end
                      as "total_amount_payable!: Money",
                  case when b.bulk_id = a.bulk_id then b.due_date end as "due_date: Day",
                  a.corrected_invoice_no as "corrected_invoice_no: InvoiceNo",
                  a.corrected_amount as "corrected_amount: Money", a.corrected_at as "corrected_at: Instant",
                  m.state as premises_state
           from bill_query q
           join query_bill a on a.query_id = q.query_id and a.invoice_no = q.invoice_no
           join bulk_account k on k.bulk_id = q.bulk_id
           join bill b on b.invoice_no = q.invoice_no
           join account_master m on m.account_no = q.account_no
           join person o on o.person_id = q.opened_by
           left join person s on s.person_id = q.assigned_to
           where q.bulk_id = $1 and q.query_id = $2"#,
        bulk_id.as_str(),
        query_id,
    )
    .map(|row| StoredQuery {
        details: QueryDetails {
            query_id: query_id.to_string(),
            version: row.version,
            bulk_id: row.bulk_id,
            company_name: row.company_name,
            invoice_no: row.invoice_no,
            account_no: row.account_no,
            kind: row.kind,
            line: row.line,
            state: row.state,
            opened_at: row.opened_at,
            opened_by: row.opened_by,
            answer_due: row.answer_due,
            working_days_left: None,
            closes_at: None,
            ended_at: row.ended_at,
            assigned_to: row.assigned_to,
            case_no: row.case_no,
            amount_asked: row.amount,
            total_amount_payable: row.total_amount_payable,
            due_date: row.due_date,
            correction: correction(row.corrected_invoice_no, row.corrected_amount, row.corrected_at),
            messages: Vec::new(),
            files: Vec::new(),
            templates: Vec::new(),
            bill: None,
            findings: Vec::new(),
            bills: Vec::new(),
        },
        premises_state: row.premises_state,
        answered_at: row.answered_at,
    })
    .fetch_optional(db)
    .await
}

fn correction(
    invoice_no: Option<InvoiceNo>,
    amount: Option<Money>,
    linked_at: Option<Instant>,
) -> Option<QueryCorrection> {
    Some(QueryCorrection { invoice_no: invoice_no?, amount: amount?, linked_at: linked_at? })
}

/// Lists the bills of a query, in the order in which they were asked about. Without details and findings. A bill that left has
/// the amount that was asked about, because it is another company's.
pub async fn bills(db: impl PgExecutor<'_>, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Vec<QueryBill>> {
    sqlx::query!(
        r#"select a.invoice_no as "invoice_no: InvoiceNo", a.account_no as "account_no: AccountNo",
                  a.amount as "amount: Money",
                  case when b.bulk_id = a.bulk_id then b.total_amount_payable else a.amount end
                      as "total_amount_payable!: Money",
                  case when b.bulk_id = a.bulk_id then b.due_date end as "due_date: Day", a.left_at as "left_at: Instant",
                  a.corrected_invoice_no as "corrected_invoice_no: InvoiceNo",
                  a.corrected_amount as "corrected_amount: Money", a.corrected_at as "corrected_at: Instant"
           from query_bill a join bill b on b.invoice_no = a.invoice_no
           where a.bulk_id = $1 and a.query_id = $2 order by a.place"#,
        bulk_id.as_str(),
        query_id,
    )
    .map(|row| QueryBill {
        invoice_no: row.invoice_no,
        account_no: row.account_no,
        amount_asked: row.amount,
        total_amount_payable: row.total_amount_payable,
        due_date: row.due_date,
        left_at: row.left_at,
        correction: correction(row.corrected_invoice_no, row.corrected_amount, row.corrected_at),
        asked_findings: Vec::new(),
        bill: None,
        findings: Vec::new(),
    })
    .fetch_all(db)
    .await
}

/// Lists the ids of the findings that a query asks about.
pub async fn asked_findings(db: impl PgExecutor<'_>, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select finding_id::text as "id!" from finding where bulk_id = $1 and query_id = $2"#,
        bulk_id.as_str(),
        query_id,
    )
    .fetch_all(db)
    .await
}

/// Lists the ids of the queries about bills, the oldest first.
pub async fn of_bills(db: impl PgExecutor<'_>, bulk_id: &BulkId, invoices: &[InvoiceNo]) -> sqlx::Result<Vec<Uuid>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_scalar!(
        "select query_id from bill_query
         where bulk_id = $1 and query_id in (select query_id from query_bill where bulk_id = $1 and invoice_no = any($2))
         order by opened_at, query_id",
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Lists the messages of a query, the oldest first.
pub async fn messages(db: impl PgExecutor<'_>, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Vec<QueryMessage>> {
    sqlx::query!(
        r#"select e.place, e.is_staff, a.name, e.message, e.written_at as "written_at: Instant"
           from query_message e join person a on a.person_id = e.author_id
           where e.bulk_id = $1 and e.query_id = $2 order by e.place"#,
        bulk_id.as_str(),
        query_id,
    )
    .map(|row| QueryMessage {
        place: row.place,
        author: QueryAuthor::of(row.is_staff),
        name: row.name,
        message: row.message,
        written_at: row.written_at,
    })
    .fetch_all(db)
    .await
}

/// Lists the files of a query, the oldest first.
pub async fn files(db: impl PgExecutor<'_>, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Vec<QueryFile>> {
    sqlx::query!(
        r#"select f.file_id, f.name as file_name, f.kind, f.size, f.is_staff, a.name,
                  f.added_at as "added_at: Instant"
           from query_file f join person a on a.person_id = f.author_id
           where f.bulk_id = $1 and f.query_id = $2 order by f.added_at, f.file_id"#,
        bulk_id.as_str(),
        query_id,
    )
    .try_map(|row| {
        let kind = FileKind::from_code(&row.kind);
        Ok(QueryFile {
            file_id: row.file_id.to_string(),
            file_name: row.file_name,
            kind: kind.ok_or_else(|| sqlx::Error::Decode(format!("unknown file kind: {}", row.kind).into()))?,
            size: row.size,
            author: QueryAuthor::of(row.is_staff),
            name: row.name,
            added_at: row.added_at,
        })
    })
    .fetch_all(db)
    .await
}

pub struct FoundFile {
    pub name: String,
    pub kind: String,
    pub sha256: Vec<u8>,
}

pub async fn file(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    query_id: Uuid,
    file_id: Uuid,
) -> sqlx::Result<Option<FoundFile>> {
    sqlx::query_as!(
        FoundFile,
        "select name, kind, sha256 from query_file where bulk_id = $1 and query_id = $2 and file_id = $3",
        bulk_id.as_str(),
        query_id,
        file_id,
    )
    .fetch_optional(db)
    .await
}

/// Counts the answers that were due since a day, by month. A query that still awaits a late answer counts as due.
pub async fn service(db: impl PgExecutor<'_>, since: Day, today: Day) -> sqlx::Result<Vec<QueryServiceMonth>> {
    sqlx::query_as!(
        QueryServiceMonth,
        r#"with answers as (
               select answer_due, (written_at at time zone interval '8 hours')::date <= answer_due as is_in_time
               from query_message where answer_due >= $1
               union all
               select answer_due, false from bill_query where answer_due >= $1 and answer_due < $2
           )
           select date_trunc('month', answer_due::timestamp)::date as "month!: Day", count(*) as "due!",
                  count(*) filter (where is_in_time) as "in_time!"
           from answers group by 1 order by 1"#,
        since.date(),
        today.date(),
    )
    .fetch_all(db)
    .await
}
