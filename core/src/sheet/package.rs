//! The workbook as a package of parts: a zip file that is not trusted.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use super::{Limits, xml};
use crate::{Code, Problem};

/// The most parts of a package; an ordinary workbook has a dozen.
const MOST_PARTS: usize = 500;
/// What older workbooks and those with a password begin with.
const COMPOUND_FILE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

pub struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be unpacked.
    left: usize,
}

impl<'a> Package<'a> {
    pub fn open(file: &'a [u8], limits: &Limits) -> Result<Self, Problem> {
        if file.len() > limits.bytes {
            return Err(Problem::new(Code::SheetTooLarge).with("limit", megabytes(limits.bytes)));
        }
        if file.starts_with(COMPOUND_FILE) || !file.starts_with(b"PK\x03\x04") {
            return Err(Code::SheetNotXlsx.into());
        }
        let mut archive = ZipArchive::new(Cursor::new(file)).map_err(|_| Code::SheetDamaged)?;
        let overlaps = archive.has_overlapping_files().map_err(|_| Code::SheetDamaged)?;
        if archive.len() > MOST_PARTS || archive.has_duplicate_names() || overlaps {
            return Err(Code::SheetDamaged.into());
        }
        for place in 0..archive.len() {
            let entry = archive.by_index_raw(place).map_err(|_| Code::SheetDamaged)?;
            let name = std::str::from_utf8(entry.name_raw()).map_err(|_| Code::SheetDamaged)?;
            refuse_part(name, entry.encrypted())?;
        }
        if archive.index_for_name("[Content_Types].xml").is_none()
            || archive.index_for_name("xl/workbook.xml").is_none()
        {
            return Err(Code::SheetNotXlsx.into());
        }
        Ok(Self { archive, left: limits.unpacked })
    }

    /// The text of a part; none when there is no such part.
    pub fn part(&mut self, name: &str) -> Result<Option<String>, Problem> {
        let Some(place) = self.archive.index_for_name(name) else { return Ok(None) };
        let entry = self.archive.by_index(place).map_err(|_| Code::SheetDamaged)?;
        let mut bytes = Vec::new();
        // One more than is left tells that it is too much, however large it calls itself.
        let most = u64::try_from(self.left).unwrap_or(u64::MAX).saturating_add(1);
        entry.take(most).read_to_end(&mut bytes).map_err(|_| Code::SheetDamaged)?;
        self.left = self.left.checked_sub(bytes.len()).ok_or(Code::SheetUnpacksTooLarge)?;
        let text = String::from_utf8(bytes).map_err(|_| Code::SheetDamaged)?;
        Ok(Some(match text.strip_prefix('\u{feff}') {
            Some(text) => text.to_owned(),
            None => text,
        }))
    }

    /// The name of the first sheet's part, by the workbook's list and its relations.
    pub fn first_sheet(&mut self) -> Result<String, Problem> {
        let workbook = self.part("xl/workbook.xml")?.ok_or(Code::SheetNotXlsx)?;
        let id = xml::first_with(&workbook, "sheet", &[], "id")?.ok_or(Code::SheetDamaged)?;
        let relations = self.part("xl/_rels/workbook.xml.rels")?.ok_or(Code::SheetDamaged)?;
        let target =
            xml::first_with(&relations, "Relationship", &[("Id", &id)], "Target")?.ok_or(Code::SheetDamaged)?;
        Ok(match target.strip_prefix('/') {
            Some(whole) => whole.to_owned(),
            None => format!("xl/{target}"),
        })
    }
}

/// Parts that no workbook of accounts has, and that nobody should open.
fn refuse_part(name: &str, is_encrypted: bool) -> Result<(), Code> {
    let climbs = name.starts_with('/') || name.contains('\\') || name.split('/').any(|step| step == "..");
    let lower = name.to_ascii_lowercase();
    match () {
        () if is_encrypted => Err(Code::SheetNotXlsx),
        () if climbs => Err(Code::SheetDamaged),
        () if lower.ends_with("vbaproject.bin") || lower.contains("/macrosheets/") => Err(Code::SheetHasMacros),
        () if lower.contains("/embeddings/") || lower.contains("/externallinks/") => Err(Code::SheetHasObjects),
        () => Ok(()),
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{} MB", bytes >> 20)
}
