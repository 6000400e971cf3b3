//! Queries that create a bulk account from an application.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Creates the bulk account of a locked application from its last submission.
pub async fn make_bulk_account(db: &mut PgConnection, registration_id: Uuid, now: Instant) -> sqlx::Result<BulkId> {
    let bulk_id = sqlx::query_scalar!(
        r#"insert into bulk_account (bulk_id, company_name, registration_no, business_type, registration_status, details,
                                     created_at)
           select next_bulk_id(), r.company_name, r.registration_no, r.business_type, r.status,
                  s.form -> 'details', $2
           from registration r join registration_submission s on s.registration_id = r.registration_id
                and s.submission = r.submissions
           where r.registration_id = $1
           returning bulk_id as "bulk_id: BulkId""#,
        registration_id,
        now.utc(),
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!(
        "update registration set bulk_id = $2, updated_at = $3 where registration_id = $1",
        registration_id,
        bulk_id.as_str(),
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(bulk_id)
}

/// Makes a user whose row is locked the Master. Returns false if they belong to a bulk account or were removed.
pub async fn make_master(db: &mut PgConnection, person_id: Uuid, bulk_id: &BulkId) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update person set bulk_id = $2, role = 'master', make_payments = false, manage_accounts = false
         where person_id = $1 and bulk_id is null and not is_staff and deleted_at is null",
        person_id,
        bulk_id.as_str(),
    );
    Ok(done.execute(db).await?.rows_affected() == 1)
}

/// Whether the user is still the Master of this bulk account.
pub async fn is_master(db: &mut PgConnection, person_id: Uuid, bulk_id: &BulkId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from person
                          where person_id = $1 and bulk_id = $2 and role = 'master' and deleted_at is null) as "is!""#,
        person_id,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// The progress of adding accounts to a bulk account.
pub struct TaggingCounts {
    pub waiting: bool,
    /// Accounts that could not be added.
    pub errors: i64,
    /// Accounts in the bulk account.
    pub taken: i64,
}

pub async fn count_taggings(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<TaggingCounts> {
    sqlx::query_as!(
        TaggingCounts,
        r#"select exists (select from tagging where bulk_id = $1 and done_at is null) as "waiting!",
                  (select count(*) from tagging where bulk_id = $1 and error_type is not null and forgotten_at is null)
                      as "errors!",
                  (select count(*) from electricity_account where bulk_id = $1) as "taken!""#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// Sets the status of the application and its bulk account. Keeps another status that staff have set on the
/// bulk account, such as 999.
pub async fn set_processed_status(
    db: &mut PgConnection,
    registration_id: Uuid,
    status: RegistrationStatus,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with moved as (
             update registration set status = $2, updated_at = $3 where registration_id = $1 returning bulk_id)
         update bulk_account b set registration_status = $2 from moved
         where b.bulk_id = moved.bulk_id and registration_awaits_accounts(b.registration_status)",
        registration_id,
        status as i16,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Lists approved applications that are not processed yet.
pub async fn to_process(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select registration_id from registration where status = $1 order by submitted_at",
        RegistrationStatus::PostProcessing as i16,
    )
    .fetch_all(db)
    .await
}

/// Lists bulk accounts without errors whose application still has status "approved with errors".
pub async fn to_settle(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<BulkId>> {
    sqlx::query_scalar!(
        r#"select bulk_id as "bulk_id!: BulkId" from registration r where status = $1 and not exists (
               select from tagging t where t.bulk_id = r.bulk_id and t.error_type is not null and t.forgotten_at is null)"#,
        RegistrationStatus::AcceptedWithError as i16,
    )
    .fetch_all(db)
    .await
}
