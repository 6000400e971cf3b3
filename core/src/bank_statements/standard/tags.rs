//! Reads SGML and XML tag by tag, as banks write OFX.

use super::MAX_TEXT;
use crate::bank_statements::text::windows;
use crate::sheet::xml::is_forbidden;

/// A tag with the text behind it.
pub struct Tag {
    /// Its name in capitals, with `/` before that of a closing tag.
    pub name: String,
    /// The text up to the next tag; empty for a closing tag.
    pub value: String,
}

/// The tags of a text, in order.
pub struct Tags<'a> {
    text: &'a str,
    at: usize,
    /// In XML, an unknown entity is an error. SGML writes a lone `&` as it is.
    is_xml: bool,
}

impl<'a> Tags<'a> {
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0, is_xml: text.trim_start().starts_with("<?") }
    }

    /// Returns the number of bytes that were read.
    pub const fn place(&self) -> usize {
        self.at
    }

    /// Returns the next tag; none at the end. The inner option is none for a damaged text, for a document type and for
    /// a declaration of an entity.
    #[expect(clippy::option_option, reason = "the end of a text is no error")]
    pub fn next(&mut self) -> Option<Option<Tag>> {
        loop {
            let Some(begin) = self.text[self.at..].find('<') else {
                self.at = self.text.len();
                return None;
            };
            self.at += begin;
            let rest = &self.text[self.at..];
            if !is_tag(rest) {
                self.at += 1;
                continue;
            }
            let Some(special) = special(rest) else { return Some(self.tag()) };
            let Some((_, length)) = special else { return Some(None) };
            self.at += length;
        }
    }

    /// Reads the tag at the current place, with its value.
    fn tag(&mut self) -> Option<Tag> {
        let (written, _) = self.text[self.at + 1..].split_once('>')?;
        self.at += written.len() + 2;
        let name = written.split_whitespace().next().unwrap_or_default();
        let (slash, name) = name.strip_prefix('/').map_or(("", name), |name| ("/", name));
        let name = name.trim_end_matches('/').rsplit(':').next().unwrap_or_default().to_ascii_uppercase();
        let is_empty = !slash.is_empty() || written.ends_with('/');
        let value = if is_empty { String::new() } else { self.value()? };
        Some(Tag { name: format!("{slash}{name}"), value })
    }

    /// Reads the text up to the next tag.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find('<').unwrap_or(rest.len());
            push_decoded(&mut value, &rest[..end], self.is_xml)?;
            self.at += end;
            let rest = &rest[end..];
            if rest.is_empty() {
                break;
            }
            if !is_tag(rest) {
                value.push('<');
                self.at += 1;
                continue;
            }
            let Some(special) = special(rest) else { break };
            let (text, length) = special?;
            value.push_str(text);
            self.at += length;
        }
        let words: Vec<&str> = value.split_whitespace().collect();
        Some(words.join(" ").chars().take(MAX_TEXT).collect())
    }
}

/// Whether a text that begins with `<` begins with a tag. SGML writes a lone sign as it is.
fn is_tag(text: &str) -> bool {
    text[1..].starts_with(|one: char| one.is_ascii_alphabetic() || matches!(one, '/' | '?' | '!'))
}

/// Returns the text and the length of a comment, an instruction or a section of text; none for a tag. The inner option
/// is none for a document type, and for a comment or a section without an end.
#[expect(clippy::option_option, reason = "a tag is no error")]
fn special(text: &str) -> Option<Option<(&str, usize)>> {
    let within = |begin: &str, end: &str| {
        let (within, _) = text.strip_prefix(begin)?.split_once(end)?;
        Some((within, begin.len() + within.len() + end.len()))
    };
    if let Some(section) = within("<![CDATA[", "]]>") {
        return Some(Some(section));
    }
    if let Some((_, length)) = within("<!--", "-->").or_else(|| within("<?", ">")) {
        return Some(Some(("", length)));
    }
    text.starts_with("<!").then_some(None)
}

/// The names of the characters from U+00A0 to U+00FF in HTML.
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy",
    "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1", "ordm",
    "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig",
    "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve",
    "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN",
    "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc",
    "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml",
    "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];
/// Other names that occur in texts of banks.
const NAMES: [(&str, char); 20] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("bull", '•'),
    ("hellip", '…'),
    ("euro", '€'),
    ("trade", '™'),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
];
/// Maximum characters of an entity's name.
const MAX_NAME: usize = 8;

/// Appends a text with its entities replaced. None for an unknown entity in XML.
fn push_decoded(decoded: &mut String, text: &str, is_xml: bool) -> Option<()> {
    let mut parts = text.split('&');
    decoded.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let is_name = |name: &str| {
            (1..=MAX_NAME).contains(&name.len()) && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '#')
        };
        if let Some((name, rest)) = part.split_once(';').filter(|(name, _)| is_name(name)) {
            match character(name) {
                Some(character) => {
                    decoded.push(character);
                    decoded.push_str(rest);
                }
                None if is_xml || name.starts_with('#') => return None,
                None => {
                    decoded.push('&');
                    decoded.push_str(part);
                }
            }
        } else {
            decoded.push('&');
            decoded.push_str(part);
        }
    }
    Some(())
}

/// Returns the character of an entity.
fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        // HTML reads the numbers of unused characters as Windows-1252.
        let character = u8::try_from(number).map_or_else(|_| char::from_u32(number), |byte| Some(windows(byte)));
        return character.filter(|one| !is_forbidden(*one));
    }
    let latin = LATIN.iter().position(|known| *known == name).and_then(|at| u8::try_from(0xa0 + at).ok());
    latin.map(char::from).or_else(|| NAMES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character))
}
