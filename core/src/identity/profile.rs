//! The own profile, its preferences and its sessions (docs/domain/people.md#profile-and-preferences).

use std::collections::BTreeMap;

use crate::endpoint::Nothing;
use crate::number::BulkId;
use crate::{Code, Day, Instant, Problem};

use super::person::field;
use super::{Profile, Tokens};

endpoints! { ProfileEndpoints;
    /// Changes one's name, mobile number and e-mail choice. For another mobile number the password is asked for again.
    UpdateUserProfile = Post "/user-svc/api/v1/User/UpdateUserProfile" for SignedIn changes(Profile, Team, Users, Staff): Json (UpdateProfileRequest) -> Nothing;
    /// Changes the own password, ends every session of the person, and begins a new one here.
    ChangePassword = Patch "/user-svc/api/v1/User/ChangePassword" for SignedIn changes(Sessions, Profile): Json (ChangePasswordRequest) -> Tokens;
    /// Sets the first own password of a member of staff, and begins a new session.
    FirstTimeChangePassword = Patch "/user-svc/api/v1/Admin/FirstTimeChangePassword" for Staff changes(Sessions, Profile): Json (FirstPasswordRequest) -> Tokens;
    /// What a customer of that bulk account sees of it, for staff in customer view mode.
    GetCustomerProfile = Get "/user-svc/api/v1/Admin/GetCustomerProfile" for Staff(CustomerViewMode, View) reads(Company, Accounts, Registrations, Profile): Json (CustomerProfileRequest) -> Profile;
    /// Agrees to the terms as they are now.
    AcceptTerms = Post "/portal/api/v1/Profile/AcceptTerms" for AnyCustomer changes(Profile): Json (AcceptTermsRequest) -> Nothing;
    /// The guided tour was seen to its end, or skipped.
    UserTutorialCompleted = Post "/user-svc/api/v1/User/UserTutorialCompleted" for SignedIn changes(Profile): Json (TutorialRequest) -> Nothing;
    /// Sets one preference.
    SetUserPreference = Post "/user-svc/api/v1/User/SetUserPreference" for SignedIn changes(Preferences): Json (PreferenceRequest) -> Nothing;
    /// The person's preferences.
    GetUserPreferences = Get "/user-svc/api/v1/User/GetUserPreferences" for SignedIn light reads(Preferences): Json (Nothing) -> Preferences;
    /// Sets the favourite range of dates.
    UpdateDatePreference = Post "/user-svc/api/v1/User/UpdateDatePreference?startDate&endDate" for SignedIn changes(Preferences): Json (DateRange) -> Nothing;
    /// Where the person is signed in now.
    GetSessions = Get "/portal/api/v1/Sessions" for SignedIn light reads(Sessions): Json (Nothing) -> Vec<LiveSession>;
    /// Proves by the password that this session is still the person's.
    ConfirmPassword = Post "/portal/api/v1/Sessions/ConfirmPassword" for SignedIn changes(Sessions): Json (ConfirmPasswordRequest) -> Nothing;
    /// Ends one of the person's sessions.
    EndSession = Post "/portal/api/v1/Sessions/End" for SignedIn changes(Sessions): Json (EndSessionRequest) -> Nothing;
    /// Ends all of the person's sessions but this one.
    EndOtherSessions = Post "/portal/api/v1/Sessions/EndOthers" for SignedIn changes(Sessions): Json (Nothing) -> Nothing;
}

/// The calls that somebody may make who must set a new password first.
pub const WITH_AN_OLD_PASSWORD: &[&str] =
    &["GetUserProfile", "GetAdminProfile", "ChangePassword", "FirstTimeChangePassword", "GetUserPreferences"];

wire! {
    /// Somebody has read the terms and agrees to them.
    pub struct AcceptTermsRequest {
        /// The version that was read. [`super::registering::check_terms`] checks it.
        pub terms_version: String,
    }

    /// The own profile, as typed.
    pub struct UpdateProfileRequest {
        #[serde(default)]
        pub name: String,
        /// The mobile number, without the country's code.
        #[serde(default)]
        pub mobile_no: String,
        /// A member of staff; must be what the person is.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub is_admin: Option<bool>,
        /// The person wants e-mails beside those that are needed.
        #[serde(rename = "EmailOpting", alias = "emailOpting", default)]
        #[cfg_attr(feature = "schema", schemars(rename = "EmailOpting"))]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub email_opting: Option<bool>,
    }

    /// The own password, asked for again.
    pub struct ConfirmPasswordRequest {
        #[serde(default)]
        pub password: String,
    }

    /// A new password with the old one.
    pub struct ChangePasswordRequest {
        #[serde(default)]
        pub old_password: String,
        #[serde(default)]
        pub new_password: String,
    }

    /// The first own password.
    pub struct FirstPasswordRequest {
        /// The password.
        #[serde(default)]
        pub new_password: String,
    }

    /// A bulk account whose customers' view is asked for.
    pub struct CustomerProfileRequest {
        pub bulk_id: BulkId,
    }

    /// A guided tour.
    pub struct TutorialRequest {
        /// One of [`TUTORIALS`].
        pub user_tutorial_id: String,
    }

    /// A guided tour that the person has seen or skipped.
    pub struct Tutorial {
        /// One of [`TUTORIALS`].
        pub user_tutorial_id: String,
        pub completed_at: Instant,
    }

    /// A preference by its code.
    pub struct PreferenceRequest {
        /// `language`, `theme`, `density`, `columns`, `singleKeys`, `notificationEmail` or `favourite-date-preference`.
        pub preference_code: String,
        /// Its value. Favourite dates are `2026-11-01,2026-11-30` or `{"startDate":"2026-11-01","endDate":"2026-11-30"}`;
        /// columns are the hidden ones of each list, as `{"payments":["method"]}`.
        pub config_value: String,
    }

    /// From one day to another.
    #[derive(Copy, Eq)]
    pub struct DateRange {
        /// The first.
        pub start_date: Day,
        /// The last.
        pub end_date: Day,
    }

    /// A person's preferences; nothing where none was chosen.
    #[derive(Default)]
    pub struct Preferences {
        /// `en` or `ms`; e-mails are written in it.
        pub language: Option<String>,
        /// `light`, `dark` or `system`.
        pub theme: Option<String>,
        /// `compact` or `comfortable`: how dense the rows of lists are.
        pub density: Option<String>,
        /// The hidden columns of each list, as the JSON text that was set.
        pub columns: Option<String>,
        /// `on` or `off`: whether a key alone does something.
        pub single_keys: Option<String>,
        /// `never`, `atOnce` or `daily`: whether notifications come by e-mail, too.
        pub notification_email: Option<String>,
        /// The favourite range of dates.
        #[serde(rename = "favourite-date-preference")]
        #[cfg_attr(feature = "schema", schemars(rename = "favourite-date-preference"))]
        pub favourite_dates: Option<DateRange>,
    }

    /// Where somebody is signed in.
    pub struct LiveSession {
        pub session_id: String,
        /// The browser or program, as it names itself.
        pub device: String,
        /// When it began.
        pub started_at: Instant,
        /// When it acted last, to within half a minute.
        pub last_active_at: Instant,
        /// The one that asks.
        pub is_this_one: bool,
    }

    /// A session to be ended.
    pub struct EndSessionRequest {
        pub session_id: String,
    }
}

/// The code of the favourite range of dates.
pub const FAVOURITE_DATES: &str = "favourite-date-preference";

/// The code of the hidden columns.
pub const COLUMNS: &str = "columns";

/// The code of whether notifications come by e-mail, too.
pub const NOTIFICATION_EMAIL: &str = "notificationEmail";

/// The most characters that the hidden columns may have.
pub const MAX_COLUMNS_LENGTH: usize = 2000;

/// The preferences that are set by code, each with its values; [`FAVOURITE_DATES`] has a range, [`COLUMNS`] an object.
pub const PREFERENCES: &[(&str, &[&str])] = &[
    ("language", &["en", "ms"]),
    ("theme", &["light", "dark", "system"]),
    ("density", &["compact", "comfortable"]),
    ("singleKeys", &["on", "off"]),
    (NOTIFICATION_EMAIL, &["never", "atOnce", "daily"]),
];

/// The guided tours, each with its most steps.
pub const TUTORIALS: &[(&str, u8)] = &[
    ("home", 10),
    ("billPayment", 6),
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
///
/// # Errors
/// [`Code::PreferenceUnknown`] at `preferenceCode` when there is no such preference, at `configValue` when it has no such
/// value.
pub fn check_preference(code: &str, value: &str) -> Result<(), Problem> {
    let unknown = |field| Problem::at(field, Code::PreferenceUnknown);
    if code == COLUMNS {
        return if is_columns(value) { Ok(()) } else { Err(unknown("configValue")) };
    }
    let (_, values) = PREFERENCES.iter().find(|(known, _)| *known == code).ok_or_else(|| unknown("preferenceCode"))?;
    if values.contains(&value) { Ok(()) } else { Err(unknown("configValue")) }
}

/// An object of lists' names, each with its hidden columns' names.
fn is_columns(value: &str) -> bool {
    value.chars().count() <= MAX_COLUMNS_LENGTH && serde_json::from_str::<BTreeMap<String, Vec<String>>>(value).is_ok()
}

/// Reads a favourite range of dates out of one text: the first and the last day with a comma between them, or the object
/// as which the preferences show it.
///
/// # Errors
/// [`Code::PreferenceUnknown`] for another text, [`Code::DateInvalid`], [`Code::DateRangeReversed`]; all at `configValue`.
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

/// Checks that there is such a guided tour.
///
/// # Errors
/// [`Code::TutorialUnknown`].
pub fn check_tutorial(id: &str) -> Result<(), Code> {
    if TUTORIALS.iter().any(|(known, _)| *known == id) { Ok(()) } else { Err(Code::TutorialUnknown) }
}

/// Checks a favourite range of dates.
///
/// # Errors
/// [`Code::DateRangeReversed`] at `endDate`.
pub fn check_range(range: DateRange) -> Result<(), Problem> {
    if range.end_date < range.start_date {
        return Err(Problem::at("endDate", Code::DateRangeReversed));
    }
    Ok(())
}

/// Checks a favourite range of dates as typed.
///
/// # Errors
/// The wrong fields: `startDate`, `endDate`.
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
