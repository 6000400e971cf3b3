//! Random cost centres and codings: shares near the whole, few codes and few days, so that some repeat and overlap.

use serde_json::{Value, json};

use crate::random::Random;

pub type Make = fn(&mut Random) -> Value;

pub const RULES: &[(&str, Make)] = &[
    ("cost.centre", |c| json!({ "code": code(c), "name": c.text("aé \n", 3) })),
    ("cost.coding", |c| {
        let periods: Vec<Value> = (0..c.below(4)).map(|_| period(c)).collect();
        json!({ "periods": periods, "known": ["A", "B", "C1"] })
    }),
    ("cost.parts", |c| json!({ "parts": parts(c), "known": ["A", "B", "C1"] })),
    ("cost.split", split),
    ("cost.share", |c| {
        let text = c.text("0159.", 4);
        json!({ "text": if c.once_in(3) { c.spoilt(&text) } else { text } })
    }),
];

fn code(c: &mut Random) -> String {
    let length = if c.once_in(6) { 19 + c.below(4) } else { c.below(4) };
    let code = c.text("aB1-./_", length);
    if c.once_in(5) { c.spoilt(&code) } else { code }
}

fn period(c: &mut Random) -> Value {
    let day = |c: &mut Random| format!("2026-0{}-0{}", c.within(1, 4), c.within(1, 4));
    json!({ "from": day(c), "until": if c.once_in(2) { Value::Null } else { json!(day(c)) }, "parts": parts(c) })
}

fn parts(c: &mut Random) -> Vec<Value> {
    let count = if c.once_in(9) { 18 + c.below(5) } else { c.below(4) };
    let share = *c.of(&[10_000, 5_000, 3_333, 1, 0, 9_999]);
    (0..count)
        .map(|_| {
            let share = if c.once_in(2) { share } else { *c.of(&[5_000, 6_667, 9_999, 10_001, -1]) };
            json!({ "code": c.of(&["A", "b", "C1", "D", " a "]), "share": share, "ledgerAccount": c.of(&["6100", "6100-01", "", "a b"]) })
        })
        .collect()
}

/// Shares that add up to the whole, and many totals: this and the 1,500 inputs of a run are more than 100,000 divisions.
fn split(c: &mut Random) -> Value {
    let count = 1 + c.below(20);
    let mut left = 10_000_i64;
    let mut parts = Vec::new();
    for place in 0..count {
        let others = i64::try_from(count - place).unwrap_or(1) - 1;
        let share = if others == 0 { left } else { c.within(1, left - others + 1) };
        left -= share;
        parts.push(json!({ "code": format!("{}{place}", c.text("AB", 1)), "share": share, "ledgerAccount": "6100" }));
    }
    let amount = |c: &mut Random| {
        let sen = match c.below(4) {
            0 => c.within(-20, 20),
            1 => c.within(-9_999_999_999_999_999, 10_000_000_000_000_000),
            _ => c.within(0, 10_000_000),
        };
        let size = sen.unsigned_abs();
        format!("{}{}.{:02}", if sen < 0 { "-" } else { "" }, size / 100, size % 100)
    };
    let amounts: Vec<String> = (0..70).map(|_| amount(c)).collect();
    json!({ "parts": parts, "amounts": amounts })
}
