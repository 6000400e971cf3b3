//! Rules for sign-in, registration and the forms of users.

use gridbill_core::identity::registering::RegisterRequest;
use gridbill_core::identity::{self, password, person, profile};
use gridbill_core::number::Email;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::problem::ErrorBody;
use gridbill_core::team::{self, Activity, TeamPermission};
use gridbill_core::{Code, Language, Problem, Tone, staff};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::rule::{Checked, List, checked, refusal};

/// A role, with a Member's permissions.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Rights {
    role: Role,
    permissions: Permissions,
}

impl From<(Role, Permissions)> for Rights {
    fn from((role, permissions): (Role, Permissions)) -> Self {
        Self { role, permissions }
    }
}

/// The tone of a user's activity.
#[derive(Serialize, Tsify)]
pub struct ActivityShown {
    tone: Tone,
}

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
    /// Checks the sign-in form. The value is the e-mail address.
    checkLogin(username: String, password: String, language: Language) -> Checked<Email> =
        checked(identity::check_login(&username, &password), language);
    /// Checks an e-mail address.
    checkEmail(typed: String, language: Language) -> Checked<Email> = checked(Email::parse(&typed), language);
    /// Checks a new password and its confirmation. Fields: `password`, `confirmation`.
    checkNewPassword(password: String, confirmation: String, language: Language) -> Option<ErrorBody> =
        refusal(password::check_twice(&password, &confirmation), language);
    /// Returns every rule that a new password still breaks.
    brokenPasswordRules(password: String) -> Vec<Code> = password::broken(&password).collect();
    /// Checks both steps of registration. Fields: `email`, `password`, `name`, `identificationType`,
    /// `identificationNo`, `mobileNo`.
    checkRegistration(form: RegisterRequest, language: Language) -> Option<ErrorBody> =
        refusal(person::check_registration(&form), language);
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
    /// Describes what a user with these rights may do.
    roleDescription(rights: Rights, language: Language) -> String = rights.role.description(rights.permissions, language);
    /// Returns the tone of a user's activity.
    activityShown(activity: Activity) -> ActivityShown = ActivityShown { tone: activity.tone() };
    /// Checks the form of a staff user. Fields: `emailAddress`, `username`, `nickname`, `mobileNo`, `role`.
    checkStaffUser(user: StaffUserForm, language: Language) -> Option<ErrorBody> = refusal(user.check(), language);
    /// Checks the user's profile. Fields: `name`, `mobileNo`.
    checkProfile(name: String, mobileNo: String, language: Language) -> Option<ErrorBody> =
        refusal(person::check_profile(&name, &mobileNo), language);
    /// Checks a favourite date range. Fields: `startDate`, `endDate`.
    checkDateRange(start: String, end: String, language: Language) -> Option<ErrorBody> =
        refusal(profile::check_typed_range(&start, &end), language);
}
