//! FPX, the banks' gateway: the merchant's side of its protocol, and a sandbox that plays FPX's side.
//!
//! Nothing here uses the database. The payments domain calls it like this:
//!
//! ```text
//! let gateway = Gateway::new(GatewayConfig { .. })?;
//!
//! // MakePayment: store `start.order` (JSON) with the payment, return `start.redirect` for the browser to post.
//! let start = gateway.authorization_request(&NewPayment { .. })?;
//!
//! // A callback, direct or indirect: store the raw `body` and, if present, `received.key_id()`, then
//! let received = gateway.read(&body)?;               // Err: not an FPX message
//! let confirmation = received.confirmation()?;       // Err: bad signature, malformed field, or not a confirmation
//! let order: Order = /* stored, by confirmation.exchange_order_no() */;
//! confirmation.matches(&order)?;                     // Err: another amount, currency or seller
//! /* state machine by confirmation.verdict(), idempotent by (exchange_order_no, debit_code, fpx_txn_id) */
//!
//! // The requery job (core's `requery_due` schedules it): store `exchanged.sent` and `exchanged.received` unchanged.
//! let exchanged = gateway.enquire(&order).await?;
//! match exchanged.answer { Enquiry::Answer(received) => /* as above */, Enquiry::Error(text) => /* ask again */ }
//!
//! // The bank list, requested again when older than the given age.
//! let banks = gateway.banks(Duration::from_secs(180)).await?;
//! ```
//!
//! The sandbox is [`sandbox::serve`] with a [`sandbox::SandboxConfig`]. [`ensure_keys`] creates the keys of both sides:
//! the portal takes `exchange_key` and `fpx_certificate`.
//!
//! Two traps for the caller:
//!
//! - A confirmation that says *duplicate* (XN, XO, 45) concerns the second request, not the payment that is alive under
//!   the same number. Send an enquiry before ending that payment.
//! - The signature proves the sender, but does not prevent replay of an old message. The state machine must handle
//!   order and finality.

mod error;
mod gateway;
mod keys;
mod message;
mod order;
mod receive;
pub mod sandbox;
pub mod settings;
mod sign;
#[cfg(test)]
mod testing;

pub use error::GatewayError;
pub use gateway::{Enquiry, Exchanged, Gateway, GatewayConfig, NewPayment, Start};
pub use keys::{KeyFiles, ensure_keys};
pub use message::{Kind, Message, Signed, Unreadable};
pub use order::{Confirmation, Mismatch, Order};
pub use receive::{NotConfirmed, Received};
pub use sign::{SigningKey, VerifyingKey, VerifyingKeys};
