//! Checks uploaded files before they are stored.

use bytes::Bytes;
use gridbill_core::registration::declaration::{CheckedFile, check};
use tokio::sync::Semaphore;

use crate::error::Answer;

/// Files checked at the same time: each may use one core for a moment.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// Checks the type and the content of an uploaded file. Fails with Core's refusal of the file.
pub async fn checked(bytes: Bytes) -> Answer<CheckedFile> {
    let _permit = PERMITS.acquire().await.map_err(anyhow::Error::from)?;
    Ok(tokio::task::spawn_blocking(move || check(&bytes)).await.map_err(anyhow::Error::from)??)
}
