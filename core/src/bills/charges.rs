//! What a bill charges, line by line, and what the meter showed (docs/domain/bills.md#lines-of-a-bill).

use std::fmt;

use super::remainder;
use crate::{Code, Day, Money};

/// A number of kWh, kW, months or percent, or a rate, with two decimals. A text in JSON (`"12450.00"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Quantity(Money);

text_on_the_wire!(Quantity, "string");

impl Quantity {
    /// Reads `12450`, `27.03`, `-1.45`.
    ///
    /// # Errors
    /// [`Code::AmountInvalid`], [`Code::AmountDecimals`], [`Code::AmountTooLarge`], as for an amount.
    pub fn parse(text: &str) -> Result<Self, Code> {
        if !text.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-') {
            return Err(Code::AmountInvalid);
        }
        Money::parse(text).map(Self)
    }

    /// Hundredths as a quantity.
    #[must_use]
    pub fn from_hundredths(hundredths: i64) -> Self {
        Self(Money::from_sen(hundredths))
    }

    /// A number of the database, which has two decimals.
    #[must_use]
    pub fn of(number: rust_decimal::Decimal) -> Self {
        Self(Money::round(number).unwrap_or_default())
    }

    /// The number itself.
    #[must_use]
    pub const fn decimal(self) -> rust_decimal::Decimal {
        self.0.decimal()
    }

    /// Less than nothing.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.hundredths() < 0
    }

    /// As a person reads it: `12,450`, `27.03`, `1.6`.
    #[must_use]
    pub fn shown(self) -> String {
        let shown = self.0.shown().replace("RM\u{a0}", "");
        let short = shown.strip_suffix(".00").or_else(|| shown.strip_suffix('0'));
        short.map_or_else(|| shown.clone(), str::to_owned)
    }

    /// For a chart, where more digits would not be seen.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a bar of a chart is a hundred points high")]
    pub fn as_f32(self) -> f32 {
        self.hundredths() as f32 / 100.0
    }

    /// With both decimals, as a price has them.
    pub(super) fn price(self) -> String {
        self.0.shown().replace("RM\u{a0}", "")
    }

    /// The same number as ringgit.
    pub(super) const fn ringgit(self) -> Money {
        self.0
    }

    /// How much more this is than `before`, in whole percent. None if nothing was used before.
    #[must_use]
    pub fn change_from(self, before: Self) -> Option<i64> {
        let (now, before) = (self.hundredths(), before.hundredths());
        let half = if now < before { -before } else { before };
        (before > 0).then(|| ((now - before) * 200 + half) / (before * 2))
    }

    fn hundredths(self) -> i64 {
        self.0.sen()
    }

    fn written<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        read(&self.0.to_string())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

wire! {
    /// What a line charges for.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum ChargeKind {
        Energy,
        Capacity,
        Network,
        Retail,
        /// The automatic fuel adjustment.
        Afa,
        /// The renewable energy fund.
        Kwtbb,
        Tax,
        /// To five sen; it is no part of the current charge.
        Rounding,
        /// For late payment of earlier bills.
        LateCharge,
    }

    /// Which part of the energy, or which register of the meter.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum ChargeBlock {
        Peak,
        OffPeak,
        First,
        Second,
        Third,
        /// The highest demand.
        Demand,
    }

    /// What a quantity counts; its rate is in sen for a kWh, ringgit for a kW or a month, and percent of ringgit.
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

    /// One line of a bill.
    #[derive(Eq)]
    pub struct ChargeLine {
        pub kind: ChargeKind,
        pub block: Option<ChargeBlock>,
        /// The tariff that it belongs to; none for what is charged on the whole bill.
        pub tariff: Option<String>,
        /// First day that it charges for.
        pub from: Option<Day>,
        /// Last day that it charges for.
        pub to: Option<Day>,
        /// What makes its amount; none where the amount stands alone.
        pub priced: Option<Priced>,
        pub amount: Money,
    }

    /// What a register of the meter showed.
    #[derive(Eq)]
    pub struct MeterReading {
        pub block: Option<ChargeBlock>,
        pub previous: Quantity,
        pub current: Quantity,
        /// What was used between them.
        pub used: Quantity,
        pub unit: ChargeUnit,
    }

    /// What a bill charges, line by line, and the readings that it follows from.
    #[derive(Eq)]
    pub struct Charges {
        pub lines: Vec<ChargeLine>,
        pub readings: Vec<MeterReading>,
    }

    /// The amounts of a bill that its lines add up to.
    #[derive(Copy, Eq)]
    pub struct BillAmounts {
        pub current_charge: Money,
        pub outstanding_amount: Money,
        pub tax_amount: Money,
        pub total_amount_payable: Money,
        /// Energy used, in kWh.
        pub consumption_kwh: Option<Quantity>,
    }
}

impl Priced {
    /// Quantity times rate, rounded half away from zero to a sen.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`] on overflow.
    pub fn amount(&self) -> Result<Money, Code> {
        // Both are hundredths; a rate in ringgit is a hundred times one in sen.
        let per_sen: i128 = match self.unit {
            ChargeUnit::Kwh | ChargeUnit::Percent => 10_000,
            ChargeUnit::Kw | ChargeUnit::Month => 100,
        };
        let product = i128::from(self.quantity.hundredths()) * i128::from(self.rate.hundredths());
        let half = if product < 0 { -per_sen / 2 } else { per_sen / 2 };
        let sen = i64::try_from((product + half) / per_sen).map_err(|_| Code::AmountTooLarge)?;
        // The sum checks the limit of an amount.
        Money::from_sen(sen).plus(Money::ZERO)
    }
}

impl Charges {
    /// Whether each line is its quantity times its rate, and all lines add up to the bill's amounts.
    ///
    /// # Errors
    /// The first rule that is broken: [`Code::ChargeNotItsRate`], [`Code::ChargesNotCurrent`], [`Code::ChargesNotTax`],
    /// [`Code::ChargesNotRounding`], [`Code::ChargesNotConsumption`]; or [`Code::AmountTooLarge`] on overflow.
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

    /// The energy that is charged, in kWh.
    fn energy(&self) -> Result<Quantity, Code> {
        let energy = self.lines.iter().filter(|line| line.kind == ChargeKind::Energy).filter_map(|line| line.priced);
        let kwh = energy.filter(|priced| priced.unit == ChargeUnit::Kwh).map(|priced| priced.quantity.0);
        Money::sum(kwh).map(Quantity)
    }
}
