//! Deposits that the utility holds for accounts (docs/domain/accounts.md#deposits).

mod deposit;
mod standing;

pub use deposit::{Deposit, DepositError, DepositKind};
pub use standing::{
    BilledMonth, DEPOSIT_MONTHS, DepositStanding, EXPIRY_DAYS, MIN_DEPOSIT_MONTHS, deposit_months, deposit_standing,
};

use crate::list::Sort;
use crate::number::{AccountNo, BulkId};
use crate::{Day, Money, Page};

endpoints! {
    /// The accounts of a bulk account for which the utility keeps a deposit, each with what two average bills come to.
    GetDeposits = Post "/portal/api/v1/Deposits/GetDeposits/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, AmountTooLarge, AccountNumberLength)
        heavy reads(Accounts, Bills): Json (DepositsRequest) -> DepositsPage;
}

lists! {
    /// The accounts of a bulk account with a deposit.
    deposits = GetDeposits.rows of AccountDeposit by DepositSortBy {
    } export { account_no, reference_id, held, required, excess, shortfall, expires_on }
}

orders! {
    /// The orders of a list of deposits. Accounts without a value come last.
    pub enum DepositSortBy {
        /// By the amount to ask for.
        Excess descending,
        /// By the last day of the guarantee that ends first.
        ExpiresOn,
        /// By the amount that the utility holds.
        Held descending,
        /// By account number.
        AccountNo,
    }
}

page_requests! {
    /// Asks for a page of deposits.
    pub struct DepositsRequest {
        pub id: BulkId,
        /// Only this account.
        #[serde(default)]
        pub account_no: Option<AccountNo>,
        #[serde(default)]
        pub sort: Sort<DepositSortBy>,
    }
}

wire! {
    /// An account with a deposit.
    #[derive(Eq)]
    pub struct AccountDeposit {
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        /// The deposits that the utility holds today.
        pub held: Money,
        /// Twice the average charges of a month; none if the account was billed in fewer than six months.
        pub required: Option<Money>,
        /// What is held above that; none if nothing is.
        pub excess: Option<Money>,
        /// What is missing; none if nothing is.
        pub shortfall: Option<Money>,
        /// The last day of the guarantee that ends first, of those held today.
        pub expires_on: Option<Day>,
        /// Whether that day is near.
        pub expires_soon: bool,
    }

    /// A page of deposits, with the sums of all accounts.
    pub struct DepositsPage {
        pub rows: Page<AccountDeposit>,
        /// What the utility holds today.
        pub held: Money,
        /// What can be asked for. Missing deposits of other accounts are not subtracted.
        pub excess: Money,
        /// Accounts with a guarantee that expires soon.
        pub expiring: i64,
    }
}

impl AccountDeposit {
    /// The row of an account.
    #[must_use]
    pub fn new(account_no: AccountNo, reference_id: Option<String>, standing: DepositStanding) -> Self {
        let DepositStanding { held, required, excess, shortfall, expires_on, expires_soon } = standing;
        Self { account_no, reference_id, held, required, excess, shortfall, expires_on, expires_soon }
    }
}

/// Orders accounts. Those without a value come last in either direction; equal ones are in the order of their numbers.
pub fn sort_deposits(rows: &mut [AccountDeposit], sort: Sort<DepositSortBy>) {
    let descends = sort.descends();
    rows.sort_by(|one, other| {
        let order = match sort.by {
            DepositSortBy::Excess => in_order(one.excess, other.excess, descends),
            DepositSortBy::ExpiresOn => in_order(one.expires_on, other.expires_on, descends),
            DepositSortBy::Held => in_order(Some(one.held), Some(other.held), descends),
            DepositSortBy::AccountNo => in_order(Some(&one.account_no), Some(&other.account_no), descends),
        };
        order.then_with(|| one.account_no.cmp(&other.account_no))
    });
}

fn in_order<T: Copy + Ord>(one: Option<T>, other: Option<T>, descends: bool) -> std::cmp::Ordering {
    one.is_none().cmp(&other.is_none()).then_with(|| if descends { other.cmp(&one) } else { one.cmp(&other) })
}

#[cfg(test)]
mod tests;
