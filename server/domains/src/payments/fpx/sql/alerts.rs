//! Queries about FPX alerts, which staff must handle.

use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::{Instant, Money, Topic};
use sqlx::{PgConnection, PgExecutor};

use crate::live::{self, Change};

/// An alert to add.
#[derive(Clone, Copy)]
pub struct NewAlert<'a> {
    pub order_no: &'a str,
    pub reason: AlertReason,
    /// The FPX number, answer code or field concerned.
    pub value: &'a str,
    /// The money that was taken.
    pub amount: Option<Money>,
}

impl<'a> NewAlert<'a> {
    pub const fn new(order_no: &'a str, reason: AlertReason, value: &'a str) -> Self {
        Self { order_no, reason, value, amount: None }
    }
}

/// Adds an alert for staff. Returns false if the same alert exists already.
pub async fn insert_alert(db: &mut PgConnection, alert: &NewAlert<'_>, at: Instant) -> sqlx::Result<bool> {
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
        tracing::warn!(order_no, reason = reason.code(), value, "new FPX alert");
    }
    Ok(is_new)
}

/// Whether an alert for the late money with this FPX number exists already.
pub async fn is_known_late(db: &mut PgConnection, order_no: &str, fpx_txn_id: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from fpx_alert where order_no = $1 and reason = $2 and value = $3) as "is!""#,
        order_no,
        AlertReason::LateApproval.code(),
        fpx_txn_id,
    )
    .fetch_one(db)
    .await
}

/// Settles the open alert of an order that has this reason.
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

/// An alert whose row is locked.
pub struct LockedAlert {
    pub order_no: String,
    pub reason: AlertReason,
    pub value: String,
    pub is_settled: bool,
}

pub async fn lock_alert(db: &mut PgConnection, alert_id: i64) -> sqlx::Result<Option<LockedAlert>> {
    sqlx::query_as!(
        LockedAlert,
        r#"select order_no, reason as "reason: AlertReason", value, settled_at is not null as "is_settled!"
           from fpx_alert where alert_id = $1 for update"#,
        alert_id,
    )
    .fetch_optional(db)
    .await
}

/// Settles a locked alert that an officer has handled.
pub async fn settle_by_hand(db: &mut PgConnection, alert_id: i64, at: Instant) -> sqlx::Result<()> {
    sqlx::query!("update fpx_alert set settled_at = $2 where alert_id = $1", alert_id, at.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Counts the open alerts by reason.
pub async fn open_alerts_by_reason(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<(AlertReason, i64)>> {
    let counts = sqlx::query!(
        r#"select reason as "reason: AlertReason", count(*) as "count!" from fpx_alert where settled_at is null group by 1"#
    );
    Ok(counts.fetch_all(db).await?.into_iter().map(|row| (row.reason, row.count)).collect())
}
