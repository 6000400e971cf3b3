//! The number of a company in its register, and when two of them name the same company
//! (docs/domain/registration.md#company-number).

use crate::typed::{check_characters, clean, has_line_break, is_dash};
use crate::{Code, Problem};

/// Minimum characters of a company number.
const MIN_REGISTRATION_NO_LENGTH: usize = 5;
/// Maximum characters of a company number.
pub const MAX_REGISTRATION_NO_LENGTH: usize = 30;

/// Parses a company number from a form or the feed into the form in which it is stored: cleaned, single spaces, capital
/// letters. It has 5 to 30 letters, digits, spaces and `-/()._&`.
/// Fails with [`Code::RegistrationNoRequired`], [`Code::RegistrationNoLength`], [`Code::RegistrationNoInvalid`].
pub fn parse_registration_no(text: &str) -> Result<String, Problem> {
    let number = normal_registration_no(text);
    if number.is_empty() {
        return Err(Code::RegistrationNoRequired.into());
    }
    if has_line_break(clean(text).trim()) {
        return Err(Code::LineBreak.into());
    }
    let is_allowed = |one: char| one.is_ascii_alphanumeric() || " -/()._&".contains(one);
    check_characters(&number, Code::RegistrationNoInvalid, is_allowed)?;
    match number.len() {
        MIN_REGISTRATION_NO_LENGTH..=MAX_REGISTRATION_NO_LENGTH => Ok(number),
        _ => Err(Code::RegistrationNoLength.into()),
    }
}

/// Returns a company number in its stored form, even if it is not valid.
#[must_use]
pub fn normal_registration_no(text: &str) -> String {
    let dashes: String = clean(text).chars().map(|one| if is_dash(one) { '-' } else { one }).collect();
    dashes.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_uppercase()
}

/// The parts of a company number by which companies are compared. The SQL functions `company_no` and `old_company_no`
/// (`migrations/0034_company_numbers.sql`) return the same for stored numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyKey {
    /// The number of 12 digits that the register gives since October 2019.
    pub new: Option<String>,
    /// The number of the time before, without hyphen, spaces and leading zeros: `465312X`. For a number of another
    /// register, the whole number.
    pub old: Option<String>,
}

impl CompanyKey {
    /// Reads a stored company number: `199801004512`, `465312-X`, or both in any order.
    #[must_use]
    pub fn of(number: &str) -> Self {
        let pieces: Vec<String> = number
            .split(|one: char| !(one.is_ascii_alphanumeric() || one == ' ' || one == '-'))
            .map(|piece| piece.replace([' ', '-'], ""))
            .filter(|piece| !piece.is_empty())
            .collect();
        let old = pieces.iter().find_map(|piece| old_number(piece)).map(without_zeros);
        match (pieces.iter().find_map(|piece| new_number(piece)), &pieces[..]) {
            (Some(new), _) => Self { new: Some(new.to_owned()), old },
            (None, [_]) if old.is_some() => Self { new: None, old },
            (None, _) => Self { new: None, old: Some(number.to_owned()) },
        }
    }

    /// Whether both are numbers of one company: the same new number or, if one of them has none, the same old number.
    #[must_use]
    pub fn is_same_company(&self, other: &Self) -> bool {
        match (&self.new, &other.new) {
            (Some(one), Some(other)) => one == other,
            _ => self.old.is_some() && self.old == other.old,
        }
    }
}

/// Returns the 12 digits of a piece that is a new number, alone or directly next to an old one.
fn new_number(piece: &str) -> Option<&str> {
    let is_old_or_empty = |text: &str| text.is_empty() || is_old(text);
    (0..=piece.len().checked_sub(NEW_LENGTH)?).find_map(|start| {
        let new = &piece[start..start + NEW_LENGTH];
        let is_new =
            is_digits(new) && is_old_or_empty(&piece[..start]) && is_old_or_empty(&piece[start + NEW_LENGTH..]);
        is_new.then_some(new)
    })
}

/// Returns the old number of a piece that is one, alone or directly next to a new one.
fn old_number(piece: &str) -> Option<&str> {
    let after = piece.get(NEW_LENGTH..).filter(|_| is_digits(&piece[..NEW_LENGTH]));
    let before = piece.len().checked_sub(NEW_LENGTH).filter(|end| is_digits(&piece[*end..])).map(|end| &piece[..end]);
    [Some(piece), after, before].into_iter().flatten().find(|text| is_old(text))
}

const NEW_LENGTH: usize = 12;

/// Whether the text is an old number without its hyphen: of a company (`465312X`), of a business (`TR0123456A`,
/// `002345678K`), or of a limited liability partnership (`LLP0012345LGN`).
fn is_old(text: &str) -> bool {
    let rest = text.trim_start_matches(|one: char| one.is_ascii_uppercase());
    let before = &text[..text.len() - rest.len()];
    let letters = rest.trim_start_matches(|one: char| one.is_ascii_digit());
    letters.bytes().all(|byte| byte.is_ascii_uppercase())
        && match (before.len(), rest.len() - letters.len(), letters.len()) {
            (0, 1..=7 | 9, 1) | (2, 7, 1) => true,
            (3, 7, 2..=3) => before == "LLP",
            _ => false,
        }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the old number of a company without leading zeros. A business number keeps them, because it always has nine
/// characters before its letter.
fn without_zeros(old: &str) -> String {
    let digits = old.len() - 1;
    if digits > 7 || !is_digits(&old[..digits]) {
        return old.to_owned();
    }
    let number = &old[..digits];
    let at = number.find(|one| one != '0').unwrap_or(digits - 1);
    old[at..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_same(one: &str, other: &str) -> bool {
        let key = |text: &str| CompanyKey::of(&normal_registration_no(text));
        assert_eq!(key(one).is_same_company(&key(other)), key(other).is_same_company(&key(one)));
        key(one).is_same_company(&key(other))
    }

    #[test]
    fn one_company_has_one_key_in_every_notation() {
        for other in ["199801004512", "465312-X", "465312x", "199801-004512", "465312-X (199801004512)"] {
            assert!(is_same("199801004512 (465312-X)", other), "{other}");
        }
        assert!(!is_same("199801004512 (465312-X)", "199801004513 (465312-X)"));
        assert!(!is_same("KP/2010/77", "KP/20/1077"));
        assert!(!is_same("465312-X", "465312-W"));
        // With only one of the numbers each, nothing says that they are one company.
        assert!(!is_same("199801004512", "465312-X"));
    }
}
