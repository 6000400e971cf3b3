//! A parsed message from FPX, its channel and its outcome.

use gridbill_core::payments::fpx::is_order_number;

use super::sql::NewMessage;
use crate::fpx::{Confirmation, Gateway, NotConfirmed, Received};

/// Maximum bytes of a message that is accepted or stored. A genuine message is under 2 KB; a longer message is
/// truncated.
pub const MAX_BYTES: usize = 16 * 1024;

/// The channel through which a message came.
#[derive(Debug, Clone, Copy)]
pub enum FpxChannel<'a> {
    Direct,
    Indirect,
    /// The answer to the portal's enquiry about this order.
    Enquiry(&'a str),
}

impl FpxChannel<'_> {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Indirect => "indirect",
            Self::Enquiry(_) => "enquiry",
        }
    }
}

/// The outcome of a message, stored with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FpxOutcome {
    /// The payment changed.
    Applied,
    /// The message repeats a known state.
    Repeated,
    /// Genuine, but changes nothing: the state has moved on, or nothing has happened yet.
    Ignored,
    /// Ambiguous: may concern another request under the same number. FPX is asked before the payment ends.
    Doubtful,
    /// Approved after the portal gave up: staff must act.
    Late,
    /// Not signed by FPX.
    BadSignature,
    /// Signed, but differs from the stored request.
    Mismatch,
    /// Names an order that does not exist.
    Unknown,
    /// Not an FPX message.
    Unreadable,
}

impl FpxOutcome {
    /// Whether FPX signed the message and it matches the request.
    pub const fn is_verified(self) -> bool {
        matches!(self, Self::Applied | Self::Repeated | Self::Ignored | Self::Late)
    }

    pub const fn code(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Repeated => "repeated",
            Self::Ignored => "ignored",
            Self::Doubtful => "doubtful",
            Self::Late => "late",
            Self::BadSignature => "badSignature",
            Self::Mismatch => "mismatch",
            Self::Unknown => "unknown",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A parsed message. Parsing needs no database, so it happens before the transaction begins.
#[derive(Debug, Clone)]
pub struct Message {
    /// The start of the message, with characters that the database cannot store replaced.
    pub raw: String,
    /// The FPX key that signed it; `None` when FPX did not sign it.
    key_id: Option<String>,
    pub read: Result<Confirmation, InvalidMessage>,
}

/// Why a message is not a valid confirmation.
#[derive(Debug, Clone)]
pub struct InvalidMessage {
    pub outcome: FpxOutcome,
    /// The order number that it names, if well formed.
    pub order_no: Option<String>,
    /// The field of a signed message that is malformed.
    pub malformed: Option<&'static str>,
}

impl Message {
    /// Parses a request body. A truncated body is unreadable.
    pub fn read(gateway: &Gateway, body: &[u8], is_whole: bool) -> Self {
        let is_readable = is_whole && body.len() <= MAX_BYTES && std::str::from_utf8(body).is_ok();
        let received = is_readable.then(|| gateway.read(body).ok()).flatten();
        let raw = raw(body);
        match received {
            Some(received) => Self::of(&received, raw),
            None => Self { raw, key_id: None, read: Err(InvalidMessage::new(FpxOutcome::Unreadable, None)) },
        }
    }

    /// Wraps an answer that the gateway client has already parsed.
    pub fn answered(received: &Received, raw: &str) -> Self {
        let start = self::raw(raw.as_bytes());
        if raw.len() > MAX_BYTES {
            return Self { raw: start, key_id: None, read: Err(InvalidMessage::new(FpxOutcome::Unreadable, None)) };
        }
        Self::of(received, start)
    }

    fn of(received: &Received, raw: String) -> Self {
        let order_no =
            || Some(received.unverified().get("sellerExOrderNo").to_owned()).filter(|number| is_order_number(number));
        let read = received.confirmation().map_err(|why| match why {
            NotConfirmed::BadSignature => InvalidMessage::new(FpxOutcome::BadSignature, order_no()),
            NotConfirmed::Malformed(field) => {
                InvalidMessage { malformed: Some(field), ..InvalidMessage::new(FpxOutcome::Unreadable, order_no()) }
            }
            NotConfirmed::NotAConfirmation => InvalidMessage::new(FpxOutcome::Unreadable, order_no()),
        });
        Self { raw, key_id: received.key_id().map(str::to_owned), read }
    }

    /// Whether FPX signed it, regardless of its content.
    pub const fn is_signed(&self) -> bool {
        self.key_id.is_some()
    }

    /// The outcome of a message that is not processed further.
    pub fn unsigned(&self) -> FpxOutcome {
        self.read.as_ref().map_or_else(|invalid| invalid.outcome, |_| FpxOutcome::BadSignature)
    }

    fn order_no(&self) -> Option<&str> {
        match &self.read {
            Ok(confirmation) => Some(confirmation.exchange_order_no()),
            Err(invalid) => invalid.order_no.as_deref(),
        }
    }

    pub fn to_new_message<'a>(
        &'a self,
        channel: FpxChannel<'_>,
        verdict: &'static str,
        confirmed: Option<gridbill_core::Money>,
    ) -> NewMessage<'a> {
        let key_id = self.key_id.as_deref();
        NewMessage { channel: channel.code(), order_no: self.order_no(), raw: &self.raw, verdict, confirmed, key_id }
    }
}

impl InvalidMessage {
    const fn new(outcome: FpxOutcome, order_no: Option<String>) -> Self {
        Self { outcome, order_no, malformed: None }
    }
}

/// The start of a body, with characters that the database cannot store replaced.
pub fn raw(body: &[u8]) -> String {
    let start = body.get(..MAX_BYTES).unwrap_or(body);
    String::from_utf8_lossy(start).replace('\0', "\u{fffd}")
}
