//! Rules for lists of accounts, and for codings of accounts, in workbooks.

use gridbill_core::accounts::{NewAccount, TypedAccount, UploadedAccounts, refusals};
use gridbill_core::costs::UploadedCodings;
use gridbill_core::sheet::{LIMITS, accounts, codings, corrected};
use gridbill_core::{Code, Language};
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

use crate::rule::{Checked, List, checked};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "type ByteBuf = Uint8Array<ArrayBuffer>;";

rules! {
    /// Returns the maximum size of a workbook in bytes.
    maxBytes() -> usize = LIMITS.bytes;
    /// Reads the accounts in a workbook.
    readWorkbook(file: ByteBuf, language: Language) -> Checked<UploadedAccounts> = checked(accounts(&file), language);
    /// Returns why each of these accounts, with its reference ID, cannot be added.
    checkRows(rows: List<NewAccount>) -> Vec<Option<Code>> = refusals(rows.iter().map(typed));
    /// Writes these accounts as a workbook, with the remaining errors in a column next to them.
    writeWorkbook(rows: List<NewAccount>, language: Language) -> ByteBuf =
        ByteBuf::from(corrected(&rows.iter().map(typed).collect::<Vec<_>>(), language));
    /// Reads the codings in a workbook. `known` has the codes of the cost centres that may be used.
    readCodings(file: ByteBuf, known: List<String>, language: Language) -> Checked<UploadedCodings> =
        checked(codings(&file, &known.into_iter().collect(), language), language);
}

fn typed(row: &NewAccount) -> TypedAccount<'_> {
    TypedAccount { account_no: &row.account_no, reference_id: row.reference_id.as_deref().unwrap_or_default() }
}
