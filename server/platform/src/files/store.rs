//! The store for the bytes of files: a folder or S3.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use bytes::{Bytes, BytesMut};
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt as _, RetryConfig, WriteMultipart};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio::time::timeout;
use uuid::Uuid;

use crate::config::Config;

/// Maximum time for a file including all retries, because the user is waiting. For a streamed file it applies to
/// each piece.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Downloads are stored no longer than this, so no transfer takes longer.
const LONGEST_SENDING: Duration = Duration::from_hours(24);
/// The folder in the store.
const UPLOADS: &str = "uploads";
/// Bytes of a file that are read at a time.
const PIECE_BYTES: usize = 1 << 20;

pub struct Store {
    objects: Arc<dyn ObjectStore>,
    /// The same store for streamed files, without a total timeout: streaming takes as long as the client needs.
    sending: Arc<dyn ObjectStore>,
    /// Maximum time for the start and for each piece of a streamed file.
    wait: Duration,
    /// The folder in the bucket, if configured.
    prefix: Path,
    /// The local store, whose partial files this process must delete itself.
    local: Option<Arc<LocalFileSystem>>,
}

impl Store {
    /// Opens the configured store.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        match config.files_url.as_deref().map(str::trim).filter(|url| !url.is_empty()) {
            None => Self::in_folder(config.data.join("files")),
            Some(url) => Self::at(url).with_context(|| {
                format!("GRIDBILL_FILES_URL is not a valid file store: {url}; write s3://bucket or file:///folder")
            }),
        }
    }

    fn at(url: &str) -> anyhow::Result<Self> {
        let url = reqwest::Url::parse(url)?;
        match url.scheme() {
            "file" => Self::in_folder(url.to_file_path().map_err(|()| anyhow::anyhow!("it has no folder"))?),
            "s3" => {
                let bucket = url.host_str().context("it has no bucket")?;
                let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
                let prefix = Path::from_url_path(url.path())?;
                Self::on_s3(&builder, is_allowed("AWS_ALLOW_HTTP"), prefix, TIMEOUT)
            }
            other => anyhow::bail!("unknown scheme {other}"),
        }
    }

    fn on_s3(builder: &AmazonS3Builder, allows_http: bool, prefix: Path, wait: Duration) -> anyhow::Result<Self> {
        let options = ClientOptions::new().with_connect_timeout(wait / 4).with_allow_http(allows_http);
        let store = |options, retry_timeout| {
            let retry = RetryConfig { max_retries: 5, retry_timeout, ..RetryConfig::default() };
            builder.clone().with_client_options(options).with_retry(retry).build()
        };
        let objects = Arc::new(store(options.clone().with_timeout(wait), wait)?);
        // The client's own timeout covers the whole transfer, and would cut off slow readers. Connections that
        // break are retried, however long the transfer already takes.
        let sending = Arc::new(store(options.with_timeout_disabled(), LONGEST_SENDING)?);
        Ok(Self { objects, sending, wait, prefix, local: None })
    }

    /// A store in a local folder. `put` returns only after fsync, so an acknowledged file survives a power cut.
    fn in_folder(folder: PathBuf) -> anyhow::Result<Self> {
        let uploads = folder.join(UPLOADS);
        std::fs::create_dir_all(&uploads)
            .with_context(|| format!("failed to create the folder {}", uploads.display()))?;
        // Only the portal's user may read the files of its users, including partial files.
        std::fs::set_permissions(&uploads, Permissions::from_mode(0o700))
            .with_context(|| format!("failed to set the permissions of the folder {}", uploads.display()))?;
        let store = Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true));
        let (objects, sending) = (store.clone(), store.clone());
        Ok(Self { objects, sending, wait: TIMEOUT, prefix: Path::default(), local: Some(store) })
    }

    /// Returns the file's path. Two characters of the id form a folder, so that no folder gets too large.
    fn object_path(&self, file_id: Uuid) -> Path {
        let name = file_id.simple().to_string();
        let folder = name[name.len() - 2..].to_owned();
        self.prefix.clone().join(UPLOADS).join(folder).join(name)
    }

    pub async fn put(&self, file_id: Uuid, bytes: Bytes) -> anyhow::Result<()> {
        let place = self.object_path(file_id);
        self.objects.put(&place, bytes.into()).await.context("failed to write to the file store")?;
        if let Some(local) = &self.local {
            let file = local.path_to_filesystem(&place)?;
            tokio::fs::set_permissions(file, Permissions::from_mode(0o600))
                .await
                .context("failed to set the permissions of a file")?;
        }
        Ok(())
    }

    /// Writes a file piece by piece. Returns its size and hash.
    pub async fn put_file(&self, file_id: Uuid, file: std::fs::File) -> anyhow::Result<(u64, Vec<u8>)> {
        let place = self.object_path(file_id);
        let mut file = tokio::fs::File::from_std(file);
        file.rewind().await?;
        let upload = self.objects.put_multipart(&place).await.context("failed to start an upload to the file store")?;
        let sent = send(&mut file, WriteMultipart::new(upload)).await?;
        if let Some(local) = &self.local {
            let file = local.path_to_filesystem(&place)?;
            tokio::fs::set_permissions(file, Permissions::from_mode(0o600))
                .await
                .context("failed to set the permissions of a file")?;
        }
        Ok(sent)
    }

    /// Deletes a file, which may already be gone.
    pub async fn delete(&self, file_id: Uuid) -> anyhow::Result<()> {
        let place = self.object_path(file_id);
        if let Some(local) = &self.local {
            // The name of a partial file that a killed process leaves.
            let mut half = local.path_to_filesystem(&place)?.into_os_string();
            half.push("#1");
            absent(tokio::fs::remove_file(half).await)?;
        }
        match self.objects.delete(&place).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error).context("failed to delete from the file store"),
        }
    }

    pub async fn stream(&self, file_id: Uuid) -> anyhow::Result<BoxStream<'static, anyhow::Result<Bytes>>> {
        const READING: &str = "failed to read from the file store";
        let (place, wait) = (self.object_path(file_id), self.wait);
        let found = timeout(wait, self.sending.get(&place)).await.context(READING)?.context(READING)?;
        let pieces = futures::stream::try_unfold(found.into_stream(), move |mut pieces| async move {
            // Measured from the request for the piece, so that a slow client does not count.
            let piece = timeout(wait, pieces.try_next()).await.context(READING)?.context(READING)?;
            anyhow::Ok(piece.map(|piece| (piece, pieces)))
        });
        // `fuse`, because the stream may be polled again after its end.
        Ok(pieces.fuse().boxed())
    }

    pub async fn get(&self, file_id: Uuid) -> anyhow::Result<Bytes> {
        let reading = async { self.objects.get(&self.object_path(file_id)).await?.bytes().await };
        reading.await.context("failed to read from the file store")
    }
}

/// Writes a file piece by piece. Returns its size and hash. On failure the upload is aborted, since its pieces
/// would stay in the store and could not be deleted later.
async fn send(file: &mut tokio::fs::File, mut upload: WriteMultipart) -> anyhow::Result<(u64, Vec<u8>)> {
    match pieces(file, &mut upload).await {
        Ok(sent) => {
            // If finishing fails, the library aborts the upload.
            upload.finish().await.context("failed to write to the file store")?;
            Ok(sent)
        }
        Err(error) => {
            if let Err(left) = upload.abort().await {
                tracing::warn!(
                    error = format!("{left:#}"),
                    "failed to abort an upload; its pieces stay in the file store"
                );
            }
            Err(error)
        }
    }
}

/// Writes all pieces; the last is sent when the upload is finished.
async fn pieces(file: &mut tokio::fs::File, upload: &mut WriteMultipart) -> anyhow::Result<(u64, Vec<u8>)> {
    let (mut size, mut sha256) = (0, Sha256::new());
    loop {
        let mut piece = BytesMut::with_capacity(PIECE_BYTES);
        if file.read_buf(&mut piece).await.context("failed to read a temporary file")? == 0 {
            return Ok((size, sha256.finalize().to_vec()));
        }
        size += u64::try_from(piece.len())?;
        sha256.update(&piece);
        upload.wait_for_capacity(1).await.context("failed to write to the file store")?;
        upload.put(piece.freeze());
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures::future::BoxFuture;
    use object_store::{MultipartUpload, PutPayload, PutResult, UploadPart};

    use super::*;

    /// An upload that accepts no piece.
    #[derive(Debug)]
    struct Full {
        is_given_up: Arc<AtomicBool>,
    }

    fn full<T>() -> object_store::Result<T> {
        Err(object_store::Error::Generic { store: "test", source: "it is full".into() })
    }

    impl MultipartUpload for Full {
        fn put_part(&mut self, _: PutPayload) -> UploadPart {
            Box::pin(std::future::ready(full()))
        }

        fn complete<'a, 'b>(&'a mut self) -> BoxFuture<'b, object_store::Result<PutResult>>
        where
            'a: 'b,
            Self: 'b,
        {
            Box::pin(std::future::ready(full()))
        }

        fn abort<'a, 'b>(&'a mut self) -> BoxFuture<'b, object_store::Result<()>>
        where
            'a: 'b,
            Self: 'b,
        {
            self.is_given_up.store(true, Ordering::Relaxed);
            Box::pin(std::future::ready(Ok(())))
        }
    }

    /// A server that speaks just enough S3 for this test.
    async fn s3(bytes: Bytes) -> AmazonS3Builder {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let head = [("etag", "\"1\""), ("last-modified", "Fri, 20 Nov 2026 04:00:00 GMT")];
        let answer = move || async move { (head, bytes) };
        let app = axum::Router::new().fallback(answer);
        tokio::spawn(async move { axum::serve(listener, app).await });
        let builder = AmazonS3Builder::new().with_endpoint(endpoint).with_region("here").with_bucket_name("gridbill");
        builder.with_access_key_id("key").with_secret_access_key("secret")
    }

    #[tokio::test]
    async fn a_slow_reader_gets_the_whole_file() {
        // More than fits into the buffers between the store and its reader.
        let (bytes, wait) = (Bytes::from(vec![7; 32 << 20]), Duration::from_secs(2));
        let store = Store::on_s3(&s3(bytes.clone()).await, true, Path::default(), wait).expect("a store");
        let mut pieces = store.stream(Uuid::nil()).await.expect("a file");
        let mut read = pieces.try_next().await.expect("a piece").expect("the first").len();
        tokio::time::sleep(wait + wait / 4).await;
        while let Some(piece) = pieces.try_next().await.expect("a piece") {
            read += piece.len();
        }
        assert_eq!(read, bytes.len());
    }

    #[tokio::test]
    async fn a_file_that_the_store_stops_accepting_is_removed() {
        // The first size exceeds one piece of the library, so the store fails while more is to come; the second
        // fails at the end.
        for bytes in [12 << 20, 1 << 10] {
            let made = tempfile::tempfile().expect("a file");
            made.set_len(bytes).expect("its length");
            let is_given_up = Arc::new(AtomicBool::new(false));
            let upload = WriteMultipart::new(Box::new(Full { is_given_up: is_given_up.clone() }));
            let refused = send(&mut tokio::fs::File::from_std(made), upload).await.expect_err("it is full");
            assert!(format!("{refused:#}").contains("it is full"), "{refused:#}");
            assert!(is_given_up.load(Ordering::Relaxed), "{bytes}");
        }
    }
}
