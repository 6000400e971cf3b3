//! Follows up requests for information that the applicant does not answer. Sends two reminders by e-mail; after the
//! last day the application ends by itself, so that it no longer blocks its company's number
//! (docs/domain/registration.md#waiting-for-an-answer).

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::endpoint::Feature;
use gridbill_core::fact::{ApplicationEvent, RegistrationFact};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::application::Registration;
use super::email::RegistrationEmail;
use super::log;
use super::sql::{self as shared, answer as sql, review};
use crate::app::App;
use crate::error::Answer;
use crate::jobs::{self, Failures};
use crate::mail::To;

/// The page that the reminder links to.
const PAGE: &str = "/bulkAccount/status";

/// The job that sends reminders to applicants and ends applications that were not answered in time.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct AwaitAnswers {}

impl TaskHandler for AwaitAnswers {
    const IDENTIFIER: &'static str = "await_answers";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        follow_up(&app).await.map_err(|error| format!("following up applications: {error:?}"))
    }
}

/// Follows up each application in a transaction of its own, so that a failure does not block others. Several processes
/// may run this at the same time. Fails with the first failure, after all applications were tried.
pub async fn follow_up(app: &App) -> Answer<()> {
    let today = Day::at(app.now());
    let mut failures = Failures::default();
    for registration_id in sql::due(&app.pool, today).await? {
        let done = follow(app, registration_id, today).await;
        failures.note(&registration_id.to_string(), "cannot follow up an application", done)?;
    }
    failures.answer()
}

/// Checks again under the application's lock: it may have been answered, reminded of or ended meanwhile. Users who may
/// not sign in get no e-mail. Users who belong to another bulk account now cannot answer, and are not reminded.
async fn follow(app: &App, registration_id: Uuid, today: Day) -> Answer<()> {
    let Some(applicant) = review::applicant(&app.pool, registration_id).await? else { return Ok(()) };
    let mut tx = app.pool.begin().await?;
    let people = shared::lock_people(&mut tx, &[applicant.person_id]).await?;
    let (may_sign_in, may_answer) = (!people.is_empty(), people.iter().any(|one| one.bulk_id.is_none()));
    let locked = Registration::lock(&mut tx, registration_id).await?;
    let Some(until) = locked.answer_by else { return Ok(()) };
    // An applicant who could not answer on the last day can answer on the day after the freeze.
    if until < today
        && let (begin, end) = (until.begins(), until.plus_days(1).begins())
        && let Some(frozen_to) = sql::frozen_to(&mut tx, Feature::Registration, begin, end).await?
        && let later = Day::at(frozen_to).plus_days(1)
        && today <= later
    {
        sql::postpone(&mut tx, registration_id, later).await?;
        tx.commit().await?;
        return Ok(());
    }
    let (company, remark) = (locked.company_name.as_str(), locked.remark.as_deref().unwrap_or_default());
    let link = format!("{}{PAGE}", app.config.public_url());
    let link = link.as_str();
    let (event, email) = if until < today {
        (ApplicationEvent::RegistrationLapsed { until }, RegistrationEmail::Lapsed { company, until, link })
    } else {
        let is_due = sql::take_reminders(&mut tx, registration_id, today).await?;
        if !is_due || !may_answer {
            tx.commit().await?;
            return Ok(());
        }
        let now = app.now();
        if sql::frozen_to(&mut tx, Feature::Registration, now, now.plus_seconds(1)).await?.is_some() {
            // The reminder stays due: it is sent after the freeze.
            return Ok(());
        }
        let email = RegistrationEmail::Reminder { company, remark, until, link };
        (ApplicationEvent::RegistrationReminded { until }, email)
    };
    let fact = RegistrationFact::of(locked.status, event)?;
    if fact.after.is_ended() {
        sql::end(&mut tx, registration_id, fact.after, app.now()).await?;
    }
    if may_sign_in {
        let to = To { email: &applicant.email, name: Some(&applicant.name), language: applicant.language };
        app.context().send(&mut tx, to, email).await?;
    }
    log::by_portal(app, &mut tx, None, &locked, fact).await?;
    tx.commit().await?;
    Ok(())
}
