//! Signing in and registering, and the forms of people whom somebody adds or changes.

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

/// What somebody may do: a role, with a Member's permissions.
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

/// How an activity looks.
#[derive(Serialize, Tsify)]
pub struct ActivityShown {
    tone: Tone,
}

/// The form of one of the utility's people. No e-mail address is asked for where it is null.
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
    /// Checks what was typed to sign in; the value is the e-mail address.
    checkLogin(username: String, password: String, language: Language) -> Checked<Email> =
        checked(identity::check_login(&username, &password), language);
    /// An e-mail address.
    checkEmail(typed: String, language: Language) -> Checked<Email> = checked(Email::parse(&typed), language);
    /// A new password, typed twice: `password`, `confirmation`.
    checkNewPassword(password: String, confirmation: String, language: Language) -> Option<ErrorBody> =
        refusal(password::check_twice(&password, &confirmation), language);
    /// Every rule that a new password still breaks.
    brokenPasswordRules(password: String) -> Vec<Code> = password::broken(&password).collect();
    /// Both steps of registering: `email`, `password`, `name`, `identificationType`, `identificationNo`, `mobileNo`.
    checkRegistration(form: RegisterRequest, language: Language) -> Option<ErrorBody> =
        refusal(person::check_registration(&form), language);
    /// The language that an `Accept-Language` header prefers among ours.
    acceptedLanguage(header: String) -> Language = Language::accepted(&header);
    /// Somebody to invite: `email`, `nickname`, `permissions`.
    checkMember(email: String, nickname: String, ticked: List<TeamPermission>, language: Language) -> Option<ErrorBody> =
        refusal(team::check_member(&email, &nickname, &ticked), language);
    /// The role and permissions that the ticks make; the refusal is the form's.
    roleOf(ticked: List<TeamPermission>, language: Language) -> Checked<Rights> =
        checked(team::role_of(&ticked).map(Rights::from), language);
    /// The ticks that stand for what somebody has already.
    ticksOf(rights: Rights) -> Vec<TeamPermission> = team::ticks_of(rights.role, rights.permissions);
    /// What a user with these rights may do.
    roleDescription(rights: Rights, language: Language) -> String = rights.role.description(rights.permissions, language);
    /// How an activity looks.
    activityShown(activity: Activity) -> ActivityShown = ActivityShown { tone: activity.tone() };
    /// One of the utility's people: `emailAddress`, `username`, `nickname`, `mobileNo`, `role`.
    checkStaffUser(user: StaffUserForm, language: Language) -> Option<ErrorBody> = refusal(user.check(), language);
    /// The own profile: `name`, `mobileNo`.
    checkProfile(name: String, mobileNo: String, language: Language) -> Option<ErrorBody> =
        refusal(person::check_profile(&name, &mobileNo), language);
    /// A favourite range of dates: `startDate`, `endDate`.
    checkDateRange(start: String, end: String, language: Language) -> Option<ErrorBody> =
        refusal(profile::check_typed_range(&start, &end), language);
}
