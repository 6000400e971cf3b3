//! Makes inputs for the rules of companies: a valid form with one or several fields changed.

use gridbill_core::Language;
use gridbill_core::accounts::{AccountError, SECTORS};
use gridbill_core::company::STATES;
use serde_json::{Value, json};

use crate::inputs::{Make, day, email, mobile, name, path, text};
use crate::random::Random;

pub const RULES: &[(&str, Make)] = &[
    ("company.check", |c| json!({ "company": company(c) })),
    ("company.form", |c| {
        json!({
            "businessType": c.of(&[Value::Null, json!(1), json!(2), json!(3)]), "company": company(c),
            "declaration": c.of(&["", "a file"]), "today": day(c),
        })
    }),
    ("company.number", |c| json!({ "text": number(c) })),
    ("company.sector", |c| {
        let sector = c.of(SECTORS);
        let named = *c.of(&[sector.code, sector.word(Language::En), sector.word(Language::Ms)]);
        let text = if c.once_in(3) { c.spoilt(named) } else { named.to_owned() };
        json!({ "text": text, "language": c.of(&["en", "ms"]) })
    }),
    ("company.review", |c| {
        let length = if c.once_in(4) { 998 + c.below(5) } else { c.below(3) };
        json!({ "action": c.of(&["approve", "requestForInfo", "reject"]), "remark": c.text("a é\n", length) })
    }),
    ("company.codes", |_| json!({})),
    ("company.status", |c| json!({ "status": c.within(0, 9) })),
    ("company.governmentIsOpen", |c| json!({ "day": day(c) })),
    ("company.accountError", |c| json!({ "error": c.of(AccountError::ALL) })),
    ("company.groupName", |c| {
        let length = if c.once_in(3) { 58 + c.below(5) } else { c.below(4) };
        json!({ "text": c.text("aé 総\u{7}", length) })
    }),
    ("company.needsAccount", |c| json!({ "path": path(c) })),
];

fn company(c: &mut Random) -> Value {
    let mut company = json!({
        "companyName": "Sinar Jaya Sdn. Bhd.", "registrationNo": "201901012345", "landline": "0355512345",
        "mailingAddress": {
            "unitFloor": "12-3", "building": "", "street": "Jalan Bukit", "city": "Shah Alam", "postalCode": "40000",
            "state": c.of(STATES),
        },
        "primaryContact": contact(c), "secondaryContact": contact(c),
    });
    for _ in 0..c.below(4) {
        let (part, field) = *c.of(&[
            ("", "companyName"),
            ("", "registrationNo"),
            ("", "landline"),
            ("mailingAddress", "unitFloor"),
            ("mailingAddress", "building"),
            ("mailingAddress", "street"),
            ("mailingAddress", "city"),
            ("mailingAddress", "postalCode"),
            ("mailingAddress", "state"),
            ("primaryContact", "jobTitle"),
            ("secondaryContact", "department"),
        ]);
        let field = if part.is_empty() { &mut company[field] } else { &mut company[part][field] };
        let length = if c.once_in(4) { 99 + c.below(3) } else { c.below(12) };
        let old = field.as_str().unwrap_or_default().to_owned();
        let new = match c.below(4) {
            0 => c.text("a Z9é.-", length),
            1 => c.text("0123456789", length),
            2 => text(c),
            _ => c.spoilt(&old),
        };
        *field = json!(new);
    }
    company
}

fn contact(c: &mut Random) -> Value {
    json!({
        "name": name(c), "email": email(c), "mobileNo": mobile(c), "jobTitle": "Manager 2", "department": "Finance",
    })
}

fn number(c: &mut Random) -> String {
    let length = c.below(33);
    let text = c.text("0123456789abZ -/()._&", length);
    if c.once_in(4) { c.spoilt(&text) } else { text }
}
