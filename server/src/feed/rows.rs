//! Assembles rows into records: one row each, or several consecutive rows with the same key.

use std::collections::HashMap;

use super::FeedRecord;
use super::field::{Fields, Refusal};
use super::header::{Header, Splitter};
use super::rejected::Rejection;
use super::spoilt::{SpoiltRecords, compact, repeated, spoilt_by};

/// A line's number and text, for the file of rejected rows.
pub type Origin = (u64, String);

/// The records that were parsed, with their original rows, and the rejections.
pub struct Chunk<D> {
    pub rows: Vec<D>,
    pub origins: Vec<Vec<Origin>>,
    pub rejections: Vec<Rejection>,
    /// The number of lines in `rows`.
    pub lines: usize,
}

impl<D> Chunk<D> {
    pub fn new() -> Self {
        Self { rows: Vec::new(), origins: Vec::new(), rejections: Vec::new(), lines: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.rejections.is_empty()
    }

    pub fn reject(&mut self, (line, text): &Origin, refusal: Refusal, splitter: &mut Splitter) {
        let fields = original(text, splitter);
        self.rejections.push(Rejection { line: *line, refusal, fields });
    }
}

/// A record that further rows may continue.
struct UnfinishedRecord<D> {
    key: String,
    /// The record, or the line on which one of its rows was refused.
    row: Result<D, u64>,
    origins: Vec<Origin>,
}

/// The state of reading a file.
pub struct Rows<D> {
    open: Option<UnfinishedRecord<D>>,
    /// The keys of the whole file with their lines: twenty megabytes for a million.
    seen: HashMap<u64, u64>,
    spoilt: SpoiltRecords,
}

impl<D: FeedRecord> Rows<D> {
    pub fn new(spoilt: SpoiltRecords) -> Self {
        Self { open: None, seen: HashMap::new(), spoilt }
    }

    /// Processes a line of the file.
    pub fn take(&mut self, origin: Origin, header: &Header, splitter: &mut Splitter, chunk: &mut Chunk<D>) {
        let line = origin.0;
        let read = match splitter.split(&origin.1) {
            Ok(values) => read::<D>(&values, header),
            Err(broken) => Err(Refusal::of_row(broken.sentence())),
        };
        let (key, read) = match read {
            Ok(read) => read,
            Err(refusal) => return Self::refuse(origin, &refusal, header, splitter, chunk),
        };
        if D::SPANS_ROWS && self.open.as_ref().is_some_and(|open| open.key == key) {
            return self.go_on(read, origin, splitter, chunk);
        }
        self.close(chunk);
        let spoilt = self.spoilt.get(&key);
        let begun = read.and_then(|row| match spoilt {
            Some(spoilt) => Err(spoilt.refusal::<D>(line)),
            None => self.begin(row, line),
        });
        match begun {
            Ok(row) => self.open = Some(UnfinishedRecord { key, row: Ok(row), origins: vec![origin] }),
            Err(refusal) => {
                chunk.reject(&origin, refusal, splitter);
                let line = spoilt.map_or(line, |spoilt| spoilt.line);
                self.open = Some(UnfinishedRecord { key, row: Err(line), origins: Vec::new() });
            }
        }
        if !D::SPANS_ROWS {
            self.close(chunk);
        }
    }

    /// Refuses a line that cannot be read. The record whose number it has is one of the [`SpoiltRecords`].
    pub fn refuse(origin: Origin, refusal: &Refusal, header: &Header, splitter: &mut Splitter, chunk: &mut Chunk<D>) {
        let values = splitter.split(&origin.1).unwrap_or_default();
        let key = values.get(header.column_index(D::KEY)).copied();
        match D::unreadable(&origin.1, key, refusal) {
            None => chunk.reject(&origin, refusal.clone(), splitter),
            Some(row) => {
                chunk.lines += 1;
                chunk.rows.push(row);
                chunk.origins.push(vec![origin]);
            }
        }
    }

    /// Completes the open record.
    pub fn close(&mut self, chunk: &mut Chunk<D>) {
        if let Some(UnfinishedRecord { row: Ok(row), origins, .. }) = self.open.take() {
            chunk.lines += origins.len();
            chunk.rows.push(row);
            chunk.origins.push(origins);
        }
    }

    fn begin(&mut self, row: D, line: u64) -> Result<D, Refusal> {
        let key = row.identity().ok_or_else(|| Refusal::of(D::KEY, "this is no number"))?;
        match self.seen.insert(key, line) {
            None => row.begins().map(|()| row),
            Some(first) => {
                self.seen.insert(key, first);
                row.repeated(repeated::<D>(first))
            }
        }
    }

    /// Adds a row to the open record. A refused row rejects the whole record, because a part of a record is never
    /// loaded.
    fn go_on(&mut self, read: Result<D, Refusal>, origin: Origin, splitter: &mut Splitter, chunk: &mut Chunk<D>) {
        let Some(open) = &mut self.open else { return };
        let line = origin.0;
        let refusal = match (&mut open.row, read) {
            (Ok(row), Ok(next)) => match row.join(next) {
                Ok(()) => return open.origins.push(origin),
                Err(refusal) => refusal,
            },
            (Err(first), Ok(_)) => return chunk.reject(&origin, spoilt_by::<D>(*first), splitter),
            (_, Err(refusal)) => refusal,
        };
        chunk.reject(&origin, refusal, splitter);
        for earlier in std::mem::take(&mut open.origins) {
            chunk.reject(&earlier, spoilt_by::<D>(line), splitter);
        }
        if open.row.is_ok() {
            open.row = Err(line);
        }
    }
}

/// Splits off the key without spaces and hyphens, and parses the row; fails if the fields do not fit the header.
fn read<D: FeedRecord>(values: &[&str], header: &Header) -> Result<(String, Result<D, Refusal>), Refusal> {
    let fields = Fields::new(header, values)?;
    Ok((compact(fields.get(D::KEY)), D::read(&fields)))
}

/// The original fields, or the whole line if it cannot be split.
fn original(text: &str, splitter: &mut Splitter) -> Vec<String> {
    match splitter.split(text) {
        Ok(fields) => fields.into_iter().map(str::to_owned).collect(),
        Err(_) => vec![text.to_owned()],
    }
}
