//! Bill audit: checks a bill against its lines, the account's earlier bills and dated prices (docs/domain/audit.md).

mod account;
mod bill;
mod cause;
mod cost;
mod credit;
mod dates;
mod duplicates;
mod finding;
mod level;
mod prices;
mod ratio;
mod readings;
mod sentence;
mod settings;
mod tariff;
mod usage;

pub use account::AuditedAccount;
pub use bill::{AuditedBill, BillKind, Period};
pub use finding::{AuditRule, Evidence, Finding, LineDifference, NotChecked, RuleGroup, Unchecked};
pub use prices::{Price, PriceTable, PricingError};
pub use settings::{AuditSettings, MutedRule};

use crate::Day;
use crate::bills::ChargeKinds;

/// Everything that the audit of one bill reads. The same input always gives the same findings.
#[derive(Debug, Clone, Copy)]
pub struct AuditInput<'a> {
    /// The bill that is audited.
    pub bill: &'a AuditedBill,
    /// The account's bills in any order, with or without the audited one.
    pub history: &'a [AuditedBill],
    /// The account of the bill, with its muted rules.
    pub account: &'a AuditedAccount,
    /// The published prices of all tariffs.
    pub prices: &'a PriceTable,
    /// The kinds of charges.
    pub kinds: &'a ChargeKinds,
    /// Median change in use of the company's bills that were invoiced in the same month, in percent. None if unknown.
    pub company_change: Option<i64>,
    /// The thresholds of the company.
    pub settings: &'a AuditSettings,
    /// The day of the audit.
    pub today: Day,
}

/// The result of an audit: findings, and rules that could not be checked. A rule in neither list found nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Audit {
    /// Findings in the order of [`AuditRule::ALL`].
    pub findings: Vec<Finding>,
    /// Rules that could not be checked, with the reason.
    pub unchecked: Vec<Unchecked>,
}

impl Audit {
    fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn skip(&mut self, rule: AuditRule, reason: NotChecked) {
        self.unchecked.push(Unchecked { rule, reason });
    }
}

/// Audits a bill by every rule that is switched on and not muted. Rules that report one cause are one finding.
#[must_use]
pub fn audit(input: &AuditInput<'_>) -> Audit {
    let is_other = |other: &&AuditedBill| other.invoice_no != input.bill.invoice_no;
    let mut history: Vec<&AuditedBill> = input.history.iter().filter(is_other).collect();
    history.sort_by_key(|bill| bill.order());
    let before = readings::before(input.bill, &history);
    let mut audit = Audit::default();
    dates::check(input, &history, &mut audit);
    duplicates::check(input, &history, &mut audit);
    readings::check(input, &before, &mut audit);
    usage::check(input, &before, &mut audit);
    cost::check(input, &history, &before, &mut audit);
    tariff::check(input, &history, &before, &mut audit);
    credit::check(input, &mut audit);
    let settings = input.settings;
    let is_on = |rule: AuditRule| settings.is_on(rule) && !input.account.is_muted(rule, input.today);
    audit.findings.retain(|finding| is_on(finding.rule()));
    audit.unchecked.retain(|unchecked| is_on(unchecked.rule));
    audit.findings.sort_by_key(Finding::rule);
    audit.findings = cause::merge(input, audit.findings);
    audit.unchecked.sort_by_key(|unchecked| unchecked.rule);
    audit.unchecked.dedup();
    audit
}

/// Returns the next day on which the account's findings can change without new data: its next bill counts as missing,
/// or a muted rule applies again.
#[must_use]
pub fn next_audit(
    bills: &[AuditedBill],
    account: &AuditedAccount,
    settings: &AuditSettings,
    today: Day,
) -> Option<Day> {
    let newest = bills.iter().max_by_key(|bill| bill.order());
    let missing = newest.filter(|bill| account.is_active && bill.kind != BillKind::Final).and_then(|newest| {
        let history: Vec<&AuditedBill> = bills.iter().filter(|bill| bill.invoice_no != newest.invoice_no).collect();
        let expected = dates::next_end(newest.period?, &history)?;
        Some(expected.plus_days(settings.missing_days + 1))
    });
    let unmuted = account.muted.iter().map(|muted| muted.until.plus_days(1));
    missing.into_iter().chain(unmuted).filter(|day| *day > today).min()
}

#[cfg(test)]
mod accuracy;
#[cfg(test)]
mod tests;
