//! What the domains stand on: configuration, database, files, documents, FPX, jobs, sessions, facts and endpoints. It knows no domain.
// A library of the program only; no other program links it.
#![expect(missing_docs, reason = "the program's own modules; what other programs link is documented in gridbill-core")]

pub mod app;
pub mod auth;
pub mod base;
pub mod computing;
pub mod config;
pub mod connections;
pub mod database;
pub mod documents;
pub mod endpoint;
pub mod error;
pub mod facts;
pub mod files;
pub mod fpx;
pub mod jobs;
pub mod live;
pub mod mail;
pub mod outbound;
pub mod viewing;
