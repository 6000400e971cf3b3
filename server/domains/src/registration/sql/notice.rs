//! Queries of users who asked to be notified.

use gridbill_core::{Day, Instant, Language};
use sqlx::PgConnection;
use uuid::Uuid;

pub struct NoticeRecipient {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub language: Language,
}

/// Locks some users who are due by that day, skipping those that another process has locked. Users who have a bulk
/// account now, or may not sign in, are left out.
pub async fn lock_waiting(db: &mut PgConnection, today: Day, limit: i64) -> sqlx::Result<Vec<NoticeRecipient>> {
    sqlx::query_as!(
        NoticeRecipient,
        r#"select n.person_id, p.email, p.name, p.language as "language: Language"
           from government_notice n join person p using (person_id)
           where n.on_day <= $1 and n.sent_at is null and p.disabled_at is null and p.bulk_id is null
           order by n.asked_at, n.person_id limit $2 for update of n skip locked"#,
        today.date(),
        limit,
    )
    .fetch_all(db)
    .await
}

pub async fn mark_notified(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("update government_notice set sent_at = $2 where person_id = $1", person_id, now.utc())
        .execute(db)
        .await
        .map(drop)
}
