//! What a new password must be (docs/domain/people.md#passwords).

use crate::{Code, Problem};

/// The fewest characters of a password.
pub const MIN_LENGTH: usize = 8;
/// The most characters of a password.
pub const MAX_LENGTH: usize = 128;

/// Passwords that everybody tries first and that the other rules let through, in lower case and in order.
const COMMON: &str = include_str!("common_passwords.txt");

/// What is said of a password that breaks a rule, and whether one keeps it.
type Rule = (Code, fn(&str) -> bool);

/// What a new password must keep, in the order in which it is said.
const RULES: &[Rule] = &[
    (Code::PasswordTooShort, |password| password.chars().count() >= MIN_LENGTH),
    (Code::PasswordTooLong, |password| password.chars().count() <= MAX_LENGTH),
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

/// Whether it is one of those that are tried first: a known one, or one made by a simple rule.
#[must_use]
fn is_common(password: &str) -> bool {
    let lower_case = password.to_ascii_lowercase();
    if COMMON.lines().any(|common| common == lower_case) {
        return true;
    }
    // While something is missing, that is what is said.
    if !RULES.iter().all(|(code, keeps)| *code == Code::PasswordCommon || keeps(password)) {
        return false;
    }
    let characters: Vec<char> = lower_case.chars().collect();
    is_mostly_spaces(&characters) || is_repeated(&characters) || is_sequence(&characters) || is_of_portal(&characters)
}

/// From this length on, few different characters make no password that is tried first.
const LONG: usize = 32;
/// The fewest different characters of a shorter one.
const MIN_DIFFERENT: usize = 4;

fn is_mostly_spaces(characters: &[char]) -> bool {
    characters.iter().filter(|character| character.is_whitespace()).count() * 2 > characters.len()
}

/// One character over and over, with little else.
fn is_repeated(characters: &[char]) -> bool {
    if characters.len() >= LONG {
        return false;
    }
    let count = |wanted: &char| characters.iter().filter(|character| *character == wanted).count();
    let different = (0..characters.len()).filter(|&place| !characters[..place].contains(&characters[place])).count();
    different < MIN_DIFFERENT || characters.iter().any(|character| count(character) * 2 > characters.len())
}

/// What whoever guesses tries first here: what the portal is called, what it is about, and who uses it.
const WORDS: &str = "account admin akaun bayar bayaran bil bill billing customer elektrik electric electricity gridbill invoice \
                     invois master member payment pelanggan portal staff utiliti utility viewer";

/// Made of words of this portal, with digits and signs around them: `Gridbill2026!`.
fn is_of_portal(characters: &[char]) -> bool {
    let letters: String = characters.iter().filter(|character| character.is_alphabetic()).collect();
    characters.len() < LONG && is_made_of_words(&letters)
}

fn is_made_of_words(letters: &str) -> bool {
    letters.is_empty() || WORDS.split(' ').any(|word| letters.strip_prefix(word).is_some_and(is_made_of_words))
}

/// Neighbours on a keyboard, beside those in the alphabet and among the digits.
const ROWS: [&str; 4] = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"];

/// Whether it is made of one or two sequences: `abcd1234`, `qwerty12`, or with the two in turn `1a2b3c4d`.
fn is_sequence(characters: &[char]) -> bool {
    let in_row = |one: char, other: char| {
        let place = |row: &str, wanted| row.chars().position(|character| character == wanted);
        ROWS.iter()
            .any(|row| place(row, one).zip(place(row, other)).is_some_and(|(one, other)| one.abs_diff(other) == 1))
    };
    let follows = |&one: &char, &other: &char| u32::from(one).abs_diff(u32::from(other)) <= 1 || in_row(one, other);
    let sequences: Vec<_> = characters.chunk_by(follows).collect();
    let in_turn = characters.iter().zip(characters.iter().skip(2)).all(|(one, other)| follows(one, other));
    in_turn || (sequences.len() <= 2 && sequences.iter().all(|sequence| sequence.len() > 1))
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
