//! The values that the fields of an FPX message may contain.
//!
//! The signature covers the values joined with `|`, without escaping. A value that contains a `|` would let the same
//! signed text be split into different fields. So a message with such a value is neither accepted nor signed by us, and
//! every value must match the format of its field.

use super::code::{Verdict, verdict};
use crate::{Instant, Money};

/// The only currency that FPX supports.
pub const CURRENCY: &str = "MYR";

/// The fields of a confirmation, without their prefix, in the order in which FPX signs their values.
pub const CONFIRMATION_FIELDS: [&str; 21] = [
    "buyerBankBranch",
    "buyerBankId",
    "buyerIban",
    "buyerId",
    "buyerName",
    "creditAuthCode",
    "creditAuthNo",
    "debitAuthCode",
    "debitAuthNo",
    "fpxTxnId",
    "fpxTxnTime",
    "makerName",
    "msgToken",
    "msgType",
    "sellerExId",
    "sellerExOrderNo",
    "sellerId",
    "sellerOrderNo",
    "sellerTxnTime",
    "txnAmount",
    "txnCurrency",
];

/// The maximum length of a field in FPX's documentation, in characters; `None` if FPX documents no length. The field is
/// named without its `fpx_` prefix.
#[must_use]
pub fn max_length(field: &str) -> Option<usize> {
    Some(match field {
        "msgType" | "msgToken" => 2,
        "currency" | "txnCurrency" => 3,
        "buyerBankId" | "sellerBankCode" | "sellerExId" | "sellerId" | "version" => 10,
        "sellerTxnTime" | "fpxTxnTime" => 14,
        "fpxTxnId" => 16,
        // 16 digits, the decimal point and 2 decimals.
        "txnAmount" => 19,
        "buyerAccNo" | "buyerId" => 20,
        "productDesc" => 30,
        "buyerIban" => 35,
        "buyerName" | "makerName" | "sellerExOrderNo" | "sellerOrderNo" => 40,
        "buyerEmail" => 50,
        _ => return None,
    })
}

/// Maximum length of texts for which FPX documents no length: the bank's branch and its authorization numbers.
const MAX_UNSTATED: usize = 40;

/// Whether a signed field may contain the value: no `|`, which separates the values, and no control characters.
#[must_use]
pub fn is_plain(value: &str) -> bool {
    !value.chars().any(|c| c == '|' || c.is_control())
}

/// Whether a value matches the format of its field in a confirmation (named without the `fpx_` prefix).
#[must_use]
pub fn is_well_formed(field: &str, value: &str) -> bool {
    let is_id = |max: usize| (1..=max).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_alphanumeric());
    is_plain(value)
        && match field {
            "debitAuthCode" => is_code(value),
            "creditAuthCode" => value.is_empty() || is_code(value),
            "fpxTxnId" => is_id(16),
            "sellerExId" | "sellerId" => is_id(10),
            "sellerExOrderNo" | "sellerOrderNo" => is_order_number(value),
            "fpxTxnTime" | "sellerTxnTime" => Instant::from_compact(value).is_some(),
            "txnAmount" => read_amount(value).is_some(),
            "txnCurrency" => value.len() == 3 && value.bytes().all(|b| b.is_ascii_uppercase()),
            "msgToken" => value.len() == 2 && value.bytes().all(|b| b.is_ascii_digit()),
            // Names and numbers of buyers and banks. They may be empty.
            other => value.chars().count() <= max_length(other).unwrap_or(MAX_UNSTATED),
        }
}

/// Returns the first field of a confirmation that does not match its format. Such a message is not processed, even if
/// its signature is valid.
#[must_use]
pub fn find_malformed<'a>(mut fields: impl Iterator<Item = (&'static str, &'a str)> + Clone) -> Option<&'static str> {
    let code = fields.clone().find(|(name, _)| *name == "debitAuthCode").map_or("", |(_, value)| value);
    // FPX answers some requests before it assigns a number and a time: requests that it refuses or does not know.
    let is_numbered = !matches!(verdict(code), Verdict::NeverReached | Verdict::Failed { .. });
    let may_be_empty = |name: &str| !is_numbered && matches!(name, "fpxTxnId" | "fpxTxnTime");
    fields
        .find(|(name, value)| !(is_well_formed(name, value) || value.is_empty() && may_be_empty(name)))
        .map(|(name, _)| name)
}

/// Whether the text is two digits or capital letters.
fn is_code(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// Reads `txnAmount`: digits and at most two decimals. Stricter than [`Money::parse`], which accepts the formats that
/// people type.
#[must_use]
pub fn read_amount(text: &str) -> Option<Money> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (digits(whole, 16) && digits(cents, 2)).then(|| Money::parse(text).ok()).flatten()
}

/// Reduces a name or description to the characters that FPX transmits unchanged: letters, digits, space and `@()/.-&`.
///
/// Every other character becomes a space (a `|` would shift the signed text). Runs of spaces become a single space, and
/// the text is cut off at `max` characters.
#[must_use]
pub fn sanitise(text: &str, max: usize) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "@()/.-&".contains(c);
    let spaced: String = text.chars().map(|c| if allowed(c) { c } else { ' ' }).collect();
    let joined = spaced.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    joined.chars().take(max).collect::<String>().trim_end().to_owned()
}

/// Whether FPX accepts the text as the order number of a seller or an exchange: 1 to 40 visible ASCII characters. It
/// must not contain `&`, `'` or `|`, the separator of the signed text.
#[must_use]
pub fn is_order_number(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic() && !b"&'|".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_fpx_lacks_are_removed_from_names() {
        for (text, max, cleaned) in [
            ("N@ME()/ .-&BUYER", 40, "N@ME()/ .-&BUYER"),
            ("  Sinar  Jaya\tSdn. Bhd. ", 40, "Sinar Jaya Sdn. Bhd."),
            ("O'Brien | Söhne + Co_1", 40, "O Brien S hne Co 1"),
            ("Electricity bills of November", 12, "Electricity"),
            ("a b", 2, "a"),
            ("电费", 30, ""),
        ] {
            assert_eq!(sanitise(text, max), cleaned);
        }
    }

    #[test]
    fn order_numbers() {
        for ok in ["1", "GB20261120-000001", &"9".repeat(40)] {
            assert!(is_order_number(ok), "{ok}");
        }
        for bad in ["", "a b", "a&b", "a'b", "a|b", "é", "a\n", &"9".repeat(41)] {
            assert!(!is_order_number(bad), "{bad}");
        }
    }

    #[derive(serde::Deserialize)]
    struct Case {
        name: String,
        /// The fields that differ from the genuine message.
        fields: std::collections::BTreeMap<String, String>,
        /// The expected malformed field; none if the message can be read.
        malformed: Option<String>,
    }

    const GENUINE: [(&str, &str); 21] = [
        ("buyerBankBranch", "SBI BANK A"),
        ("buyerBankId", "TEST0021"),
        ("buyerIban", ""),
        ("buyerId", ""),
        ("buyerName", "N@ME()/ .-&BUYER"),
        ("creditAuthCode", "00"),
        ("creditAuthNo", "9999999999"),
        ("debitAuthCode", "00"),
        ("debitAuthNo", "15733223"),
        ("fpxTxnId", "2106191550270891"),
        ("fpxTxnTime", "20210619155026"),
        ("makerName", "New Simulator"),
        ("msgToken", "01"),
        ("msgType", "AC"),
        ("sellerExId", "EX00011982"),
        ("sellerExOrderNo", "20210619094956"),
        ("sellerId", "SE00013501"),
        ("sellerOrderNo", "20210619094956"),
        ("sellerTxnTime", "20210619094956"),
        ("txnAmount", "1.00"),
        ("txnCurrency", "MYR"),
    ];

    #[test]
    fn every_case_of_the_fixtures() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../../fixtures/fpx/confirmations.json")).expect("the cases parse");
        assert!(cases.len() > 60, "{}", cases.len());
        for case in cases {
            let changed = GENUINE.map(|(name, value)| (name, case.fields.get(name).map_or(value, String::as_str)));
            assert_eq!(find_malformed(changed.into_iter()), case.malformed.as_deref(), "{}", case.name);
        }
    }

    #[test]
    fn no_field_holds_a_separator() {
        for (at, (name, value)) in GENUINE.into_iter().enumerate() {
            for bad in [format!("{value}|"), format!("|{value}"), format!("{value}\n"), format!("{value}\0")] {
                let mut changed = GENUINE;
                changed[at] = (name, bad.as_str());
                assert_eq!(find_malformed(changed.into_iter()), Some(name), "{name} {bad:?}");
            }
        }
    }

    #[test]
    fn amounts() {
        for ok in ["1", "1.0", "1.00", "0.01", "1000000.00", "99999999999999.99"] {
            assert!(read_amount(ok).is_some(), "{ok}");
        }
        for bad in
            ["", "1.", ".5", "1.000", "-1.00", "+1", "1e3", " 1", "1,000.00", "100000000000000.00", "1.0.0", "NaN"]
        {
            assert_eq!(read_amount(bad), None, "{bad}");
        }
    }

    #[test]
    fn lengths() {
        assert_eq!(max_length("sellerExOrderNo"), Some(40));
        assert_eq!(max_length("buyerBankId"), Some(10));
        assert_eq!(max_length("bankList"), None);
    }
}
