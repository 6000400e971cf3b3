//! Bills: how they stand, whether they can be selected, and what a selection comes to.

use gridbill_core::bills::{self, BatchColour, BillState};
use gridbill_core::number::AccountNo;
use gridbill_core::payments::Status;
use gridbill_core::{Code, Day, Money, Problem, Tone};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, given, language, perhaps};
use crate::json::json;

/// A bill's state as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct BillStateShown {
    state: BillState,
    word: &'static str,
    tone: Tone,
}

/// A batch's colour as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct BatchColourShown {
    colour: BatchColour,
    tone: Tone,
    /// Days since its extraction.
    days: i64,
}

pub fn status(code: u8) -> Status {
    given(Status::try_from(code))
}

#[wasm_bindgen]
pub fn bill_state(amount: &str, code: u8, due: &str, today: &str, malay: bool) -> String {
    let due = given(perhaps(due).map(Day::parse).transpose());
    let state = bills::bill_state(given(Money::parse(amount)), status(code), due, given(Day::parse(today)));
    json(&BillStateShown { state, word: state.word(language(malay)), tone: state.tone() })
}

#[wasm_bindgen]
pub fn batch_colour(extracted: &str, today: &str) -> String {
    let (extracted, today) = (given(Day::parse(extracted)), given(Day::parse(today)));
    let colour = bills::batch_colour(extracted, today);
    json(&BatchColourShown { colour, tone: colour.tone(), days: today.days_since(extracted) })
}

#[wasm_bindgen]
pub fn bill_refusal(code: u8, amount: &str, current_charge: &str, disable_payment: bool, malay: bool) -> String {
    let (amount, charge) = (given(Money::parse(amount)), given(Money::parse(current_charge)));
    let refused = bills::refusal(status(code), amount, charge, disable_payment);
    json(&refused.map(|code| Problem::from(code).body(language(malay))))
}

/// A bill on each line, its account and its amount parted by a space: ten thousand cross over as one text.
#[wasm_bindgen]
pub fn select(lines: &str, malay: bool) -> String {
    let bill = |line: &str| {
        let (account, amount) = line.split_once(' ').unwrap_or((line, ""));
        Ok::<_, Code>((AccountNo::parse(account)?, Money::parse(amount)?))
    };
    let selected = given(lines.lines().map(bill).collect::<Result<Vec<_>, _>>());
    answer(bills::select(selected.iter().map(|(account, amount)| (account, *amount))), language(malay))
}
