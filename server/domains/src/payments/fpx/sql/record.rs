//! Queries about FPX payments as FPX and the portal know them.

use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::Status;
use gridbill_core::{Instant, Money};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// The last answer from FPX about a payment.
pub struct LastAnswer {
    pub order_no: String,
    pub requested_by: Uuid,
    pub status: Status,
    pub sent_at: Instant,
    pub heard_code: Option<String>,
    pub heard_at: Option<Instant>,
}

/// Finds FPX's last answer about a payment, within one bulk account or, for staff, in any.
pub async fn find_last_answer(
    db: impl PgExecutor<'_>,
    bulk_id: Option<&BulkId>,
    number: &TransactionNo,
) -> sqlx::Result<Option<LastAnswer>> {
    sqlx::query_as!(
        LastAnswer,
        r#"select r.order_no, p.requested_by as "requested_by!", p.status as "status: Status",
                  r.sent_at as "sent_at: Instant", r.heard_code,
                  r.heard_at as "heard_at: Instant"
           from payment p join fpx_request r using (payment_id)
           where ($1::text is null or p.bulk_id = $1) and p.transaction_no = $2"#,
        bulk_id.map(BulkId::as_str),
        number.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Marks the payment as given up.
pub async fn mark_given_up(db: &mut PgConnection, payment_id: Uuid, at: Instant) -> sqlx::Result<()> {
    sqlx::query!("update fpx_request set given_up_at = $2 where payment_id = $1", payment_id, at.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Whether a user gave the payment up.
pub async fn is_given_up(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select given_up_at is not null as "is!" from fpx_request where payment_id = $1"#, payment_id)
        .fetch_one(db)
        .await
}

pub struct Record {
    pub order_no: String,
    pub transaction_no: TransactionNo,
    pub bulk_id: BulkId,
    pub company_name: String,
    pub customer_name: String,
    pub customer_email: String,
    pub invoices: i32,
    pub amount: Money,
    pub requested_at: Instant,
    pub status: Status,
    pub bank_code: Option<String>,
    pub bank_name: Option<String>,
    pub fpx_txn_id: Option<String>,
    pub fpx_txn_time: Option<String>,
    pub last_requery_at: Option<Instant>,
    pub heard_code: Option<String>,
    pub credit_code: Option<String>,
    pub is_unanswered: bool,
    pub sent_at: Instant,
    pub heard_at: Option<Instant>,
    /// Its late receipts that staff have not decided yet.
    pub late_ids: Vec<i64>,
}

/// Loads FPX payments by order number.
pub async fn records(db: impl PgExecutor<'_>, order_nos: &[&str]) -> sqlx::Result<Vec<Record>> {
    sqlx::query_as!(
        Record,
        r#"select r.order_no, p.transaction_no as "transaction_no: TransactionNo", p.bulk_id as "bulk_id: BulkId",
                  b.company_name, who.name as customer_name, who.email as customer_email, p.invoices,
                  p.amount as "amount: Money", p.requested_at as "requested_at: Instant", p.status as "status: Status",
                  p.bank_code, p.bank_name, r.fpx_txn_id, r.fpx_txn_time,
                  r.last_requery_at as "last_requery_at: Instant", r.heard_code, r.credit_code,
                  exists (select from fpx_alert a where a.order_no = r.order_no and a.reason = 'unanswered'
                          and a.settled_at is null) as "is_unanswered!",
                  r.sent_at as "sent_at: Instant", r.heard_at as "heard_at: Instant",
                  array(select a.alert_id from fpx_alert a
                        where a.order_no = r.order_no and a.reason in ('lateApproval', 'paidTwice') and a.settled_at is null
                        order by a.alert_id) as "late_ids!"
           from fpx_request r join payment p using (payment_id) join bulk_account b using (bulk_id)
                join person who on who.person_id = p.requested_by
           where r.order_no = any($1)"#,
        order_nos as &[&str],
    )
    .fetch_all(db)
    .await
}
