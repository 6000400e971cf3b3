//! The domains of the portal. Each is a folder with its handlers and its queries.
// A library of the program only; no other program links it.
#![expect(missing_docs, reason = "the program's own modules; what other programs link is documented in gridbill-core")]

pub mod accounting;
pub mod accounts;
pub mod activity;
pub mod announcements;
pub mod approvals;
pub mod bank_statements;
pub mod bills;
pub mod carbon;
pub mod colleagues;
pub mod costs;
pub mod findings;
pub mod home;
pub mod identity;
pub mod list;
pub mod mailboxes;
pub mod notifications;
pub mod operations;
pub mod payments;
pub mod personal_data;
pub mod queries;
pub mod registration;
pub mod remittance;
pub mod settlements;
pub mod sheet;
pub mod staff;
pub mod statements;
pub mod status;
pub mod team;
pub mod tokens;
pub mod views;
pub mod webhooks;

// `crate::facts` is the same module in every crate of the server.
use gridbill_platform::{
    app, auth, base, computing, config, database, documents, endpoint, error, facts, files, fpx, jobs, live, mail,
    outbound, viewing,
};
