//! Database queries of queries about bills, by tenant first. This file has the changes, with the locks that they take.

pub mod follow;
pub mod read;

use gridbill_core::findings::FindingState;
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::queries::{QueryKind, QueryState};
use gridbill_core::{Day, Instant, Money};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::files::StoredFile;

/// A bill that a query is opened about.
pub struct LockedBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub amount: Money,
    /// The state of the premises.
    pub state: String,
    /// How many lines the bill has.
    pub lines: i32,
}

/// Locks bills, in the order of their numbers. A payment of one of them waits for the lock, and so does another query.
pub async fn lock_bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<LockedBill>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        LockedBill,
        r#"select b.invoice_no as "invoice_no: InvoiceNo", b.account_no as "account_no: AccountNo", b.total_amount_payable as "amount: Money", m.state,
                  coalesce((select jsonb_array_length(c.charges->'lines') from bill_charges c
                            where c.bulk_id = b.bulk_id and c.invoice_no = b.invoice_no), 0) as "lines!"
           from bill b join account_master m using (account_no)
           where b.bulk_id = $1 and b.invoice_no = any($2) order by b.invoice_no for no key update of b"#,
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Lists those of the locked bills that an open query is already about.
pub async fn asked_already(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<InvoiceNo>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_scalar!(
        r#"select invoice_no as "invoice_no: InvoiceNo" from query_bill
           where bulk_id = $1 and invoice_no = any($2) and is_open order by invoice_no"#,
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

pub struct NewQuery<'a> {
    pub query_id: Uuid,
    pub bulk_id: &'a BulkId,
    pub first: &'a LockedBill,
    pub others: &'a [&'a LockedBill],
    pub kind: QueryKind,
    pub line: Option<i32>,
    pub opened_by: Uuid,
    pub opened_at: Instant,
    pub answer_due: Day,
}

/// Inserts a query about locked bills that no other open query is about. A trigger inserts its first bill.
pub async fn insert(db: &mut PgConnection, new: &NewQuery<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into bill_query (query_id, bulk_id, invoice_no, account_no, kind, line, state, opened_by, opened_at, amount,
                                 answer_due)
         values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10)",
        new.query_id,
        new.bulk_id.as_str(),
        new.first.invoice_no.as_str(),
        new.first.account_no.as_str(),
        new.kind.code(),
        new.line,
        new.opened_by,
        new.opened_at.utc(),
        new.first.amount as Money,
        new.answer_due.date(),
    )
    .execute(&mut *db)
    .await?;
    let invoices: Vec<&str> = new.others.iter().map(|bill| bill.invoice_no.as_str()).collect();
    let accounts: Vec<&str> = new.others.iter().map(|bill| bill.account_no.as_str()).collect();
    let amounts: Vec<Money> = new.others.iter().map(|bill| bill.amount).collect();
    sqlx::query!(
        "insert into query_bill (query_id, bulk_id, invoice_no, account_no, amount, place, is_open)
         select $1, $2, n.invoice_no, n.account_no, n.amount, n.place + 1, true
         from unnest($3::text[], $4::text[], $5::numeric[]) with ordinality n (invoice_no, account_no, amount, place)",
        new.query_id,
        new.bulk_id.as_str(),
        &invoices as &[&str],
        &accounts as &[&str],
        &amounts as &[Money],
    )
    .execute(db)
    .await
    .map(drop)
}

pub struct NewMessage<'a> {
    pub query_id: Uuid,
    pub bulk_id: &'a BulkId,
    pub is_staff: bool,
    pub author_id: Uuid,
    pub message: &'a str,
    pub written_at: Instant,
    pub answer_due: Option<Day>,
}

/// Adds a message to a query that is locked or new.
pub async fn add_message(db: &mut PgConnection, new: &NewMessage<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into query_message (query_id, place, bulk_id, is_staff, author_id, message, written_at, answer_due)
         select $1, coalesce(max(place), 0) + 1, $2, $3, $4, $5, $6, $7 from query_message where query_id = $1",
        new.query_id,
        new.bulk_id.as_str(),
        new.is_staff,
        new.author_id,
        new.message,
        new.written_at.utc(),
        new.answer_due.map(Day::date),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A query whose row is locked.
pub struct LockedQuery {
    pub query_id: Uuid,
    pub bulk_id: BulkId,
    /// The first bill.
    pub invoice_no: InvoiceNo,
    /// How many other bills the query is about, without those that left it.
    pub others: i64,
    pub state: QueryState,
    pub version: i32,
    pub answer_due: Option<Day>,
    pub answered_at: Option<Instant>,
    pub case_no: Option<String>,
    /// The state of the first bill's premises.
    pub premises_state: String,
    pub messages: i64,
    pub files: i64,
}

/// Locks a query of a bulk account.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Option<LockedQuery>> {
    sqlx::query_as!(
        LockedQuery,
        r#"select q.query_id, q.bulk_id as "bulk_id: BulkId", q.invoice_no as "invoice_no: InvoiceNo",
                  (select count(*) from query_bill a
                   where a.query_id = q.query_id and a.invoice_no <> q.invoice_no and a.left_at is null) as "others!",
                  q.state as "state: QueryState", q.version, q.answer_due as "answer_due: Day",
                  q.answered_at as "answered_at: Instant", q.case_no, m.state as premises_state,
                  (select count(*) from query_message e where e.query_id = q.query_id) as "messages!",
                  (select count(*) from query_file f where f.query_id = q.query_id) as "files!"
           from bill_query q
           join account_master m on m.account_no = q.account_no
           where q.bulk_id = $1 and q.query_id = $2 for update of q"#,
        bulk_id.as_str(),
        query_id,
    )
    .fetch_optional(db)
    .await
}

/// Locks a query of any bulk account, for staff and jobs.
pub async fn lock_any(db: &mut PgConnection, query_id: Uuid) -> sqlx::Result<Option<LockedQuery>> {
    let bulk_id =
        sqlx::query_scalar!(r#"select bulk_id as "bulk_id: BulkId" from bill_query where query_id = $1"#, query_id)
            .fetch_optional(&mut *db)
            .await?;
    match bulk_id {
        Some(bulk_id) => lock(db, &bulk_id, query_id).await,
        None => Ok(None),
    }
}

/// The new values of a query.
pub struct QueryUpdate<'a> {
    pub state: QueryState,
    pub answer_due: Option<Day>,
    /// Kept if none.
    pub answered_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    /// Kept if none.
    pub case_no: Option<&'a str>,
}

impl QueryUpdate<'_> {
    /// Changes only the state, and awaits no answer.
    pub const fn to(state: QueryState) -> Self {
        Self { state, answer_due: None, answered_at: None, ended_at: None, case_no: None }
    }
}

pub async fn update(db: &mut PgConnection, query_id: Uuid, update: &QueryUpdate<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "update bill_query
         set version = version + 1, state = $2, answer_due = $3, answered_at = coalesce($4, answered_at), ended_at = $5,
             case_no = coalesce($6, case_no)
         where query_id = $1",
        query_id,
        update.state.code(),
        update.answer_due.map(Day::date),
        update.answered_at.map(Instant::utc),
        update.ended_at.map(Instant::utc),
        update.case_no,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Moves open findings of the bills to the state of a new query. Returns the findings that it moved.
pub async fn ask_about(
    db: &mut PgConnection,
    query: &NewQuery<'_>,
    finding_ids: &[i64],
    state: FindingState,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "update finding set state = $4, query_id = $2
         where bulk_id = $1 and finding_id = any($3) and state = 'open'
           and invoice_no in (select invoice_no from query_bill where query_id = $2)
         returning finding_id",
        query.bulk_id.as_str(),
        query.query_id,
        finding_ids,
        state.code(),
    )
    .fetch_all(db)
    .await
}

/// Lists the bills of findings.
pub async fn bills_of_findings(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    finding_ids: &[i64],
) -> sqlx::Result<Vec<InvoiceNo>> {
    sqlx::query_scalar!(
        r#"select distinct invoice_no as "invoice_no: InvoiceNo" from finding where bulk_id = $1 and finding_id = any($2) order by 1"#,
        bulk_id.as_str(),
        finding_ids,
    )
    .fetch_all(db)
    .await
}

/// Moves the findings that a query asks about, unless they were settled meanwhile.
pub async fn move_findings(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    query_id: Uuid,
    state: FindingState,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update finding set state = $3 where bulk_id = $1 and query_id = $2 and state in ('asked', 'answered')",
        bulk_id.as_str(),
        query_id,
        state.code(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn assign(db: &mut PgConnection, query_id: Uuid, to: Option<Uuid>) -> sqlx::Result<()> {
    sqlx::query!("update bill_query set version = version + 1, assigned_to = $2 where query_id = $1", query_id, to)
        .execute(db)
        .await
        .map(drop)
}

pub async fn exists(db: impl PgExecutor<'_>, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bill_query where bulk_id = $1 and query_id = $2) as "is!""#,
        bulk_id.as_str(),
        query_id,
    )
    .fetch_one(db)
    .await
}

pub struct NewFile<'a> {
    pub query_id: Uuid,
    pub bulk_id: &'a BulkId,
    pub is_staff: bool,
    pub author_id: Uuid,
    pub name: &'a str,
    pub kind: &'a str,
    pub added_at: Instant,
}

pub async fn add_file(db: &mut PgConnection, written: &StoredFile, new: &NewFile<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into query_file (file_id, query_id, bulk_id, is_staff, author_id, name, kind, size, sha256, added_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        written.file_id,
        new.query_id,
        new.bulk_id.as_str(),
        new.is_staff,
        new.author_id,
        new.name,
        new.kind,
        written.size,
        written.sha256,
        new.added_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
