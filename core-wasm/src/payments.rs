//! Payments: methods, references, states, reconciliation.

use gridbill_core::number::BankId;
use gridbill_core::payments::fpx::FpxStatus;
use gridbill_core::payments::{
    self, Document, PaymentMethod, ReconcileAsked, ReconcileKind, Status, StatusGroup, TypedReference, Window,
};
use gridbill_core::{Instant, Money, Tone};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, given, language, named, pairs, perhaps, refusal};
use crate::bills::status;
use crate::json::json;

/// A payment's status as a screen shows it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StatusShown {
    /// The word for customers.
    customer_word: &'static str,
    /// The word for staff.
    staff_word: &'static str,
    group: StatusGroup,
    tone: Tone,
    /// It holds its bills.
    is_live: bool,
    /// Nothing moves it any more.
    is_final: bool,
    /// What the page of such a payment is.
    document: Document,
    /// The document's title.
    document_title: &'static str,
}

/// Where a payment stands at the bank gateway, as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct FpxStatusShown {
    word: &'static str,
    tone: Tone,
}

/// A method as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct MethodShown {
    word: &'static str,
    least: Money,
    most: Option<Money>,
}

#[wasm_bindgen]
pub fn payment_status(code: u8, malay: bool) -> String {
    let (status, language) = (status(code), language(malay));
    json(&StatusShown {
        customer_word: status.word_for_customers(language),
        staff_word: status.word_for_staff(language),
        group: status.group(),
        tone: status.tone(),
        is_live: status.is_live(),
        is_final: status.is_final(),
        document: Document::of(status),
        document_title: Document::of(status).title(language),
    })
}

/// The statuses' codes by name.
#[wasm_bindgen]
pub fn payment_codes() -> String {
    Status::CODES.to_owned()
}

#[wasm_bindgen]
pub fn fpx_status(status: &str, malay: bool) -> String {
    let status: FpxStatus = named(status);
    json(&FpxStatusShown { word: status.word(language(malay)), tone: status.tone() })
}

#[wasm_bindgen]
pub fn payment_method(method: &str, malay: bool) -> String {
    let method: PaymentMethod = named(method);
    let (least, most) = method.limits();
    json(&MethodShown { word: method.word(language(malay)), least, most })
}

#[wasm_bindgen]
pub fn method_open(from: &str, to: &str, now: &str, malay: bool) -> String {
    let language = language(malay);
    let window = Window { from: given(Instant::parse(from)), to: given(Instant::parse(to)) };
    refusal(payments::open(Some(&window), given(Instant::parse(now)), language), language)
}

/// The bank, then the amount with the reference numbers as they are typed: see [`pairs`].
#[wasm_bindgen]
pub fn check_payment(method: &str, total: &str, bank: &str, references: &str, most: u32, malay: bool) -> String {
    let bank = given(perhaps(bank).map(BankId::parse).transpose());
    let references: Vec<TypedReference> = pairs(references).map(TypedReference::from).collect();
    let total = given(Money::parse(total));
    refusal(payments::check_form(named(method), bank.as_ref(), total, &references, most as usize), language(malay))
}

#[wasm_bindgen]
pub fn check_difference(method: &str, amount: &str, number: &str, malay: bool) -> String {
    let checked = payments::check_difference(named(method), given(Money::parse(amount)), number);
    refusal(checked, language(malay))
}

/// What staff ask for when they typed what was really paid.
#[wasm_bindgen]
pub fn reconcile(billed: &str, paid: &str, previous_type: i16, previous_amount: &str, malay: bool) -> String {
    let previous = previous(previous_type, previous_amount);
    let billed = given(Money::parse(billed));
    let asked = Money::parse(paid)
        .and_then(|paid| payments::difference(billed, paid, previous))
        .map(|(kind, reconcile_amount)| ReconcileAsked { reconcile_type: kind.reconcile_type(), reconcile_amount });
    answer(asked, language(malay))
}

/// Whether whoever asks for a difference is asked twice.
#[wasm_bindgen]
pub fn is_large_difference(billed: &str, difference: &str) -> bool {
    payments::is_large(given(Money::parse(billed)), given(Money::parse(difference)))
}

/// What was paid by such a reconciliation.
#[wasm_bindgen]
pub fn paid(billed: &str, reconcile_type: i16, reconcile_amount: &str, malay: bool) -> String {
    let (billed, amount) = (given(Money::parse(billed)), given(Money::parse(reconcile_amount)));
    let paid = ReconcileKind::from_type(reconcile_type).and_then(|kind| payments::paid(billed, kind, amount, None));
    answer(paid, language(malay))
}

/// What an event leads to.
#[wasm_bindgen]
pub fn next_status(from: u8, event: &str, malay: bool) -> String {
    answer(payments::next(status(from), named(event)), language(malay))
}

/// What an answer code of the bank gateway means.
#[wasm_bindgen]
pub fn fpx_verdict(code: &str) -> String {
    json(&payments::fpx::verdict(code))
}

fn previous(kind: i16, amount: &str) -> Option<(ReconcileKind, Money)> {
    perhaps(amount).map(|amount| (given(ReconcileKind::from_type(kind)), given(Money::parse(amount))))
}
