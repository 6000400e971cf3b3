//! PNG files: a sequence of chunks, each with its length and checksum.

use flate2::Crc;

use super::pixels;
use crate::{Code, Problem};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The critical chunks of an image with a single frame. All other chunks are optional.
const CRITICAL: &[&[u8; 4]] = &[b"IHDR", b"PLTE", b"IDAT", b"IEND"];
/// Chunks of animations. They are refused because a later frame could differ from the image that staff reviewed.
const MOVING: &[&[u8; 4]] = &[b"acTL", b"fcTL", b"fdAT"];

pub fn is(file: &[u8]) -> bool {
    file.starts_with(SIGNATURE)
}

/// Returns where the image ends.
pub fn end(file: &[u8]) -> Result<usize, Problem> {
    let damaged = || Problem::from(Code::FileDamaged);
    let (mut place, mut is_first, mut has_data) = (SIGNATURE.len(), true, false);
    loop {
        let (name, data, next) = piece(file, place).ok_or_else(damaged)?;
        if (name == b"IHDR") != is_first || (name[0].is_ascii_uppercase() && !CRITICAL.contains(&name)) {
            return Err(damaged());
        }
        match name {
            b"IHDR" => header(data)?,
            b"IDAT" => has_data |= !data.is_empty(),
            b"IEND" if has_data && data.is_empty() => return Ok(next),
            b"IEND" => return Err(damaged()),
            name if MOVING.contains(&name) => return Err(Code::FileHasMore.into()),
            _ => {}
        }
        (place, is_first) = (next, false);
    }
}

/// Returns the chunk at an offset, and where the next begins. Returns none if it is cut off or its checksum is wrong.
fn piece(file: &[u8], place: usize) -> Option<(&[u8; 4], &[u8], usize)> {
    let number = |at: usize| Some(u32::from_be_bytes(*file.get(at..)?.first_chunk()?));
    let name = file.get(place + 4..)?.first_chunk()?;
    let end = (place + 8).checked_add(usize::try_from(number(place)?).ok()?)?;
    let data = file.get(place + 8..end)?;
    let mut sum = Crc::new();
    sum.update(&file[place + 4..end]);
    (number(end)? == sum.sum() && name.iter().all(u8::is_ascii_alphabetic)).then_some((name, data, end + 4))
}

fn header(data: &[u8]) -> Result<(), Problem> {
    let [w0, w1, w2, w3, h0, h1, h2, h3, depth, colour, 0, 0, 0 | 1] = *data else {
        return Err(Code::FileDamaged.into());
    };
    let is_known = match colour {
        0 => matches!(depth, 1 | 2 | 4 | 8 | 16),
        3 => matches!(depth, 1 | 2 | 4 | 8),
        2 | 4 | 6 => matches!(depth, 8 | 16),
        _ => false,
    };
    if !is_known {
        return Err(Code::FileDamaged.into());
    }
    pixels(u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3]))
}
