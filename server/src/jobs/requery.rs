//! Enquiries at the bank gateway that are due (docs/fpx.md#requery): every minute, and at once when asked.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use crate::payments::fpx::requery;

/// Asks FPX about all payments that are due.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RequeryFpx {}

impl TaskHandler for RequeryFpx {
    const IDENTIFIER: &'static str = "requery_fpx";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        requery::due(&app).await.map(drop).map_err(|error| format!("asking FPX: {error:?}"))
    }
}
