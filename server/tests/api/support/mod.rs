//! Helpers that the tests share.

use printpdf::{PdfDocument, PdfParseOptions};

pub mod actor;
pub mod clock;
pub mod cluster;
pub mod database;
pub mod given;
pub mod limits;
pub mod log;
pub mod mailbox;
pub mod memory;
pub mod plans;
pub mod portal;
pub mod proxy;
pub mod raw;
pub mod sandbox;
pub mod sources;
pub mod sql;
pub mod state;

pub use actor::{Actor, RefusedCall};
pub use portal::Portal;

/// Returns a client that follows no redirect. It knows no certificate authorities, because an unoptimised build needs long
/// to read those of the machine, and all servers of the tests speak plain HTTP or have certificates of their own.
pub fn client() -> reqwest::Client {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).tls_certs_only([]);
    client.build().expect("a client")
}

/// Parses an amount.
pub fn money(text: &str) -> gridbill_core::Money {
    gridbill_core::Money::parse(text).expect("an amount")
}

/// Returns the text of a PDF without white space.
pub fn pdf_text(bytes: &[u8]) -> String {
    let read = PdfDocument::parse(bytes, &PdfParseOptions::default(), &mut Vec::new()).expect("a PDF");
    read.extract_text().concat().concat().split_whitespace().collect()
}

/// Whether the storms run in the long form of `make stress`.
pub fn is_long() -> bool {
    std::env::var("GRIDBILL_STRESS").is_ok_and(|form| form == "long")
}

/// Returns the figure for the short or the long form of a storm.
pub fn either<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}
