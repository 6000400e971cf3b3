//! The rules of `gridbill-core` for the browser. Each rule is one line that calls core; no decision is made here.
//!
//! Three packages are built from this crate: `rules`, `sheet`, which reads and writes workbooks, and `finance`, which
//! audits bills.

#[macro_use]
mod rule;

#[cfg(feature = "rules")]
mod amounts;
#[cfg(feature = "rules")]
mod announcements;
#[cfg(feature = "rules")]
mod bills;
#[cfg(feature = "rules")]
mod calendar;
#[cfg(feature = "rules")]
mod companies;
#[cfg(feature = "rules")]
mod findings;
#[cfg(feature = "rules")]
mod payments;
#[cfg(feature = "rules")]
mod people;
#[cfg(feature = "rules")]
mod queries;
#[cfg(feature = "rules")]
mod screens;

#[cfg(feature = "finance")]
mod finance;

#[cfg(feature = "sheet")]
mod sheet;
