//! All business rules of Gridbill.
//!
//! The crate is pure: no I/O, no clock, no randomness, no async. The server links it and the app runs it as
//! WebAssembly. A form therefore refuses in the browser exactly what the server refuses, with the same code and
//! sentence, and the total on the screen is the total that is charged.

// The code of the derive macro names both crates.
#[cfg(feature = "ts")]
extern crate tsify as wasm_bindgen;

#[macro_use]
mod wire;

#[macro_use]
pub mod audience;
#[macro_use]
pub mod endpoint;
#[macro_use]
pub mod list;

pub mod accounting;
pub mod accounts;
pub mod activity;
pub mod amount;
pub mod announcements;
pub mod approvals;
pub mod audit;
pub mod bank_statements;
pub mod bills;
pub mod calendar;
pub mod carbon;
#[cfg(feature = "packs")]
pub mod chain;
pub mod colleagues;
pub mod company;
pub mod costs;
pub mod csv;
pub mod declared;
pub mod downloads;
pub mod fact;
pub mod findings;
pub mod home;
pub mod identity;
pub mod language;
pub mod mailboxes;
pub mod notifications;
pub mod number;
pub mod number_list;
pub mod operations;
pub mod packs;
pub mod page;
pub mod payments;
pub mod permission;
pub mod personal_data;
pub mod problem;
pub mod queries;
pub mod recorded_name;
pub mod registration;
pub mod registry;
pub mod remittance;
pub mod screen;
pub mod search;
pub mod settlements;
#[cfg(feature = "sheet")]
pub mod sheet;
pub mod staff;
pub mod statements;
pub mod status;
pub mod team;
pub mod tokens;
pub mod tone;
pub mod topic;
pub mod typed;
pub mod views;
pub mod webhooks;

pub use amount::Money;
pub use calendar::{Day, Instant};
pub use language::{Language, Words};
pub use page::Page;
pub use problem::{Code, Problem};
pub use tone::Tone;
pub use topic::Topic;
