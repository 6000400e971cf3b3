//! Finds the records of several rows that cannot be loaded as a whole, before a part of one is stored.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead, Seek};

use super::FeedRecord;
use super::field::{Fields, Refusal};
use super::header::{Header, Splitter};
use super::lines::Lines;
use super::load::{header, next_line};

/// The records that a line spoils, by the hash of their key.
#[derive(Default)]
pub struct SpoiltRecords(HashMap<u64, Spoilt>);

/// A line that spoils a record.
#[derive(Clone, Copy)]
pub struct Spoilt {
    /// The first line of the record.
    first: u64,
    /// The line that spoils it. It cannot be read and has the record's number, or it is cut off behind the record, or rows
    /// of other records precede it.
    pub line: u64,
}

impl SpoiltRecords {
    /// Reads the whole file, and returns to its beginning.
    pub fn find<D: FeedRecord>(input: &mut (impl BufRead + Seek + ?Sized)) -> anyhow::Result<Self> {
        if !D::SPANS_ROWS {
            return Ok(Self::default());
        }
        let (mut lines, mut splitter) = (Lines::new(&mut *input), Splitter::new());
        let header = header::<D, _>(&mut lines, &mut splitter)?;
        let (mut found, mut open) = (HashMap::new(), None);
        // The first lines of records, and the first unreadable lines that have a number.
        let (mut records, mut unreadable) = (HashMap::<u64, u64>::new(), HashMap::<u64, u64>::new());
        while let Some(((line, text), refusal)) = next_line::<D, _>(&mut lines)? {
            let key = if refusal.is_none() { key::<D>(&text, &header, &mut splitter) } else { None };
            match key {
                None => {
                    numbers(&text).for_each(|number| _ = unreadable.entry(number).or_insert(line));
                    let first = open.and_then(|key| Some((key, *records.get(&key)?)));
                    if let Some((key, first)) = first
                        && !lines.has_end
                        && whole_key::<D>(&text, &header, &mut splitter).is_none_or(|other| other == key)
                    {
                        found.entry(key).or_insert(Spoilt { first, line });
                    }
                }
                Some(_) if key == open => {}
                Some(key) => {
                    open = Some(key);
                    match records.get(&key) {
                        Some(first) => _ = found.entry(key).or_insert(Spoilt { first: *first, line }),
                        None => _ = records.insert(key, line),
                    }
                }
            }
        }
        for (key, line) in unreadable {
            if let Some(first) = records.get(&key) {
                found.entry(key).or_insert(Spoilt { first: *first, line });
            }
        }
        input.rewind()?;
        Ok(Self(found))
    }

    pub fn get(&self, key: &str) -> Option<Spoilt> {
        self.0.get(&hash(key)).copied()
    }
}

impl Spoilt {
    /// The refusal of a row of the record.
    pub fn refusal<D: FeedRecord>(self, line: u64) -> Refusal {
        if line == self.line { repeated::<D>(self.first) } else { spoilt_by::<D>(self.line) }
    }
}

/// The refusal of a record that is in the file already.
pub fn repeated<D: FeedRecord>(first: u64) -> Refusal {
    Refusal::of(D::KEY, format!("{}, on line {first}.", D::REPEATED))
}

/// The refusal of a row whose record another line spoils.
pub fn spoilt_by<D: FeedRecord>(line: u64) -> Refusal {
    Refusal::of_row(format!("Line {line} of the file, of the same {}, is refused.", D::KEY))
}

/// Returns a number without the spaces and hyphens with which it may be written.
pub fn compact(number: &str) -> String {
    number.chars().filter(|one| !one.is_whitespace() && *one != '-').collect()
}

/// Returns the hash of a row's key, if the row can be read so far.
fn key<D: FeedRecord>(text: &str, header: &Header, splitter: &mut Splitter) -> Option<u64> {
    let values = splitter.split(text).ok()?;
    let key = compact(Fields::new(header, &values).ok()?.get(D::KEY));
    (!key.is_empty()).then(|| hash(&key))
}

/// Returns the hash of the key of a line that is cut off behind it.
fn whole_key<D: FeedRecord>(text: &str, header: &Header, splitter: &mut Splitter) -> Option<u64> {
    let values = splitter.split(text).ok()?;
    let (key, behind) = values.get(header.column_index(D::KEY)..)?.split_first()?;
    (!behind.is_empty()).then(|| hash(&compact(key)))
}

/// Returns the hashes of what may be numbers of records in an unreadable line.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    /// Characters of the shortest number.
    const SHORTEST: usize = 12;
    let parts = text.split(|one: char| one != '-' && !one.is_whitespace() && !one.is_ascii_alphanumeric());
    parts.map(compact).filter(|part| part.len() >= SHORTEST).map(|part| hash(&part))
}

fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
