//! FPX, the banks' gateway: the merchant's side of its protocol, and a sandbox that plays the other.
//!
//! Nothing here knows the database; the payments domain calls it so:
//!
//! ```text
//! let gateway = Gateway::new(GatewayConfig { .. })?;
//!
//! // MakePayment: keep `start.order` (JSON) with the payment, answer `start.redirect` for the browser to post.
//! let start = gateway.authorization_request(&NewPayment { .. })?;
//!
//! // A callback, direct or indirect: keep `body` as it came with `received.key_id()` if it has one, then
//! let received = gateway.read(&body)?;               // Err: not an FPX message
//! let confirmation = received.confirmation()?;       // Err: bad signature, a field without its form, or no confirmation
//! let order: Order = /* stored, by confirmation.exchange_order_no() */;
//! confirmation.matches(&order)?;                     // Err: another amount, currency or seller
//! /* state machine by confirmation.verdict(), idempotent by (exchange_order_no, debit_code, fpx_txn_id) */
//!
//! // The requery job (core's `requery_due` says when): keep `exchanged.sent` and `exchanged.received` as they are.
//! let exchanged = gateway.enquire(&order).await?;
//! match exchanged.answer { Enquiry::Answer(received) => /* as above */, Enquiry::Error(text) => /* ask again */ }
//!
//! // The banks to choose from, asked for again when older than the age given.
//! let banks = gateway.banks(Duration::from_secs(180)).await?;
//! ```
//!
//! The sandbox is [`sandbox::serve`] with a [`sandbox::SandboxConfig`]; [`ensure_keys`] gives both sides their keys:
//! the portal takes `exchange_key` and `fpx_certificate`.
//!
//! Two traps for the caller. A confirmation that says *duplicate* (XN, XO, 45) is about the second request, not about
//! the payment that is alive under the same number: enquire before ending it. And the signature proves who speaks, never
//! that an old message is not played again: order and finality are the state machine's.

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
