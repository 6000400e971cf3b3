//! Rules for registrations, for accounts and for groups.

use gridbill_core::accounts::groups;
use gridbill_core::accounts::{AccountError, RowState};
use gridbill_core::company::parse_registration_no;
use gridbill_core::problem::ErrorBody;
use gridbill_core::registration::{RegistrationStatus, ReviewAction, check_review};
use gridbill_core::{Code, Language, Tone, accounts};
use serde::Serialize;
use tsify::Tsify;

use crate::rule::{Checked, checked, refusal};

/// The word and the tone of a registration's status.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationShown {
    word: &'static str,
    tone: Tone,
    /// Whether the customer may edit the form.
    is_editable: bool,
}

impl RegistrationShown {
    fn of(status: RegistrationStatus, language: Language) -> Self {
        Self { word: status.word(language), tone: status.tone(), is_editable: status.is_editable() }
    }
}

rules! {
    /// Checks a company number. The value is the form in which it is stored.
    checkRegistrationNo(typed: String, language: Language) -> Checked<String> = checked(parse_registration_no(&typed), language);
    /// Checks a staff user's decision on an application. Field: `remark`.
    checkReview(action: ReviewAction, remark: String, language: Language) -> Option<ErrorBody> =
        refusal(check_review(action, &remark), language);
    /// Checks a group's name. The value is the form in which it is stored.
    checkGroupName(typed: String, language: Language) -> Checked<String> = checked(groups::parse_name(&typed), language);
    /// Returns the name of a sector from the utility's records. A sector that core does not list is returned unchanged.
    sectorName(named: String, language: Language) -> String = accounts::sector_name(&named, language);
    /// Returns the word and the tone of a registration's status.
    registrationStatus(status: RegistrationStatus, language: Language) -> RegistrationShown = RegistrationShown::of(status, language);
    /// Returns why an account cannot be added to a bulk account, and how to fix it.
    accountError(error: AccountError, language: Language) -> String = error.sentence(language).to_owned();
    /// Returns the state of a row in a list of accounts, from its refusal and its account's error.
    rowState(refusal: Option<Code>, error: Option<AccountError>) -> RowState = RowState::of(refusal, error);
}
