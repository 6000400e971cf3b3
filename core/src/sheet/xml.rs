//! Reads XML within limits: no document types, no entities except the five predefined ones, limited nesting.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::Code;

/// Maximum nesting of elements in a workbook.
const DEEPEST: usize = 32;

/// The events of a part. Counts the nesting.
pub struct Events<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
}

impl<'a> Events<'a> {
    pub fn of(part: &'a str) -> Self {
        let mut reader = Reader::from_str(part);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, depth: 0 }
    }

    /// Returns the number of bytes that were read.
    pub fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// Returns the next event; none at the end.
    pub fn next(&mut self) -> Result<Option<Event<'a>>, Code> {
        let event = self.reader.read_event().map_err(|_| Code::SheetDamaged)?;
        match &event {
            Event::Start(_) if self.depth == DEEPEST => return Err(Code::SheetDamaged),
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.checked_sub(1).ok_or(Code::SheetDamaged)?,
            Event::DocType(_) => return Err(Code::SheetDamaged),
            Event::Eof if self.depth > 0 => return Err(Code::SheetDamaged),
            Event::Eof => return Ok(None),
            _ => {}
        }
        Ok(Some(event))
    }
}

/// Returns an attribute by its local name. Duplicates are not detected, because that takes quadratic time.
pub fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, Code> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| Code::SheetDamaged)?;
        if attribute.key.local_name().as_ref() == name {
            return attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map(|value| Some(value.into_owned()))
                .map_err(|_| Code::SheetDamaged);
        }
    }
    Ok(None)
}

/// Returns the character that an entity reference stands for.
pub fn referred(reference: &BytesRef<'_>) -> Result<char, Code> {
    if let Some(character) = reference.resolve_char_ref().map_err(|_| Code::SheetDamaged)? {
        return if is_forbidden(character) { Err(Code::SheetDamaged) } else { Ok(character) };
    }
    match &*reference.xml10_content() {
        "amp" => Ok('&'),
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "quot" => Ok('"'),
        "apos" => Ok('\''),
        _ => Err(Code::SheetDamaged),
    }
}

/// Appends text up to the first character that starts after `most` bytes. Refuses characters that XML does not allow,
/// because databases and screens do not accept them.
pub fn push(text: &mut String, piece: &str, most: usize) -> Result<(), Code> {
    if piece.chars().any(is_forbidden) {
        return Err(Code::SheetDamaged);
    }
    let end = piece.char_indices().map(|(place, _)| place).find(|place| *place > most).unwrap_or(piece.len());
    text.push_str(&piece[..end]);
    Ok(())
}

/// Whether XML does not allow the character in text.
pub const fn is_forbidden(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// The list of sheets, and what it says about all of them.
#[derive(Default)]
pub struct Workbook {
    /// The relation ids of the visible sheets, in the order of their tabs.
    pub visible_sheets: Vec<String>,
    /// Whether days are counted from 1904.
    pub is_from_1904: bool,
    /// Whether programs calculate all formulas on opening it.
    pub is_uncalculated: bool,
}

/// Reads the list of sheets.
pub fn workbook(part: &str) -> Result<Workbook, Code> {
    let (mut events, mut workbook) = (Events::of(part), Workbook::default());
    while let Some(event) = events.next()? {
        let Event::Start(start) = event else { continue };
        match start.local_name().as_ref() {
            "sheet" if attribute(&start, "state")?.is_none_or(|state| state == "visible") => {
                workbook.visible_sheets.push(attribute(&start, "id")?.ok_or(Code::SheetDamaged)?);
            }
            "workbookPr" => workbook.is_from_1904 |= is_true(&start, "date1904")?,
            "calcPr" => workbook.is_uncalculated |= is_true(&start, "fullCalcOnLoad")?,
            _ => {}
        }
    }
    Ok(workbook)
}

/// Whether an attribute is there and true.
pub fn is_true(element: &BytesStart<'_>, name: &str) -> Result<bool, Code> {
    Ok(attribute(element, name)?.is_some_and(|value| matches!(value.trim(), "1" | "true" | "on")))
}

/// Whether any part has a type for macros. Some programs list such a type in every workbook, for an extension that no
/// part has; that does not count.
pub fn has_macros(types: &str, names: &[String]) -> Result<bool, Code> {
    let mut events = Events::of(types);
    while let Some(event) = events.next()? {
        let Event::Start(start) = event else { continue };
        let kind = attribute(&start, "ContentType")?.unwrap_or_default().to_ascii_lowercase();
        let ending = attribute(&start, "Extension")?.map(|ending| format!(".{}", ending.to_ascii_lowercase()));
        let is_used = ending.is_none_or(|ending| names.iter().any(|name| name.ends_with(&ending)));
        if is_used && (kind.contains("macroenabled") || kind.contains("vbaproject")) {
            return Ok(true);
        }
    }
    Ok(false)
}
