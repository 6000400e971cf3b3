//! Reviews batches whose audit is complete (docs/domain/audit.md#batches).

use std::collections::BTreeSet;

use gridbill_core::audit::AuditRule;
use gridbill_core::fact::PortalActor;
use gridbill_core::findings::{BatchState, FindingsFact, is_above_limit};
use gridbill_core::number::{AccountNo, BatchId, InvoiceNo};
use gridbill_core::{Day, Money, Topic};
use sqlx::PgConnection;

use super::count;
use super::inputs::{Inputs, audited};
use super::sql::batches::{self as sql, BatchFigures, BatchToCheck};
use crate::app::App;
use crate::bills::issued;
use crate::computing;
use crate::database::retried;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::live::{self, Change};

/// Accounts whose bills are audited together.
const SLICE: usize = 100;

/// Counts the bills with findings in a batch, and releases the batch if they are few enough. Otherwise notifies the
/// staff who release batches. Fails when the database does not answer, or an amount is too large.
pub async fn check(app: &App, batch: &BatchToCheck, today: Day) -> Answer<()> {
    let figures = &figures(app, &batch.batch_id, today).await?;
    retried(async || {
        let mut tx = app.pool.begin().await?;
        store(app, &mut tx, batch, figures).await?;
        Ok(tx.commit().await?)
    })
    .await
}

/// Audits the bills of a batch with the default thresholds, and counts them. The stored findings are those of the
/// companies' own thresholds, by which one company could hold the bills of all.
async fn figures(app: &App, batch_id: &BatchId, today: Day) -> Answer<BatchFigures> {
    let mut figures = BatchFigures::default();
    let bills = sql::bills(&app.pool, batch_id).await?;
    for of_company in bills.chunk_by(|a, b| a.bulk_id == b.bulk_id) {
        let Some(first) = of_company.first() else { continue };
        let invoices: BTreeSet<InvoiceNo> = of_company.iter().map(|bill| bill.invoice_no.clone()).collect();
        let mut accounts: Vec<AccountNo> = of_company.iter().map(|bill| bill.account_no.clone()).collect();
        accounts.dedup();
        for slice in accounts.chunks(SLICE) {
            let inputs = Inputs::load(&app.pool, &first.bulk_id, slice, today).await?.with_defaults();
            let invoices = invoices.clone();
            figures.add(computing::for_job(move || BatchFigures::of(&inputs, &invoices)).await??)?;
        }
    }
    Ok(figures)
}

impl BatchFigures {
    /// Counts the bills with these numbers.
    fn of(inputs: &Inputs, invoices: &BTreeSet<InvoiceNo>) -> Answer<Self> {
        let mut figures = Self::default();
        let audits = audited(inputs, &inputs.settings, |bill| invoices.contains(&bill.invoice_no));
        figures.bills = count(audits.len());
        let mut amounts = Vec::new();
        for (_, mut audit) in audits {
            // Every correction of a bill is reported as a number used before. It must not hold the corrected batch.
            audit.findings.retain(|finding| finding.rule() != AuditRule::DuplicateNumber);
            figures.flagged_bills += i64::from(!audit.findings.is_empty());
            amounts.extend(audit.findings.iter().map(|finding| finding.at_stake).max());
            for finding in &audit.findings {
                *figures.rules.entry(finding.rule()).or_default() += 1;
            }
        }
        figures.at_stake = Money::sum(amounts)?;
        Ok(figures)
    }

    fn add(&mut self, other: Self) -> Answer<()> {
        self.bills += other.bills;
        self.flagged_bills += other.flagged_bills;
        self.at_stake = Money::sum([self.at_stake, other.at_stake])?;
        for (rule, bills) in other.rules {
            *self.rules.entry(rule).or_default() += bills;
        }
        Ok(())
    }
}

/// Stores the figures, unless the batch has changed since it was counted. The next run then counts it again.
async fn store(app: &App, db: &mut PgConnection, batch: &BatchToCheck, figures: &BatchFigures) -> Answer<()> {
    let batch_id = &batch.batch_id;
    let Some(review) = sql::lock(db, batch_id).await? else { return Ok(()) };
    if review.version != batch.version || review.is_checked {
        return Ok(());
    }
    let (context, is_same) = (app.context(), review.figures == *figures);
    sql::store(db, batch_id, figures, is_same, context.now()).await?;
    live::publish(&mut *db, Change::of(&[Topic::Findings])).await?;
    if review.state == BatchState::Released {
        return Ok(());
    }
    let (bills, flagged_bills) = (figures.bills, figures.flagged_bills);
    let above = context.config().audit.batch_finding_limit.map(i64::from);
    let fact = match above.filter(|&limit| is_above_limit(bills, flagged_bills, limit)) {
        // Staff were notified of these figures.
        Some(_) if is_same => return Ok(()),
        Some(limit) => FindingsFact::BatchWaits { bills, flagged_bills, limit },
        None => {
            sql::release(db, batch_id, None, context.now()).await?;
            live::publish(&mut *db, Change::of(&[Topic::Findings, Topic::Bills]).for_all_users()).await?;
            issued::record_released(&context, db, batch_id).await?;
            FindingsFact::BatchReleased { bills, flagged_bills, reason: None }
        }
    };
    let actor = Actor::Portal(PortalActor::BillAudit);
    facts::record(&context, db, Entry::of(Subject::Batch(batch_id), actor, fact, batch_id.as_str())).await
}
