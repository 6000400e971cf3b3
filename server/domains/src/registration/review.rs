//! Review: staff approve an application, request information, reject it, or close it when it is not answered.

use gridbill_core::fact::{ApplicationEvent, RegistrationFact};
use gridbill_core::registration::{
    AnswerTime, ReviewAction, ReviewRequest, Step, Submitted, check_review, next_status,
};
use gridbill_core::{Code, Day};

use super::application::Registration;
use super::email::RegistrationEmail;
use super::id;
use super::log;
use super::process;
use super::sql::review::{self as sql, Decided};
use crate::app::App;
use crate::auth::who::Staff;
use crate::auth::{again, guard};
use crate::error::Answer;
use crate::mail::To;

/// Decides on an application. If two reviewers decide at the same time, the second is refused.
/// Rejecting and closing are final, so they require a recent confirmation of the reviewer's identity.
pub async fn decide(app: App, who: Staff, request: ReviewRequest) -> Answer<Submitted> {
    let registration_id = id(&request.registration_id)?;
    let applicant = sql::applicant(&app.pool, registration_id).await?.ok_or(Code::RegistrationNotFound)?;
    let remark = request.remark.as_deref().unwrap_or_default().trim();
    check_review(request.action, remark)?;
    let staff = &who.person;

    let mut tx = app.begin().await?;
    let people = super::sql::lock_people(&mut tx, &[applicant.person_id, staff.person_id]).await?;
    guard::check_unchanged(&mut tx, staff).await?;
    let locked = Registration::lock(&mut tx, registration_id).await?;
    let step = request.action.step();
    let status = next_status(locked.status, step)?;
    // The application was submitted again since the reviewer opened it.
    if request.submission.is_some_and(|seen| seen != locked.submissions) {
        return Err(Code::RegistrationMoved.into());
    }
    // A deleted or disabled applicant can neither become Master nor answer, and gets no e-mail. An applicant in another
    // bulk account can do neither while they are in it.
    let person = people.iter().find(|one| one.person_id == applicant.person_id);
    if status.needs_applicant() {
        match person {
            None => return Err(Code::ApplicantGone.into()),
            Some(person) if person.bulk_id.is_some() => return Err(Code::ApplicantInAnotherBulkAccount.into()),
            Some(_) => {}
        }
    }
    if step == Step::Approve
        && super::sql::submit::is_registered(&mut tx, locked.registration_no.as_deref().unwrap_or_default()).await?
    {
        return Err(Code::CompanyRegistered.into());
    }
    if request.action.is_final() {
        again::require_recent_proof(&app.auth, &mut tx, staff).await?;
    }
    let remark = Some(remark).filter(|remark| !remark.is_empty());
    let days = app.config.utility.registration_answer_days;
    let answer_time = status.awaits_answer().then(|| AnswerTime::of(Day::at(app.now()), days));
    let (by, at) = (staff.person_id, app.now());
    sql::decided(&mut tx, Decided { registration_id, status, by, remark, answer_time, at }).await?;
    let fact = RegistrationFact::of(locked.status, event(request.action, locked.submissions, remark))?;
    log::by(&app, &mut tx, staff, &locked, &locked.company_name, fact).await?;
    let (company, remark) = (locked.company_name.as_str(), remark.unwrap_or_default());
    let email = match (request.action, answer_time) {
        (ReviewAction::Reject, _) => Some(RegistrationEmail::Rejected { company, remark }),
        (ReviewAction::Close, _) => Some(RegistrationEmail::Closed { company, remark }),
        (ReviewAction::RequestForInfo, Some(AnswerTime { until, .. })) => {
            Some(RegistrationEmail::NeedsMore { company, remark, until })
        }
        // The e-mail about an approval is sent once the bulk account exists.
        (ReviewAction::Approve | ReviewAction::RequestForInfo, _) => None,
    };
    if let Some(email) = email.filter(|_| person.is_some()) {
        let to = To { email: &applicant.email, name: Some(&applicant.name), language: applicant.language };
        app.context().send(&mut tx, to, email).await?;
    }
    if step == Step::Approve {
        process::add_job(&app, &mut tx, registration_id).await?;
    }
    tx.commit().await?;
    Ok(Submitted { registration_id: registration_id.to_string(), status })
}

fn event(action: ReviewAction, submission: i32, remark: Option<&str>) -> ApplicationEvent {
    let remark = remark.map(str::to_owned);
    match action {
        ReviewAction::Approve => ApplicationEvent::RegistrationApproved { submission, remark },
        ReviewAction::RequestForInfo => ApplicationEvent::RegistrationInfoRequested { submission, remark },
        ReviewAction::Reject => ApplicationEvent::RegistrationRejected { submission, remark },
        ReviewAction::Close => ApplicationEvent::RegistrationClosed { submission, remark },
    }
}
