//! Queries of profiles and of their schedules.

use gridbill_core::accounting::{AccountingDraft, AccountingProfile, AccountingSchedule};
use gridbill_core::number::BulkId;
use gridbill_core::{Day, Instant, Language};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::findings::sql::batches::LINES_MINUTES;

/// A profile whose row is locked.
pub struct StoredProfile {
    pub profile_id: Uuid,
    pub version: i64,
    pub draft: Json<AccountingDraft>,
    pub runs: i64,
}

/// Locks a profile until the end of the transaction.
pub async fn lock_profile(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
) -> sqlx::Result<Option<StoredProfile>> {
    sqlx::query_as!(
        StoredProfile,
        r#"select profile_id, version, draft as "draft: Json<AccountingDraft>", runs from accounting_profile
           where bulk_id = $1 and profile_id = $2 for no key update"#,
        bulk_id.as_str(),
        profile_id,
    )
    .fetch_optional(db)
    .await
}

/// Lists profiles by name; only one if it is named.
pub async fn profiles(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Option<Uuid>,
) -> sqlx::Result<Vec<AccountingProfile>> {
    sqlx::query!(
        r#"select profile_id::text as "profile_id!", version, draft as "draft: Json<AccountingDraft>",
                  saved_at as "saved_at: Instant", runs, last_run_at as "last_run_at: Instant"
           from accounting_profile where bulk_id = $1 and ($2::uuid is null or profile_id = $2)
           order by lower(name), profile_id"#,
        bulk_id.as_str(),
        profile_id,
    )
    .map(|row| AccountingProfile {
        profile_id: row.profile_id,
        version: row.version,
        draft: row.draft.0,
        saved_at: row.saved_at,
        runs: row.runs,
        last_run_at: row.last_run_at,
    })
    .fetch_all(db)
    .await
}

const fn schedule_name(schedule: AccountingSchedule) -> &'static str {
    match schedule {
        AccountingSchedule::Manual => "manual",
        AccountingSchedule::Daily => "daily",
        AccountingSchedule::AfterBatch => "afterBatch",
    }
}

/// Adds or changes a profile.
pub async fn save_profile(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    version: i64,
    draft: &AccountingDraft,
    saved_by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into accounting_profile (bulk_id, profile_id, version, name, draft, schedule, saved_by, saved_at, scheduled_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         on conflict (bulk_id, profile_id) do update
         set version = excluded.version, name = excluded.name, draft = excluded.draft, schedule = excluded.schedule,
             saved_by = excluded.saved_by, saved_at = excluded.saved_at",
        bulk_id.as_str(),
        profile_id,
        version,
        draft.name,
        Json(draft) as Json<&AccountingDraft>,
        schedule_name(draft.schedule),
        saved_by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_profile(db: &mut PgConnection, bulk_id: &BulkId, profile_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from accounting_profile where bulk_id = $1 and profile_id = $2", bulk_id.as_str(), profile_id)
        .execute(db)
        .await
        .map(drop)
}

/// Lists the profiles whose scheduled run is due; only one if it is named. A daily profile is due once a day; others once a
/// batch with their bills was released, or got more bills, after the last scheduled run, and no file of bills is being imported.
/// A profile with accounts of charges waits until each bill has its lines, or was given the time for them.
pub async fn due(
    db: impl PgExecutor<'_>,
    today: Day,
    only: Option<(&BulkId, Uuid)>,
    is_importing: bool,
) -> sqlx::Result<Vec<(BulkId, Uuid)>> {
    sqlx::query!(
        r#"select p.bulk_id as "bulk_id: BulkId", p.profile_id from accounting_profile p
           where ($2::text is null or p.bulk_id = $2) and ($3::uuid is null or p.profile_id = $3)
             and case p.schedule
                 when 'daily' then (p.scheduled_at at time zone 'Asia/Kuala_Lumpur')::date < $1
                 when 'afterBatch' then not $4 and exists (
                     select from batch_review r
                     where r.state = 'released' and greatest(r.released_at, r.arrived_at) > p.scheduled_at
                       and exists (select from bill b where b.bulk_id = p.bulk_id and b.bill_batch_id = r.bill_batch_id))
                 else false end
             and (p.draft -> 'chargeAccounts' is null
                  or not exists (select from batch_review r join bill b using (bill_batch_id)
                                 left join bill_charges c using (invoice_no)
                                 where b.bulk_id = p.bulk_id and r.arrived_at > now() - make_interval(mins => $5)
                                   and c.invoice_no is null))
           order by p.bulk_id, p.profile_id"#,
        today.date(),
        only.map(|(bulk_id, _)| bulk_id.as_str()),
        only.map(|(_, profile_id)| profile_id),
        is_importing,
        LINES_MINUTES,
    )
    .map(|row| (row.bulk_id, row.profile_id))
    .fetch_all(db)
    .await
}

/// Returns the user who saved the profile last.
pub async fn saved_by(db: &mut PgConnection, bulk_id: &BulkId, profile_id: Uuid) -> sqlx::Result<Uuid> {
    sqlx::query_scalar!(
        "select saved_by from accounting_profile where bulk_id = $1 and profile_id = $2",
        bulk_id.as_str(),
        profile_id,
    )
    .fetch_one(db)
    .await
}

/// Returns a user's language.
pub async fn language(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Language> {
    sqlx::query_scalar!(r#"select language as "language: Language" from person where person_id = $1"#, person_id)
        .fetch_one(db)
        .await
}

/// Stores when the scheduled run was made or refused.
pub async fn mark_scheduled(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update accounting_profile set scheduled_at = $3 where bulk_id = $1 and profile_id = $2",
        bulk_id.as_str(),
        profile_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
