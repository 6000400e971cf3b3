//! Queries for audit packs.

use gridbill_core::bills::HeldBill;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::packs::PackedLine;
use gridbill_core::{Day, Instant, Money};
use sqlx::PgExecutor;
use sqlx::types::Json;
use uuid::Uuid;

use crate::facts::Subject;

/// A stored message of FPX, or the portal's request.
pub struct StoredMessage {
    pub at: Instant,
    pub way: String,
    pub raw: String,
    pub outcome: String,
    pub key_id: Option<String>,
}

/// Lists the request of an order and the messages that FPX signed, the oldest first.
pub async fn messages(db: impl PgExecutor<'_>, bulk_id: &BulkId, order_no: &str) -> sqlx::Result<Vec<StoredMessage>> {
    sqlx::query_as!(
        StoredMessage,
        r#"select m.at as "at: Instant", m.way, m.raw, m.verdict as outcome, m.key_id
           from fpx_request r join fpx_message m using (order_no)
           where r.tenant = $1 and r.order_no = $2 and (m.key_id is not null or m.verdict = 'sent') order by m.message_id"#,
        bulk_id.as_str(),
        order_no,
    )
    .fetch_all(db)
    .await
}

/// Lists the shares of bank lines that were counted for a payment.
pub async fn lines(db: impl PgExecutor<'_>, bulk_id: &BulkId, payment_id: Uuid) -> sqlx::Result<Vec<PackedLine>> {
    sqlx::query_as!(
        PackedLine,
        r#"select u.day as "day: Day", l.reference, u.share as "amount: Money", u.decided_at as "decided_at: Instant"
           from payment p
           join bank_line_used u using (payment_id)
           join bank_statement_line l using (statement_id, line)
           where p.bulk_id = $1 and p.payment_id = $2 order by u.version, u.day, u.statement_id, u.line"#,
        bulk_id.as_str(),
        payment_id,
    )
    .fetch_all(db)
    .await
}

/// Returns the bills that were paid although they were on hold, from the payment's first fact.
pub async fn held_bills(db: impl PgExecutor<'_>, payment_id: Uuid) -> sqlx::Result<Vec<HeldBill>> {
    let held = sqlx::query_scalar!(
        r#"select data -> 'held' as "held: Json<Vec<HeldBill>>" from fact where subject = $1 and place = 1"#,
        Subject::Payment(payment_id).to_string(),
    );
    Ok(held.fetch_optional(db).await?.flatten().map(|held| held.0).unwrap_or_default())
}

pub async fn company(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<String> {
    sqlx::query_scalar!("select company_name from bulk_account where bulk_id = $1", bulk_id.as_str())
        .fetch_one(db)
        .await
}

/// A payment that was paid in a month.
pub struct PaidPayment {
    pub transaction_no: TransactionNo,
    pub bills: i32,
}

/// Lists the payments that were paid within a time, by number. Payments that were taken over have no facts to prove.
pub async fn paid_between(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    from: Instant,
    to: Instant,
) -> sqlx::Result<Vec<PaidPayment>> {
    sqlx::query_as!(
        PaidPayment,
        r#"select p.transaction_no as "transaction_no: TransactionNo", p.invoices as bills
           from payment p join receipt r using (payment_id)
           where p.bulk_id = $1 and payment_is_paid(p.status) and p.taken_over_at is null and r.at >= $2 and r.at < $3
           order by p.transaction_no"#,
        bulk_id.as_str(),
        from.utc(),
        to.utc(),
    )
    .fetch_all(db)
    .await
}
