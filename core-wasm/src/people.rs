//! Rules for sign-in and registration, which public pages use, and for the lists of users.

use gridbill_core::identity::registering::RegisterRequest;
use gridbill_core::identity::{self, password, person, profile};
use gridbill_core::number::Email;
use gridbill_core::problem::ErrorBody;
use gridbill_core::team::Activity;
use gridbill_core::{Code, Language, Tone};
use serde::Serialize;
use tsify::Tsify;

use crate::rights::Rights;
use crate::rule::{Checked, checked, refusal};

/// The tone of a user's activity.
#[derive(Serialize, Tsify)]
pub struct ActivityShown {
    tone: Tone,
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
    /// Describes what a user with these rights may do.
    roleDescription(rights: Rights, language: Language) -> String = rights.role.description(rights.permissions, language);
    /// Returns the tone of a user's activity.
    activityShown(activity: Activity) -> ActivityShown = ActivityShown { tone: activity.tone() };
    /// Checks a favourite date range. Fields: `startDate`, `endDate`.
    checkDateRange(start: String, end: String, language: Language) -> Option<ErrorBody> =
        refusal(profile::check_typed_range(&start, &end), language);
}
