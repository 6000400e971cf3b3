//! Queries of applications that await an answer, and of ending them.

use gridbill_core::endpoint::Feature;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Day, Instant};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// Lists applications with an overdue answer or a reminder that is due.
pub async fn due(db: &PgPool, today: Day) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select registration_id from registration
         where registration_awaits_answer(status) and (answer_by < $1 or $1 >= any(remind_on))
         order by answer_by, registration_id",
        today.date(),
    )
    .fetch_all(db)
    .await
}

/// Returns the end of the last freeze of a feature between two instants. A withdrawn announcement ended its freeze.
pub async fn frozen_to(
    db: &mut PgConnection,
    feature: Feature,
    from: Instant,
    to: Instant,
) -> sqlx::Result<Option<Instant>> {
    sqlx::query_scalar!(
        r#"select max(least(to_at, withdrawn_at)) as "to_at: Instant" from announcement
           where $1 = any(freezes) and from_at < $3 and least(to_at, withdrawn_at) > greatest(from_at, $2)"#,
        feature.code(),
        from.utc(),
        to.utc(),
    )
    .fetch_one(db)
    .await
}

/// Sets a later last day to answer of a locked application, of which the applicant is reminded on that day.
pub async fn postpone(db: &mut PgConnection, registration_id: Uuid, until: Day) -> sqlx::Result<()> {
    sqlx::query!(
        "update registration set answer_by = $2::date, remind_on = array[$2::date] where registration_id = $1",
        registration_id,
        until.date(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Removes the due reminders of a locked application. Returns whether there were any.
pub async fn take_reminders(db: &mut PgConnection, registration_id: Uuid, today: Day) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "update registration
         set remind_on = array(select later from unnest(remind_on) later where later > $2 order by later)
         where registration_id = $1 and $2 >= any(remind_on)",
        registration_id,
        today.date(),
    );
    Ok(taken.execute(db).await?.rows_affected() == 1)
}

/// Ends an application without a decision.
pub async fn end(
    db: &mut PgConnection,
    registration_id: Uuid,
    status: RegistrationStatus,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update registration set status = $2, remark = null, answer_by = null, remind_on = '{}', updated_at = $3
         where registration_id = $1",
        registration_id,
        status as i16,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
