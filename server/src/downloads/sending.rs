//! Sends files: finished files, and files that are still being written. Both are unlinked temporary files, so a
//! client that reads slowly does not block other files from being made.

use std::fs::File;
use std::io::{self, Seek as _, Write};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use futures::Stream;
use gridbill_core::endpoint::MediaType;
use tokio::io::AsyncReadExt as _;
use tokio::sync::watch;

use super::media_type;
use crate::endpoint::Streamed;
use crate::error::Answer;

/// Bytes of a file that are sent at a time.
const PIECE_BYTES: usize = 64 << 10;

/// Returns a response that streams a finished file.
pub fn sent(name: String, mut file: File) -> Answer<Streamed> {
    file.rewind().map_err(anyhow::Error::from)?;
    let size = file.metadata().map_err(anyhow::Error::from)?.len();
    let media_type = media_type(&name)?;
    Ok(Streamed { name, media_type, size: Some(size), body: Body::from_stream(pieces(file)) })
}

fn pieces(file: File) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    futures::stream::try_unfold(tokio::fs::File::from_std(file), async |mut file| {
        let mut piece = BytesMut::with_capacity(PIECE_BYTES);
        let read = file.read_buf(&mut piece).await?;
        Ok((read > 0).then(|| (piece.freeze(), file)))
    })
}

/// The state of a file that is being written.
#[derive(Debug, Clone, Copy, Default)]
struct WriteProgress {
    bytes: u64,
    is_whole: bool,
}

/// A file that is sent while it is written, up to the last flush. Its reader sees the end only after
/// [`FinishMarker::reached`]. If the writer is dropped before, the transfer is aborted.
pub struct PartialFile {
    file: Arc<File>,
    written: u64,
    made: watch::Sender<WriteProgress>,
}

/// Marks a growing file as complete.
pub struct FinishMarker(watch::Sender<WriteProgress>);

impl PartialFile {
    /// Returns the writer of a workbook, the completion marker and the response.
    pub fn begin(file: File, name: String) -> (Self, FinishMarker, Streamed) {
        let (made, reader) = watch::channel(WriteProgress::default());
        let file = Arc::new(file);
        let body = Body::from_stream(as_it_grows(file.clone(), reader));
        (
            Self { file, written: 0, made: made.clone() },
            FinishMarker(made),
            Streamed { name, media_type: MediaType::Workbook, size: None, body },
        )
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.made.is_closed() {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "the client no longer reads the file"));
        }
        let written = (&*self.file).write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.made.send_modify(|made| made.bytes = self.written);
        Ok(())
    }
}

impl FinishMarker {
    pub fn reached(self) {
        self.0.send_modify(|made| made.is_whole = true);
    }
}

fn as_it_grows(
    file: Arc<File>,
    made: watch::Receiver<WriteProgress>,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    futures::stream::try_unfold((file, made, 0), async |(file, mut made, at)| {
        let more = made.wait_for(|made| made.bytes > at || made.is_whole).await;
        let is_more = more.map_err(|_| io::Error::other("failed to make the file"))?.bytes > at;
        if !is_more {
            return Ok(None);
        }
        let (piece, file) = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; PIECE_BYTES];
            let read = file.read_at(&mut piece, at)?;
            piece.truncate(read);
            io::Result::Ok((Bytes::from(piece), file))
        })
        .await??;
        let next = at + piece.len() as u64;
        Ok(Some((piece, (file, made, next))))
    })
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    fn begun() -> (PartialFile, FinishMarker, Body) {
        let (growing, whole, answer) = PartialFile::begin(tempfile::tempfile().expect("a file"), "a.xlsx".to_owned());
        assert_eq!(answer.size, None);
        (growing, whole, answer.body)
    }

    #[tokio::test]
    async fn a_followed_file_arrives_whole() {
        let (mut growing, whole, body) = begun();
        let reading = tokio::spawn(to_bytes(body, usize::MAX));
        let written: Vec<u8> = (0..=255).cycle().take(3 * PIECE_BYTES + 7).collect();
        for part in written.chunks(10_000) {
            growing.write_all(part).unwrap();
            growing.flush().unwrap();
            tokio::task::yield_now().await;
        }
        assert!(!reading.is_finished(), "it ended early");
        whole.reached();
        assert_eq!(reading.await.unwrap().unwrap(), written);
    }

    #[tokio::test]
    async fn a_file_that_is_not_finished_breaks_the_response() {
        let (mut growing, whole, body) = begun();
        growing.write_all(b"the beginning").unwrap();
        growing.flush().unwrap();
        drop((growing, whole));
        assert!(to_bytes(body, usize::MAX).await.is_err(), "it looks whole");
    }

    #[tokio::test]
    async fn writing_stops_when_the_reader_is_gone() {
        let (mut growing, _whole, body) = begun();
        drop(body);
        assert_eq!(growing.write(b"more").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
