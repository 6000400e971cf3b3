//! Rules for the forms of a company and of its registration.

use gridbill_core::company::{CompanyDetails, check_company};
use gridbill_core::problem::ErrorBody;
use gridbill_core::registration::{RegistrationForm, check_form, government_may_register};
use gridbill_core::{Day, Language};

use crate::rule::refusal;

rules! {
    /// Checks a company, its address and its contacts. Fields: `companyName`, `mailingAddress.city`,
    /// `primaryContact.email`, …
    checkCompany(company: CompanyDetails, language: Language) -> Option<ErrorBody> = refusal(check_company(&company), language);
    /// Checks the complete form of an application. Fields: `businessType`, `details.…`, `declarationFileId`.
    checkRegistrationForm(form: RegistrationForm, today: Day, language: Language) -> Option<ErrorBody> =
        refusal(check_form(&form, today), language);
    /// Whether a government entity may register on that day.
    governmentIsOpen(today: Day) -> bool = government_may_register(today);
}
