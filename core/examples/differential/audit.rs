//! Random bills for the audit: months near every threshold.

use gridbill_core::audit::AuditRule;
use gridbill_core::{Day, Language};
use serde_json::{Value, json};

use crate::random::Random;

/// A bill of an account with up to 14 bills, and the rule that is compared.
pub fn audited_bill(c: &mut Random) -> Value {
    let months = c.below(14) + 1;
    let mut first = Day::parse("2025-05-17").unwrap_or_else(|_| unreachable!("a constant day"));
    let mut bills: Vec<Value> = Vec::new();
    for number in 0..months {
        let last = first.plus_days(*c.of(&[23, 24, 28, 29, 29, 30, 35, 36]));
        bills.push(bill(c, number, first, last));
        first = last.plus_days(*c.of(&[-1, 0, 1, 1, 1, 1, 1, 2, 3]));
    }
    let bill = bills.remove(c.below(bills.len()));
    let muted = if c.once_in(6) { json!([{ "rule": rule(c), "until": "2026-11-10" }]) } else { json!([]) };
    json!({
        "only": rule(c), "bill": bill, "history": bills,
        "account": { "tariff": tariff(c), "isActive": !c.once_in(4), "muted": muted },
        "prices": [
            price("Low Voltage General", "energy", "2025-07-01", None, "27.03", "kwh"),
            price("Low Voltage Commercial", "energy", "2024-01-01", Some("2025-06-30"), "50.90", "kwh"),
            price("Low Voltage General", "capacity", "2025-07-01", None, "8.83", "kwh"),
            price("", "tax", "2024-01-01", None, if c.once_in(2) { "0.00" } else { "8.00" }, "percent"),
        ],
        "companyChange": if c.once_in(3) { json!(c.within(-90, 90)) } else { Value::Null },
        "settings": if c.once_in(3) { json!({ "useChange": 20, "off": [] }) } else { json!({}) },
        "today": *c.of(&["2026-11-09", "2026-11-10", "2026-11-11", "2025-08-01"]),
        "language": *c.of(&[Language::En, Language::Ms]),
    })
}

fn rule(c: &mut Random) -> AuditRule {
    *c.of(AuditRule::ALL)
}

fn tariff(c: &mut Random) -> &'static str {
    match c.below(4) {
        0 => "",
        1 => "Low Voltage Commercial",
        _ => "Low Voltage General",
    }
}

fn price(tariff: &str, kind: &str, from: &str, to: Option<&str>, rate: &str, unit: &str) -> Value {
    json!({ "tariff": tariff, "kind": kind, "block": null, "from": from, "to": to, "rate": rate, "unit": unit })
}

fn bill(c: &mut Random, number: usize, first: Day, last: Day) -> Value {
    let kwh = *c.of(&["0.00", "1400.00", "1500.00", "2999.99", "3000.00", "3000.00", "3003.00", "4500.01", "6000.00"]);
    let charge = *c.of(&["1200.00", "1500.00", "1500.00", "1800.01", "2250.01"]);
    let rate = *c.of(&["27.03", "27.03", "27.04", "50.90"]);
    let energy = format!("{}.{:02}", c.within(0, 2_000), c.within(0, 100));
    let invoice = last.plus_days(*c.of(&[-1, 0, 1, 1, 1, 500]));
    let read = c.within(0, 2) * 10;
    json!({
        "invoiceNo": format!("51{number:010}"),
        "kind": c.of(&["ordinary", "ordinary", "ordinary", "ordinary", "final", "late"]),
        "isEstimated": c.once_in(3),
        "period": if c.once_in(20) { Value::Null } else { json!({ "first": first, "last": last }) },
        "invoiceDate": invoice, "dueDate": invoice.plus_days(*c.of(&[-1, 0, 30, 35, 36])), "tariff": tariff(c),
        "kwh": kwh, "demandKw": if c.once_in(2) { json!(c.of(&["100.00", "120.00", "120.01"])) } else { Value::Null },
        "currentCharge": charge, "outstandingAmount": c.of(&["0.00", "0.00", "1500.00", "-20.00"]),
        "taxAmount": c.of(&["0.00", "0.00", "0.01"]), "total": c.of(&["1500.00", "1500.04", "1500.05"]),
        "paidOn": if c.once_in(2) { json!("2026-01-01") } else { Value::Null },
        "lines": [{
            "kind": c.of(&["energy", "energy", "lateCharge", "tax"]), "block": null, "tariff": tariff(c), "from": first, "to": last,
            "priced": { "quantity": kwh, "unit": c.of(&["kwh", "kwh", "kw"]), "rate": rate }, "amount": energy,
        }],
        "readings": [{
            "block": null, "previous": format!("{}.00", 1_000 + read), "current": format!("{}.00", 1_010 + read),
            "used": "10.00", "unit": "kwh",
        }],
        "wasReplaced": c.once_in(10),
    })
}
