//! A message from FPX as it was read, how it came, and what became of it.

use gridbill_core::payments::fpx::is_order_number;

use super::sql::Kept;
use crate::fpx::{Confirmation, Gateway, NotConfirmed, Received};

/// A genuine message has under 2 KB; of a longer one only the beginning is kept.
pub const MAX_BYTES: usize = 16 * 1024;

/// How a message came.
#[derive(Debug, Clone, Copy)]
pub enum Way<'a> {
    Direct,
    Indirect,
    /// As the answer to our question about this order.
    Enquiry(&'a str),
}

impl Way<'_> {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Indirect => "indirect",
            Self::Enquiry(_) => "enquiry",
        }
    }
}

/// What became of a message; stored with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Became {
    /// The payment changed.
    Applied,
    /// It said what was known.
    Repeated,
    /// Genuine, but it changes nothing: overtaken, or nothing has happened yet.
    Ignored,
    /// It may be about another request under the same number: FPX is asked before the payment ends.
    Doubtful,
    /// Approved after the portal gave up: somebody at the utility must act.
    Late,
    /// Not signed by FPX.
    BadSignature,
    /// Signed, but not about what was asked for.
    Mismatch,
    /// About no order of ours.
    Unknown,
    /// No FPX message.
    Unreadable,
}

impl Became {
    /// FPX signed it, and it is about what was asked for.
    pub const fn is_believed(self) -> bool {
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

/// A message as it was read, which needs no database: it is done before a transaction begins.
#[derive(Debug, Clone)]
pub struct Message {
    /// As much of it as is kept, as the database can hold it.
    pub raw: String,
    /// FPX's key that signed it; none when FPX did not.
    key_id: Option<String>,
    pub read: Result<Confirmation, NotBelieved>,
}

/// What a message is that is no confirmation.
#[derive(Debug, Clone)]
pub struct NotBelieved {
    pub became: Became,
    /// The order that it names, if it can be one.
    pub order_no: Option<String>,
    /// The field of a signed message that does not have its form.
    pub malformed: Option<&'static str>,
}

impl Message {
    /// Reads a body; one that did not arrive whole is no message.
    pub fn read(gateway: &Gateway, body: &[u8], is_whole: bool) -> Self {
        let is_readable = is_whole && body.len() <= MAX_BYTES && std::str::from_utf8(body).is_ok();
        let received = is_readable.then(|| gateway.read(body).ok()).flatten();
        let raw = raw(body);
        match received {
            Some(received) => Self::of(&received, raw),
            None => Self { raw, key_id: None, read: Err(NotBelieved::new(Became::Unreadable, None)) },
        }
    }

    /// The message in an answer that the gateway has read already.
    pub fn answered(received: &Received, raw: &str) -> Self {
        let kept = self::raw(raw.as_bytes());
        if raw.len() > MAX_BYTES {
            return Self { raw: kept, key_id: None, read: Err(NotBelieved::new(Became::Unreadable, None)) };
        }
        Self::of(received, kept)
    }

    fn of(received: &Received, raw: String) -> Self {
        let order_no =
            || Some(received.claimed().get("sellerExOrderNo").to_owned()).filter(|number| is_order_number(number));
        let read = received.confirmation().map_err(|why| match why {
            NotConfirmed::BadSignature => NotBelieved::new(Became::BadSignature, order_no()),
            NotConfirmed::Malformed(field) => {
                NotBelieved { malformed: Some(field), ..NotBelieved::new(Became::Unreadable, order_no()) }
            }
            NotConfirmed::NotAConfirmation => NotBelieved::new(Became::Unreadable, order_no()),
        });
        Self { raw, key_id: received.key_id().map(str::to_owned), read }
    }

    /// Whether FPX signed it, whatever it says.
    pub const fn is_signed(&self) -> bool {
        self.key_id.is_some()
    }

    /// What it is when it is not taken any further.
    pub fn unsigned(&self) -> Became {
        self.read.as_ref().map_or_else(|not| not.became, |_| Became::BadSignature)
    }

    fn order_no(&self) -> Option<&str> {
        match &self.read {
            Ok(confirmation) => Some(confirmation.exchange_order_no()),
            Err(not) => not.order_no.as_deref(),
        }
    }

    pub fn kept<'a>(
        &'a self,
        way: Way<'_>,
        verdict: &'static str,
        confirmed: Option<gridbill_core::Money>,
    ) -> Kept<'a> {
        let key_id = self.key_id.as_deref();
        Kept { way: way.code(), order_no: self.order_no(), raw: &self.raw, verdict, confirmed, key_id }
    }
}

impl NotBelieved {
    const fn new(became: Became, order_no: Option<String>) -> Self {
        Self { became, order_no, malformed: None }
    }
}

/// The beginning of a body, as the database can hold it.
pub fn raw(body: &[u8]) -> String {
    let start = body.get(..MAX_BYTES).unwrap_or(body);
    String::from_utf8_lossy(start).replace('\0', "\u{fffd}")
}
