//! From an approved application to a working bulk account. A job creates it and queues its accounts; the job that adds
//! the last account completes the application. Each part is one transaction that first checks whether it is done
//! already, so a process may be killed at any point.

use graphile_worker::{IntoTaskHandlerResult, JobSpec, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::Code;
use gridbill_core::accounts::{PendingActionRequest, TaggingAction, TaggingBegun};
use gridbill_core::fact::{ApplicationEvent, CompanyFact, RegistrationFact};
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::application::Registration;
use super::email::RegistrationEmail;
use super::list;
use super::log;
use super::sql::{self as shared, process as sql, review};
use crate::accounts::pending;
use crate::accounts::tagging::{self, AccountToTag, Asker, TagAccounts};
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs;
use crate::mail::To;

/// The job that creates the bulk account and queues its accounts.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProcessRegistration {
    pub registration_id: Uuid,
}

impl TaskHandler for ProcessRegistration {
    const IDENTIFIER: &'static str = "process_registration";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        let done = process(&app, self.registration_id).await;
        done.map_err(|error| format!("processing the application {}: {error:?}", self.registration_id))
    }
}

/// Adds a job that processes an approved application once the transaction commits. The job's key prevents duplicates.
pub async fn add_job(app: &App, db: &mut PgConnection, registration_id: Uuid) -> Answer<()> {
    app.queue.add(db, ProcessRegistration { registration_id }, spec(registration_id)).await
}

fn spec(registration_id: Uuid) -> JobSpec {
    JobSpecBuilder::new().job_key(format!("register {registration_id}")).build()
}

/// Processes the queued taggings of a bulk account, then completes its application if nothing is left.
impl TaskHandler for TagAccounts {
    const IDENTIFIER: &'static str = "tag_accounts";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        let done = tag(&app, &self.bulk_id).await;
        done.map_err(|error| format!("tagging accounts of {}: {error:?}", self.bulk_id))
    }
}

async fn tag(app: &App, bulk_id: &BulkId) -> Answer<()> {
    tagging::work(app, bulk_id).await?;
    let mut tx = app.pool.begin().await?;
    settle(app, &mut tx, bulk_id).await?;
    tx.commit().await?;
    Ok(())
}

/// Dismisses accounts that could not be added. When no error is left, the application is completed.
pub async fn forget_pending(app: App, who: Customer, request: PendingActionRequest) -> Answer<TaggingBegun> {
    let mut tx = app.pool.begin().await?;
    let begun = pending::dismiss(&app, &mut tx, &who, &request.accounts).await?;
    settle(&app, &mut tx, &who.bulk_id).await?;
    pending::record_dismissal(&app, &mut tx, &who, &request.accounts).await?;
    tx.commit().await?;
    Ok(begun)
}

/// Creates the bulk account unless it exists, with the applicant as its Master, and queues its accounts.
async fn process(app: &App, registration_id: Uuid) -> Answer<()> {
    let Some(applicant) = review::applicant(&app.pool, registration_id).await? else { return Ok(()) };
    let mut tx = app.pool.begin().await?;
    shared::lock_people(&mut tx, &[applicant.person_id]).await?;
    let locked = Registration::lock(&mut tx, registration_id).await?;
    if locked.status != RegistrationStatus::PostProcessing {
        return Ok(());
    }
    match &locked.bulk_id {
        None => open_account(app, &mut tx, &locked, &applicant).await?,
        Some(bulk_id) => tagging::add_job(app, &mut tx, bulk_id).await?,
    }
    tx.commit().await?;
    Ok(())
}

async fn open_account(
    app: &App,
    tx: &mut PgConnection,
    locked: &Registration,
    applicant: &review::Applicant,
) -> Answer<()> {
    let bulk_id = sql::make_bulk_account(tx, locked.registration_id, app.now()).await?;
    if !sql::make_master(tx, applicant.person_id, &bulk_id).await? {
        // Must not happen: nothing can move or remove the applicant between the approval and this step.
        return Err(anyhow::anyhow!("the applicant of {} cannot be made Master", locked.registration_id).into());
    }
    let accounts = list::accounts(tx, locked.registration_id, locked.submissions).await?;
    let wanted: Vec<AccountToTag<'_>> = accounts
        .iter()
        .map(|one| AccountToTag { account_no: &one.account_no, reference_id: one.reference_id.as_deref() })
        .collect();
    let by = Asker { person_id: Some(applicant.person_id), name: &applicant.name };
    tagging::ask(app, tx, &bulk_id, by, TaggingAction::Tagging, &wanted).await?;
    let fact = CompanyFact::BulkAccountMade {
        registration_id: locked.registration_id.to_string(),
        master: applicant.email.clone(),
        accounts: accounts.len(),
    };
    let actor = Actor::Utility(&app.config.utility.utility_name);
    let entry = Entry::of(Subject::BulkAccount(&bulk_id), actor, fact, &locked.company_name);
    // The applicant's open pages learn of the bulk account.
    facts::record(&app.context(), tx, entry.concerning(applicant.person_id)).await
}

/// Advances the application of a bulk account when none of its accounts is queued any more: to approved or, with
/// errors, to approved with errors. Once the last error is fixed or dismissed, it becomes approved. Every change of
/// taggings must call this afterwards.
async fn settle(app: &App, db: &mut PgConnection, bulk_id: &BulkId) -> Answer<()> {
    let Some(locked) = Registration::lock_processed(db, bulk_id).await? else { return Ok(()) };
    // Read under the application's lock: if two jobs finish the last accounts at the same time, the second sees the
    // results of both.
    let left = sql::count_taggings(db, bulk_id).await?;
    let event = match (locked.status, left.errors) {
        _ if left.waiting => return Ok(()),
        (RegistrationStatus::AcceptedWithError, 0) => ApplicationEvent::RegistrationPutRight,
        (RegistrationStatus::AcceptedWithError, _) => return Ok(()),
        (_, 0) => ApplicationEvent::RegistrationFinished,
        (_, errors) => ApplicationEvent::RegistrationFinishedWithErrors { errors },
    };
    let is_put_right = event == ApplicationEvent::RegistrationPutRight;
    let fact = RegistrationFact::of(locked.status, event)?;
    sql::set_processed_status(db, locked.registration_id, fact.after, app.now()).await?;
    log::by_portal(app, db, Some(bulk_id), &locked, fact).await?;
    // The e-mail addresses the Master, so it is skipped if the applicant has transferred the role or was deleted.
    if is_put_right || !sql::is_master(db, locked.person_id, bulk_id).await? {
        return Ok(());
    }
    let applicant = review::applicant(&mut *db, locked.registration_id).await?.ok_or(Code::RegistrationNotFound)?;
    let to = To { email: &applicant.email, name: Some(&applicant.name), language: applicant.language };
    let email = RegistrationEmail::Approved {
        company: &locked.company_name,
        bulk_id: bulk_id.as_str(),
        accounts: left.taken,
        errors: left.errors,
    };
    app.context().send(db, to, email).await
}

/// Restores lost jobs, such as those that failed too often.
pub async fn pick_up(app: &App, db: &mut PgConnection) -> Answer<()> {
    for registration_id in sql::to_process(&mut *db).await? {
        app.queue.restore(db, ProcessRegistration { registration_id }, spec(registration_id)).await?;
    }
    let waiting = tagging::bulk_accounts_waiting(db).await?;
    for bulk_id in waiting.into_iter().chain(sql::to_settle(&mut *db).await?) {
        tagging::restore_job(app, db, bulk_id).await?;
    }
    Ok(())
}
