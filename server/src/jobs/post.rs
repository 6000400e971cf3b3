//! Posting: an accepted payment clears its bills (docs/domain/payments.md#posting).

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::fact::PaymentEvent;
use gridbill_core::payments::Status;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::error::Answer;
use crate::facts::Actor;
use crate::payments::transition::Held;

/// Posts one payment.
#[derive(Debug, Serialize, Deserialize)]
pub struct PostPayment {
    pub payment_id: Uuid,
}

impl TaskHandler for PostPayment {
    const IDENTIFIER: &'static str = "post_payment";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        post(&app, self.payment_id).await.map_err(|error| format!("posting {}: {error:?}", self.payment_id))
    }
}

/// Posts the payment unless that is done: a job that runs twice, or whose worker was killed after it committed,
/// finds nothing to do.
async fn post(app: &App, payment_id: Uuid) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let Some(mut held) = Held::by_id(&mut tx, payment_id).await? else { return Ok(()) };
    if held.state.status != Status::Processing {
        return Ok(());
    }
    held.change(&app.context(), &mut tx, Actor::Portal("Posting"), PaymentEvent::PaymentPosted).await?;
    tx.commit().await?;
    Ok(())
}
