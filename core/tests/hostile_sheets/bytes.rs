//! Corrupts zip files at the byte level, as a broken disk or an attacker would.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use super::package::Book;

/// Changes a file; the same seed makes the same changes.
pub fn mutated(file: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ file.len() as u64);
    let mut file = file.to_vec();
    if file.is_empty() {
        return vec![random.below(256) as u8; random.below(100)];
    }
    match seed % 8 {
        // Cut off.
        0 => file.truncate(random.below(file.len())),
        // Cut off near the end, where the directory is.
        1 => file.truncate(file.len() - 1 - random.below(file.len().min(200))),
        // Remove a piece.
        2 => {
            let start = random.below(file.len());
            let end = (start + random.below(64)).min(file.len());
            file.drain(start..end);
        }
        // Duplicate a piece.
        3 => {
            let start = random.below(file.len());
            let end = (start + random.below(512)).min(file.len());
            let piece = file[start..end].to_vec();
            file.splice(start..start, piece);
        }
        // Set a number to its maximum.
        4 => {
            let start = random.below(file.len());
            let end = (start + 4).min(file.len());
            file[start..end].fill(0xff);
        }
        // Flip single bits, anywhere or near the end, where the directory is.
        kind => {
            let room = if kind == 5 { file.len().min(300) } else { file.len() };
            for _ in 0..=random.below(8) {
                let place = file.len() - 1 - random.below(room);
                file[place] ^= 1 << random.below(8);
            }
        }
    }
    file
}

/// Makes a valid package with one corrupted part. Checksums are correct, so the corruption reaches the code that reads
/// the part.
pub fn mutated_within(file: &[u8], seed: u64) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(file)).ok()?;
    let (mut book, last) = (Book(Vec::new()), archive.len().checked_sub(1)?);
    for place in 0..=last {
        let mut entry = archive.by_index(place).ok()?;
        let (name, mut bytes) = (entry.name().ok()?.into_owned(), Vec::new());
        entry.read_to_end(&mut bytes).ok()?;
        book.0.push((name, bytes));
    }
    // The last part is the sheet, which most changes are for.
    let changed = if seed.is_multiple_of(3) { seed as usize % (last + 1) } else { last };
    book.0[changed].1 = mutated(&book.0[changed].1, seed);
    Some(book.file())
}

/// Overwrites bytes at an offset after each signature: `PK\x01\x02` of the directory, `PK\x03\x04` of the parts.
pub fn lying(mut file: Vec<u8>, signature: &[u8; 4], offset: usize, lie: &[u8]) -> Vec<u8> {
    let places: Vec<usize> = (0..file.len().saturating_sub(4)).filter(|at| &file[*at..at + 4] == signature).collect();
    assert!(!places.is_empty());
    for at in places {
        file[at + offset..at + offset + lie.len()].copy_from_slice(lie);
    }
    file
}

struct Random(u64);

impl Random {
    /// The `SplitMix64` generator.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most.max(1) as u64) as usize
    }
}
