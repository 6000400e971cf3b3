//! Reads the parts of a workbook from its zip file, which is not trusted.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::relations::{self, Relation};
use super::xml::Workbook;
use super::{Limits, kind, xml};
use crate::{Code, Problem};

/// Maximum parts of a package; an ordinary workbook has a dozen.
const MAX_PARTS: usize = 500;
/// Bytes by which the buffer of a part grows. Doubling it would allocate up to twice what the largest part needs.
const STEP: usize = 1 << 20;

pub struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The names of the parts in lower case, because their case has no meaning.
    names: Vec<String>,
    /// Bytes that may still be decompressed.
    left: usize,
}

/// The parts that hold the rows, the shared strings and the formats.
pub struct Places {
    pub sheet: String,
    pub strings: Option<String>,
    pub styles: Option<String>,
    pub workbook: Workbook,
}

impl<'a> Package<'a> {
    pub fn open(file: &'a [u8], limits: &Limits) -> Result<Self, Problem> {
        if file.len() > limits.bytes {
            return Err(Problem::new(Code::FileTooLarge).with("limit", megabytes(limits.bytes)));
        }
        if !file.starts_with(b"PK\x03\x04") {
            return Err(kind::refusal_of_other(file).into());
        }
        let mut archive = ZipArchive::new(Cursor::new(file)).map_err(|_| Code::SheetDamaged)?;
        // Overlapping parts can decompress to more than the file could hold. Data before the first part can be a second
        // file in the same bytes, which another program might read instead.
        if archive.len() > MAX_PARTS || archive.has_duplicate_names() || archive.offset() != 0 {
            return Err(Code::SheetDamaged.into());
        }
        if archive.has_overlapping_entries().map_err(|_| Code::SheetDamaged)? {
            return Err(Code::SheetDamaged.into());
        }
        let mut names = Vec::with_capacity(archive.len());
        for place in 0..archive.len() {
            let entry = archive.by_index_raw(place).map_err(|_| Code::SheetDamaged)?;
            let name = std::str::from_utf8(entry.name_raw()).map_err(|_| Code::SheetDamaged)?.to_ascii_lowercase();
            let mut kinds = [entry.encrypted().then_some(Code::SheetIsProtected), kind::of_part(&name)].into_iter();
            if let Some(code) = kinds.find_map(|code| code) {
                return Err(code.into());
            }
            refuse_part(&name)?;
            if names.contains(&name) {
                return Err(Code::SheetDamaged.into());
            }
            names.push(name);
        }
        let mut package = Self { archive, names, left: limits.unpacked };
        let types = package.part("[Content_Types].xml")?.ok_or(Code::SheetNotXlsx)?;
        if xml::has_macros(&types, &package.names)? {
            return Err(Code::SheetHasMacros.into());
        }
        Ok(package)
    }

    /// Returns the text of a part; none if the part does not exist.
    pub fn part(&mut self, name: &str) -> Result<Option<String>, Problem> {
        let Some(place) = self.names.iter().position(|there| there.eq_ignore_ascii_case(name)) else { return Ok(None) };
        let entry = self.archive.by_index(place).map_err(|_| Code::SheetDamaged)?;
        let bytes = unpack(entry, self.left)?;
        self.left -= bytes.len();
        let mut text = String::from_utf8(bytes).map_err(|_| Code::SheetDamaged)?;
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Some(text))
    }

    /// Returns the first sheet that a user sees on opening the workbook, from the workbook's sheet list and relations.
    ///
    /// Hidden sheets are skipped: users do not see their content, so they do not mean to upload it.
    pub fn places(&mut self) -> Result<Places, Problem> {
        let book = match self.relations("_rels/.rels", "")? {
            Some(roots) => roots.into_iter().find(|relation| relation.is("officeDocument")).map(|root| root.target),
            None => None,
        };
        let book = book.unwrap_or_else(|| "xl/workbook.xml".to_owned());
        let (folder, name) = book.rsplit_once('/').unwrap_or(("", &book));
        let workbook = xml::workbook(&self.part(&book)?.ok_or(Code::SheetNotXlsx)?)?;
        let relations = self.relations(&format!("{folder}/_rels/{name}.rels"), folder)?.ok_or(Code::SheetDamaged)?;
        for id in &workbook.visible_sheets {
            let relation = relations.iter().find(|relation| relation.id == *id).ok_or(Code::SheetDamaged)?;
            match () {
                () if relation.is_external => return Err(Code::SheetHasObjects.into()),
                () if relation.is("xlMacrosheet") => return Err(Code::SheetHasMacros.into()),
                // A chart sheet has no cells.
                () if !relation.is("worksheet") => {}
                () => {
                    let part =
                        |kind| relations.iter().find(|relation| relation.is(kind)).map(|part| part.target.clone());
                    let (strings, styles) = (part("sharedStrings"), part("styles"));
                    return Ok(Places { sheet: relation.target.clone(), strings, styles, workbook });
                }
            }
        }
        Err(Code::SheetDamaged.into())
    }

    fn relations(&mut self, name: &str, folder: &str) -> Result<Option<Vec<Relation>>, Problem> {
        let Some(part) = self.part(name.trim_start_matches('/'))? else { return Ok(None) };
        Ok(Some(relations::read(&part, folder)?))
    }
}

/// Decompresses a part. The limit is checked against the actual bytes, not the size that the part claims.
fn unpack(mut entry: impl Read, left: usize) -> Result<Vec<u8>, Code> {
    let mut bytes = Vec::new();
    loop {
        bytes.reserve_exact(STEP.min(left - bytes.len() + 1));
        let step = u64::try_from(bytes.capacity() - bytes.len()).unwrap_or(u64::MAX);
        let before = bytes.len();
        entry.by_ref().take(step).read_to_end(&mut bytes).map_err(|_| Code::SheetDamaged)?;
        match bytes.len() {
            now if now > left => return Err(Code::SheetUnpacksTooLarge),
            now if now == before => return Ok(bytes),
            _ => {}
        }
    }
}

/// Refuses parts that a workbook of accounts never has and that are dangerous to open.
fn refuse_part(name: &str) -> Result<(), Code> {
    let climbs = name.starts_with('/')
        || name.contains(['\\', ':', '\0'])
        || name.split('/').any(|step| step == ".." || step == ".");
    match () {
        () if climbs => Err(Code::SheetDamaged),
        () if name.ends_with("vbaproject.bin") || name.contains("/macrosheets/") => Err(Code::SheetHasMacros),
        () if ["/embeddings/", "/externallinks/", "/activex/"].iter().any(|folder| name.contains(folder)) => {
            Err(Code::SheetHasObjects)
        }
        () => Ok(()),
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{} MB", bytes >> 20)
}
