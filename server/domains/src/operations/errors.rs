//! Makes error texts safe to show. Error texts are written for the log, and may contain rows, addresses or links.
//! Screens show the error's code, and the beginning of its text without such data.

/// Maximum characters that are shown.
pub const MAX_LENGTH: usize = 160;
/// A longer word with digits may be a token.
const MAX_WORD: usize = 24;
/// A number with more digits may be that of an account, an invoice or a person.
const MAX_DIGITS: usize = 8;
/// Markers after which an error text quotes database rows or the program itself.
const ENDS: &[&str] = &["PgDatabaseError", "detail:", "Stack backtrace", "stack backtrace", "where:"];

/// Returns the code of an error: the database's SQLSTATE, or the code of a refusal.
pub fn code(error: &str) -> Option<String> {
    let (_, rest) = error.split_once("code: ")?;
    let rest = rest.trim_start_matches("Some(").trim_start_matches('"');
    let code: String = rest.chars().take_while(char::is_ascii_alphanumeric).take(40).collect();
    (!code.is_empty()).then_some(code)
}

/// Returns the beginning of an error without addresses, links, long numbers and possible tokens.
pub fn shown(error: &str) -> String {
    let end = ENDS.iter().filter_map(|end| error.find(end)).min().unwrap_or(error.len());
    let words = error[..end].trim_end_matches([' ', ';', '(', ':']).split_whitespace().map(masked);
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
        if text.chars().count() > MAX_LENGTH {
            return text.chars().take(MAX_LENGTH).chain(['…']).collect();
        }
    }
    text
}

fn masked(word: &str) -> &str {
    let has_digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let digits = word.split(|one: char| !one.is_ascii_digit()).map(str::len).max().unwrap_or_default();
    if word.contains('@') {
        "[address]"
    } else if word.contains("://") || word.contains('#') {
        "[link]"
    } else if is_uuid(word) {
        word
    } else if digits > MAX_DIGITS {
        "[number]"
    } else if word.len() > MAX_WORD && has_digits {
        "[…]"
    } else {
        word
    }
}

/// Ids are shown: they identify a payment or an e-mail, and are not secret.
fn is_uuid(word: &str) -> bool {
    uuid::Uuid::try_parse(word.trim_matches(|one: char| !one.is_ascii_alphanumeric())).is_ok()
}
