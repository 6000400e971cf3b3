//! Telling those who asked that government entities may register: from midnight of the 8th on, within some minutes.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use crate::registration::notice;

/// Tells everybody who is to be told by now.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TellOfWindow {}

impl TaskHandler for TellOfWindow {
    const IDENTIFIER: &'static str = "tell_of_window";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        notice::send(&app).await.map_err(|error| format!("telling of the window: {error:?}"))
    }
}
