//! The rules of bill audit.

use gridbill_core::Day;
use gridbill_core::audit::{
    AuditInput, AuditRule, AuditSettings, AuditedAccount, AuditedBill, MutedRule, Price, PriceTable, audit,
};
use serde_json::json;

use super::input::Input;
use super::{Answered, Malformed};

/// The findings on a bill. With `only`, the finding of that rule, as if the others were muted.
pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    if rule != "audit.bill" {
        return Err(Malformed);
    }
    let bill: AuditedBill = input.named("bill")?;
    let history: Vec<AuditedBill> = input.named("history")?;
    let mut account: AuditedAccount = input.named("account")?;
    let prices = PriceTable::new(input.named::<Vec<Price>>("prices")?);
    let company_change: Option<i64> = input.named("companyChange")?;
    let kinds = super::kinds(input)?;
    let settings: AuditSettings = input.named("settings")?;
    let today: Day = input.day("today")?;
    let only: Option<AuditRule> = input.named("only")?;
    if let Some(only) = only {
        let others = AuditRule::ALL.iter().filter(|rule| **rule != only);
        account.muted.extend(others.map(|rule| MutedRule { rule: *rule, until: today }));
    }
    let mut found = audit(&AuditInput {
        bill: &bill,
        history: &history,
        account: &account,
        prices: &prices,
        kinds: &kinds,
        company_change,
        settings: &settings,
        today,
    });
    if only.is_none() {
        return Ok(json!(found.findings));
    }
    let unchecked = found.unchecked.first().map(|unchecked| unchecked.reason);
    Ok(json!({ "finding": found.findings.pop(), "unchecked": unchecked }))
}
