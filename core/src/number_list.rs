//! Lists of numbers in requests: an array, or one text, which is short enough for the firewalls in front of a portal
//! (docs/http.md#lists-of-numbers).

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Maximum numbers of a text, so that a range of a few characters does not fill the memory. The calls' own limits are
/// lower.
pub const MAX_LISTED: usize = 100_000;

/// Maximum characters of an item, which may be repeated in every number after it.
const MAX_ITEM_LENGTH: usize = 64;

/// The names of the fields that the app sends as a text.
pub const NUMBER_LISTS: &[&str] = &[
    "accountNos",
    "accountNumbers",
    "accounts",
    "batchIds",
    "findingIds",
    "groupIds",
    "heldInvoiceNos",
    "invoiceNos",
    "list",
    "merchantTranIds",
];

/// Why a text is no list of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberListError {
    /// Nothing is between two commas, or before or after one.
    EmptyItem,
    /// An item with more than [`MAX_ITEM_LENGTH`] characters.
    LongItem,
    /// A range that does not lead from a number to the same or a higher one.
    Range,
    /// More numbers than [`MAX_LISTED`].
    TooMany,
}

impl fmt::Display for NumberListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyItem => f.write_str("an item of the list is empty"),
            Self::LongItem => write!(f, "an item of the list has more than {MAX_ITEM_LENGTH} characters"),
            Self::Range => f.write_str("a range is written 510000000001..510000000009, with the lower number first"),
            Self::TooMany => write!(f, "the list has more than {MAX_LISTED} numbers"),
        }
    }
}

/// Reads the numbers of a text, in their order, with those that are repeated. Items are separated by commas; `..` makes
/// a range, which contains both ends. A number with fewer digits than the one before replaces its last digits:
/// `510000000017,21..24,108`.
/// Fails with the reason. A range is counted before its numbers are made.
pub fn read_numbers(text: &str) -> Result<Vec<String>, NumberListError> {
    let mut numbers: Vec<String> = Vec::new();
    if text.trim().is_empty() {
        return Ok(numbers);
    }
    for item in text.split(',').map(str::trim) {
        if item.is_empty() {
            return Err(NumberListError::EmptyItem);
        }
        if item.len() > MAX_ITEM_LENGTH {
            return Err(NumberListError::LongItem);
        }
        let before = numbers.last().map_or("", String::as_str);
        let (first, count) = match item.split_once("..") {
            Some((first, last)) => range(&whole(first, before), last)?,
            None => (whole(item, before), 1),
        };
        if count > MAX_LISTED - numbers.len() {
            return Err(NumberListError::TooMany);
        }
        let mut next = first;
        for _ in 1..count {
            let after = successor(&next);
            numbers.push(std::mem::replace(&mut next, after));
        }
        numbers.push(next);
    }
    Ok(numbers)
}

/// Writes numbers as a text that [`read_numbers`] reads, in their order; ascending numbers make the shortest text. None if
/// they do not have the same count of digits, and if a text that is no number contains a comma or `..`.
#[must_use]
pub fn write_numbers(numbers: &[String]) -> Option<String> {
    let width = numbers.first()?.len();
    if !numbers.iter().all(|number| is_digits(number)) {
        let is_plain = |text: &String| {
            text.trim() == text && !text.is_empty() && !is_digits(text) && !text.contains(',') && !text.contains("..")
        };
        return numbers.iter().all(is_plain).then(|| numbers.join(","));
    }
    if numbers.iter().any(|number| number.len() != width) {
        return None;
    }
    let mut text = String::new();
    let mut before: Option<&str> = None;
    let mut rest = numbers;
    while let [first, others @ ..] = rest {
        text.push_str(if before.is_some() { "," } else { "" });
        text.push_str(before.map_or(first, |before| difference(before, first)));
        let following = std::iter::successors(Some(successor(first)), |number| Some(successor(number)));
        let run = following.zip(others).take_while(|(expected, next)| expected == *next && first < *next).count();
        // Two numbers are as short without a range.
        let (run, after) = others.split_at(if run > 1 { run } else { 0 });
        if let Some(last) = run.last() {
            text.push_str("..");
            text.push_str(difference(first, last));
        }
        before = Some(run.last().unwrap_or(first));
        rest = after;
    }
    Some(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the number that an item means after `before`, whose last digits it may replace.
fn whole(item: &str, before: &str) -> String {
    let kept = if is_digits(item) && is_digits(before) { before.len().saturating_sub(item.len()) } else { 0 };
    before.get(..kept).unwrap_or_default().to_owned() + item
}

/// Returns the first number of a range, and how many it has.
fn range(first: &str, last: &str) -> Result<(String, usize), NumberListError> {
    let last = whole(last, first);
    let is_range = is_digits(first) && is_digits(&last) && first.len() == last.len() && first <= last.as_str();
    let value = |digits: &str| digits.parse::<u64>().map_err(|_| NumberListError::Range);
    let steps = if is_range { value(&last)? - value(first)? } else { return Err(NumberListError::Range) };
    let count = usize::try_from(steps).ok().and_then(|steps| steps.checked_add(1)).ok_or(NumberListError::TooMany)?;
    Ok((first.to_owned(), count))
}

/// Returns the next number with as many digits; after the last one the first.
fn successor(number: &str) -> String {
    let mut digits = number.as_bytes().to_vec();
    for digit in digits.iter_mut().rev() {
        *digit = if *digit == b'9' { b'0' } else { *digit + 1 };
        if *digit != b'0' {
            break;
        }
    }
    String::from_utf8(digits).unwrap_or_default()
}

/// Returns the last digits of a number, from the first one that differs from the number before; at least one.
fn difference<'a>(before: &str, number: &'a str) -> &'a str {
    let same = before.bytes().zip(number.bytes()).take_while(|(one, other)| one == other).count();
    number.get(same.min(number.len() - 1)..).unwrap_or(number)
}

/// A list of numbers as it travels, for `#[serde(with = "NumberList::<InvoiceNo>")]`.
#[derive(Debug)]
pub struct NumberList<T>(PhantomData<T>);

impl<T> NumberList<T> {
    /// Writes the list as an array, so that both forms of a request are equal.
    pub fn serialize<S: Serializer>(numbers: &[T], to: S) -> Result<S::Ok, S::Error>
    where
        T: Serialize,
    {
        numbers.serialize(to)
    }

    /// Reads the list from an array or a text.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: Deserialize<'de>,
    {
        from.deserialize_any(ListVisitor(PhantomData))
    }

    /// Reads a list that may be missing.
    pub fn deserialize_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<T>>, D::Error>
    where
        T: Deserialize<'de>,
    {
        Ok(Option::<Listed<T>>::deserialize(from)?.map(|Listed(numbers)| numbers))
    }
}

struct Listed<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Listed<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        NumberList::deserialize(from).map(Self)
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array, or a text with commas")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let numbers = read_numbers(text).map_err(E::custom)?;
        numbers.into_iter().map(|number| T::deserialize(number.into_deserializer())).collect()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = items.next_element()? {
            numbers.push(number);
        }
        Ok(numbers)
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for NumberList<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("NumberListOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let items = generator.subschema_for::<T>();
        schemars::json_schema!({ "anyOf": [
            { "type": "array", "items": items },
            { "type": "string", "format": "NumberList", "description": "The same list as one text." },
        ] })
    }
}

#[cfg(test)]
mod tests {
    use super::NumberListError::{EmptyItem, LongItem, Range, TooMany};
    use super::*;
    use crate::number::InvoiceNo;
    use crate::payments::PlanPaymentsRequest;

    #[test]
    fn the_numbers_of_a_text_are_read_as_they_are_written() {
        for (text, numbers) in [
            ("", Ok("")),
            ("  ", Ok("")),
            ("510000000017", Ok("510000000017")),
            (
                "510000000017,21..24,108",
                Ok("510000000017 510000000021 510000000022 510000000023 510000000024 510000000108"),
            ),
            ("510000000017, 17 ,16", Ok("510000000017 510000000017 510000000016")),
            ("510000000099..101", Ok("510000000099 510000000100 510000000101")),
            ("7..7", Ok("7")),
            ("2800000001,9", Ok("2800000001 2800000009")),
            ("2f1c-0a,9b", Ok("2f1c-0a 9b")),
            ("9b,12,3", Ok("9b 12 13")),
            ("510000000017,,18", Err(EmptyItem)),
            ("510000000017,", Err(EmptyItem)),
            ("..", Err(Range)),
            ("510000000017..", Err(Range)),
            ("..18", Err(Range)),
            ("510000000017..16", Err(Range)),
            ("510000000017..18..19", Err(Range)),
            ("510000000017...18", Err(Range)),
            ("9..1000", Err(Range)),
            ("a..b", Err(Range)),
            ("000000000000..999999999999", Err(TooMany)),
            ("00000000000000000000..99999999999999999999", Err(Range)),
            ("000000000000..099999,1", Err(TooMany)),
        ] {
            assert_eq!(
                read_numbers(text),
                numbers.map(|all| all.split_whitespace().map(str::to_owned).collect()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_short_text_never_becomes_a_large_list() {
        assert_eq!(read_numbers(&"7".repeat(65)), Err(LongItem));
        assert_eq!(read_numbers(&format!("{},1", "7".repeat(1 << 20))), Err(LongItem));
        let longest = "7".repeat(64) + &",1".repeat(MAX_LISTED - 1);
        assert_eq!(read_numbers(&longest).map(|numbers| numbers.len()), Ok(MAX_LISTED));
        assert_eq!(read_numbers(&(longest + ",1")), Err(TooMany));
    }

    #[test]
    fn both_forms_are_the_same_request_and_each_number_is_checked() {
        let read = |list: serde_json::Value| {
            serde_json::from_value::<PlanPaymentsRequest>(serde_json::json!({ "id": "3000000001", "invoiceNos": list }))
        };
        let array = read(serde_json::json!(["510000000017", "510000000018"])).unwrap();
        let text = read(serde_json::json!("510000000017,8")).unwrap();
        assert_eq!(text, array);
        assert_eq!(serde_json::to_value(text).unwrap()["invoiceNos"][1], "510000000018");
        let refusal = read(serde_json::json!("17")).unwrap_err().to_string();
        assert_eq!(crate::problem::code_in_message(&refusal), InvoiceNo::parse("17").err());
        for wrong in [serde_json::json!(null), serde_json::json!({}), serde_json::json!(5), serde_json::json!("1..0")] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
