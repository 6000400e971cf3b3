//! The HTTP contract (specification, section 7; api): every call that the documents write is served exactly so, and
//! nothing else is.

mod documents;
mod envelope;
mod existing_clients;
pub mod roles;
mod tenants;
