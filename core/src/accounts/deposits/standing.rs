//! The deposits of an account, compared with two average months of its bills.

use rust_decimal::Decimal;

use super::Deposit;
use crate::{Code, Day, Money};

/// Months whose bills count: those before the current month.
pub const DEPOSIT_MONTHS: u32 = 12;
/// Months with bills below which nothing is said about a deposit.
pub const MIN_DEPOSIT_MONTHS: usize = 6;
/// Days before its end at which a guarantee is said to expire soon.
pub const EXPIRY_DAYS: i64 = 60;

wire! {
    /// The charges of an account in a month.
    #[derive(Copy, Eq)]
    pub struct BilledMonth {
        /// The first day of the month.
        pub month: Day,
        /// The current charges of the bills of the month that count.
        pub charges: Money,
    }

    /// What the utility holds for an account, and what it may hold.
    #[derive(Copy, Eq)]
    pub struct DepositStanding {
        /// The deposits that it holds today.
        pub held: Money,
        /// Twice the average charges of a month; none if the account was billed in fewer than six months.
        pub required: Option<Money>,
        /// What is held above that; none if nothing is.
        pub excess: Option<Money>,
        /// What is missing; none if nothing is.
        pub shortfall: Option<Money>,
        /// The last day of the guarantee that ends first, of those held today.
        pub expires_on: Option<Day>,
        /// Whether that day is at most 60 days ahead.
        pub expires_soon: bool,
    }
}

/// Returns the first day of the months whose bills count, and the first day after them.
#[must_use]
pub fn deposit_months(today: Day) -> (Day, Day) {
    let current = today.first_of_month();
    (current.minus_months(DEPOSIT_MONTHS), current)
}

/// Compares the deposits of an account with twice the average of its charges in a month. The average is that of the
/// months from the first to the last with a bill, so a bill of several months counts for all of them, and months before
/// the first bill for none. It is rounded once, half up, to whole sen. `months` has one entry for each billed month.
/// Fails with [`Code::AmountTooLarge`].
pub fn deposit_standing(months: &[BilledMonth], deposits: &[Deposit], today: Day) -> Result<DepositStanding, Code> {
    let held = || deposits.iter().filter(|deposit| deposit.is_held(today));
    let amount = Money::sum(held().map(|deposit| deposit.amount))?;
    let required = required(months, today)?;
    let above = required.map(|required| amount.minus(required)).transpose()?;
    let expires_on = held().filter_map(|deposit| deposit.until).min();
    Ok(DepositStanding {
        held: amount,
        required,
        excess: above.filter(|above| above.is_positive()),
        shortfall: above.filter(|above| *above < Money::ZERO).map(Money::absolute),
        expires_on,
        expires_soon: expires_on.is_some_and(|until| until.days_since(today) <= EXPIRY_DAYS),
    })
}

fn required(months: &[BilledMonth], today: Day) -> Result<Option<Money>, Code> {
    let (from, to) = deposit_months(today);
    let counted = || months.iter().filter(|billed| billed.month >= from && billed.month < to);
    let days = || counted().map(|billed| billed.month);
    let Some((first, last)) = days().min().zip(days().max()).filter(|_| counted().count() >= MIN_DEPOSIT_MONTHS) else {
        return Ok(None);
    };
    let length = (1..=DEPOSIT_MONTHS).find(|length| last.minus_months(length - 1) == first).unwrap_or(DEPOSIT_MONTHS);
    let charges = Money::sum(counted().map(|billed| billed.charges))?;
    let required = Money::round(charges.decimal() * Decimal::TWO / Decimal::from(length))?;
    Ok(Some(required.max(Money::ZERO)))
}
