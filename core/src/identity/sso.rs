//! Sign-in through a company's own OpenID Connect provider (docs/domain/people.md#single-sign-on): the calls, and the
//! rules for settings and mail domains. The rules for ID tokens are in [`token`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::endpoint::Nothing;
use crate::number::{BulkId, Email};
use crate::{Code, Day, Instant, Problem};

use super::factors::SignInAnswer;
use token::{ACCEPTED, SigningAlgorithm};

pub mod token;

endpoints! {
    /// Begins a sign-in through the provider of the company that proved the mail domain. Does not reveal who is
    /// registered.
    BeginSso = Post "/portal/api/v1/SignIn/Company/Begin"
        for Public
        refuses(EmailInvalid, TooManyAttempts, SsoNotOffered)
        changes(): Json (BeginSsoRequest) -> SsoStart;
    /// Completes a sign-in with what the provider sent back. For a user with a second factor the answer is a challenge.
    FinishSso = Post "/portal/api/v1/SignIn/Company/Finish"
        for Public
        refuses(EmailInvalid, TooManyAttempts, PasskeysUnavailable, SsoNotLinked, SsoAlreadyLinked, SsoAddressRefused,
            SsoExpired, LinkInvalid, LinkUsed, AccountAlreadyActivated, JoinsFromAnother, BulkAccountNotFound)
        changes(Sessions, Team, Users, Profile): Json (FinishSsoRequest) -> SignInAnswer;
    /// Begins to connect the signed-in user with their company's provider, or to confirm their identity there.
    BeginSsoProof = Post "/portal/api/v1/SignIn/Company/BeginProof"
        for SignedIn
        refuses(TooManyAttempts, ConfirmIdentity, FactorNeeded, SsoNotOffered, ChoiceRequired)
        changes(): Json (BeginSsoProofRequest) -> SsoStart;
    /// Completes what `BeginSsoProof` began.
    FinishSsoProof = Post "/portal/api/v1/SignIn/Company/FinishProof"
        for SignedIn
        refuses(TooManyAttempts, FactorNeeded, SsoAlreadyLinked, SsoAddressRefused, SsoExpired, SsoWrongUser,
            BulkAccountNotFound)
        changes(Sessions, Team, Profile): Json (FinishSsoRequest) -> Nothing;
    /// Returns whether the signed-in user's company has a provider, and whether the user is connected with it.
    GetOwnSso = Get "/portal/api/v1/SignIn/Company"
        for SignedIn light reads(Profile): Json (Nothing) -> OwnSso;
    /// Returns how a company signs in: its provider, its mail domains, and how many users are connected.
    GetSso = Get "/portal/api/v1/Sso/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount) reads(Team): Json (SsoRequest) -> SsoState;
    /// Stores settings of a provider to be tried. Users sign in as before until a trial succeeds. Needs a recent proof
    /// of identity.
    SetSso = Post "/portal/api/v1/Sso/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, ConfirmIdentity, SsoProviderUnavailable, SsoProviderInvalid, SsoAddressRefused,
            SsoClientRequired, SsoSecretRequired)
        changes(Team, Profile): Json (SetSsoRequest) -> Nothing;
    /// Sets whether users may or must sign in through the provider. Needs a recent proof of identity.
    SetSsoMode = Post "/portal/api/v1/Sso/Mode/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, SsoNotTried, SsoDomainNeeded, SsoBreakGlassFactor, ChoiceRequired)
        changes(Team, Profile): Json (SetSsoModeRequest) -> Nothing;
    /// Begins a trial of the stored settings. Needs a recent proof of identity.
    BeginSsoTrial = Post "/portal/api/v1/Sso/Trial/Begin/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, ConfirmIdentity, SsoNothingToTry)
        changes(Team): Json (SsoRequest) -> SsoStart;
    /// Completes a trial. If it succeeds, the tried settings are in use. It connects no user and signs no user in.
    FinishSsoTrial = Post "/portal/api/v1/Sso/Trial/Finish/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, SsoAddressRefused, SsoExpired)
        changes(Team, Profile): Json (FinishSsoTrialRequest) -> Nothing;
    /// Adds a mail domain. It counts once a DNS record proves it.
    AddSsoDomain = Post "/portal/api/v1/Sso/Domains/Add/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(EmailInvalid, SsoDomainInvalid, SsoDomainLimit, SsoDomainNotFound)
        changes(Team): Json (SsoDomainRequest) -> SsoDomain;
    /// Reads the DNS record of a mail domain, and marks the domain as proved.
    ProveSsoDomain = Post "/portal/api/v1/Sso/Domains/Prove/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(EmailInvalid, TooManyAttempts, SsoDomainInvalid, SsoDomainTaken, SsoDomainNotFound,
            SsoDomainUnproved, SsoDnsUnavailable)
        changes(Team, Profile): Json (SsoDomainRequest) -> Nothing;
    /// Removes a mail domain. Needs a recent proof of identity.
    RemoveSsoDomain = Post "/portal/api/v1/Sso/Domains/Remove/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(EmailInvalid, ConfirmIdentity, SsoDomainInvalid, SsoDomainNotFound, SsoDomainNeeded)
        changes(Team, Profile): Json (SsoDomainRequest) -> Nothing;
}

/// The calls that are allowed while the user must connect with the company's provider first.
pub const WITHOUT_A_LINK: &[&str] = &[
    "GetUserProfile",
    "GetUserPreferences",
    "GetOwnSso",
    "BeginSsoProof",
    "FinishSsoProof",
    "GetFactors",
    "BeginTotp",
    "ConfirmTotp",
    "ConfirmPassword",
    "ChangePassword",
    "FirstTimeChangePassword",
];

/// The path of the page that providers redirect to.
pub const REDIRECT_PATH: &str = "/account/companySignIn";
/// Seconds that a user has to sign in at the provider.
pub const SSO_SECONDS: i64 = 10 * 60;
/// Seconds between two readings of the record of a proved domain.
pub const DOMAIN_READING_SECONDS: i64 = 24 * 3600;
/// Days after which a domain whose record is missing loses its proof. Two weeks, so that a mistake made before a holiday
/// can still be corrected.
pub const DOMAIN_LOSS_DAYS: i64 = 14;
/// Maximum mail domains of a company.
pub const MAX_DOMAINS: usize = 20;
/// Maximum characters of an issuer, a client id or a client secret.
const MAX_LENGTH: usize = 500;
/// Maximum characters of a provider's text in a refusal.
const MAX_DETAIL: usize = 100;
/// Maximum characters of a provider's error code in a refusal.
const MAX_ERROR: usize = 40;
/// Maximum names of a list in a provider's configuration that a refusal repeats.
const MAX_NAMES: usize = 20;

wire! {
    /// How the users of a company may sign in.
    #[derive(Copy, Eq, Hash)]
    pub enum SsoMode {
        /// With their passwords only.
        Off,
        /// With their passwords or through the provider.
        Optional,
        /// Through the provider only, except for the Master, who also signs in with password and second factor.
        Required,
    }

    /// What a user proves at the provider in a session that already exists.
    #[derive(Copy, Eq, Hash)]
    pub enum SsoPurpose {
        /// Connects the user with the provider's account.
        Link,
        /// Confirms the user's identity before a sensitive change. The provider asks for credentials again.
        Confirm,
    }

    /// The address whose mail domain decides the provider.
    pub struct BeginSsoRequest {
        pub email: Email,
    }

    /// Where the browser goes next.
    pub struct SsoStart {
        /// The provider's address, with the parameters of this sign-in.
        pub address: String,
        /// Identifies the sign-in, for `FinishSso`. Keep it in the tab; it never goes to the provider.
        pub handle: String,
    }

    /// What the provider sent back to the redirect address, and the handle.
    pub struct FinishSsoRequest {
        pub handle: String,
        pub state: String,
        /// The authorization code. Missing if the provider refused.
        #[serde(default)]
        pub code: Option<String>,
        /// The provider's error code.
        #[serde(default)]
        pub error: Option<String>,
        /// The issuer that the provider named (RFC 9207).
        #[serde(default)]
        pub iss: Option<String>,
        /// The token of the invitation that a new user came with.
        #[serde(default)]
        pub invitation_token: Option<String>,
    }

    /// What the user wants to prove.
    pub struct BeginSsoProofRequest {
        pub purpose: SsoPurpose,
    }

    /// The signed-in user and their company's provider.
    pub struct OwnSso {
        /// Whether the company signs in through a provider.
        pub is_offered: bool,
        /// Whether the user is connected with it.
        pub is_linked: bool,
        /// Whether the user must connect before anything else.
        pub must_link: bool,
    }

    /// The bulk account.
    pub struct SsoRequest {
        pub id: BulkId,
    }

    /// How a company signs in.
    pub struct SsoState {
        pub mode: SsoMode,
        /// The provider in use. None until a trial succeeded.
        pub provider: Option<SsoProvider>,
        /// Settings that wait for a trial.
        pub untried: Option<UntriedSso>,
        /// The address that the provider must redirect to.
        pub redirect_address: String,
        /// The mail domains, in alphabetical order.
        pub domains: Vec<SsoDomain>,
        /// The company's users.
        pub users: i64,
        /// Users who are connected with the provider.
        pub linked: i64,
    }

    /// A provider. Its client secret is never shown.
    pub struct SsoProvider {
        pub issuer: String,
        pub client_id: String,
        pub has_secret: bool,
        /// When its settings were tried. None if they are older than trials.
        pub tried_at: Option<Instant>,
    }

    /// Settings of a provider that no user signs in with before a trial succeeds.
    pub struct UntriedSso {
        pub issuer: String,
        pub client_id: String,
        pub has_secret: bool,
        pub set_at: Instant,
        /// Why the last trial failed.
        pub failure: Option<SsoFailure>,
    }

    /// A trial that failed.
    pub struct SsoFailure {
        pub failed_at: Instant,
        pub code: Code,
        /// Values for the code's sentence.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, unknown>"))]
        pub params: BTreeMap<String, Value>,
    }

    /// A mail domain of a company.
    pub struct SsoDomain {
        pub domain: String,
        /// The name of the TXT record that proves the domain.
        pub record_name: String,
        /// The text of that record.
        pub record_value: String,
        pub added_at: Instant,
        /// None until the record was found.
        pub proved_at: Option<Instant>,
        /// When the record was last found. A proved domain's record is read every day.
        pub seen_at: Option<Instant>,
        /// When the record of a proved domain was first missing; none while it is there.
        pub missing_since: Option<Instant>,
        /// The day on which a domain whose record is missing loses its proof.
        pub lost_on: Option<Day>,
    }

    /// Settings of a provider.
    pub struct SetSsoRequest {
        pub id: BulkId,
        /// The provider's issuer, exactly as its configuration names it.
        pub issuer: String,
        pub client_id: String,
        /// The client secret. If left out, the stored one stays; a provider without a secret relies on PKCE.
        #[serde(default)]
        pub client_secret: Option<String>,
    }

    /// How a company shall sign in.
    pub struct SetSsoModeRequest {
        pub id: BulkId,
        pub mode: SsoMode,
    }

    /// What the provider sent back to the redirect address after a trial, and the handle.
    pub struct FinishSsoTrialRequest {
        pub id: BulkId,
        pub handle: String,
        pub state: String,
        /// The authorization code. Missing if the provider refused.
        #[serde(default)]
        pub code: Option<String>,
        /// The provider's error code.
        #[serde(default)]
        pub error: Option<String>,
        /// The issuer that the provider named (RFC 9207).
        #[serde(default)]
        pub iss: Option<String>,
    }

    /// A mail domain of a company, such as `sinar.example`.
    pub struct SsoDomainRequest {
        pub id: BulkId,
        pub domain: String,
    }
}

impl From<FinishSsoTrialRequest> for FinishSsoRequest {
    fn from(request: FinishSsoTrialRequest) -> Self {
        let FinishSsoTrialRequest { id: _, handle, state, code, error, iss } = request;
        Self { handle, state, code, error, iss, invitation_token: None }
    }
}

impl SsoMode {
    const ALL: [Self; 3] = [Self::Off, Self::Optional, Self::Required];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Optional => "optional",
            Self::Required => "required",
        }
    }

    /// Returns the mode with that stored code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.code() == code)
    }
}

/// Checked settings of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedProvider {
    /// The issuer.
    pub issuer: String,
    /// The id under which the provider knows the portal.
    pub client_id: String,
    /// None keeps the stored secret.
    pub client_secret: Option<String>,
}

/// Checks the form of the settings. Whether the issuer's address may be called is checked by the server.
/// Fails with [`Code::SsoAddressRefused`] at `issuer`; [`Code::SsoClientRequired`] at `clientId` or `clientSecret`.
pub fn check_provider(request: &SetSsoRequest) -> Result<CheckedProvider, Problem> {
    let plain = |text: &str| {
        let is_plain = !text.is_empty() && text.len() <= MAX_LENGTH && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_plain.then(|| text.to_owned())
    };
    let secret = request.client_secret.as_deref().filter(|secret| !secret.is_empty());
    let issuer = plain(request.issuer.trim()).filter(|issuer| !issuer.contains(['?', '#']));
    Ok(CheckedProvider {
        issuer: issuer.ok_or_else(|| Problem::at("issuer", Code::SsoAddressRefused))?,
        client_id: plain(request.client_id.trim()).ok_or_else(|| Problem::at("clientId", Code::SsoClientRequired))?,
        client_secret: secret
            .map(|secret| plain(secret).ok_or_else(|| Problem::at("clientSecret", Code::SsoClientRequired)))
            .transpose()?,
    })
}

/// What a provider's configuration says that it can do (OpenID Connect Discovery, section 3). An empty list says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Abilities {
    /// How it signs ID tokens.
    pub id_token_signing_alg_values_supported: Vec<String>,
    /// How the portal proves to it who it is.
    pub token_endpoint_auth_methods_supported: Vec<String>,
    /// How it checks that the portal asked for a code (PKCE).
    pub code_challenge_methods_supported: Vec<String>,
    /// What it can answer.
    pub response_types_supported: Vec<String>,
}

/// Checks that a provider can work at all.
/// Fails with [`Code::SsoProviderUnfit`] for the first ability that is missing.
pub fn check_abilities(abilities: &Abilities) -> Result<(), Problem> {
    let Abilities {
        id_token_signing_alg_values_supported: algorithms,
        token_endpoint_auth_methods_supported: methods,
        code_challenge_methods_supported: challenges,
        response_types_supported: types,
    } = abilities;
    let signs = |name: &str| SigningAlgorithm::from_header(name).is_ok();
    if !algorithms.is_empty() && !algorithms.iter().any(|name| signs(name)) {
        return Err(unfit("id_token_signing_alg_values_supported", algorithms, &ACCEPTED));
    }
    for (field, found, accepted) in [
        (
            "token_endpoint_auth_methods_supported",
            methods,
            ["client_secret_basic", "client_secret_post", "none"].as_slice(),
        ),
        ("code_challenge_methods_supported", challenges, &["S256"]),
        ("response_types_supported", types, &["code"]),
    ] {
        if !found.is_empty() && !found.iter().any(|name| accepted.contains(&name.as_str())) {
            return Err(unfit(field, found, accepted));
        }
    }
    Ok(())
}

fn unfit(field: &str, found: &[String], accepted: &[&str]) -> Problem {
    let found: Vec<_> = found.iter().take(MAX_NAMES).map(|name| detail(name)).collect();
    Problem::new(Code::SsoProviderUnfit).with("field", field).with("found", found).with("accepted", accepted.to_vec())
}

/// Returns a text of a provider for a refusal: short, and without characters that change how a line reads.
#[must_use]
pub fn detail(text: &str) -> String {
    let plain: String = text.chars().filter(char::is_ascii_graphic).take(MAX_DETAIL).collect();
    if plain.is_empty() { "?".to_owned() } else { plain }
}

/// Returns a provider's error code for a refusal. The browser also sends such codes, so any visitor can invent one: only the
/// form of a code is kept, which is no sentence and no address.
#[must_use]
pub fn error_detail(error: &str) -> String {
    let is_code = |text: &&str| {
        (1..=MAX_ERROR).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    Some(error).filter(is_code).unwrap_or("?").to_owned()
}

/// Returns a mail domain in the form that is stored: lower case, without `@`.
/// Fails with [`Code::SsoDomainInvalid`] at `domain`.
pub fn check_domain(typed: &str) -> Result<String, Problem> {
    let domain = typed.trim().trim_start_matches('@');
    let email = Email::parse(&format!("user@{domain}")).map_err(|_| Problem::at("domain", Code::SsoDomainInvalid))?;
    Ok(domain_of(&email))
}

/// Returns the mail domain of an address, in lower case.
#[must_use]
pub fn domain_of(email: &Email) -> String {
    email.normal().split_once('@').map_or_else(String::new, |(_, domain)| domain.to_owned())
}

/// Returns the name of the TXT record that proves a domain.
#[must_use]
pub fn record_name(domain: &str) -> String {
    format!("_gridbill.{domain}")
}

/// Returns the text of that record.
#[must_use]
pub fn record_value(token: &str) -> String {
    format!("gridbill-domain={token}")
}

/// What a reading of the record of a proved domain leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DomainReading {
    /// The record is there.
    Seen,
    /// The record is missing for the first time. The Master is warned.
    FirstMissing,
    /// The record is still missing.
    StillMissing,
    /// The record has been missing for so long that the domain loses its proof.
    Lost,
}

/// Decides what a reading leads to. `missing_since` is when the record was first missing, by the reading before. A DNS
/// server that does not answer is no reading.
#[must_use]
pub fn read_domain(is_found: bool, missing_since: Option<Instant>, now: Instant) -> DomainReading {
    match missing_since {
        _ if is_found => DomainReading::Seen,
        None => DomainReading::FirstMissing,
        Some(since) if Day::at(now) >= loss_day(since) => DomainReading::Lost,
        Some(_) => DomainReading::StillMissing,
    }
}

/// Returns the day on which a domain loses its proof whose record was first missing at that time.
#[must_use]
pub fn loss_day(missing_since: Instant) -> Day {
    Day::at(missing_since).plus_days(DOMAIN_LOSS_DAYS)
}

/// How a company signs in, as the activity log records it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SsoRule {
    /// How users may sign in.
    pub mode: SsoMode,
    /// The provider.
    pub issuer: String,
    /// The portal's id there.
    pub client_id: String,
}

#[cfg(test)]
#[path = "sso_tests.rs"]
mod tests;
