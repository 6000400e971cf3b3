//! The portal over HTTP, as people use it: the real router, the real database, the real sandbox.

mod bills;
mod contract;
mod crash;
mod demo;
mod feed;
mod fpx;
mod payments;
mod reconciliation;
mod sessions;
mod staff;
mod storms;
mod support;
