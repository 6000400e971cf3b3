//! Records calls that were refused because of their API token.

use gridbill_core::fact::TokenFact;
use gridbill_core::recorded_name::integration_actor;

use super::sql::api_tokens as sql;
use super::{Actor, Entry, Subject, record};
use crate::app::App;
use crate::auth::api_token::RefusedToken;
use crate::database;
use crate::error::Answer;

/// Seconds in which each token gets at most one fact for each reason.
const INTERVAL_SECONDS: i64 = 3600;

/// Records a refused call, unless one was recorded for the same reason in the last hour. A failure is logged: the call is
/// refused anyway.
pub async fn record_refusal(app: &App, refused: &RefusedToken, call: &str) {
    if let Err(error) = try_to_record(app, refused, call).await {
        database::report(&error.into_cause().context("failed to record a refused API token"));
    }
}

async fn try_to_record(app: &App, refused: &RefusedToken, call: &str) -> Answer<()> {
    let RefusedToken { bulk_id, token_id, name, reason, caller } = refused;
    let (now, key) = (app.now(), (bulk_id, *token_id, reason.code()));
    let since = now.plus_seconds(-INTERVAL_SECONDS);
    if sql::was_recorded(&app.pool, key, since).await? {
        return Ok(());
    }
    let mut tx = app.begin().await?;
    // Of concurrent calls, only one notes the refusal.
    if sql::note_refusal(&mut tx, key, now, since).await? {
        let recorded = integration_actor(name);
        let fact =
            TokenFact::ApiTokenRefused { token_id: token_id.to_string(), reason: *reason, call: call.to_owned() };
        let actor = Actor::Integration { recorded: &recorded, caller };
        record(&app.context(), &mut tx, Entry::of(Subject::BulkAccount(bulk_id), actor, fact, name)).await?;
    }
    tx.commit().await?;
    Ok(())
}
