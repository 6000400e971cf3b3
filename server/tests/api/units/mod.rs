//! Functions of the domains that a request reaches only in part. They are tested here, so that the crate of the domains is built
//! once and not again for its tests.

mod account_search;
mod cursor;
mod job_errors;
mod ledger;
mod limits;
mod pattern;
mod proposed;
mod provider;
mod retry_after;
mod signatures;
mod tagged;
