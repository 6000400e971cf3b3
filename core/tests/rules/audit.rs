//! The rules of bill audit.

use gridbill_core::Day;
use gridbill_core::audit::{
    AuditInput, AuditRule, AuditSettings, AuditedAccount, AuditedBill, Price, PriceTable, audit,
};
use serde_json::json;

use super::input::Input;
use super::{Answered, Malformed};

/// What one rule says about a bill, so that a case shows nothing but its rule.
pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    if rule != "audit.bill" {
        return Err(Malformed);
    }
    let bill: AuditedBill = input.named("bill")?;
    let history: Vec<AuditedBill> = input.named("history")?;
    let account: AuditedAccount = input.named("account")?;
    let prices = PriceTable::new(input.named::<Vec<Price>>("prices")?);
    let company_change: Option<i64> = input.named("companyChange")?;
    let kinds = super::kinds(input)?;
    let settings: AuditSettings = input.named("settings")?;
    let today: Day = input.day("today")?;
    let input_of_rule = AuditInput {
        bill: &bill,
        history: &history,
        account: &account,
        prices: &prices,
        kinds: &kinds,
        company_change,
        settings: &settings,
        today,
    };
    let wanted: AuditRule = input.named("only")?;
    let found = audit(&input_of_rule);
    let finding = found.findings.into_iter().find(|finding| finding.rule() == wanted);
    let unchecked = found.unchecked.into_iter().find(|unchecked| unchecked.rule == wanted);
    Ok(json!({ "finding": finding, "unchecked": unchecked.map(|unchecked| unchecked.reason) }))
}
