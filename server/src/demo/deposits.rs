//! The deposits of the demo (docs/domain/demo.md#deposits).

use std::collections::BTreeMap;

use gridbill_core::accounts::deposits::{Deposit, DepositKind};
use gridbill_core::number::AccountNo;
use gridbill_core::{Day, Money, Problem};
use rust_decimal::Decimal;

use super::plan::Premises;

/// Every twentieth account of the first company has a deposit.
const EVERY: usize = 20;
/// Days since the accounts were opened.
const DAYS_AGO: i64 = 2_500;
/// Days to the end of guarantees, in turn.
const ENDS: [i64; 4] = [30, 200, 45, 330];

/// Returns the accounts that have a deposit, each with a place for the charges of its newest bill.
pub fn accounts(premises: &[Premises]) -> BTreeMap<AccountNo, Money> {
    let tagged = premises.iter().filter(|premises| premises.is_tagged).step_by(EVERY);
    tagged.map(|premises| (premises.account.account_no.clone(), Money::ZERO)).collect()
}

/// Returns the deposits of the accounts: cash above, at and below two months' bills, and guarantees.
pub fn all(accounts: &BTreeMap<AccountNo, Money>, today: Day) -> Result<Vec<Deposit>, Problem> {
    let each = accounts.iter().enumerate().map(|(place, (account_no, charges))| {
        let is_guarantee = place % 4 == 3;
        let months = [Decimal::new(31, 1), Decimal::TWO, Decimal::new(15, 1), Decimal::new(24, 1)][place % 4];
        // Utilities ask for tens of ringgit.
        let tens = (charges.decimal() * months / Decimal::TEN).round().max(Decimal::TEN);
        Ok(Deposit {
            deposit_no: format!("{}{:05}", if is_guarantee { "BG" } else { "CD" }, 10_001 + place),
            account_no: account_no.clone(),
            kind: if is_guarantee { DepositKind::BankGuarantee } else { DepositKind::Cash },
            amount: Money::round(tens * Decimal::TEN)?,
            since: today.plus_days(-DAYS_AGO),
            until: is_guarantee.then(|| today.plus_days(ENDS[place / 4 % 4])),
            bank: is_guarantee.then(|| "Bank Muhibah Berhad".to_owned()),
            returned_on: None,
        })
    });
    each.collect()
}
