//! What nobody needs any more is deleted, every hour.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Instant;
use serde::{Deserialize, Serialize};

use super::sql;
use crate::app::App;
use crate::error::Answer;
use crate::{files, mail, registration};

/// No window of a rate is longer.
const RATE_DAYS: i64 = 1;
/// Until then somebody who follows an old link is told that it has expired; then, that it is none.
const LINK_DAYS: i64 = 90;
/// Until then `gridbill check` can see of a session that it ended (invariant 10), though none lives longer than a day.
const SESSION_DAYS: i64 = 30;
/// Until then one can tell whether and when a letter went out.
const MAIL_DAYS: i64 = 90;

/// Deletes what is too old.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tidy {}

impl TaskHandler for Tidy {
    const IDENTIFIER: &'static str = "tidy";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        tidy(&app).await.map_err(|error| format!("tidying: {error:?}"))
    }
}

/// Deletes what is too old, and gives a job to what has lost its own: letters, and accounts that wait.
///
/// # Errors
/// When the database does not answer.
pub async fn tidy(app: &App) -> Answer<()> {
    let ago = |days: i64| -> Instant { app.now().plus_seconds(-days * 86_400) };
    sql::forget_rates(&app.pool, ago(RATE_DAYS)).await?;
    sql::forget_links(&app.pool, ago(LINK_DAYS)).await?;
    sql::forget_sessions(&app.pool, ago(SESSION_DAYS)).await?;
    sql::forget_mail(&app.pool, ago(MAIL_DAYS)).await?;
    registration::declaration::tidy(app, app.now()).await?;
    files::sweep(app).await?;
    let mut connection = app.pool.acquire().await?;
    registration::pick_up(app, &mut connection).await?;
    mail::pick_up(app, &mut connection).await
}
