//! The declaration that a company signs and uploads: a PDF or a picture by what is in it, whatever it is called
//! (domain, "Not shown").

use crate::{Code, Problem};

/// The most bytes of a declaration.
pub const MOST_BYTES: usize = 5 << 20;

wire! {
    /// What a declaration is.
    #[derive(Copy, Eq, Hash)]
    pub enum FileKind {
        /// A PDF without scripts or other files in it.
        Pdf,
        /// A picture.
        Png,
        /// A picture.
        Jpeg,
    }
}

impl FileKind {
    /// The type with which it is sent.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    /// How its name ends.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }
}

/// What a PDF that acts by itself has in it.
const ACTIVE: &[&[u8]] =
    &[b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/RichMedia", b"/XFA", b"/OpenAction", b"/AA"];

/// Tells what a file is.
///
/// # Errors
/// [`Code::FileTooLarge`], [`Code::FileKindUnknown`], [`Code::FileHasScripts`].
pub fn kind_of(file: &[u8]) -> Result<FileKind, Problem> {
    if file.len() > MOST_BYTES {
        return Err(Problem::new(Code::FileTooLarge).with("limit", format!("{} MB", MOST_BYTES >> 20)));
    }
    let ends_with = |end: &[u8]| {
        let tail = &file[file.len().saturating_sub(1024)..];
        tail.windows(end.len()).any(|window| window == end)
    };
    if file.starts_with(b"%PDF-1.") || file.starts_with(b"%PDF-2.") {
        if !ends_with(b"%%EOF") {
            return Err(Code::FileKindUnknown.into());
        }
        return if is_active(file) { Err(Code::FileHasScripts.into()) } else { Ok(FileKind::Pdf) };
    }
    if file.starts_with(b"\x89PNG\r\n\x1a\n") && file.get(12..16) == Some(b"IHDR") && ends_with(b"IEND") {
        return Ok(FileKind::Png);
    }
    if file.starts_with(b"\xff\xd8\xff") && ends_with(b"\xff\xd9") {
        return Ok(FileKind::Jpeg);
    }
    Err(Code::FileKindUnknown.into())
}

/// Whether a name of [`ACTIVE`] stands in it as a name of its own.
fn is_active(file: &[u8]) -> bool {
    file.iter().enumerate().filter(|(_, byte)| **byte == b'/').any(|(place, _)| {
        ACTIVE.iter().any(|name| {
            let after = file.get(place + name.len());
            file[place..].starts_with(name) && !after.is_some_and(u8::is_ascii_alphanumeric)
        })
    })
}
