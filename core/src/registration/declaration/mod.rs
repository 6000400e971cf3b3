//! The signed declaration that a company uploads: a PDF or an image, recognised by its content and not by its name
//! (docs/domain/registration.md#declaration).
//!
//! Checking files needs a decompressor, so it is behind the feature `sheet`, which the server and the browser's worker
//! enable. The package that pages load stays small.

#[cfg(feature = "sheet")]
mod jpeg;
#[cfg(feature = "sheet")]
mod kind;
mod name;
#[cfg(feature = "sheet")]
mod pdf;
#[cfg(feature = "sheet")]
mod png;
#[cfg(feature = "sheet")]
mod polyglot;

pub use name::{DEFAULT_NAME, MAX_NAME_LENGTH, clean_name};

use crate::endpoint::MediaType;
#[cfg(feature = "sheet")]
use crate::{Code, Problem};

/// Maximum size of a declaration in bytes.
pub const MAX_BYTES: usize = 5 << 20;
/// Maximum pixels of an image. A4 at 600 dpi has 35 million; a viewer allocates four bytes for each.
pub const MAX_PIXELS: u64 = 50_000_000;

wire! {
    /// The file type of a declaration.
    #[derive(Copy, Eq, Hash)]
    pub enum FileKind {
        /// A PDF without scripts or embedded files.
        Pdf,
        /// A PNG image.
        Png,
        /// A JPEG image.
        Jpeg,
    }
}

impl FileKind {
    /// Returns the media type that it is served with.
    #[must_use]
    pub const fn media_type(self) -> MediaType {
        match self {
            Self::Pdf => MediaType::Pdf,
            Self::Png => MediaType::Png,
            Self::Jpeg => MediaType::Jpeg,
        }
    }

    /// Returns the file extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Jpeg => "jpeg",
        }
    }

    /// Returns the type with that stored code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Pdf, Self::Png, Self::Jpeg].into_iter().find(|kind| kind.code() == code)
    }
}

/// A file that passed the checks.
#[cfg(feature = "sheet")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckedFile {
    /// The type of the file.
    pub kind: FileKind,
    /// The number of bytes to store. Phones append more data to their images, such as a short video; it is dropped.
    pub bytes: usize,
}

/// Detects the type of a file and checks whether it may be stored. Headers are not trusted: every length is checked
/// against the actual bytes, and no memory is allocated for a claimed size.
/// Fails with [`Code::FileEmpty`], [`Code::FileTooLarge`], [`Code::FileKindUnknown`], [`Code::FileKindOther`],
/// [`Code::FileDamaged`], [`Code::FileHasScripts`], [`Code::FileIsProtected`], [`Code::FileCannotBeChecked`],
/// [`Code::FileHasMore`], [`Code::PictureTooLarge`].
#[cfg(feature = "sheet")]
pub fn check(file: &[u8]) -> Result<CheckedFile, Problem> {
    if file.is_empty() {
        return Err(Code::FileEmpty.into());
    }
    if file.len() > MAX_BYTES {
        return Err(Problem::new(Code::FileTooLarge).with("limit", format!("{} MB", MAX_BYTES >> 20)));
    }
    // Also check the bytes that are not stored: a page, a program or an archive there is there on purpose.
    let checked = examine(file)?;
    // The stored bytes must pass without the others: the root of a PDF may be among these.
    let stored = &file[..checked.bytes];
    if stored.len() < file.len() && examine(stored)? != checked {
        return Err(Code::FileDamaged.into());
    }
    Ok(checked)
}

#[cfg(feature = "sheet")]
fn examine(file: &[u8]) -> Result<CheckedFile, Problem> {
    let (kind, bytes) = if pdf::is(file) {
        (FileKind::Pdf, pdf::end(file)?)
    } else if png::is(file) {
        (FileKind::Png, png::end(file)?)
    } else if jpeg::is(file) {
        (FileKind::Jpeg, jpeg::end(file)?)
    } else {
        return Err(kind::refusal_of(file));
    };
    if polyglot::is(file) {
        return Err(Code::FileHasMore.into());
    }
    Ok(CheckedFile { kind, bytes })
}

/// Checks the size of an image.
#[cfg(feature = "sheet")]
fn pixels(width: u32, height: u32) -> Result<(), Problem> {
    match u64::from(width) * u64::from(height) {
        0 => Err(Code::FileDamaged.into()),
        1..=MAX_PIXELS => Ok(()),
        _ => Err(Problem::new(Code::PictureTooLarge).with("limit", MAX_PIXELS / 1_000_000)),
    }
}
