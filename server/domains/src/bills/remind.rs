//! Reminders of bills that fall due (docs/domain/bills.md#reminders). Core decides when a reminder is due.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::bills::due_reminders;
use gridbill_core::fact::{BillsFact, PortalActor};
use gridbill_core::number::BulkId;
use serde::{Deserialize, Serialize};

use super::sql::remind as sql;
use crate::app::App;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs::{self, Failures};

/// The job that sends reminders that are due.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RemindOfDue {}

impl TaskHandler for RemindOfDue {
    const IDENTIFIER: &'static str = "remind_of_due";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        remind(&app).await.map_err(|error| format!("sending due reminders: {error:?}"))
    }
}

/// Sends due reminders. Each bulk account and due date has its own transaction, which also records the reminder, so a
/// failure does not block others. Several processes may run this at the same time, and any of them may be killed: no
/// reminder is sent twice. Fails with the first failure, after all reminders were tried.
pub async fn remind(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for reminder in due_reminders(Day::at(app.now())) {
        for one in sql::falling_due(&app.pool, reminder).await? {
            let done = remind_of(app, &one.bulk_id, one.due_date, reminder.days).await;
            failures.note(one.bulk_id.as_str(), "cannot send a reminder", done)?;
        }
    }
    failures.answer()
}

async fn remind_of(app: &App, bulk_id: &BulkId, due: Day, days: i64) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if sql::take(&mut tx, bulk_id, due, days, app.now()).await? {
        let sql::Falling { bills, total } = sql::of_day(&mut tx, bulk_id, due).await?;
        // All bills are in payments, or their batch waits. Roll back, so that the reminder is sent if a payment fails, or once
        // the batch is released.
        if bills == 0 {
            return Ok(tx.rollback().await?);
        }
        let fact = BillsFact::BillsFallDue { due, bills, total };
        let actor = Actor::Portal(PortalActor::Reminders);
        let entry = Entry::of(Subject::BulkAccount(bulk_id), actor, fact, bulk_id.as_str());
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
