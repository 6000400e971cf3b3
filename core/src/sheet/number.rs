//! Converts numbers from the form in which workbooks store them to the form in which users read them, without
//! floating-point arithmetic. Excel stores an account number that was typed as a number as `2.20000000001E11`, Java
//! programs store ten million as `1.0E7`, and 33.33 is stored as `33.329999999999998`.

/// Significant digits of a fraction. Excel stores two more, which come from the binary form and are never shown.
const SHOWN_DIGITS: usize = 15;
/// The exponents that are written out. A number beyond them stays as it is.
const EXPONENTS: std::ops::RangeInclusive<i32> = -40..=20;

/// A number: its digits times a power of ten.
struct Number {
    is_negative: bool,
    digits: String,
    exponent: i32,
}

/// Returns a number as it is shown. A text that is not a number is returned unchanged.
pub fn plain(text: &str) -> String {
    // Leading zeros of a whole number stay.
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.to_owned();
    }
    Number::parse(text).map_or_else(|| text.to_owned(), Number::written)
}

/// Returns the percentage of a share: `33.33%` for `0.3333`.
pub fn percent(text: &str) -> String {
    Number::parse(text)
        .map_or_else(|| text.to_owned(), |number| Number { exponent: number.exponent + 2, ..number }.written() + "%")
}

impl Number {
    fn parse(text: &str) -> Option<Self> {
        let (is_negative, figures) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match figures.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (figures, 0),
        };
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{before}{after}");
        if !EXPONENTS.contains(&exponent) || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let exponent = exponent - i32::try_from(after.len()).ok()?;
        Some(Self { is_negative, digits, exponent })
    }

    /// Removes zeros that have no meaning, and rounds a fraction to the digits that are shown.
    fn shorten(&mut self) {
        self.digits = self.digits.trim_start_matches('0').to_owned();
        self.drop_zeros();
        if self.exponent < 0 && self.digits.len() > SHOWN_DIGITS {
            let dropped = self.digits.split_off(SHOWN_DIGITS);
            self.exponent += i32::try_from(dropped.len()).unwrap_or(i32::MAX);
            if dropped.as_bytes()[0] >= b'5' {
                self.add_one();
            }
            self.drop_zeros();
        }
    }

    /// Removes zeros at the end of a fraction.
    fn drop_zeros(&mut self) {
        while self.exponent < 0 && self.digits.ends_with('0') {
            self.digits.pop();
            self.exponent += 1;
        }
    }

    /// Adds one to the last digit.
    fn add_one(&mut self) {
        let kept = self.digits.trim_end_matches('9').len();
        let zeros = "0".repeat(self.digits.len() - kept);
        let (before, last) = self.digits.split_at(kept.saturating_sub(1));
        let next = last.bytes().next().filter(|_| kept > 0).map_or(b'1', |digit| digit + 1);
        self.digits = format!("{before}{}{zeros}", char::from(next));
    }

    fn written(mut self) -> String {
        self.shorten();
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        let sign = if self.is_negative { "-" } else { "" };
        let Ok(decimals) = usize::try_from(-self.exponent) else {
            let zeros = usize::try_from(self.exponent).unwrap_or_default();
            return format!("{sign}{}{}", self.digits, "0".repeat(zeros));
        };
        if decimals == 0 {
            return format!("{sign}{}", self.digits);
        }
        let figures = format!("{:0>width$}", self.digits, width = decimals + 1);
        let (whole, fraction) = figures.split_at(figures.len() - decimals);
        format!("{sign}{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::{percent, plain};

    #[test]
    fn numbers_are_written_as_they_are_shown() {
        for (written, read) in [
            ("220000000001", "220000000001"),
            ("2.20000000001E11", "220000000001"),
            ("2.20000000001E+11", "220000000001"),
            ("220000000001.0", "220000000001"),
            ("2.2E11", "220000000000"),
            ("1.0E7", "10000000"),
            ("1E+3", "1000"),
            ("1.5e-2", "0.015"),
            ("1.23456789012E9", "1234567890.12"),
            ("-1.0E7", "-10000000"),
            ("0", "0"),
            ("0.0", "0"),
            ("-0.0", "0"),
            ("0E0", "0"),
            ("007", "007"),
            ("1.50", "1.5"),
            ("+5", "5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1E-3", "0.001"),
            ("-5", "-5"),
            // The 17 digits of a binary number.
            ("33.329999999999998", "33.33"),
            ("12.300000000000001", "12.3"),
            ("0.30000000000000004", "0.3"),
            ("299.99999999999994", "300"),
            ("9999999999999.9995", "10000000000000"),
            ("1.0000000000000002E-2", "0.01"),
            ("5.6843418860808015E-14", "0.000000000000056843418860808"),
            // Digits of a whole number are never changed.
            ("1234567890123456789", "1234567890123456789"),
            ("1.2345678901234567E16", "12345678901234567"),
            // Numbers beyond the limits and texts.
            ("1E999999", "1E999999"),
            ("1E-999999", "1E-999999"),
            ("1E99999999999999999999", "1E99999999999999999999"),
            ("", ""),
            (".", "."),
            ("-", "-"),
            ("E5", "E5"),
            ("ABC", "ABC"),
            ("1.2.3", "1.2.3"),
        ] {
            assert_eq!(plain(written), read, "{written}");
        }
    }

    #[test]
    fn a_share_is_written_in_percent() {
        for (written, read) in [
            ("0.3333", "33.33%"),
            ("0.33329999999999999", "33.33%"),
            ("1", "100%"),
            ("0.5", "50%"),
            ("0.07", "7%"),
            ("2.5E-3", "0.25%"),
            ("0", "0%"),
            ("-0.1", "-10%"),
            ("0.33333333333333331", "33.3333333333333%"),
            ("half", "half"),
        ] {
            assert_eq!(percent(written), read, "{written}");
        }
    }
}
