//! Parses a single field with core's rules, and names the wrong field.

use std::fmt;

use gridbill_core::{Code, Day, Language, Money, Problem};
use rust_decimal::Decimal;

use super::header::Header;

/// Why a row is refused: the field's name, then core's sentence where core has the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    pub fn of(field: &str, reason: impl fmt::Display) -> Self {
        Self(format!("{field}: {reason}"))
    }

    pub fn of_row(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The fields of a row, by column name.
pub struct Fields<'a> {
    header: &'a Header,
    values: &'a [&'a str],
}

impl<'a> Fields<'a> {
    /// Fails when the number of fields differs from the number of columns.
    pub fn new(header: &'a Header, values: &'a [&'a str]) -> Result<Self, Refusal> {
        if values.len() != header.names.len() {
            return Err(Refusal::of_row(format!(
                "this line has {} fields instead of {}",
                values.len(),
                header.names.len()
            )));
        }
        Ok(Self { header, values })
    }

    /// Returns a field without surrounding space.
    #[must_use]
    pub fn get(&self, column: &'static str) -> &'a str {
        self.values.get(self.header.column_index(column)).copied().unwrap_or_default().trim()
    }

    /// Whether the file has the column.
    #[must_use]
    pub fn has(&self, column: &'static str) -> bool {
        self.header.has(column)
    }

    /// Parses a field with a function of core.
    pub fn parse<T, E: Into<Problem>>(
        &self,
        column: &'static str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, Refusal> {
        parse(self.get(column)).map_err(|problem| Refusal::of(column, problem.into().sentence(Language::En)))
    }

    /// Parses a field likewise, if it is not empty.
    pub fn optional<T>(
        &self,
        column: &'static str,
        parse: impl Fn(&str) -> Result<T, Code>,
    ) -> Result<Option<T>, Refusal> {
        if self.get(column).is_empty() { Ok(None) } else { self.parse(column, parse).map(Some) }
    }

    pub fn money(&self, column: &'static str) -> Result<Money, Refusal> {
        self.parse(column, Money::parse)
    }

    pub fn day(&self, column: &'static str) -> Result<Day, Refusal> {
        self.parse(column, Day::parse)
    }

    /// Parses a text of 1 to `limit` characters without control characters. NUL, for example, is not valid in database
    /// text.
    pub fn text(&self, column: &'static str, limit: usize) -> Result<String, Refusal> {
        let text = self.get(column);
        match text.chars().count() {
            0 => Err(Refusal::of(column, "This may not be empty.")),
            _ if text.chars().any(char::is_control) => {
                Err(Refusal::of(column, "This has a character that cannot be shown."))
            }
            length if length > limit => Err(Refusal::of(column, format!("This has more than {limit} characters."))),
            _ => Ok(text.to_owned()),
        }
    }

    /// Parses a word of a closed list.
    pub fn one_of(&self, column: &'static str, words: &[&'static str]) -> Result<&'static str, Refusal> {
        let given = self.get(column);
        let found = words.iter().find(|word| **word == given);
        found.copied().ok_or_else(|| Refusal::of(column, format!("This must be one of: {}.", words.join(", "))))
    }

    /// Parses kWh or kW: empty, or a number of at least zero with at most two decimals, to fit NUMERIC(14,2).
    pub fn quantity(&self, column: &'static str) -> Result<Option<Decimal>, Refusal> {
        if self.get(column).starts_with('-') {
            return Err(Refusal::of(column, "This cannot be negative."));
        }
        self.net_quantity(column)
    }

    /// Parses kWh likewise. A site that exports more than it uses has a negative consumption.
    pub fn net_quantity(&self, column: &'static str) -> Result<Option<Decimal>, Refusal> {
        let text = self.get(column);
        if text.is_empty() {
            return Ok(None);
        }
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-');
        let number = Money::parse(text).ok().map(Money::decimal);
        match number.filter(|number| plain && number.abs() < Decimal::from(1_000_000_000_000_i64)) {
            Some(number) => Ok(Some(number)),
            None => Err(Refusal::of(column, "Enter a number such as 1234.50, with at most two decimals.")),
        }
    }
}
