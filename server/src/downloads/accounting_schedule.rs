//! The job that makes the scheduled runs of accounting profiles.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::accounting::{AccountingFact, RunAccounting, RunAccountingRequest};
use gridbill_core::fact::PortalActor;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Instant};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::accounting::{AccountingFile, prepared, run_made};
use super::{What, accounting_links, asking, job};
use crate::accounting::{run, sql};
use crate::accounts;
use crate::app::App;
use crate::auth::absent;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};
use crate::findings::sql::audit;
use crate::jobs::{self, Failures};

const ACTOR: Actor<'static> = Actor::Portal(PortalActor::Accounting);

/// The job that makes the scheduled runs that are due.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RunSchedules {}

impl TaskHandler for RunSchedules {
    const IDENTIFIER: &'static str = "run_accounting_schedules";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        run_due(&app).await.map_err(|error| format!("scheduled accounting runs: {error:?}"))
    }
}

/// Makes the scheduled runs that are due, each in its own transaction. Several processes may run this at the same time: each
/// profile is locked and looked at again. Fails with the first failure, after all profiles were tried.
pub async fn run_due(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    let is_importing = audit::is_importing(&app.pool).await?;
    for (bulk_id, profile_id) in sql::due(&app.pool, Day::at(app.now()), None, is_importing).await? {
        let done = run_one(app, &bulk_id, profile_id).await;
        failures.note(&profile_id.to_string(), "cannot make a scheduled accounting run", done)?;
    }
    failures.answer()
}

/// Makes one run, or records why it was refused. The run acts for the user who saved the profile. Its time is that before it
/// reads, so that bills that come meanwhile make the profile due again.
async fn run_one(app: &App, bulk_id: &BulkId, profile_id: Uuid) -> Answer<()> {
    let begun = app.now();
    match make(app, bulk_id, profile_id, begun).await {
        Err(Error::Refused(problem)) => {
            let mut tx = app.pool.begin().await?;
            if let Some(profile) = sql::lock_profile(&mut tx, bulk_id, profile_id).await? {
                sql::mark_scheduled(&mut tx, bulk_id, profile_id, begun).await?;
                // Nothing new is no failure.
                if problem.code != Code::AccountingNothingNew {
                    let saved_by = sql::saved_by(&mut tx, bulk_id, profile_id).await?;
                    let fact =
                        AccountingFact::AccountingRunRefused { profile_id: profile_id.to_string(), code: problem.code };
                    let entry = Entry::of(Subject::BulkAccount(bulk_id), ACTOR, fact, &profile.draft.0.name);
                    facts::record(&app.context(), &mut tx, entry.concerning(saved_by)).await?;
                }
            }
            tx.commit().await?;
            Ok(())
        }
        done => done,
    }
}

async fn make(app: &App, bulk_id: &BulkId, profile_id: Uuid, begun: Instant) -> Answer<()> {
    let mut db = app.pool.acquire().await?;
    let saved_by = sql::saved_by(&mut db, bulk_id, profile_id).await?;
    let language = sql::language(&mut db, saved_by).await?;
    drop(db);
    let person = absent::person(&app.auth, saved_by, language).await?;
    let request = RunAccountingRequest {
        id: bulk_id.clone(),
        profile_id: profile_id.to_string(),
        version: 0,
        is_sample: false,
        plan_id: None,
    };
    let who = job::customer::<RunAccounting>(app, person, bulk_id, &request).await?;
    let context = app.context();
    let mut tx = app.begin().await?;
    accounts::bulk::lock_row(&mut tx, bulk_id).await?;
    let Some(profile) = sql::lock_profile(&mut tx, bulk_id, profile_id).await? else { return Ok(()) };
    // Another process may have made the run.
    let is_importing = audit::is_importing(&mut *tx).await?;
    if sql::due(&mut *tx, Day::at(begun), Some((bulk_id, profile_id)), is_importing).await?.is_empty() {
        return Ok(());
    }
    let (run_no, sums) = run::make(&mut tx, bulk_id, &profile, None, None, who.person.language, app.now()).await?;
    sql::mark_scheduled(&mut tx, bulk_id, profile_id, begun).await?;
    let draft = &profile.draft.0;
    let entry = Entry::of(
        Subject::BulkAccount(bulk_id),
        ACTOR,
        run_made(profile_id, profile.version, run_no, &sums),
        &draft.name,
    );
    facts::record(&context, &mut tx, entry).await?;
    if draft.has_link {
        accounting_links::send(&context, &mut tx, &who, profile_id, run_no, draft, &sums).await?;
    }
    let file = AccountingFile { id: bulk_id.clone(), profile_id, run_no: Some(run_no), draft: None };
    let prepared = prepared(draft, &sums, Some(run_no));
    let (tx, _) = asking::add(&context, tx, &who.person, &What::Accounting(file), prepared).await?;
    tx.commit().await?;
    Ok(())
}
