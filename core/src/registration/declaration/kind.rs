//! Names the kind of a file that cannot be a declaration, so that users read what they have chosen.

use crate::{Code, Problem};

/// Returns the refusal of a file that is neither a PDF nor a PNG or JPEG image.
pub fn refusal_of(file: &[u8]) -> Problem {
    let name = match file {
        [b'G', b'I', b'F', b'8', ..] => "GIF",
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => "TIFF",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "WebP",
        [_, _, _, _, b'f', b't', b'y', b'p', b'h' | b'm', ..] => "HEIC",
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', ..] => "AVIF",
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => "BMP",
        [b'%', b'!', b'P', b'S', ..] => "PostScript",
        [0xd0, 0xcf, 0x11, 0xe0, ..] => "Office",
        [b'P', b'K', 3, 4, ..] => "Office/ZIP",
        _ => return Code::FileKindUnknown.into(),
    };
    Problem::new(Code::FileKindOther).with("kind", name)
}
