//! The lines of a bill and its meter readings (docs/domain/bills.md#lines-of-a-bill).

use std::collections::BTreeMap;
use std::fmt;

use super::kinds::{ChargeKind, ChargeKinds, ChargeRole};
use super::remainder;
use crate::amount::{ascii_digit, thousands};
#[cfg(feature = "schema")]
use crate::list::export::{Cell, CellKind, ExportField, ExportReader};
use crate::{Code, Day, Money};

/// A quantity (kWh, kW, months, percent) or a rate, with up to six decimals. Sent as a text in JSON with at least two
/// (`"12450.00"`, `"0.123456"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Quantity {
    millionths: i64,
}

text_on_the_wire!(Quantity, "string");

/// Decimals of a quantity.
const DECIMALS: usize = 6;
/// Millionths in a hundredth.
const OF_HUNDREDTH: i64 = 10_000;

impl Quantity {
    /// Reads `12450`, `27.03`, `-1.45`, `0.123456`.
    /// Fails with [`Code::QuantityInvalid`], [`Code::QuantityDecimals`] or [`Code::AmountTooLarge`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        let text = text.trim();
        if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-') {
            return Err(Code::QuantityInvalid);
        }
        let hundredths = |text| {
            Money::parse(text).map_err(|code| if code == Code::AmountInvalid { Code::QuantityInvalid } else { code })
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let (amount, rest) = if decimals.len() > 2 {
            if decimals.len() > DECIMALS {
                return Err(Code::QuantityDecimals);
            }
            if !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Code::QuantityInvalid);
            }
            let rest: i64 = decimals[2..].parse().map_err(|_| Code::QuantityInvalid)?;
            let scale = (decimals.len()..DECIMALS).fold(1, |scale, _| scale * 10);
            (hundredths(&text[..whole.len() + 3])?, rest * scale)
        } else {
            (hundredths(text)?, 0)
        };
        let rest = if text.starts_with('-') { -rest } else { rest };
        let millionths = amount.sen().checked_mul(OF_HUNDREDTH).and_then(|one| one.checked_add(rest));
        millionths.map(|millionths| Self { millionths }).ok_or(Code::AmountTooLarge)
    }

    /// Creates a quantity from hundredths.
    #[must_use]
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self { millionths: hundredths.saturating_mul(OF_HUNDREDTH) }
    }

    /// Creates a quantity from a number that was computed, or is stored with two decimals. Rounds it to two.
    #[must_use]
    pub fn of(number: rust_decimal::Decimal) -> Self {
        Self::from_hundredths(Money::round(number).unwrap_or_default().sen())
    }

    /// The exact number.
    #[must_use]
    pub fn decimal(self) -> rust_decimal::Decimal {
        let (mut number, mut decimals) = (self.millionths, 6);
        // At least two decimals, as on the wire.
        while decimals > 2 && number % 10 == 0 {
            number /= 10;
            decimals -= 1;
        }
        rust_decimal::Decimal::new(number, decimals)
    }

    /// Whether the quantity is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.millionths < 0
    }

    /// Formats the quantity for display: `12,450`, `27.03`, `1.6`, `0.123456`.
    #[must_use]
    pub fn shown(self) -> String {
        let shown = self.price();
        shown.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Converts to a float for charts, which do not show more digits.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a chart is too small to show the lost digits")]
    pub fn as_f32(self) -> f32 {
        self.millionths as f32 / 1_000_000.0
    }

    /// Formats the quantity with at least two decimals, like a price.
    pub(super) fn price(self) -> String {
        self.written(|text| {
            let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
            let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "00"));
            format!("{sign}{}.{decimals}", thousands(whole))
        })
    }

    /// The same number as an amount in ringgit, rounded to a sen.
    #[must_use]
    pub fn ringgit(self) -> Money {
        Money::from_sen(self.hundredths())
    }

    pub(super) const fn millionths(self) -> i64 {
        self.millionths
    }

    /// The quantity in hundredths, rounded half away from zero.
    #[must_use]
    pub const fn hundredths(self) -> i64 {
        let half = if self.millionths < 0 { -OF_HUNDREDTH / 2 } else { OF_HUNDREDTH / 2 };
        self.millionths.saturating_add(half) / OF_HUNDREDTH
    }

    /// Adds any number of quantities. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn sum(quantities: impl IntoIterator<Item = Self>) -> Result<Self, Code> {
        let sum = quantities.into_iter().try_fold(0_i64, |sum, one| sum.checked_add(one.millionths));
        sum.map(|millionths| Self { millionths }).ok_or(Code::AmountTooLarge)
    }

    /// Formats the digits from the last to the first, without zeros after the second decimal.
    fn written<T>(self, read: impl FnOnce(&str) -> T) -> T {
        let (mut text, mut at) = ([b'0'; 24], 24);
        let (mut rest, mut decimals) = (self.millionths.unsigned_abs(), DECIMALS);
        while decimals > 2 && rest.is_multiple_of(10) {
            rest /= 10;
            decimals -= 1;
        }
        let mut digits = 0;
        while rest > 0 || digits <= decimals {
            if digits == decimals {
                at -= 1;
                text[at] = b'.';
            }
            at -= 1;
            text[at] = ascii_digit(rest);
            rest /= 10;
            digits += 1;
        }
        if self.millionths < 0 {
            at -= 1;
            text[at] = b'-';
        }
        read(std::str::from_utf8(&text[at..]).unwrap_or_default())
    }
}

/// A number with two decimals, like an amount.
#[cfg(feature = "schema")]
impl ExportField for Quantity {
    const KIND: CellKind = CellKind::Amount;

    fn cell(&self, _to: ExportReader) -> Cell<'_> {
        Cell::Amount(self.ringgit())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written(|text| f.write_str(text))
    }
}

wire! {
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
        /// Energy that the site fed into the grid.
        Export,
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
        // Both are millionths. A rate in ringgit counts a hundred times as much as a rate in sen.
        let per_sen: i128 = match self.unit {
            ChargeUnit::Kwh | ChargeUnit::Percent => 1_000_000_000_000,
            ChargeUnit::Kw | ChargeUnit::Month => 10_000_000_000,
        };
        let product = i128::from(self.quantity.millionths) * i128::from(self.rate.millionths);
        let half = if product < 0 { -per_sen / 2 } else { per_sen / 2 };
        let sen = i64::try_from((product + half) / per_sen).map_err(|_| Code::AmountTooLarge)?;
        // Adding zero checks the maximum of an amount.
        Money::from_sen(sen).plus(Money::ZERO)
    }

    /// The energy in kWh; none for another unit.
    fn kwh(&self) -> Option<Quantity> {
        (self.unit == ChargeUnit::Kwh).then_some(self.quantity)
    }
}

impl ChargeLine {
    /// The last day that the line charges for, if it has days.
    #[must_use]
    pub fn last_day(&self) -> Option<Day> {
        self.to.or(self.from)
    }
}

impl MeterReading {
    /// Whether the register counts energy that the site fed into the grid. It is not a part of the consumption.
    #[must_use]
    pub fn is_export(&self) -> bool {
        self.block == Some(ChargeBlock::Export)
    }
}

impl Charges {
    /// Checks that each line equals its quantity times its rate, and that all lines add up to the current charge and the
    /// rounding of the total. Kinds that the utility delivers later do not matter.
    /// Fails with [`Code::ChargeNotItsRate`] or [`Code::ChargesNotCurrent`], or [`Code::AmountTooLarge`] on overflow.
    pub fn hold_together(&self, bill: &BillAmounts) -> Result<(), Code> {
        self.check_rates()?;
        let rest = remainder(bill.current_charge, bill.outstanding_amount, bill.total_amount_payable)?;
        let sum = Money::sum(self.lines.iter().map(|line| line.amount))?;
        if sum == bill.current_charge.plus(rest.rounding)? { Ok(()) } else { Err(Code::ChargesNotCurrent) }
    }

    fn check_rates(&self) -> Result<(), Code> {
        for line in &self.lines {
            if let Some(priced) = &line.priced
                && priced.amount()? != line.amount
            {
                return Err(Code::ChargeNotItsRate);
            }
        }
        Ok(())
    }

    /// Checks that each line equals its quantity times its rate, and that the lines add up to the bill's amounts. A kind
    /// that is not listed could be a tax or energy, so a bill with one is accepted without the tax, or without the
    /// consumption.
    /// Fails with the first rule that does not hold: [`Code::ChargeNotItsRate`], [`Code::ChargeSignWrong`],
    /// [`Code::ChargesNotCurrent`], [`Code::ChargesNotTax`], [`Code::ChargesNotRounding`],
    /// [`Code::ChargesNotConsumption`]; or [`Code::AmountTooLarge`] on overflow.
    pub fn add_up(&self, bill: &BillAmounts, kinds: &ChargeKinds) -> Result<(), Code> {
        let day = self.last_day();
        let lines: Vec<_> = self.lines.iter().map(|line| (line, kinds.traits(line, day))).collect();
        self.check_rates()?;
        if lines.iter().any(|(line, traits)| !traits.sign.fits(line.amount)) {
            return Err(Code::ChargeSignWrong);
        }
        let rest = remainder(bill.current_charge, bill.outstanding_amount, bill.total_amount_payable)?;
        let sum = |wanted: fn(ChargeRole) -> bool| {
            Money::sum(lines.iter().filter(|(_, traits)| wanted(traits.role)).map(|(line, _)| line.amount))
        };
        if sum(|role| role != ChargeRole::Rounding)? != bill.current_charge {
            return Err(Code::ChargesNotCurrent);
        }
        let unlisted = || self.lines.iter().filter(|line| kinds.find(line.kind, None).is_none());
        if sum(|role| role == ChargeRole::Tax)? != bill.tax_amount && unlisted().next().is_none() {
            return Err(Code::ChargesNotTax);
        }
        if sum(|role| role == ChargeRole::Rounding)? != rest.rounding {
            return Err(Code::ChargesNotRounding);
        }
        let of_energy = lines.iter().filter(|(_, traits)| traits.in_consumption);
        let energy = Quantity::sum(of_energy.filter_map(|(line, _)| line.priced?.kwh()))?;
        let could_be_energy = |line: &ChargeLine| line.priced.is_some_and(|priced| priced.kwh().is_some());
        match bill.consumption_kwh {
            // The bill has two decimals, its lines may have more.
            Some(used) if used.hundredths() != energy.hundredths() && !unlisted().any(could_be_energy) => {
                Err(Code::ChargesNotConsumption)
            }
            _ => Ok(()),
        }
    }

    /// Returns the last day that a line charges for. The kinds of lines without days are those of this day.
    #[must_use]
    pub fn last_day(&self) -> Option<Day> {
        self.lines.iter().filter_map(ChargeLine::last_day).max()
    }

    /// Returns the lines whose kind the utility does not expect on their days.
    pub fn unlisted<'a>(&'a self, kinds: &'a ChargeKinds) -> impl Iterator<Item = &'a ChargeLine> {
        let day = self.last_day();
        self.lines.iter().filter(move |line| !kinds.is_listed(line.kind, line.last_day().or(day)))
    }

    /// Returns the sum of the lines of each kind, by kind, with the role of its last line. Fails with
    /// [`Code::AmountTooLarge`].
    pub fn by_kind(&self, kinds: &ChargeKinds) -> Result<Vec<(ChargeKind, ChargeRole, Money)>, Code> {
        let day = self.last_day();
        let mut sums: BTreeMap<ChargeKind, (ChargeRole, Money)> = BTreeMap::new();
        for line in &self.lines {
            let role = kinds.traits(line, day).role;
            let (_, sum) = sums.get(&line.kind).copied().unwrap_or((role, Money::ZERO));
            sums.insert(line.kind, (role, sum.plus(line.amount)?));
        }
        Ok(sums.into_iter().map(|(kind, (role, sum))| (kind, role, sum)).collect())
    }

    /// The energy that the site fed into the grid, in kWh. None without an export register.
    #[must_use]
    pub fn exported(&self) -> Option<Quantity> {
        exported(&self.readings)
    }
}

/// The energy that export registers counted, in kWh. None without one.
pub(crate) fn exported(readings: &[MeterReading]) -> Option<Quantity> {
    let mut used = readings.iter().filter(|reading| reading.is_export()).map(|reading| reading.used).peekable();
    used.peek()?;
    Quantity::sum(used).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ChargeKinds, Charges, Quantity};
    use crate::{Code, Money};

    /// Lines are stored as JSON for as long as the bill. So what was stored must be read, and written in the same form.
    #[test]
    fn stored_lines_are_read_and_written_as_in_the_fixture() {
        let mut kinds = BTreeSet::new();
        for stored in include_str!("../../../fixtures/stored/charges.jsonl").lines() {
            let charges: Charges = serde_json::from_str(stored).expect("read");
            assert_eq!(serde_json::to_string(&charges).expect("written"), stored);
            kinds.extend(charges.lines.iter().map(|line| line.kind));
        }
        let standard = ChargeKinds::standard();
        assert!(kinds.into_iter().eq(standard.entries().iter().map(|entry| entry.kind)), "every kind of the portal");
    }

    #[test]
    fn the_sums_by_kind_add_up_to_the_lines() {
        for stored in include_str!("../../../fixtures/stored/charges.jsonl").lines() {
            let charges: Charges = serde_json::from_str(stored).expect("read");
            let listed = ChargeKinds::standard();
            let sums = charges.by_kind(&listed).expect("sums");
            let kinds: BTreeSet<_> = charges.lines.iter().map(|line| line.kind).collect();
            assert!(sums.iter().map(|(kind, ..)| *kind).eq(kinds), "each kind once, by code");
            for (kind, role, sum) in sums {
                assert_eq!(role, listed.role(kind, None), "{kind:?}");
                let lines = charges.lines.iter().filter(|line| line.kind == kind).map(|line| line.amount);
                assert_eq!(Money::sum(lines), Ok(sum), "{kind:?}");
            }
        }
    }

    #[test]
    fn a_quantity_keeps_six_decimals_and_is_written_with_at_least_two() {
        for (text, written, shown) in [
            ("12450", "12450.00", "12,450"),
            ("27.03", "27.03", "27.03"),
            ("1.6", "1.60", "1.6"),
            ("1.600000", "1.60", "1.6"),
            ("0.123456", "0.123456", "0.123456"),
            ("-0.001", "-0.001", "-0.001"),
            ("-1234.5678", "-1234.5678", "-1,234.5678"),
            ("0", "0.00", "0"),
            ("-0.00", "0.00", "0"),
        ] {
            let quantity = Quantity::parse(text).expect(text);
            assert_eq!((quantity.to_string().as_str(), quantity.shown().as_str()), (written, shown));
            assert_eq!(Quantity::parse(written), Ok(quantity));
            assert_eq!(quantity.decimal(), text.parse().expect("a number"));
        }
        for (text, code) in [
            ("1.2345678", Code::QuantityDecimals),
            ("", Code::QuantityInvalid),
            ("1,000", Code::QuantityInvalid),
            ("1.23-0", Code::QuantityInvalid),
            ("1.2.345", Code::QuantityInvalid),
            ("--1.234", Code::QuantityInvalid),
            ("9999999999999", Code::AmountTooLarge),
        ] {
            assert_eq!(Quantity::parse(text), Err(code), "{text}");
        }
        let hundredths = |text| Quantity::parse(text).expect(text).hundredths();
        assert_eq!((hundredths("0.004999"), hundredths("0.005"), hundredths("-0.005")), (0, 1, -1));
    }

    #[test]
    fn a_quantity_is_negative_below_zero_only() {
        let is_negative = |hundredths| Quantity::from_hundredths(hundredths).is_negative();
        assert_eq!([-1, 0, 1].map(is_negative), [true, false, false]);
        assert!((Quantity::from_hundredths(12_345).as_f32() - 123.45).abs() < 0.001);
    }
}
