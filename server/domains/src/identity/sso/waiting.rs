//! Sign-ins that wait for a provider's answer. The browser keeps a handle that never goes to the provider; the provider
//! returns a state. An answer counts only with both, so a link with a foreign answer signs no user in.

use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::token::{
    ExpectedToken, IdTokenClaims, MAX_AGE_SECONDS, check_answering_issuer, check_claims,
};
use gridbill_core::identity::sso::{FinishSsoRequest, SSO_SECONDS, SsoMode, SsoStart, error_detail};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Problem};
use openssl::memcmp;
use reqwest::Url;
use sha2::{Digest as _, Sha256};

use super::super::sql::sso::{self as sql, Identity, NewSignIn, ProviderSettings, SignInRow};
use super::provider::{Exchange, base64url, exchange};
use super::redirect_address;
use crate::app::App;
use crate::auth::rate_limit::{self, RateLimit};
use crate::auth::who::{Caller, Person};
use crate::auth::{address, token};
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};

/// Refusals of a company's provider in an hour that its activity log shows. Any visitor can begin a sign-in and refuse it.
const REFUSALS: RateLimit = RateLimit { bucket: "ssoRefusals", max: 20, window_seconds: 3600 };

/// The action that an answer completes. A handle is valid for one purpose only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    SignIn,
    Link,
    Confirm,
    /// A trial of settings that no user signs in with yet.
    Trial,
}

impl Purpose {
    const ALL: [Self; 4] = [Self::SignIn, Self::Link, Self::Confirm, Self::Trial];

    const fn code(self) -> &'static str {
        match self {
            Self::SignIn => "signIn",
            Self::Link => "link",
            Self::Confirm => "confirm",
            Self::Trial => "trial",
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
    settings: &ProviderSettings,
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
        settings,
        provider_id: (purpose == Purpose::Trial).then_some(settings.provider_id),
        person_id: person.map(|person| person.person_id),
        session_id: person.map(|person| person.session_id),
        address: &address::caller(&caller.address),
        device: &caller.device,
        created_at: now,
        expires_at: now.plus_seconds(SSO_SECONDS),
    };
    sql::add_sign_in(&app.pool, &new).await?;
    let challenge = base64url(&Sha256::digest(derived("verifier", &seed, &handle)));
    let mut url = Url::parse(&settings.authorization_endpoint).map_err(anyhow::Error::from)?;
    let redirect_address = redirect_address(app);
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &settings.client_id)
        .append_pair("redirect_uri", &redirect_address)
        .append_pair("scope", "openid profile email")
        .append_pair("state", &state)
        .append_pair("nonce", &derived("nonce", &seed, &handle))
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256")
        .append_pair("login_hint", email);
    if purpose == Purpose::Confirm {
        let max_age = MAX_AGE_SECONDS.to_string();
        url.query_pairs_mut().append_pair("prompt", "login").append_pair("max_age", &max_age);
    }
    Ok(SsoStart { address: url.into(), handle })
}

/// A provider's answer whose token was verified.
pub struct Answered {
    pub purpose: Purpose,
    pub bulk_id: BulkId,
    /// The settings that the provider was asked with.
    pub settings: ProviderSettings,
    pub claims: IdTokenClaims,
}

impl Answered {
    pub fn identity(&self) -> Identity<'_> {
        Identity {
            bulk_id: &self.bulk_id,
            issuer: &self.claims.iss,
            client_id: &self.settings.client_id,
            subject: &self.claims.sub,
        }
    }
}

/// Verifies the provider's answer to a sign-in for one of these purposes, and uses the sign-in up. `person` is the
/// signed-in user, whose session must have started it. The company's activity log shows what the provider did wrong.
/// Fails with a code for each rule that the answer breaks. Unknown, expired and stolen handles get the same refusal.
pub async fn answered(
    app: &App,
    caller: &Caller,
    person: Option<&Person>,
    purposes: &[Purpose],
    request: &FinishSsoRequest,
) -> Answer<Answered> {
    let handle_hash = token::hashed(&request.handle);
    let (purpose, row) = sql::sign_in(&app.pool, &handle_hash).await?.ok_or(Code::SsoExpired)?;
    let purpose = Purpose::from_code(&purpose).filter(|purpose| purposes.contains(purpose)).ok_or(Code::SsoExpired)?;
    // Not the network address: between two steps it changes from IPv6 to IPv4, or from one exit of a company to another.
    let is_asked_here = row.device == caller.device;
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
    let settings = asked_settings(app, &bulk_id, purpose, &row).await?.ok_or(Code::SsoExpired)?;
    match verified(app, &settings, purpose, &row, request).await {
        Ok((claims, is_undecoded)) => {
            if is_undecoded != settings.secret_undecoded && purpose != Purpose::Trial {
                sql::note_secret_form(&app.pool, &settings, is_undecoded).await?;
            }
            let settings = ProviderSettings { secret_undecoded: is_undecoded, ..settings };
            Ok(Answered { purpose, bulk_id, settings, claims })
        }
        Err(error) => {
            note_refusal(app, caller, person, &bulk_id, &settings, purpose, &error).await?;
            Err(error)
        }
    }
}

/// Returns the settings that the provider was asked with. None if they changed meanwhile.
async fn asked_settings(
    app: &App,
    bulk_id: &BulkId,
    purpose: Purpose,
    row: &SignInRow,
) -> Answer<Option<ProviderSettings>> {
    if purpose == Purpose::Trial {
        let untried = sql::untried(&app.pool, bulk_id).await?.map(|untried| untried.settings);
        return Ok(untried.filter(|settings| Some(settings.provider_id) == row.provider_id));
    }
    let provider = sql::provider(&app.pool, bulk_id).await?.filter(|provider| provider.mode != SsoMode::Off);
    let settings = provider.map(|provider| provider.settings);
    Ok(settings.filter(|settings| settings.issuer == row.issuer && settings.client_id == row.client_id))
}

/// Exchanges and verifies what the provider sent back.
async fn verified(
    app: &App,
    settings: &ProviderSettings,
    purpose: Purpose,
    row: &SignInRow,
    request: &FinishSsoRequest,
) -> Answer<(IdTokenClaims, bool)> {
    check_answering_issuer(request.iss.as_deref(), &settings.issuer, settings.names_itself)?;
    let code = request.code.as_deref().filter(|code| !code.is_empty() && request.error.is_none());
    let code = code.ok_or_else(|| {
        let error = error_detail(request.error.as_deref().unwrap_or_default());
        Problem::new(Code::SsoProviderRefused).with("error", error)
    })?;
    let verifier = derived("verifier", &row.seed, &request.handle);
    let redirect_address = redirect_address(app);
    let asked = Exchange { code, redirect_address: &redirect_address, verifier: &verifier };
    let (claims, is_undecoded) = exchange(app, settings, &asked).await?;
    let expected = ExpectedToken {
        issuer: &settings.issuer,
        client_id: &settings.client_id,
        nonce: &derived("nonce", &row.seed, &request.handle),
        now: app.now(),
        asked_at: (purpose == Purpose::Confirm).then_some(row.created_at),
    };
    check_claims(&claims, &expected)?;
    Ok((claims, is_undecoded))
}

/// Records why an answer was refused: in the activity log, and with the settings that were tried.
async fn note_refusal(
    app: &App,
    caller: &Caller,
    person: Option<&Person>,
    bulk_id: &BulkId,
    settings: &ProviderSettings,
    purpose: Purpose,
    error: &Error,
) -> Answer<()> {
    let Error::Refused(problem) = error else { return Ok(()) };
    let is_left_out = rate_limit::count(&app.pool, REFUSALS, bulk_id.as_str(), app.now()).await?;
    let mut tx = app.begin().await?;
    if purpose == Purpose::Trial {
        sql::note_failure(&mut tx, settings, problem, app.now()).await?;
    }
    if !is_left_out {
        let fact = PeopleFact::SsoRefused {
            issuer: settings.issuer.clone(),
            reason: problem.code.name().to_owned(),
            values: problem.params.clone(),
        };
        // The provider's user is unknown, so a visitor is named by their network address.
        let visitor = Actor::Visitor { person_id: None, name: &caller.address, caller };
        let actor = person.map_or(visitor, Actor::Person);
        let entry = Entry::of(Subject::BulkAccount(bulk_id), actor, fact, &settings.issuer);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}
