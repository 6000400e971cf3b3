//! Talks to a company's OpenID Connect provider, and verifies its ID tokens.

use gridbill_core::Code;
use gridbill_core::identity::sso::{IdTokenClaims, SigningAlgorithm};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use openssl::base64;
use reqwest::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::sql::sso::StoredProvider;
use crate::app::App;
use crate::error::{Answer, Error};
use crate::outbound::OutboundError;

/// The parts of a provider's configuration that are used (OpenID Connect Discovery, section 3).
#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(default)]
    code_challenge_methods_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

/// A provider's addresses and abilities.
pub struct Discovered {
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    pub jwks_uri: String,
    pub secret_in_body: bool,
    pub names_itself: bool,
}

/// Reads a provider's configuration, and checks every address in it.
/// Fails with [`Code::SsoAddressRefused`], [`Code::SsoProviderInvalid`], [`Code::SsoProviderUnavailable`].
pub async fn discover(app: &App, issuer: &str) -> Answer<Discovered> {
    let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let found: Document = app.outbound.get(&address).await.map_err(unusable)?;
    for address in [&found.authorization_endpoint, &found.token_endpoint, &found.jwks_uri] {
        app.outbound.check(address).await.map_err(unusable)?;
    }
    let lists_challenges = !found.code_challenge_methods_supported.is_empty();
    let knows_pkce = !lists_challenges || found.code_challenge_methods_supported.iter().any(|method| method == "S256");
    if found.issuer != issuer || !knows_pkce || keys(app, &found.jwks_uri).await?.is_empty() {
        return Err(Code::SsoProviderInvalid.into());
    }
    let methods = found.token_endpoint_auth_methods_supported;
    let takes = |name: &str| methods.iter().any(|method| method == name);
    Ok(Discovered {
        authorization_endpoint: found.authorization_endpoint,
        token_endpoint: found.token_endpoint,
        jwks_uri: found.jwks_uri,
        // The header is the default of a provider that names no method.
        secret_in_body: takes("client_secret_post") && !takes("client_secret_basic"),
        names_itself: found.authorization_response_iss_parameter_supported,
    })
}

fn unusable(error: OutboundError) -> Error {
    match error {
        OutboundError::Refused => Code::SsoAddressRefused.into(),
        OutboundError::Status(_) | OutboundError::Invalid => Code::SsoProviderInvalid.into(),
        OutboundError::Unavailable(cause) => unavailable(&cause),
    }
}

fn unavailable(cause: &anyhow::Error) -> Error {
    tracing::warn!(error = format!("{cause:#}"), "an identity provider does not answer");
    Code::SsoProviderUnavailable.into()
}

/// Returns the provider's keys. They are read for each sign-in, so a new key counts immediately, and a withdrawn key no
/// longer does.
async fn keys(app: &App, jwks_uri: &str) -> Answer<Vec<Jwk>> {
    #[derive(Deserialize)]
    struct Keys {
        keys: Vec<Value>,
    }
    let found: Keys = app.outbound.get(jwks_uri).await.map_err(unusable)?;
    // A provider may also list keys of kinds that are unknown here.
    Ok(found.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
}

/// The authorization code, and the verifier that proves that this portal requested it.
pub struct Exchange<'a> {
    pub code: &'a str,
    pub redirect_address: &'a str,
    pub verifier: &'a str,
}

/// Exchanges the authorization code for an ID token, and verifies the token's signature.
/// Fails with [`Code::SsoProviderUnavailable`]; [`Code::SsoProviderRefused`] for a code that the provider does not
/// accept; and the codes of [`verify`].
pub async fn exchange(app: &App, provider: &StoredProvider, exchange: &Exchange<'_>) -> Answer<IdTokenClaims> {
    #[derive(Deserialize)]
    struct TokenAnswer {
        id_token: String,
    }
    let secret = match &provider.client_secret {
        Some(sealed) => Some(app.auth.factors.sealer.open(provider.provider_id, sealed)?),
        None => None,
    };
    let secret = secret.map(String::from_utf8).transpose().map_err(anyhow::Error::from)?;
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", exchange.code),
        ("redirect_uri", exchange.redirect_address),
        ("code_verifier", exchange.verifier),
    ];
    let mut basic = None;
    match &secret {
        // RFC 6749, section 2.3.1: both are encoded before they go into the header.
        Some(secret) if !provider.secret_in_body => basic = Some((encoded(&provider.client_id), encoded(secret))),
        Some(secret) => form.extend([("client_id", provider.client_id.as_str()), ("client_secret", secret)]),
        None => form.push(("client_id", &provider.client_id)),
    }
    let basic = basic.as_ref().map(|(user, password)| (user.as_str(), password.as_str()));
    let answer: Result<TokenAnswer, _> = app.outbound.post_form(&provider.token_endpoint, &form, basic).await;
    let token = answer.map_err(|error| match error {
        OutboundError::Status(StatusCode::TOO_MANY_REQUESTS) => Error::from(Code::SsoProviderUnavailable),
        OutboundError::Status(_) => Code::SsoProviderRefused.into(),
        OutboundError::Invalid => Code::SsoTokenInvalid.into(),
        other => unusable(other),
    })?;
    let keys = keys(app, &provider.jwks_uri).await?;
    Ok(verify(&token.id_token, &keys)?)
}

/// The parts of a token's header that are used.
#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(default)]
    kid: Option<String>,
    /// Extensions that the reader must understand. The portal understands none.
    #[serde(default)]
    crit: Option<Value>,
}

/// Verifies a token's signature, and returns its claims, which are not checked yet.
/// Fails with [`Code::SsoAlgorithmRefused`], [`Code::SsoKeyUnknown`], [`Code::SsoTokenInvalid`].
pub fn verify(token: &str, keys: &[Jwk]) -> Result<IdTokenClaims, Code> {
    let header: Header = token.split('.').next().and_then(decoded).ok_or(Code::SsoTokenInvalid)?;
    let algorithm = match SigningAlgorithm::from_header(&header.alg)? {
        SigningAlgorithm::Rs256 => Algorithm::RS256,
        SigningAlgorithm::Ps256 => Algorithm::PS256,
        SigningAlgorithm::Es256 => Algorithm::ES256,
    };
    if header.crit.is_some() {
        return Err(Code::SsoTokenInvalid);
    }
    let signing: Vec<&Jwk> =
        keys.iter().filter(|key| key.common.public_key_use != Some(PublicKeyUse::Encryption)).collect();
    let key = match (&header.kid, signing.as_slice()) {
        (Some(kid), keys) => keys.iter().find(|key| key.common.key_id.as_ref() == Some(kid)).copied(),
        // A token without a key id is acceptable if there is no choice.
        (None, [only]) => Some(*only),
        (None, _) => None,
    };
    let key = DecodingKey::from_jwk(key.ok_or(Code::SsoKeyUnknown)?).map_err(|_| Code::SsoKeyUnknown)?;
    let mut validation = Validation::new(algorithm);
    // Core checks the claims, by the portal's clock.
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    Ok(decode::<IdTokenClaims>(token, &key, &validation).map_err(|_| Code::SsoTokenInvalid)?.claims)
}

/// Reads a part of a token: JSON in Base64 for addresses, without padding.
fn decoded<T: DeserializeOwned>(part: &str) -> Option<T> {
    let mut text: String = part.chars().map(|letter| if letter == '-' { '+' } else { letter }).collect();
    text = text.replace('_', "/");
    text.extend(std::iter::repeat_n('=', (4 - text.len() % 4) % 4));
    serde_json::from_slice(&base64::decode_block(&text).ok()?).ok()
}

/// Returns bytes in Base64 for addresses, without padding.
#[must_use]
pub fn base64url(bytes: &[u8]) -> String {
    base64::encode_block(bytes).trim_end_matches('=').replace('+', "-").replace('/', "_")
}

#[must_use]
pub fn encoded(text: &str) -> String {
    serde_urlencoded::to_string([("", text)]).unwrap_or_default().trim_start_matches('=').to_owned()
}
