//! The job that reminds of API tokens that expire soon (docs/domain/tokens.md#expiry).

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::fact::{PortalActor, TokenFact};
use gridbill_core::tokens::reminder_days;
use serde::{Deserialize, Serialize};

use super::sql::{self, ExpiringToken};
use crate::app::App;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs::{self, Failures};

/// The job that sends reminders of tokens.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RemindOfTokens {}

impl TaskHandler for RemindOfTokens {
    const IDENTIFIER: &'static str = "remind_of_tokens";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        remind(&app).await.map_err(|error| format!("sending reminders of API tokens: {error:?}"))
    }
}

/// Sends the reminders that are due, each in its own transaction. Several processes may run this at the same time: no
/// reminder is sent twice. Fails with the first failure, after all reminders were tried.
pub async fn remind(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for token in sql::expiring(&app.pool, app.now()).await? {
        let done = remind_of(app, &token).await;
        failures.note(token.bulk_id.as_str(), "cannot remind of an API token", done)?;
    }
    failures.answer()
}

async fn remind_of(app: &App, token: &ExpiringToken) -> Answer<()> {
    let Some(days) = reminder_days(app.now(), token.expires_at) else { return Ok(()) };
    let mut tx = app.pool.begin().await?;
    if sql::note_reminder(&mut tx, token, days).await? {
        let fact = TokenFact::ApiTokenExpiring { token_id: token.token_id.to_string(), expires_at: token.expires_at };
        let actor = Actor::Portal(PortalActor::Reminders);
        let entry = Entry::of(Subject::BulkAccount(&token.bulk_id), actor, fact, &token.name);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
