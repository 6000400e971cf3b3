//! Amounts, and the numbers by which things are known.

use gridbill_core::number::{
    AccountNo, BankId, BatchId, BulkId, ChequeNumber, EftNumber, Email, InvoiceNo, MobileNo, ReferenceId, TransactionNo,
};
use gridbill_core::{Code, Day, Instant, Money, amount, search};
use wasm_bindgen::prelude::*;

use crate::answer::{answer, given, language};

type Check = fn(&str) -> Result<String, Code>;

/// Each check by the name of what it checks. It answers the text as it will be stored and sent.
macro_rules! checks {
    ($($name:literal $type:ident;)*) => {
        const CHECKS: &[(&str, Check)] =
            &[$(($name, |typed| $type::parse(typed).map(|value| value.to_string()))),*];
    };
}

checks! {
    "amount" Money;
    "day" Day;
    "instant" Instant;
    "accountNo" AccountNo;
    "batchId" BatchId;
    "invoiceNo" InvoiceNo;
    "bulkId" BulkId;
    "transactionNo" TransactionNo;
    "referenceId" ReferenceId;
    "eftNumber" EftNumber;
    "chequeNumber" ChequeNumber;
    "bankId" BankId;
    "mobileNo" MobileNo;
    "email" Email;
}

#[wasm_bindgen]
pub fn check(what: &str, typed: &str, malay: bool) -> String {
    let (_, check) = given(CHECKS.iter().find(|(name, _)| *name == what).ok_or(()));
    answer(check(typed), language(malay))
}

#[wasm_bindgen]
pub fn amount_shown(amount: &str) -> String {
    given(Money::parse(amount)).shown()
}

#[wasm_bindgen]
pub fn compare_amounts(one: &str, other: &str) -> i32 {
    given(Money::parse(one)).cmp(&given(Money::parse(other))) as i32
}

/// The amounts on lines of their own.
#[wasm_bindgen]
pub fn sum_amounts(lines: &str, malay: bool) -> String {
    let amounts = given(lines.lines().map(Money::parse).collect::<Result<Vec<_>, _>>());
    answer(Money::sum(amounts), language(malay))
}

#[wasm_bindgen]
pub fn count_shown(count: u32) -> String {
    amount::count_shown(count.into())
}

#[wasm_bindgen]
pub fn recognise(typed: &str, malay: bool) -> String {
    answer(search::recognise(typed), language(malay))
}
