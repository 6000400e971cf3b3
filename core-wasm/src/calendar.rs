//! Days and instants.

use gridbill_core::{Day, Instant};
use wasm_bindgen::prelude::*;

use crate::answer::{given, language};

#[wasm_bindgen]
pub fn day_shown(day: &str, malay: bool) -> String {
    given(Day::parse(day)).shown(language(malay))
}

#[wasm_bindgen]
pub fn instant_shown(instant: &str, malay: bool) -> String {
    given(Instant::parse(instant)).shown(language(malay))
}

#[wasm_bindgen]
pub fn day_at(instant: &str) -> String {
    Day::at(given(Instant::parse(instant))).to_string()
}

#[wasm_bindgen]
pub fn days_between(earlier: &str, later: &str) -> i32 {
    given(i32::try_from(given(Day::parse(later)).days_since(given(Day::parse(earlier)))))
}

#[wasm_bindgen]
pub fn day_plus_days(day: &str, days: i32) -> String {
    given(Day::parse(day)).plus_days(days.into()).to_string()
}

#[wasm_bindgen]
pub fn day_minus_months(day: &str, months: u32) -> String {
    given(Day::parse(day)).minus_months(months).to_string()
}
