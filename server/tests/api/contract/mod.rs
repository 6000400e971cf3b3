//! The HTTP contract (docs/http.md#existing-clients): every call of the contract is served exactly so, and nothing
//! else is.

mod documents;
mod envelope;
mod existing_clients;
pub mod roles;
mod tenants;
