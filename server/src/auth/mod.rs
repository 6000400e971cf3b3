//! Sessions, passwords, and the guard that stands before every handler.

pub mod address;
pub mod again;
pub mod cookie;
pub mod device;
pub mod guard;
pub mod password;
pub mod rate;
pub mod reads;
pub mod security;
pub mod session;
mod sql;
pub mod token;
