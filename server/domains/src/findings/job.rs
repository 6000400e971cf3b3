//! The job that audits bills (docs/domain/audit.md#when-bills-are-audited).

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::fact::PortalActor;
use gridbill_core::findings::FindingsFact;
use gridbill_core::number::{AccountNo, BulkId};
use serde::{Deserialize, Serialize};

use super::sql::{audit as sql, batches};
use super::{review, slice};
use crate::app::App;
use crate::database::retried;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs::{self, Failures};

/// Accounts that are audited together. With up to 26 bills each, they take some megabytes of memory. Their bills are locked
/// for some milliseconds.
const SLICE: i64 = 50;

/// Minimum bills of a month for which a median is computed. A median of fewer bills says little about the company.
const MIN_MEDIAN_BILLS: i64 = 8;

/// Days after the invoice date within which a finding notifies users. Findings on older bills come from changed prices
/// or thresholds, or from the first run of the audit.
const ANNOUNCED_DAYS: i64 = 62;

/// Days after its extraction for which a batch is reviewed if it does not wait.
const REVIEWED_DAYS: i64 = 62;

/// The job that audits the bills of marked accounts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct AuditBills {}

impl TaskHandler for AuditBills {
    const IDENTIFIER: &'static str = "audit_bills";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        audit(&app).await.map_err(|error| format!("auditing bills: {error:?}"))
    }
}

/// Audits the bills of all marked accounts, reviews batches whose audit is complete, and announces new findings. Takes one
/// bulk account after the other, so that a failure does not block others. Does nothing while a file of the feed is being
/// imported, because medians need the bills of the whole month. Several processes may run this at the same time, and any
/// of them may be killed: marks are deleted together with the result of their audit.
/// Fails with the first failure, after all bulk accounts were tried.
pub async fn audit(app: &App) -> Answer<()> {
    if sql::is_importing(&app.pool).await? {
        return Ok(());
    }
    let today = Day::at(app.now());
    let mut failures = Failures::default();
    for bulk_id in sql::bulk_accounts_due(&app.pool, today).await? {
        let done = audit_company(app, &bulk_id, today).await;
        failures.note(bulk_id.as_str(), "cannot audit bills", done)?;
    }
    for batch in batches::to_check(&app.pool, today, REVIEWED_DAYS).await? {
        let done = review::check(app, &batch, today).await;
        failures.note(batch.batch_id.as_str(), "cannot review a batch", done)?;
    }
    // A batch that was released just now is no longer hidden.
    for bulk_id in sql::bulk_accounts_to_announce(&app.pool).await? {
        let done = announce(app, &bulk_id, today).await;
        failures.note(bulk_id.as_str(), "cannot announce findings", done)?;
    }
    failures.answer()
}

async fn audit_company(app: &App, bulk_id: &BulkId, today: Day) -> Answer<()> {
    let since = today.minus_months(super::AUDITED_MONTHS);
    retried(async || {
        let mut tx = app.pool.begin().await?;
        sql::update_medians(&mut tx, bulk_id, since.first_of_month(), MIN_MEDIAN_BILLS).await?;
        Ok::<_, crate::error::Error>(tx.commit().await?)
    })
    .await?;
    let mut after: Option<AccountNo> = None;
    loop {
        let marks = sql::due_accounts(&app.pool, bulk_id, today, after.as_ref(), SLICE).await?;
        let Some(last) = marks.last().map(|mark| mark.account_no.clone()) else { break };
        slice::audit(app, bulk_id, today, marks).await?;
        after = Some(last);
    }
    Ok(())
}

/// Records one fact for each batch with new findings, and marks these findings as announced in the same transaction.
async fn announce(app: &App, bulk_id: &BulkId, today: Day) -> Answer<()> {
    retried(async || {
        let mut tx = app.pool.begin().await?;
        for found in sql::announce(&mut tx, bulk_id, today.plus_days(-ANNOUNCED_DAYS)).await? {
            let sql::NewFindings { batch_id, findings, bills, at_stake } = found;
            let fact = FindingsFact::FindingsFound { batch_id, findings, bills, at_stake };
            let actor = Actor::Portal(PortalActor::BillAudit);
            let entry = Entry::of(Subject::BulkAccount(bulk_id), actor, fact, bulk_id.as_str());
            facts::record(&app.context(), &mut tx, entry).await?;
        }
        Ok(tx.commit().await?)
    })
    .await
}
