//! The rules for ID tokens of a company's provider.

use serde_json::{Map, Number, Value};

use crate::{Code, Instant, Problem};

use super::super::person::{MAX_NAME_LENGTH, parse_name};
use super::detail;

/// Seconds by which the provider's clock may differ from the portal's.
pub const CLOCK_SECONDS: i64 = 120;
/// Seconds that a sign-in at the provider may lie back when it confirms an identity. Zero would be stricter, but
/// providers exist that take a zero for a missing value. With the clock's tolerance it is far less than
/// [`PROOF_SECONDS`](super::super::PROOF_SECONDS), for which any other proof counts.
pub const MAX_AGE_SECONDS: i64 = 60;
/// Maximum characters of a subject (OpenID Connect Core, section 2).
const MAX_SUBJECT: usize = 255;
/// The last second of the year 9999. A later time is a mistake, such as milliseconds.
const LAST_SECOND: f64 = 253_402_300_799.0;

/// The names of the accepted algorithms. `Ed25519` is the name of RFC 9864 for what most providers call `EdDSA`.
pub const ACCEPTED: [&str; 10] =
    ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA", "Ed25519"];

/// A signature that ID tokens may have. Every other algorithm is refused, above all `none`, and HS256, for which the
/// provider's public key would be the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SigningAlgorithm {
    /// RSA with PKCS #1 padding and SHA-256.
    Rs256,
    /// RSA with PKCS #1 padding and SHA-384.
    Rs384,
    /// RSA with PKCS #1 padding and SHA-512.
    Rs512,
    /// RSA with PSS padding and SHA-256.
    Ps256,
    /// RSA with PSS padding and SHA-384.
    Ps384,
    /// RSA with PSS padding and SHA-512.
    Ps512,
    /// ECDSA with P-256.
    Es256,
    /// ECDSA with P-384.
    Es384,
    /// Ed25519.
    EdDsa,
}

/// The kind of a public key, with its curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// RSA.
    Rsa,
    /// The curve P-256.
    P256,
    /// The curve P-384.
    P384,
    /// The curve Ed25519.
    Ed25519,
}

impl SigningAlgorithm {
    /// Every algorithm.
    pub const ALL: [Self; 9] = [
        Self::Rs256,
        Self::Rs384,
        Self::Rs512,
        Self::Ps256,
        Self::Ps384,
        Self::Ps512,
        Self::Es256,
        Self::Es384,
        Self::EdDsa,
    ];

    /// Returns the algorithm that a token's header names. Fails with [`Code::SsoAlgorithmRefused`].
    pub fn from_header(alg: &str) -> Result<Self, Problem> {
        let named = |algorithm: &Self| algorithm.name() == alg || (*algorithm == Self::EdDsa && alg == "Ed25519");
        Self::ALL.into_iter().find(named).ok_or_else(|| {
            let refused = Problem::new(Code::SsoAlgorithmRefused);
            refused.with("algorithm", detail(alg)).with("accepted", ACCEPTED.to_vec())
        })
    }

    /// Returns the name in tokens and keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Rs384 => "RS384",
            Self::Rs512 => "RS512",
            Self::Ps256 => "PS256",
            Self::Ps384 => "PS384",
            Self::Ps512 => "PS512",
            Self::Es256 => "ES256",
            Self::Es384 => "ES384",
            Self::EdDsa => "EdDSA",
        }
    }

    /// Returns the kind of key that makes the signature.
    #[must_use]
    pub const fn key_kind(self) -> KeyKind {
        match self {
            Self::Rs256 | Self::Rs384 | Self::Rs512 | Self::Ps256 | Self::Ps384 | Self::Ps512 => KeyKind::Rsa,
            Self::Es256 => KeyKind::P256,
            Self::Es384 => KeyKind::P384,
            Self::EdDsa => KeyKind::Ed25519,
        }
    }
}

/// The claims of an ID token that are used. Times are full seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdTokenClaims {
    /// The issuer.
    pub iss: String,
    /// The provider's user.
    pub sub: String,
    /// The clients that the token is meant for.
    pub aud: Vec<String>,
    /// The client that asked for the token.
    pub azp: Option<String>,
    /// When the token expires.
    pub exp: i64,
    /// When the token was made.
    pub iat: i64,
    /// The random text of the sign-in that the token belongs to.
    pub nonce: Option<String>,
    /// When the user entered their credentials at the provider.
    pub auth_time: Option<i64>,
    /// The user's name.
    pub name: Option<String>,
}

impl IdTokenClaims {
    /// Reads the claims of a token whose signature was verified.
    /// Fails with [`Code::SsoClaimInvalid`], which names the claim.
    pub fn read(claims: &Map<String, Value>) -> Result<Self, Problem> {
        let given = |name: &str| claims.get(name).filter(|value| !value.is_null());
        let text = |name| given(name).map(|value| value.as_str().map(str::to_owned).ok_or(name)).transpose();
        let time = |name| given(name).map(|value| seconds(value).ok_or(name)).transpose();
        let read = || {
            Ok(Self {
                iss: text("iss")?.ok_or("iss")?,
                sub: text("sub")?.ok_or("sub")?,
                aud: given("aud").and_then(audience).ok_or("aud")?,
                azp: text("azp")?,
                exp: time("exp")?.ok_or("exp")?,
                iat: time("iat")?.ok_or("iat")?,
                nonce: text("nonce")?,
                auth_time: time("auth_time")?,
                // A name only helps to fill in a new user's profile.
                name: text("name").unwrap_or_default(),
            })
        };
        read().map_err(invalid)
    }
}

fn invalid(claim: &'static str) -> Problem {
    Problem::new(Code::SsoClaimInvalid).with("claim", claim)
}

/// Returns the clients of an audience: one or several.
fn audience(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(client) => Some(vec![client.clone()]),
        Value::Array(clients) => clients.iter().map(|client| client.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

/// Reads a time. Any JSON number is one, also with a fraction or an exponent (RFC 7519, section 2, `NumericDate`); a text
/// is none. None for a time before 1970 or after the year 9999.
fn seconds(value: &Value) -> Option<i64> {
    let number = value.as_number().and_then(Number::as_f64)?;
    // A whole number in this range is exact in the type.
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    (0.0..=LAST_SECOND).contains(&number).then(|| number.floor() as i64)
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
    /// When the confirmation of an identity began; the user must have signed in at the provider at most
    /// [`MAX_AGE_SECONDS`] before. None otherwise.
    pub asked_at: Option<Instant>,
}

/// Checks the claims of a token whose signature was verified (OpenID Connect Core, section 3.1.3.7).
/// Fails with a code for each rule: [`Code::SsoIssuerWrong`], [`Code::SsoAudienceWrong`], [`Code::SsoNonceWrong`],
/// [`Code::SsoTokenExpired`], [`Code::SsoClaimInvalid`], [`Code::SsoSignInTimeMissing`], [`Code::SsoNotFresh`].
pub fn check_claims(claims: &IdTokenClaims, expected: &ExpectedToken<'_>) -> Result<(), Problem> {
    if claims.iss != expected.issuer {
        return Err(Problem::new(Code::SsoIssuerWrong).with("found", detail(&claims.iss)));
    }
    let is_ours = |client: &String| client == expected.client_id;
    // A token for several clients could have been given to another of them, so it must name us as its party.
    let is_only_for_us = claims.aud.iter().any(is_ours) && (claims.aud.len() == 1 || claims.azp.is_some());
    if !is_only_for_us || !claims.azp.as_ref().is_none_or(is_ours) {
        let found = claims.aud.iter().find(|client| !is_ours(client)).or(claims.azp.as_ref());
        let found = found.map_or_else(|| detail(""), |client| detail(client));
        return Err(Problem::new(Code::SsoAudienceWrong).with("found", found));
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err(Code::SsoNonceWrong.into());
    }
    let now = expected.now.utc().timestamp();
    let untimely =
        |claim: &str, seconds: i64| Problem::new(Code::SsoTokenExpired).with("claim", claim).with("seconds", seconds);
    if claims.exp + CLOCK_SECONDS <= now {
        return Err(untimely("exp", now - claims.exp));
    }
    for (claim, at) in [("iat", Some(claims.iat)), ("auth_time", claims.auth_time)] {
        if let Some(at) = at.filter(|at| at - CLOCK_SECONDS > now) {
            return Err(untimely(claim, at - now));
        }
    }
    if claims.sub.is_empty() || claims.sub.chars().count() > MAX_SUBJECT || claims.sub.chars().any(char::is_control) {
        return Err(invalid("sub"));
    }
    let Some(asked_at) = expected.asked_at else { return Ok(()) };
    // Zero is how some providers say that they do not know it.
    let signed_in_at = claims.auth_time.filter(|at| *at != 0).ok_or(Code::SsoSignInTimeMissing)?;
    if signed_in_at + MAX_AGE_SECONDS + CLOCK_SECONDS < asked_at.utc().timestamp() {
        return Err(Problem::new(Code::SsoNotFresh).with("seconds", now - signed_in_at));
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

#[cfg(test)]
#[path = "token_tests.rs"]
mod tests;
