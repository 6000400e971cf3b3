//! The lines of a bill and its meter readings (docs/domain/bills.md#lines-of-a-bill).

use std::collections::BTreeMap;
use std::fmt;

use super::remainder;
#[cfg(feature = "schema")]
use crate::list::export::{Cell, CellKind, ExportField, ExportReader};
use crate::{Code, Day, Money};

/// A quantity (kWh, kW, months, percent) or a rate, with two decimals. Sent as a text in JSON (`"12450.00"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Quantity(Money);

text_on_the_wire!(Quantity, "string");

impl Quantity {
    /// Reads `12450`, `27.03`, `-1.45`.
    /// Fails with [`Code::AmountInvalid`], [`Code::AmountDecimals`] or [`Code::AmountTooLarge`], as for an amount.
    pub fn parse(text: &str) -> Result<Self, Code> {
        if !text.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-') {
            return Err(Code::AmountInvalid);
        }
        Money::parse(text).map(Self)
    }

    /// Creates a quantity from hundredths.
    #[must_use]
    pub fn from_hundredths(hundredths: i64) -> Self {
        Self(Money::from_sen(hundredths))
    }

    /// Creates a quantity from a database number, which has two decimals.
    #[must_use]
    pub fn of(number: rust_decimal::Decimal) -> Self {
        Self(Money::round(number).unwrap_or_default())
    }

    /// The exact number.
    #[must_use]
    pub const fn decimal(self) -> rust_decimal::Decimal {
        self.0.decimal()
    }

    /// Whether the quantity is below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.hundredths() < 0
    }

    /// Formats the quantity for display: `12,450`, `27.03`, `1.6`.
    #[must_use]
    pub fn shown(self) -> String {
        let shown = self.0.shown().replace("RM\u{a0}", "");
        let short = shown.strip_suffix(".00").or_else(|| shown.strip_suffix('0'));
        short.map_or_else(|| shown.clone(), str::to_owned)
    }

    /// Converts to a float for charts, which do not show more digits.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a chart is too small to show the lost digits")]
    pub fn as_f32(self) -> f32 {
        self.hundredths() as f32 / 100.0
    }

    /// Formats the quantity with both decimals, like a price.
    pub(super) fn price(self) -> String {
        self.0.shown().replace("RM\u{a0}", "")
    }

    /// The same number as an amount in ringgit.
    #[must_use]
    pub const fn ringgit(self) -> Money {
        self.0
    }

    /// The increase over `before` in whole percent. None if `before` is not positive.
    #[must_use]
    pub fn change_from(self, before: Self) -> Option<i64> {
        let (now, before) = (self.hundredths(), before.hundredths());
        let half = if now < before { -before } else { before };
        (before > 0).then(|| ((now - before) * 200 + half) / (before * 2))
    }

    /// The quantity in hundredths.
    #[must_use]
    pub fn hundredths(self) -> i64 {
        self.0.sen()
    }

    fn written<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        read(&self.0.to_string())
    }
}

/// A number with two decimals, like an amount.
#[cfg(feature = "schema")]
impl ExportField for Quantity {
    const KIND: CellKind = CellKind::Amount;

    fn cell(&self, _to: ExportReader) -> Cell<'_> {
        Cell::Amount(self.0)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

wire! {
    /// The kind of charge on a line.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum ChargeKind {
        Energy,
        Capacity,
        Network,
        Retail,
        /// Automatic fuel adjustment.
        Afa,
        /// Renewable energy fund.
        Kwtbb,
        Tax,
        /// Rounding of the total to five sen. Not a part of the current charge.
        Rounding,
        /// A charge for paying earlier bills late.
        LateCharge,
    }

    /// A part of the energy, or a register of the meter.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum ChargeBlock {
        Peak,
        OffPeak,
        First,
        Second,
        Third,
        /// The maximum demand.
        Demand,
    }

    /// The unit of a quantity. Its rate is in sen for a kWh, in ringgit for a kW or a month, and in percent for an
    /// amount in ringgit.
    #[derive(Copy, Eq)]
    pub enum ChargeUnit {
        Kwh,
        Kw,
        Month,
        Percent,
    }

    /// A quantity at a rate.
    #[derive(Copy, Eq)]
    pub struct Priced {
        pub quantity: Quantity,
        pub unit: ChargeUnit,
        pub rate: Quantity,
    }

    /// A line of a bill.
    #[derive(Eq)]
    pub struct ChargeLine {
        pub kind: ChargeKind,
        pub block: Option<ChargeBlock>,
        /// The tariff of the line; none for a charge on the whole bill.
        pub tariff: Option<String>,
        /// The first day that the line charges for.
        pub from: Option<Day>,
        /// The last day that the line charges for.
        pub to: Option<Day>,
        /// The quantity and rate from which the amount is calculated; none if the line has an amount only.
        pub priced: Option<Priced>,
        pub amount: Money,
    }

    /// The readings of a register of the meter.
    #[derive(Eq)]
    pub struct MeterReading {
        pub block: Option<ChargeBlock>,
        pub previous: Quantity,
        pub current: Quantity,
        /// The consumption between the two readings.
        pub used: Quantity,
        pub unit: ChargeUnit,
    }

    /// The lines of a bill, and the readings that they are based on.
    #[derive(Eq)]
    pub struct Charges {
        pub lines: Vec<ChargeLine>,
        pub readings: Vec<MeterReading>,
    }

    /// The amounts on a bill that have to match the sums of its lines.
    #[derive(Copy, Eq)]
    pub struct BillAmounts {
        pub current_charge: Money,
        pub outstanding_amount: Money,
        pub tax_amount: Money,
        pub total_amount_payable: Money,
        /// The consumption in kWh.
        pub consumption_kwh: Option<Quantity>,
    }
}

impl Priced {
    /// Returns quantity times rate, rounded half away from zero to a sen.
    /// Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn amount(&self) -> Result<Money, Code> {
        // Both are hundredths. A rate in ringgit counts a hundred times as much as a rate in sen.
        let per_sen: i128 = match self.unit {
            ChargeUnit::Kwh | ChargeUnit::Percent => 10_000,
            ChargeUnit::Kw | ChargeUnit::Month => 100,
        };
        let product = i128::from(self.quantity.hundredths()) * i128::from(self.rate.hundredths());
        let half = if product < 0 { -per_sen / 2 } else { per_sen / 2 };
        let sen = i64::try_from((product + half) / per_sen).map_err(|_| Code::AmountTooLarge)?;
        // Adding zero checks the maximum of an amount.
        Money::from_sen(sen).plus(Money::ZERO)
    }
}

impl Charges {
    /// Checks that each line equals its quantity times its rate, and that the lines add up to the bill's amounts.
    /// Fails with the first rule that does not hold: [`Code::ChargeNotItsRate`], [`Code::ChargesNotCurrent`],
    /// [`Code::ChargesNotTax`], [`Code::ChargesNotRounding`], [`Code::ChargesNotConsumption`]; or
    /// [`Code::AmountTooLarge`] on overflow.
    pub fn add_up(&self, bill: &BillAmounts) -> Result<(), Code> {
        for line in &self.lines {
            if let Some(priced) = &line.priced
                && priced.amount()? != line.amount
            {
                return Err(Code::ChargeNotItsRate);
            }
        }
        let rest = remainder(bill.current_charge, bill.outstanding_amount, bill.total_amount_payable)?;
        let sum = |wanted: fn(ChargeKind) -> bool| {
            Money::sum(self.lines.iter().filter(|line| wanted(line.kind)).map(|line| line.amount))
        };
        if sum(|kind| kind != ChargeKind::Rounding)? != bill.current_charge {
            return Err(Code::ChargesNotCurrent);
        }
        if sum(|kind| kind == ChargeKind::Tax)? != bill.tax_amount {
            return Err(Code::ChargesNotTax);
        }
        if sum(|kind| kind == ChargeKind::Rounding)? != rest.rounding {
            return Err(Code::ChargesNotRounding);
        }
        match bill.consumption_kwh {
            Some(used) if used != self.energy()? => Err(Code::ChargesNotConsumption),
            _ => Ok(()),
        }
    }

    /// Returns the sum of the lines of each kind, in the order of the enum. Fails with [`Code::AmountTooLarge`].
    pub fn by_kind(&self) -> Result<Vec<(ChargeKind, Money)>, Code> {
        let mut sums: BTreeMap<ChargeKind, Money> = BTreeMap::new();
        for line in &self.lines {
            let sum = sums.entry(line.kind).or_default();
            *sum = sum.plus(line.amount)?;
        }
        Ok(sums.into_iter().collect())
    }

    /// The energy that is charged, in kWh.
    fn energy(&self) -> Result<Quantity, Code> {
        let energy = self.lines.iter().filter(|line| line.kind == ChargeKind::Energy).filter_map(|line| line.priced);
        let kwh = energy.filter(|priced| priced.unit == ChargeUnit::Kwh).map(|priced| priced.quantity.0);
        Money::sum(kwh).map(Quantity)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ChargeKind::{Afa, Capacity, Energy, Kwtbb, LateCharge, Network, Retail, Rounding, Tax};
    use super::{Charges, Quantity};
    use crate::Money;

    /// Lines are stored as JSON for as long as the bill. So what was stored must be read, and written in the same form.
    #[test]
    fn stored_lines_are_read_and_written_as_in_the_fixture() {
        let mut kinds = BTreeSet::new();
        for stored in include_str!("../../../fixtures/stored/charges.jsonl").lines() {
            let charges: Charges = serde_json::from_str(stored).expect("read");
            assert_eq!(serde_json::to_string(&charges).expect("written"), stored);
            kinds.extend(charges.lines.iter().map(|line| line.kind));
        }
        assert_eq!(kinds, [Energy, Capacity, Network, Retail, Afa, Kwtbb, Tax, Rounding, LateCharge].into());
    }

    #[test]
    fn the_sums_by_kind_add_up_to_the_lines() {
        for stored in include_str!("../../../fixtures/stored/charges.jsonl").lines() {
            let charges: Charges = serde_json::from_str(stored).expect("read");
            let sums = charges.by_kind().expect("sums");
            let kinds: BTreeSet<_> = charges.lines.iter().map(|line| line.kind).collect();
            assert!(sums.iter().map(|(kind, _)| *kind).eq(kinds), "each kind once, in the order of the enum");
            for (kind, sum) in sums {
                let lines = charges.lines.iter().filter(|line| line.kind == kind).map(|line| line.amount);
                assert_eq!(Money::sum(lines), Ok(sum), "{kind:?}");
            }
        }
    }

    #[test]
    fn a_change_is_rounded_to_a_whole_percent() {
        let change = |now, before| Quantity::from_hundredths(now).change_from(Quantity::from_hundredths(before));
        for (now, percent) in [(12_000, 20), (8_000, -20), (10_000, 0), (0, -100), (-10_000, -200)] {
            assert_eq!(change(now, 10_000), Some(percent), "{now}");
        }
        // Half a percent is rounded away from zero.
        for (now, percent) in [(10_049, 0), (10_050, 1), (9_951, 0), (9_950, -1)] {
            assert_eq!(change(now, 10_000), Some(percent), "{now}");
        }
        assert_eq!(change(3, 1), Some(200));
        assert_eq!((change(1, 0), change(1, -100)), (None, None));
    }

    #[test]
    fn a_quantity_is_negative_below_zero_only() {
        let is_negative = |hundredths| Quantity::from_hundredths(hundredths).is_negative();
        assert_eq!([-1, 0, 1].map(is_negative), [true, false, false]);
        assert!((Quantity::from_hundredths(12_345).as_f32() - 123.45).abs() < 0.001);
    }
}
