//! Queries about what somebody at the utility must look at.

use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::Status;
use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::{Instant, Money, Topic};
use sqlx::{PgConnection, PgExecutor};

use crate::live::{self, Change};

/// What somebody at the utility must look at.
#[derive(Clone, Copy)]
pub struct NewAlert<'a> {
    pub order_no: &'a str,
    pub reason: AlertReason,
    /// The FPX number, the answer code or the field that it is about.
    pub value: &'a str,
    /// Money that was taken.
    pub amount: Option<Money>,
}

impl<'a> NewAlert<'a> {
    pub const fn new(order_no: &'a str, reason: AlertReason, value: &'a str) -> Self {
        Self { order_no, reason, value, amount: None }
    }
}

/// Has somebody at the utility look at it; false when they were told before.
pub async fn alert(db: &mut PgConnection, alert: &NewAlert<'_>, at: Instant) -> sqlx::Result<bool> {
    let NewAlert { order_no, reason, value, amount } = *alert;
    let told = sqlx::query!(
        "insert into fpx_alert (at, order_no, reason, value, amount) values ($1, $2, $3, $4, $5)
         on conflict do nothing",
        at.utc(),
        order_no,
        reason.code(),
        value,
        amount.map(Money::decimal),
    );
    let is_new = told.execute(&mut *db).await?.rows_affected() > 0;
    if is_new {
        live::publish(&mut *db, Change::of(&[Topic::Gateway])).await?;
        tracing::warn!(order_no, reason = reason.code(), value, "FPX needs somebody");
    }
    Ok(is_new)
}

/// Nobody needs to look at an order for this reason any more.
pub async fn settle_alert(db: &mut PgConnection, order_no: &str, reason: AlertReason, at: Instant) -> sqlx::Result<()> {
    let settled = sqlx::query!(
        "update fpx_alert set settled_at = $3 where order_no = $1 and reason = $2 and settled_at is null",
        order_no,
        reason.code(),
        at.utc(),
    );
    if settled.execute(&mut *db).await?.rows_affected() > 0 {
        live::publish(db, Change::of(&[Topic::Gateway])).await?;
    }
    Ok(())
}

/// An alert that nobody has dealt with, with its payment.
pub struct OpenAlert {
    pub alert_id: i64,
    pub at: Instant,
    pub reason: AlertReason,
    pub value: String,
    pub order_no: String,
    pub transaction_no: TransactionNo,
    pub bulk_id: BulkId,
    pub company_name: String,
    /// The money that was taken, else the payment's.
    pub amount: Money,
    pub status: Status,
}

/// Those after that one, newest first.
pub async fn open_alerts(
    db: impl PgExecutor<'_>,
    after: Option<(Instant, i64)>,
    rows: i64,
) -> sqlx::Result<Vec<OpenAlert>> {
    let (at, alert_id) = after.unzip();
    sqlx::query_as!(
        OpenAlert,
        r#"select a.alert_id, a.at as "at: Instant", a.reason as "reason: AlertReason", a.value, a.order_no,
                  p.transaction_no as "transaction_no: TransactionNo", p.bulk_id as "bulk_id: BulkId", b.company_name,
                  coalesce(a.amount, p.amount) as "amount!: Money", p.status as "status: Status"
           from fpx_alert a join fpx_request r using (order_no) join payment p using (payment_id)
                join bulk_account b using (bulk_id)
           where a.settled_at is null
             and (a.at, a.alert_id) < (coalesce($1, 'infinity'::timestamptz), coalesce($2, 9223372036854775807))
           order by a.at desc, a.alert_id desc limit $3"#,
        at.map(Instant::utc),
        alert_id,
        rows,
    )
    .fetch_all(db)
    .await
}

/// How many there are.
pub async fn count_open_alerts(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from fpx_alert join fpx_request using (order_no) where settled_at is null"#
    )
    .fetch_one(db)
    .await
}

/// The same for each reason that there is.
pub async fn open_alerts_by_reason(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<(AlertReason, i64)>> {
    let counts = sqlx::query!(
        r#"select reason as "reason: AlertReason", count(*) as "count!" from fpx_alert where settled_at is null group by 1"#
    );
    Ok(counts.fetch_all(db).await?.into_iter().map(|row| (row.reason, row.count)).collect())
}
