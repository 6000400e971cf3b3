//! Makes an input for each rule: mostly well-formed and near its limits, sometimes corrupted.

use gridbill_core::Code;
use gridbill_core::endpoint::Feature;
use gridbill_core::payments::{Event, PaymentMethod};
use gridbill_core::permission::Role;
use gridbill_core::screen::SCREENS;
use serde_json::{Value, json};

use crate::random::Random;
use crate::{accounting, audit, carbon, companies, costs};

pub type Make = fn(&mut Random) -> Value;

/// The rules, used in rotation so that each gets inputs.
const RULES: &[(&str, Make)] = &[
    ("check", check),
    ("check", check),
    ("check", check),
    ("amount.shown", |c| json!({ "amount": amount(c) })),
    ("amount.compare", |c| json!({ "one": amount(c), "other": amount(c) })),
    ("amount.sum", |c| json!({ "amounts": (0..c.below(8)).map(|_| amount(c)).collect::<Vec<_>>() })),
    ("count.shown", |c| json!({ "count": c.within(0, 4_294_967_296) >> c.within(0, 32) })),
    ("count.within", |c| json!({ "count": c.within(0, 4_294_967_296) >> c.within(0, 32) })),
    ("numbers.write", |c| json!({ "numbers": numbers(c) })),
    ("search.recognise", |c| json!({ "text": searched(c) })),
    ("day.shown", |c| json!({ "day": day(c) })),
    ("day.at", |c| json!({ "instant": instant(c) })),
    ("day.between", |c| json!({ "earlier": day(c), "later": day(c) })),
    ("day.waited", |c| json!({ "since": day(c), "today": day(c) })),
    ("day.plusDays", |c| json!({ "day": day(c), "days": c.within(-40_000, 40_000) })),
    ("day.minusMonths", |c| json!({ "day": day(c), "months": c.within(0, 400) })),
    ("day.release", |c| json!({ "chosen": day(c), "today": day(c) })),
    ("instant.shown", |c| json!({ "instant": instant(c) })),
    ("bill.state", |c| json!({ "amount": amount(c), "status": status(c), "due": perhaps(c, day), "today": day(c) })),
    ("bill.refusal", |c| {
        let (amount, charge) = (amount(c), amount(c));
        json!({ "amount": amount, "currentCharge": charge, "status": if c.once_in(2) { 1 } else { status(c) }, "closed": perhaps(c, |c| if c.once_in(2) { "disabled" } else { "paidElsewhere" }) })
    }),
    ("bill.select", |c| {
        let bill = |c: &mut Random| json!([format!("21{}", c.text("01", 10)), amount(c)]);
        json!({ "bills": (0..c.below(12)).map(|_| bill(c)).collect::<Vec<_>>() })
    }),
    (
        "bill.dueOn",
        |c| json!({ "due": (0..c.below(10)).map(|_| due_bills(c)).collect::<Vec<_>>(), "day": calendar_day(c) }),
    ),
    (
        "bill.yearBefore",
        |c| json!({ "until": calendar_day(c).replace("2026", "2027"), "ends": (0..c.below(14)).map(|_| calendar_day(c)).collect::<Vec<_>>() }),
    ),
    ("bill.changeADay", |c| {
        let kwh = |c: &mut Random| {
            let hundredths = c.within(-100_000, 10_000_000);
            let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
            format!("{sign}{}.{:02}", size / 100, size % 100)
        };
        json!({ "now": kwh(c), "nowDays": c.within(1, 70), "before": kwh(c), "beforeDays": c.within(1, 70) })
    }),
    ("eInvoice.left", |c| json!({ "endsAt": instant(c), "now": instant(c) })),
    ("batch.colour", |c| json!({ "extracted": day(c), "today": day(c) })),
    ("audit.bill", audit::audited_bill),
    ("bank.allot", bank_shares),
    ("payment.status", |c| json!({ "status": status(c) })),
    ("payment.codes", |_| json!({})),
    ("payment.next", |c| json!({ "from": status(c), "event": c.of(Event::ALL) })),
    ("payment.check", payment),
    ("payment.check", payment),
    ("payment.plan", |c| {
        // Numbers in a mixed order, and amounts around the limits; now and then a repeated amount.
        let bill = |c: &mut Random| {
            let amount = if c.once_in(3) { "500000.00".to_owned() } else { limit(c) };
            json!([format!("51{}", c.text("0123456789", 10)), amount])
        };
        let method = c.of(PaymentMethod::ALL);
        json!({ "bills": (0..c.below(12)).map(|_| bill(c)).collect::<Vec<_>>(), "method": method, "most": c.within(1, 12) })
    }),
    (
        "payment.checkDifference",
        |c| json!({ "method": c.of(PaymentMethod::ALL), "amount": limit(c), "number": reference(c) }),
    ),
    ("payment.reason", |c| {
        let length = if c.once_in(4) { 998 + c.below(5) } else { c.below(3) };
        json!({ "text": c.text("a é\n", length) })
    }),
    ("method.shown", |c| json!({ "method": c.of(PaymentMethod::ALL) })),
    ("method.open", |c| {
        let hour = |c: &mut Random| format!("2026-11-{:02}T{:02}:00:00Z", c.within(19, 22), c.within(0, 24));
        json!({ "from": hour(c), "to": hour(c), "now": if c.once_in(4) { instant(c) } else { hour(c) } })
    }),
    ("method.window", |c| {
        let day = |c: &mut Random| {
            if c.once_in(6) { typed_day(c) } else { format!("2026-1{}-2{}", c.within(1, 3), c.within(0, 9)) }
        };
        let time = |c: &mut Random| {
            if c.once_in(6) {
                c.text("0123456789: ", 5)
            } else {
                format!("{:02}:{:02}", c.within(0, 25), c.within(0, 61))
            }
        };
        let form = json!({ "fromDay": day(c), "fromTime": time(c), "toDay": day(c), "toTime": time(c) });
        json!({ "form": form, "now": "2026-11-20T02:05:00Z" })
    }),
    ("announcement.check", |c| json!({ "form": announcement(c), "now": "2026-11-20T02:05:00Z" })),
    ("announcement.preview", |c| json!({ "form": announcement(c) })),
    ("announcement.suggested", |c| json!({ "form": announcement(c) })),
    ("announcement.frozen", |c| {
        let hour = |c: &mut Random| format!("2026-11-20T{:02}:00:00Z", c.within(0, 24));
        let freezes: Vec<_> = (0..c.below(5))
            .map(|_| json!({ "from": hour(c), "to": hour(c), "features": [c.of(Feature::ALL), c.of(Feature::ALL)] }))
            .collect();
        json!({ "freezes": freezes, "features": [c.of(Feature::ALL)], "now": hour(c) })
    }),
    ("reconcile.difference", |c| {
        let earlier: Vec<_> =
            (0..c.below(4)).map(|_| json!({ "reconcileType": c.within(1, 3), "reconcileAmount": limit(c) })).collect();
        json!({
            "billed": limit(c), "paid": if c.once_in(6) { typed_amount(c) } else { limit(c) }, "earlier": earlier,
        })
    }),
    ("reconcile.paid", |c| json!({ "billed": limit(c), "type": c.within(0, 4), "amount": limit(c) })),
    ("fpx.verdict", |c| json!({ "code": c.text("0123456789ABCDEFGHIJKMNOWXx", 2) })),
    ("login.check", |c| json!({ "username": email(c), "password": c.text("aé ", 1) })),
    ("password.check", |c| {
        let password = password(c);
        let confirmation = if c.once_in(3) { c.spoilt(&password) } else { password.clone() };
        json!({ "password": password, "confirmation": confirmation })
    }),
    ("password.broken", |c| json!({ "password": password(c) })),
    ("email.check", |c| json!({ "email": email(c) })),
    ("registration.check", registration),
    ("registration.check", registration),
    ("profile.check", |c| json!({ "name": name(c), "mobileNo": mobile(c) })),
    ("dates.check", |c| json!({ "startDate": typed_day(c), "endDate": typed_day(c) })),
    ("member.check", |c| {
        let ticked = (0..c.below(4)).map(|_| *c.of(&["viewOnly", "makePayments", "manageAccounts"]));
        let ticked: Vec<_> = ticked.collect();
        json!({ "email": email(c), "nickname": name(c), "permissions": ticked })
    }),
    ("staffUser.check", |c| {
        json!({
            "email": perhaps(c, email), "username": name(c), "nickname": if c.once_in(2) { String::new() } else { name(c) },
            "mobileNo": mobile(c), "role": if c.once_in(6) { json!("") } else { json!(c.of(Role::ALL)) },
        })
    }),
    ("language.accepted", |c| json!({ "header": header(c) })),
    (
        "role.scopes",
        |c| json!({ "role": c.of(Role::ALL), "makePayments": c.once_in(2), "manageAccounts": c.once_in(2) }),
    ),
    (
        "role.description",
        |c| json!({ "role": c.of(Role::ALL), "makePayments": c.once_in(2), "manageAccounts": c.once_in(2) }),
    ),
    ("member.role", |c| json!({ "permissions": ticks(c) })),
    (
        "member.ticks",
        |c| json!({ "role": c.of(Role::ALL), "makePayments": c.once_in(2), "manageAccounts": c.once_in(2) }),
    ),
    ("activity.shown", |c| json!({ "activity": c.of(&[1, 2, 3]) })),
    ("screen.at", |c| json!({ "path": path(c) })),
    ("screen.opens", |c| {
        json!({
            "path": path(c), "role": perhaps(c, |c| *c.of(Role::ALL)),
            "makePayments": c.once_in(2), "manageAccounts": c.once_in(2), "customerView": c.once_in(3),
        })
    }),
    ("code.sentence", |c| {
        json!({
            "code": c.of(Code::ALL),
            "params": { "limit": c.within(-5, 2_000), "status": text(c), "invoices": [text(c), text(c)], "total": text(c) },
        })
    }),
];

/// Returns the rule for an index, with an input and a language.
pub fn of(turn: usize, random: &mut Random) -> (&'static str, Value) {
    let all = [RULES, accounting::RULES, carbon::RULES, companies::RULES, costs::RULES].concat();
    let (rule, make) = all[turn % all.len()];
    let mut input = make(random);
    input["language"] = json!(random.of(&["en", "ms"]));
    (rule, input)
}

/// Few different amounts, so that some lines and payments fit.
fn bank_shares(c: &mut Random) -> Value {
    let sen = |c: &mut Random| *c.of(&["0.01", "50.00", "100.00", "150.00", "200.00", "250.00"]);
    let line = |c: &mut Random| json!({ "statementId": c.text("ab", 1), "line": c.within(1, 4), "open": sen(c) });
    let payment = |c: &mut Random| json!({ "eBulkPaymentID": c.text("1234", 1), "transactionNo": format!("P26112000000{}", c.text("0123", 2)), "expected": sen(c) });
    let lines: Vec<Value> = (0..c.below(4)).map(|_| line(c)).collect();
    let payments: Vec<Value> = (0..c.below(4)).map(|_| payment(c)).collect();
    json!({ "lines": lines, "payments": payments })
}

/// An announcement with some fields left out.
fn announcement(c: &mut Random) -> Value {
    let day = |c: &mut Random| match c.below(6) {
        0 => String::new(),
        1 => typed_day(c),
        _ => format!("2026-1{}-2{}", c.within(1, 3), c.within(0, 9)),
    };
    let time = |c: &mut Random| match c.below(6) {
        0 => String::new(),
        _ => format!("{:02}:{:02}", c.within(0, 25), c.within(0, 61)),
    };
    let written = |c: &mut Random| if c.once_in(5) { String::new() } else { text(c) };
    let kinds = ["plannedDowntime", "unplannedDowntime", "fpxMaintenance", "tariffUpgrade", "notice"];
    let freezes: Vec<_> = (0..c.below(3)).map(|_| *c.of(Feature::ALL)).collect();
    json!({
        "kind": c.of(&kinds), "placement": c.of(&["signIn", "everywhere"]),
        "titleEn": written(c), "titleMs": written(c), "textEn": written(c), "textMs": written(c),
        "servicesEn": written(c), "servicesMs": written(c),
        "fromDay": day(c), "fromTime": time(c), "toDay": day(c), "toTime": time(c),
        "returnsDay": day(c), "returnsTime": time(c), "shownDay": day(c), "shownTime": time(c), "freezes": freezes,
    })
}

/// Near the limits of every rule, and sometimes a common password.
fn password(c: &mut Random) -> String {
    if c.once_in(8) {
        return (*c.of(&["Password1", "qwerty123", "abcd1234", "PASSWORD1"])).to_owned();
    }
    let length = if c.once_in(6) { 120 + c.below(12) } else { c.below(14) };
    c.text("abZ19é ", length)
}

fn check(c: &mut Random) -> Value {
    let digits = "0123456789";
    let (what, text) = match c.below(14) {
        0 => ("amount", typed_amount(c)),
        1 => ("day", day(c)),
        2 => ("instant", instant(c)),
        3 => ("accountNo", format!("2{}", c.text("123", 1)) + &c.text(digits, 10)),
        4 => ("batchId", format!("2{}", c.text("78", 1)) + &c.text(digits, 8)),
        5 => ("invoiceNo", c.text(digits, 12)),
        6 => ("bulkId", format!("3{}", c.text("01", 1)) + &c.text(digits, 8)),
        7 => ("transactionNo", format!("P{}", c.text(digits, 13))),
        8 => ("referenceId", text(c)),
        9 => ("eftNumber", reference(c)),
        10 => ("chequeNumber", reference(c)),
        11 => ("bankId", {
            let length = c.below(12);
            c.text("ABZ019", length)
        }),
        12 => ("mobileNo", mobile(c)),
        _ => ("email", email(c)),
    };
    json!({ "what": what, "text": if c.once_in(3) { c.spoilt(&text) } else { text } })
}

/// Any amount that the portal can hold; small ones more often.
fn amount(c: &mut Random) -> String {
    let digits = c.below(17);
    let sen: i64 = c.text("0123456789", digits).parse().unwrap_or_default();
    let sign = if c.once_in(4) { "-" } else { "" };
    format!("{sign}{}.{:02}", sen / 100, sen % 100)
}

/// An amount at or near a limit.
fn limit(c: &mut Random) -> String {
    let limit = *c.of(&[0, 200, 10_000, 100_000_000, 20_000_000_000, 9_999_999_999_999_999_i64]);
    let sen = (limit + c.within(-2, 3)).clamp(0, 9_999_999_999_999_999);
    format!("{}.{:02}", sen / 100, sen % 100)
}

fn typed_amount(c: &mut Random) -> String {
    let whole = c.below(18);
    let whole = c.text("0123456789", whole);
    let grouped = whole.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",");
    let decimals = c.below(4);
    let decimals = c.text("0123456789", decimals);
    let text = format!("{}{}.{decimals}", c.of(&["", "-", "RM", "RM\u{a0}", "-RM "]), c.of(&[whole, grouped]));
    if c.once_in(4) { c.spoilt(&text) } else { text }
}

/// Days around now, so that their differences are near the boundaries, and others of all centuries.
pub fn day(c: &mut Random) -> String {
    match c.below(3) {
        0 => format!("2026-{:02}-{:02}", c.within(9, 13), c.within(1, 31)),
        1 => format!("{:04}-{:02}-{:02}", c.of(&[1900, 2000, 2023, 2024]), c.within(1, 4), c.within(27, 32)),
        _ => format!("{:04}-{:02}-{:02}", c.within(100, 9_900), c.within(1, 13), c.within(1, 32)),
    }
}

fn instant(c: &mut Random) -> String {
    let zone = *c.of(&["Z", "Z", "z", "+08:00", "-03:30", "+00:00", "+24:00", "Z"]);
    let decimals = c.below(11);
    let fraction = if c.once_in(2) { String::new() } else { format!(".{}", c.text("059", decimals)) };
    format!("{}T{:02}:{:02}:{:02}{fraction}{zone}", day(c), c.within(0, 25), c.within(0, 60), c.within(0, 61))
}

fn status(c: &mut Random) -> i64 {
    c.within(1, 12)
}

/// A day that exists, near the others of a calendar.
fn calendar_day(c: &mut Random) -> String {
    format!("2026-{:02}-{:02}", c.within(8, 13), c.within(1, 31))
}

/// Numbers that mostly follow each other, sometimes in disorder, around a border, with another length, or among ids.
fn numbers(c: &mut Random) -> Vec<String> {
    let borders = [0, 510_000_000_095, 999_999_999_990];
    let mut at = borders[usize::try_from(c.within(0, 2)).unwrap_or_default()];
    let count = c.below(40);
    (0..count)
        .map(|_| {
            at += if c.once_in(4) { c.within(-3, 1_200) } else { 1 };
            match (c.once_in(150), c.once_in(150)) {
                (true, _) => at.to_string(),
                (_, true) => format!("2f1c-{at}"),
                _ => format!("{:012}", at.rem_euclid(1_000_000_000_000)),
            }
        })
        .collect()
}

/// Few different batches and days, in any order; sometimes with a sum that overflows.
fn due_bills(c: &mut Random) -> Value {
    let amount = if c.once_in(20) { limit(c) } else { format!("{}.{:02}", c.within(-500, 50_000), c.within(0, 100)) };
    json!({
        "billBatchId": format!("28{}", c.text("01", 8)), "extractionDate": calendar_day(c),
        "dueDate": perhaps(c, calendar_day),
        "standing": c.of(&["payable", "payable", "inPayment", "notPayable", "credit", "paid"]),
        "bills": c.within(1, 20_000), "amount": amount,
    })
}

/// As a form field holds it; sometimes empty.
fn typed_day(c: &mut Random) -> String {
    if c.once_in(8) { String::new() } else { day(c) }
}

fn perhaps<T: serde::Serialize>(c: &mut Random, make: fn(&mut Random) -> T) -> Value {
    if c.once_in(4) { Value::Null } else { json!(make(c)) }
}

fn reference(c: &mut Random) -> String {
    let length = c.below(21);
    let alphabet = *c.of(&["0123456789", "01", "Aa1", "0123456789ABCxyz"]);
    let text = c.text(alphabet, length);
    if c.once_in(8) { c.spoilt(&text) } else { text }
}

/// A payment's form. Half of the forms add up.
fn payment(c: &mut Random) -> Value {
    let method = *c.of(PaymentMethod::ALL);
    let count = if method == PaymentMethod::Fpx { c.below(8) / 6 } else { c.below(5) };
    let mut references: Vec<(String, i64)> =
        (0..count).map(|_| (c.text("123456789", 4), c.within(1, 5_000) * *c.of(&[1, 100, 10_000_000]))).collect();
    if c.once_in(6) {
        references.push((reference(c), c.within(-5, 100_000_010)));
    }
    let sum: i64 = references.iter().map(|(_, sen)| sen).sum();
    let total = if c.once_in(4) { c.within(0, 100_000_100) } else { sum.max(0) + i64::from(c.once_in(6)) };
    let shown = |sen: i64| format!("{}{}.{:02}", if sen < 0 { "-" } else { "" }, sen.abs() / 100, sen.abs() % 100);
    let references: Vec<Value> = references
        .into_iter()
        .map(|(number, sen)| {
            let amount = if c.once_in(20) { typed_amount(c) } else { shown(sen) };
            json!({ "number": number, "amount": amount })
        })
        .collect();
    json!({
        "method": method, "total": shown(total), "bank": c.of(&["MBB0228", "MBB0228", "TEST0021", "CIT0219", ""]),
        "references": references, "most": c.within(3, 11),
    })
}

fn searched(c: &mut Random) -> String {
    let parts = c.below(4);
    let separator = *c.of(&[",", ", ", ";", "\n", "\r\n", "\t", " "]);
    let part = |c: &mut Random| match c.below(8) {
        0 => format!("21{}", c.text("01", 10)),
        1 => format!("28{}", c.text("01", 8)),
        2 => c.text("456", 12),
        3 => format!("{}{}", c.of(&["P", "p"]), c.text("01", 13)),
        4 => format!("2100 0000-{}", c.text("01", 4)),
        5 => format!("{}{}.{}", c.of(&["RM ", "rm", ""]), c.text("019,", 5), c.text("05", 2)),
        6 => format!("Kilang 21{}", c.text("01 ", 14)),
        _ => text(c),
    };
    (0..=parts).map(|_| part(c)).collect::<Vec<_>>().join(separator)
}

pub fn text(c: &mut Random) -> String {
    let length = c.below(19);
    c.text("abcXYZ 0189éß总{}\"\\\u{7}\u{a0}😀", length)
}

pub fn email(c: &mut Random) -> String {
    let (local, host) = (c.below(8), c.below(8));
    let text = format!("{}@{}.{}", c.text("abZ9.+_'", local), c.text("ab9-.", host), c.text("my1", 2));
    if c.once_in(4) { c.spoilt(&text) } else { text }
}

/// A person's name, sometimes at the length limits, with characters at the edges of the letter ranges.
pub fn name(c: &mut Random) -> String {
    let edges = "a zÀÖ×ØöøßÿƏ總ก\u{1fff}\u{2000}\u{2bff}\u{2c00}\u{2dff}\u{2e00}\u{303f}\u{3040}\u{3164}\u{d7ff}\u{e000}\u{f900}\u{fb00}\u{61c}\u{202e}\u{200d}😀'’.-/@,()&_4";
    let letters = "abz éñ總'-";
    let alphabet = if c.once_in(3) { edges } else { letters };
    let length = if c.once_in(6) { *c.of(&[0, 1, 49, 50, 51, 99, 100, 101]) } else { 2 + c.below(12) };
    c.text(alphabet, length)
}

pub fn mobile(c: &mut Random) -> String {
    let length = 6 + c.below(6);
    let text = format!("{}{}", c.of(&["1", "1", "1", "0", "60"]), c.text("0123456789", length));
    if c.once_in(6) { c.spoilt(&text) } else { text }
}

fn registration(c: &mut Random) -> Value {
    let digits = "0123456789";
    let number = match c.below(4) {
        0 => format!("90{}{}-14-5678", c.of(&["00", "01", "12", "13"]), c.of(&["00", "01", "31", "32"])),
        1 => c.text(digits, 12),
        2 => reference(c),
        _ => {
            let length = 3 + c.below(25);
            c.text("AbZ09", length)
        }
    };
    json!({ "form": {
        "email": email(c), "password": password(c), "name": name(c),
        "identificationType": c.of(&["ic", "IC", "passport", " Passport", "", "licence"]),
        "identificationNo": if c.once_in(4) { c.spoilt(&number) } else { number }, "mobileNo": mobile(c),
    } })
}

fn header(c: &mut Random) -> String {
    let parts = c.below(4);
    let part = |c: &mut Random| {
        let weight = format!("{}q={}", c.of(&[";", "; "]), c.of(&["0", "0.5", "0.55", "0.001", "1", "1.0", "x", ".5"]));
        format!("{}{}", c.of(&["en", "ms", "MS-my", "fr", "*", "en-GB"]), c.of(&[String::new(), weight]))
    };
    (0..=parts).map(|_| part(c)).collect::<Vec<_>>().join(*c.of(&[",", ", "]))
}

/// Replacements for the `*` of a screen's path.
const RESTS: &[&str] = &["", "x", "x/y"];

pub fn path(c: &mut Random) -> String {
    let rest = *c.of(RESTS);
    let path = c.of(SCREENS).path.replace('*', rest);
    if c.once_in(5) { c.spoilt(&path) } else { path }
}

/// Some of the Master's ticks, in any order and number.
fn ticks(c: &mut Random) -> Vec<&'static str> {
    (0..c.below(4)).map(|_| *c.of(&["viewOnly", "makePayments", "manageAccounts"])).collect()
}
