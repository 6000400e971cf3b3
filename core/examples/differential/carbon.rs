//! Random bills and factors: few accounts, grids and days, so that some periods repeat and some factors begin within a period.

use serde_json::{Value, json};

use crate::random::Random;

pub type Make = fn(&mut Random) -> Value;

pub const RULES: &[(&str, Make)] = &[
    ("carbon.report", report),
    ("carbon.region", |c| json!({ "state": c.of(&["Sabah", "Labuan", "Sarawak", "Johor", ""]) })),
];

fn day(c: &mut Random) -> String {
    format!("2026-{:02}-{:02}", c.within(1, 5), c.within(1, 29))
}

fn factor(c: &mut Random) -> Value {
    let factor = format!("{}.{:06}", c.within(0, 2), c.within(1, 1_000_000));
    json!({
        "region": c.of(&["peninsular", "sabah", "sarawak"]), "from": day(c), "published": day(c), "factor": factor,
        "source": "A source", "isProvisional": c.once_in(2),
    })
}

fn bill(c: &mut Random) -> Value {
    let has_period = !c.once_in(6);
    let kwh = format!("{}.{:02}", c.within(0, 100_000), c.within(0, 100));
    json!({
        "accountNo": account(c), "invoiceNo": format!("5100000000{:02}", c.within(0, 100)), "invoiceDate": day(c),
        "firstDay": has_period.then(|| day(c)), "lastDay": has_period.then(|| day(c)),
        "kwh": if c.once_in(8) { Value::Null } else { json!(kwh) }, "isCancelled": c.once_in(4),
    })
}

/// Each period ends after it begins, as the feed requires.
fn certificate(c: &mut Random, place: usize) -> Value {
    let (one, other) = (day(c), day(c));
    json!({
        "certificateNo": format!("MYREC-{place}"), "accountNo": account(c), "from": (&one).min(&other),
        "to": (&one).max(&other), "kwh": format!("{}.{:02}", c.within(0, 100_000), c.within(0, 100)),
        "source": "A register",
    })
}

fn account(c: &mut Random) -> String {
    format!("21000000000{}", c.within(0, 4))
}

fn report(c: &mut Random) -> Value {
    let factors: Vec<Value> = (0..c.below(6)).map(|_| factor(c)).collect();
    let certificates: Vec<Value> = (0..c.below(4)).map(|place| certificate(c, place)).collect();
    let bills: Vec<Value> = (0..c.below(9)).map(|_| bill(c)).collect();
    let accounts: Vec<Value> = (0..3)
        .map(|place| {
            json!({
                "accountNo": format!("21000000000{place}"), "region": c.of(&["peninsular", "sabah", "sarawak"]),
                "groupName": c.of(&[Some("North"), Some("South"), None]), "referenceId": Value::Null,
            })
        })
        .collect();
    json!({
        "bills": bills, "accounts": accounts, "factors": factors, "certificates": certificates, "by": c.of(&["month", "group", "account"]),
        "from": day(c), "to": day(c), "today": day(c),
    })
}
