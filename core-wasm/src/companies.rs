//! Registering a company, its accounts and its groups.

use gridbill_core::accounts::groups;
use gridbill_core::accounts::{AccountError, RowState};
use gridbill_core::company::{CompanyDetails, Contact, check_company, parse_registration_no};
use gridbill_core::registration::{
    self, RegistrationForm, RegistrationStatus, ReviewAction, check_form, check_review, government_may_register,
};
use gridbill_core::screen::Screen;
use gridbill_core::tone::Tone;
use gridbill_core::{Code, Day};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, given, language, named, pairs, perhaps, refusal};
use crate::json::json;

/// How a registration's status reads and looks.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationShown {
    word: &'static str,
    tone: Tone,
    /// The customer may change what was filled in.
    is_editable: bool,
}

/// The company's fields come as [`pairs`] of their names in the form and what was typed.
#[wasm_bindgen]
pub fn check_company_details(fields: &str, malay: bool) -> String {
    refusal(check_company(&company(fields)), language(malay))
}

/// `business_type` is 0 while none is chosen; `declaration` is empty while there is none.
#[wasm_bindgen]
pub fn check_registration_form(
    business_type: i16,
    fields: &str,
    declaration: &str,
    today: &str,
    malay: bool,
) -> String {
    let form = RegistrationForm {
        business_type: Some(business_type).filter(|business_type| *business_type != 0),
        details: company(fields),
        declaration_file_id: perhaps(declaration).map(str::to_owned),
    };
    refusal(check_form(&form, given(Day::parse(today))), language(malay))
}

#[wasm_bindgen]
pub fn check_registration_no(typed: &str, malay: bool) -> String {
    answer(parse_registration_no(typed), language(malay))
}

/// The sector that the utility's records name.
#[wasm_bindgen]
pub fn sector_name(named: &str, malay: bool) -> String {
    gridbill_core::accounts::sector_name(named, language(malay))
}

#[wasm_bindgen]
pub fn check_decision(action: &str, remark: &str, malay: bool) -> String {
    refusal(check_review(named::<ReviewAction>(action), remark), language(malay))
}

#[wasm_bindgen]
pub fn registration_status(status: u8, malay: bool) -> String {
    let status = given(RegistrationStatus::try_from(status));
    json(&RegistrationShown {
        word: status.word(language(malay)),
        tone: status.tone(),
        is_editable: status.is_editable(),
    })
}

/// The statuses' codes by name.
#[wasm_bindgen]
pub fn registration_codes() -> String {
    RegistrationStatus::CODES.to_owned()
}

#[wasm_bindgen]
pub fn government_is_open(today: &str) -> bool {
    government_may_register(given(Day::parse(today)))
}

/// Why an account could not be taken, and what to do about it.
#[wasm_bindgen]
pub fn account_error(error: &str, malay: bool) -> String {
    named::<AccountError>(error).sentence(language(malay)).to_owned()
}

#[wasm_bindgen]
pub fn check_group_name(typed: &str, malay: bool) -> String {
    answer(groups::parse_name(typed), language(malay))
}

/// The states that an address may be in.
#[wasm_bindgen]
pub fn states() -> String {
    json(&company::STATES)
}

/// Whether a customer needs an electricity account free of errors to open the address.
#[wasm_bindgen]
pub fn needs_account(path: &str) -> bool {
    Screen::at(path).is_some_and(Screen::needs_account)
}

fn company(fields: &str) -> CompanyDetails {
    let mut company = CompanyDetails::default();
    for (name, typed) in pairs(fields) {
        *place(&mut company, name) = typed.to_owned();
    }
    company
}

/// The field of that name.
fn place<'a>(company: &'a mut CompanyDetails, name: &str) -> &'a mut String {
    let found = match name.split_once('.') {
        None => match name {
            "companyName" => Some(&mut company.company_name),
            "registrationNo" => Some(&mut company.registration_no),
            "landline" => Some(&mut company.landline),
            _ => None,
        },
        Some(("mailingAddress", name)) => {
            let address = &mut company.mailing_address;
            match name {
                "unitFloor" => Some(&mut address.unit_floor),
                "building" => Some(&mut address.building),
                "street" => Some(&mut address.street),
                "city" => Some(&mut address.city),
                "postalCode" => Some(&mut address.postal_code),
                "state" => Some(&mut address.state),
                _ => None,
            }
        }
        Some(("primaryContact", name)) => contact(&mut company.primary_contact, name),
        Some(("secondaryContact", name)) => contact(&mut company.secondary_contact, name),
        Some(_) => None,
    };
    given(found.ok_or(()))
}

fn contact<'a>(contact: &'a mut Contact, name: &str) -> Option<&'a mut String> {
    match name {
        "name" => Some(&mut contact.name),
        "email" => Some(&mut contact.email),
        "mobileNo" => Some(&mut contact.mobile_no),
        "jobTitle" => Some(&mut contact.job_title),
        "department" => Some(&mut contact.department),
        _ => None,
    }
}

/// How a row of a list of accounts stands that is refused like that and whose account has that error; empty for neither.
#[wasm_bindgen]
pub fn row_state(refusal: &str, error: &str) -> String {
    let refusal = perhaps(refusal).map(|name| given(Code::from_wire(name).ok_or(())));
    json(&RowState::of(refusal, perhaps(error).map(named::<AccountError>)))
}
