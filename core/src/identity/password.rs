//! What a new password must be (specification, section 5; domain, "Not shown").

use crate::{Code, Problem};

/// The fewest characters of a password.
pub const SHORTEST: usize = 8;
/// The most characters of a password.
pub const LONGEST: usize = 128;

/// Passwords that everybody tries first and that the other rules let through, in lower case and in order.
const COMMON: &str = include_str!("common_passwords.txt");

/// Checks a new password: 8 to 128 characters with a lower-case letter and a number, none of the common ones.
///
/// # Errors
/// The code of the first rule that it breaks.
pub fn check(password: &str) -> Result<(), Code> {
    match password.chars().count() {
        0 => return Err(Code::PasswordRequired),
        1..SHORTEST => return Err(Code::PasswordTooShort),
        SHORTEST..=LONGEST => {}
        _ => return Err(Code::PasswordTooLong),
    }
    if !password.chars().any(|character| character.is_ascii_lowercase()) {
        return Err(Code::PasswordNeedsLowercase);
    }
    if !password.chars().any(|character| character.is_ascii_digit()) {
        return Err(Code::PasswordNeedsNumber);
    }
    if is_common(password) { Err(Code::PasswordCommon) } else { Ok(()) }
}

/// Whether it is one of those that are tried first.
#[must_use]
fn is_common(password: &str) -> bool {
    let password = password.to_ascii_lowercase();
    COMMON.lines().any(|common| common == password)
}

/// Checks a new password with its confirmation, as the forms ask for it.
///
/// # Errors
/// The wrong fields: `password`, `confirmation`.
pub fn check_twice(password: &str, confirmation: &str) -> Result<(), Problem> {
    let wrong = check(password).err().map(|code| ("password".to_owned(), code.into()));
    let differs = (password != confirmation).then(|| ("confirmation".to_owned(), Code::PasswordsDiffer.into()));
    Problem::of_fields(wrong.into_iter().chain(differs).collect()).map_or(Ok(()), Err)
}
