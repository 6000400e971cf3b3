//! The job that allocates settlements again when a payment of the portal ended, or a bill arrived or changed.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Topic;
use serde::{Deserialize, Serialize};

use super::{Wanted, settle, sql};
use crate::app::App;
use crate::database::retried;
use crate::error::{Answer, Error};
use crate::jobs;
use crate::live::{self, Change};

/// Notes of accounts that are handled together. Their bills are locked for some milliseconds.
const SLICE: i64 = 200;

/// The job that allocates settlements again.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SettleBills {}

impl TaskHandler for SettleBills {
    const IDENTIFIER: &'static str = "settle_bills";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        settle_due(&app).await.map_err(|error| format!("settling bills: {error:?}"))
    }
}

/// Allocates the settlements of all accounts that were noted. A note is deleted with the result, so a killed job loses none.
pub async fn settle_due(app: &App) -> Answer<()> {
    while retried(async || slice(app).await).await? {}
    Ok(())
}

/// Handles some notes. Returns false if there are none.
async fn slice(app: &App) -> Answer<bool> {
    let mut tx = app.pool.begin().await?;
    let accounts = sql::take_due(&mut tx, SLICE).await?;
    if accounts.is_empty() {
        return Ok(false);
    }
    let wanted = Wanted { accounts, ..Wanted::default() };
    settle(app, &mut tx, &wanted).await?;
    // Also when no bill changed: money that came twice is a new case for staff.
    live::publish(&mut *tx, Change::of(&[Topic::Bills, Topic::Gateway]).for_all_users()).await?;
    tx.commit().await?;
    Ok::<_, Error>(true)
}
