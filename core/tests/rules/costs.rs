//! The rules of cost centres and codings.

use std::collections::BTreeSet;

use gridbill_core::costs::{
    CodingPart, CodingPeriod, check_cost_centre, check_parts, check_periods, parse_share, percent, split_amount,
};
use gridbill_core::{Code, Money, Problem};
use serde::Serialize;
use serde_json::{Value, json};

use super::input::Input;
use super::{Answered, Malformed};

pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    let known = || input.named::<BTreeSet<String>>("known");
    Ok(match rule {
        "cost.centre" => answered(check_cost_centre(input.text("code")?, input.text("name")?).map(|_| true)),
        "cost.coding" => {
            let periods: Vec<CodingPeriod> = input.named("periods")?;
            answered(check_periods(&periods, &known()?, "periods"))
        }
        "cost.parts" => {
            let parts: Vec<CodingPart> = input.named("parts")?;
            answered(check_parts(&parts, &known()?, "parts"))
        }
        "cost.split" => {
            let parts: Vec<CodingPart> = input.named("parts")?;
            let split = |amount: Money| split_amount(amount, &parts);
            json!(input.moneys("amounts")?.into_iter().map(split).collect::<Vec<_>>())
        }
        "cost.share" => {
            answered(parse_share(input.text("text")?).map(|share| (share, percent(share))).map_err(Problem::from))
        }
        _ => return Err(Malformed),
    })
}

/// The value, or the code of each wrong field. The package of the browser has no sentences.
pub fn answered<T: Serialize>(result: Result<T, Problem>) -> Value {
    let code = |code: Code| json!(code);
    match result {
        Ok(value) => json!({ "value": value }),
        Err(problem) if problem.fields.is_empty() => json!({ "refused": [["", code(problem.code), problem.params]] }),
        Err(problem) => {
            let fields =
                problem.fields.iter().map(|(field, problem)| json!([field, code(problem.code), problem.params]));
            json!({ "refused": fields.collect::<Vec<_>>() })
        }
    }
}
