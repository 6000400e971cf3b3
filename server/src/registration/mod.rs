//! From a user without a company to a working bulk account: the customer fills in an application and submits it, staff
//! review it, and a job makes the bulk account and has its accounts taken in.

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
mod applicant;
mod application;
mod company;
pub mod declaration;
mod draft;
pub(crate) mod email;
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

/// Where the own application stands. Whoever was invited into a bulk account has none, and stands where it does.
async fn standing(app: App, who: Person, _: Nothing) -> Answer<RegistrationStanding> {
    let today = Day::at(app.now());
    let is_open = government_may_register(today);
    let found = match who.bulk_id.as_ref().filter(|_| who.is_staff) {
        Some(viewed) => viewed_standing(&app, who.person_id, viewed).await?,
        None => sql::standing(&app.pool, who.person_id).await?,
    };
    // A bulk account may say more than an application does, such as 999.
    let status = match found.status.map(u8::try_from) {
        None => RegistrationStatus::Unregistered,
        Some(code) => code.ok().and_then(|code| code.try_into().ok()).unwrap_or(RegistrationStatus::Approved),
    };
    // What is still being edited is looked up by a call that is limited; what is approved or has ended has nothing left to count.
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

/// Where the application of a bulk account stands, for staff who look at it. An applicant who belongs to another one by now says
/// nothing of this one.
async fn viewed_standing(app: &App, viewer: Uuid, bulk_id: &BulkId) -> Answer<sql::Standing> {
    let applicant = sql::applicant_of(&app.pool, bulk_id).await?.unwrap_or(viewer);
    let found = sql::standing(&app.pool, applicant).await?;
    if found.bulk_id.as_ref() == Some(bulk_id) {
        return Ok(found);
    }
    Ok(sql::Standing {
        status: sql::status_of(&app.pool, bulk_id).await?,
        bulk_id: Some(bulk_id.clone()),
        ..sql::standing(&app.pool, viewer).await?
    })
}

/// The e-mail is sent on the day that is answered. Asked again, it is still one e-mail. Whoever belongs to a bulk account would
/// get none.
async fn ask_for_notice(app: App, who: Person, _: Nothing) -> Answer<Notified> {
    if who.bulk_id.is_some() {
        return Err(Code::RegistersAnother.into());
    }
    let on = government_window_opens(Day::at(app.now()));
    sql::ask_for_notice(&app.pool, who.person_id, on, app.now()).await?;
    Ok(Notified { on })
}

/// The ID of an application; a text that is none is as good as one of an application that is not there.
fn id(RegistrationId(registration_id): &RegistrationId) -> Result<Uuid, Code> {
    Uuid::try_parse(registration_id.trim()).map_err(|_| Code::RegistrationNotFound)
}
