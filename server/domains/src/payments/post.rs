//! Posting: marks an accepted payment as paid and clears its bills.

use graphile_worker::{IntoTaskHandlerResult, JobSpec, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::fact::{PaymentEvent, PortalActor};
use gridbill_core::payments::Status;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql;
use super::transition::LockedPayment;
use crate::app::{App, Context};
use crate::database::retried;
use crate::error::Answer;
use crate::facts::Actor;
use crate::jobs;

/// The job that posts one payment.
#[derive(Debug, Serialize, Deserialize)]
pub struct PostPayment {
    pub payment_id: Uuid,
}

impl TaskHandler for PostPayment {
    const IDENTIFIER: &'static str = "post_payment";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        post(&app, self.payment_id).await.map_err(|error| format!("posting {}: {error:?}", self.payment_id))
    }
}

/// Adds a job that posts an accepted payment once the transaction commits. The job's key prevents duplicates.
pub async fn add(context: &Context, db: &mut PgConnection, payment_id: Uuid) -> Answer<()> {
    context.add_job(db, PostPayment { payment_id }, spec(payment_id)).await
}

fn spec(payment_id: Uuid) -> JobSpec {
    JobSpecBuilder::new().job_key(format!("post {payment_id}")).build()
}

/// Restores the job of every accepted payment that has lost it.
pub async fn pick_up(app: &App, db: &mut PgConnection) -> Answer<()> {
    for payment_id in sql::payments_to_post(&mut *db).await? {
        app.queue.restore(db, PostPayment { payment_id }, spec(payment_id)).await?;
    }
    Ok(())
}

/// Posts the payment unless it is posted already. A job that runs twice, or whose worker died after the commit, changes
/// nothing.
async fn post(app: &App, payment_id: Uuid) -> Answer<()> {
    retried(async || {
        let mut tx = app.pool.begin().await?;
        let Some(mut locked) = LockedPayment::by_id(&mut tx, payment_id).await? else { return Ok(()) };
        if locked.state.status != Status::Processing {
            return Ok(());
        }
        let posted = PaymentEvent::PaymentPosted;
        locked.change(&app.context(), &mut tx, Actor::Portal(PortalActor::Posting), posted).await?;
        Ok(tx.commit().await?)
    })
    .await
}
