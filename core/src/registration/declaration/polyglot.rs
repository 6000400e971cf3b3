//! Files that are two things at once: a PDF or a picture to the portal, and a page, a program or an archive to somebody else.

/// What a page or a program begins with. No PDF or picture needs it anywhere; `<body` is not among them, since comments in a
/// PDF are written with it.
const MARKUP: &[&[u8]] = &[b"<script", b"<html", b"<!doctype", b"<?php", b"<iframe", b"<svg"];
/// How an archive's directory ends.
const ARCHIVE_END: &[u8] = b"PK\x05\x06";
/// An archive's directory ends so near to the end of the file: its comment has 65,535 bytes at most.
const ARCHIVE_TAIL: usize = 22 + 65_535;

/// Whether there is a page, a program or an archive in it.
pub fn is(file: &[u8]) -> bool {
    let tail = &file[file.len().saturating_sub(ARCHIVE_TAIL)..];
    has_markup(file) || tail.windows(ARCHIVE_END.len()).any(|window| window == ARCHIVE_END)
}

fn has_markup(file: &[u8]) -> bool {
    let mut rest = file;
    while let Some(place) = rest.iter().position(|byte| *byte == b'<') {
        rest = &rest[place..];
        let begins = |tag: &&[u8]| {
            // A picture's own bytes hold any four by chance, so the name must end there.
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
