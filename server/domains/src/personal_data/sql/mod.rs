//! Queries for own data, requests about personal data, breaches and erasure. All belong to persons, not to bulk accounts.

pub mod breaches;
pub mod erase;
pub mod own_data;
pub mod requests;
