//! The ledger of erasures: a file outside the database, so that a restored backup erases again. It has no personal data.
//! Entries are only added (docs/operations.md#erasures-after-a-restore).

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::Context as _;
use gridbill_core::Instant;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::config::Config;

/// The file to which this process adds. Files of other machines, copied into the folder, are read as well.
pub const FILE: &str = "erasures.jsonl";
const EXTENSION: &str = "jsonl";

/// A line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    pub person_id: Uuid,
    pub erased_at: Instant,
    /// The hash of the fact that records the erasure.
    pub fact: String,
}

/// Adds an entry, which is on the disk when this returns. Fails when the folder cannot be written.
pub async fn append(config: &Config, entry: LedgerEntry) -> anyhow::Result<()> {
    let folder = config.erasures_folder();
    tokio::task::spawn_blocking(move || append_to(&folder, &entry)).await?
}

/// Reads the entries of all files of the folder. Fails when a file cannot be read, or has a line that is not an entry.
pub async fn read(config: &Config) -> anyhow::Result<Vec<LedgerEntry>> {
    let folder = config.erasures_folder();
    tokio::task::spawn_blocking(move || read_from(&folder)).await?
}

pub fn append_to(folder: &Path, entry: &LedgerEntry) -> anyhow::Result<()> {
    let write = || -> anyhow::Result<()> {
        fs::create_dir_all(folder)?;
        let mut file = OpenOptions::new().create(true).append(true).open(folder.join(FILE))?;
        // An empty line before the entry ends a line whose writer was killed. One call writes both, so that entries of
        // two processes do not mix.
        file.write_all(format!("\n{}\n", serde_json::to_string(entry)?).as_bytes())?;
        file.sync_all()?;
        fs::File::open(folder)?.sync_all()?;
        Ok(())
    };
    write().with_context(|| format!("failed to write the ledger of erasures in {}", folder.display()))
}

pub fn read_from(folder: &Path) -> anyhow::Result<Vec<LedgerEntry>> {
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("failed to read {}", folder.display())),
    };
    let mut entries = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            let text = fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
            let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty());
            for (line, number) in lines {
                match serde_json::from_str(line) {
                    Ok(entry) => entries.push(entry),
                    // Its writer was killed before it committed the erasure.
                    Err(_) if !line.ends_with('}') => {
                        tracing::warn!(path = %path.display(), number, "an incomplete line of the ledger is skipped");
                    }
                    Err(error) => {
                        return Err(error).with_context(|| format!("{} line {number}", path.display()));
                    }
                }
            }
        }
    }
    Ok(entries)
}
