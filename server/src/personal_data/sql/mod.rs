//! Queries for own data, requests about personal data and breaches. All belong to persons, not to bulk accounts.

pub mod breaches;
pub mod own_data;
pub mod requests;
