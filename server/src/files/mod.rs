//! Uploaded files: their bytes in a store that all processes share, a folder or one that speaks S3; what they are in rows.
//!
//! Bytes and rows cannot change in one transaction. So before bytes are written, and in the transaction that deletes their
//! row, their id becomes a stray's; the transaction that writes the row takes it from the strays. What stays a stray,
//! because a process was killed or the store did not answer, is deleted later. A row's bytes are never missing, and no bytes
//! stay that have no row.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use gridbill_core::{Code, Instant};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt as _, RetryConfig};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::base::Base;
use crate::config::Config;
use crate::error::{Answer, Error};

mod sql;

/// How long a store may take for one file, with all tries: whoever uploads it waits.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The folder in the store.
const UPLOADS: &str = "uploads";
/// No file is on its way for longer, in seconds.
const STRAY_SECONDS: i64 = 24 * 3600;

/// The store.
pub struct Files {
    base: Base,
    store: Store,
}

/// Where the bytes are.
struct Store {
    objects: Arc<dyn ObjectStore>,
    /// The folder in the store, when it is not the store's own.
    prefix: Path,
    /// The store on this machine, whose half-written files are ours to delete.
    local: Option<Arc<LocalFileSystem>>,
}

impl Store {
    /// The store of the settings.
    fn open(config: &Config) -> anyhow::Result<Self> {
        match config.files_url.as_deref().map(str::trim).filter(|url| !url.is_empty()) {
            None => Self::in_folder(config.data.join("files")),
            Some(url) => Self::at(url).with_context(|| {
                format!("GRIDBILL_FILES_URL is no file store: {url}; write s3://bucket or file:///folder")
            }),
        }
    }

    fn at(url: &str) -> anyhow::Result<Self> {
        let url = reqwest::Url::parse(url)?;
        match url.scheme() {
            "file" => Self::in_folder(url.to_file_path().map_err(|()| anyhow::anyhow!("it names no folder"))?),
            "s3" => {
                let retry = RetryConfig { max_retries: 5, retry_timeout: TIMEOUT, ..RetryConfig::default() };
                let wait = ClientOptions::new().with_timeout(TIMEOUT).with_connect_timeout(TIMEOUT / 4);
                // From AWS_…; what is set there for the client is kept unless it is one of these.
                let bucket = url.host_str().context("it names no bucket")?;
                let store = AmazonS3Builder::from_env()
                    .with_bucket_name(bucket)
                    .with_client_options(wait.with_allow_http(is_allowed("AWS_ALLOW_HTTP")))
                    .with_retry(retry)
                    .build()?;
                let prefix = Path::from_url_path(url.path())?;
                Ok(Self { objects: Arc::new(store), prefix, local: None })
            }
            other => anyhow::bail!("{other} is not known"),
        }
    }

    /// A file is on the disk when it was put: acknowledged means kept.
    fn in_folder(folder: PathBuf) -> anyhow::Result<Self> {
        let uploads = folder.join(UPLOADS);
        std::fs::create_dir_all(&uploads).with_context(|| format!("making the folder {}", uploads.display()))?;
        // Files of other people on this machine are nobody else's to read, those that are half written among them.
        std::fs::set_permissions(&uploads, Permissions::from_mode(0o700))
            .with_context(|| format!("closing the folder {}", uploads.display()))?;
        let store = Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true));
        Ok(Self { objects: store.clone(), prefix: Path::default(), local: Some(store) })
    }

    /// Two letters of the id make a folder, so that none has too many.
    fn place(&self, file_id: Uuid) -> Path {
        let name = file_id.simple().to_string();
        let folder = name[name.len() - 2..].to_owned();
        self.prefix.clone().join(UPLOADS).join(folder).join(name)
    }

    async fn put(&self, file_id: Uuid, bytes: Bytes) -> anyhow::Result<()> {
        let place = self.place(file_id);
        self.objects.put(&place, bytes.into()).await.context("writing into the file store")?;
        if let Some(local) = &self.local {
            let file = local.path_to_filesystem(&place)?;
            tokio::fs::set_permissions(file, Permissions::from_mode(0o600)).await.context("closing a file")?;
        }
        Ok(())
    }

    /// Deletes what is there; it may be gone already.
    async fn delete(&self, file_id: Uuid) -> anyhow::Result<()> {
        let place = self.place(file_id);
        if let Some(local) = &self.local {
            // A process that was killed while it wrote leaves this name.
            let mut half = local.path_to_filesystem(&place)?.into_os_string();
            half.push("#1");
            absent(tokio::fs::remove_file(half).await)?;
        }
        match self.objects.delete(&place).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error).context("deleting from the file store"),
        }
    }

    async fn get(&self, file_id: Uuid) -> anyhow::Result<Bytes> {
        let reading = async { self.objects.get(&self.place(file_id)).await?.bytes().await };
        reading.await.context("reading from the file store")
    }
}

fn is_allowed(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| matches!(value.to_ascii_lowercase().as_str(), "1" | "true" | "yes"))
}

fn absent(done: std::io::Result<()>) -> std::io::Result<()> {
    match done {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
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
        self.store.put(file_id, bytes).await.map_err(unavailable)?;
        Ok(Written { file_id, size, sha256 })
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

#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn unavailable(error: anyhow::Error) -> Error {
    tracing::error!(error = format!("{error:#}"), "the file store");
    Code::Unavailable.into()
}
