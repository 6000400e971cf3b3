//! What a new password must be (specification, section 5; domain, "Not shown").

use crate::{Code, Problem};

/// The fewest characters of a password.
pub const SHORTEST: usize = 8;
/// The most characters of a password.
pub const LONGEST: usize = 128;

/// Passwords that everybody tries first and that the other rules let through, in lower case and in order.
const COMMON: &str = include_str!("common_passwords.txt");

/// What is said of a password that breaks a rule, and whether one keeps it.
type Rule = (Code, fn(&str) -> bool);

/// What a new password must keep, in the order in which it is said.
const RULES: &[Rule] = &[
    (Code::PasswordTooShort, |password| password.chars().count() >= SHORTEST),
    (Code::PasswordTooLong, |password| password.chars().count() <= LONGEST),
    (Code::PasswordNeedsLowercase, |password| password.bytes().any(|byte| byte.is_ascii_lowercase())),
    (Code::PasswordNeedsNumber, |password| password.bytes().any(|byte| byte.is_ascii_digit())),
    (Code::PasswordCommon, |password| !is_common(password)),
];

/// Checks a new password: 8 to 128 characters with a lower-case letter and a number, none of the common ones.
///
/// # Errors
/// The code of the first rule that it breaks.
pub fn check(password: &str) -> Result<(), Code> {
    if password.is_empty() {
        return Err(Code::PasswordRequired);
    }
    broken(password).next().map_or(Ok(()), Err)
}

/// Every rule that a new password breaks, for saying while it is typed what is still missing.
pub fn broken(password: &str) -> impl Iterator<Item = Code> {
    RULES.iter().filter(move |(_, keeps)| !keeps(password)).map(|(code, _)| *code)
}

/// Whether it is one of those that are tried first.
#[must_use]
fn is_common(password: &str) -> bool {
    let password = password.to_ascii_lowercase();
    COMMON.lines().any(|common| common == password)
}

/// Checks the form by which somebody changes the own password. Whether the old one is right, the server knows alone.
///
/// # Errors
/// The wrong fields: `oldPassword`, `newPassword`.
pub fn check_change(old: &str, new: &str) -> Result<(), Problem> {
    let missing = old.is_empty().then(|| ("oldPassword".to_owned(), Code::OldPasswordRequired.into()));
    let another = || if old == new { Err(Code::PasswordAsBefore) } else { Ok(()) };
    let wrong = check(new).and_then(|()| another()).err().map(|code| ("newPassword".to_owned(), code.into()));
    Problem::of_fields(missing.into_iter().chain(wrong).collect()).map_or(Ok(()), Err)
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
