//! Work that each process repeats for itself. A scheduled job would run on one process only, and not while a wrong time
//! stops the schedules.

use std::time::Duration;

use crate::app::App;
use crate::database;
use crate::jobs::sql;
use crate::personal_data::replay;

/// Pause between two rounds.
const INTERVAL: Duration = Duration::from_mins(10);

/// Makes a round now and every [`INTERVAL`], until `stop`. A failure is logged, and the next round repeats it.
pub async fn run(app: App, stop: impl Future<Output = ()>) {
    let rounds = async {
        loop {
            round(&app).await;
            tokio::time::sleep(INTERVAL).await;
        }
    };
    tokio::select! { () = rounds => {}, () = stop => {} }
}

/// Starts schedules that a wrong time has stopped, and completes this machine's ledger of erasures.
pub async fn round(app: &App) {
    match sql::delete_future_runs(&app.pool).await {
        Ok(0) => {}
        Ok(schedules) => tracing::warn!(schedules, "scheduled jobs had run in the future: a machine's clock was ahead"),
        Err(error) => database::log(&error.into(), "failed to check the times of scheduled jobs"),
    }
    if let Err(error) = replay::add_missing(app).await {
        database::log(&error, "failed to complete the ledger of erasures");
    }
}
