//! Loads the inputs of the audit for some accounts, and audits their bills.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::Day;
use gridbill_core::audit::{
    self, Audit, AuditInput, AuditSettings, AuditedAccount, AuditedBill, MutedRule, PriceTable,
};
use gridbill_core::bills::ChargeKinds;
use gridbill_core::findings::ProofBill;
use gridbill_core::number::{AccountNo, BulkId};
use sqlx::PgPool;

use super::sql::{audit as sql, prices};
use crate::bills::kinds;
use crate::error::Answer;

/// Months of bills that are loaded: the audited months, a year before them for comparisons, and the months by which the
/// audit knows whether a bill of that year was unusual itself.
const READ_MONTHS: u32 = super::AUDITED_MONTHS + 16;

/// An account with its bills that belong to the bulk account.
pub struct AccountBills {
    pub account_no: AccountNo,
    pub account: AuditedAccount,
    pub bills: Vec<AuditedBill>,
}

/// The inputs of the audit for some accounts of a bulk account.
pub struct Inputs {
    pub accounts: Vec<AccountBills>,
    pub settings: AuditSettings,
    pub prices: PriceTable,
    pub kinds: ChargeKinds,
    /// The company's median change in use for each month of invoices; the key is the month's first day.
    pub medians: BTreeMap<Day, i64>,
    pub today: Day,
}

impl Inputs {
    /// Loads accounts, bills, muted rules, thresholds, prices, kinds of charges and medians.
    /// Fails when the database does not answer, or contains a value that core does not know.
    pub async fn load(pool: &PgPool, bulk_id: &BulkId, accounts: &[AccountNo], today: Day) -> Answer<Self> {
        let numbers: Vec<String> = accounts.iter().map(ToString::to_string).collect();
        let mut bills: BTreeMap<String, Vec<AuditedBill>> = BTreeMap::new();
        for (account_no, bill) in sql::bills(pool, bulk_id, &numbers, today.minus_months(READ_MONTHS)).await? {
            bills.entry(account_no).or_default().push(bill);
        }
        let mut muted: BTreeMap<String, Vec<MutedRule>> = BTreeMap::new();
        for (account_no, rule, until) in sql::muted_rules(pool, bulk_id, &numbers, today).await? {
            muted.entry(account_no).or_default().push(MutedRule { rule: super::rule_of(&rule)?, until });
        }
        let known = sql::accounts(pool, &numbers).await?.into_iter().map(|(account_no, tariff, is_active)| {
            let muted = muted.remove(account_no.as_str()).unwrap_or_default();
            let bills = bills.remove(account_no.as_str()).unwrap_or_default();
            AccountBills { account_no, account: AuditedAccount { tariff, is_active, muted }, bills }
        });
        Ok(Self {
            accounts: known.collect(),
            settings: sql::settings(pool, bulk_id).await?,
            prices: PriceTable::new(prices::all(pool).await?),
            kinds: kinds::all(pool).await?,
            medians: sql::medians(pool, bulk_id).await?,
            today,
        })
    }

    /// Replaces the company's own choices by the defaults, so that companies cannot change the figures of a batch.
    pub fn with_defaults(mut self) -> Self {
        self.settings = AuditSettings::default();
        for account in &mut self.accounts {
            account.account.muted.clear();
        }
        self
    }

    /// Returns the earliest invoice date of audited bills.
    pub fn audited_since(&self) -> Day {
        self.today.minus_months(super::AUDITED_MONTHS)
    }

    /// Returns the bills with these numbers, in the order of their invoice dates.
    pub fn proofs(&self, numbers: &BTreeSet<&str>) -> Vec<ProofBill> {
        let bills = self.accounts.iter().flat_map(|account| &account.bills);
        let mut proofs: Vec<ProofBill> = bills
            .filter(|bill| numbers.contains(bill.invoice_no.as_str()))
            .map(|bill| ProofBill {
                invoice_no: bill.invoice_no.clone(),
                invoice_date: bill.invoice_date,
                period: bill.period,
                tariff: bill.tariff.clone(),
                kwh: bill.kwh,
                current_charge: bill.current_charge,
                total_amount_payable: bill.total,
                paid_on: bill.paid_on,
            })
            .collect();
        proofs.sort_by_key(|bill| bill.invoice_date);
        proofs
    }
}

/// Audits the bills for which `is_wanted` returns true.
pub fn audited<'a>(
    inputs: &'a Inputs,
    settings: &AuditSettings,
    is_wanted: impl Fn(&AuditedBill) -> bool,
) -> Vec<(&'a AuditedBill, Audit)> {
    let mut results = Vec::new();
    for AccountBills { account, bills, .. } in &inputs.accounts {
        for bill in bills.iter().filter(|bill| is_wanted(bill)) {
            let input = AuditInput {
                bill,
                history: bills,
                account,
                prices: &inputs.prices,
                kinds: &inputs.kinds,
                company_change: inputs.medians.get(&bill.invoice_date.first_of_month()).copied(),
                settings,
                today: inputs.today,
            };
            results.push((bill, audit::audit(&input)));
        }
    }
    results
}
