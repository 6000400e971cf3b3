//! Rules for new passwords (docs/domain/people.md#passwords).

use crate::{Code, Problem};

/// Minimum characters of a password.
pub const MIN_LENGTH: usize = 8;
/// Maximum characters of a password.
pub const MAX_LENGTH: usize = 128;

/// Common passwords that the other rules would accept, in lower case and sorted.
const COMMON: &str = include_str!("common_passwords.txt");

/// A rule: the code for a password that breaks it, and a check that returns true for a password that meets it.
type Rule = (Code, fn(&str) -> bool);

/// The rules, in the order in which they are reported.
const RULES: &[Rule] = &[
    (Code::PasswordTooShort, |password| password.chars().count() >= MIN_LENGTH),
    (Code::PasswordTooLong, |password| password.chars().count() <= MAX_LENGTH),
    (Code::PasswordNeedsLowercase, |password| password.bytes().any(|byte| byte.is_ascii_lowercase())),
    (Code::PasswordNeedsNumber, |password| password.bytes().any(|byte| byte.is_ascii_digit())),
    (Code::PasswordCommon, |password| !is_common(password)),
];

/// Checks a new password: 8 to 128 characters, at least one lower-case letter and one number, and not a common
/// password. Fails with the code of the first rule that it breaks.
pub fn check(password: &str) -> Result<(), Code> {
    if password.is_empty() {
        return Err(Code::PasswordRequired);
    }
    broken(password).next().map_or(Ok(()), Err)
}

/// Returns every rule that a new password breaks, to show while the user types.
pub fn broken(password: &str) -> impl Iterator<Item = Code> {
    RULES.iter().filter(move |(_, keeps)| !keeps(password)).map(|(code, _)| *code)
}

/// Whether the password is easy to guess: in the list of common ones, or made by a simple rule.
#[must_use]
fn is_common(password: &str) -> bool {
    let lower_case = password.to_ascii_lowercase();
    if COMMON.lines().any(|common| common == lower_case) {
        return true;
    }
    // As long as other rules are broken, report those first.
    if !RULES.iter().all(|(code, keeps)| *code == Code::PasswordCommon || keeps(password)) {
        return false;
    }
    let characters: Vec<char> = lower_case.chars().collect();
    is_mostly_spaces(&characters) || is_repeated(&characters) || is_sequence(&characters) || is_of_portal(&characters)
}

/// From this length on, a password with few different characters is not counted as common.
const LONG: usize = 32;
/// Minimum different characters of a shorter password.
const MIN_DIFFERENT: usize = 4;

fn is_mostly_spaces(characters: &[char]) -> bool {
    characters.iter().filter(|character| character.is_whitespace()).count() * 2 > characters.len()
}

/// Whether one character makes up most of the password, or it has too few different characters.
fn is_repeated(characters: &[char]) -> bool {
    if characters.len() >= LONG {
        return false;
    }
    let count = |wanted: &char| characters.iter().filter(|character| *character == wanted).count();
    let different = (0..characters.len()).filter(|&place| !characters[..place].contains(&characters[place])).count();
    different < MIN_DIFFERENT || characters.iter().any(|character| count(character) * 2 > characters.len())
}

/// Words that an attacker would try first on this portal: its name, its subject and its users.
const WORDS: &str = "account admin akaun bayar bayaran bil bill billing customer elektrik electric electricity gridbill invoice \
                     invois master member payment pelanggan portal staff utiliti utility viewer";

/// Whether it is made of the portal's words with digits and signs around them, such as `Gridbill2026!`.
fn is_of_portal(characters: &[char]) -> bool {
    let letters: String = characters.iter().filter(|character| character.is_alphabetic()).collect();
    characters.len() < LONG && is_made_of_words(&letters)
}

fn is_made_of_words(letters: &str) -> bool {
    letters.is_empty() || WORDS.split(' ').any(|word| letters.strip_prefix(word).is_some_and(is_made_of_words))
}

/// Rows of neighbouring keys. Sequences in the alphabet and of digits are found by their character codes.
const ROWS: [&str; 4] = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"];

/// Whether it is made of one or two sequences, such as `abcd1234` or `qwerty12`, or of two that alternate, such as
/// `1a2b3c4d`.
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

/// Checks the form for changing one's password. Only the server can check that the old password is right.
/// Fails with the wrong fields: `oldPassword`, `newPassword`.
pub fn check_change(old: &str, new: &str) -> Result<(), Problem> {
    let missing = old.is_empty().then(|| ("oldPassword".to_owned(), Code::OldPasswordRequired.into()));
    let another = || if old == new { Err(Code::PasswordAsBefore) } else { Ok(()) };
    let wrong = check(new).and_then(|()| another()).err().map(|code| ("newPassword".to_owned(), code.into()));
    Problem::of_fields(missing.into_iter().chain(wrong).collect()).map_or(Ok(()), Err)
}

/// Checks a new password and its confirmation. Fails with the wrong fields: `password`, `confirmation`.
pub fn check_twice(password: &str, confirmation: &str) -> Result<(), Problem> {
    let wrong = check(password).err().map(|code| ("password".to_owned(), code.into()));
    let differs = (password != confirmation).then(|| ("confirmation".to_owned(), Code::PasswordsDiffer.into()));
    Problem::of_fields(wrong.into_iter().chain(differs).collect()).map_or(Ok(()), Err)
}
