//! Lists of accounts as workbooks.

use gridbill_core::accounts::{TypedAccount, refusals};
use gridbill_core::sheet::{LIMITS, accounts, corrected};
use wasm_bindgen::prelude::*;

use crate::answer::{answer, language, pairs};
use crate::json::json;

/// What is in a workbook.
#[wasm_bindgen]
pub fn read_workbook(file: &[u8], malay: bool) -> String {
    answer(accounts(file), language(malay))
}

/// Why each of these accounts, with its reference ID, cannot be taken.
#[wasm_bindgen]
pub fn check_rows(lines: &str) -> String {
    json(&refusals(typed(lines)))
}

/// These accounts as a workbook, with what is still wrong beside them.
#[wasm_bindgen]
pub fn write_workbook(lines: &str, malay: bool) -> Vec<u8> {
    corrected(&typed(lines).collect::<Vec<_>>(), language(malay))
}

fn typed(lines: &str) -> impl Iterator<Item = TypedAccount<'_>> {
    pairs(lines).map(|(account_no, reference_id)| TypedAccount { account_no, reference_id })
}

/// The most bytes of a workbook.
#[wasm_bindgen]
pub fn most_bytes() -> usize {
    LIMITS.bytes
}
