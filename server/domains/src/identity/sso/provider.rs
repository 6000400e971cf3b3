//! Talks to a company's OpenID Connect provider, and verifies its ID tokens.

use gridbill_core::identity::sso::token::{ACCEPTED, IdTokenClaims, KeyKind, SigningAlgorithm};
use gridbill_core::identity::sso::{Abilities, check_abilities, detail, error_detail};
use gridbill_core::{Code, Problem};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, crypto};
use openssl::base64;
use reqwest::{StatusCode, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::super::sql::sso::ProviderSettings;
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
    #[serde(flatten)]
    abilities: Abilities,
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
/// Fails with [`Code::SsoAddressRefused`], [`Code::SsoProviderInvalid`], [`Code::SsoProviderUnavailable`],
/// [`Code::SsoIssuerOther`], [`Code::SsoProviderUnfit`], [`Code::SsoKeysMissing`].
pub async fn discover(app: &App, issuer: &str) -> Answer<Discovered> {
    let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let found: Document = app.outbound.get(&address).await.map_err(|error| unusable(&address, error))?;
    if found.issuer != issuer {
        return Err(Problem::new(Code::SsoIssuerOther).with("issuer", detail(&found.issuer)).into());
    }
    for address in [&found.authorization_endpoint, &found.token_endpoint, &found.jwks_uri] {
        app.outbound.check(address).await.map_err(|error| unusable(address, error))?;
    }
    check_abilities(&found.abilities)?;
    let Abilities { id_token_signing_alg_values_supported: listed, .. } = &found.abilities;
    let names = |algorithm: &SigningAlgorithm| {
        listed.is_empty() || listed.iter().any(|name| SigningAlgorithm::from_header(name) == Ok(*algorithm))
    };
    let wanted: Vec<_> = SigningAlgorithm::ALL.into_iter().filter(names).collect();
    let keys = keys(app, &found.jwks_uri).await?;
    if !keys.iter().any(|key| wanted.iter().any(|algorithm| fits(key, *algorithm))) {
        let accepted: Vec<_> = wanted.iter().map(|algorithm| algorithm.name()).collect();
        return Err(keys_missing(&found.jwks_uri, accepted).into());
    }
    let methods = &found.abilities.token_endpoint_auth_methods_supported;
    let takes = |name: &str| methods.iter().any(|method| method == name);
    Ok(Discovered {
        // The header is the default of a provider that names no method.
        secret_in_body: takes("client_secret_post") && !takes("client_secret_basic"),
        authorization_endpoint: found.authorization_endpoint,
        token_endpoint: found.token_endpoint,
        jwks_uri: found.jwks_uri,
        names_itself: found.authorization_response_iss_parameter_supported,
    })
}

fn keys_missing(address: &str, accepted: Vec<&str>) -> Problem {
    Problem::new(Code::SsoKeysMissing).with("address", detail(address)).with("accepted", accepted)
}

fn unusable(address: &str, error: OutboundError) -> Error {
    match error {
        OutboundError::Refused => Code::SsoAddressRefused.into(),
        OutboundError::Status(..) | OutboundError::Invalid => {
            Problem::new(Code::SsoProviderInvalid).with("address", detail(address)).into()
        }
        OutboundError::Unavailable(cause) => {
            tracing::warn!(error = format!("{cause:#}"), "an identity provider does not answer");
            unavailable(address)
        }
    }
}

fn unavailable(address: &str) -> Error {
    let host = Url::parse(address).ok().and_then(|url| url.host_str().map(detail)).unwrap_or_default();
    Problem::new(Code::SsoProviderUnavailable).with("host", host).into()
}

/// Returns the provider's keys. They are read for each sign-in, so a new key counts immediately, and a withdrawn key no
/// longer does.
async fn keys(app: &App, jwks_uri: &str) -> Answer<Vec<Jwk>> {
    #[derive(Deserialize)]
    struct Keys {
        keys: Vec<Value>,
    }
    let found: Keys = app.outbound.get(jwks_uri).await.map_err(|error| match error {
        OutboundError::Status(..) | OutboundError::Invalid => keys_missing(jwks_uri, ACCEPTED.to_vec()).into(),
        other => unusable(jwks_uri, other),
    })?;
    // A provider may also list keys of kinds that are unknown here.
    Ok(found.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
}

/// Whether a key can have made a signature with the algorithm.
fn fits(key: &Jwk, algorithm: SigningAlgorithm) -> bool {
    let kind = match &key.algorithm {
        AlgorithmParameters::RSA(_) => Some(KeyKind::Rsa),
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => Some(KeyKind::P256),
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P384 => Some(KeyKind::P384),
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => Some(KeyKind::Ed25519),
        _ => None,
    };
    let encrypts = key.common.public_key_use == Some(PublicKeyUse::Encryption)
        || matches!(
            key.common.key_algorithm,
            Some(KeyAlgorithm::RSA1_5 | KeyAlgorithm::RSA_OAEP | KeyAlgorithm::RSA_OAEP_256)
        );
    kind == Some(algorithm.key_kind()) && !encrypts
}

/// The authorization code, and the verifier that proves that this portal requested it.
pub struct Exchange<'a> {
    pub code: &'a str,
    pub redirect_address: &'a str,
    pub verifier: &'a str,
}

/// How the client secret is sent.
#[derive(Clone, Copy)]
enum SecretForm {
    /// In the header, encoded as RFC 6749 says in section 2.3.1.
    Encoded,
    /// In the header as it is, for providers that do not decode it.
    Undecoded,
    Body,
}

/// What the token endpoint answered.
#[derive(Deserialize)]
struct TokenAnswer {
    id_token: String,
}

/// Exchanges the authorization code for an ID token, and verifies the token's signature. Returns the claims, and whether
/// the provider compares the client secret without decoding it. If the provider refuses one form of the secret in the
/// header, the other form is tried once: a provider checks the client before it uses the code up.
/// Fails with [`Code::SsoProviderUnavailable`]; [`Code::SsoClientRefused`] for a wrong client or secret;
/// [`Code::SsoProviderRefused`] for a code that the provider does not accept; and the codes of [`verify`].
pub async fn exchange(
    app: &App,
    settings: &ProviderSettings,
    exchange: &Exchange<'_>,
) -> Answer<(IdTokenClaims, bool)> {
    let secret = match &settings.client_secret {
        Some(sealed) => Some(app.auth.factors.sealer.open(settings.provider_id, sealed)?),
        None => None,
    };
    let secret = secret.map(String::from_utf8).transpose().map_err(anyhow::Error::from)?;
    let is_same_encoded = |text: &str| encoded(text) == text;
    let has_one_form = is_same_encoded(&settings.client_id) && secret.as_deref().is_none_or(is_same_encoded);
    let forms: &[SecretForm] = match () {
        () if settings.secret_in_body => &[SecretForm::Body],
        () if has_one_form => &[SecretForm::Encoded],
        () if settings.secret_undecoded => &[SecretForm::Undecoded, SecretForm::Encoded],
        () => &[SecretForm::Encoded, SecretForm::Undecoded],
    };
    let mut answer = request_token(app, settings, exchange, secret.as_deref(), forms[0]).await;
    let mut form = forms[0];
    if let (Err(error), Some(other)) = (&answer, forms.get(1))
        && is_client_refused(error)
    {
        answer = request_token(app, settings, exchange, secret.as_deref(), *other).await;
        form = *other;
    }
    let token = answer.map_err(|error| not_exchanged(&settings.token_endpoint, error))?;
    let keys = keys(app, &settings.jwks_uri).await?;
    Ok((verify(&token.id_token, &keys)?, matches!(form, SecretForm::Undecoded)))
}

async fn request_token(
    app: &App,
    settings: &ProviderSettings,
    exchange: &Exchange<'_>,
    secret: Option<&str>,
    form: SecretForm,
) -> Result<TokenAnswer, OutboundError> {
    let client_id = settings.client_id.as_str();
    let mut fields = vec![
        ("grant_type", "authorization_code"),
        ("code", exchange.code),
        ("redirect_uri", exchange.redirect_address),
        ("code_verifier", exchange.verifier),
    ];
    let basic = match (secret, form) {
        (Some(secret), SecretForm::Encoded) => Some((encoded(client_id), encoded(secret))),
        (Some(secret), SecretForm::Undecoded) => Some((client_id.to_owned(), secret.to_owned())),
        (Some(secret), SecretForm::Body) => {
            fields.extend([("client_id", client_id), ("client_secret", secret)]);
            None
        }
        (None, _) => {
            fields.push(("client_id", client_id));
            None
        }
    };
    let basic = basic.as_ref().map(|(user, password)| (user.as_str(), password.as_str()));
    app.outbound.post_form(&settings.token_endpoint, &fields, basic).await
}

/// Whether the provider refused the client, and not the code.
fn is_client_refused(error: &OutboundError) -> bool {
    let OutboundError::Status(status, body) = error else { return false };
    *status == StatusCode::UNAUTHORIZED || matches!(error_code(body).as_str(), "invalid_client" | "unauthorized_client")
}

/// Returns the code of an error (RFC 6749, section 5.2).
fn error_code(body: &[u8]) -> String {
    let error = serde_json::from_slice(body).ok().and_then(|body: Value| body["error"].as_str().map(error_detail));
    error.unwrap_or_else(|| error_detail(""))
}

fn not_exchanged(address: &str, error: OutboundError) -> Error {
    match error {
        OutboundError::Status(status, _) if status == StatusCode::TOO_MANY_REQUESTS || status.is_redirection() => {
            unavailable(address)
        }
        OutboundError::Status(_, ref body) => {
            let code = if is_client_refused(&error) { Code::SsoClientRefused } else { Code::SsoProviderRefused };
            Problem::new(code).with("error", error_code(body)).into()
        }
        OutboundError::Invalid => unverified("id_token").into(),
        other => unusable(address, other),
    }
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

fn unverified(part: &str) -> Problem {
    Problem::new(Code::SsoTokenInvalid).with("part", part)
}

/// Verifies a token's signature, and returns its claims, which are not checked yet.
/// Fails with [`Code::SsoAlgorithmRefused`], [`Code::SsoKeyUnknown`], [`Code::SsoTokenInvalid`],
/// [`Code::SsoClaimInvalid`].
pub fn verify(token: &str, keys: &[Jwk]) -> Result<IdTokenClaims, Problem> {
    let (message, signature) = token.rsplit_once('.').ok_or_else(|| unverified("id_token"))?;
    let (header, claims) = message.split_once('.').ok_or_else(|| unverified("id_token"))?;
    let header: Header = decoded(header).ok_or_else(|| unverified("header"))?;
    let algorithm = SigningAlgorithm::from_header(&header.alg)?;
    if header.crit.is_some() {
        return Err(unverified("crit"));
    }
    let fitting: Vec<&Jwk> = keys.iter().filter(|key| fits(key, algorithm)).collect();
    let key = match (&header.kid, fitting.as_slice()) {
        (Some(kid), keys) => keys.iter().find(|key| key.common.key_id.as_ref() == Some(kid)).copied(),
        // A token without a key id is acceptable if there is no choice.
        (None, [only]) => Some(*only),
        (None, _) => None,
    };
    let key = key.and_then(|key| DecodingKey::from_jwk(key).ok()).ok_or_else(|| {
        let named = detail(header.kid.as_deref().unwrap_or_default());
        Problem::new(Code::SsoKeyUnknown).with("key", named).with("algorithm", algorithm.name())
    })?;
    let algorithm = match algorithm {
        SigningAlgorithm::Rs256 => Algorithm::RS256,
        SigningAlgorithm::Rs384 => Algorithm::RS384,
        SigningAlgorithm::Rs512 => Algorithm::RS512,
        SigningAlgorithm::Ps256 => Algorithm::PS256,
        SigningAlgorithm::Ps384 => Algorithm::PS384,
        SigningAlgorithm::Ps512 => Algorithm::PS512,
        SigningAlgorithm::Es256 => Algorithm::ES256,
        SigningAlgorithm::Es384 => Algorithm::ES384,
        SigningAlgorithm::EdDsa => Algorithm::EdDSA,
    };
    if !crypto::verify(signature, message.as_bytes(), &key, algorithm).unwrap_or(false) {
        return Err(unverified("signature"));
    }
    IdTokenClaims::read(&decoded::<Map<String, Value>>(claims).ok_or_else(|| unverified("claims"))?)
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
