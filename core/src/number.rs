//! The numbers by which the utility and the banks know things (docs/domain/numbers-and-amounts.md#identifiers).

use std::fmt;

use crate::Code;

wire! {
    /// The ID of an application. A text that is none is nobody's.
    #[derive(Eq)]
    pub struct RegistrationId(pub String);

    /// A person of a bulk account, or an invitation into one. A text that is no ID is nobody's.
    #[derive(Eq)]
    pub struct MemberId(pub String);
}

/// Declares a number as a text of a checked shape. `parse` is the only way in.
macro_rules! numbers {
    (@trimmed $text:ident) => { $text.trim() };
    (@trimmed $text:ident $trimmed:ident) => { $trimmed($text) };
    ($($(#[$doc:meta])* $name:ident $(($trimmed:ident))? = $check:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(transparent))]
        pub struct $name(String);

        impl $name {
            /// Reads the number, trimmed of surrounding space.
            ///
            /// # Errors
            /// The code that says which part of its shape is wrong.
            pub fn parse(text: &str) -> Result<Self, Code> {
                let text: &str = numbers!(@trimmed text $($trimmed)?);
                shaped(text, $check).map(Self)
            }

            /// The number as written.
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
    /// An electricity account: 12 digits from 21 or 22.
    AccountNo = |text| {
        if text.is_empty() {
            return Err(Code::AccountNumberRequired);
        }
        if !text.starts_with("21") && !text.starts_with("22") {
            return Err(Code::AccountNumberPrefix);
        }
        if digits(text, 12, 12) { Ok(()) } else { Err(Code::AccountNumberLength) }
    };
    /// A bill batch: 10 digits from 28.
    BatchId = |text| if text.starts_with("28") && digits(text, 10, 10) { Ok(()) } else { Err(Code::BatchIdInvalid) };
    /// An invoice, or the collective invoice that it belongs to: 12 digits.
    InvoiceNo = |text| if digits(text, 12, 12) { Ok(()) } else { Err(Code::InvoiceNumberInvalid) };
    /// A bulk (collective contract) account: 10 digits from 30.
    BulkId = |text| if text.starts_with("30") && digits(text, 10, 10) { Ok(()) } else { Err(Code::BulkAccountNotFound) };
    /// A payment as people name it: `P`, the day as yyMMdd, seven digits.
    TransactionNo = |text| match text.strip_prefix('P') {
        Some(rest) if digits(rest, 13, 13) => Ok(()),
        _ => Err(Code::TransactionNotFound),
    };
    /// The customer's own name for an account, 1 to 16 characters.
    ReferenceId = |text| match text.chars().count() {
        1..=16 if !text.chars().any(char::is_control) => Ok(()),
        _ => Err(Code::ReferenceIdLength),
    };
    /// The reference of an EFT transfer: 1 to 18 letters and digits.
    EftNumber = |text| match text.chars().count() {
        0 => Err(Code::EftNumberRequired),
        1..=18 if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => Ok(()),
        1..=18 => Err(Code::EftNumberCharacters),
        _ => Err(Code::EftNumberLength),
    };
    /// The number of a cheque: 1 to 6 digits.
    ChequeNumber = |text| match text.chars().count() {
        0 => Err(Code::ChequeNumberRequired),
        1..=6 if digits(text, 1, 6) => Ok(()),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => Err(Code::ChequeNumberLength),
        _ => Err(Code::ChequeNumberCharacters),
    };
    /// A bank by the gateway's id, at most 10 letters and digits.
    BankId = |text| match text.len() {
        0 => Err(Code::BankRequired),
        1..=10 if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => Ok(()),
        _ => Err(Code::BankUnknown),
    };
    /// A mobile number without the country's code: 8 to 11 digits from 1. A leading 0, 60 or +60 is dropped.
    MobileNo (without_prefix) = |text| match text.len() {
        0 => Err(Code::MobileRequired),
        8..=11 if text.starts_with('1') && digits(text, 8, 11) => Ok(()),
        _ => Err(Code::MobileInvalid),
    };
    /// An e-mail address, at most 254 characters, compared without regard to case.
    Email (without_spaces) = |text| {
        if text.is_empty() {
            return Err(Code::EmailRequired);
        }
        if email(text) { Ok(()) } else { Err(Code::EmailInvalid) }
    };
}

impl Email {
    /// The form under which it is stored and looked up.
    #[must_use]
    pub fn normal(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn shaped(text: &str, check: fn(&str) -> Result<(), Code>) -> Result<String, Code> {
    check(text).map(|()| text.to_owned())
}

/// Without the space that comes along when an address is copied. A line break is not dropped in silence: it may be an
/// attempt to write a header of the e-mail.
fn without_spaces(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\u{a0}'])
}

/// Without the 0 or the country's code that a mobile number is often written with.
fn without_prefix(text: &str) -> &str {
    let text = text.trim();
    let rests = ["+60", "60", "0"].into_iter().filter_map(|prefix| text.strip_prefix(prefix));
    rests.map(str::trim_start).find(|rest| rest.starts_with('1')).unwrap_or(text)
}

fn digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// One `@`, a local part of unreserved characters without leading, trailing or double dots, and a host of at
/// least two labels: what mail programs deliver to, not all that RFC 5321 allows.
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

/// Whether a control character stands in it in an encoding, as `%0d`, or anything in an encoded word of e-mail. Some mail
/// program on the way may decode it.
fn hides_control(local: &str) -> bool {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let is_control = |bytes: &[u8]| match bytes {
        [b'%', high, low] => {
            digit(high).zip(digit(low)).is_some_and(|(high, low)| matches!(high * 16 + low, 0..0x20 | 0x7f..0xa0))
        }
        _ => false,
    };
    // By bytes: searching for texts in texts is several kilobytes of what the browser downloads.
    let pairs = || local.as_bytes().windows(2);
    let is_encoded_word =
        pairs().position(|pair| pair == b"=?").is_some_and(|start| pairs().skip(start + 2).any(|pair| pair == b"?="));
    is_encoded_word || local.as_bytes().windows(3).any(is_control)
}
