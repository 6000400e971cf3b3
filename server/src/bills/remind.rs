//! Reminders of bills that fall due (docs/domain/bills.md#reminders). When, is core's rule.

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

/// Reminds whoever is to be reminded by now.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RemindOfDue {}

impl TaskHandler for RemindOfDue {
    const IDENTIFIER: &'static str = "remind_of_due";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        remind(&app).await.map_err(|error| format!("reminding of what falls due: {error:?}"))
    }
}

/// Each bulk account and day in a transaction of its own, which notes it, so that one that fails holds up no other. Any number
/// of processes may do so at the same time, and any of them may be killed: nobody is reminded twice.
///
/// # Errors
/// The first one, after all were looked at.
pub async fn remind(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for reminder in due_reminders(Day::at(app.now())) {
        for one in sql::falling_due(&app.pool, reminder).await? {
            let done = remind_of(app, &one.bulk_id, one.due_date, reminder.days).await;
            failures.note(one.bulk_id.as_str(), "not reminded", done);
        }
    }
    failures.answer()
}

async fn remind_of(app: &App, bulk_id: &BulkId, due: Day, days: i64) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if sql::take(&mut tx, bulk_id, due, days, app.now()).await? {
        let sql::Falling { bills, total } = sql::of_day(&mut tx, bulk_id, due).await?;
        // All in a payment by now: should that come to nothing, the reminder is still to be given.
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
