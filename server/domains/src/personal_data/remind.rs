//! The job that reminds staff of deadlines about personal data.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::fact::PortalActor;
use gridbill_core::personal_data::DataProtectionFact;
use gridbill_core::personal_data::breaches::{self as core_breaches, BreachDuty, DutyState, REMINDER_SECONDS};
use gridbill_core::personal_data::requests::{self as core_requests, REMINDER_DAYS, reminder};
use serde::{Deserialize, Serialize};

use super::sql;
use super::{breaches, requests};
use crate::app::App;
use crate::error::Answer;
use crate::facts::Actor;
use crate::jobs::{self, Failures};

const ACTOR: Actor<'static> = Actor::Portal(PortalActor::PersonalData);

/// The job that sends reminders of requests and breaches.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RemindOfDataRequests {}

impl TaskHandler for RemindOfDataRequests {
    const IDENTIFIER: &'static str = "remind_of_data_requests";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        remind(&app).await.map_err(|error| format!("sending reminders about personal data: {error:?}"))
    }
}

/// Sends the reminders that are due, each in its own transaction. Several processes may run this at the same time: no
/// reminder is sent twice. Fails with the first failure, after all reminders were tried.
pub async fn remind(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    let first = REMINDER_DAYS.iter().copied().max().unwrap_or_default();
    for request_no in sql::requests::due_by(&app.pool, Day::at(app.now()).plus_days(first)).await? {
        let done = remind_of_request(app, request_no).await;
        failures.note(&core_requests::shown(request_no), "cannot remind of a request about personal data", done)?;
    }
    for breach_no in sql::breaches::due_by(&app.pool, app.now().plus_seconds(REMINDER_SECONDS)).await? {
        let done = remind_of_breach(app, breach_no).await;
        failures.note(&core_breaches::shown(breach_no), "cannot remind of a breach", done)?;
    }
    failures.answer()
}

async fn remind_of_request(app: &App, request_no: i64) -> Answer<()> {
    let today = Day::at(app.now());
    let mut tx = app.pool.begin().await?;
    let Some(found) = sql::requests::lock(&mut tx, request_no).await?.filter(|found| found.state.is_open()) else {
        return Ok(());
    };
    let days = reminder(today, found.due_on).and_then(|days| i16::try_from(days).ok());
    let Some(days) = days.filter(|days| found.reminded_days.is_none_or(|reminded| *days < reminded)) else {
        return Ok(());
    };
    sql::requests::note_reminder(&mut tx, request_no, days).await?;
    let fact = DataProtectionFact::DataRequestDue { due: found.due_on, is_late: today > found.due_on };
    // Only staff are reminded, so the fact concerns no person.
    requests::record(&app.context(), &mut tx, ACTOR, (request_no, None), fact).await?;
    tx.commit().await?;
    Ok(())
}

async fn remind_of_breach(app: &App, breach_no: i64) -> Answer<()> {
    let now = app.now();
    let mut tx = app.pool.begin().await?;
    sql::breaches::lock(&mut tx, breach_no).await?;
    let newest = sql::breaches::versions(&mut *tx, breach_no, now).await?.into_iter().next();
    for BreachDuty { step, due, state, .. } in newest.map(|newest| newest.duties).unwrap_or_default() {
        let is_late = state == DutyState::Overdue;
        if !is_late && (state != DutyState::Due || due.plus_seconds(-REMINDER_SECONDS) > now) {
            continue;
        }
        let reminder = if is_late { format!("{}Late", step.code()) } else { step.code().to_owned() };
        if sql::breaches::note_reminder(&mut tx, breach_no, &reminder).await? {
            let fact = DataProtectionFact::BreachDue { step, due, is_late };
            breaches::record(&app.context(), &mut tx, ACTOR, breach_no, fact).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}
