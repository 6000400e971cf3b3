//! Factors of the grids, with all their revisions.

use std::collections::BTreeMap;
use std::fmt;

use super::{EmissionFactor, FactorError, GridRegion};
use crate::{Code, Day};

/// Decimals of a factor.
const DECIMALS: usize = 6;
/// Millionths in a kilogram.
const MILLION: i64 = 1_000_000;
/// Highest factor, in kilograms for a kWh. Lignite is at about 1.2.
const MAX_FACTOR: i64 = 5;

/// Kilograms of CO2e for a kWh, in millionths. Sent as a text in JSON (`"0.774"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct GridFactor(i64);

text_on_the_wire!(GridFactor, "string");

impl GridFactor {
    /// Reads `0.774`, with at most six decimals.
    /// Fails with [`Code::QuantityInvalid`], [`Code::QuantityDecimals`] or [`Code::AmountTooLarge`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(decimals) || text.trim().ends_with('.') {
            return Err(Code::QuantityInvalid);
        }
        if decimals.len() > DECIMALS {
            return Err(Code::QuantityDecimals);
        }
        let whole: i64 = whole.parse().map_err(|_| Code::AmountTooLarge)?;
        let decimals: i64 = format!("{decimals:0<DECIMALS$}").parse().map_err(|_| Code::QuantityInvalid)?;
        let millionths = whole.checked_mul(MILLION).and_then(|whole| whole.checked_add(decimals));
        millionths.map(Self).ok_or(Code::AmountTooLarge)
    }

    /// Returns the factor in millionths of a kilogram.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }

    fn written<T>(self, read: impl FnOnce(&str) -> T) -> T {
        read(&self.to_string())
    }
}

/// Writes at least three decimals, as the publications do.
impl fmt::Display for GridFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:06}", self.0 % MILLION);
        let end = decimals.trim_end_matches('0').len().max(3);
        write!(f, "{}.{}", self.0 / MILLION, decimals.get(..end).unwrap_or(&decimals))
    }
}

/// All published factors by grid, in order of first day and publication.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FactorTable {
    factors: BTreeMap<GridRegion, Vec<EmissionFactor>>,
}

impl FactorTable {
    /// Creates a table from stored factors, which were checked before they were stored.
    #[must_use]
    pub fn new(factors: impl IntoIterator<Item = EmissionFactor>) -> Self {
        let mut table = Self::default();
        for factor in factors {
            table.factors.entry(factor.region).or_default().push(factor);
        }
        for factors in table.factors.values_mut() {
            factors.sort_by_key(|factor| (factor.from, factor.published));
        }
        table
    }

    /// Adds a revision. Returns false if it is there already. No revision replaces another.
    /// Fails with [`FactorError`]; the table is then unchanged.
    pub fn add(&mut self, factor: EmissionFactor) -> Result<bool, FactorError> {
        if !(1..=MAX_FACTOR * MILLION).contains(&factor.factor.millionths()) {
            return Err(FactorError::OutOfRange);
        }
        let factors = self.factors.entry(factor.region).or_default();
        let key = (factor.from, factor.published);
        match factors.binary_search_by_key(&key, |other| (other.from, other.published)) {
            Ok(place) if factors.get(place) == Some(&factor) => Ok(false),
            Ok(_) => Err(FactorError::RevisionExists),
            Err(place) => {
                factors.insert(place, factor);
                Ok(true)
            }
        }
    }

    fn of(&self, region: GridRegion) -> &[EmissionFactor] {
        self.factors.get(&region).map_or(&[], Vec::as_slice)
    }

    /// Returns the factor of a day by the publications until `known`: the newest revision of the last factor that begins
    /// on or before the day.
    #[must_use]
    pub fn find(&self, region: GridRegion, day: Day, known: Day) -> Option<&EmissionFactor> {
        self.of(region).iter().rev().find(|factor| factor.from <= day && factor.published <= known)
    }

    /// Returns the factor by which the use of a day was first reported: that of the publications until `month_end`, or
    /// otherwise the first one that was published after it.
    #[must_use]
    pub fn first_reported(&self, region: GridRegion, day: Day, month_end: Day, today: Day) -> Option<&EmissionFactor> {
        self.find(region, day, month_end.min(today)).or_else(|| {
            let later = self.of(region).iter().filter(|factor| factor.from <= day && factor.published <= today);
            later.min_by_key(|factor| (factor.published, std::cmp::Reverse(factor.from)))
        })
    }

    /// Returns the first day after `day` on which a factor of the grid begins.
    pub(super) fn next_change(&self, region: GridRegion, day: Day) -> Option<Day> {
        self.of(region).iter().map(|factor| factor.from).find(|from| *from > day)
    }
}
