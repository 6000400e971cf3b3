//! The real program, killed in the middle of its work: what it acknowledged is there once, and every invariant holds.

mod descriptors;
mod downloads;
mod durability;
mod full_disk;
mod killed;
pub mod process;
mod role;
mod stopped;
mod storm;
mod tagging;
