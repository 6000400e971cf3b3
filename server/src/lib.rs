//! The portal's server: what uses all domains, and the commands (`command.rs`).
// A library only so that `tests/` can run the portal in process; no other program links it.
#![expect(missing_docs, reason = "the program's own modules; what other programs link is documented in gridbill-core")]

pub mod check;
pub mod command;
pub mod demo;
mod downloads;
pub mod feed;
pub mod file_move;
pub mod http;
pub mod serve;
pub mod takeover;

// `crate::facts` is the same module in every crate of the server.
pub use gridbill_domains::*;
pub use gridbill_platform::*;
