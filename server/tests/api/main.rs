//! Tests of the portal over HTTP with the real router, a real database and the real bank sandbox.
// Helpers may panic as tests do. Clippy exempts only the `#[test]` functions themselves.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]
#![expect(clippy::pedantic, reason = "tests favour plain code over pedantic lints")]

mod accounting;
mod accounts;
mod activity;
mod announcements;
mod approvals;
mod bank_statements;
mod bills;
mod check;
mod colleagues;
mod connections;
mod contract;
mod costs;
mod crash;
mod declarations;
mod demo;
mod distribution;
mod downloads;
mod e_invoices;
mod factors;
mod facts;
mod faults;
mod feed;
mod feed_charges;
mod findings;
mod fpx;
mod headers;
mod home;
mod lists;
mod mail;
mod months;
mod notices;
mod notifications;
mod operations;
mod payments;
mod printed;
mod profile;
mod queries;
mod registering;
mod registration;
mod remittance;
mod sessions;
mod sheets;
mod sso;
mod staff;
mod statements;
mod statuses;
mod storms;
mod support;
mod team;
mod tokens;
mod topics;
mod views;
mod webhooks;
