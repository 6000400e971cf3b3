//! Cleans what people type or paste, before it is read (docs/domain/numbers-and-amounts.md#what-people-type).

use std::borrow::Cow;

use crate::{Code, Problem};

/// Returns the text without surrounding space and without characters that cannot be seen, which come along from web
/// pages and chats. Every space of another width is a plain one.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    cleaned(text, |character| is_invisible(character) || is_directing(character))
}

/// Cleans a name. The characters that chats put around a name, to keep the direction of the text around it, are dropped at
/// its ends only. Within a name they are kept and then refused, because they can disguise it.
#[must_use]
pub fn clean_name(text: &str) -> Cow<'_, str> {
    match cleaned(text, is_invisible) {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(text) => Cow::Owned(
            text.trim_matches(|one: char| {
                one.is_whitespace() || is_directing(one) && !matches!(one, '\u{202d}' | '\u{202e}')
            })
            .to_owned(),
        ),
    }
}

/// Returns a number without the spaces and dashes by which people group its digits.
#[must_use]
pub fn compact(text: &str) -> String {
    clean(text).chars().filter(|one| *one != ' ' && !is_dash(*one)).collect()
}

/// Returns the digits of a telephone number without spaces, dashes, dots and brackets, and without the country code of
/// Malaysia (`+60`, `0060`, `60`). A number with that code begins with its area code, as one with a leading 0 does.
#[must_use]
pub fn telephone(text: &str) -> String {
    let number: String = compact(text).chars().filter(|one| !matches!(one, '.' | '(' | ')')).collect();
    // Without a plus, 60 is the country code only if a whole number follows. Area codes begin with 1 or 3 to 9.
    let is_whole = |rest: &str| rest.len() >= 8 && rest.starts_with(['0', '1', '3', '4', '5', '6', '7', '8', '9']);
    let rest = match number.strip_prefix("+60").or_else(|| number.strip_prefix("0060")) {
        Some(rest) => Some(rest),
        None => number.strip_prefix("60").filter(|rest| is_whole(rest)),
    };
    match rest {
        Some(rest) => format!("0{}", rest.strip_prefix('0').unwrap_or(rest)),
        None => number,
    }
}

fn cleaned(text: &str, is_dropped: impl Fn(char) -> bool) -> Cow<'_, str> {
    let text = text.trim();
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let kept: String =
        text.chars().filter(|one| !is_dropped(*one)).map(|one| if is_wide_space(one) { ' ' } else { one }).collect();
    Cow::Owned(kept.trim().to_owned())
}

/// Spaces that are not a plain one: no-break, thin, ideographic and others.
const fn is_wide_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Soft hyphens, joiners and marks of width zero, direction marks, variation selectors, fillers, tags, and the mark at
/// the beginning of a file.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Characters that begin or end a part of another direction.
const fn is_directing(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether the character is a hyphen or a dash. Programs for texts replace hyphens by others.
pub(crate) const fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether the character is an apostrophe, in any of the forms that keyboards and programs write.
pub(crate) const fn is_apostrophe(character: char) -> bool {
    matches!(
        character,
        '\'' | '`' | '\u{b4}' | '\u{2bb}' | '\u{2bc}' | '\u{2018}' | '\u{2019}' | '\u{2032}' | '\u{ff07}'
    )
}

/// Whether the character ends a line.
const fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a text has more than one line.
#[must_use]
pub fn has_line_break(text: &str) -> bool {
    text.contains(is_line_break)
}

/// Checks that every character is allowed.
/// Fails with [`Code::LineBreak`], or the code with the first other character as `character`. One that cannot be seen
/// is named by its number.
pub fn check_characters(text: &str, code: Code, is_allowed: impl Fn(char) -> bool) -> Result<(), Problem> {
    match text.chars().find(|one| !is_allowed(*one)) {
        None => Ok(()),
        Some(_) if has_line_break(text) => Err(Code::LineBreak.into()),
        Some(refused) => Err(refused_character(code, refused)),
    }
}

/// Refuses a character, which is named.
#[must_use]
pub(crate) fn refused_character(code: Code, refused: char) -> Problem {
    let is_seen = !refused.is_control() && !is_directing(refused) && !is_invisible(refused);
    let named = if is_seen { refused.to_string() } else { format!("U+{:04X}", u32::from(refused)) };
    Problem::new(code).with("character", named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_dropped_and_spaces_are_plain() {
        for (pasted, read) in [
            ("\u{feff}Sinar\u{a0}Jaya\u{200b} ", "Sinar Jaya"),
            ("\u{202a}+60 12\u{2011}345 6789\u{202c}", "+60 12\u{2011}345 6789"),
            ("Ba\u{ad}ru \u{2764}\u{fe0f}", "Baru \u{2764}"),
            ("\u{200e}\u{2066}21\u{2069}", "21"),
            (" plain ", "plain"),
        ] {
            assert_eq!(clean(pasted), read, "{pasted:?}");
        }
        assert_eq!(clean_name("\u{2068}Nur\u{200d} Aisyah\u{2069}"), "Nur Aisyah");
        for disguised in ["Nur\u{2066}Aisyah", "Nur\u{202e}"] {
            assert_eq!(clean_name(disguised), disguised);
        }
    }

    #[test]
    fn a_telephone_number_is_its_digits_without_the_country_code() {
        for (typed, read) in [
            ("013-456 7890", "0134567890"),
            ("(03) 1234 5678", "0312345678"),
            ("+60 3-1234 5678", "0312345678"),
            ("0060 (0)13 456 7890", "0134567890"),
            ("+60\u{a0}13\u{2011}456\u{2009}7890", "0134567890"),
            ("60123456789", "0123456789"),
            ("03.1234.5678", "0312345678"),
            ("6061234", "6061234"),
            ("134567890", "134567890"),
            ("+65 6123 4567", "+6561234567"),
        ] {
            assert_eq!(telephone(typed), read, "{typed:?}");
        }
    }

    #[test]
    fn a_refused_character_is_named() {
        let refused = |text: &str| {
            let problem = check_characters(text, Code::CityInvalid, char::is_alphabetic).expect_err("refused");
            (problem.code, problem.params.get("character").and_then(|one| one.as_str()).unwrap_or_default().to_owned())
        };
        assert_eq!(refused("Ipoh/"), (Code::CityInvalid, "/".to_owned()));
        assert_eq!(refused("Ipoh\u{7}"), (Code::CityInvalid, "U+0007".to_owned()));
        assert_eq!(refused("Ipoh\u{202e}"), (Code::CityInvalid, "U+202E".to_owned()));
        assert_eq!(refused("Ipoh-\nBaru"), (Code::LineBreak, String::new()));
    }
}
