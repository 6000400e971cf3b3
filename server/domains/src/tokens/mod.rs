//! API tokens of a company (docs/domain/tokens.md). The guard reads a token on each call: `auth/api_token.rs`.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::TokenFact;
use gridbill_core::tokens::{
    self as core, ApiToken, ApiTokenRequest, ApiTokens, ApiTokensRequest, CreateApiTokenRequest, CreatedApiToken,
    ENDED_DAYS, MAX_TOKENS, OVERLAP_SECONDS, RotateApiTokenRequest, TokenKind, check_expiry, check_name,
    check_networks, check_scopes, ending, reminder_days, write_token,
};
use gridbill_core::{Code, Day, Instant, Problem};
use uuid::Uuid;

use crate::accounts::bulk;
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{again, api_token, factors};
use crate::database::is_demo;
use crate::endpoint::{Mount, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

pub mod remind;
mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetApiTokens, list)
        .json(core::CreateApiToken, create)
        .json(core::RotateApiToken, rotate)
        .json(core::RevokeApiToken, revoke)
}

async fn list(app: App, who: Customer, _: ApiTokensRequest) -> Answer<ApiTokens> {
    let now = app.now();
    let items = sql::tokens(&app.pool, &who.bulk_id, None, now, ended_before(now)).await?;
    let calls_per_minute = app.config.limits.token_calls_per_minute.into();
    let is_sandbox = is_demo(&app.pool).await?;
    Ok(ApiTokens { items, limit: MAX_TOKENS, calls_per_minute, is_sandbox })
}

/// Creates a token. Its text is only in the answer, so the call cannot be repeated with a key: the stored answer would
/// contain it.
async fn create(app: App, who: Customer, request: CreateApiTokenRequest) -> Answer<CreatedApiToken> {
    let (bulk_id, now) = (&who.bulk_id, app.now());
    let (name, scopes) = (check_name(&request.name)?, check_scopes(&request.scopes)?);
    let expires_at = check_expiry(request.expires_on, Day::at(now))?;
    let networks: Vec<String> = check_networks(&request.addresses)?.iter().map(ToString::to_string).collect();
    let mut tx = bulk::begin_change(&app, &who).await?;
    let tokens = sql::tokens(&mut *tx, bulk_id, None, now, ended_before(now)).await?;
    let working: Vec<&ApiToken> = tokens.iter().filter(|token| token.state.works()).collect();
    if working.iter().any(|token| token.name.eq_ignore_ascii_case(&name)) {
        return Err(Problem::at("name", Code::ApiTokenNameTaken).into());
    }
    if working.len() >= usize::try_from(MAX_TOKENS).unwrap_or(usize::MAX) {
        return Err(Problem::new(Code::ApiTokensTooMany).with("limit", MAX_TOKENS).into());
    }
    confirm(&app, &mut tx, &who).await?;
    let (token_id, secret) = (app.random.uuid(), new_secret(&app, &mut tx).await?);
    let new = sql::NewToken {
        token_id,
        name: &name,
        ending: ending(&secret),
        scopes: &scopes,
        networks: &networks,
        created_by: who.person.person_id,
        created_at: now,
        expires_at,
        reminded_days: reminder_days(now, expires_at),
    };
    sql::add(&mut tx, bulk_id, &new).await?;
    sql::add_secret(&mut tx, bulk_id, token_id, &api_token::hashed(&secret)).await?;
    let fact =
        TokenFact::ApiTokenCreated { token_id: token_id.to_string(), scopes, addresses: networks.clone(), expires_at };
    record(&app, &mut tx, &who, fact, &name).await?;
    let token = one(&mut tx, &who, token_id, now).await?;
    tx.commit().await?;
    Ok(CreatedApiToken { token, secret })
}

/// Generates the text of a token.
async fn new_secret(app: &App, tx: &mut Tx) -> Answer<String> {
    let kind = TokenKind::of(is_demo(&mut **tx).await?);
    Ok(write_token(kind, &app.random.bytes()))
}

/// Gives a token a new text. The old one works until the overlap ends, but no longer than it would have. A text that was
/// replaced before it ends at once, so at most two work.
async fn rotate(app: App, who: Customer, request: RotateApiTokenRequest) -> Answer<CreatedApiToken> {
    let (bulk_id, now) = (&who.bulk_id, app.now());
    let expires_at = check_expiry(request.expires_on, Day::at(now))?;
    let mut tx = bulk::begin_change(&app, &who).await?;
    let token = working(&mut tx, &who, &request.token_id, now).await?;
    confirm(&app, &mut tx, &who).await?;
    let token_id = id(&token.token_id)?;
    let old_works_until = now.plus_seconds(OVERLAP_SECONDS).min(token.expires_at).min(expires_at);
    let secret = new_secret(&app, &mut tx).await?;
    sql::end_old_secrets(&mut tx, bulk_id, token_id, now).await?;
    sql::replace_secret(&mut tx, bulk_id, token_id, old_works_until).await?;
    sql::add_secret(&mut tx, bulk_id, token_id, &api_token::hashed(&secret)).await?;
    let reminded_days = reminder_days(now, expires_at);
    sql::renew(&mut tx, bulk_id, token_id, ending(&secret), expires_at, reminded_days).await?;
    let fact = TokenFact::ApiTokenRotated { token_id: token.token_id.clone(), expires_at, old_works_until };
    record(&app, &mut tx, &who, fact, &token.name).await?;
    let token = one(&mut tx, &who, token_id, now).await?;
    tx.commit().await?;
    Ok(CreatedApiToken { token, secret })
}

/// Revokes a token. Needs no second factor: a leaked token must be stopped fast.
async fn revoke(app: App, who: Customer, request: ApiTokenRequest) -> Answer<Nothing> {
    let now = app.now();
    let mut tx = bulk::begin_change(&app, &who).await?;
    let token = working(&mut tx, &who, &request.token_id, now).await?;
    sql::revoke(&mut tx, &who.bulk_id, id(&token.token_id)?, now).await?;
    let fact = TokenFact::ApiTokenRevoked { token_id: token.token_id.clone() };
    record(&app, &mut tx, &who, fact, &token.name).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Requires a second factor, and that the user has just proved their identity with it.
async fn confirm(app: &App, tx: &mut Tx, who: &Customer) -> Answer<()> {
    if !factors::has_factor(&mut **tx, who.person.person_id).await? {
        return Err(Code::ApiTokenNeedsFactor.into());
    }
    again::require_recent_proof(&app.auth, tx, &who.person).await
}

async fn one(tx: &mut Tx, who: &Customer, token_id: Uuid, now: Instant) -> Answer<ApiToken> {
    let mut found = sql::tokens(&mut **tx, &who.bulk_id, Some(token_id), now, ended_before(now)).await?;
    Ok(found.pop().ok_or(Code::ApiTokenNotFound)?)
}

/// Returns a token that works.
async fn working(tx: &mut Tx, who: &Customer, token_id: &str, now: Instant) -> Answer<ApiToken> {
    let token = one(tx, who, id(token_id)?, now).await?;
    if token.state.works() { Ok(token) } else { Err(Code::ApiTokenEnded.into()) }
}

fn id(text: &str) -> Result<Uuid, Code> {
    Uuid::parse_str(text.trim()).map_err(|_| Code::ApiTokenNotFound)
}

/// Returns the instant before which an ended token has ended long ago.
fn ended_before(now: Instant) -> Instant {
    now.plus_seconds(-ENDED_DAYS * 86_400)
}

async fn record(app: &App, tx: &mut Tx, who: &Customer, fact: TokenFact, name: &str) -> Answer<()> {
    let entry = Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, name);
    facts::record(&app.context(), tx, entry).await
}

/// Deletes tokens that ended long ago, with their hashes. Their facts stay.
pub async fn delete_ended(app: &App) -> Answer<()> {
    sql::delete_ended(&app.pool, ended_before(app.now())).await?;
    Ok(())
}
