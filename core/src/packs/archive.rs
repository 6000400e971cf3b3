//! The archive of an audit pack: a ZIP file whose every byte follows from its files. Nothing is compressed, because PDF
//! files are compressed already. So an archive never unpacks to more than its own size, and a change of any byte is found.

use std::io::{self, Write};

/// The first of January 1980, the earliest date of the format.
const NO_DATE: u16 = 0x21;
/// The version of the format that a reader needs.
const VERSION: u16 = 20;
/// Made on Unix, whose file modes the directory has.
const MADE_BY: u16 = 0x0314;
/// A regular file that its owner may write and all may read.
const MODE: u32 = 0o100_644 << 16;
const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
/// Bytes of the header before a file's name.
const LOCAL_BYTES: usize = 30;
/// Bytes of the checksum and the two sizes within the header, and where they begin.
const SUMS_AT: usize = 14;
/// Maximum length of a file's name.
pub const MAX_NAME: usize = 200;

/// What the headers of a file say about it.
struct Entry {
    name: String,
    crc: u32,
    size: u32,
    offset: u32,
}

impl Entry {
    /// The fields that the header and the directory have in common.
    fn common(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(26);
        for number in [VERSION, 0, 0, 0, NO_DATE] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.crc, self.size, self.size] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(u16::try_from(self.name.len()).unwrap_or(u16::MAX).to_le_bytes());
        bytes.extend([0, 0]);
        bytes
    }

    fn header(&self) -> Vec<u8> {
        [LOCAL, &self.common(), self.name.as_bytes()].concat()
    }

    fn listed(&self) -> Vec<u8> {
        let mut bytes = [CENTRAL, &MADE_BY.to_le_bytes(), &self.common()].concat();
        // No comment, the first disk, no text.
        bytes.extend([0; 6]);
        bytes.extend(MODE.to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend(self.name.as_bytes());
        bytes
    }
}

/// Writes the directory at the end of an archive.
fn directory(entries: &[Entry], at: u32) -> io::Result<Vec<u8>> {
    let mut bytes: Vec<u8> = entries.iter().flat_map(Entry::listed).collect();
    let size = u32::try_from(bytes.len()).map_err(|_| too_large())?;
    let count = u16::try_from(entries.len()).map_err(|_| too_large())?.to_le_bytes();
    bytes.extend(END);
    bytes.extend([0; 4]);
    bytes.extend([count, count].concat());
    bytes.extend(size.to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0, 0]);
    Ok(bytes)
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "the archive would be larger than the format allows")
}

/// Writes an archive file by file.
pub struct ArchiveWriter<W> {
    out: W,
    at: u32,
    entries: Vec<Entry>,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive.
    pub const fn new(out: W) -> Self {
        Self { out, at: 0, entries: Vec::new() }
    }

    /// Adds a file. Fails when it cannot be written, or the archive would be larger than 4 GB.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let size = u32::try_from(bytes.len()).map_err(|_| too_large())?;
        let entry = Entry { name: name.to_owned(), crc: crc32(bytes), size, offset: self.at };
        let header = entry.header();
        self.out.write_all(&header)?;
        self.out.write_all(bytes)?;
        let written = u32::try_from(header.len()).map_err(|_| too_large())?;
        self.at = self.at.checked_add(written).and_then(|at| at.checked_add(size)).ok_or_else(too_large)?;
        self.entries.push(entry);
        Ok(())
    }

    /// Finishes the archive.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&directory(&self.entries, self.at)?)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A file of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedFile<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
}

/// Why an archive is not as the portal wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveDamage {
    /// It does not begin as an archive.
    NotAnArchive,
    /// It ends early.
    Truncated,
    /// A byte outside the content of the files differs. It has the byte's position, and the file near it.
    Changed {
        /// The position, from 0.
        at: usize,
        /// The file whose header differs; none in the directory at the end.
        name: Option<String>,
    },
}

/// Reads the files of an archive, as far as it can be read, and the first damage.
#[must_use]
pub fn read(archive: &[u8]) -> (Vec<PackedFile<'_>>, Option<ArchiveDamage>) {
    if !archive.starts_with(LOCAL) {
        return (Vec::new(), Some(ArchiveDamage::NotAnArchive));
    }
    let (mut files, mut entries, mut at, mut damage) = (Vec::new(), Vec::new(), 0, None);
    while archive[at..].starts_with(LOCAL) {
        let Some(file) = file_at(archive, at) else {
            damage = damage.or(Some(ArchiveDamage::Truncated));
            return (files, damage);
        };
        let entry = Entry {
            name: file.name.to_owned(),
            crc: crc32(file.bytes),
            size: u32::try_from(file.bytes.len()).unwrap_or(u32::MAX),
            offset: u32::try_from(at).unwrap_or(u32::MAX),
        };
        let header = entry.header();
        let named = || Some(file.name.to_owned());
        damage = damage.or_else(|| difference(&archive[at..], &header, at, named));
        at += header.len() + file.bytes.len();
        files.push(file);
        entries.push(entry);
    }
    let Ok(expected) = directory(&entries, u32::try_from(at).unwrap_or(u32::MAX)) else {
        return (files, Some(ArchiveDamage::Changed { at, name: None }));
    };
    let rest = &archive[at..];
    damage = damage.or_else(|| difference(rest, &expected, at, || None));
    if damage.is_none() && rest.len() > expected.len() {
        damage = Some(ArchiveDamage::Changed { at: at + expected.len(), name: None });
    }
    (files, damage)
}

/// Returns the first difference from the expected bytes.
fn difference(
    bytes: &[u8],
    expected: &[u8],
    at: usize,
    name: impl FnOnce() -> Option<String>,
) -> Option<ArchiveDamage> {
    let same = bytes.iter().zip(expected).take_while(|(one, other)| one == other).count();
    if same == expected.len() {
        None
    } else if same == bytes.len() {
        Some(ArchiveDamage::Truncated)
    } else {
        Some(ArchiveDamage::Changed { at: at + same, name: name() })
    }
}

/// Reads the file whose header begins at a position; none if the archive ends before it does.
fn file_at(archive: &[u8], at: usize) -> Option<PackedFile<'_>> {
    let header = archive.get(at..at + LOCAL_BYTES)?;
    let number = |from: usize| header.get(from..from + 4)?.try_into().ok().map(u32::from_le_bytes);
    let size = usize::try_from(number(SUMS_AT + 4)?).ok()?;
    let length = usize::from(u16::from_le_bytes(header.get(SUMS_AT + 12..SUMS_AT + 14)?.try_into().ok()?));
    if length > MAX_NAME {
        return None;
    }
    let starts = at + LOCAL_BYTES;
    let name = std::str::from_utf8(archive.get(starts..starts + length)?).ok()?;
    let bytes = archive.get(starts + length..(starts + length).checked_add(size)?)?;
    Some(PackedFile { name, bytes })
}

/// Computes the checksum of the ZIP format.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| TABLE[usize::from(sum.to_le_bytes()[0] ^ byte)] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive() -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Vec::new());
        writer.add("README.txt", b"Read me").expect("written");
        writer.add("bills/510000000001.pdf", b"%PDF").expect("written");
        writer.add("empty", b"").expect("written");
        writer.finish().expect("finished")
    }

    #[test]
    fn what_is_written_is_read_by_this_reader_and_by_another() {
        let bytes = archive();
        let (files, damage) = read(&bytes);
        assert_eq!(damage, None);
        let names: Vec<_> = files.iter().map(|file| file.name).collect();
        assert_eq!(names, ["README.txt", "bills/510000000001.pdf", "empty"]);
        assert_eq!(files[1].bytes, b"%PDF");
        let mut other = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).expect("a ZIP file");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut other.by_name("README.txt").expect("the file"), &mut text)
            .expect("its text");
        assert_eq!((other.len(), text.as_str()), (3, "Read me"));
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn a_change_outside_the_content_is_found_at_each_byte_and_each_length() {
        let bytes = archive();
        let (files, _) = read(&bytes);
        let original: Vec<(String, Vec<u8>)> =
            files.iter().map(|file| (file.name.to_owned(), file.bytes.to_vec())).collect();
        for at in 0..bytes.len() {
            for flip in [1, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= flip;
                let (files, damage) = read(&changed);
                let now: Vec<_> = files.iter().map(|file| (file.name.to_owned(), file.bytes.to_vec())).collect();
                assert!(damage.is_some() || now != original, "byte {at} changed unnoticed");
            }
        }
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).1.is_some(), "{length} bytes");
        }
        assert!(read(&[bytes.as_slice(), b"x"].concat()).1.is_some());
    }
}
