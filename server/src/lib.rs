//! The portal's server. `command.rs` has the commands; each domain is a folder with its handlers and its queries.
// A library only so that `tests/` can run the portal in process; no other program links it.
#![expect(missing_docs, reason = "the program's own modules; what other programs link is documented in gridbill-core")]

mod accounting;
mod accounts;
mod activity;
mod announcements;
pub mod app;
pub mod approvals;
pub mod auth;
pub mod bank_statements;
pub mod base;
pub mod bills;
mod carbon;
pub mod check;
mod colleagues;
pub mod command;
pub mod config;
pub mod connections;
mod costs;
pub mod database;
pub mod demo;
mod documents;
mod downloads;
pub mod endpoint;
pub mod error;
pub mod facts;
pub mod feed;
pub mod files;
pub mod findings;
pub mod fpx;
mod home;
pub mod http;
pub mod identity;
pub mod jobs;
mod list;
pub mod live;
pub mod mail;
pub mod mailboxes;
mod notifications;
mod operations;
pub mod outbound;
pub mod payments;
pub mod personal_data;
mod queries;
mod registration;
mod remittance;
pub mod serve;
pub mod sheet;
pub mod staff;
mod statements;
pub mod team;
mod tokens;
mod viewing;
mod views;
pub mod webhooks;

#[cfg(fuzzing)]
pub use list::cursor;
