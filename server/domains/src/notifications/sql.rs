//! Queries for notifications. They are restricted to the person, and for customers to their current bulk account.
//! Expired notifications are never returned, although rows of the oldest month may still exist.

use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Day, Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::auth::who::Person;

fn bulk_id(who: &Person) -> Option<&str> {
    who.bulk_id.as_ref().map(BulkId::as_str)
}

/// Counts unread notifications, up to `limit`.
pub async fn unread(db: impl PgExecutor<'_>, who: &Person, kept_since: Instant, limit: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "unread!" from (
               select from notification
               where person_id = $1 and ($2 or bulk_id is null or bulk_id = $3) and deleted_at is null and read_at is null
                 and notified_at >= $4
               order by notified_at desc, notification_id desc limit $5
           ) newest"#,
        who.person_id,
        who.is_staff,
        bulk_id(who),
        kept_since.utc(),
        limit,
    )
    .fetch_one(db)
    .await
}

/// Marks notifications as read. Returns how many were unread.
pub async fn read(
    db: impl PgExecutor<'_>,
    who: &Person,
    kept_since: Instant,
    ids: &[i64],
    now: Instant,
) -> sqlx::Result<i64> {
    let done = sqlx::query!(
        "update notification set read_at = $5
         where person_id = $1 and ($2 or bulk_id is null or bulk_id = $3) and notification_id = any($4)
           and notified_at >= $6 and deleted_at is null and read_at is null",
        who.person_id,
        who.is_staff,
        bulk_id(who),
        ids,
        now.utc(),
        kept_since.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected().cast_signed())
}

/// Soft-deletes notifications. Returns their number.
pub async fn delete(
    db: impl PgExecutor<'_>,
    who: &Person,
    kept_since: Instant,
    ids: &[i64],
    now: Instant,
) -> sqlx::Result<i64> {
    let done = sqlx::query!(
        "update notification set deleted_at = $5
         where person_id = $1 and ($2 or bulk_id is null or bulk_id = $3) and notification_id = any($4)
           and notified_at >= $6 and deleted_at is null",
        who.person_id,
        who.is_staff,
        bulk_id(who),
        ids,
        now.utc(),
        kept_since.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected().cast_signed())
}

/// Restores the notifications that one call deleted, identified by the time of deletion.
pub async fn restore(
    db: impl PgExecutor<'_>,
    who: &Person,
    kept_since: Instant,
    deleted_at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update notification set deleted_at = null
         where person_id = $1 and ($2 or bulk_id is null or bulk_id = $3) and deleted_at = $4
           and notified_at >= $5",
        who.person_id,
        who.is_staff,
        bulk_id(who),
        deleted_at.utc(),
        kept_since.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Permanently deletes up to `limit` notifications that were soft-deleted before `before`. Returns their number.
pub async fn purge_deleted(db: impl PgExecutor<'_>, before: Instant, limit: i64) -> sqlx::Result<i64> {
    let done = sqlx::query!(
        "delete from notification where notification_id = any(array(
             select notification_id from notification where deleted_at < $1 order by deleted_at limit $2
         ))",
        before.utc(),
        limit,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected().cast_signed())
}

/// A user who chose the daily digest.
pub struct DailyReader {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub language: Language,
    pub bulk_id: Option<BulkId>,
    pub is_staff: bool,
    pub role: Option<Role>,
    pub make_payments: bool,
    pub manage_accounts: bool,
    /// The last notification that earlier digests covered.
    pub digested_through: i64,
}

impl DailyReader {
    pub const fn permissions(&self) -> Permissions {
        Permissions { make_payments: self.make_payments, manage_accounts: self.manage_accounts }
    }
}

/// Whether any user's digest for the day is due.
pub async fn is_any_person_due(db: impl PgExecutor<'_>, today: Day) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from person
                          where notification_email = 'daily' and (digested_on is null or digested_on < $1)
                            and activated_at is not null and disabled_at is null and deleted_at is null) as "is!""#,
        today.date(),
    )
    .fetch_one(db)
    .await
}

/// Returns the id of the last notification.
pub async fn last(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(notification_id), 0) as "last!" from notification"#).fetch_one(db).await
}

/// Locks and returns a user whose digest for the day is due. Skips users that another process has locked.
pub async fn lock_daily_reader(db: &mut PgConnection, today: Day) -> sqlx::Result<Option<DailyReader>> {
    sqlx::query_as!(
        DailyReader,
        r#"select person_id, email, name, language as "language: Language", bulk_id as "bulk_id: BulkId", is_staff,
                  role as "role: Role", make_payments, manage_accounts, digested_through
           from person
           where notification_email = 'daily' and (digested_on is null or digested_on < $1)
             and activated_at is not null and disabled_at is null and deleted_at is null
           limit 1 for no key update skip locked"#,
        today.date(),
    )
    .fetch_optional(db)
    .await
}

pub async fn mark_digested(db: &mut PgConnection, person_id: Uuid, today: Day, through: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set digested_on = $2, digested_through = $3 where person_id = $1",
        person_id,
        today.date(),
        through,
    )
    .execute(db)
    .await
    .map(drop)
}
