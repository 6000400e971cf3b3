//! Identifiers of the utility and the banks, with their formats (docs/domain/numbers-and-amounts.md#identifiers).

use std::borrow::Cow;
use std::fmt;

use crate::Code;
use crate::typed::{clean, clean_name, compact, has_line_break, telephone};

wire! {
    /// The ID of an application. It is not checked: a text that is no ID matches no application.
    #[derive(Eq)]
    pub struct RegistrationId(pub String);

    /// The ID of a member of a bulk account or of an invitation. It is not checked: a text that is no ID matches no
    /// member.
    #[derive(Eq)]
    pub struct MemberId(pub String);
}

/// Declares an identifier: a text with a checked format. A value can be created only with `parse`.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident ($cleaned:ident) = $check:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(transparent))]
        pub struct $name(String);

        impl $name {
            /// Reads the identifier as people write it (docs/domain/numbers-and-amounts.md#what-people-type).
            /// Fails with the code for the rule that the text breaks.
            pub fn parse(text: &str) -> Result<Self, Code> {
                shaped(&$cleaned(text), $check).map(Self)
            }

            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl $name {
            fn written<T>(&self, read: impl FnOnce(&str) -> T) -> T {
                read(&self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        text_on_the_wire!($name, "string");
    )*};
}

numbers! {
    /// An electricity account number: 12 digits that begin with 21 or 22.
    AccountNo (compact) = |text| {
        if text.is_empty() {
            return Err(Code::AccountNumberRequired);
        }
        if !text.starts_with("21") && !text.starts_with("22") {
            return Err(Code::AccountNumberPrefix);
        }
        match digits(text, 12, 12) {
            true => Ok(()),
            false if text.bytes().all(|byte| byte.is_ascii_digit()) => Err(Code::AccountNumberLength),
            false => Err(Code::AccountNumberDigits),
        }
    };
    /// A bill batch number: 10 digits that begin with 28.
    BatchId (compact) = |text| if text.starts_with("28") && digits(text, 10, 10) { Ok(()) } else { Err(Code::BatchIdInvalid) };
    /// The number of an invoice or a collective invoice: 12 digits.
    InvoiceNo (compact) = |text| if digits(text, 12, 12) { Ok(()) } else { Err(Code::InvoiceNumberInvalid) };
    /// The number of a bulk (collective contract) account: 10 digits that begin with 30.
    BulkId (compact) = |text| if text.starts_with("30") && digits(text, 10, 10) { Ok(()) } else { Err(Code::BulkAccountNotFound) };
    /// A payment's number as users read it: `P`, the day as yyMMdd, seven digits.
    TransactionNo (compact) = |text| match text.strip_prefix('P') {
        Some(rest) if digits(rest, 13, 13) => Ok(()),
        _ => Err(Code::TransactionNotFound),
    };
    /// The number of a payment group: `G`, the day as yyMMdd, seven digits.
    PaymentGroupNo (compact) = |text| match text.strip_prefix('G') {
        Some(rest) if digits(rest, 13, 13) => Ok(()),
        _ => Err(Code::PaymentGroupNotFound),
    };
    /// The number of a proposal to pay: `A`, the day as yyMMdd, seven digits.
    ProposalId (compact) = |text| match text.strip_prefix('A') {
        Some(rest) if digits(rest, 13, 13) => Ok(()),
        _ => Err(Code::ProposalNotFound),
    };
    /// The customer's own name for an account, 1 to 16 characters.
    ReferenceId (clean) = |text| match text.chars().count() {
        1..=16 if !text.chars().any(char::is_control) => Ok(()),
        _ if has_line_break(text) => Err(Code::LineBreak),
        1..=16 => Err(Code::ReferenceIdCharacters),
        _ => Err(Code::ReferenceIdLength),
    };
    /// The reference of an EFT transfer: 1 to 18 letters and digits.
    EftNumber (clean) = |text| match text.chars().count() {
        0 => Err(Code::EftNumberRequired),
        1..=18 if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => Ok(()),
        1..=18 => Err(Code::EftNumberCharacters),
        _ => Err(Code::EftNumberLength),
    };
    /// The number of a cheque: 1 to 6 digits.
    ChequeNumber (clean) = |text| match text.chars().count() {
        0 => Err(Code::ChequeNumberRequired),
        1..=6 if digits(text, 1, 6) => Ok(()),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => Err(Code::ChequeNumberLength),
        _ => Err(Code::ChequeNumberCharacters),
    };
    /// The gateway's id of a bank, at most 10 letters and digits.
    BankId (clean) = |text| match text.len() {
        0 => Err(Code::BankRequired),
        1..=10 if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => Ok(()),
        _ => Err(Code::BankUnknown),
    };
    /// A mobile number without country code: 8 to 11 digits that begin with 1. A leading 0 or country code is dropped.
    MobileNo (without_prefix) = |text| match text.len() {
        0 => Err(Code::MobileRequired),
        8..=11 if text.starts_with('1') && digits(text, 8, 11) => Ok(()),
        _ if text.starts_with('1') => Err(telephone_refusal(text, Code::MobileLength)),
        _ => Err(telephone_refusal(text, Code::MobileInvalid)),
    };
    /// An e-mail address, at most 254 characters, compared without regard to upper and lower case.
    Email (without_spaces) = |text| {
        if text.is_empty() {
            return Err(Code::EmailRequired);
        }
        match email(text) {
            true => Ok(()),
            false if has_line_break(text) => Err(Code::LineBreak),
            false if text.contains(char::is_whitespace) => Err(Code::EmailSpaces),
            false => Err(Code::EmailInvalid),
        }
    };
}

impl Email {
    /// The lower-case form, which is stored and looked up.
    #[must_use]
    pub fn normal(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn shaped(text: &str, check: fn(&str) -> Result<(), Code>) -> Result<String, Code> {
    check(text).map(|()| text.to_owned())
}

/// Cleans an address like a name. One with a line break is kept as typed and then refused, even if the line break is at an end,
/// because it may be an attempt to inject an e-mail header.
fn without_spaces(text: &str) -> Cow<'_, str> {
    if has_line_break(text) { Cow::Borrowed(text) } else { clean_name(text) }
}

/// Returns a mobile number without a leading 0 or country code.
fn without_prefix(text: &str) -> String {
    let number = telephone(text);
    number.strip_prefix('0').filter(|rest| rest.starts_with('1')).map_or(number.clone(), str::to_owned)
}

/// Returns why a telephone number is refused: another country, a character, or else `otherwise`.
pub(crate) fn telephone_refusal(number: &str, otherwise: Code) -> Code {
    match () {
        () if has_line_break(number) => Code::LineBreak,
        () if number.starts_with('+') || number.starts_with("00") => Code::TelephoneForeign,
        () if number.bytes().all(|byte| byte.is_ascii_digit()) => otherwise,
        () => Code::TelephoneCharacters,
    }
}

fn digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks for one `@`, a local part of unreserved characters without leading, trailing or double dots, and a host of at
/// least two labels. This covers the addresses that mail programs deliver to, not everything that RFC 5321 allows.
fn email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    let dotted = |part: &str| !part.is_empty() && part.split('.').all(|label| !label.is_empty());
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.len() <= 254
        && local.len() <= 64
        && dotted(local)
        && !hides_control(local)
        && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-.".contains(&byte))
        && host.contains('.')
        && host.split('.').all(label)
        && !host.rsplit('.').next().is_some_and(|top| top.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether the local part contains an encoded control character such as `%0d`, or an encoded word of e-mail. A mail
/// program on the way may decode either.
fn hides_control(local: &str) -> bool {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let is_control = |bytes: &[u8]| match bytes {
        [b'%', high, low] => {
            digit(high).zip(digit(low)).is_some_and(|(high, low)| matches!(high * 16 + low, 0..0x20 | 0x7f..0xa0))
        }
        _ => false,
    };
    // Compared as bytes, because string search would add several kilobytes to the browser's download.
    let pairs = || local.as_bytes().windows(2);
    let is_encoded_word =
        pairs().position(|pair| pair == b"=?").is_some_and(|start| pairs().skip(start + 2).any(|pair| pair == b"?="));
    is_encoded_word || local.as_bytes().windows(3).any(is_control)
}
