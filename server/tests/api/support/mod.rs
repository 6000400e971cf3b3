//! What every test stands on.

use printpdf::{PdfDocument, PdfParseOptions};

pub mod actor;
pub mod clock;
pub mod cluster;
pub mod database;
pub mod given;
pub mod mailbox;
pub mod plans;
pub mod portal;
pub mod proxy;
pub mod raw;
pub mod sandbox;
pub mod state;

pub use actor::{Actor, Refused};
pub use portal::Portal;

/// An amount, as a test writes it.
pub fn money(text: &str) -> gridbill_core::Money {
    gridbill_core::Money::parse(text).expect("an amount")
}

/// What a PDF says, without its spaces.
pub fn pdf_text(bytes: &[u8]) -> String {
    let read = PdfDocument::parse(bytes, &PdfParseOptions::default(), &mut Vec::new()).expect("a PDF");
    read.extract_text().concat().concat().split_whitespace().collect()
}

/// Storms in the long form of `make stress`.
pub fn is_long() -> bool {
    std::env::var("GRIDBILL_STRESS").is_ok_and(|form| form == "long")
}

/// A storm's figure: that of the short form, or of the long one.
pub fn either<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}
