//! The store for the bytes of files: a folder or S3.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use bytes::{Bytes, BytesMut};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _, TryStreamExt as _};
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
    /// Identifies the store: the bucket with its folder, or the absolute path.
    name: String,
}

impl Store {
    /// Opens the configured store.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        match config.files_url.as_deref().map(str::trim).filter(|url| !url.is_empty()) {
            None => Self::in_folder(config.data.join("files")),
            Some(url) => Self::at(url).context("GRIDBILL_FILES_URL cannot be used"),
        }
    }

    /// Opens the store at an address.
    pub fn at(url: &str) -> anyhow::Result<Self> {
        Self::parse(url).with_context(|| format!("not a valid file store: {url}; write s3://bucket or file:///folder"))
    }

    fn parse(url: &str) -> anyhow::Result<Self> {
        let url = reqwest::Url::parse(url)?;
        match url.scheme() {
            "file" => Self::in_folder(url.to_file_path().map_err(|()| anyhow::anyhow!("it has no folder"))?),
            "s3" => {
                let bucket = url.host_str().context("it has no bucket")?;
                let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
                let prefix = Path::from_url_path(url.path())?;
                let name = format!("s3://{bucket}/{prefix}");
                Self::on_s3(&builder, is_allowed("AWS_ALLOW_HTTP"), prefix, TIMEOUT, name)
            }
            other => anyhow::bail!("unknown scheme {other}"),
        }
    }

    /// Returns the text that identifies the store.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    fn on_s3(
        builder: &AmazonS3Builder,
        allows_http: bool,
        prefix: Path,
        wait: Duration,
        name: String,
    ) -> anyhow::Result<Self> {
        let options = ClientOptions::new().with_connect_timeout(wait / 4).with_allow_http(allows_http);
        let store = |options, retry_timeout| {
            let retry = RetryConfig { max_retries: 5, retry_timeout, ..RetryConfig::default() };
            builder.clone().with_client_options(options).with_retry(retry).build()
        };
        let objects = Arc::new(store(options.clone().with_timeout(wait), wait)?);
        // The client's own timeout covers the whole transfer, and would cut off slow readers. Connections that
        // break are retried, however long the transfer already takes.
        let sending = Arc::new(store(options.with_timeout_disabled(), LONGEST_SENDING)?);
        Ok(Self { objects, sending, wait, prefix, local: None, name })
    }

    /// A store in a local folder. `put` returns only after fsync, so an acknowledged file survives a power cut.
    fn in_folder(folder: PathBuf) -> anyhow::Result<Self> {
        let uploads = folder.join(UPLOADS);
        std::fs::create_dir_all(&uploads)
            .with_context(|| format!("failed to create the folder {}", uploads.display()))?;
        // Only the portal's user may read the files of its users, including partial files.
        std::fs::set_permissions(&uploads, Permissions::from_mode(0o700))
            .with_context(|| format!("failed to set the permissions of the folder {}", uploads.display()))?;
        let name = folder.canonicalize()?.display().to_string();
        let store = Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true));
        let (objects, sending) = (store.clone(), store.clone());
        Ok(Self { objects, sending, wait: TIMEOUT, prefix: Path::default(), local: Some(store), name })
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
        self.hide(&place).await
    }

    /// Writes a file piece by piece. Returns its size and hash.
    pub async fn put_file(&self, file_id: Uuid, file: std::fs::File) -> anyhow::Result<(u64, Vec<u8>)> {
        let mut file = tokio::fs::File::from_std(file);
        file.rewind().await?;
        self.put_pieces(file_id, pieces_of(file), None).await
    }

    /// Writes the pieces of another store's file, unless they do not have this hash: [`DamagedFile`].
    pub async fn put_copy(
        &self,
        file_id: Uuid,
        pieces: impl Stream<Item = anyhow::Result<Bytes>> + Send,
        sha256: &[u8],
    ) -> anyhow::Result<()> {
        // A killed process may have left the beginning of the file.
        self.delete_partial(&self.object_path(file_id)).await?;
        self.put_pieces(file_id, pieces, Some(sha256)).await.map(drop)
    }

    async fn put_pieces(
        &self,
        file_id: Uuid,
        pieces: impl Stream<Item = anyhow::Result<Bytes>> + Send,
        expected: Option<&[u8]>,
    ) -> anyhow::Result<(u64, Vec<u8>)> {
        let place = self.object_path(file_id);
        let upload = self.objects.put_multipart(&place).await.context("failed to start an upload to the file store")?;
        let sent = send(pieces, WriteMultipart::new(upload), expected).await?;
        self.hide(&place).await?;
        Ok(sent)
    }

    /// Lets only the portal's user read a file of a folder.
    async fn hide(&self, place: &Path) -> anyhow::Result<()> {
        let Some(local) = &self.local else { return Ok(()) };
        tokio::fs::set_permissions(local.path_to_filesystem(place)?, Permissions::from_mode(0o600))
            .await
            .context("failed to set the permissions of a file")
    }

    /// Deletes a file, which may already be gone.
    pub async fn delete(&self, file_id: Uuid) -> anyhow::Result<()> {
        let place = self.object_path(file_id);
        self.delete_partial(&place).await?;
        match self.objects.delete(&place).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error).context("failed to delete from the file store"),
        }
    }

    /// Deletes the partial file that a killed process leaves in a folder.
    async fn delete_partial(&self, place: &Path) -> anyhow::Result<()> {
        let Some(local) = &self.local else { return Ok(()) };
        let mut partial = local.path_to_filesystem(place)?.into_os_string();
        partial.push("#1");
        Ok(absent(tokio::fs::remove_file(partial).await)?)
    }

    /// Whether reading failed because the store does not have the file. A store whose bucket or folder is missing is
    /// not reached: it says nothing about its files.
    #[must_use]
    pub fn is_missing(&self, error: &anyhow::Error) -> bool {
        let Some(object_store::Error::NotFound { source, .. }) = error.downcast_ref::<object_store::Error>() else {
            return false;
        };
        match &self.local {
            Some(local) => local.path_to_filesystem(&Path::from(UPLOADS)).is_ok_and(|uploads| uploads.is_dir()),
            None => !source.to_string().contains("NoSuchBucket"),
        }
    }

    /// Returns the size of a file; `None` if the store does not have it.
    pub async fn size(&self, file_id: Uuid) -> anyhow::Result<Option<u64>> {
        match self.objects.head(&self.object_path(file_id)).await {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error).context("failed to read from the file store"),
        }
    }

    /// Returns the hash of a file's bytes.
    pub async fn hash(&self, file_id: Uuid) -> anyhow::Result<Vec<u8>> {
        let hashed = self.stream(file_id).await?.try_fold(Sha256::new(), async |mut hash, piece| {
            hash.update(&piece);
            Ok(hash)
        });
        Ok(hashed.await?.finalize().to_vec())
    }

    /// Fails if the store cannot be reached, or has no such bucket.
    pub async fn check(&self) -> anyhow::Result<()> {
        self.list().try_next().await.map(drop)
    }

    /// Lists the files of the store. Other objects are left out.
    #[must_use]
    pub fn list(&self) -> BoxStream<'static, anyhow::Result<Uuid>> {
        let listed = self.objects.list(Some(&self.prefix.clone().join(UPLOADS)));
        let named = listed.try_filter_map(|found| {
            let name = found.location.filename().filter(|name| name.len() == 32);
            std::future::ready(Ok(name.and_then(|name| Uuid::try_parse(name).ok())))
        });
        named.map(|listed| listed.context("failed to list the file store")).boxed()
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

/// Writes a file piece by piece. Returns its size and hash. On failure, and with another hash than the expected one, the
/// upload is aborted, since its pieces would stay in the store and could not be deleted later.
async fn send(
    pieces: impl Stream<Item = anyhow::Result<Bytes>> + Send,
    mut upload: WriteMultipart,
    expected: Option<&[u8]>,
) -> anyhow::Result<(u64, Vec<u8>)> {
    match write_pieces(pieces, &mut upload, expected).await {
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
async fn write_pieces(
    pieces: impl Stream<Item = anyhow::Result<Bytes>> + Send,
    upload: &mut WriteMultipart,
    expected: Option<&[u8]>,
) -> anyhow::Result<(u64, Vec<u8>)> {
    let (mut size, mut hash) = (0, Sha256::new());
    let mut pieces = pin!(pieces);
    while let Some(piece) = pieces.try_next().await? {
        size += u64::try_from(piece.len())?;
        hash.update(&piece);
        upload.wait_for_capacity(1).await.context("failed to write to the file store")?;
        upload.put(piece);
    }
    let sha256 = hash.finalize().to_vec();
    if expected.is_some_and(|expected| expected != sha256) {
        return Err(DamagedFile.into());
    }
    Ok((size, sha256))
}

/// The bytes of a file in a store are not those that were stored.
#[derive(Debug)]
pub struct DamagedFile;

impl std::fmt::Display for DamagedFile {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        text.write_str("the file store returned wrong bytes")
    }
}

impl std::error::Error for DamagedFile {}

/// Reads a temporary file.
fn pieces_of(file: tokio::fs::File) -> impl Stream<Item = anyhow::Result<Bytes>> + Send {
    futures::stream::try_unfold(file, |mut file| async move {
        let mut piece = BytesMut::with_capacity(PIECE_BYTES);
        let read = file.read_buf(&mut piece).await.context("failed to read a temporary file")?;
        Ok((read > 0).then(|| (piece.freeze(), file)))
    })
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
        let store =
            Store::on_s3(&s3(bytes.clone()).await, true, Path::default(), wait, String::new()).expect("a store");
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
            let pieces = pieces_of(tokio::fs::File::from_std(made));
            let refused = send(pieces, upload, None).await.expect_err("it is full");
            assert!(format!("{refused:#}").contains("it is full"), "{refused:#}");
            assert!(is_given_up.load(Ordering::Relaxed), "{bytes}");
        }
    }
}
