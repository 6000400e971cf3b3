//! Rules of registering companies, their accounts and their groups, by name.

use gridbill_core::accounts::AccountError;
use gridbill_core::accounts::groups;
use gridbill_core::company::{CompanyKey, check_company, parse_registration_no, parse_tin};
use gridbill_core::registration::{
    RegistrationForm, RegistrationStatus, ReviewAction, check_form, check_review, government_may_register,
};
use gridbill_core::screen::Screen;
use serde_json::json;

use super::input::{Input, Malformed};
use super::{Answered, refused, said};

pub fn answer(rule: &str, input: Input<'_>) -> Answered {
    Ok(match rule {
        "company.check" => refused(check_company(&input.named("company")?).err(), input),
        "company.form" => {
            let form = RegistrationForm {
                business_type: input.number("businessType").ok(),
                details: input.named("company")?,
                declaration_file_id: input.optional("declaration").map(str::to_owned),
            };
            refused(check_form(&form, input.day("today")?).err(), input)
        }
        "company.sector" => json!(gridbill_core::accounts::sector_name(input.text("text")?, input.language())),
        "company.tin" => said(parse_tin(input.text("text")?), input),
        "company.number" => said(parse_registration_no(input.text("text")?), input),
        "company.key" => {
            let CompanyKey { new, old } = CompanyKey::of(input.text("text")?);
            json!({ "new": new, "old": old })
        }
        "company.review" => {
            let action: ReviewAction = input.named("action")?;
            refused(check_review(action, input.text("remark")?).err(), input)
        }
        "company.status" => {
            let status: RegistrationStatus = input.named("status")?;
            let word = status.word(input.language());
            json!({ "word": word, "tone": status.tone(), "isEditable": status.is_editable() })
        }
        "company.codes" => serde_json::from_str(RegistrationStatus::CODES).expect("JSON"),
        "company.governmentIsOpen" => json!(government_may_register(input.day("day")?)),
        "company.accountError" => json!(input.named::<AccountError>("error")?.sentence(input.language())),
        "company.groupName" => said(groups::parse_name(input.text("text")?), input),
        "company.needsAccount" => json!(Screen::at(input.text("path")?).is_some_and(Screen::needs_account)),
        _ => return Err(Malformed),
    })
}
