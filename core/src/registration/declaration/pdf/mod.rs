//! PDF files. Content that acts on its own is refused, wherever and however it is written in the file.
//!
//! PDF viewers parse files differently and repair broken ones. The check therefore does not parse a file like one
//! particular viewer, but scans the whole file:
//! - It looks for names at every byte, also in strings, comments and compressed data, and decodes `#4a` as `J`. Short
//!   names (`/JS`, `/AA`) occur in compressed data by chance, so they count only in objects. Each is useless without
//!   one of the longer names.
//! - Objects may be compressed into streams, where names are not visible. The check decompresses every stream that can
//!   hold objects and scans its content. Such a stream has a `/First`, without which no viewer finds anything in it. A
//!   stream that uses another compression, or is incomplete, is refused.
//! - A password encrypts all of the content, so protected files are refused.

mod object;

use flate2::{Decompress, FlushDecompress, Status};

use self::object::{Budget, Packing, name_at};
use crate::{Code, Problem};

/// Actions that run on their own, actions that send or fetch data, and embedded files.
const ACTIVE: &[&[u8]] = &[
    b"JavaScript",
    b"Launch",
    b"SubmitForm",
    b"ImportData",
    b"GoToE",
    b"GoToR",
    b"Rendition",
    b"RichMedia",
    b"RichMediaExecute",
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"FileAttachment",
    b"XFA",
    b"3DD",
];
/// More such names, which are too short to search for at every byte.
const ACTIVE_IN_OBJECTS: &[&[u8]] = &[b"JS", b"AA"];
/// Maximum distance from the end of the file to `startxref`, in bytes.
const TAIL: usize = 1_024;
/// Maximum bytes of all decompressed object streams of a file.
const MAX_UNPACKED_BYTES: usize = 16 << 20;

pub fn is(file: &[u8]) -> bool {
    file.starts_with(b"%PDF-1.") || file.starts_with(b"%PDF-2.")
}

/// Returns where the PDF ends.
pub fn end(file: &[u8]) -> Result<usize, Problem> {
    let end = whole(file).ok_or(Code::FileDamaged)?;
    // White space after the end belongs to the file, because a signature may cover it.
    let end = end + file[end..].iter().take_while(|byte| object::is_space(**byte)).count();
    let mut has_root = false;
    for place in places(file, b"/") {
        let name = name_at(file, place + 1);
        if name.is(b"Encrypt") {
            return Err(Code::FileIsProtected.into());
        }
        if name.is_one_of(ACTIVE) {
            return Err(Code::FileHasScripts.into());
        }
        has_root |= name.is(b"Root");
    }
    if !has_root {
        return Err(Code::FileDamaged.into());
    }
    objects(file)?;
    Ok(end)
}

/// Checks every object.
fn objects(file: &[u8]) -> Result<(), Problem> {
    let (mut budget, mut room) = (Budget::of(file), MAX_UNPACKED_BYTES);
    for place in places(file, b"obj").filter(|place| object::begins(file, *place)) {
        let object = object::read(file, place + 3, &mut budget).ok_or(Code::FileCannotBeChecked)?;
        if object.is_active {
            return Err(Code::FileHasScripts.into());
        }
        match object.packing {
            // Names in an uncompressed stream were already checked.
            None | Some((Packing::None, _)) => {}
            Some((Packing::Flate, data)) => {
                let unpacked = unpacked(&file[data..], room).ok_or(Code::FileCannotBeChecked)?;
                room -= unpacked.len();
                let active = |place| {
                    let name = name_at(&unpacked, place + 1);
                    name.is_one_of(ACTIVE) || name.is_one_of(ACTIVE_IN_OBJECTS)
                };
                if places(&unpacked, b"/").any(active) {
                    return Err(Code::FileHasScripts.into());
                }
            }
            Some((Packing::Other, _)) => return Err(Code::FileCannotBeChecked.into()),
        }
    }
    Ok(())
}

/// Returns the end of the file if it names the offset of its cross-reference table and a table is there.
fn whole(file: &[u8]) -> Option<usize> {
    let end = places(file, b"%%EOF").last()?;
    let before = &file[end.saturating_sub(TAIL)..end];
    let start = places(before, b"startxref").last()? + b"startxref".len();
    let table = number(before, start)?;
    let rest = file.get(table..end)?;
    let rest = &rest[rest.iter().position(|byte| !object::is_space(*byte))?..];
    (rest.starts_with(b"xref") || rest[0].is_ascii_digit()).then_some(end + b"%%EOF".len())
}

/// Parses the number at an offset, after optional spaces.
fn number(bytes: &[u8], place: usize) -> Option<usize> {
    let rest = bytes.get(place..)?.trim_ascii_start();
    let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// Returns every offset at which the bytes occur.
fn places<'a>(bytes: &'a [u8], wanted: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let place = from + bytes.get(from..)?.iter().position(|byte| *byte == wanted[0])?;
            from = place + 1;
            if bytes[place..].starts_with(wanted) {
                return Some(place);
            }
        }
    })
}

/// Decompresses the data. Returns none if it is incomplete or has more than `most` bytes.
fn unpacked(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let (mut unpacker, mut bytes, mut rest) = (Decompress::new(true), Vec::with_capacity(4 << 10), packed);
    loop {
        let (read, written) = (unpacker.total_in(), bytes.len());
        let status = unpacker.decompress_vec(rest, &mut bytes, FlushDecompress::None).ok()?;
        let read = usize::try_from(unpacker.total_in() - read).ok()?;
        rest = &rest[read..];
        if bytes.len() > most {
            return None;
        }
        match status {
            Status::StreamEnd => return Some(bytes),
            _ if bytes.len() == bytes.capacity() => bytes.reserve_exact(bytes.capacity().min(1 << 20)),
            // The stream needs more input than there is.
            _ if read == 0 && bytes.len() == written => return None,
            Status::Ok | Status::BufError => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::unpacked;

    #[test]
    fn data_is_unpacked_up_to_its_limit_and_only_if_it_is_whole() {
        let data: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut writer = ZlibEncoder::new(Vec::new(), Compression::default());
        writer.write_all(&data).expect("packed");
        let packed = writer.finish().expect("packed");
        assert_eq!(unpacked(&packed, data.len()).as_ref(), Some(&data));
        assert_eq!(unpacked(&packed, data.len() - 1), None);
        for length in [0, 1, 2, packed.len() / 2, packed.len() - 5] {
            assert_eq!(unpacked(&packed[..length], data.len()), None, "{length} bytes of {}", packed.len());
        }
    }
}
