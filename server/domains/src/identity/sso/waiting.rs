//! Sign-ins that wait for a provider's answer. The browser keeps a handle that never goes to the provider; the provider
//! returns a state. An answer counts only with both, so a link with a foreign answer signs no user in.

use gridbill_core::identity::sso::{
    ExpectedToken, FinishSsoRequest, IdTokenClaims, SSO_SECONDS, SsoMode, SsoStart, check_answering_issuer,
    check_claims,
};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Problem};
use openssl::memcmp;
use reqwest::Url;
use sha2::{Digest as _, Sha256};

use super::super::sql::sso::{self as sql, Identity, NewSignIn, SignInRow, StoredProvider};
use super::provider::{Exchange, base64url, exchange};
use super::redirect_address;
use crate::app::App;
use crate::auth::who::{Caller, Person};
use crate::auth::{address, token};
use crate::error::Answer;

/// The action that an answer completes. A handle is valid for one purpose only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    SignIn,
    Link,
    Confirm,
}

impl Purpose {
    const ALL: [Self; 3] = [Self::SignIn, Self::Link, Self::Confirm];

    const fn code(self) -> &'static str {
        match self {
            Self::SignIn => "signIn",
            Self::Link => "link",
            Self::Confirm => "confirm",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.code() == code)
    }
}

/// Derives a secret of a sign-in from the stored seed and the handle, which only the caller has.
fn derived(name: &str, seed: &[u8], handle: &str) -> String {
    let hash = Sha256::new().chain_update(name).chain_update(seed).chain_update(handle);
    hex::encode(hash.finalize())
}

/// Stores a sign-in, and returns the address that the browser must go to.
pub async fn start(
    app: &App,
    provider: &StoredProvider,
    purpose: Purpose,
    caller: &Caller,
    person: Option<&Person>,
    email: &str,
) -> Answer<SsoStart> {
    let (handle, state, seed) = (token::opaque(&app.random), token::opaque(&app.random), app.random.bytes::<32>());
    let now = app.now();
    let new = NewSignIn {
        handle_hash: &token::hashed(&handle),
        state_hash: &token::hashed(&state),
        seed: &seed,
        purpose: purpose.code(),
        provider,
        person_id: person.map(|person| person.person_id),
        session_id: person.map(|person| person.session_id),
        address: &address::caller(&caller.address),
        device: &caller.device,
        created_at: now,
        expires_at: now.plus_seconds(SSO_SECONDS),
    };
    sql::add_sign_in(&app.pool, &new).await?;
    let challenge = base64url(&Sha256::digest(derived("verifier", &seed, &handle)));
    let mut url = Url::parse(&provider.authorization_endpoint).map_err(anyhow::Error::from)?;
    let redirect_address = redirect_address(app);
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.client_id)
        .append_pair("redirect_uri", &redirect_address)
        .append_pair("scope", "openid profile email")
        .append_pair("state", &state)
        .append_pair("nonce", &derived("nonce", &seed, &handle))
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256")
        .append_pair("login_hint", email);
    if purpose == Purpose::Confirm {
        url.query_pairs_mut().append_pair("prompt", "login").append_pair("max_age", "0");
    }
    Ok(SsoStart { address: url.into(), handle })
}

/// A provider's answer whose token was verified.
pub struct Answered {
    pub purpose: Purpose,
    pub bulk_id: BulkId,
    pub claims: IdTokenClaims,
}

impl Answered {
    pub fn identity(&self) -> Identity<'_> {
        Identity { bulk_id: &self.bulk_id, issuer: &self.claims.iss, subject: &self.claims.sub }
    }
}

/// Verifies the provider's answer to a sign-in, and uses the sign-in up. `person` is the signed-in user, whose session
/// must have started it.
/// Fails with a code for each rule that the answer breaks. Unknown, expired and stolen handles get the same refusal.
pub async fn answered(
    app: &App,
    caller: &Caller,
    person: Option<&Person>,
    request: &FinishSsoRequest,
) -> Answer<Answered> {
    let handle_hash = token::hashed(&request.handle);
    let (purpose, row) = sql::sign_in(&app.pool, &handle_hash).await?.ok_or(Code::SsoExpired)?;
    let purpose = Purpose::from_code(&purpose).ok_or(Code::SsoExpired)?;
    let is_asked_here = row.address == address::caller(&caller.address) && row.device == caller.device;
    let is_of_session = row.session_id == person.map(|person| person.session_id);
    if !is_asked_here || !is_of_session || row.expires_at <= app.now() {
        return Err(Code::SsoExpired.into());
    }
    if row.used_at.is_some() {
        return Err(Code::SsoStateUsed.into());
    }
    if !memcmp::eq(&row.state_hash, &token::hashed(&request.state)) {
        return Err(Code::SsoStateWrong.into());
    }
    if !sql::use_sign_in(&app.pool, &handle_hash, app.now()).await? {
        return Err(Code::SsoStateUsed.into());
    }
    let bulk_id = BulkId::parse(&row.bulk_id)?;
    let provider = sql::provider(&app.pool, &bulk_id).await?.filter(|provider| is_same(provider, &row));
    let provider = provider.ok_or(Code::SsoExpired)?;
    check_answering_issuer(request.iss.as_deref(), &provider.issuer, provider.names_itself)?;
    let code = request.code.as_deref().filter(|code| !code.is_empty() && request.error.is_none());
    let code = code.ok_or(Code::SsoProviderRefused)?;
    let verifier = derived("verifier", &row.seed, &request.handle);
    let redirect_address = redirect_address(app);
    let claims =
        exchange(app, &provider, &Exchange { code, redirect_address: &redirect_address, verifier: &verifier }).await?;
    let expected = ExpectedToken {
        issuer: &provider.issuer,
        client_id: &provider.client_id,
        nonce: &derived("nonce", &row.seed, &request.handle),
        now: app.now(),
        asked_at: (purpose == Purpose::Confirm).then_some(row.created_at),
    };
    check_claims(&claims, &expected).map_err(Problem::from)?;
    Ok(Answered { purpose, bulk_id, claims })
}

/// Whether the provider is still the one that was asked.
fn is_same(provider: &StoredProvider, row: &SignInRow) -> bool {
    provider.mode() != SsoMode::Off && provider.issuer == row.issuer && provider.client_id == row.client_id
}
