//! XML within bounds: no document types, no entities but the five, no depth that a workbook does not have.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::Code;

/// The deepest that elements of a workbook lie within one another.
const DEEPEST: usize = 32;

/// The events of a part, with its depth watched.
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

    /// The next event; none at the end.
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

/// An attribute by its local name. Repeated ones are not looked for: that takes a time that grows with their square.
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

/// The character that a reference stands for.
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

/// Adds a piece of a text, with no more than so many bytes and one character of it. What XML does not allow in a text is
/// no text: no database and no screen takes it either.
pub fn push(text: &mut String, piece: &str, most: usize) -> Result<(), Code> {
    if piece.chars().any(is_forbidden) {
        return Err(Code::SheetDamaged);
    }
    let end = piece.char_indices().map(|(place, _)| place).find(|place| *place > most).unwrap_or(piece.len());
    text.push_str(&piece[..end]);
    Ok(())
}

/// Whether XML does not allow it in a text.
pub const fn is_forbidden(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// The relations' ids of the sheets that are not hidden, as they stand side by side.
pub fn visible_sheets(workbook: &str) -> Result<Vec<String>, Code> {
    let (mut events, mut sheets) = (Events::of(workbook), Vec::new());
    while let Some(event) = events.next()? {
        let Event::Start(start) = event else { continue };
        let is_hidden = || attribute(&start, "state").map(|state| state.is_some_and(|state| state != "visible"));
        if start.local_name().as_ref() == "sheet" && !is_hidden()? {
            sheets.push(attribute(&start, "id")?.ok_or(Code::SheetDamaged)?);
        }
    }
    Ok(sheets)
}

/// Whether a part is of a type that is for macros. Some programs list such a type in every workbook, for an ending of
/// names that no part has.
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
