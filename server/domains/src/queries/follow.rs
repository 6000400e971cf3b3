//! The job that follows queries up: it closes answered queries after days of silence, withdraws queries whose bill left
//! the bulk account, and links corrected bills.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::fact::PortalActor;
use gridbill_core::queries::{QueryEvent, QueryFact, is_silent_since};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sql::follow::{self as sql, Correction};
use super::sql::lock_any;
use super::{end, record};
use crate::app::App;
use crate::error::Answer;
use crate::facts::Actor;
use crate::jobs::{self, Failures};

/// The job that follows queries up.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FollowQueries {}

impl TaskHandler for FollowQueries {
    const IDENTIFIER: &'static str = "follow_queries";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        follow(&app).await.map_err(|error| format!("following queries up: {error:?}"))
    }
}

const ACTOR: Actor<'static> = Actor::Portal(PortalActor::Queries);

/// Follows all open queries up, each in its own transaction. Several processes may run this at the same time: each
/// query is locked and looked at again. Fails with the first failure, after all queries were tried.
pub async fn follow(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for correction in sql::corrections(&app.pool).await? {
        let done = link(app, &correction).await;
        failures.note(&correction.query_id.to_string(), "cannot link a corrected bill", done)?;
    }
    for query_id in sql::silent(&app.pool, is_silent_since(app.now())).await? {
        let done = close(app, query_id, QueryEvent::Silence).await;
        failures.note(&query_id.to_string(), "cannot close a query", done)?;
    }
    for query_id in sql::without_bill(&app.pool).await? {
        let done = close(app, query_id, QueryEvent::BillLeft).await;
        failures.note(&query_id.to_string(), "cannot withdraw a query", done)?;
    }
    failures.answer()
}

/// Ends a query, unless it has changed meanwhile.
async fn close(app: &App, query_id: Uuid, event: QueryEvent) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let Some(query) = lock_any(&mut tx, query_id).await? else { return Ok(()) };
    let is_due = match event {
        QueryEvent::Silence => query.answered_at.is_some_and(|at| at < is_silent_since(app.now())),
        _ => !query.has_bill,
    };
    if is_due && gridbill_core::queries::next_state(query.state, event).is_some() {
        end(&app.context(), &mut tx, &query, event, ACTOR).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Links a corrected bill to its query.
async fn link(app: &App, correction: &Correction) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let Some(query) = lock_any(&mut tx, correction.query_id).await? else { return Ok(()) };
    if query.state.is_open() && sql::link(&mut tx, correction, app.now()).await? {
        let fact = QueryFact::QueryBillCorrected {
            corrected: correction.invoice_no.clone(),
            before: query.amount,
            after: correction.amount,
        };
        record(&app.context(), &mut tx, &query, ACTOR, fact).await?;
    }
    tx.commit().await?;
    Ok(())
}
