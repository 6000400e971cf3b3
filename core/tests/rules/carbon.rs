//! The rules of emissions.

use gridbill_core::carbon::{carbon_report, region_of_state};
use gridbill_core::{Day, Problem};
use serde_json::json;

use super::costs::answered;
use super::input::Input;
use super::{Answered, Malformed};

pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    Ok(match rule {
        "carbon.report" => {
            let months: (Option<Day>, Option<Day>) = (input.named("from")?, input.named("to")?);
            let result: Result<_, Problem> = carbon_report(
                input.named("bills")?,
                input.named("accounts")?,
                input.named("factors")?,
                input.named("certificates")?,
                input.named("by")?,
                months,
                input.day("today")?,
            );
            answered(result)
        }
        "carbon.region" => json!(region_of_state(input.text("state")?)),
        _ => return Err(Malformed),
    })
}
