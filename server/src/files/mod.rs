//! Uploaded files: their bytes in a store that all processes share, a folder or one that speaks S3; what they are in rows.
//!
//! Bytes and rows cannot change in one transaction. So before bytes are written, and in the transaction that deletes their
//! row, their id becomes a stray's; the transaction that writes the row takes it from the strays. What stays a stray,
//! because a process was killed or the store did not answer, is deleted later. A row's bytes are never missing, and no bytes
//! stay that have no row.

use bytes::Bytes;
use futures::{Stream, TryStreamExt as _};
use gridbill_core::{Code, Instant};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::base::Base;
use crate::error::{Answer, Error};

mod sql;
mod store;

use store::Store;

/// No file is on its way for longer, in seconds.
const STRAY_SECONDS: i64 = 24 * 3600;

/// The store.
pub struct Files {
    base: Base,
    store: Store,
}

/// Bytes in the store that no row has yet.
pub struct Written {
    pub file_id: Uuid,
    pub size: i64,
    pub sha256: Vec<u8>,
}

impl Files {
    /// The store of the settings.
    ///
    /// # Errors
    /// When it is none, or its folder cannot be made.
    pub fn open(base: &Base) -> anyhow::Result<Self> {
        Ok(Self { base: base.clone(), store: Store::open(&base.config)? })
    }

    /// Puts bytes into the store, as a stray.
    ///
    /// # Errors
    /// [`Code::Unavailable`] when the store does not take them.
    pub async fn write(&self, bytes: Bytes) -> Answer<Written> {
        let file_id = self.base.random.uuid();
        let size = i64::try_from(bytes.len()).map_err(anyhow::Error::from)?;
        let sha256 = Sha256::digest(&bytes).to_vec();
        sql::add_stray(&self.base.pool, file_id, self.base.now()).await?;
        self.store.put(file_id, bytes).await.map_err(|error| {
            not_kept(&error);
            Code::Unavailable
        })?;
        Ok(Written { file_id, size, sha256 })
    }

    /// Puts a file that was made into the store, as a stray, a piece at a time.
    ///
    /// # Errors
    /// [`Code::DownloadNotKept`] when the store does not take it: it is full, or does not answer.
    pub async fn write_file(&self, file: std::fs::File) -> Answer<Written> {
        let file_id = self.base.random.uuid();
        sql::add_stray(&self.base.pool, file_id, self.base.now()).await?;
        let (size, sha256) = self.store.put_file(file_id, file).await.map_err(|error| {
            not_kept(&error);
            Code::DownloadNotKept
        })?;
        Ok(Written { file_id, size: i64::try_from(size).map_err(anyhow::Error::from)?, sha256 })
    }

    /// The bytes that were written, as they are read. The last piece comes once all of them are known to be right: a file
    /// that is not is cut off.
    ///
    /// # Errors
    /// [`Code::Unavailable`] when the store does not answer.
    pub async fn stream(
        &self,
        file_id: Uuid,
        sha256: Vec<u8>,
    ) -> Answer<impl Stream<Item = anyhow::Result<Bytes>> + Send + 'static> {
        let pieces = self.store.stream(file_id).await.map_err(unavailable)?;
        let begun = (pieces, Sha256::new(), None::<Bytes>);
        Ok(futures::stream::try_unfold(begun, move |(mut pieces, mut hash, mut held)| {
            let sha256 = sha256.clone();
            async move {
                while let Some(piece) = pieces.try_next().await? {
                    hash.update(&piece);
                    if let Some(before) = held.replace(piece) {
                        return Ok(Some((before, (pieces, hash, held))));
                    }
                }
                let Some(last) = held.take() else { return Ok(None) };
                if hash.clone().finalize().as_slice() != sha256 {
                    tracing::error!(%file_id, "the file store has other bytes than it was given");
                    anyhow::bail!("the file store has other bytes for {file_id} than it was given");
                }
                Ok(Some((last, (pieces, hash, None))))
            }
        }))
    }

    /// The bytes that were written.
    ///
    /// # Errors
    /// [`Code::Unavailable`] when the store does not answer, or answers with something else.
    pub async fn read(&self, file_id: Uuid, sha256: &[u8]) -> Answer<Bytes> {
        let bytes = self.store.get(file_id).await.map_err(unavailable)?;
        if Sha256::digest(&bytes).as_slice() == sha256 {
            return Ok(bytes);
        }
        Err(unavailable(anyhow::anyhow!("the file store has other bytes for {file_id} than it was given")))
    }

    /// Deletes strays at once. What the store does not delete now, [`sweep`](Self::sweep) does later.
    pub async fn delete(&self, file_ids: &[Uuid]) {
        for file_id in file_ids {
            if let Err(error) = self.delete_one(*file_id).await {
                tracing::warn!(%file_id, error = format!("{error:#}"), "a file was not deleted; it will be tried again");
            }
        }
    }

    /// Deletes the bytes that no row was made of.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sweep(&self) -> Answer<()> {
        let strays = sql::strays(&self.base.pool, self.base.now().plus_seconds(-STRAY_SECONDS)).await?;
        self.delete(&strays).await;
        Ok(())
    }

    /// The store may take long, so no transaction is open meanwhile. Once a stray is going nobody makes a file of it, and
    /// whoever is killed before its bytes are gone leaves it to the next sweep.
    async fn delete_one(&self, file_id: Uuid) -> anyhow::Result<()> {
        let pool = &self.base.pool;
        if sql::let_stray_go(pool, file_id).await? {
            self.store.delete(file_id).await?;
            sql::forget_stray(pool, file_id).await?;
        }
        Ok(())
    }
}

/// Takes bytes from the strays, in the transaction that writes their row.
///
/// # Errors
/// When they were deleted meanwhile.
pub async fn claim(db: &mut PgConnection, written: &Written) -> Answer<()> {
    let is_there = sql::claim(db, written.file_id).await?;
    if is_there {
        Ok(())
    } else {
        Err(anyhow::anyhow!("the bytes of a file were swept before its row was written").into())
    }
}

/// Makes strays of files, in the transaction that deletes their rows.
///
/// # Errors
/// When the database does not answer.
pub async fn let_go(db: &mut PgConnection, file_ids: &[Uuid], now: Instant) -> Answer<()> {
    sql::add_strays(db, file_ids, now).await?;
    Ok(())
}

/// Told to whoever operates the store: it is full, or does not answer.
fn not_kept(error: &anyhow::Error) {
    metrics::counter!("gridbill_files_not_kept_total").increment(1);
    tracing::error!(error = format!("{error:#}"), "the file store does not keep a file");
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn unavailable(error: anyhow::Error) -> Error {
    tracing::error!(error = format!("{error:#}"), "the file store");
    Code::Unavailable.into()
}
