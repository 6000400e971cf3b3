//! Stored files: their bytes in a store that all processes share (a folder or S3), and their metadata in the
//! database.
//!
//! Bytes and rows cannot change in one transaction. So a file's id is recorded as an orphan (`stray_file`) before
//! its bytes are written, and again in the transaction that deletes its row. The transaction that inserts the row
//! removes the orphan record. If a process is killed or the store fails, the orphan remains and is deleted later.
//! So a row's bytes are never missing, and bytes without a row are always deleted.

use bytes::Bytes;
use futures::{Stream, TryStreamExt as _};
use gridbill_core::{Code, Instant};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::base::Base;
use crate::error::{Answer, Error};

mod checked;
mod sql;
mod store;

pub use checked::checked;
pub use store::{DamagedFile, Store};

/// Age in seconds after which an orphan is deleted. Writing a file never takes that long.
const STRAY_SECONDS: i64 = 24 * 3600;

/// The file store.
pub struct Files {
    base: Base,
    store: Store,
}

/// Bytes in the store that have no row yet.
pub struct StoredFile {
    pub file_id: Uuid,
    pub size: i64,
    pub sha256: Vec<u8>,
}

impl Files {
    /// Opens the configured store. Fails when the setting is invalid, or the folder cannot be created.
    pub fn open(base: &Base) -> anyhow::Result<Self> {
        Ok(Self { base: base.clone(), store: Store::open(&base.config)? })
    }

    /// Writes bytes to the store, as an orphan. Fails with [`Code::Unavailable`] when the store does not accept them.
    pub async fn write(&self, bytes: Bytes) -> Answer<StoredFile> {
        let file_id = self.base.random.uuid();
        let size = i64::try_from(bytes.len()).map_err(anyhow::Error::from)?;
        let sha256 = Sha256::digest(&bytes).to_vec();
        sql::insert_orphan(&self.base.pool, file_id, self.base.now()).await?;
        self.store.put(file_id, bytes).await.map_err(|error| {
            not_kept(&error);
            Code::Unavailable
        })?;
        Ok(StoredFile { file_id, size, sha256 })
    }

    /// Writes a temporary file to the store piece by piece, as an orphan.
    /// Fails with [`Code::DownloadNotKept`] when the store is full or does not answer.
    pub async fn write_file(&self, file: std::fs::File) -> Answer<StoredFile> {
        let file_id = self.base.random.uuid();
        sql::insert_orphan(&self.base.pool, file_id, self.base.now()).await?;
        let (size, sha256) = self.store.put_file(file_id, file).await.map_err(|error| {
            not_kept(&error);
            Code::DownloadNotKept
        })?;
        Ok(StoredFile { file_id, size: i64::try_from(size).map_err(anyhow::Error::from)?, sha256 })
    }

    /// Streams a file and verifies its hash. The last piece is held back until the hash is verified, so a damaged
    /// file is cut off. Fails with [`Code::FileGone`] when the store does not have the file, and with
    /// [`Code::Unavailable`] when it does not answer.
    pub async fn stream(
        &self,
        file_id: Uuid,
        sha256: Vec<u8>,
    ) -> Answer<impl Stream<Item = anyhow::Result<Bytes>> + Send + 'static> {
        let pieces = self.store.stream(file_id).await.map_err(|error| self.refusal(file_id, &error))?;
        let begun = (pieces, Sha256::new(), None::<Bytes>);
        Ok(futures::stream::try_unfold(begun, move |(mut pieces, mut hash, mut held)| {
            let sha256 = sha256.clone();
            let log = move |error: &anyhow::Error| {
                tracing::error!(%file_id, error = format!("{error:#}"), "the file store failed while a file was sent");
            };
            async move {
                while let Some(piece) = pieces.try_next().await.inspect_err(log)? {
                    hash.update(&piece);
                    if let Some(before) = held.replace(piece) {
                        return Ok(Some((before, (pieces, hash, held))));
                    }
                }
                // An empty file has no last piece, and its hash differs, too.
                if hash.clone().finalize().as_slice() != sha256 {
                    tracing::error!(%file_id, "the file store returned wrong bytes");
                    anyhow::bail!("the file store returned wrong bytes for {file_id}");
                }
                Ok(held.take().map(|last| (last, (pieces, hash, None))))
            }
        }))
    }

    /// Reads a file and verifies its hash. Fails with [`Code::FileGone`] when the store does not have the file or its bytes
    /// are damaged, and with [`Code::Unavailable`] when it does not answer.
    pub async fn read(&self, file_id: Uuid, sha256: &[u8]) -> Answer<Bytes> {
        let bytes = self.store.get(file_id).await.map_err(|error| self.refusal(file_id, &error))?;
        if Sha256::digest(&bytes).as_slice() == sha256 {
            return Ok(bytes);
        }
        Err(self.refusal(file_id, &DamagedFile.into()))
    }

    /// Logs why a file was not read, and returns its refusal.
    fn refusal(&self, file_id: Uuid, error: &anyhow::Error) -> Error {
        let store = self.store.name();
        if self.store.is_missing(error) {
            tracing::error!(%file_id, store, "the file store lacks a file");
            return Code::FileGone.into();
        }
        tracing::error!(%file_id, store, error = format!("{error:#}"), "the file store failed");
        if error.is::<DamagedFile>() { Code::FileGone.into() } else { Code::Unavailable.into() }
    }

    /// Deletes orphans immediately. If the store fails, [`sweep`](Self::sweep) deletes them later.
    pub async fn delete(&self, file_ids: &[Uuid]) {
        for file_id in file_ids {
            if let Err(error) = self.delete_one(*file_id).await {
                tracing::warn!(%file_id, error = format!("{error:#}"), "failed to delete a file; the next sweep tries again");
            }
        }
    }

    /// Deletes old orphans.
    pub async fn sweep(&self) -> Answer<()> {
        let strays = sql::list_orphans(&self.base.pool, self.base.now().plus_seconds(-STRAY_SECONDS)).await?;
        self.delete(&strays).await;
        Ok(())
    }

    /// Deletes an orphan, without an open transaction because the store may be slow. Marking it first prevents that
    /// a row is inserted for it. If the process is killed halfway, the next sweep continues.
    async fn delete_one(&self, file_id: Uuid) -> anyhow::Result<()> {
        let pool = &self.base.pool;
        if sql::mark_being_deleted(pool, file_id).await? {
            self.store.delete(file_id).await?;
            sql::delete_orphan(pool, file_id).await?;
        }
        Ok(())
    }
}

/// Removes the orphan record of a file, in the transaction that inserts its row.
/// Fails when the bytes were deleted meanwhile.
pub async fn claim(db: &mut PgConnection, written: &StoredFile) -> Answer<()> {
    let is_there = sql::claim(db, written.file_id).await?;
    if is_there {
        Ok(())
    } else {
        Err(anyhow::anyhow!("the bytes of a file were deleted before its row was inserted").into())
    }
}

/// Records files as orphans, in the transaction that deletes their rows.
pub async fn mark_orphans(db: &mut PgConnection, file_ids: &[Uuid], now: Instant) -> Answer<()> {
    sql::insert_orphans(db, file_ids, now).await?;
    Ok(())
}

/// Logs and counts a store that is full or does not answer.
fn not_kept(error: &anyhow::Error) {
    metrics::counter!("gridbill_files_not_kept_total").increment(1);
    tracing::error!(error = format!("{error:#}"), "the file store does not keep a file");
}
