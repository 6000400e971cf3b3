//! An approved application becomes a bulk account.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::registration;

/// Makes the bulk account, and has its accounts taken in.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProcessRegistration {
    pub registration_id: Uuid,
}

impl TaskHandler for ProcessRegistration {
    const IDENTIFIER: &'static str = "process_registration";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        let done = registration::process(&app, self.registration_id).await;
        done.map_err(|error| format!("processing the application {}: {error:?}", self.registration_id))
    }
}
