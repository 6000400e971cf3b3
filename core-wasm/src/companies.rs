//! Registering a company, its accounts and its groups.

use gridbill_core::accounts::groups;
use gridbill_core::accounts::{AccountError, RowState};
use gridbill_core::company::{CompanyDetails, check_company, parse_registration_no};
use gridbill_core::problem::ErrorBody;
use gridbill_core::registration::{
    RegistrationForm, RegistrationStatus, ReviewAction, check_form, check_review, government_may_register,
};
use gridbill_core::{Code, Day, Language, Tone, accounts};
use serde::Serialize;
use tsify::Tsify;

use crate::rule::{Checked, checked, refusal};

/// How a registration's status reads and looks.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationShown {
    word: &'static str,
    tone: Tone,
    /// The customer may change what was filled in.
    is_editable: bool,
}

impl RegistrationShown {
    fn of(status: RegistrationStatus, language: Language) -> Self {
        Self { word: status.word(language), tone: status.tone(), is_editable: status.is_editable() }
    }
}

rules! {
    /// A company, its address and its contacts: `companyName`, `mailingAddress.city`, `primaryContact.email`, …
    checkCompany(company: CompanyDetails, language: Language) -> Option<ErrorBody> = refusal(check_company(&company), language);
    /// A whole application: `businessType`, `details.…`, `declarationFileId`.
    checkRegistrationForm(form: RegistrationForm, today: Day, language: Language) -> Option<ErrorBody> =
        refusal(check_form(&form, today), language);
    /// A company's number; the value is how it is stored.
    checkRegistrationNo(typed: String, language: Language) -> Checked<String> = checked(parse_registration_no(&typed), language);
    /// What to call the sector that the utility's records name; one that is not in core's list stays as it is.
    sectorName(named: String, language: Language) -> String = accounts::sector_name(&named, language);
    /// What staff decide about an application: `remark`.
    checkReview(action: ReviewAction, remark: String, language: Language) -> Option<ErrorBody> =
        refusal(check_review(action, &remark), language);
    /// How a registration's status reads and looks.
    registrationStatus(status: RegistrationStatus, language: Language) -> RegistrationShown = RegistrationShown::of(status, language);
    /// Whether a government entity may register on that day.
    governmentIsOpen(today: Day) -> bool = government_may_register(today);
    /// Why an account could not be taken into a bulk account, and what to do about it.
    accountError(error: AccountError, language: Language) -> String = error.sentence(language).to_owned();
    /// How a row of a list of accounts stands that is refused like that, or whose account has that error.
    rowState(refusal: Option<Code>, error: Option<AccountError>) -> RowState = RowState::of(refusal, error);
    /// A group's name; the value is how it is stored.
    checkGroupName(typed: String, language: Language) -> Checked<String> = checked(groups::parse_name(&typed), language);
}
