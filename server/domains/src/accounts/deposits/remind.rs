//! The job that reminds of bank guarantees that expire soon (docs/domain/accounts.md#guarantees-that-expire).

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::fact::{AccountsFact, PortalActor};
use serde::{Deserialize, Serialize};

use super::sql::{self, ExpiringGuarantee};
use crate::app::App;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs::{self, Failures};

/// The job that sends reminders of guarantees.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RemindOfGuarantees {}

impl TaskHandler for RemindOfGuarantees {
    const IDENTIFIER: &'static str = "remind_of_guarantees";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        remind(&app).await.map_err(|error| format!("sending reminders of guarantees: {error:?}"))
    }
}

/// Sends the reminders that are due, each in its own transaction. Several processes may run this at the same time: users are told
/// once of a guarantee and its last day. Fails with the first failure, after all reminders were tried.
pub async fn remind(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for guarantee in sql::expiring(&app.pool, Day::at(app.now())).await? {
        let done = remind_of(app, &guarantee).await;
        failures.note(guarantee.bulk_id.as_str(), "cannot remind of a guarantee", done)?;
    }
    failures.answer()
}

async fn remind_of(app: &App, guarantee: &ExpiringGuarantee) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if sql::note_reminder(&mut tx, guarantee).await? {
        let ExpiringGuarantee { deposit_no, account_no, bulk_id, amount, until, bank } = guarantee;
        let fact = AccountsFact::GuaranteeExpires {
            deposit_no: deposit_no.clone(),
            until: *until,
            amount: *amount,
            bank: bank.clone(),
        };
        let entry =
            Entry::of(Subject::Account(account_no), Actor::Portal(PortalActor::Reminders), fact, account_no.as_str());
        facts::record(&app.context(), &mut tx, entry.in_account(Some(bulk_id))).await?;
    }
    tx.commit().await?;
    Ok(())
}
