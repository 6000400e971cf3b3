//! Finds the numbers in the texts of a line.

use std::collections::HashSet;

/// What people write before a number without a space: `INV123`, `RefEFT1001`.
const KEYWORDS: [&str; 29] = [
    "EREF",
    "KREF",
    "MREF",
    "REFERENCE",
    "REFNO",
    "REF",
    "RUJUKAN",
    "RUJ",
    "INVOICE",
    "INVOIS",
    "INV",
    "BILL",
    "BIL",
    "NUMBER",
    "NOMBOR",
    "NO",
    "ACCOUNT",
    "ACCT",
    "ACC",
    "AKAUN",
    "CHEQUE",
    "CHQ",
    "CEK",
    "PAYMENT",
    "PYMT",
    "PAY",
    "BAYARAN",
    "TXN",
    "ID",
];
/// Minimum characters of a number that is searched for within a text.
const MIN_LENGTH: usize = 4;

/// What banks write where no reference was given.
const BLANKS: [&str; 14] = [
    "NOTPROVIDED",
    "NOTAVAILABLE",
    "NOTAVAIL",
    "NONREF",
    "NOREF",
    "NONE",
    "NIL",
    "NULL",
    "NA",
    "EREF",
    "KREF",
    "MREF",
    "PREF",
    "MARF",
];

/// Returns a reference, unless the text says that there is none.
pub fn reference(text: &str) -> Option<String> {
    let text = text.trim();
    let plain: String = text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    let is_blank = plain.bytes().all(|byte| byte == b'0') || BLANKS.contains(&plain.as_str());
    (!is_blank).then(|| text.to_owned())
}

/// The words of a text: runs of letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a text has a value as it is, between other characters than letters and digits.
pub fn contains(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + value.len()..]);
        !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
    })
}

/// Returns the numbers that follow a keyword without a separator.
pub fn without_keywords(text: &str) -> Vec<String> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for word in words(text) {
        let mut rest = word;
        while let Some(behind) = KEYWORDS.iter().find_map(|keyword| behind(rest, keyword)) {
            rest = behind;
            if is_number(rest) && known.insert(rest) {
                found.push(rest.to_owned());
            }
        }
    }
    found
}

/// Returns the text behind a keyword, in capitals or not.
fn behind<'a>(text: &'a str, keyword: &str) -> Option<&'a str> {
    let (begin, rest) = text.split_at_checked(keyword.len())?;
    begin.eq_ignore_ascii_case(keyword).then_some(rest)
}

/// Returns the numbers that the ends of full lines break.
pub fn broken(lines: &[&str], is_full: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut begun: Option<String> = None;
    for (at, line) in lines.iter().enumerate() {
        let goes_on = at + 1 < lines.len() && is_full(line);
        let first = line.split(|one: char| !one.is_alphanumeric()).next().unwrap_or_default();
        let last = line.rsplit(|one: char| !one.is_alphanumeric()).next().unwrap_or_default();
        let word = begun.take().filter(|_| !first.is_empty()).map(|begun| begun + first);
        begun = match word {
            Some(word) if goes_on && first.len() == line.len() => Some(word),
            word => {
                found.extend(word.filter(|word| is_number(word)));
                (goes_on && !last.is_empty()).then(|| last.to_owned())
            }
        };
    }
    found
}

/// Whether a word may be a number of a payment.
pub fn is_number(word: &str) -> bool {
    word.chars().count() >= MIN_LENGTH && word.contains(|one: char| one.is_ascii_digit())
}
