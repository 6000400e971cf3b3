//! Daily use and cost of a bill, so that bills of periods with different lengths can be compared.

use rust_decimal::Decimal;

use super::Quantity;
use crate::number::InvoiceNo;
use crate::{Day, Money};

/// Months before a bill that its page shows: each of the last 13 months is compared with the same month a year earlier.
pub const DAILY_MONTHS: i32 = 24;

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
}
