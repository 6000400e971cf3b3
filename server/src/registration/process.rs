//! From an approved application to a working bulk account. A job makes it and asks for its accounts; whoever takes the last
//! of them in moves the application on. Each part is one transaction that looks first whether it is done, so a process may
//! be killed anywhere.

use gridbill_core::accounts::TaggingAction;
use gridbill_core::number::BulkId;
use gridbill_core::registration::{RegistrationStatus, Step, next};
use gridbill_core::{Code, Topic};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::application::Registration;
use super::list;
use super::log::{self, Happened};
use super::sql::{self as shared, process as sql, review};
use crate::accounts::tagging::{self, Asker, Wanted};
use crate::activity::{self, Kind, Note};
use crate::app::App;
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::jobs;
use crate::live::{self, Change};
use crate::mail::{self, Letter, To};

/// Makes the bulk account unless it is made, with whoever registered it as its Master, and has its accounts taken in.
///
/// # Errors
/// When the database does not answer.
pub async fn process(app: &App, registration_id: Uuid) -> Answer<()> {
    let Some(applicant) = review::applicant(&app.pool, registration_id).await? else { return Ok(()) };
    let mut tx = app.pool.begin().await?;
    shared::hold_people(&mut tx, &[applicant.person_id]).await?;
    let held = Registration::hold(&mut tx, registration_id).await?;
    if held.status != RegistrationStatus::PostProcessing {
        return Ok(());
    }
    match &held.bulk_id {
        None => open_account(app, &mut tx, &held, &applicant).await?,
        Some(bulk_id) => jobs::tag(app, &mut tx, bulk_id).await?,
    }
    live::publish(&mut *tx, moved(applicant.person_id)).await?;
    tx.commit().await?;
    Ok(())
}

/// The applicant's page follows it, and knows the bulk account when there is one.
fn moved(person_id: Uuid) -> Change {
    let topics = [Topic::Registrations, Topic::Profile, Topic::Company, Topic::Users];
    Change::of(&topics).of_person(person_id)
}

async fn open_account(app: &App, tx: &mut Tx, held: &Registration, applicant: &review::Applicant) -> Answer<()> {
    let bulk_id = sql::make_bulk_account(tx, held.registration_id, app.now()).await?;
    if !sql::make_master(tx, applicant.person_id, &bulk_id).await? {
        // Nobody joins another bulk account or is removed between the approval and this.
        return Err(anyhow::anyhow!("whoever registered {} cannot be its Master", held.registration_id).into());
    }
    let accounts = list::accounts(tx, held.registration_id, held.submissions).await?;
    let wanted: Vec<Wanted<'_>> = accounts
        .iter()
        .map(|one| Wanted { account_no: &one.account_no, reference_id: one.reference_id.as_deref() })
        .collect();
    let by = Asker { person_id: applicant.person_id, name: &applicant.name };
    tagging::ask(app, tx, &bulk_id, by, TaggingAction::Tagging, &wanted).await?;
    let note = Note {
        kind: Kind::BulkAccountMade,
        bulk_id: Some(&bulk_id),
        actor_id: None,
        actor_name: &app.config.utility.utility_name,
        subject: &held.company_name,
        details: json!({ "registrationId": held.registration_id, "master": applicant.email, "accounts": accounts.len() }),
    };
    activity::note(app, tx, note).await
}

/// Moves the application of a bulk account on when nothing of it waits any more: to approved, or to approved with errors;
/// and from there to approved once the last error is put right or forgotten. Whoever changes taggings calls it afterwards.
///
/// # Errors
/// When the database does not answer.
pub async fn settle(app: &App, db: &mut PgConnection, bulk_id: &BulkId) -> Answer<()> {
    let Some(held) = Registration::hold_processed(db, bulk_id).await? else { return Ok(()) };
    // Looked at under the application's lock: of two who did the last accounts at the same time, the second one sees both.
    let left = sql::left(db, bulk_id).await?;
    let step = match (held.status, left.errors) {
        _ if left.waiting => return Ok(()),
        (RegistrationStatus::AcceptedWithError, 0) => Step::PutRight,
        (RegistrationStatus::AcceptedWithError, _) => return Ok(()),
        (_, 0) => Step::Finish,
        _ => Step::FinishWithErrors,
    };
    let status = next(held.status, step)?;
    sql::settled(db, held.registration_id, status, app.now()).await?;
    let details = json!({ "errors": left.errors });
    let happened = Happened { step, status, remark: None, details };
    log::by_portal(app, db, bulk_id, held.registration_id, &held.company_name, happened).await?;
    let applicant = review::applicant(&mut *db, held.registration_id).await?.ok_or(Code::RegistrationNotFound)?;
    live::publish(&mut *db, moved(applicant.person_id).in_account(bulk_id)).await?;
    if step == Step::PutRight {
        return Ok(());
    }
    let to = To { email: &applicant.email, name: Some(&applicant.name), language: applicant.language };
    let letter = Letter::RegistrationApproved {
        company: &held.company_name,
        bulk_id: bulk_id.as_str(),
        accounts: left.taken,
        errors: left.errors,
    };
    mail::send(app, db, to, letter).await
}

/// Gives a job to whatever is to be processed and may have lost its own, as when a job failed too often.
///
/// # Errors
/// When the database does not answer.
pub async fn pick_up(app: &App, db: &mut PgConnection) -> Answer<()> {
    for registration_id in sql::to_process(&mut *db).await? {
        jobs::process_registration(app, db, registration_id).await?;
    }
    let waiting = tagging::bulk_accounts_waiting(db).await?;
    for bulk_id in waiting.into_iter().chain(sql::to_settle(&mut *db).await?) {
        jobs::tag(app, db, &bulk_id).await?;
    }
    Ok(())
}
