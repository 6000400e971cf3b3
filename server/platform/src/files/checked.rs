//! Checks uploaded files before they are stored.

use bytes::Bytes;
use gridbill_core::registration::declaration::{CheckedFile, check};

use crate::computing;
use crate::error::Answer;

/// Checks the type and the content of an uploaded file. Fails with Core's refusal of the file.
pub async fn checked(bytes: Bytes) -> Answer<CheckedFile> {
    Ok(computing::for_call(move || check(&bytes)).await??)
}
