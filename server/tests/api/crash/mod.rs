//! The real program is killed in the middle of its work: acknowledged changes exist exactly once, and every invariant
//! holds.

mod descriptors;
mod downloads;
mod durability;
mod files;
mod full_disk;
mod killed;
pub mod process;
mod role;
mod settling;
mod stopped;
mod storm;
mod tagging;
