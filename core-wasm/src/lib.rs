//! The rules of `gridbill-core` for the browser: a line or three for each, and no decision of its own.
//!
//! Texts go in and texts or JSON come out, which keeps the download small; `app/src/core.ts` is the only caller
//! and gives each its TypeScript type. Values of closed sets (a role, a status) throw when they are none.
//!
//! Three packages are built of it: a small one (`first`) for the public pages, the whole (`portal`) for the others, and
//! what reads workbooks (`sheet`), which is loaded in a worker when somebody has one.
// The others leave some of the common pieces unused.
#![cfg_attr(not(all(feature = "first", feature = "portal")), allow(dead_code))]

mod answer;
mod json;

#[cfg(feature = "portal")]
mod amounts;
#[cfg(feature = "portal")]
mod bills;
#[cfg(feature = "portal")]
mod calendar;
#[cfg(feature = "portal")]
mod companies;
#[cfg(feature = "portal")]
mod figures;
#[cfg(feature = "portal")]
mod lists;
#[cfg(feature = "portal")]
mod payments;
#[cfg(feature = "portal")]
mod roles;
#[cfg(feature = "portal")]
mod staff;

#[cfg(feature = "first")]
mod people;
#[cfg(feature = "first")]
mod table;

#[cfg(feature = "sheet")]
mod sheet;
