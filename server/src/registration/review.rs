//! Staff approve an application, ask for more, or reject it.

use gridbill_core::Code;
use gridbill_core::fact::{ApplicationEvent, RegistrationFact};
use gridbill_core::registration::{ReviewAction, ReviewRequest, Step, Submitted, check_review, next};

use super::application::Registration;
use super::email::RegistrationEmail;
use super::id;
use super::log;
use super::process;
use super::sql::review as sql;
use crate::app::App;
use crate::auth::who::Staff;
use crate::auth::{again, guard};
use crate::error::Answer;
use crate::mail::To;

/// Of two at the same time one decides, and the other is told that the application has moved on. To reject cannot be
/// undone, so the session must be known to be theirs.
pub async fn decide(app: App, who: Staff, request: ReviewRequest) -> Answer<Submitted> {
    let registration_id = id(&request.registration_id)?;
    let applicant = sql::applicant(&app.pool, registration_id).await?.ok_or(Code::RegistrationNotFound)?;
    let remark = request.remark.as_deref().unwrap_or_default().trim();
    check_review(request.action, remark)?;
    let staff = &who.person;

    let mut tx = app.pool.begin().await?;
    let people = super::sql::lock_people(&mut tx, &[applicant.person_id, staff.person_id]).await?;
    guard::still(&mut tx, staff).await?;
    let locked = Registration::lock(&mut tx, registration_id).await?;
    let step = request.action.step();
    let status = next(locked.status, step)?;
    // Sent back and submitted again while somebody looked at what was there before.
    if request.submission.is_some_and(|seen| seen != locked.submissions) {
        return Err(Code::RegistrationMoved.into());
    }
    if step == Step::Approve {
        // Without those who were deleted or disabled.
        let person = people.iter().find(|one| one.person_id == applicant.person_id).ok_or(Code::ApplicantGone)?;
        if person.bulk_id.is_some() {
            return Err(Code::ApplicantInAnotherBulkAccount.into());
        }
        if super::sql::submit::is_registered(&mut tx, locked.registration_no.as_deref().unwrap_or_default()).await? {
            return Err(Code::CompanyRegistered.into());
        }
    }
    if step == Step::Reject {
        again::require(&app.auth, &mut tx, staff).await?;
    }
    let remark = Some(remark).filter(|remark| !remark.is_empty());
    sql::decided(&mut tx, registration_id, status, staff.person_id, remark, app.now()).await?;
    let (submission, said) = (locked.submissions, remark.map(str::to_owned));
    let decided = match request.action {
        ReviewAction::Approve => ApplicationEvent::RegistrationApproved { submission, remark: said },
        ReviewAction::RequestForInfo => ApplicationEvent::RegistrationInfoRequested { submission, remark: said },
        ReviewAction::Reject => ApplicationEvent::RegistrationRejected { submission, remark: said },
    };
    let fact = RegistrationFact::of(locked.status, decided)?;
    log::by(&app, &mut tx, staff, &locked, &locked.company_name, fact).await?;
    let to = To { email: &applicant.email, name: Some(&applicant.name), language: applicant.language };
    let (company, remark) = (locked.company_name.as_str(), remark.unwrap_or_default());
    match request.action {
        // The e-mail follows once there is something to sign in to.
        ReviewAction::Approve => process::add_job(&app, &mut tx, registration_id).await?,
        ReviewAction::RequestForInfo => {
            app.context().send(&mut tx, to, RegistrationEmail::NeedsMore { company, remark }).await?;
        }
        ReviewAction::Reject => {
            app.context().send(&mut tx, to, RegistrationEmail::Rejected { company, remark }).await?;
        }
    }
    tx.commit().await?;
    Ok(Submitted { registration_id: registration_id.to_string(), status })
}
