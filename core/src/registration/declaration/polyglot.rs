//! Detects files that are a PDF or an image for the portal, and also a web page, a program or an archive for other
//! software.

/// How a web page or a program begins. PDFs and images never need these. `<body` is not listed, because comments in a
/// PDF use it.
const MARKUP: &[&[u8]] = &[b"<script", b"<html", b"<!doctype", b"<?php", b"<iframe", b"<svg"];
/// The signature of an archive's end record.
const ARCHIVE_END: &[u8] = b"PK\x05\x06";
/// An archive's end record is at most this far from the end of the file: its comment has at most 65,535 bytes.
const ARCHIVE_TAIL: usize = 22 + 65_535;

/// Whether the file contains a web page, a program or an archive.
pub fn is(file: &[u8]) -> bool {
    let tail = &file[file.len().saturating_sub(ARCHIVE_TAIL)..];
    has_markup(file) || tail.windows(ARCHIVE_END.len()).any(|window| window == ARCHIVE_END)
}

fn has_markup(file: &[u8]) -> bool {
    let mut rest = file;
    while let Some(place) = rest.iter().position(|byte| *byte == b'<') {
        rest = &rest[place..];
        let begins = |tag: &&[u8]| {
            // Image data contains any four bytes by chance, so require the tag name to end there.
            let ends = rest.get(tag.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii());
            ends && rest.get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag))
        };
        if MARKUP.iter().any(begins) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}
