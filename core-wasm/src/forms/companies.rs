//! Rules for the forms of a company, of its registration and of its groups.

use gridbill_core::accounts::groups;
use gridbill_core::company::{CompanyDetails, check_company, parse_registration_no};
use gridbill_core::problem::ErrorBody;
use gridbill_core::registration::{RegistrationForm, ReviewAction, check_form, check_review, government_may_register};
use gridbill_core::{Day, Language};

use crate::rule::{Checked, checked, refusal};

rules! {
    /// Checks a company, its address and its contacts. Fields: `companyName`, `mailingAddress.city`,
    /// `primaryContact.email`, …
    checkCompany(company: CompanyDetails, language: Language) -> Option<ErrorBody> = refusal(check_company(&company), language);
    /// Checks the complete form of an application. Fields: `businessType`, `details.…`, `declarationFileId`.
    checkRegistrationForm(form: RegistrationForm, today: Day, language: Language) -> Option<ErrorBody> =
        refusal(check_form(&form, today), language);
    /// Checks a company number. The value is the form in which it is stored.
    checkRegistrationNo(typed: String, language: Language) -> Checked<String> = checked(parse_registration_no(&typed), language);
    /// Checks a staff user's decision on an application. Field: `remark`.
    checkReview(action: ReviewAction, remark: String, language: Language) -> Option<ErrorBody> =
        refusal(check_review(action, &remark), language);
    /// Whether a government entity may register on that day.
    governmentIsOpen(today: Day) -> bool = government_may_register(today);
    /// Checks a group's name. The value is the form in which it is stored.
    checkGroupName(typed: String, language: Language) -> Checked<String> = checked(groups::parse_name(&typed), language);
}
