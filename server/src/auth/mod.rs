//! Sessions, passwords, and the guard that stands before every handler.

pub mod cookie;
pub mod guard;
pub mod password;
pub mod session;
mod sql;
pub mod token;
