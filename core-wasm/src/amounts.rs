//! Rules for amounts, numbers and the sentences of refusals.

use std::collections::BTreeMap;

use gridbill_core::number::{
    AccountNo, BankId, BatchId, BulkId, ChequeNumber, EftNumber, Email, InvoiceNo, MobileNo, ReferenceId, TransactionNo,
};
use gridbill_core::search::Search;
use gridbill_core::{Code, Day, Instant, Language, Money, Problem, amount, search};
use serde::Deserialize;
use serde_json::Value;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::rule::{Checked, List, Maybe, checked};

/// Declares the types that can be checked. The check returns the text in the form in which it is stored and sent.
macro_rules! checks {
    ($($name:ident = $type:ident,)*) => {
        /// A type of value that can be checked as the user types.
        #[derive(Deserialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        pub enum Checkable { $($name,)* }

        fn check_typed(what: &Checkable, typed: &str) -> Result<String, Code> {
            match what { $(Checkable::$name => $type::parse(typed).map(|value| value.to_string()),)* }
        }
    };
}

checks! {
    Amount = Money,
    Day = Day,
    Instant = Instant,
    AccountNo = AccountNo,
    BatchId = BatchId,
    InvoiceNo = InvoiceNo,
    BulkId = BulkId,
    TransactionNo = TransactionNo,
    ReferenceId = ReferenceId,
    EftNumber = EftNumber,
    ChequeNumber = ChequeNumber,
    BankId = BankId,
    MobileNo = MobileNo,
    Email = Email,
}

type Figures = BTreeMap<String, Value>;
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "type Figures = Record<string, unknown>;";

rules! {
    /// Checks typed text. The value is the form in which it is stored and sent.
    check(what: Checkable, typed: String, language: Language) -> Checked<String> = checked(check_typed(&what, &typed), language);
    /// `RM 1,234.50`; a dash for no amount.
    amountShown(amount: Maybe<Money>) -> String = amount.map_or_else(missing, Money::shown);
    /// Compares for sorting: negative if the first is less, 0 if both are equal.
    compareAmounts(one: Money, other: Money) -> i32 = one.cmp(&other) as i32;
    /// The sum of many amounts.
    sumAmounts(amounts: List<Money>, language: Language) -> Checked<Money> = checked(Money::sum(amounts), language);
    /// Formats a count on a card of the specification: at least two digits unless it is 0, thousands grouped; a dash for no count.
    countShown(count: Maybe<u64>) -> String = count.map_or_else(missing, amount::count_shown);
    /// Formats a count anywhere else: thousands grouped; a dash for no count.
    numberShown(count: Maybe<u64>) -> String = count.map_or_else(missing, amount::number_shown);
    /// Recognises a search text: numbers of some kind, or plain text.
    recognise(typed: String, language: Language) -> Checked<Search> = checked(search::recognise(&typed), language);
    /// Returns a code's sentence with its values filled in, to show a refusal again after the language changed.
    sentenceWith(code: Code, figures: Figures, language: Language) -> String =
        Problem { params: figures, ..Problem::new(code) }.sentence(language);
}

fn missing() -> String {
    amount::MISSING.to_owned()
}
