//! JPEG files: segments with lengths, then image data up to the end marker.

use super::pixels;
use crate::{Code, Problem};

/// Maximum scans. A progressive image has about ten; viewers need minutes for one with thousands.
const MAX_SCANS: usize = 100;

pub fn is(file: &[u8]) -> bool {
    file.starts_with(b"\xff\xd8\xff")
}

/// Returns where the image ends.
pub fn end(file: &[u8]) -> Result<usize, Problem> {
    let damaged = || Problem::from(Code::FileDamaged);
    let (mut place, mut has_size, mut scans) = (2, false, 0);
    loop {
        let (marker, after) = marker(file, place).ok_or_else(damaged)?;
        let (segment, next) = match marker {
            0xd9 if scans > 0 => return Ok(after),
            // No other marker without a length may occur between segments.
            0x00 | 0x01 | 0xd0..=0xd9 => return Err(damaged()),
            _ => segment(file, after).ok_or_else(damaged)?,
        };
        place = next;
        match marker {
            // Baseline, extended and progressive. Browsers support no others.
            0xc0..=0xc2 if !has_size => {
                let &[_, h0, h1, w0, w1, ..] = segment else { return Err(damaged()) };
                pixels(u16::from_be_bytes([w0, w1]).into(), u16::from_be_bytes([h0, h1]).into())?;
                has_size = true;
            }
            0xc4 | 0xc8 | 0xcc => {}
            0xda if has_size && scans < MAX_SCANS => {
                scans += 1;
                place = data_end(file, next).ok_or_else(damaged)?;
            }
            0xc0..=0xcf | 0xda => return Err(damaged()),
            _ => {}
        }
    }
}

/// Returns the marker at an offset, which may have fill bytes, and the offset after it.
fn marker(file: &[u8], mut place: usize) -> Option<(u8, usize)> {
    if *file.get(place)? != 0xff {
        return None;
    }
    while *file.get(place)? == 0xff {
        place += 1;
    }
    Some((file[place], place + 1))
}

/// Returns the content of the segment whose length is at the offset, and where the segment ends.
fn segment(file: &[u8], place: usize) -> Option<(&[u8], usize)> {
    let length = usize::from(u16::from_be_bytes(*file.get(place..)?.first_chunk()?));
    let segment = file.get(place + 2..place.checked_add(length)?)?;
    Some((segment, place + length))
}

/// Returns the offset of the next marker after a scan's data. Within the data, 0xff is written as `ff 00`, and `ff d0`
/// to `ff d7` are restart markers.
fn data_end(file: &[u8], mut place: usize) -> Option<usize> {
    loop {
        place += file.get(place..)?.iter().position(|byte| *byte == 0xff)?;
        match file.get(place + 1)? {
            0x00 | 0xd0..=0xd7 => place += 2,
            0xff => place += 1,
            _ => return Some(place),
        }
    }
}
