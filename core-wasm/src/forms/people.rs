//! Rules for the forms of users.

use gridbill_core::identity::person;
use gridbill_core::permission::Role;
use gridbill_core::problem::ErrorBody;
use gridbill_core::team::{self, TeamPermission};
use gridbill_core::{Language, Problem, staff};
use serde::Deserialize;
use tsify::Tsify;

use crate::rights::Rights;
use crate::rule::{Checked, List, checked, refusal};

/// The form of a staff user. `email_address` is null if the form does not ask for it.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StaffUserForm {
    email_address: Option<String>,
    username: String,
    nickname: String,
    mobile_no: String,
    role: Option<Role>,
}

impl StaffUserForm {
    fn check(&self) -> Result<staff::CheckedStaffUser, Problem> {
        staff::check_staff_user(
            self.email_address.as_deref(),
            &self.username,
            &self.nickname,
            &self.mobile_no,
            self.role,
        )
    }
}

rules! {
    /// Returns the language of the portal that an `Accept-Language` header prefers.
    acceptedLanguage(header: String) -> Language = Language::accepted(&header);
    /// Checks an invitation. Fields: `email`, `nickname`, `permissions`.
    checkMember(email: String, nickname: String, ticked: List<TeamPermission>, language: Language) -> Option<ErrorBody> =
        refusal(team::check_member(&email, &nickname, &ticked), language);
    /// Returns the role and permissions for the ticked boxes, with the same refusal as the form.
    roleOf(ticked: List<TeamPermission>, language: Language) -> Checked<Rights> =
        checked(team::role_of(&ticked).map(Rights::from), language);
    /// Returns the ticks for a user's current rights.
    ticksOf(rights: Rights) -> Vec<TeamPermission> = team::ticks_of(rights.role, rights.permissions);
    /// Checks the form of a staff user. Fields: `emailAddress`, `username`, `nickname`, `mobileNo`, `role`.
    checkStaffUser(user: StaffUserForm, language: Language) -> Option<ErrorBody> = refusal(user.check(), language);
    /// Checks the user's profile. Fields: `name`, `mobileNo`.
    checkProfile(name: String, mobileNo: String, language: Language) -> Option<ErrorBody> =
        refusal(person::check_profile(&name, &mobileNo), language);
}
