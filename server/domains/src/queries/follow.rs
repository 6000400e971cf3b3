//! The job that follows queries up: it closes answered queries after days of silence, links corrected bills, and takes
//! bills that left the bulk account out of their queries.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::fact::PortalActor;
use gridbill_core::number::InvoiceNo;
use gridbill_core::queries::{QueryEvent, QueryFact, is_silent_since, next_state};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sql::follow::{self as sql, Correction};
use super::sql::lock_any;
use super::{end, record_about};
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
        let done = close(app, query_id).await;
        failures.note(&query_id.to_string(), "cannot close a query", done)?;
    }
    for query_id in sql::without_bill(&app.pool).await? {
        let done = leave(app, query_id).await;
        failures.note(&query_id.to_string(), "cannot take bills out of a query", done)?;
    }
    failures.answer()
}

/// Closes an answered query after the silence, unless it has changed meanwhile.
async fn close(app: &App, query_id: Uuid) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let Some(query) = lock_any(&mut tx, query_id).await? else { return Ok(()) };
    let is_due = query.answered_at.is_some_and(|at| at < is_silent_since(app.now()));
    if is_due && next_state(query.state, QueryEvent::Silence).is_some() {
        end(&app.context(), &mut tx, &query, QueryEvent::Silence, ACTOR).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Takes the bills that are no longer in the bulk account out of a query. Withdraws it if no bill is left.
async fn leave(app: &App, query_id: Uuid) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let Some(query) = lock_any(&mut tx, query_id).await? else { return Ok(()) };
    let held = sql::held_bills(&mut tx, &query.bulk_id, query_id).await?;
    let left: Vec<&InvoiceNo> = held.iter().filter(|bill| !bill.is_here).map(|bill| &bill.invoice_no).collect();
    let Some(first) = held.iter().find(|bill| bill.is_here) else {
        if next_state(query.state, QueryEvent::BillLeft).is_some() {
            end(&app.context(), &mut tx, &query, QueryEvent::BillLeft, ACTOR).await?;
        }
        tx.commit().await?;
        return Ok(());
    };
    if !left.is_empty() {
        sql::leave(&mut tx, &query.bulk_id, query_id, &left, app.now()).await?;
    }
    for invoice_no in left {
        let fact = QueryFact::QueryBillLeft { left: invoice_no.clone() };
        record_about(&app.context(), &mut tx, &query, &first.invoice_no, ACTOR, fact).await?;
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
            before: correction.asked_amount,
            after: correction.amount,
        };
        record_about(&app.context(), &mut tx, &query, &correction.asked, ACTOR, fact).await?;
    }
    tx.commit().await?;
    Ok(())
}
