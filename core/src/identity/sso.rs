//! Sign-in through a company's own OpenID Connect provider (docs/domain/people.md#single-sign-on): the calls, and the
//! rules for settings, mail domains and ID tokens.

use serde::{Deserialize, Serialize};

use crate::endpoint::Nothing;
use crate::number::{BulkId, Email};
use crate::{Code, Day, Instant, Problem};

use super::factors::SignInAnswer;
use super::person::{MAX_NAME_LENGTH, parse_name};

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
        refuses(EmailInvalid, TooManyAttempts, PasskeysUnavailable, SsoNotLinked, SsoAlreadyLinked,
            SsoProviderUnavailable, SsoProviderRefused, SsoProviderInvalid, SsoAddressRefused, SsoExpired,
            SsoStateWrong, SsoStateUsed, SsoMixedUp, SsoTokenInvalid, SsoAlgorithmRefused, SsoKeyUnknown,
            SsoIssuerWrong, SsoAudienceWrong, SsoNonceWrong, SsoTokenExpired, SsoNotFresh, LinkInvalid, LinkUsed,
            AccountAlreadyActivated, JoinsFromAnother, BulkAccountNotFound)
        changes(Sessions, Team, Users, Profile): Json (FinishSsoRequest) -> SignInAnswer;
    /// Begins to connect the signed-in user with their company's provider, or to confirm their identity there.
    BeginSsoProof = Post "/portal/api/v1/SignIn/Company/BeginProof"
        for SignedIn
        refuses(TooManyAttempts, ConfirmIdentity, FactorNeeded, SsoNotOffered, ChoiceRequired)
        changes(): Json (BeginSsoProofRequest) -> SsoStart;
    /// Completes what `BeginSsoProof` began.
    FinishSsoProof = Post "/portal/api/v1/SignIn/Company/FinishProof"
        for SignedIn
        refuses(TooManyAttempts, FactorNeeded, SsoAlreadyLinked, SsoProviderUnavailable, SsoProviderRefused,
            SsoProviderInvalid, SsoAddressRefused, SsoExpired, SsoStateWrong, SsoStateUsed, SsoMixedUp,
            SsoTokenInvalid, SsoAlgorithmRefused, SsoKeyUnknown, SsoIssuerWrong, SsoAudienceWrong, SsoNonceWrong,
            SsoTokenExpired, SsoNotFresh, SsoWrongUser, BulkAccountNotFound)
        changes(Sessions, Team, Profile): Json (FinishSsoRequest) -> Nothing;
    /// Returns whether the signed-in user's company has a provider, and whether the user is connected with it.
    GetOwnSso = Get "/portal/api/v1/SignIn/Company"
        for SignedIn light reads(Profile): Json (Nothing) -> OwnSso;
    /// Returns how a company signs in: its provider, its mail domains, and how many users are connected.
    GetSso = Get "/portal/api/v1/Sso/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount) reads(Team): Json (SsoRequest) -> SsoState;
    /// Sets how a company signs in. Needs a recent proof of identity.
    SetSso = Post "/portal/api/v1/Sso/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, ConfirmIdentity, SsoProviderUnavailable, SsoProviderInvalid, SsoAddressRefused,
            SsoClientRequired, SsoSecretRequired, SsoDomainNeeded, SsoBreakGlassFactor, ChoiceRequired)
        changes(Team, Profile): Json (SetSsoRequest) -> Nothing;
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
/// Seconds by which the provider's clock may differ from the portal's.
pub const CLOCK_SECONDS: i64 = 60;
/// Seconds between two readings of the record of a proved domain.
pub const DOMAIN_READING_SECONDS: i64 = 24 * 3600;
/// Days after which a domain whose record is missing loses its proof. Two weeks, so that a mistake made before a holiday
/// can still be corrected.
pub const DOMAIN_LOSS_DAYS: i64 = 14;
/// Maximum mail domains of a company.
pub const MAX_DOMAINS: usize = 20;
/// Maximum characters of an issuer, a client id or a client secret.
const MAX_LENGTH: usize = 500;
/// Maximum characters of a subject (OpenID Connect Core, section 2).
const MAX_SUBJECT: usize = 255;

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
        /// None until the Master has set one.
        pub provider: Option<SsoProvider>,
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

    /// How a company shall sign in.
    pub struct SetSsoRequest {
        pub id: BulkId,
        pub mode: SsoMode,
        /// The provider's issuer, exactly as its configuration names it.
        pub issuer: String,
        pub client_id: String,
        /// The client secret. If left out, the stored one stays; a provider without a secret relies on PKCE.
        #[serde(default)]
        pub client_secret: Option<String>,
    }

    /// A mail domain of a company, such as `sinar.example`.
    pub struct SsoDomainRequest {
        pub id: BulkId,
        pub domain: String,
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

/// A signature that ID tokens may have. Every other algorithm is refused, above all `none`, and HS256, for which the
/// provider's public key would be the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SigningAlgorithm {
    /// RSA with PKCS #1 padding.
    Rs256,
    /// RSA with PSS padding.
    Ps256,
    /// ECDSA with P-256.
    Es256,
}

impl SigningAlgorithm {
    /// Returns the algorithm that a token's header names. Fails with [`Code::SsoAlgorithmRefused`].
    pub fn from_header(alg: &str) -> Result<Self, Code> {
        match alg {
            "RS256" => Ok(Self::Rs256),
            "PS256" => Ok(Self::Ps256),
            "ES256" => Ok(Self::Es256),
            _ => Err(Code::SsoAlgorithmRefused),
        }
    }
}

/// The audience of a token: one client or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum TokenAudience {
    /// One client.
    One(String),
    /// Several clients.
    Several(Vec<String>),
}

/// The claims of an ID token that are used. Times are seconds since 1970.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct IdTokenClaims {
    /// The issuer.
    pub iss: String,
    /// The provider's user.
    pub sub: String,
    /// The clients that the token is meant for.
    pub aud: TokenAudience,
    /// The client that asked for the token.
    #[serde(default)]
    pub azp: Option<String>,
    /// When the token expires.
    pub exp: i64,
    /// When the token was made.
    pub iat: i64,
    /// The random text of the sign-in that the token belongs to.
    #[serde(default)]
    pub nonce: Option<String>,
    /// When the user entered their credentials at the provider.
    #[serde(default)]
    pub auth_time: Option<i64>,
    /// The user's name.
    #[serde(default)]
    pub name: Option<String>,
}

/// What an ID token must say.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedToken<'a> {
    /// The provider that was asked.
    pub issuer: &'a str,
    /// The portal's id there.
    pub client_id: &'a str,
    /// The random text that was sent.
    pub nonce: &'a str,
    /// The portal's time.
    pub now: Instant,
    /// When the confirmation of an identity began; the user must have signed in at the provider since. None otherwise.
    pub asked_at: Option<Instant>,
}

/// Checks the claims of a token whose signature was verified (OpenID Connect Core, section 3.1.3.7).
/// Fails with a code for each rule: [`Code::SsoIssuerWrong`], [`Code::SsoAudienceWrong`], [`Code::SsoNonceWrong`],
/// [`Code::SsoTokenExpired`], [`Code::SsoTokenInvalid`], [`Code::SsoNotFresh`].
pub fn check_claims(claims: &IdTokenClaims, expected: &ExpectedToken<'_>) -> Result<(), Code> {
    if claims.iss != expected.issuer {
        return Err(Code::SsoIssuerWrong);
    }
    let is_only_for_us = match &claims.aud {
        TokenAudience::One(client) => client == expected.client_id,
        // A token for several clients could have been given to another of them, so it must name us as its party.
        TokenAudience::Several(clients) => {
            clients.iter().any(|client| client == expected.client_id)
                && (clients.len() == 1 || claims.azp.as_deref() == Some(expected.client_id))
        }
    };
    if !is_only_for_us || claims.azp.as_deref().is_some_and(|party| party != expected.client_id) {
        return Err(Code::SsoAudienceWrong);
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err(Code::SsoNonceWrong);
    }
    let now = expected.now.utc().timestamp();
    if claims.exp.saturating_add(CLOCK_SECONDS) <= now || claims.iat.saturating_sub(CLOCK_SECONDS) > now {
        return Err(Code::SsoTokenExpired);
    }
    if claims.sub.is_empty() || claims.sub.chars().count() > MAX_SUBJECT || claims.sub.chars().any(char::is_control) {
        return Err(Code::SsoTokenInvalid);
    }
    let is_fresh = |asked_at: Instant| {
        claims.auth_time.is_some_and(|at| at.saturating_add(CLOCK_SECONDS) >= asked_at.utc().timestamp())
    };
    if expected.asked_at.is_some_and(|asked_at| !is_fresh(asked_at)) {
        return Err(Code::SsoNotFresh);
    }
    Ok(())
}

/// Checks that the answer comes from the provider that was asked (RFC 9207). A provider that announced the parameter
/// must send it. Fails with [`Code::SsoMixedUp`].
pub fn check_answering_issuer(named: Option<&str>, issuer: &str, must_be_named: bool) -> Result<(), Code> {
    match named {
        Some(named) if named == issuer => Ok(()),
        None if !must_be_named => Ok(()),
        _ => Err(Code::SsoMixedUp),
    }
}

/// Returns the name of a new user: the provider's, or else the e-mail address. Both are made to obey the rule of names
/// ([`parse_name`]), so that the user can save the profile as it is, and no name has hidden characters.
#[must_use]
pub fn new_name(claims: &IdTokenClaims, email: &str) -> String {
    let local = email.split('@').next().unwrap_or_default();
    let given = claims.name.as_deref().and_then(fitting_name);
    let of_email = || parse_name(email).ok().or_else(|| fitting_name(local)).or_else(|| fitting_name(email));
    given.or_else(of_email).unwrap_or_else(|| email.to_owned())
}

/// Returns a text as a name: without characters that no name has, and cut to the longest name. None if no name is left.
fn fitting_name(text: &str) -> Option<String> {
    let fits = |letter: char| parse_name(&format!("aa{letter}a")).is_ok();
    let text: String = text.chars().map(|letter| if fits(letter) { letter } else { ' ' }).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    parse_name(&text.chars().take(MAX_NAME_LENGTH).collect::<String>()).ok()
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
