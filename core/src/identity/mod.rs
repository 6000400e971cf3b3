//! Signing in and who one is (docs/domain/people.md#signing-in).

use crate::announcements::OnShow;
use crate::endpoint::{Entry, Nothing};
use crate::number::{BulkId, Email};
use crate::permission::{Permissions, Role};
use crate::{Code, Instant, Language, Problem};

pub mod password;
pub mod person;
pub mod profile;
pub mod registering;

use profile::Tutorial;

endpoints! { IdentityEndpoints;
    /// Signs a customer in.
    Login = Post "/user-svc/api/v1/User/Login" for Public changes(Sessions): Json (LoginRequest) -> Tokens;
    /// Ends a customer's session at once.
    Logout = Post "/user-svc/api/v1/User/Logout" for Public changes(Sessions): Json (RefreshRequest) -> Nothing;
    /// Gives the next pair of tokens to a customer.
    RefreshToken = Post "/user-svc/api/v1/User/RefreshToken" for Public changes(Sessions): Json (RefreshRequest) -> Tokens;
    /// Who the customer is.
    GetUserProfile = Get "/user-svc/api/v1/User/GetUserProfile" for AnyCustomer light reads(Profile, Registrations, Accounts, Company): Json (Nothing) -> Profile;
    /// Signs a member of staff in.
    AdminLogin = Post "/user-svc/api/v1/Admin/Login" for Public changes(Sessions): Json (LoginRequest) -> Tokens;
    /// Ends a staff session at once.
    AdminLogout = Post "/user-svc/api/v1/Admin/Logout" for Public changes(Sessions): Json (RefreshRequest) -> Nothing;
    /// Gives the next pair of tokens to a member of staff.
    AdminRefreshToken = Post "/user-svc/api/v1/Admin/RefreshToken" for Public changes(Sessions): Json (RefreshRequest) -> Tokens;
    /// Who the member of staff is.
    GetAdminProfile = Get "/user-svc/api/v1/Admin/GetAdminProfile" for Staff light reads(Profile): Json (Nothing) -> Profile;
    /// What anybody may know of this portal: its utility, care line, what is announced, and whether it is the demo.
    GetPortal = Get "/portal/api/v1/Portal" for Public light reads(): Json (Nothing) -> Portal;
}

/// Every endpoint of this domain: they are all that the public pages call.
pub fn endpoints() -> impl Iterator<Item = &'static Entry> {
    [ENDPOINTS, registering::ENDPOINTS, profile::ENDPOINTS].into_iter().flatten()
}

/// Wrong attempts after which an account is locked until its password is reset.
pub const MAX_ATTEMPTS: i32 = 5;
/// Seconds of silence after which a session is over.
pub const IDLE_SECONDS: i64 = 15 * 60;
/// The last of them, which the page counts down before it signs the person out.
pub const IDLE_WARNING_SECONDS: i64 = 60;
/// Seconds after which a session is over in any case.
pub const SESSION_SECONDS: i64 = 24 * 3600;
/// Seconds after a sign-in, or after the password was asked for again, in which it is not asked for another time.
pub const PROOF_SECONDS: i64 = 15 * 60;
/// Seconds for which an access token is good.
pub const ACCESS_SECONDS: i64 = 5 * 60;
/// Seconds between two refreshes of an active page.
pub const REFRESH_SECONDS: i64 = 135;

wire! {
    /// E-mail and password.
    pub struct LoginRequest {
        /// The e-mail address.
        pub username: String,
        pub password: String,
        /// The invitation that the person came by, which is taken by signing in.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub invitation_token: Option<String>,
    }

    /// The refresh token; the web app's is in its cookie.
    #[derive(Default)]
    #[serde(default)]
    pub struct RefreshRequest {
        /// The token.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub refresh_token: Option<String>,
    }

    /// A session's tokens. Empty texts for the web app, which has them in cookies that no script can read.
    pub struct Tokens {
        /// For `Authorization: Bearer`.
        pub access_token: String,
        /// For the next pair.
        pub refresh_token: String,
        /// Seconds for which the access token is good.
        pub expires_in: i64,
        /// A member of staff.
        pub is_admin: bool,
        /// A new password must be set first.
        pub is_password_reset_required: bool,
    }

    /// Who is signed in.
    pub struct Profile {
        pub name: String,
        pub email: String,
        /// What colleagues call them.
        pub nickname: Option<String>,
        /// Their mobile number, without the country's code.
        pub mobile_no: Option<String>,
        /// By what they are identified; staff and people from before are not.
        pub identification_type: Option<person::IdentificationType>,
        /// Its number, all but the last four characters hidden.
        pub identification_no: Option<String>,
        /// They want e-mails beside those that are needed.
        pub email_opting: bool,
        /// Their role; none for a customer who belongs to no bulk account yet.
        pub role: Option<Role>,
        /// Of staff in customer view mode their own role; the other fields are then as the bulk account's people have them.
        pub viewed_by: Option<Role>,
        /// A Member's permissions.
        pub permissions: Permissions,
        /// The permission codes that follow from both.
        pub scopes: Vec<String>,
        /// The roles from which those follow.
        pub user_roles_for_scope: Vec<Role>,
        /// Their company, or the utility.
        pub company_name: Option<String>,
        /// The sector of the company's first electricity account, in the caller's language.
        pub sector_name: Option<String>,
        /// Their bulk account.
        pub bulk_id: Option<BulkId>,
        /// Where the registration of the bulk account stands; 7 when there is nothing to say.
        pub registration_status_id: i16,
        /// The bulk account has an electricity account free of errors; without one only the profile, the accounts and the
        /// registration open.
        pub has_valid_contract_account: bool,
        /// When they signed in before this time.
        pub last_login_date_time: Option<Instant>,
        /// A new password must be set first.
        pub is_password_reset_required: bool,
        /// The version of the terms to which they have not agreed yet: the portal asks. None otherwise, and of staff.
        pub terms_to_accept: Option<String>,
        /// The guided tours that they have seen or skipped.
        pub tutorials: Vec<Tutorial>,
        /// When this was answered, which is what the portal calls now.
        pub now: Instant,
    }

    /// What anybody may know of this portal.
    pub struct Portal {
        /// The utility.
        pub utility_name: String,
        pub care_line: String,
        /// The accent colour, as CSS writes it.
        pub accent: Option<String>,
        /// The demo, with its fixed people.
        pub is_demo: bool,
        /// Which language the caller asked for.
        pub language: Language,
        /// On which side the browser that asks is signed in; none for a stranger, and for programs with a token.
        pub signed_in_as: Option<Side>,
        /// What is announced.
        pub announcements: OnShow,
    }

    /// A side of the portal.
    #[derive(Copy, Eq, Hash)]
    pub enum Side {
        /// The customers'.
        Customer,
        /// The utility's.
        Staff,
    }
}

impl Side {
    /// Whether it is the utility's.
    #[must_use]
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::Staff)
    }
}

/// Checks what was typed to sign in, before anything is looked up.
///
/// # Errors
/// [`Code::EmailRequired`], [`Code::EmailInvalid`], [`Code::PasswordRequired`], by field.
pub fn check_login(username: &str, password: &str) -> Result<Email, Problem> {
    let email = Email::parse(username);
    let wrong_email = email.as_ref().err().map(|code| ("username".to_owned(), (*code).into()));
    let wrong_password = password.is_empty().then(|| ("password".to_owned(), Code::PasswordRequired.into()));
    match Problem::of_fields(wrong_email.into_iter().chain(wrong_password).collect()) {
        Some(problem) => Err(problem),
        None => email.map_err(Problem::from),
    }
}
