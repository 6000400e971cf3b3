//! Reads the body of a request.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use bytes::BytesMut;
use futures::StreamExt as _;
use gridbill_core::{Code, Problem};

/// Maximum bytes of a request body. An application with the maximum number of accounts, each with a reference ID of 16
/// characters, is not much smaller.
pub const MAX_BYTES: usize = 2 << 20;
/// Bytes of a larger body that are still read and discarded. A browser that is cut off while it sends shows a
/// broken connection instead of the refusal.
const MAX_DISCARDED: usize = 32 << 20;

/// The body, with at most `MAX` bytes, or the reason why it cannot be read.
pub struct Body<const MAX: usize = MAX_BYTES>(pub Result<Bytes, Problem>);

impl<S: Sync, const MAX: usize> FromRequest<S> for Body<MAX> {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Self::read(request).await))
    }
}

impl<const MAX: usize> Body<MAX> {
    /// Reads the body of a request.
    pub async fn read(request: Request) -> Result<Bytes, Problem> {
        let mut chunks = request.into_body().into_data_stream();
        let (mut body, mut arrived) = (BytesMut::new(), 0);
        while let Some(chunk) = chunks.next().await {
            let Ok(chunk) = chunk else {
                return Err(Problem::new(Code::Unreadable).with("reason", "the body did not arrive whole"));
            };
            arrived += chunk.len();
            if arrived > MAX_DISCARDED {
                break;
            }
            if arrived > MAX {
                body.clear();
            } else {
                body.extend_from_slice(&chunk);
            }
        }
        if arrived > MAX {
            let limit = format!("{} MB", MAX >> 20);
            return Err(Problem::new(Code::TooLarge).with("limit", limit));
        }
        Ok(body.freeze())
    }
}

/// The first `MAX` bytes of a body. The rest is not read, because the sender is not authenticated yet.
pub struct Beginning<const MAX: usize> {
    pub body: Bytes,
    pub is_whole: bool,
}

impl<S: Sync, const MAX: usize> FromRequest<S> for Beginning<MAX> {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Self, Infallible> {
        let mut chunks = request.into_body().into_data_stream();
        let (mut body, mut is_whole) = (BytesMut::new(), true);
        while let Some(chunk) = chunks.next().await {
            let Ok(chunk) = chunk else {
                is_whole = false;
                break;
            };
            let room = MAX - body.len();
            body.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
            if chunk.len() > room {
                is_whole = false;
                break;
            }
        }
        Ok(Self { body: body.freeze(), is_whole })
    }
}

#[cfg(test)]
mod tests {
    use gridbill_core::registration::{AccountSource, ApplicationAccount, MAX_LISTED_ACCOUNTS};

    use super::MAX_BYTES;

    #[test]
    fn an_application_fits_with_all_the_accounts_that_it_may_list() {
        const FORM_BYTES: usize = 64 << 10;
        let account = ApplicationAccount {
            account_no: "2".repeat(12),
            reference_id: Some("x".repeat(16)),
            is_select: false,
            source: AccountSource::Upload,
        };
        let listed: Vec<_> = std::iter::repeat_n(account, MAX_LISTED_ACCOUNTS).collect();
        let bytes = serde_json::to_vec(&listed).expect("JSON").len();
        assert!(bytes + FORM_BYTES <= MAX_BYTES, "{bytes}");
    }
}
