//! Registration: from a user without a company to a working bulk account. The customer submits an application, staff
//! review it, and a job creates the bulk account and adds its accounts.

use gridbill_core::accounts::RemoveFromPending;
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::{BulkId, RegistrationId};
use gridbill_core::registration::{
    self as core, GOVERNMENT, Notified, RegistrationStanding, RegistrationStatus, government_may_register,
    government_window_opens,
};
use gridbill_core::{Code, Day};
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::Person;
use crate::endpoint::Mount;
use crate::error::Answer;

pub mod answer;
mod application;
mod company;
pub mod declaration;
mod draft;
pub mod email;
mod form;
mod limits;
mod list;
mod log;
pub mod notice;
mod process;
mod record;
mod review;
mod sql;
mod submit;
mod withdraw;

pub use process::{ProcessRegistration, pick_up};
pub use sql::is_being_made;
pub use withdraw::with_applicant;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(RemoveFromPending, process::forget_pending)
        .json(core::GetRegistrationApplication, draft::application)
        .json(core::GetRegistrationStatus, standing)
        .json(core::SaveRegistrationDraft, draft::save)
        .json(core::GetRegistrationDefaultValues, company::default_values)
        .json(core::GetAutoSuggestedAccounts, company::suggested)
        .json(core::ChildAccountValidation, company::validate)
        .json(core::RegisterBulkAccount, submit::register)
        .json(core::UpdateRegistrationRecord, submit::update)
        .json(core::WithdrawApplication, withdraw::withdraw)
        .json(core::RedoApplication, submit::redo)
        .json(core::GovernmentRegistrationNotification, ask_for_notice)
        .list(core::BulkUserRegistrationTable, list::table)
        .json(core::GetRegistrationApplicationByID, record::reviewed)
        .json(core::GetRegistrationRecord, record::head)
        .json(core::RegistrationRemarkLog, record::steps)
        .list(core::GetRegistrationAccounts, record::accounts)
        .json(core::UpdateBulkAccountRegistrationStatus, review::decide)
        .file(core::DownloadDeclaration, form::download)
        .upload(core::UploadDeclaration, declaration::upload)
        .file(core::DownloadDeclarationForm, declaration::download)
}

/// Returns the status of the user's own application. A user who was invited into a bulk account has none and gets the
/// status of that account.
async fn standing(app: App, who: Person, _: Nothing) -> Answer<RegistrationStanding> {
    let today = Day::at(app.now());
    let is_open = government_may_register(today);
    let found = match who.bulk_id.as_ref().filter(|_| who.is_staff) {
        Some(viewed) => viewed_standing(&app, who.person_id, viewed).await?,
        None => sql::find_state(&app.pool, who.person_id).await?,
    };
    // A bulk account may have a status that no application has, such as 999.
    let status = match found.status.map(u8::try_from) {
        None => RegistrationStatus::Unregistered,
        Some(code) => code.ok().and_then(|code| code.try_into().ok()).unwrap_or(RegistrationStatus::Approved),
    };
    // Drafts are checked by a rate-limited call; approved and ended applications need no counts.
    let is_counted = status.is_live() && !status.is_editable() && status != RegistrationStatus::Approved;
    let accounts = match found.registration_id {
        Some(id) if is_counted => Some(record::counts(&app, id, found.submissions).await?),
        _ => None,
    };
    Ok(RegistrationStanding {
        registration_id: found.registration_id.map(|id| id.to_string()),
        status,
        processed_accounts: found.processed,
        total_accounts: found.total,
        accounts,
        bulk_id: found.bulk_id,
        answer_by: found.answer_by,
        government_window_is_open: is_open,
        government_window_opens: (!is_open).then(|| government_window_opens(today)),
        answers_as_government: status == RegistrationStatus::RequestForInfo && found.business_type == Some(GOVERNMENT),
        is_notified: found.is_notified,
    })
}

/// Returns the status of a bulk account's application, for staff in customer view mode. If the applicant belongs to
/// another bulk account now, uses the bulk account's own status.
async fn viewed_standing(app: &App, viewer: Uuid, bulk_id: &BulkId) -> Answer<sql::RegistrationState> {
    let applicant = sql::applicant_of(&app.pool, bulk_id).await?.unwrap_or(viewer);
    let found = sql::find_state(&app.pool, applicant).await?;
    if found.bulk_id.as_ref() == Some(bulk_id) {
        return Ok(found);
    }
    Ok(sql::RegistrationState {
        status: sql::status_of(&app.pool, bulk_id).await?,
        bulk_id: Some(bulk_id.clone()),
        ..sql::find_state(&app.pool, viewer).await?
    })
}

/// Requests an e-mail on the day that is returned. Repeated requests give a single e-mail. Users who belong to a bulk
/// account are refused.
async fn ask_for_notice(app: App, who: Person, _: Nothing) -> Answer<Notified> {
    if who.bulk_id.is_some() {
        return Err(Code::RegistersAnother.into());
    }
    let on = government_window_opens(Day::at(app.now()));
    sql::ask_for_notice(&app.pool, who.person_id, on, app.now()).await?;
    Ok(Notified { on })
}

/// Parses the ID of an application; text that is not an ID gives "not found".
fn id(RegistrationId(registration_id): &RegistrationId) -> Result<Uuid, Code> {
    Uuid::try_parse(registration_id.trim()).map_err(|_| Code::RegistrationNotFound)
}
