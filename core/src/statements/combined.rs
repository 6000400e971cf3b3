//! The combined statement of a group or of an entire bulk account (docs/domain/statements.md#combined). It is the sum
//! of the statements of its accounts, so it can be computed account by account.

use super::AccountStatement;
use super::ledger::{Ageing, Sums};
use crate::number::AccountNo;
use crate::{Code, Day, Money};

/// The line of an account in a combined statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLine {
    /// The account.
    pub account_no: AccountNo,
    /// The customer's own name for the account.
    pub reference_id: Option<String>,
    /// Its sums.
    pub sums: Sums,
}

/// A statement of several accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombinedStatement {
    /// The sums of all accounts. Entries are not stored, because there may be tens of thousands.
    pub total: AccountStatement,
    /// The accounts in the order in which they were added.
    pub accounts: Vec<AccountLine>,
}

impl CombinedStatement {
    /// Creates a statement without accounts for the days from `first` to `last`.
    #[must_use]
    pub fn new(first: Day, last: Day) -> Self {
        let total = AccountStatement {
            first,
            last,
            sums: Sums::default(),
            entries: Vec::new(),
            ageing: Ageing::default(),
            in_payment: Money::ZERO,
        };
        Self { total, accounts: Vec::new() }
    }

    /// Adds the statement of an account for the same days. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn add(
        &mut self,
        account_no: AccountNo,
        reference_id: Option<String>,
        statement: &AccountStatement,
    ) -> Result<(), Code> {
        let total = &mut self.total;
        total.sums = total.sums.plus(statement.sums)?;
        total.in_payment = total.in_payment.plus(statement.in_payment)?;
        total.ageing.credits = total.ageing.credits.plus(statement.ageing.credits)?;
        for (age, amount) in total.ageing.by_age.iter_mut().zip(statement.ageing.by_age) {
            *age = age.plus(amount)?;
        }
        self.accounts.push(AccountLine { account_no, reference_id, sums: statement.sums });
        Ok(())
    }
}
