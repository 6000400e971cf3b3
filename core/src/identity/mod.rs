//! Sign-in, sessions and the signed-in user's profile (docs/domain/people.md#signing-in).

use crate::announcements::OnShow;
use crate::endpoint::{EndpointSpec, Nothing};
use crate::number::{BulkId, Email};
use crate::permission::{Permissions, Role};
use crate::{Code, Instant, Language, Problem};

pub mod factors;
pub mod password;
pub mod person;
pub mod profile;
pub mod registering;
pub mod sso;

use factors::SignInAnswer;
use profile::Tutorial;

endpoints! {
    /// Signs a customer in. For a user with a second factor the answer is a challenge, without tokens.
    Login = Post "/user-svc/api/v1/User/Login"
        for Public
        refuses(SignedOut, EmailInvalid, PasswordRequired, WrongCredentials, AccountLocked, AccountNotActivated,
            TooManyAttempts, PasskeysUnavailable, SsoRequired, LinkInvalid, LinkUsed, AccountAlreadyActivated,
            JoinsFromAnother, BulkAccountNotFound)
        changes(Sessions): Json (LoginRequest) -> SignInAnswer;
    /// Ends a customer's session immediately.
    Logout = Post "/user-svc/api/v1/User/Logout"
        for Public
        refuses(SignedOut, SessionHeaderMissing)
        changes(Sessions): Json (RefreshRequest) -> Nothing;
    /// Gives a customer's session a new pair of tokens.
    RefreshToken = Post "/user-svc/api/v1/User/RefreshToken"
        for Public
        refuses(SignedOut, SessionExpired, SessionHeaderMissing)
        changes(Sessions): Json (RefreshRequest) -> Tokens;
    /// Returns the signed-in customer's profile.
    GetUserProfile = Get "/user-svc/api/v1/User/GetUserProfile"
        for AnyCustomer viewed
        refuses(BulkAccountNotFound)
        light reads(Profile, Registrations, Accounts, Company): Json (Nothing) -> Profile;
    /// Signs a staff user in. For a user with a second factor the answer is a challenge, without tokens.
    AdminLogin = Post "/user-svc/api/v1/Admin/Login"
        for Public
        refuses(SignedOut, EmailInvalid, PasswordRequired, WrongCredentials, AccountLocked, AccountNotActivated,
            TooManyAttempts, PasskeysUnavailable, SsoRequired, LinkInvalid, LinkUsed, AccountAlreadyActivated,
            JoinsFromAnother, BulkAccountNotFound)
        changes(Sessions): Json (LoginRequest) -> SignInAnswer;
    /// Ends a staff session immediately.
    AdminLogout = Post "/user-svc/api/v1/Admin/Logout"
        for Public
        refuses(SignedOut, SessionHeaderMissing)
        changes(Sessions): Json (RefreshRequest) -> Nothing;
    /// Gives a staff session a new pair of tokens.
    AdminRefreshToken = Post "/user-svc/api/v1/Admin/RefreshToken"
        for Public
        refuses(SignedOut, SessionExpired, SessionHeaderMissing)
        changes(Sessions): Json (RefreshRequest) -> Tokens;
    /// Returns the signed-in staff user's profile.
    GetAdminProfile = Get "/user-svc/api/v1/Admin/GetAdminProfile"
        for Staff
        refuses(BulkAccountNotFound)
        light reads(Profile): Json (Nothing) -> Profile;
    /// Returns the portal's public data: utility, care line, announcements, and whether it is the demo.
    GetPortal = Get "/portal/api/v1/Portal"
        for Public
        refuses(SignedOut)
        light reads(): Json (Nothing) -> Portal;
}

/// Returns every endpoint of this domain. Public pages call them.
pub fn endpoints() -> impl Iterator<Item = &'static EndpointSpec> {
    [ENDPOINTS, registering::ENDPOINTS, profile::ENDPOINTS, factors::ENDPOINTS, sso::ENDPOINTS].into_iter().flatten()
}

/// Wrong passwords after which an account is locked until its password is reset.
pub const MAX_ATTEMPTS: i32 = 5;
/// Seconds without activity after which a session ends.
pub const IDLE_SECONDS: i64 = 15 * 60;
/// Seconds before an idle session ends, during which the page shows a countdown.
pub const IDLE_WARNING_SECONDS: i64 = 60;
/// Seconds after which a session ends even if it is active.
pub const SESSION_SECONDS: i64 = 24 * 3600;
/// Seconds after a sign-in or a password confirmation during which the password is not asked for again.
pub const PROOF_SECONDS: i64 = 15 * 60;
/// Seconds for which an access token is valid.
pub const ACCESS_SECONDS: i64 = 5 * 60;
/// Seconds between two token refreshes of an active page.
pub const REFRESH_SECONDS: i64 = 135;

wire! {
    /// E-mail and password.
    pub struct LoginRequest {
        /// The e-mail address.
        pub username: String,
        pub password: String,
        /// The token of the invitation that the user came with. Signing in accepts it.
        #[serde(default)]
        pub invitation_token: Option<String>,
    }

    /// The refresh token. The web app sends it in a cookie instead.
    #[derive(Default)]
    #[serde(default)]
    pub struct RefreshRequest {
        pub refresh_token: Option<String>,
    }

    /// A session's tokens. They are empty for the web app, which gets them in cookies that no script can read.
    pub struct Tokens {
        /// For `Authorization: Bearer`.
        pub access_token: String,
        /// For the next refresh.
        pub refresh_token: String,
        /// Seconds for which the access token is valid.
        pub expires_in: i64,
        /// Whether the user is staff.
        pub is_admin: bool,
        /// Whether the user must set a new password first.
        pub is_password_reset_required: bool,
    }

    /// The signed-in user.
    pub struct Profile {
        pub name: String,
        pub email: String,
        /// The name that colleagues see.
        pub nickname: Option<String>,
        /// Without the country code.
        pub mobile_no: Option<String>,
        /// Missing for staff and for users from before it was recorded.
        pub identification_type: Option<person::IdentificationType>,
        /// Masked except for the last four characters.
        pub identification_no: Option<String>,
        /// Whether the user wants optional e-mails.
        pub email_opting: bool,
        /// The role; none for a customer who belongs to no bulk account yet.
        pub role: Option<Role>,
        /// In customer view mode, the staff user's own role. The other fields then have the values of the bulk
        /// account's users.
        pub viewed_by: Option<Role>,
        /// A Member's permissions.
        pub permissions: Permissions,
        /// The permission codes that follow from role and permissions.
        pub scopes: Vec<String>,
        /// The roles that the scopes follow from.
        pub user_roles_for_scope: Vec<Role>,
        /// The user's company, or the utility.
        pub company_name: Option<String>,
        /// The sector of the company's first electricity account, in the caller's language.
        pub sector_name: Option<String>,
        pub bulk_id: Option<BulkId>,
        /// The status of the bulk account's registration; 7 if there is nothing to report.
        pub registration_status_id: i16,
        /// Whether the bulk account has an electricity account without errors. Without one, only profile, accounts and
        /// registration are open.
        pub has_valid_contract_account: bool,
        /// The sign-in before the current one.
        pub last_login_date_time: Option<Instant>,
        /// Whether the user must set a new password first.
        pub is_password_reset_required: bool,
        /// The version of the terms that the user must accept. None if they have accepted it, and for staff.
        pub terms_to_accept: Option<String>,
        /// The guided tours that the user has completed or skipped.
        pub tutorials: Vec<Tutorial>,
        /// The time of this answer, which the portal uses as the current time.
        pub now: Instant,
    }

    /// The portal's public data.
    pub struct Portal {
        pub utility_name: String,
        pub care_line: String,
        /// The accent colour, in CSS syntax.
        pub accent: Option<String>,
        /// Whether this is the demo, with its fixed users.
        pub is_demo: bool,
        /// The language that the caller prefers.
        pub language: Language,
        /// The side on which the browser is signed in. None if it is not, and for programs with a token.
        pub signed_in_as: Option<Side>,
        pub announcements: OnShow,
    }

    /// A side of the portal.
    #[derive(Copy, Eq, Hash)]
    pub enum Side {
        /// The customers' portal.
        Customer,
        /// The utility's staff portal.
        Staff,
    }
}

impl Side {
    /// Whether it is the staff side.
    #[must_use]
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::Staff)
    }
}

/// Checks the sign-in form before any lookup.
/// Fails with [`Code::EmailRequired`], [`Code::EmailInvalid`], [`Code::PasswordRequired`], by field.
pub fn check_login(username: &str, password: &str) -> Result<Email, Problem> {
    let email = Email::parse(username);
    let wrong_email = email.as_ref().err().map(|code| ("username".to_owned(), (*code).into()));
    let wrong_password = password.is_empty().then(|| ("password".to_owned(), Code::PasswordRequired.into()));
    match Problem::of_fields(wrong_email.into_iter().chain(wrong_password).collect()) {
        Some(problem) => Err(problem),
        None => email.map_err(Problem::from),
    }
}
