//! Reads the shared strings of a workbook.

use quick_xml::events::Event;

use super::xml::{Events, push, referred};
use super::{Limits, TextBudget, escaped};
use crate::{Code, Problem};

/// The shared strings, stored back to back in one buffer.
#[derive(Default)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    pub fn get(&self, place: usize) -> Option<&str> {
        let end = *self.ends.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }
}

/// Reads the strings: `<si><t>…</t></si>`, or in runs `<si><r><t>…</t></r>…</si>`. Phonetic text is skipped.
///
/// A string that is too long for a cell is stored only up to the point that shows it.
pub fn read(part: &str, texts: &mut TextBudget, limits: &Limits) -> Result<Strings, Problem> {
    let mut strings = Strings::default();
    let mut events = Events::of(part);
    let (mut in_text, mut in_phonetic, mut begin, mut begin_text) = (false, false, 0, 0);
    while let Some(event) = events.next()? {
        let is_full = strings.text.len() - begin > limits.cell * 4;
        match event {
            Event::Start(start) => match start.local_name().as_ref() {
                "t" => (in_text, begin_text) = (!in_phonetic, strings.text.len()),
                "rPh" => in_phonetic = true,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                "t" => {
                    in_text = false;
                    if strings.text[begin_text..].contains("_x") {
                        let text = strings.text.split_off(begin_text);
                        strings.text.push_str(&escaped::decode(&text));
                    }
                }
                "rPh" => in_phonetic = false,
                "si" => {
                    texts.take(strings.text.len() - begin + size_of::<u32>())?;
                    begin = strings.text.len();
                    strings.ends.push(u32::try_from(begin).map_err(|_| Code::SheetUnpacksTooLarge)?);
                }
                _ => {}
            },
            _ if !in_text || is_full => {}
            Event::Text(text) => push(&mut strings.text, &text.xml10_content(), limits.cell * 4)?,
            Event::CData(text) => push(&mut strings.text, &text.xml10_content(), limits.cell * 4)?,
            Event::GeneralRef(reference) => strings.text.push(referred(&reference)?),
            _ => {}
        }
    }
    Ok(strings)
}
