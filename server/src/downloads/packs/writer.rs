//! Writes audit packs to a file.

use std::fs::File;
use std::io::{BufWriter, IntoInnerError};

use gridbill_core::packs::archive::ArchiveWriter;
use gridbill_core::packs::{MANIFEST, MANIFEST_SUM, Manifest, ManifestFile, manifest_sum};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// An archive that is being written. Files are added to its current folder.
pub struct PackWriter {
    archive: ArchiveWriter<BufWriter<File>>,
    files: Vec<ManifestFile>,
    /// The folder with its slash; empty at the top.
    folder: String,
    /// The first file of the folder.
    start: usize,
}

impl PackWriter {
    pub fn begin(file: File) -> Self {
        let archive = ArchiveWriter::new(BufWriter::new(file));
        Self { archive, files: Vec::new(), folder: String::new(), start: 0 }
    }

    /// Begins the folder of a payment in the pack of a month.
    pub fn open_folder(&mut self, name: &str) {
        self.folder = format!("{name}/");
        self.start = self.files.len();
    }

    /// Returns to the top.
    pub fn close_folder(&mut self) {
        self.folder.clear();
        self.start = 0;
    }

    /// Returns the number of files so far.
    pub const fn count(&self) -> usize {
        self.files.len()
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let name = format!("{}{name}", self.folder);
        self.archive.add(&name, bytes)?;
        let sha256 = hex::encode(Sha256::digest(bytes));
        self.files.push(ManifestFile { name, size: u64::try_from(bytes.len())?, sha256 });
        Ok(())
    }

    /// Adds a value as a JSON file.
    pub fn add_json(&mut self, name: &str, value: &impl Serialize) -> anyhow::Result<()> {
        self.add(name, &serde_json::to_vec_pretty(value)?)
    }

    /// Adds the manifest of the current folder's files.
    pub fn add_manifest(&mut self, manifest: Manifest) -> anyhow::Result<()> {
        let within = self.files.iter().skip(self.start);
        let named = |file: &ManifestFile| {
            let name = file.name.strip_prefix(&self.folder).unwrap_or(&file.name).to_owned();
            ManifestFile { name, ..file.clone() }
        };
        let bytes = serde_json::to_vec_pretty(&Manifest { files: within.map(named).collect(), ..manifest })?;
        let sum = manifest_sum(&bytes);
        self.add(MANIFEST, &bytes)?;
        self.add(MANIFEST_SUM, sum.as_bytes())
    }

    /// Finishes the file.
    pub fn finish(self) -> anyhow::Result<File> {
        Ok(self.archive.finish()?.into_inner().map_err(IntoInnerError::into_error)?)
    }
}
