//! Audits a slice of a bulk account's accounts, and stores the differences from the stored findings.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use gridbill_core::audit::{self, AuditRule, AuditedBill, Finding};
use gridbill_core::findings::{FindingState, Recheck};
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::{Day, Topic};

use super::inputs::{Inputs, audited};
use super::sql::audit::{self as sql, ChangedFinding, DueAccount, LockedBill, NewFinding, StoredFinding};
use super::sql::batches;
use crate::app::App;
use crate::computing;
use crate::database::retried;
use crate::error::Answer;
use crate::live::{self, Change};

/// The findings of an audited bill, by rule.
type Reported = BTreeMap<AuditRule, Finding>;

/// The results of a slice: the findings on each audited bill, and the day of each account's next audit.
struct Results {
    bills: BTreeMap<InvoiceNo, Reported>,
    next: BTreeMap<AccountNo, Day>,
}

/// Audits marked accounts. Bills are loaded after the marks, so the audit sees every change that set one of the marks.
pub async fn audit(app: &App, bulk_id: &BulkId, today: Day, marks: Vec<DueAccount>) -> Answer<()> {
    let accounts: Vec<AccountNo> = marks.iter().map(|mark| mark.account_no.clone()).collect();
    let inputs = Inputs::load(&app.pool, bulk_id, &accounts, today).await?;
    let numbers: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let cancelled = sql::cancelled_bills(&app.pool, bulk_id, &numbers, inputs.audited_since()).await?;
    let mut results = computing::for_job(move || results(&inputs)).await?;
    // Cancelled bills get an empty result, so that their findings are withdrawn.
    results.bills.extend(cancelled.into_iter().map(|invoice_no| (invoice_no, Reported::new())));
    let results = Arc::new(results);
    retried(async || store(app, bulk_id, today, &marks, &results).await).await
}

fn results(inputs: &Inputs) -> Results {
    let since = inputs.audited_since();
    let bills = audited(inputs, &inputs.settings, |bill: &AuditedBill| bill.invoice_date >= since);
    let bills = bills.into_iter().map(|(bill, audit)| {
        let reported = audit.findings.into_iter().map(|finding| (finding.rule(), finding)).collect();
        (bill.invoice_no.clone(), reported)
    });
    let next = inputs.accounts.iter().filter_map(|one| {
        let next = audit::next_audit(&one.bills, &one.account, &inputs.settings, inputs.today)?;
        Some((one.account_no.clone(), next))
    });
    Results { bills: bills.collect(), next: next.collect() }
}

/// Stores the results of the accounts whose marks still exist. If another job has handled a mark in the meantime, its
/// result may be newer, so the account is skipped. Locks marks, reviews of batches, bills and findings, each by number.
async fn store(app: &App, bulk_id: &BulkId, today: Day, marks: &[DueAccount], results: &Results) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let stamps: Vec<i64> = marks.iter().flat_map(|mark| &mark.stamps).copied().collect();
    let due: Vec<String> = marks.iter().map(|mark| mark.account_no.to_string()).collect();
    let intact: HashSet<i64> = sql::lock_marks(&mut tx, bulk_id, &due, &stamps).await?.into_iter().collect();
    let taken: Vec<&DueAccount> =
        marks.iter().filter(|mark| mark.stamps.iter().all(|stamp| intact.contains(stamp))).collect();
    let numbers: Vec<String> = taken.iter().map(|mark| mark.account_no.to_string()).collect();
    // Before the bills are locked, in the order of an import.
    batches::check_again(&mut tx, bulk_id, &numbers).await?;
    let invoices: Vec<String> = results.bills.keys().map(ToString::to_string).collect();
    // A bill that left the bulk account after it was loaded is not locked and gets no findings.
    let bills = sql::lock_bills(&mut tx, bulk_id, &numbers, &invoices).await?;
    let locked: Vec<String> = bills.iter().map(|bill| bill.invoice_no.to_string()).collect();
    let stored = sql::lock_findings(&mut tx, bulk_id, &locked).await?;
    let (new, changed) = differences(&bills, stored, results);
    sql::insert(&mut tx, bulk_id, &new, app.now()).await?;
    sql::update(&mut tx, bulk_id, &changed).await?;
    let done: Vec<i64> = taken.iter().flat_map(|mark| &mark.stamps).copied().collect();
    sql::delete_marks(&mut tx, bulk_id, &numbers, &done, today).await?;
    let next: Vec<(String, Day)> = taken
        .iter()
        .filter_map(|mark| Some((mark.account_no.to_string(), *results.next.get(&mark.account_no)?)))
        .collect();
    sql::mark_later(&mut tx, bulk_id, &next).await?;
    // The summary shows whether audits are pending, so every slice changes it, even without new findings.
    live::publish(&mut *tx, Change::of(&[Topic::Findings]).in_account(bulk_id)).await?;
    Ok(tx.commit().await?)
}

/// Returns the findings to add, and the stored ones that change.
fn differences(
    bills: &[LockedBill],
    stored: Vec<StoredFinding>,
    results: &Results,
) -> (Vec<NewFinding>, Vec<ChangedFinding>) {
    let mut stored_on: BTreeMap<InvoiceNo, Vec<StoredFinding>> = BTreeMap::new();
    for finding in stored {
        stored_on.entry(finding.bill.invoice_no.clone()).or_default().push(finding);
    }
    let (mut new, mut changed) = (Vec::new(), Vec::new());
    for bill in bills {
        let mut reported = results.bills.get(&bill.invoice_no).cloned().unwrap_or_default();
        let stored = stored_on.remove(&bill.invoice_no).unwrap_or_default();
        let (same_rule, mut others): (Vec<_>, Vec<_>) =
            stored.into_iter().partition(|stored| reported.contains_key(&stored.finding.rule()));
        for stored in same_rule {
            let finding = reported.remove(&stored.finding.rule());
            changed.extend(recheck(stored, bill, finding));
        }
        // A finding keeps its decisions if another rule is the strongest now. A withdrawn finding is taken last.
        others.sort_by_key(|stored| stored.state == FindingState::Withdrawn);
        for stored in others {
            let rule = reported.values().find(|finding| finding.has_cause_of(&stored.finding)).map(Finding::rule);
            let finding = rule.and_then(|rule| reported.remove(&rule));
            changed.extend(recheck(stored, bill, finding));
        }
        new.extend(reported.into_values().map(|finding| NewFinding { bill: bill.clone(), finding }));
    }
    (new, changed)
}

/// Compares a stored finding with the result of the audit. Returns the changed finding, or none if nothing changes.
fn recheck(stored: StoredFinding, bill: &LockedBill, reported: Option<Finding>) -> Option<ChangedFinding> {
    let recheck = match &reported {
        None => Recheck::Gone,
        Some(finding) if finding.is_same_as(&stored.finding) => Recheck::Unchanged,
        Some(_) => Recheck::Changed,
    };
    let state = stored.state.after_audit(recheck, stored.was_dismissed);
    let is_changed = reported.as_ref().is_some_and(|finding| *finding != stored.finding);
    if state == stored.state && !is_changed && stored.bill == *bill {
        return None;
    }
    Some(ChangedFinding {
        finding_id: stored.finding_id,
        bill: bill.clone(),
        finding: reported.unwrap_or(stored.finding),
        // A finding that opens again is announced like a new finding.
        is_reopened: state != stored.state && state == FindingState::Open,
        was_dismissed: stored.was_dismissed && recheck != Recheck::Changed,
        state,
    })
}
