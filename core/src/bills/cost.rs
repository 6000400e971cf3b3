//! Cost and consumption by month, for an account, a group or a bulk account, and the accounts that cost most
//! (docs/domain/bills.md#cost-and-use).

use super::Quantity;
use crate::number::{AccountNo, BulkId};
use crate::{Day, Instant, Money};

/// Months of cost and consumption, including the current month. Each of the last thirteen can be compared with the same
/// month a year earlier.
pub const COST_MONTHS: u32 = 25;
/// Maximum number of accounts in each of the two short lists (dearest, rising).
pub const COSTLIEST_ACCOUNTS: usize = 5;

wire! {
    /// A request for cost and consumption by month.
    pub struct CostRequest {
        pub id: BulkId,
        /// Only this account.
        #[serde(default)]
        pub account_no: Option<AccountNo>,
        /// Only accounts that are in this group now.
        #[serde(default)]
        pub group_id: Option<String>,
    }

    /// The sum of the bills that were invoiced in a month.
    #[derive(Copy, Eq)]
    pub struct CostMonth {
        /// The first day of the month.
        pub month: Day,
        pub bills: i64,
        /// The charges of the period, without charges from earlier bills.
        pub cost: Money,
        pub kwh: Quantity,
    }

    /// Cost and consumption of 25 months, oldest first. Months without bills are included.
    pub struct CostByMonth {
        pub months: Vec<CostMonth>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The cost of an account in a month.
    #[derive(Eq)]
    pub struct AccountCost {
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        pub cost: Money,
        /// The cost in the month of comparison; none if the account had no bill in it.
        pub before: Option<Money>,
        /// The increase over that month; negative for a decrease.
        pub rise: Option<Money>,
    }

    /// The cost of the accounts in a state of Malaysia in a month.
    #[derive(Eq)]
    pub struct StateCost {
        pub state: String,
        /// The state's code; none for a state without a code.
        pub state_code: Option<String>,
        /// The number of accounts with a bill in that month.
        pub accounts: i64,
        pub cost: Money,
    }

    /// The accounts and states that cost most in a month.
    #[derive(Eq)]
    pub struct MonthCosts {
        /// The first day of the month. This is the last full month with bills, or the current month if no other month
        /// has bills.
        pub month: Day,
        /// The first day of the month of comparison: a year earlier, or a month earlier if there are no bills from a
        /// year ago. None if neither month has bills.
        pub compared_with: Option<Day>,
        /// The accounts with the highest cost, in descending order.
        pub dearest: Vec<AccountCost>,
        /// The accounts whose cost rose most, in ringgit.
        pub rising: Vec<AccountCost>,
        /// The states with bills, highest cost first.
        pub states: Vec<StateCost>,
    }

    /// The accounts and states that cost most, if there are bills.
    pub struct Costliest {
        /// None without bills.
        pub costs: Option<MonthCosts>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }
}

/// Chooses the month to show and the month of comparison, from the months with bills.
#[must_use]
pub fn compared_months(current: Day, with_bills: &[Day]) -> Option<(Day, Option<Day>)> {
    let has_bills = |month: &Day| with_bills.contains(month);
    let full = with_bills.iter().filter(|month| **month < current).max().copied();
    let month = full.or_else(|| Some(current).filter(has_bills))?;
    let before = [month.minus_months(12), month.minus_months(1)].into_iter().find(has_bills);
    Some((month, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn the_last_full_month_is_compared_with_a_year_ago_or_else_with_the_month_before() {
        let current = day("2026-11-01");
        let months = |months: &[&str]| months.iter().map(|month| day(month)).collect::<Vec<_>>();
        let chosen = |with: &[&str]| compared_months(current, &months(with));
        assert_eq!(chosen(&[]), None);
        assert_eq!(chosen(&["2026-11-01"]), Some((current, None)));
        let october = day("2026-10-01");
        assert_eq!(chosen(&["2026-11-01", "2026-10-01"]), Some((october, None)));
        assert_eq!(chosen(&["2026-11-01", "2026-10-01", "2026-09-01"]), Some((october, Some(day("2026-09-01")))));
        let year = ["2026-11-01", "2026-10-01", "2026-09-01", "2025-10-01"];
        assert_eq!(chosen(&year), Some((october, Some(day("2025-10-01")))));
        // October has no bills.
        assert_eq!(chosen(&["2026-11-01", "2026-09-01", "2026-07-01"]), Some((day("2026-09-01"), None)));
    }
}
