//! The facts are sealed, once a day: by the first of its jobs that comes through.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use crate::facts::seal;

/// Seals what was recorded since the last time.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SealFacts {}

impl TaskHandler for SealFacts {
    const IDENTIFIER: &'static str = "seal_facts";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        seal::seal(&app).await.map_err(|error| format!("sealing the facts: {error:?}"))
    }
}
