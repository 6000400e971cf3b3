//! The rules of deposits.

use gridbill_core::Problem;
use gridbill_core::accounts::deposits::{BilledMonth, Deposit, deposit_standing};
use serde_json::json;

use super::costs::answered;
use super::input::Input;
use super::{Answered, Malformed};

pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    let deposits = || input.named::<Vec<Deposit>>("deposits");
    Ok(match rule {
        "deposit.standing" => {
            let months: Vec<BilledMonth> = input.named("months")?;
            answered(deposit_standing(&months, &deposits()?, input.day("today")?).map_err(Problem::from))
        }
        "deposit.check" => {
            let checked = input.named::<Deposit>("deposit")?.check();
            checked.map_or_else(|error| json!([error.field(), error.code(), error.sentence()]), |()| json!(null))
        }
        _ => return Err(Malformed),
    })
}
