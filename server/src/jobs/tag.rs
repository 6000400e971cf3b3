//! Accounts on their way into a bulk account, out of it, or to another reference ID.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::number::BulkId;
use serde::{Deserialize, Serialize};

use crate::accounts::tagging;

/// Does what waits in a bulk account.
#[derive(Debug, Serialize, Deserialize)]
pub struct TagAccounts {
    pub bulk_id: BulkId,
}

impl TaskHandler for TagAccounts {
    const IDENTIFIER: &'static str = "tag_accounts";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        let done = tagging::work(&app, &self.bulk_id).await;
        done.map_err(|error| format!("tagging accounts of {}: {error:?}", self.bulk_id))
    }
}
