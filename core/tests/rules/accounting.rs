//! The rules of exports to accounting. A profile is given as a preset and the fields that differ from it.

use std::collections::BTreeSet;

use gridbill_core::accounting::{
    AccountingDraft, AccountingSource, accounting_preset, check_accounting_profile, preview_accounting,
    read_accounting_number_text,
};
use gridbill_core::{Language, Problem};
use serde_json::{Value, json};

use super::costs::answered;
use super::input::Input;
use super::{Answered, Malformed};

pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    Ok(match rule {
        "accounting.check" => {
            let known: BTreeSet<String> = input.named("known")?;
            answered(check_accounting_profile(&draft(input)?, &known))
        }
        "accounting.preview" => {
            let sources: Vec<AccountingSource> = input.named("sources")?;
            answered(preview_accounting(&draft(input)?, "Books", &sources).map_err(Problem::from))
        }
        "accounting.numbers" => {
            let read = read_accounting_number_text(input.text("text")?, Language::En).map(|read| {
                let wrong: Vec<Value> =
                    read.wrong.into_iter().map(|row| json!([row.line, row.code, row.params])).collect();
                json!({ "numbers": read.numbers, "wrong": wrong })
            });
            answered(read)
        }
        _ => return Err(Malformed),
    })
}

fn draft(input: Input<'_>) -> Result<AccountingDraft, Malformed> {
    let preset = accounting_preset(input.named("preset")?, input.named("stream")?);
    let mut draft = serde_json::to_value(preset).map_err(|_| Malformed)?;
    let changes: serde_json::Map<String, Value> = input.named("set")?;
    for (field, value) in changes {
        draft[field] = value;
    }
    serde_json::from_value(draft).map_err(|_| Malformed)
}
