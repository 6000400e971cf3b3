//! Sends one event to a receiver, by Standard Webhooks 1.0.

use std::time::Instant as Stopwatch;

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::webhooks::{AttemptResult, MAX_ANSWER_BYTES, WebhookData, WebhookFailure, WebhookPayload};
use uuid::Uuid;

use super::sign::{Keys, signatures};
use crate::app::App;
use crate::outbound::{OutboundError, Post};

/// The keys of a webhook as they are stored.
pub struct SealedKeys<'a> {
    pub keys: &'a [u8],
    /// The keys before, the newest first, each with its end.
    pub earlier: Vec<(&'a [u8], Instant)>,
}

/// Returns the earlier keys of a webhook, the newest first: those before the present ones, and the older ones.
pub fn earlier_keys<'a>(
    earlier: (Option<&'a Vec<u8>>, Option<Instant>),
    older: (&'a [Vec<u8>], &'a [Instant]),
) -> Vec<(&'a [u8], Instant)> {
    let newest = earlier.0.map(Vec::as_slice).zip(earlier.1);
    let older = older.0.iter().map(Vec::as_slice).zip(older.1.iter().copied());
    newest.into_iter().chain(older).collect()
}

/// The event to send.
pub struct Message<'a> {
    pub bulk_id: &'a BulkId,
    pub webhook_id: Uuid,
    pub event_id: Uuid,
    pub event_type: &'a str,
    pub sequence: i64,
    pub data: WebhookData,
    pub happened_at: Instant,
}

/// The result of an attempt, with what the log shows.
pub struct Sent {
    pub result: AttemptResult,
    pub answer: Option<String>,
    pub milliseconds: i32,
}

impl Sent {
    #[must_use]
    pub const fn status(&self) -> Option<i32> {
        match self.result {
            AttemptResult::Answered { status, .. } => Some(status as i32),
            AttemptResult::Failed(_) => None,
        }
    }

    #[must_use]
    pub const fn failure(&self) -> Option<WebhookFailure> {
        match self.result {
            AttemptResult::Answered { .. } => None,
            AttemptResult::Failed(failure) => Some(failure),
        }
    }
}

/// Returns the id of an event as receivers and users see it.
fn shown_id(event_id: Uuid) -> String {
    format!("evt_{}", event_id.simple())
}

/// Signs an event, and sends it. The address is checked again when the connection is opened.
/// Fails if the event cannot be signed.
pub async fn send(app: &App, address: &str, sealed: &SealedKeys<'_>, message: Message<'_>) -> anyhow::Result<Sent> {
    let now = app.now();
    let (id, timestamp) = (shown_id(message.event_id), now.utc().timestamp());
    let earlier = sealed.earlier.iter().filter(|(_, until)| *until > now).map(|(keys, _)| *keys);
    let keys: anyhow::Result<Vec<Keys>> = std::iter::once(sealed.keys)
        .chain(earlier)
        .map(|sealed| Keys::open(&app.auth, message.webhook_id, sealed))
        .collect();
    let payload = WebhookPayload {
        id: id.clone(),
        event_type: message.event_type.to_owned(),
        timestamp: message.happened_at,
        bulk_id: message.bulk_id.as_str().to_owned(),
        sequence: message.sequence,
        data: message.data,
    };
    let body = serde_json::to_string(&payload)?;
    let signature = signatures(&keys?, &id, timestamp, &body)?;
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("user-agent", concat!("Gridbill/", env!("CARGO_PKG_VERSION")).to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", timestamp.to_string()),
        ("webhook-signature", signature),
    ];
    let began = Stopwatch::now();
    let answered = app.outbound.post(Post { address, headers: &headers, body, max_answer: MAX_ANSWER_BYTES }).await;
    let milliseconds = i32::try_from(began.elapsed().as_millis()).unwrap_or(i32::MAX);
    Ok(match answered {
        Ok(answer) => {
            let retry_after = answer.retry_after.and_then(|text| retry_after(&text, now));
            let text = String::from_utf8_lossy(&answer.body).replace('\0', "");
            Sent {
                result: AttemptResult::Answered { status: answer.status, retry_after },
                answer: (!text.is_empty()).then_some(text),
                milliseconds,
            }
        }
        Err(error) => Sent { result: AttemptResult::Failed(failure(&error)), answer: None, milliseconds },
    })
}

fn failure(error: &OutboundError) -> WebhookFailure {
    match error {
        OutboundError::Refused => WebhookFailure::AddressRefused,
        OutboundError::Unavailable(cause) if cause.downcast_ref().is_some_and(reqwest::Error::is_timeout) => {
            WebhookFailure::TimedOut
        }
        OutboundError::Unavailable(_) | OutboundError::Status(..) | OutboundError::Invalid => {
            WebhookFailure::Unreachable
        }
    }
}

/// Reads the header `Retry-After`: seconds, or a date (RFC 9110, 10.2.3).
#[must_use]
pub fn retry_after(text: &str, now: Instant) -> Option<i64> {
    let text = text.trim();
    text.parse().ok().or_else(|| {
        let at = chrono::DateTime::parse_from_rfc2822(text).ok()?;
        Some(Instant::from(at.to_utc()).seconds_since(now))
    })
}
