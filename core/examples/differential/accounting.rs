//! Random profiles and bills of exports to accounting.

use serde_json::{Value, json};

use crate::random::Random;

pub type Make = fn(&mut Random) -> Value;

pub const RULES: &[(&str, Make)] = &[
    ("accounting.check", |c| {
        let mut profile = profile(c);
        profile["known"] = json!(["HQ"]);
        profile
    }),
    ("accounting.preview", |c| {
        let mut input = profile(c);
        let stream = if c.once_in(4) { "payments" } else { "bills" };
        input["stream"] = json!(stream);
        let count = c.below(4);
        let sources: Vec<Value> = (0..count).map(|place| source(c, stream, place)).collect();
        input["sources"] = json!(sources);
        input
    }),
];

fn profile(c: &mut Random) -> Value {
    let preset = *c.of(&["xeroBills", "sqlAccount", "autoCount", "oracleFbdi", "journal", "own"]);
    let mut set = json!({
        "name": c.of(&["Books", "", " B "]), "supplier": c.of(&["400-T001", "=1", ""]),
        "payableAccount": c.of(&["400", "a b", "400-0000"]), "bankAccount": c.of(&["310", ""]),
        "numberFormat": c.of(&["point", "groupedPoint", "comma"]),
        "dateFormat": c.of(&["yearMonthDay", "dayMonthYear", "monthDayYear", "compact", "yearSlashMonthSlashDay"]),
        "hasCreditNotes": c.once_in(2), "documentsPerFile": if c.once_in(2) { Value::Null } else { json!(c.below(3)) },
    });
    if c.once_in(2) {
        set["separator"] = json!(c.of(&["comma", "semicolon", "tab", "pipe"]));
    }
    if c.once_in(2) {
        set["suspense"] = json!({ "ledgerAccount": c.of(&["9999", ""]), "costCentre": c.of(&["HQ", "x", ""]) });
    }
    if c.once_in(2) {
        let account = |c: &mut Random| json!({ "kind": c.of(&["energy", "tax", "rounding"]), "ledgerAccount": c.of(&["1800", "", "=1", "6500"]) });
        set["chargeAccounts"] = (0..c.below(3)).map(|_| account(c)).collect();
    }
    json!({ "preset": preset, "stream": c.of(&["bills", "payments"]), "set": set })
}

fn amount(c: &mut Random) -> String {
    let sen = c.within(-100_000, 10_000_000);
    let size = sen.unsigned_abs();
    format!("{}{}.{:02}", if sen < 0 { "-" } else { "" }, size / 100, size % 100)
}

fn source(c: &mut Random, stream: &str, place: usize) -> Value {
    if stream == "payments" {
        let bill = |c: &mut Random, place: usize| json!({ "invoiceNo": format!("51000000000{place}"), "accountNo": "210000000001", "amount": amount(c) });
        let bills: Vec<Value> = (0..c.below(3)).map(|place| bill(c, place)).collect();
        return json!({
            "stream": stream, "transactionNo": format!("P261120000000{place}"), "paidOn": "2026-11-20",
            "method": c.of(&["FPX", "EFT_GIRO", "CHEQUE"]), "reference": c.text("a;=,\"", 3), "amount": amount(c),
            "bills": bills,
        });
    }
    let parts = match c.below(3) {
        0 => json!([]),
        1 => json!([{ "code": "A", "share": 10_000, "ledgerAccount": "6100" }]),
        _ => json!([
            { "code": "A", "share": 3_333, "ledgerAccount": "6100" },
            { "code": "B", "share": 6_667, "ledgerAccount": "6200" },
        ]),
    };
    let kinds = &["energy", "tax", "rounding"][..c.below(4)];
    let charges: Vec<Value> = kinds.iter().map(|kind| json!({ "kind": kind, "amount": amount(c) })).collect();
    json!({
        "stream": stream, "invoiceNo": format!("51000000000{place}"), "accountNo": "210000000001",
        "referenceId": c.text("a;=,\"@-", 3), "batchId": "2800000001", "collectiveInvoiceNo": "520000000001",
        "invoiceDate": format!("2026-11-0{}", c.within(1, 9)), "dueDate": if c.once_in(2) { Value::Null } else { json!("2026-12-01") },
        "periodFrom": "2026-10-01", "periodTo": "2026-10-31", "amount": amount(c), "parts": parts,
        "charges": charges,
    })
}
