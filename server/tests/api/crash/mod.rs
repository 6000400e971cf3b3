//! The real program, killed in the middle of its work: what it acknowledged is there once, and every invariant holds.

mod durability;
mod killed;
pub mod process;
mod tagging;
