//! Queries for personal data.

pub mod erase;
