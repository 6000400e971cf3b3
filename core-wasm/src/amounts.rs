//! Amounts, and the numbers by which things are known.

use gridbill_core::number::{
    AccountNo, BankId, BatchId, BulkId, ChequeNumber, EftNumber, Email, InvoiceNo, ReferenceId, TransactionNo,
};
use gridbill_core::{Day, Instant, Money, amount, search};
use wasm_bindgen::prelude::*;

use crate::answer::{answer, given, named};

/// Each check takes what was typed, and answers it as it will be stored and sent.
macro_rules! checks {
    ($($name:ident $type:ident;)*) => {$(
        #[wasm_bindgen]
        pub fn $name(typed: &str, language: &str) -> Result<String, JsError> {
            Ok(answer($type::parse(typed), named(language)?))
        }
    )*};
}

checks! {
    check_amount Money;
    check_day Day;
    check_instant Instant;
    check_account_no AccountNo;
    check_batch_id BatchId;
    check_invoice_no InvoiceNo;
    check_bulk_id BulkId;
    check_transaction_no TransactionNo;
    check_reference_id ReferenceId;
    check_eft_number EftNumber;
    check_cheque_number ChequeNumber;
    check_bank_id BankId;
    check_email Email;
}

#[wasm_bindgen]
pub fn amount_shown(amount: &str) -> Result<String, JsError> {
    Ok(given(Money::parse(amount))?.shown())
}

#[wasm_bindgen]
pub fn compare_amounts(one: &str, other: &str) -> Result<i32, JsError> {
    Ok(given(Money::parse(one))?.cmp(&given(Money::parse(other))?) as i32)
}

/// The amounts on lines of their own.
#[wasm_bindgen]
pub fn sum_amounts(lines: &str, language: &str) -> Result<String, JsError> {
    let amounts = given(lines.lines().map(Money::parse).collect::<Result<Vec<_>, _>>())?;
    Ok(answer(Money::sum(amounts), named(language)?))
}

#[wasm_bindgen]
pub fn count_shown(count: u32) -> String {
    amount::count_shown(count.into())
}

#[wasm_bindgen]
pub fn recognise(typed: &str, language: &str) -> Result<String, JsError> {
    Ok(answer(search::recognise(typed), named(language)?))
}
