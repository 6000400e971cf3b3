//! Cost and use by month, of an account, a group or a whole bulk account; and the accounts that cost most
//! (docs/domain/bills.md#cost-and-use).

use super::Quantity;
use crate::number::{AccountNo, BulkId};
use crate::{Day, Instant, Money};

/// Months of cost and use, the current one among them: each of the last thirteen stands next to the same month a year earlier.
pub const COST_MONTHS: u32 = 25;
/// Accounts in each of the two short lists.
pub const COSTLIEST_ACCOUNTS: usize = 5;

wire! {
    /// A request for cost and use by month.
    pub struct CostRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Only this account.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub account_no: Option<AccountNo>,
        /// Only the accounts that are in this group now.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group_id: Option<String>,
    }

    /// The bills that were invoiced in a month.
    #[derive(Copy, Eq)]
    pub struct CostMonth {
        /// Its first day.
        pub month: Day,
        pub bills: i64,
        /// The charges of the period, without charges from earlier bills.
        pub cost: Money,
        pub kwh: Quantity,
    }

    /// Cost and use of 25 months, the oldest first; a month without bills is there, too.
    pub struct CostByMonth {
        pub months: Vec<CostMonth>,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// What an account cost in a month.
    #[derive(Eq)]
    pub struct AccountCost {
        pub account_no: AccountNo,
        /// The customer's own name for it.
        pub reference_id: Option<String>,
        pub cost: Money,
        /// The cost of the month that it is compared with; none where the account had no bill in it.
        pub before: Option<Money>,
        /// How much more it cost than then; below zero it cost less.
        pub rise: Option<Money>,
    }

    /// What the accounts in a state cost in a month.
    #[derive(Eq)]
    pub struct StateCost {
        pub state: String,
        /// Its code; none for a state that has none.
        pub state_code: Option<String>,
        /// Accounts with a bill in that month.
        pub accounts: i64,
        pub cost: Money,
    }

    /// Where the money of a month went.
    #[derive(Eq)]
    pub struct MonthCosts {
        /// Its first day: the last full month with bills, or the current one where no other has any.
        pub month: Day,
        /// The first day of the month that it is compared with: a year earlier, or one month earlier where there are no bills
        /// from a year ago. None where both are missing.
        pub compared_with: Option<Day>,
        /// The accounts that cost most, the dearest first.
        pub dearest: Vec<AccountCost>,
        /// The accounts whose cost rose most, in ringgit.
        pub rising: Vec<AccountCost>,
        /// The states with bills, the dearest first.
        pub states: Vec<StateCost>,
    }

    /// The accounts and states that cost most.
    pub struct Costliest {
        /// None while there are no bills.
        pub costs: Option<MonthCosts>,
        /// When the figures were read.
        pub as_of: Instant,
    }
}

/// Chooses the month that is shown, and the month that it is compared with, from the months with bills.
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
        // Nothing was billed in October.
        assert_eq!(chosen(&["2026-11-01", "2026-09-01", "2026-07-01"]), Some((day("2026-09-01"), None)));
    }
}
