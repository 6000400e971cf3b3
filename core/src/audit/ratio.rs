//! Exact comparisons of amounts by day or by kWh. A rounded quotient would report a bill that is exactly at a threshold.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;

/// A quotient that is not computed, such as kWh by days. The divisor is positive.
#[derive(Debug, Clone, Copy)]
pub struct Ratio {
    dividend: Decimal,
    divisor: Decimal,
}

impl Ratio {
    /// None unless the divisor is positive.
    pub fn new(dividend: Decimal, divisor: Decimal) -> Option<Self> {
        (divisor > Decimal::ZERO).then_some(Self { dividend, divisor })
    }

    pub fn is_positive(self) -> bool {
        self.dividend > Decimal::ZERO
    }

    /// The quotient, rounded.
    pub fn value(self) -> Decimal {
        self.dividend / self.divisor
    }

    /// The mean of two quotients.
    pub fn mean(self, other: Self) -> Self {
        Self {
            dividend: self.dividend * other.divisor + other.dividend * self.divisor,
            divisor: Decimal::TWO * self.divisor * other.divisor,
        }
    }

    /// This and the other quotient over their common divisor.
    fn dividends(self, other: Self) -> (Decimal, Decimal) {
        (self.dividend * other.divisor, other.dividend * self.divisor)
    }

    /// Whether this is more than `percent` above a positive quotient.
    pub fn exceeds(self, before: Self, percent: i64) -> bool {
        let (now, before) = self.dividends(before);
        before > Decimal::ZERO && now * Decimal::ONE_HUNDRED > before * Decimal::from(100 + percent)
    }

    /// Whether this is more than `percent` below a positive quotient.
    pub fn falls_below(self, before: Self, percent: i64) -> bool {
        let (now, before) = self.dividends(before);
        before > Decimal::ZERO && now * Decimal::ONE_HUNDRED < before * Decimal::from(100 - percent)
    }

    /// Change from `before` in percent, rounded towards zero, so that a finding never claims more than there is.
    pub fn percent_from(self, before: Self) -> i64 {
        let (now, before) = self.dividends(before);
        if before <= Decimal::ZERO {
            return 0;
        }
        ((now - before) * Decimal::ONE_HUNDRED / before).trunc().to_i64().unwrap_or(i64::MAX)
    }

    /// Whether the two differ by at most one part in `parts` of this.
    pub fn is_within(self, other: Self, parts: i64) -> bool {
        let (now, other) = self.dividends(other);
        (now - other).abs() * Decimal::from(parts) <= now
    }

    /// The part of an amount that belongs to what exceeds `before`.
    pub fn part_beyond(self, before: Self, amount: Decimal) -> Decimal {
        let (now, before) = self.dividends(before);
        if now.is_zero() { Decimal::ZERO } else { amount * (now - before) / now }
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let (this, other) = self.dividends(*other);
        this.cmp(&other)
    }
}
