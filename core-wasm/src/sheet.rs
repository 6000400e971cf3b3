//! Rules for lists of accounts in workbooks, and for the rows of workbooks of codings.

use gridbill_core::accounts::{HiddenRows, NewAccount, TypedAccount, UploadedAccounts, refusals};
use gridbill_core::costs::CodingRow;
use gridbill_core::sheet::{LIMITS, accounts, coding_cells, corrected};
use gridbill_core::{Code, Language};
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

use crate::rule::{Checked, List, checked};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "type ByteBuf = Uint8Array<ArrayBuffer>;\ntype CodingRow = [number, string[]];";

rules! {
    /// Returns the maximum size of a workbook in bytes.
    maxBytes() -> usize = LIMITS.bytes;
    /// Reads the accounts in a workbook. `hidden` says what is done with hidden rows; without it they are a refusal.
    readWorkbook(file: ByteBuf, hidden: Option<HiddenRows>, language: Language) -> Checked<UploadedAccounts> =
        checked(accounts(&file, hidden), language);
    /// Returns why each of these accounts, with its reference ID, cannot be added.
    checkRows(rows: List<NewAccount>) -> Vec<Option<Code>> = refusals(rows.iter().map(typed));
    /// Writes these accounts as a workbook, with the remaining errors in a column next to them.
    writeWorkbook(rows: List<NewAccount>, language: Language) -> ByteBuf =
        ByteBuf::from(corrected(&rows.iter().map(typed).collect::<Vec<_>>(), language));
    /// Reads the rows of a workbook of codings, with the same `hidden`, for `readCodings` of the package `accounting`.
    readCodingCells(file: ByteBuf, hidden: Option<HiddenRows>, language: Language) -> Checked<Vec<CodingRow>> =
        checked(coding_cells(&file, hidden), language);
}

fn typed(row: &NewAccount) -> TypedAccount<'_> {
    TypedAccount { account_no: &row.account_no, reference_id: row.reference_id.as_deref().unwrap_or_default() }
}
