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
        return Ok(character);
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

/// An attribute of the first element of that name whose other attributes are as asked.
pub fn first_with(part: &str, element: &str, asked: &[(&str, &str)], wanted: &str) -> Result<Option<String>, Code> {
    let mut events = Events::of(part);
    while let Some(event) = events.next()? {
        let Event::Start(start) = event else { continue };
        if start.local_name().as_ref() != element {
            continue;
        }
        let mut fits = true;
        for (name, value) in asked {
            fits &= attribute(&start, name)?.as_deref() == Some(*value);
        }
        if fits {
            return attribute(&start, wanted);
        }
    }
    Ok(None)
}
