//! Letters that wait in the outbox: sent by the mail server, tried again until it takes them.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::mail;

/// Sends one letter.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMail {
    pub mail_id: Uuid,
}

impl TaskHandler for SendMail {
    const IDENTIFIER: &'static str = "send_mail";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        mail::deliver(&app, self.mail_id).await.map_err(|error| format!("sending {}: {error:?}", self.mail_id))
    }
}
