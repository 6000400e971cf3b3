//! The declaration that a company signs and uploads: a PDF or a picture by what is in it, whatever it is called
//! (docs/domain/registration.md#declaration).
//!
//! Looking into files needs an unpacker, so it comes with the feature `sheet`, which the server and the browser's worker
//! have; the pages' own package stays small.

#[cfg(feature = "sheet")]
mod jpeg;
mod name;
#[cfg(feature = "sheet")]
mod pdf;
#[cfg(feature = "sheet")]
mod png;
#[cfg(feature = "sheet")]
mod polyglot;

pub use name::{DEFAULT_NAME, MAX_NAME_LENGTH, clean_name};

#[cfg(feature = "sheet")]
use crate::{Code, Problem};

/// The most bytes of a declaration.
pub const MAX_BYTES: usize = 5 << 20;
/// The most pixels of a picture: A4 at 600 dots an inch has 35 million. Whoever looks at it unpacks four bytes for each.
pub const MAX_PIXELS: u64 = 50_000_000;

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

    /// As it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Jpeg => "jpeg",
        }
    }

    /// Of what was stored.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Pdf, Self::Png, Self::Jpeg].into_iter().find(|kind| kind.code() == code)
    }
}

/// A file that may be kept.
#[cfg(feature = "sheet")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// What it is.
    pub kind: FileKind,
    /// How many of its bytes are that. Phones write more behind their pictures, such as a film of the moment; it is not
    /// kept.
    pub bytes: usize,
}

/// Tells what a file is, and whether it may be kept. Nothing that it says of itself is believed: every length is checked
/// against the bytes that are there, and nothing is set aside for what is only announced.
///
/// # Errors
/// [`Code::FileEmpty`], [`Code::FileTooLarge`], [`Code::FileKindUnknown`], [`Code::FileDamaged`], [`Code::FileHasScripts`],
/// [`Code::FileIsProtected`], [`Code::FileCannotBeChecked`], [`Code::FileHasMore`], [`Code::PictureTooLarge`].
#[cfg(feature = "sheet")]
pub fn check(file: &[u8]) -> Result<Checked, Problem> {
    if file.is_empty() {
        return Err(Code::FileEmpty.into());
    }
    if file.len() > MAX_BYTES {
        return Err(Problem::new(Code::FileTooLarge).with("limit", format!("{} MB", MAX_BYTES >> 20)));
    }
    let (kind, bytes) = if pdf::is(file) {
        (FileKind::Pdf, pdf::end(file)?)
    } else if png::is(file) {
        (FileKind::Png, png::end(file)?)
    } else if jpeg::is(file) {
        (FileKind::Jpeg, jpeg::end(file)?)
    } else {
        return Err(Code::FileKindUnknown.into());
    };
    // In what is not kept, too: whoever put it there meant it.
    if polyglot::is(file) {
        return Err(Code::FileHasMore.into());
    }
    Ok(Checked { kind, bytes })
}

/// Checks a picture's size.
#[cfg(feature = "sheet")]
fn pixels(width: u32, height: u32) -> Result<(), Problem> {
    match u64::from(width) * u64::from(height) {
        0 => Err(Code::FileDamaged.into()),
        1..=MAX_PIXELS => Ok(()),
        _ => Err(Problem::new(Code::PictureTooLarge).with("limit", MAX_PIXELS / 1_000_000)),
    }
}
