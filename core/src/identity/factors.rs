//! Second factors: passkeys, codes of an authenticator app, and recovery codes (docs/domain/people.md#second-factor).

use serde_json::Value;

use crate::endpoint::Nothing;
use crate::number::BulkId;
use crate::permission::Role;
use crate::{Code, Day, Instant, Problem};

use super::Tokens;

endpoints! {
    /// Completes a sign-in that answered a challenge, with a second factor.
    CompleteSignIn = Post "/portal/api/v1/SignIn/Complete"
        for Public
        refuses(TooManyAttempts, FactorNeeded, FactorCodeInvalid, FactorCodeWrong, RecoveryCodeWrong,
            PasskeyRefused, ChallengeExpired, LinkInvalid, LinkUsed, AccountAlreadyActivated, JoinsFromAnother,
            BulkAccountNotFound)
        changes(Sessions): Json (CompleteSignInRequest) -> Tokens;
    /// Begins a sign-in with a passkey, without an e-mail address and without a password.
    BeginPasskeySignIn = Post "/portal/api/v1/SignIn/Passkey/Begin"
        for Public
        refuses(TooManyAttempts, PasskeysUnavailable)
        changes(): Json (Nothing) -> PasskeyChallenge;
    /// Finishes a sign-in with a passkey.
    FinishPasskeySignIn = Post "/portal/api/v1/SignIn/Passkey/Finish"
        for Public
        refuses(TooManyAttempts, FactorCodeWrong, RecoveryCodeWrong, PasskeyRefused, PasskeysUnavailable,
            ChallengeExpired, SsoRequired, LinkInvalid, LinkUsed, AccountAlreadyActivated, JoinsFromAnother,
            ChoiceRequired, BulkAccountNotFound)
        changes(Sessions): Json (FinishPasskeySignInRequest) -> Tokens;
    /// Returns the user's second factors, and whether one is required.
    GetFactors = Get "/portal/api/v1/Factors"
        for SignedIn light reads(Sessions, Profile): Json (Nothing) -> Factors;
    /// Makes a secret for an authenticator app. It counts once a code of it was confirmed. Needs a recent proof of
    /// identity.
    BeginTotp = Post "/portal/api/v1/Factors/Totp/Begin"
        for SignedIn
        refuses(ConfirmIdentity, FactorLimit)
        changes(): Json (Nothing) -> NewTotp;
    /// Adds the authenticator app whose code is confirmed, and ends the user's other sessions.
    ConfirmTotp = Post "/portal/api/v1/Factors/Totp/Confirm"
        for SignedIn
        refuses(TooManyAttempts, ConfirmIdentity, FactorCodeInvalid, FactorCodeWrong, FactorClockFast,
            FactorClockSlow, FactorClockZone, RecoveryCodeWrong, PasskeyRefused, ChallengeExpired, FactorLimit,
            FactorNameTooLong)
        changes(Sessions, Team): Json (ConfirmTotpRequest) -> AddedFactor;
    /// Begins the registration of a passkey. Needs a recent proof of identity.
    BeginPasskey = Post "/portal/api/v1/Factors/Passkeys/Begin"
        for SignedIn
        refuses(ConfirmIdentity, PasskeysUnavailable, FactorLimit)
        changes(): Json (Nothing) -> PasskeyChallenge;
    /// Adds the passkey, and ends the user's other sessions.
    FinishPasskey = Post "/portal/api/v1/Factors/Passkeys/Finish"
        for SignedIn
        refuses(TooManyAttempts, ConfirmIdentity, FactorCodeWrong, RecoveryCodeWrong, PasskeyRefused,
            PasskeysUnavailable, ChallengeExpired, FactorLimit, FactorNameTooLong)
        changes(Sessions, Team): Json (FinishPasskeyRequest) -> AddedFactor;
    /// Returns a challenge for confirming the user's identity with a passkey, at `ConfirmPassword`.
    BeginPasskeyProof = Post "/portal/api/v1/Factors/Passkeys/Challenge"
        for SignedIn
        refuses(PasskeysUnavailable, FactorNotFound)
        changes(): Json (Nothing) -> PasskeyChallenge;
    /// Removes a factor, and ends the user's other sessions. Needs a recent proof of identity.
    RemoveFactor = Post "/portal/api/v1/Factors/Remove"
        for SignedIn
        refuses(ConfirmIdentity, FactorNotFound, FactorIsLast)
        changes(Sessions, Team): Json (RemoveFactorRequest) -> Nothing;
    /// Replaces the user's recovery codes, and ends the user's other sessions. Needs a recent proof of identity.
    RenewRecoveryCodes = Post "/portal/api/v1/Factors/RecoveryCodes"
        for SignedIn
        refuses(ConfirmIdentity, FactorNotFound)
        changes(Sessions): Json (Nothing) -> RecoveryCodes;
    /// Returns who needs a second factor in a bulk account, and how many users have one.
    GetFactorPolicy = Get "/portal/api/v1/Factors/Policy/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount)
        reads(Team): Json (FactorPolicyRequest) -> FactorPolicyState;
    /// Sets who needs a second factor in a bulk account, and from which day. Needs a recent proof of identity.
    SetFactorPolicy = Post "/portal/api/v1/Factors/Policy/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, FactorPolicyRole, FactorPolicyDay, RoleRequired, DateInvalid)
        changes(Team, Profile): Json (SetFactorPolicyRequest) -> Nothing;
}

/// The calls that are allowed while the user must add a second factor first.
pub const WITHOUT_A_FACTOR: &[&str] = &[
    "GetUserProfile",
    "GetAdminProfile",
    "GetUserPreferences",
    "GetFactors",
    "BeginTotp",
    "ConfirmTotp",
    "BeginPasskey",
    "FinishPasskey",
    "ConfirmPassword",
    "ChangePassword",
    "FirstTimeChangePassword",
];

/// Seconds for which a challenge is valid: time to fetch a telephone.
pub const CHALLENGE_SECONDS: i64 = 5 * 60;
/// Seconds in which a new authenticator app must be confirmed, and a new passkey registered.
pub const ENROLMENT_SECONDS: i64 = 15 * 60;
/// Seconds between the confirmation of a reset and its effect, in which the user can object.
pub const RESET_WAIT_SECONDS: i64 = 24 * 3600;
/// Recovery codes of a user.
pub const RECOVERY_CODES: usize = 10;
/// Wrong codes in an hour after which a user's codes are refused until the hour is over.
pub const MAX_WRONG_CODES: i32 = 10;
/// Maximum number of a user's factors.
pub const MAX_FACTORS: usize = 10;
/// Maximum characters of a factor's name.
pub const MAX_NAME_LENGTH: usize = 60;
/// Days between a new rule and the day from which it may apply at the latest.
pub const MAX_GRACE_DAYS: i64 = 90;

wire! {
    /// A way to prove a second factor.
    #[derive(Copy, Eq, Hash)]
    pub enum FactorKind {
        /// A passkey.
        Passkey,
        /// A code of an authenticator app.
        Totp,
        /// One of the user's recovery codes.
        RecoveryCode,
    }

    /// The answer of a sign-in with a password.
    #[serde(untagged)]
    pub enum SignInAnswer {
        /// The password was enough.
        Tokens(Tokens),
        /// The user has a second factor; there are no tokens yet.
        Challenged(Challenged),
    }

    /// A sign-in that needs a second factor.
    pub struct Challenged {
        pub challenge: SignInChallenge,
    }

    /// What completes a sign-in.
    pub struct SignInChallenge {
        /// Identifies the sign-in. It is valid for five minutes, and only for the client and network address that it
        /// was given to.
        pub handle: String,
        /// The ways in which the user can complete the sign-in, the strongest first.
        pub methods: Vec<FactorKind>,
        /// The argument of `navigator.credentials.get`, in its JSON form. None for a user without a passkey.
        #[cfg_attr(feature = "ts", tsify(type = "unknown"))]
        pub passkey: Option<Value>,
    }

    /// A second factor for a sign-in: one of the three.
    pub struct CompleteSignInRequest {
        pub handle: String,
        /// A code of the authenticator app.
        #[serde(default)]
        pub totp: Option<String>,
        #[serde(default)]
        pub recovery_code: Option<String>,
        /// The credential that the browser returned, in its JSON form.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional, type = "unknown"))]
        pub passkey: Option<Value>,
        /// The token of the invitation that the user came with. Signing in accepts it.
        #[serde(default)]
        pub invitation_token: Option<String>,
    }

    /// A question to a passkey.
    pub struct PasskeyChallenge {
        /// Identifies the question. Each can be answered once.
        pub handle: String,
        /// The argument of `navigator.credentials.get` or `create`, in its JSON form.
        #[cfg_attr(feature = "ts", tsify(type = "unknown"))]
        pub options: Value,
    }

    /// The answer of a passkey that signs in.
    pub struct FinishPasskeySignInRequest {
        pub handle: String,
        /// The credential that the browser returned, in its JSON form.
        #[cfg_attr(feature = "ts", tsify(type = "unknown"))]
        pub passkey: Value,
        /// The side to sign in to, which must be the user's.
        pub side: super::Side,
    }

    /// The answer of a passkey that confirms the user's identity.
    pub struct PasskeyProof {
        pub handle: String,
        /// The credential that the browser returned, in its JSON form.
        #[cfg_attr(feature = "ts", tsify(type = "unknown"))]
        pub credential: Value,
    }

    /// The user's second factors.
    pub struct Factors {
        /// The factors, the oldest first.
        pub factors: Vec<Factor>,
        /// Unused recovery codes.
        pub recovery_codes_left: usize,
        /// The ways in which the user confirms their identity, the strongest first. Empty if the password is enough.
        pub methods: Vec<FactorKind>,
        /// The day from which the user needs a second factor; none if it is not required.
        pub required_from: Option<Day>,
        /// Whether the user must add a factor before anything else.
        pub must_add: bool,
        /// Whether passkeys can be used at this portal's address.
        pub can_add_passkey: bool,
    }

    /// A second factor of the user.
    pub struct Factor {
        pub factor_id: String,
        /// `passkey` or `totp`.
        pub kind: FactorKind,
        /// The name that the user gave it.
        pub name: String,
        pub added_at: Instant,
        pub last_used_at: Option<Instant>,
    }

    /// A new secret for an authenticator app.
    pub struct NewTotp {
        /// The secret in Base32, for typing.
        pub secret: String,
        /// The secret as an `otpauth` address, which the QR code contains.
        pub address: String,
        /// The width and height of the QR code in modules, including the margin.
        pub qr_size: u32,
        /// The dark modules of the QR code as the path of an SVG element, one unit for each module.
        pub qr_path: String,
    }

    /// A code of the new authenticator app.
    pub struct ConfirmTotpRequest {
        pub totp: String,
        /// A name for the app; `Authenticator app` if left out.
        #[serde(default)]
        pub name: Option<String>,
    }

    /// The new passkey.
    pub struct FinishPasskeyRequest {
        pub handle: String,
        /// The credential that the browser made, in its JSON form.
        #[cfg_attr(feature = "ts", tsify(type = "unknown"))]
        pub credential: Value,
        /// A name for the passkey; `Passkey` if left out.
        #[serde(default)]
        pub name: Option<String>,
    }

    /// A factor was added.
    pub struct AddedFactor {
        pub factor_id: String,
        /// The recovery codes, which are shown once. Empty if the user already had some.
        pub recovery_codes: Vec<String>,
    }

    /// The factor to remove.
    pub struct RemoveFactorRequest {
        pub factor_id: String,
    }

    /// New recovery codes, which are shown once.
    pub struct RecoveryCodes {
        pub recovery_codes: Vec<String>,
    }

    /// The bulk account.
    pub struct FactorPolicyRequest {
        pub id: BulkId,
    }

    /// Who needs a second factor in a bulk account.
    pub struct FactorPolicyState {
        /// The roles that need a second factor.
        pub roles: Vec<Role>,
        /// The day from which they need it; none if no role needs it.
        pub required_from: Option<Day>,
        /// The bulk account's users by role.
        pub counts: Vec<FactorCount>,
        /// The active users who may make payments, by name. Only those with a second factor can release an approved one.
        pub payers: Vec<Payer>,
    }

    /// A user who may make payments.
    #[derive(Eq)]
    pub struct Payer {
        pub user_id: String,
        pub name: String,
        pub email: String,
        /// Whether the user has a passkey or an authenticator app.
        pub has_factor: bool,
    }

    /// How many users of a role have a second factor.
    pub struct FactorCount {
        pub role: Role,
        pub users: i64,
        /// Users with a passkey or an authenticator app.
        pub with_factor: i64,
    }

    /// Who shall need a second factor.
    pub struct SetFactorPolicyRequest {
        pub id: BulkId,
        /// The roles that shall need a second factor; empty for none.
        pub roles: Vec<Role>,
        /// The day from which they shall need it: today or later. Until then, users are only reminded.
        #[serde(default)]
        pub required_from: Option<Day>,
    }
}

impl SignInAnswer {
    /// Returns the tokens; none if the sign-in needs a second factor.
    #[must_use]
    pub fn tokens(self) -> Option<Tokens> {
        match self {
            Self::Tokens(tokens) => Some(tokens),
            Self::Challenged(_) => None,
        }
    }
}

impl FactorKind {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Passkey => "passkey",
            Self::Totp => "totp",
            Self::RecoveryCode => "recoveryCode",
        }
    }

    /// Returns the kind with that stored code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Passkey, Self::Totp, Self::RecoveryCode].into_iter().find(|kind| kind.code() == code)
    }
}

/// Returns the digits of a code as typed, without the spaces that people add.
/// Fails with [`Code::FactorCodeInvalid`] at `totp`.
pub fn parse_totp(typed: &str) -> Result<String, Problem> {
    let digits: String = typed.chars().filter(|character| !character.is_whitespace()).collect();
    let is_code = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_code { Ok(digits) } else { Err(Problem::at("totp", Code::FactorCodeInvalid)) }
}

/// Returns a recovery code in the form in which it is hashed: letters and digits in upper case.
#[must_use]
pub fn normal_recovery_code(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_alphanumeric).map(|character| character.to_ascii_uppercase()).collect()
}

/// Returns the name of a factor, or the default if none is given. Fails with [`Code::FactorNameTooLong`] at `name`.
pub fn check_name(name: Option<&str>, default: &str) -> Result<String, Problem> {
    let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(default);
    if name.chars().count() > MAX_NAME_LENGTH || name.chars().any(char::is_control) {
        return Err(Problem::at("name", Problem::new(Code::FactorNameTooLong).with("max", MAX_NAME_LENGTH)));
    }
    Ok(name.to_owned())
}

/// A checked rule about who needs a second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorPolicy {
    /// The roles, each once.
    pub roles: Vec<Role>,
    /// The day from which they need it. None without roles.
    pub required_from: Option<Day>,
}

/// Checks the rule of a bulk account. Without a day it applies from today.
/// Fails with [`Code::FactorPolicyRole`] for a role of staff; [`Code::FactorPolicyDay`] for a day in the past or too
/// late.
pub fn check_policy(roles: &[Role], required_from: Option<Day>, today: Day) -> Result<FactorPolicy, Problem> {
    if roles.iter().any(|role| role.is_staff()) {
        return Err(Problem::at("roles", Code::FactorPolicyRole));
    }
    let mut chosen: Vec<Role> = Vec::new();
    for role in roles {
        if !chosen.contains(role) {
            chosen.push(*role);
        }
    }
    if chosen.is_empty() {
        return Ok(FactorPolicy { roles: chosen, required_from: None });
    }
    let from = required_from.unwrap_or(today);
    if from < today || from > today.plus_days(MAX_GRACE_DAYS) {
        return Err(Problem::at("requiredFrom", Problem::new(Code::FactorPolicyDay).with("days", MAX_GRACE_DAYS)));
    }
    Ok(FactorPolicy { roles: chosen, required_from: Some(from) })
}

#[cfg(test)]
#[path = "factors_tests.rs"]
mod tests;
