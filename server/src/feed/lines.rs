//! Reads the lines of a feed file. A record is exactly one line, so a missing quotation mark spoils only its own line,
//! and line numbers match those of an editor.

use std::io::{self, BufRead};

/// Maximum bytes per line; a bill has about 250.
pub const MAX_LINE_BYTES: usize = 16 * 1024;
/// Characters of an overlong line that are written to the file of rejected rows.
const QUOTED: usize = 200;

/// A line without its line end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Text(String),
    /// The start of a line longer than [`MAX_LINE_BYTES`]. The rest is never held in memory.
    TooLong(String),
    /// A line that is not UTF-8, with invalid bytes replaced.
    NotUtf8(String),
}

pub struct Lines<R> {
    input: R,
    /// The number of the last line read, from 1.
    pub number: u64,
    /// Bytes read so far.
    pub bytes: u64,
    /// Whether the last line read has a line end.
    pub has_end: bool,
}

impl<R: BufRead> Lines<R> {
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, bytes: 0, has_end: false }
    }

    /// Reads the next line; `None` at the end of the file.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::with_capacity(256);
        let mut too_long = false;
        let mut ended = false;
        let mut any = false;
        while !ended {
            let available = self.input.fill_buf()?;
            if available.is_empty() {
                break;
            }
            any = true;
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = MAX_LINE_BYTES.saturating_sub(line.len()) + 1;
            line.extend_from_slice(&part[..part.len().min(room)]);
            too_long |= line.len() > MAX_LINE_BYTES;
            ended = end.is_some();
            let used = part.len() + usize::from(ended);
            self.input.consume(used);
            self.bytes += used as u64;
        }
        if !any {
            return Ok(None);
        }
        self.number += 1;
        self.has_end = ended;
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if self.number == 1 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        Ok(Some(if too_long {
            Line::TooLong(String::from_utf8_lossy(&line[..QUOTED]).into_owned())
        } else {
            String::from_utf8(line)
                .map_or_else(|error| Line::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()), Line::Text)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(io::BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn marks_and_line_ends_are_tolerated() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(all(b"\xef\xbb\xbfa,b\r\n1,2\n3,4"), [text("a,b"), text("1,2"), text("3,4")]);
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), [text("")]);
    }

    #[test]
    fn a_line_that_never_ends_is_not_held() {
        let mut bytes = b"head\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', MAX_LINE_BYTES + 1));
        bytes.extend(b"\ntail\n");
        let lines = all(&bytes);
        assert_eq!(lines[1], Line::TooLong("x".repeat(QUOTED)));
        assert_eq!(lines[2], Line::Text("tail".to_owned()));
        let fits = "y".repeat(MAX_LINE_BYTES);
        assert_eq!(all(fits.as_bytes()), [Line::Text(fits)]);
    }

    #[test]
    fn other_encodings_are_refused_by_name() {
        assert!(matches!(&all(b"caf\xe9\n")[..], [Line::NotUtf8(_)]));
    }
}
