//! Exact comparisons of amounts for each day or kWh. Rounded quotients could report a bill that is exactly at a
//! threshold.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;

/// A quotient that is kept as dividend and divisor, such as kWh and days. The divisor is positive.
#[derive(Debug, Clone, Copy)]
pub struct Ratio {
    dividend: Decimal,
    divisor: Decimal,
}

impl Ratio {
    /// Creates a quotient. None unless the divisor is positive.
    pub fn new(dividend: Decimal, divisor: Decimal) -> Option<Self> {
        (divisor > Decimal::ZERO).then_some(Self { dividend, divisor })
    }

    pub fn is_positive(self) -> bool {
        self.dividend > Decimal::ZERO
    }

    /// Computes the quotient, rounded.
    pub fn value(self) -> Decimal {
        self.dividend / self.divisor
    }

    /// Returns the mean of two quotients.
    pub fn mean(self, other: Self) -> Self {
        Self {
            dividend: self.dividend * other.divisor + other.dividend * self.divisor,
            divisor: Decimal::TWO * self.divisor * other.divisor,
        }
    }

    /// Returns the dividends of both quotients for a common divisor.
    fn dividends(self, other: Self) -> (Decimal, Decimal) {
        (self.dividend * other.divisor, other.dividend * self.divisor)
    }

    /// Whether this quotient is more than `percent` above `before`, which must be positive.
    pub fn exceeds(self, before: Self, percent: i64) -> bool {
        let (now, before) = self.dividends(before);
        before > Decimal::ZERO && now * Decimal::ONE_HUNDRED > before * Decimal::from(100 + percent)
    }

    /// Whether this quotient is more than `percent` below `before`, which must be positive.
    pub fn falls_below(self, before: Self, percent: i64) -> bool {
        let (now, before) = self.dividends(before);
        before > Decimal::ZERO && now * Decimal::ONE_HUNDRED < before * Decimal::from(100 - percent)
    }

    /// Whether this quotient is more than `percent` above or below `before`.
    pub fn differs_from(self, before: Self, percent: i64) -> bool {
        self.exceeds(before, percent) || self.falls_below(before, percent)
    }

    /// Returns the change from `before` in percent, rounded towards zero, so that a finding never overstates it.
    pub fn percent_from(self, before: Self) -> i64 {
        let (now, before) = self.dividends(before);
        if before <= Decimal::ZERO {
            return 0;
        }
        ((now - before) * Decimal::ONE_HUNDRED / before).trunc().to_i64().unwrap_or(i64::MAX)
    }

    /// Whether the two quotients differ by at most a `parts`-th of this quotient.
    pub fn is_within(self, other: Self, parts: i64) -> bool {
        let (now, other) = self.dividends(other);
        (now - other).abs() * Decimal::from(parts) <= now
    }

    /// Returns the share of `amount` that corresponds to the increase over `before`.
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
