//! The rules of exports to accounting. A profile is given as a preset and the fields that differ from it.

use std::collections::BTreeSet;

use gridbill_core::Problem;
use gridbill_core::accounting::{
    AccountingDraft, AccountingSource, accounting_preset, check_accounting_profile, preview_accounting,
};
use serde_json::Value;

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
