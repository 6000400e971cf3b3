//! Sessions, passwords, and the guard that stands before every handler.

pub mod address;
pub mod again;
pub mod cookie;
pub mod guard;
pub mod password;
pub mod rate;
pub mod session;
mod sql;
pub mod token;
