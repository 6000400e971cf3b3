//! A bill as the audit reads it.

use rust_decimal::Decimal;

use super::ratio::Ratio;
use crate::bills::{ChargeKinds, ChargeLine, ChargeRole, ChargeTraits, ChargeUnit, MeterReading, Quantity, exported};
use crate::number::InvoiceNo;
use crate::{Day, Money};

wire! {
    /// The first and last day that a bill charges for, both included.
    #[derive(Copy, Eq)]
    pub struct Period {
        pub first: Day,
        pub last: Day,
    }

    /// The kind of a bill. Rules make exceptions for final and late bills.
    #[derive(Copy, Eq)]
    pub enum BillKind {
        /// The bill of an ordinary month.
        Ordinary,
        /// The last bill of an account.
        Final,
        /// A bill for an earlier period that was not billed in its own month.
        Late,
    }

    /// A bill with the fields that the rules read.
    #[expect(clippy::struct_excessive_bools, reason = "the flags that the utility delivers")]
    pub struct AuditedBill {
        pub invoice_no: InvoiceNo,
        pub kind: BillKind,
        /// Whether the utility marked the reading as estimated.
        pub is_estimated: bool,
        /// Whether the supply has no meter, so that its use is agreed.
        #[serde(default)]
        pub is_unmetered: bool,
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
        /// The day on which the payment of the bill was posted in the portal.
        pub paid_on: Option<Day>,
        /// Whether the bill is demanded by itself: it is unpaid, and no newer bill contains it.
        #[serde(default)]
        pub is_open: bool,
        /// Empty if the utility has not delivered the lines.
        #[serde(default)]
        pub lines: Vec<ChargeLine>,
        #[serde(default)]
        pub readings: Vec<MeterReading>,
        /// Whether an earlier delivery contained this invoice number with another account, period or total.
        #[serde(default)]
        pub was_replaced: bool,
    }
}

impl Period {
    /// Returns the number of days: at least 1 for a valid period.
    #[must_use]
    pub fn days(self) -> i64 {
        self.last.days_since(self.first) + 1
    }

    /// Returns the number of days that are in both periods.
    #[must_use]
    pub fn days_shared_with(self, other: Self) -> i64 {
        (self.last.min(other.last).days_since(self.first.max(other.first)) + 1).max(0)
    }
}

impl BillKind {
    /// Returns the kind of a bill by the feed's bill type.
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
    /// Returns the sort key for an account's bills: by the end of their period, whenever they were delivered.
    pub(super) fn order(&self) -> (Day, Day, &InvoiceNo) {
        (self.ends(), self.invoice_date, &self.invoice_no)
    }

    /// Returns the last day of the period, or the invoice date of a bill without a period.
    pub(super) fn ends(&self) -> Day {
        self.period.map_or(self.invoice_date, |period| period.last)
    }

    /// Whether the bill was invoiced before the other bill. If two bills conflict, the later bill gets the finding.
    pub(super) fn was_invoiced_before(&self, other: &Self) -> bool {
        (self.invoice_date, &self.invoice_no) < (other.invoice_date, &other.invoice_no)
    }

    /// Returns the energy in kWh for each day of the period. None without a use or a valid period.
    pub(super) fn use_a_day(&self) -> Option<Ratio> {
        Ratio::new(self.kwh?.decimal(), Decimal::from(self.period?.days()))
    }

    /// Returns what the rules ask about a line.
    pub(super) fn traits(&self, kinds: &ChargeKinds, line: &ChargeLine) -> ChargeTraits {
        kinds.traits(line, Some(self.ends()))
    }

    /// Returns the sum of the lines with a role that `is_wanted`.
    pub(super) fn sum_of(&self, kinds: &ChargeKinds, is_wanted: impl Fn(ChargeRole) -> bool) -> Money {
        let lines = self.lines.iter().filter(|line| is_wanted(self.traits(kinds, line).role));
        Money::sum(lines.map(|line| line.amount)).unwrap_or_default()
    }

    /// Returns the current charge without credits, deposits and charges that occur once. Only this part can be compared
    /// with other bills.
    pub(super) fn regular_charge(&self, kinds: &ChargeKinds) -> Money {
        let irregular = self.sum_of(kinds, ChargeRole::is_irregular);
        self.current_charge.minus(irregular).unwrap_or(self.current_charge)
    }

    /// Whether the site fed energy into the grid, or used less than it fed.
    pub(super) fn has_export(&self) -> bool {
        self.kwh.is_some_and(Quantity::is_negative)
            || self.exported().is_some_and(|exported| exported > Quantity::default())
    }

    /// Returns the energy that the site fed into the grid, in kWh. None without an export register.
    pub(super) fn exported(&self) -> Option<Quantity> {
        exported(&self.readings)
    }

    /// Returns the readings of energy registers. Demand registers are left out: they are reset after each reading.
    pub(super) fn energy_readings(&self) -> impl Iterator<Item = &MeterReading> {
        self.readings.iter().filter(|reading| reading.unit == ChargeUnit::Kwh)
    }
}
