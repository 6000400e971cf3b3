//! The user's profile, preferences and sessions (docs/domain/people.md#profile-and-preferences).

use std::collections::BTreeMap;

use crate::endpoint::Nothing;
use crate::number::BulkId;
use crate::{Code, Day, Instant, Problem};

use super::factors::PasskeyProof;
use super::person::field;
use super::{Profile, Tokens};

endpoints! {
    /// Changes the user's name, mobile number and e-mail choice. A new mobile number needs a password confirmation.
    UpdateUserProfile = Post "/user-svc/api/v1/User/UpdateUserProfile"
        for SignedIn
        refuses(Forbidden, ConfirmIdentity, NameInvalid, MobileInvalid)
        changes(Profile, Team, Users, Staff): Json (UpdateProfileRequest) -> Nothing;
    /// Changes the user's password, ends all of their sessions, and starts a new one here.
    ChangePassword = Post "/portal/api/v1/Password/Change"
        also Patch "/user-svc/api/v1/User/ChangePassword"
        for SignedIn
        refuses(PasswordRequired, TooManyAttempts, ConfirmIdentity, IncorrectPassword, PasswordTooShort,
            PasswordAsBefore, OldPasswordRequired)
        changes(Sessions, Profile): Json (ChangePasswordRequest) -> Tokens;
    /// Sets a staff user's first password, and starts a new session.
    FirstTimeChangePassword = Post "/portal/api/v1/Password/SetFirst"
        also Patch "/user-svc/api/v1/Admin/FirstTimeChangePassword"
        for Staff
        refuses(PasswordRequired, PasswordTooShort, PasswordAsBefore)
        changes(Sessions, Profile): Json (FirstPasswordRequest) -> Tokens;
    /// Returns the profile as a customer of the bulk account sees it, for staff in customer view mode.
    GetCustomerProfile = Get "/user-svc/api/v1/Admin/GetCustomerProfile"
        for Staff(CustomerViewMode, View)
        refuses(BulkAccountNotFound)
        reads(Company, Accounts, Registrations, Profile): Json (CustomerProfileRequest) -> Profile;
    /// Accepts the current terms.
    AcceptTerms = Post "/portal/api/v1/Profile/AcceptTerms"
        for AnyCustomer
        refuses(TermsChanged)
        changes(Profile): Json (AcceptTermsRequest) -> Nothing;
    /// Marks a guided tour as completed or skipped.
    UserTutorialCompleted = Post "/user-svc/api/v1/User/UserTutorialCompleted"
        for SignedIn
        refuses(TutorialUnknown)
        changes(Profile): Json (TutorialRequest) -> Nothing;
    /// Sets one preference.
    SetUserPreference = Post "/user-svc/api/v1/User/SetUserPreference"
        for SignedIn
        refuses(PreferenceUnknown, DateRangeReversed)
        changes(Preferences): Json (PreferenceRequest) -> Nothing;
    /// Returns the user's preferences.
    GetUserPreferences = Get "/user-svc/api/v1/User/GetUserPreferences"
        for SignedIn light reads(Preferences): Json (Nothing) -> Preferences;
    /// Sets the favourite date range.
    UpdateDatePreference = Post "/user-svc/api/v1/User/UpdateDatePreference?startDate&endDate"
        for SignedIn
        refuses(DateRangeReversed, DateInvalid)
        changes(Preferences): Json (DateRange) -> Nothing;
    /// Lists the user's live sessions.
    GetSessions = Get "/portal/api/v1/Sessions"
        for SignedIn light reads(Sessions): Json (Nothing) -> Vec<LiveSession>;
    /// Confirms the user's identity: with a second factor if the user has one, otherwise with the password.
    ConfirmPassword = Post "/portal/api/v1/Sessions/ConfirmPassword"
        for SignedIn
        refuses(PasswordRequired, TooManyAttempts, IncorrectPassword, FactorNeeded, FactorCodeInvalid,
            FactorCodeWrong, RecoveryCodeWrong, PasskeyRefused, ChallengeExpired)
        changes(Sessions): Json (ConfirmPasswordRequest) -> Nothing;
    /// Ends one of the user's sessions.
    EndSession = Post "/portal/api/v1/Sessions/End"
        for SignedIn
        refuses(SessionNotFound)
        changes(Sessions): Json (EndSessionRequest) -> Nothing;
    /// Ends all of the user's sessions except this one.
    EndOtherSessions = Post "/portal/api/v1/Sessions/EndOthers"
        for SignedIn changes(Sessions): Json (Nothing) -> Nothing;
}

/// The calls that are allowed while the user must set a new password.
pub const WITH_AN_OLD_PASSWORD: &[&str] =
    &["GetUserProfile", "GetAdminProfile", "ChangePassword", "FirstTimeChangePassword", "GetUserPreferences"];

wire! {
    /// The user accepts the terms.
    pub struct AcceptTermsRequest {
        /// The version that the user read. [`super::registering::check_terms`] checks it.
        pub terms_version: String,
    }

    /// The profile form, as typed.
    pub struct UpdateProfileRequest {
        #[serde(default)]
        pub name: String,
        /// Without the country code.
        #[serde(default)]
        pub mobile_no: String,
        /// Whether the user is staff; must match the session.
        #[serde(default)]
        pub is_admin: Option<bool>,
        /// Whether the user wants optional e-mails.
        #[serde(rename = "EmailOpting", alias = "emailOpting", default)]
        #[cfg_attr(feature = "schema", schemars(rename = "EmailOpting"))]
        pub email_opting: Option<bool>,
    }

    /// The proof of the user's identity: the password, or one of the second factors for a user who has one.
    #[derive(Default)]
    #[serde(default)]
    pub struct ConfirmPasswordRequest {
        pub password: String,
        /// A code of the authenticator app.
        pub totp: Option<String>,
        pub recovery_code: Option<String>,
        /// The answer to `BeginPasskeyProof`.
        pub passkey: Option<PasskeyProof>,
    }

    /// The new password and the old one.
    pub struct ChangePasswordRequest {
        #[serde(default)]
        pub old_password: String,
        #[serde(default)]
        pub new_password: String,
    }

    /// The first password of a staff user.
    pub struct FirstPasswordRequest {
        #[serde(default)]
        pub new_password: String,
    }

    /// The bulk account to view.
    pub struct CustomerProfileRequest {
        pub bulk_id: BulkId,
    }

    /// A guided tour.
    pub struct TutorialRequest {
        /// One of [`TUTORIALS`].
        pub user_tutorial_id: String,
    }

    /// A guided tour that the user has completed or skipped.
    pub struct Tutorial {
        /// One of [`TUTORIALS`].
        pub user_tutorial_id: String,
        pub completed_at: Instant,
    }

    /// A preference, by its code.
    pub struct PreferenceRequest {
        /// `language`, `theme`, `density`, `columns`, `singleKeys`, `notificationEmail` or `favourite-date-preference`.
        pub preference_code: String,
        /// Favourite dates are `2026-11-01,2026-11-30` or `{"startDate":"2026-11-01","endDate":"2026-11-30"}`. Columns
        /// are the hidden ones of each list, as `{"payments":["method"]}`.
        pub config_value: String,
    }

    /// A range of days; both ends are included.
    #[derive(Copy, Eq)]
    pub struct DateRange {
        pub start_date: Day,
        pub end_date: Day,
    }

    /// The user's preferences; none where the user chose nothing.
    #[derive(Default)]
    pub struct Preferences {
        /// `en` or `ms`; also the language of e-mails.
        pub language: Option<String>,
        /// `light`, `dark` or `system`.
        pub theme: Option<String>,
        /// `compact` or `comfortable`: the row height of lists.
        pub density: Option<String>,
        /// The hidden columns of each list, as the JSON text that was stored.
        pub columns: Option<String>,
        /// `on` or `off`: whether single-key shortcuts work.
        pub single_keys: Option<String>,
        /// `never`, `atOnce` or `daily`: whether notifications are also sent by e-mail.
        pub notification_email: Option<String>,
        /// The favourite date range.
        #[serde(rename = "favourite-date-preference")]
        #[cfg_attr(feature = "schema", schemars(rename = "favourite-date-preference"))]
        pub favourite_dates: Option<DateRange>,
    }

    /// A session of the user that has not ended.
    pub struct LiveSession {
        pub session_id: String,
        /// The browser or program, by the name that it reports.
        pub device: String,
        pub started_at: Instant,
        /// The last activity, accurate to half a minute.
        pub last_active_at: Instant,
        /// Whether it is the session of this call.
        pub is_this_one: bool,
    }

    /// The session to end.
    pub struct EndSessionRequest {
        pub session_id: String,
    }
}

/// The code of the favourite date range.
pub const FAVOURITE_DATES: &str = "favourite-date-preference";

/// The code of the hidden columns.
pub const COLUMNS: &str = "columns";

/// The code of the choice to get notifications by e-mail.
pub const NOTIFICATION_EMAIL: &str = "notificationEmail";

/// Maximum characters of the hidden columns' JSON.
pub const MAX_COLUMNS_LENGTH: usize = 2000;

/// The preferences with a fixed set of values. [`FAVOURITE_DATES`] takes a range and [`COLUMNS`] an object instead.
pub const PREFERENCES: &[(&str, &[&str])] = &[
    ("language", &["en", "ms"]),
    ("theme", &["light", "dark", "system"]),
    ("density", &["compact", "comfortable"]),
    ("singleKeys", &["on", "off"]),
    (NOTIFICATION_EMAIL, &["never", "atOnce", "daily"]),
];

/// The guided tours, each with its maximum number of steps.
pub const TUTORIALS: &[(&str, u8)] = &[
    ("home", 10),
    ("billPayment", 6),
    ("findings", 3),
    ("queries", 2),
    ("payments", 3),
    ("account", 1),
    ("masterAccount", 6),
    ("viewerAccount", 3),
    ("addAccount", 1),
    ("editAccount", 3),
    ("adminPayment", 4),
    ("adminBulkAccounts", 2),
    ("adminManageBulkAccounts", 3),
    ("adminManageElectricityAccTutorialPCCR", 6),
    ("adminManageElectricityAccTutorialGLB", 4),
    ("manageUserPCCR", 4),
    ("manageUserGLB", 2),
    ("adminManageTNBUser", 3),
    ("masterManageUser", 5),
    ("nonMasterManageUser", 2),
    ("masterAccountGroup", 3),
    ("accountMemberAccountGroup", 2),
    ("paymentMemberAccountGroup", 2),
    ("viewerAccountGroup", 1),
    ("profile", 1),
    ("adminProfile", 1),
];

/// Checks a preference.
/// Fails with [`Code::PreferenceUnknown`] at `preferenceCode` for an unknown preference, at `configValue` for an
/// unknown value.
pub fn check_preference(code: &str, value: &str) -> Result<(), Problem> {
    let unknown = |field| Problem::at(field, Code::PreferenceUnknown);
    if code == COLUMNS {
        return if is_columns(value) { Ok(()) } else { Err(unknown("configValue")) };
    }
    let (_, values) = PREFERENCES.iter().find(|(known, _)| *known == code).ok_or_else(|| unknown("preferenceCode"))?;
    if values.contains(&value) { Ok(()) } else { Err(unknown("configValue")) }
}

/// Whether the value is an object that maps list names to names of hidden columns.
fn is_columns(value: &str) -> bool {
    value.chars().count() <= MAX_COLUMNS_LENGTH && serde_json::from_str::<BTreeMap<String, Vec<String>>>(value).is_ok()
}

/// Parses a favourite date range: first and last day separated by a comma, or the object that `GetUserPreferences`
/// returns.
/// Fails with [`Code::PreferenceUnknown`] for any other text, [`Code::DateInvalid`], [`Code::DateRangeReversed`]; all
/// at `configValue`.
pub fn parse_favourite_dates(value: &str) -> Result<DateRange, Problem> {
    let at = |code: Code| Problem::at("configValue", code);
    let range = match value.trim().split_once(',') {
        Some((start, end)) if !start.starts_with('{') => DateRange {
            start_date: Day::parse(start.trim()).map_err(at)?,
            end_date: Day::parse(end.trim()).map_err(at)?,
        },
        _ => serde_json::from_str(value).map_err(|_| at(Code::PreferenceUnknown))?,
    };
    check_range(range).map_err(|problem| at(problem.code))?;
    Ok(range)
}

/// Checks that the guided tour exists. Fails with [`Code::TutorialUnknown`].
pub fn check_tutorial(id: &str) -> Result<(), Code> {
    if TUTORIALS.iter().any(|(known, _)| *known == id) { Ok(()) } else { Err(Code::TutorialUnknown) }
}

/// Checks a favourite date range. Fails with [`Code::DateRangeReversed`] at `endDate`.
pub fn check_range(range: DateRange) -> Result<(), Problem> {
    if range.end_date < range.start_date {
        return Err(Problem::at("endDate", Code::DateRangeReversed));
    }
    Ok(())
}

/// Checks a favourite date range as typed. Fails with the wrong fields: `startDate`, `endDate`.
pub fn check_typed_range(start: &str, end: &str) -> Result<DateRange, Problem> {
    let mut wrong = Vec::new();
    let start_date = field(&mut wrong, "startDate", Day::parse(start));
    let end_date = field(&mut wrong, "endDate", Day::parse(end));
    match (Problem::of_fields(wrong), start_date, end_date) {
        (None, Some(start_date), Some(end_date)) => {
            let range = DateRange { start_date, end_date };
            check_range(range).map(|()| range)
        }
        (problem, ..) => Err(problem.unwrap_or_else(|| Code::DateInvalid.into())),
    }
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
