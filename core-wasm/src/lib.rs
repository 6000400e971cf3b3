//! The rules of `gridbill-core` for the browser. Each rule is one line that calls core; no decision is made here.
//!
//! Seven packages are built from this crate: `rules`, which every page needs, `forms`, which checks forms, `sheet`, which reads
//! and writes workbooks, `finance`, which audits bills, `accounting`, which divides them among cost centres, `exports`, which
//! writes them for accounting programs, and `packs`, which verifies audit packs.

mod decode;
#[macro_use]
#[cfg_attr(feature = "packs", allow(dead_code, reason = "this package decodes single values only"))]
mod rule;

#[cfg(any(feature = "rules", feature = "forms"))]
mod rights;
#[cfg(any(feature = "rules", feature = "forms"))]
mod sentences;

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

#[cfg(feature = "accounting")]
mod accounting;

#[cfg(feature = "exports")]
mod exports;

#[cfg(feature = "finance")]
mod finance;

#[cfg(feature = "forms")]
mod forms;

#[cfg(feature = "packs")]
mod packs;

#[cfg(feature = "sheet")]
mod sheet;
