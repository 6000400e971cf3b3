//! Names the kind of a file that is not an .xlsx workbook, so that users read what to do with this file.

use crate::Code;

/// The first bytes of a compound file: an old workbook, or one with a password.
const COMPOUND_FILE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];
/// Bytes of an entry in the directory of a compound file. It begins with the entry's name in UTF-16.
const ENTRY: usize = 128;
/// Bytes that are examined to find out whether a file is text.
const HEAD: usize = 1_024;

/// Returns the refusal of a file that is not a zip file.
#[must_use]
pub fn refusal_of_other(file: &[u8]) -> Code {
    match () {
        () if file.starts_with(b"PK") => Code::SheetNotXlsx,
        () if file.starts_with(COMPOUND_FILE) => of_compound_file(file),
        // A workbook of Excel 2 to 4 has no container.
        () if matches!(file, [0x09, 0x00 | 0x02 | 0x04 | 0x08, ..]) => Code::SheetIsXls,
        () if is_text(file) => Code::SheetIsText,
        () => Code::SheetNotXlsx,
    }
}

fn of_compound_file(file: &[u8]) -> Code {
    let has = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        file.chunks(ENTRY).any(|entry| entry.starts_with(&name))
    };
    match () {
        () if has("EncryptedPackage") || has("EncryptionInfo") => Code::SheetIsProtected,
        () if has("Workbook") || has("Book") => Code::SheetIsXls,
        () => Code::SheetNotXlsx,
    }
}

/// Whether the file is a text, in UTF-8, UTF-16 or an older encoding.
fn is_text(file: &[u8]) -> bool {
    let head = &file[..file.len().min(HEAD)];
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 0xe..=0x1a | 0x1c..=0x1f);
    let is_wide = head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]);
    head.len() > 1 && (is_wide || !head.iter().any(is_control))
}

/// Returns the refusal of a zip file with this part; none if an .xlsx workbook can have it. Names are in lower case.
pub fn of_part(name: &str) -> Option<Code> {
    match name {
        // The part of the sheet list in a binary workbook.
        "xl/workbook.bin" => Some(Code::SheetIsXlsb),
        // OpenDocument files begin with their media type. Text documents have one, too.
        "mimetype" => Some(Code::SheetIsOds),
        "index/document.iwa" | "index.zip" => Some(Code::SheetIsNumbers),
        _ => None,
    }
}
