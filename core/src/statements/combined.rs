//! The statement of several accounts together: of a group, or of a whole bulk account (docs/domain/statements.md#combined). It is
//! the sum of the statements of its accounts, so that it can be made account by account.

use super::AccountStatement;
use super::ledger::Ageing;
use crate::number::AccountNo;
use crate::{Code, Day, Money};

/// One account's part of a combined statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLine {
    /// The account.
    pub account_no: AccountNo,
    /// The customer's own name for it.
    pub reference_id: Option<String>,
    /// What was owed before the first day.
    pub opening: Money,
    /// The bills.
    pub billed: Money,
    /// The payments, without a sign.
    pub paid: Money,
    /// The credits, without a sign.
    pub credited: Money,
    /// What is owed at the end of the last day.
    pub closing: Money,
}

/// A statement of several accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombinedStatement {
    /// The sums of all accounts. Its entries are not kept: there may be tens of thousands.
    pub total: AccountStatement,
    /// The accounts, in the order in which they were added.
    pub accounts: Vec<AccountLine>,
}

impl CombinedStatement {
    /// A statement without accounts of the days from `first` to `last`.
    #[must_use]
    pub fn new(first: Day, last: Day) -> Self {
        let total = AccountStatement {
            first,
            last,
            opening: Money::ZERO,
            entries: Vec::new(),
            billed: Money::ZERO,
            paid: Money::ZERO,
            credited: Money::ZERO,
            closing: Money::ZERO,
            ageing: Ageing::default(),
            in_payment: Money::ZERO,
        };
        Self { total, accounts: Vec::new() }
    }

    /// Adds an account's statement of the same days.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`] on overflow.
    pub fn add(
        &mut self,
        account_no: AccountNo,
        reference_id: Option<String>,
        statement: &AccountStatement,
    ) -> Result<(), Code> {
        let total = &mut self.total;
        total.opening = total.opening.plus(statement.opening)?;
        total.billed = total.billed.plus(statement.billed)?;
        total.paid = total.paid.plus(statement.paid)?;
        total.credited = total.credited.plus(statement.credited)?;
        total.closing = total.closing.plus(statement.closing)?;
        total.in_payment = total.in_payment.plus(statement.in_payment)?;
        total.ageing.credits = total.ageing.credits.plus(statement.ageing.credits)?;
        for (age, amount) in total.ageing.by_age.iter_mut().zip(statement.ageing.by_age) {
            *age = age.plus(amount)?;
        }
        self.accounts.push(AccountLine {
            account_no,
            reference_id,
            opening: statement.opening,
            billed: statement.billed,
            paid: statement.paid,
            credited: statement.credited,
            closing: statement.closing,
        });
        Ok(())
    }
}
