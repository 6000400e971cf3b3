//! The HTTP contract (docs/http.md#existing-clients): every call is served exactly as written, and no other.

pub mod calls;
mod client;
mod envelope;
mod existing_clients;
mod fields;
mod openapi;
pub mod requests;
mod roles;
mod tenants;
