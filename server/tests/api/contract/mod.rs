//! The HTTP contract (docs/http.md#existing-clients): every call of the contract is served exactly so, and nothing
//! else is.

mod calls;
mod client;
mod envelope;
mod existing_clients;
mod fields;
mod openapi;
pub mod requests;
mod roles;
mod tenants;
