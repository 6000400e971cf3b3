//! PDF: what acts by itself is refused, wherever in the file it is written and however.
//!
//! Programs that show PDFs read them in different ways, and mend what is broken. So a file is not read as one of them
//! would, but looked through as a whole:
//! - Names are looked for at every byte, in strings, comments and packed bytes too, with `#4a` read as `J`. Those that are
//!   too short for that, since packed bytes hold them by chance (`/JS`, `/AA`), count in the objects only; each is of use
//!   only beside a longer one.
//! - Objects may be packed into streams, where no such name is to be seen. Every object that may be one (it has a `/First`,
//!   without which no program finds anything in it) is unpacked and looked through. One that is packed in any way but the
//!   usual, or not whole, is refused.
//! - With a password all of it is packed away, so a protected file is refused.

mod object;

use flate2::{Decompress, FlushDecompress, Status};

use self::object::{Budget, Packing, name_at};
use crate::{Code, Problem};

/// Actions of their own accord, actions that send or fetch, and other files.
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
/// The same, in names that are too short to be looked for everywhere.
const ACTIVE_IN_OBJECTS: &[&[u8]] = &[b"JS", b"AA"];
/// How near to its end a file says where its table is.
const TAIL: usize = 1_024;
/// The most bytes that the packed objects of a file have.
const MAX_UNPACKED_BYTES: usize = 16 << 20;

pub fn is(file: &[u8]) -> bool {
    file.starts_with(b"%PDF-1.") || file.starts_with(b"%PDF-2.")
}

/// Where the PDF ends.
pub fn end(file: &[u8]) -> Result<usize, Problem> {
    let end = whole(file).ok_or(Code::FileDamaged)?;
    // Spaces behind it are its own: a signature may count them.
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

/// Looks through every object.
fn objects(file: &[u8]) -> Result<(), Problem> {
    let (mut budget, mut room) = (Budget::of(file), MAX_UNPACKED_BYTES);
    for place in places(file, b"obj").filter(|place| object::begins(file, *place)) {
        let object = object::read(file, place + 3, &mut budget).ok_or(Code::FileCannotBeChecked)?;
        if object.is_active {
            return Err(Code::FileHasScripts.into());
        }
        match object.packing {
            // Names in it were found already.
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

/// Where the file ends, when it says where its table is and there is one.
fn whole(file: &[u8]) -> Option<usize> {
    let end = places(file, b"%%EOF").last()?;
    let before = &file[end.saturating_sub(TAIL)..end];
    let start = places(before, b"startxref").last()? + b"startxref".len();
    let table = number(before, start)?;
    let rest = file.get(table..end)?;
    let rest = &rest[rest.iter().position(|byte| !object::is_space(*byte))?..];
    (rest.starts_with(b"xref") || rest[0].is_ascii_digit()).then_some(end + b"%%EOF".len())
}

/// The number after spaces at a place.
fn number(bytes: &[u8], place: usize) -> Option<usize> {
    let rest = bytes.get(place..)?.trim_ascii_start();
    let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// Every place at which that stands.
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

/// What is packed there, whole and with at most so many bytes.
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
            // It wants more than there is.
            _ if read == 0 && bytes.len() == written => return None,
            Status::Ok | Status::BufError => {}
        }
    }
}
