//! The rules of `gridbill-core` for the browser: a line or three for each, and no decision of its own.
//!
//! Texts go in and texts or JSON come out, which keeps the download small; `app/src/core.ts` is the only caller
//! and gives each its TypeScript type. Values of closed sets (a role, a status) throw when they are none.

mod amounts;
mod answer;
mod bills;
mod calendar;
mod json;
mod payments;
mod people;
mod table;
