//! An input for each rule of a bill's lines: lines that add up, often with an amount of a bill or of a line changed.

use gridbill_core::Money;
use serde_json::{Value, json};

use crate::inputs::{Make, day};
use crate::random::Random;

pub const RULES: &[(&str, Make)] = &[
    ("charges.refusal", |c| {
        let lines: Vec<Value> = (0..c.below(6)).map(|_| line(c)).collect();
        let sum = |kind: Option<&str>| {
            let wanted = lines.iter().filter(|line| kind.is_none_or(|kind| line["kind"] == kind));
            let amounts = wanted.filter_map(|line| Money::parse(line["amount"].as_str()?).ok());
            Money::sum(amounts).unwrap_or_default()
        };
        let current = if c.once_in(4) { Money::from_sen(c.within(-500, 500)) } else { sum(None) };
        let total = current.plus(Money::from_sen(c.within(-1, 6))).unwrap_or_default();
        let tax = if c.once_in(8) { Money::ZERO } else { sum(Some("tax")) };
        let kwh = c.of(&[Value::Null, json!("10.00")]).clone();
        json!({
            "charges": { "lines": lines, "readings": [] },
            "bill": {
                "currentCharge": current, "outstandingAmount": "0.00", "taxAmount": tax, "totalAmountPayable": total,
                "consumptionKwh": kwh,
            },
        })
    }),
    ("charges.shown", |c| {
        let lines: Vec<Value> = (0..c.below(6)).map(|_| line(c)).collect();
        let readings: Vec<Value> = (0..c.below(3)).map(|_| reading(c)).collect();
        json!({ "charges": { "lines": lines, "readings": readings }, "language": c.of(&["en", "ms"]) })
    }),
];

const UNITS: &[&str] = &["kwh", "kw", "month", "percent"];

fn number(c: &mut Random, least: i64) -> String {
    Money::from_sen(c.within(least, 3_000_000)).to_string()
}

fn block(c: &mut Random) -> Value {
    c.of(&[Value::Null, json!("peak"), json!("offPeak"), json!("first"), json!("second"), json!("demand")]).clone()
}

fn line(c: &mut Random) -> Value {
    let priced = if c.once_in(2) {
        Value::Null
    } else {
        json!({ "quantity": number(c, 0), "unit": c.of(UNITS), "rate": number(c, -3_000) })
    };
    let days = if c.once_in(2) { [Value::Null, Value::Null] } else { [json!(day(c)), json!(day(c))] };
    json!({
        "kind": c.of(&["energy", "capacity", "network", "retail", "afa", "kwtbb", "tax", "rounding"]), "block": block(c),
        "tariff": c.of(&[Value::Null, json!("Low Voltage General"), json!("Élan & Søn")]),
        "from": days[0], "to": days[1], "priced": priced, "amount": number(c, -500),
    })
}

fn reading(c: &mut Random) -> Value {
    let [previous, current, used] = [(); 3].map(|()| number(c, 0));
    json!({ "block": block(c), "previous": previous, "current": current, "used": used, "unit": c.of(UNITS) })
}
