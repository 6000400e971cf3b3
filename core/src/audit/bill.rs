//! A bill as the audit reads it.

use rust_decimal::Decimal;

use super::ratio::Ratio;
use crate::bills::{ChargeLine, ChargeUnit, MeterReading, Quantity};
use crate::number::InvoiceNo;
use crate::{Day, Money};

wire! {
    /// First and last day that a bill charges for, both included.
    #[derive(Copy, Eq)]
    pub struct Period {
        pub first: Day,
        pub last: Day,
    }

    /// The kinds of bill that rules treat differently.
    #[derive(Copy, Eq)]
    pub enum BillKind {
        /// The bill of an ordinary month.
        Ordinary,
        /// The last bill of an account.
        Final,
        /// A bill for an earlier period that was not billed at its time.
        Late,
    }

    /// A bill with what its rules need.
    pub struct AuditedBill {
        pub invoice_no: InvoiceNo,
        pub kind: BillKind,
        /// Whether the utility marked the reading as estimated.
        pub is_estimated: bool,
        pub period: Option<Period>,
        pub invoice_date: Day,
        pub due_date: Option<Day>,
        pub tariff: String,
        /// Energy used, in kWh.
        pub kwh: Option<Quantity>,
        /// Highest demand, in kW.
        pub demand_kw: Option<Quantity>,
        pub current_charge: Money,
        pub outstanding_amount: Money,
        pub tax_amount: Money,
        pub total: Money,
        /// The day on which the portal's payment for it was posted.
        pub paid_on: Option<Day>,
        /// Empty when the utility has not delivered the lines.
        #[serde(default)]
        pub lines: Vec<ChargeLine>,
        #[serde(default)]
        pub readings: Vec<MeterReading>,
        /// Whether an earlier delivery had this number with another account, period or total.
        #[serde(default)]
        pub was_replaced: bool,
    }
}

impl Period {
    /// Number of days, at least 1 for a valid period.
    #[must_use]
    pub fn days(self) -> i64 {
        self.last.days_since(self.first) + 1
    }

    /// Number of days that are in both periods.
    #[must_use]
    pub fn days_shared_with(self, other: Self) -> i64 {
        (self.last.min(other.last).days_since(self.first.max(other.first)) + 1).max(0)
    }
}

impl BillKind {
    /// Reads the bill type of the feed.
    #[must_use]
    pub fn of(bill_type: &str) -> Self {
        let is = |word: &str| bill_type.split_whitespace().any(|one| one.eq_ignore_ascii_case(word));
        if is("final") {
            Self::Final
        } else if is("late") {
            Self::Late
        } else {
            Self::Ordinary
        }
    }
}

impl AuditedBill {
    /// Orders the bills of an account by the end of their period, without regard to when they were delivered.
    pub(super) fn order(&self) -> (Day, Day, InvoiceNo) {
        (self.ends(), self.invoice_date, self.invoice_no.clone())
    }

    /// Last day of the period; the invoice date for a bill without one.
    pub(super) fn ends(&self) -> Day {
        self.period.map_or(self.invoice_date, |period| period.last)
    }

    /// Whether the bill was issued before another one. Of two bills that conflict, the later one is reported.
    pub(super) fn was_invoiced_before(&self, other: &Self) -> bool {
        (self.invoice_date, &self.invoice_no) < (other.invoice_date, &other.invoice_no)
    }

    /// Energy in kWh for each day of the period. None without a use or a valid period.
    pub(super) fn use_a_day(&self) -> Option<Ratio> {
        Ratio::new(self.kwh?.decimal(), Decimal::from(self.period?.days()))
    }

    /// The readings of energy registers. Registers of demand are reset after each reading and do not continue.
    pub(super) fn energy_readings(&self) -> impl Iterator<Item = &MeterReading> {
        self.readings.iter().filter(|reading| reading.unit == ChargeUnit::Kwh)
    }
}
