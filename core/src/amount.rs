//! Money (docs/domain/numbers-and-amounts.md#amounts).

use std::fmt;

use rust_decimal::{Decimal, RoundingStrategy};

use crate::Code;
use crate::typed::clean;

#[cfg(feature = "sql")]
mod stored;

/// An amount in ringgit with two decimals. A text in JSON (`"1234.50"`), NUMERIC(16,2) in the database.
///
/// Every sum is checked: an amount that does not fit the database is refused and never wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Money(Decimal);

text_on_the_wire!(Money, "string");

/// The smallest amount that NUMERIC(16,2) cannot hold: 10^14 ringgit.
const TOO_LARGE: Decimal = Decimal::from_parts(276_447_232, 23_283, 0, false, 0);
/// The same amount in sen.
const TOO_MANY_SEN: u64 = 10_000_000_000_000_000;
/// Between `RM` and the digits, so that a line break never separates them.
const NO_BREAK_SPACE: char = '\u{a0}';

impl Money {
    /// RM 0.00.
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// Reads `1234.5`, `-3` and `1,234.50`. Also reads the format of [`Money::shown`], `RM 1,234.50`, because people
    /// paste it back.
    /// Fails with [`Code::AmountInvalid`] if the text is not a number, [`Code::AmountDecimals`] for more than two
    /// decimals, [`Code::AmountTooLarge`] if the database cannot hold the amount.
    pub fn parse(text: &str) -> Result<Self, Code> {
        let text = &*clean(text);
        let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let digits = unsigned.strip_prefix("RM").map_or(unsigned, str::trim_start);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        if !grouped(whole) || !plain(fraction) {
            return Err(Code::AmountInvalid);
        }
        if fraction.len() > 2 {
            return Err(Code::AmountDecimals);
        }
        let mut sen: i64 = 0;
        for digit in whole.bytes().filter(|byte| *byte != b',').chain(fraction.bytes()) {
            sen = sen
                .checked_mul(10)
                .and_then(|sen| sen.checked_add(i64::from(digit - b'0')))
                .ok_or(Code::AmountTooLarge)?;
        }
        let scale = if fraction.len() == 1 { 10 } else { 1 };
        let sen = sen.checked_mul(scale).ok_or(Code::AmountTooLarge)?;
        Self::within(if negative { -sen } else { sen })
    }

    /// Rounds half away from zero. This is the only rounding in the portal.
    /// Fails with [`Code::AmountTooLarge`] if the database cannot hold the amount.
    pub fn round(number: Decimal) -> Result<Self, Code> {
        if number.abs() >= TOO_LARGE {
            return Err(Code::AmountTooLarge);
        }
        Self::within(Self(number.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)).sen())
    }

    /// Creates an amount from whole sen.
    #[must_use]
    pub fn from_sen(sen: i64) -> Self {
        Self(Decimal::new(sen, 2))
    }

    /// Adds two amounts. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn plus(self, other: Self) -> Result<Self, Code> {
        self.sen().checked_add(other.sen()).ok_or(Code::AmountTooLarge).and_then(Self::within)
    }

    /// Subtracts an amount. The result may be negative. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn minus(self, other: Self) -> Result<Self, Code> {
        self.sen().checked_sub(other.sen()).ok_or(Code::AmountTooLarge).and_then(Self::within)
    }

    /// Adds any number of amounts. Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, Code> {
        amounts.into_iter().try_fold(Self::ZERO, Self::plus)
    }

    /// The amount without its sign.
    #[must_use]
    pub fn absolute(self) -> Self {
        Self::from_sen(self.sen().abs())
    }

    /// Whether the amount is more than zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.sen() > 0
    }

    /// The number as a decimal, for the database and workbooks.
    #[must_use]
    pub const fn decimal(self) -> Decimal {
        self.0
    }

    /// Formats the amount for display: `RM 1,234,567.50`, `-RM 1.00`.
    #[must_use]
    pub fn shown(self) -> String {
        let sen = self.sen();
        let sign = if sen < 0 { "-" } else { "" };
        let sen = sen.unsigned_abs();
        format!("{sign}RM{NO_BREAK_SPACE}{}.{:02}", thousands(&(sen / 100).to_string()), sen % 100)
    }

    /// The amount in ringgit as a float, for workbooks. It is the nearest float, which displays the same sen.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "amounts below 2^53 sen (RM 90 trillion) convert exactly")]
    pub fn as_f64(self) -> f64 {
        self.sen() as f64 / 100.0
    }

    /// The amount in whole sen. Calculating in sen keeps decimal arithmetic out of the browser's download.
    pub(crate) fn sen(self) -> i64 {
        let mut number = self.0;
        number.rescale(2);
        i64::try_from(number.mantissa()).unwrap_or(i64::MAX)
    }

    fn within(sen: i64) -> Result<Self, Code> {
        if sen.unsigned_abs() >= TOO_MANY_SEN {
            return Err(Code::AmountTooLarge);
        }
        Ok(Self::from_sen(sen))
    }
}

impl Money {
    /// Formats the digits from the last to the first. A page of bills has hundreds of amounts, and `write!` takes ten
    /// times as long.
    fn written<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        let sen = self.sen();
        let (mut text, mut at) = ([b'0'; 24], 24);
        let (mut rest, mut digits) = (sen.unsigned_abs(), 0);
        while rest > 0 || digits < 3 {
            if digits == 2 {
                at -= 1;
                text[at] = b'.';
            }
            at -= 1;
            text[at] = ascii_digit(rest);
            rest /= 10;
            digits += 1;
        }
        if sen < 0 {
            at -= 1;
            text[at] = b'-';
        }
        read(std::str::from_utf8(&text[at..]).unwrap_or_default())
    }
}

/// Returns the last digit of a number as ASCII.
pub(crate) fn ascii_digit(number: u64) -> u8 {
    u8::try_from(number % 10).map_or(b'0', |digit| b'0' + digit)
}

impl Ord for Money {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.sen().cmp(&other.sen())
    }
}

impl PartialOrd for Money {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Money {
    /// Formats the amount as on the wire: `1234.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written(|text| f.write_str(text))
    }
}

/// Formats a count on a card of the specification: at least two digits unless it is zero, thousands grouped.
#[must_use]
pub fn count_shown(count: u64) -> String {
    if (1..10).contains(&count) { format!("{count:02}") } else { number_shown(count) }
}

/// Formats a count anywhere else: thousands grouped.
#[must_use]
pub fn number_shown(count: u64) -> String {
    thousands(&count.to_string())
}

/// The text for a missing value.
pub const MISSING: &str = "–";

/// Groups digits by thousands.
pub(crate) fn thousands(digits: &str) -> String {
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Whether the text is digits only, or digits in groups of three as people paste them: `1,234,567`.
fn grouped(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let mut groups = groups.peekable();
    plain(first)
        && (groups.peek().is_none() || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && plain(group))
}

fn plain(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    #[test]
    fn amounts_are_written_as_format_writes_them() {
        let ends: [i64; 9] = [0, 1, 9, 10, 99, 100, 101, 123_450, 999_999_999_999];
        for sen in ends.into_iter().chain((0..1_000_000).step_by(997)).flat_map(|sen| [sen, -sen]) {
            let sign = if sen < 0 { "-" } else { "" };
            let expected = format!("{sign}{}.{:02}", sen.abs() / 100, sen.abs() % 100);
            assert_eq!(Money::from_sen(sen).to_string(), expected);
            assert_eq!(serde_json::to_string(&Money::from_sen(sen)).expect("JSON"), format!("\"{expected}\""));
        }
    }

    #[test]
    fn amounts_have_the_format_of_the_specification() {
        assert_eq!(money("1234567.5").shown(), "RM\u{a0}1,234,567.50");
        assert_eq!(money("-1").shown(), "-RM\u{a0}1.00");
        assert_eq!(money("-0.00").shown(), "RM\u{a0}0.00");
        assert_eq!(money("999").shown(), "RM\u{a0}999.00");
        assert_eq!([0, 7, 24_000].map(count_shown), ["0", "07", "24,000"]);
        assert_eq!([0, 7, 24_000].map(number_shown), ["0", "7", "24,000"]);
    }

    #[test]
    fn the_largest_amount_is_the_databases() {
        assert_eq!(money("99999999999999.99").to_string(), "99999999999999.99");
        assert_eq!(Money::parse("100000000000000"), Err(Code::AmountTooLarge));
        assert_eq!(money("99999999999999.99").plus(money("0.01")), Err(Code::AmountTooLarge));
    }

    #[test]
    fn rounding_is_half_away_from_zero() {
        for (exact, rounded) in [("0.005", "0.01"), ("-0.005", "-0.01"), ("2.675", "2.68"), ("1.0049", "1.00")] {
            assert_eq!(Money::round(exact.parse().unwrap()).unwrap(), money(rounded));
        }
    }
}
