//! Scans one PDF object up to the end of its dictionary.

use super::ACTIVE_IN_OBJECTS;

/// Letters of a name that are read. All names that are searched for are shorter.
const MAX_NAME_LENGTH: usize = 24;

/// The bytes that may still be scanned as objects. In a valid file, objects follow each other. A file with millions of
/// nested strings would otherwise be scanned to its end for each of them.
pub struct Budget(usize);

impl Budget {
    pub fn of(file: &[u8]) -> Self {
        Self(4 * file.len() + (64 << 10))
    }
}

/// The compression of a stream that can hold objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    None,
    Flate,
    Other,
}

#[derive(Default)]
pub struct Object {
    pub is_active: bool,
    /// The compression of a stream that can hold objects, and where its data begins.
    pub packing: Option<(Packing, usize)>,
}

/// Properties of a stream, from the names in its dictionary.
#[derive(Default)]
struct Names {
    holds_objects: bool,
    has_filter: bool,
    flate: usize,
    others: usize,
}

/// Whether an object can begin with the `obj` at this offset: it follows the object's two numbers, with a comment in
/// between at most.
pub fn begins(file: &[u8], place: usize) -> bool {
    let before = &file[..place];
    let spaces = before.iter().rev().take_while(|byte| is_space(**byte)).count();
    let (before, spaces) = before.split_at(place - spaces);
    let is_line_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let has_comment = || before.iter().rev().take_while(|byte| !is_line_end(byte)).any(|byte| *byte == b'%');
    before.last().is_some_and(u8::is_ascii_digit) || (spaces.iter().any(is_line_end) && has_comment())
}

/// Scans the object after `obj`. Returns none if it exceeds the budget.
pub fn read(file: &[u8], start: usize, budget: &mut Budget) -> Option<Object> {
    let (mut object, mut names, mut place, mut is_over) = (Object::default(), Names::default(), start, false);
    while let Some(byte) = file.get(place).copied().filter(|_| !is_over) {
        let began = place;
        match byte {
            b'/' => {
                let name = name_at(file, place + 1);
                object.is_active |= name.is_one_of(ACTIVE_IN_OBJECTS);
                names.note(&name);
                place = name.end;
            }
            b'(' => place = string_end(file, place),
            b'%' => {
                let line = file[place..].iter().position(|byte| matches!(byte, b'\r' | b'\n'));
                place = line.map_or(file.len(), |length| place + length);
            }
            byte if is_space(byte) || is_delimiter(byte) => place += 1,
            _ => {
                let word = file[place..].iter().position(|byte| is_space(*byte) || is_delimiter(*byte));
                let word = &file[place..word.map_or(file.len(), |length| place + length)];
                place += word.len();
                if word.starts_with(b"stream") {
                    object.packing = names.packing().map(|packing| (packing, data(file, began + b"stream".len())));
                    is_over = true;
                }
                is_over |= word.starts_with(b"endobj");
            }
        }
        budget.0 = budget.0.checked_sub(place - began)?;
    }
    Some(object)
}

impl Names {
    fn note(&mut self, name: &Name) {
        self.holds_objects |= name.is(b"First") || name.is(b"ObjStm");
        self.has_filter |= name.is(b"Filter");
        if name.is(b"FlateDecode") {
            self.flate += 1;
        } else if name.letters().ends_with(b"Decode") || name.is_one_of(OTHERS) {
            self.others += 1;
        }
    }

    fn packing(&self) -> Option<Packing> {
        let packing = match (self.has_filter, self.flate, self.others) {
            (false, 0, 0) => Packing::None,
            (true, 1, 0) => Packing::Flate,
            _ => Packing::Other,
        };
        self.holds_objects.then_some(packing)
    }
}

/// Other filters, decode parameters and their abbreviations, and keys for data in another file.
const OTHERS: &[&[u8]] = &[
    b"A85",
    b"AHx",
    b"CCF",
    b"Crypt",
    b"DCT",
    b"DP",
    b"DecodeParms",
    b"F",
    b"FDecodeParms",
    b"FFilter",
    b"Fl",
    b"LZW",
    b"RL",
];

/// Returns where a stream's data begins: after the end of the line.
fn data(file: &[u8], mut place: usize) -> usize {
    let skips = |place: usize, byte: u8| file.get(place) == Some(&byte);
    while skips(place, b' ') || skips(place, b'\t') {
        place += 1;
    }
    place += usize::from(skips(place, b'\r'));
    place + usize::from(skips(place, b'\n'))
}

/// Returns where a string ends. Parentheses in it may be nested in pairs.
fn string_end(file: &[u8], start: usize) -> usize {
    let (mut place, mut depth) = (start, 0_usize);
    while let Some(byte) = file.get(place) {
        match byte {
            b'\\' => place += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        place += 1;
        if depth == 0 {
            break;
        }
    }
    place.min(file.len())
}

/// A name with its escapes decoded, such as `#4a` to `J`.
pub struct Name {
    letters: [u8; MAX_NAME_LENGTH],
    length: usize,
    /// The offset after the name; for a name that is too long, where reading stopped.
    end: usize,
}

impl Name {
    fn letters(&self) -> &[u8] {
        // A longer name never matches the names that are searched for.
        self.letters.get(..self.length).unwrap_or_default()
    }

    pub fn is(&self, name: &[u8]) -> bool {
        self.letters() == name
    }

    pub fn is_one_of(&self, names: &[&[u8]]) -> bool {
        names.contains(&self.letters())
    }
}

/// Reads the name after a slash.
pub fn name_at(bytes: &[u8], start: usize) -> Name {
    let mut name = Name { letters: [0; MAX_NAME_LENGTH], length: 0, end: start };
    while let Some(byte) = bytes.get(name.end).copied().filter(|byte| !is_space(*byte) && !is_delimiter(*byte)) {
        let digit =
            |place: usize| char::from(*bytes.get(place)?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let escaped = if byte == b'#' { digit(name.end + 1).zip(digit(name.end + 2)) } else { None };
        let (letter, length) = escaped.map_or((byte, 1), |(high, low)| (high << 4 | low, 3));
        name.end += length;
        let Some(place) = name.letters.get_mut(name.length) else {
            name.length = MAX_NAME_LENGTH + 1;
            break;
        };
        *place = letter;
        name.length += 1;
    }
    name
}

pub const fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}
