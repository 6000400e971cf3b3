//! Daily use and cost of a bill, so that bills of periods with different lengths can be compared.

use std::ops::RangeInclusive;

use rust_decimal::{Decimal, RoundingStrategy};

use super::{BilledUse, Quantity};
use crate::number::InvoiceNo;
use crate::{Day, Money};

/// Months before a bill that its page shows: each of the last 13 months is compared with the same month a year earlier.
pub const DAILY_MONTHS: i32 = 24;
/// Days between the ends of two periods of the same month in consecutive years. Readings may differ by some days around
/// the end of a month.
pub const YEAR: RangeInclusive<i64> = 350..=380;

wire! {
    /// A bill of an account, with its daily use and cost.
    pub struct DailyBill {
        pub invoice_no: InvoiceNo,
        pub invoice_date: Day,
        /// The first day of its period.
        pub first: Day,
        /// The last day of its period.
        pub last: Day,
        /// Number of days of its period.
        pub days: i64,
        pub tariff: String,
        pub kwh: Option<Quantity>,
        pub kwh_a_day: Option<Quantity>,
        /// The charge of this period.
        pub current_charge: Money,
        pub cost_a_day: Money,
        pub total_amount_payable: Money,
    }

    /// The bills of an account that ended or were invoiced before a given bill, by period, oldest first.
    pub struct DailyUse {
        pub bills: Vec<DailyBill>,
    }
}

/// The use of a period, with all bills of the period added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeriodUse {
    /// The last day of the period.
    pub until: Day,
    /// The number of days of the period.
    pub days: i64,
    /// The energy in kWh.
    pub kwh: Quantity,
}

impl PeriodUse {
    /// Adds up the bills of a period. None for bills without a period.
    #[must_use]
    pub fn of<'a>(bills: impl IntoIterator<Item = &'a BilledUse>) -> Option<Self> {
        let mut bills = bills.into_iter().peekable();
        let first = bills.peek()?;
        let (until, days) = (first.until, DailyBill::days_of(first.from?, first.until)?);
        Some(Self { until, days, kwh: Quantity::sum(bills.map(|one| one.kwh)).ok()? })
    }

    /// Formats the use of a day in kWh, with one decimal below 100 kWh, because an office may use only a few kWh a day.
    #[must_use]
    pub fn a_day_shown(&self) -> String {
        let a_day = DailyBill::kwh_on_a_day(self.kwh, self.days).decimal();
        let rounded = |decimals| a_day.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
        let tenths = rounded(1);
        if tenths.abs() < Decimal::ONE_HUNDRED { format!("{tenths:.1}") } else { Quantity::of(rounded(0)).shown() }
    }
}

/// Returns the index of the period that ended a year before a period: that nearest to 365 days before. None if no period
/// ended within [`YEAR`].
#[must_use]
pub fn year_before(until: Day, ends: &[Day]) -> Option<usize> {
    let days = |end: &Day| until.days_since(*end);
    let of_year = ends.iter().enumerate().filter(|(_, end)| YEAR.contains(&days(end)));
    of_year.min_by_key(|(_, end)| (days(end) - 365).abs()).map(|(index, _)| index)
}

/// Returns the change of a figure a day in tenths of a percent, rounded half away from zero. Computes it from the exact
/// figures of both periods, because a rounded use of a few kWh a day could differ by several percent. None if the figure
/// before is not positive.
#[must_use]
pub fn change_a_day((now, days): (Quantity, i64), (before, days_before): (Quantity, i64)) -> Option<i64> {
    let parts = |figure: Quantity, days: i64| i128::from(figure.millionths()) * i128::from(days.max(1));
    let (now, before) = (parts(now, days_before), parts(before, days));
    let half = if now < before { -before } else { before };
    let tenths = (before > 0).then(|| ((now - before) * 2_000 + half) / (before * 2))?;
    i64::try_from(tenths).ok()
}

/// Formats tenths: `4.2`, `20`.
#[must_use]
pub fn tenths_shown(tenths: i64) -> String {
    Decimal::new(tenths, 1).normalize().to_string()
}

impl DailyBill {
    /// Returns the number of days of a period; none if it ends before it begins.
    #[must_use]
    pub fn days_of(first: Day, last: Day) -> Option<i64> {
        let days = last.days_since(first) + 1;
        (days > 0).then_some(days)
    }

    /// Divides a quantity by days.
    #[must_use]
    pub fn kwh_on_a_day(kwh: Quantity, days: i64) -> Quantity {
        Quantity::of(kwh.decimal() / Decimal::from(days.max(1)))
    }

    /// Divides an amount by days, rounded to a sen.
    #[must_use]
    pub fn cost_on_a_day(charge: Money, days: i64) -> Money {
        Money::round(charge.decimal() / Decimal::from(days.max(1))).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_of_a_longer_period_has_less_on_each_day() {
        let day = |text: &str| Day::parse(text).unwrap();
        assert_eq!(DailyBill::days_of(day("2026-10-01"), day("2026-10-31")), Some(31));
        assert_eq!(DailyBill::days_of(day("2026-10-01"), day("2026-10-01")), Some(1));
        assert_eq!(DailyBill::days_of(day("2026-10-02"), day("2026-10-01")), None);
        assert_eq!(DailyBill::kwh_on_a_day(Quantity::parse("310.00").unwrap(), 31), Quantity::parse("10.00").unwrap());
        assert_eq!(DailyBill::cost_on_a_day(Money::parse("100.00").unwrap(), 30), Money::parse("3.33").unwrap());
    }

    #[test]
    fn a_use_of_a_day_has_one_decimal_below_a_hundred() {
        let shown = |kwh, days| {
            let kwh = Quantity::parse(kwh).unwrap();
            PeriodUse { until: Day::parse("2026-10-31").unwrap(), days, kwh }.a_day_shown()
        };
        let all = [("310.00", 31), ("2.00", 31), ("-156.00", 31), ("2998.00", 30), ("2998.50", 30), ("99999.00", 30)];
        assert_eq!(all.map(|(kwh, days)| shown(kwh, days)), ["10.0", "0.1", "-5.0", "99.9", "100", "3,333"]);
    }
}
