//! The texts that the cells of a workbook share.

use quick_xml::events::Event;

use super::xml::{Events, referred};
use crate::Code;

/// The shared texts, one after the other in a single text.
#[derive(Default)]
pub struct Strings {
    text: String,
    ends: Vec<usize>,
}

impl Strings {
    pub fn get(&self, place: usize) -> Option<&str> {
        let end = *self.ends.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start..end)
    }
}

/// Reads them: `<si><t>…</t></si>`, or in pieces `<si><r><t>…</t></r>…</si>`. How a piece is pronounced is left out.
pub fn read(part: &str) -> Result<Strings, Code> {
    let mut strings = Strings::default();
    let mut events = Events::of(part);
    let (mut in_text, mut in_phonetic) = (false, false);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) => match start.local_name().as_ref() {
                "t" => in_text = !in_phonetic,
                "rPh" => in_phonetic = true,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                "t" => in_text = false,
                "rPh" => in_phonetic = false,
                "si" => strings.ends.push(strings.text.len()),
                _ => {}
            },
            Event::Text(text) if in_text => strings.text.push_str(&text.xml10_content()),
            Event::CData(text) if in_text => strings.text.push_str(&text.xml10_content()),
            Event::GeneralRef(reference) if in_text => strings.text.push(referred(&reference)?),
            _ => {}
        }
    }
    Ok(strings)
}
