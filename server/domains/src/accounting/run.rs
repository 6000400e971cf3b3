//! A real run: in one transaction, under the lock of the profile, it inserts the run and the documents that it exports.

use gridbill_core::accounting::{AccountingDraft, AccountingSums};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Instant, Language};
use sqlx::PgConnection;
use uuid::Uuid;

use super::plan::Planner;
use super::sql::{self, StoredProfile};
use crate::error::Answer;

/// Locks a profile and checks that it is the version that the user has seen.
/// Fails with [`Code::AccountingProfileNotFound`], [`Code::AccountingProfileChanged`].
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, profile_id: Uuid, version: i64) -> Answer<StoredProfile> {
    let profile = sql::lock_profile(db, bulk_id, profile_id).await?.ok_or(Code::AccountingProfileNotFound)?;
    if profile.version != version {
        return Err(Code::AccountingProfileChanged.into());
    }
    Ok(profile)
}

/// Exports what is new or changed, and returns the number and the sums of the run. The caller holds the lock of the
/// profile, and commits. `made_by` is none for a scheduled run. `plan_id` is the plan that the user has seen, if any.
/// Fails with the codes of [`Planner::check`], [`Code::AccountingNothingNew`], [`Code::AccountingPlanChanged`].
pub async fn make(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile: &StoredProfile,
    made_by: Option<Uuid>,
    plan_id: Option<&str>,
    language: Language,
    now: Instant,
) -> Answer<(i64, AccountingSums)> {
    let (profile_id, run_no) = (profile.profile_id, profile.runs + 1);
    sql::begin_run(db, bulk_id, profile, run_no, made_by, now).await?;
    let mut planner = Planner::load(db, bulk_id, profile_id, &profile.draft.0).await?;
    let mut place = 0;
    while let Some(planned) = planner.next(db).await? {
        sql::add_documents(db, bulk_id, profile_id, run_no, place, &planned).await?;
        place += i64::try_from(planned.len()).map_err(anyhow::Error::from)?;
    }
    planner.check(language)?;
    if planner.sums.documents == 0 {
        return Err(Code::AccountingNothingNew.into());
    }
    if plan_id.is_some_and(|plan_id| plan_id != planner.plan_id()) {
        return Err(Code::AccountingPlanChanged.into());
    }
    sql::end_run(db, bulk_id, profile_id, run_no, &planner.sums, now).await?;
    Ok((run_no, planner.sums))
}

/// Returns the sums of a run that would be made now. Nothing is stored. Fails with the codes of [`Planner::check`].
pub async fn sample(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    draft: &AccountingDraft,
    language: Language,
) -> Answer<AccountingSums> {
    let mut planner = Planner::load(db, bulk_id, profile_id, draft).await?;
    while planner.next(db).await?.is_some() {}
    planner.check(language)?;
    Ok(planner.sums)
}
