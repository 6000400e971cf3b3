//! Authenticates a call by an API token (docs/domain/tokens.md). The token is read on every call, with the rights that the
//! user who created it has now. So a revoked token and a lost right count on the next call, in every process.

use gridbill_core::fact::TokenRefusal;
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::recorded_name::integration_actor;
use gridbill_core::tokens::{Network, TokenKind, TokenScope, token_kind};
use gridbill_core::{Code, Instant, Problem};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::Auth;
use super::caller::{caller, language};
use super::guard::{Call, allows};
use super::security::{self, Event, SecurityEventKind};
use super::sql::api_tokens::{self as sql, FoundToken};
use super::who::{Caller, Integration, Person};
use crate::database::is_demo;
use crate::error::{Answer, Error};

/// Minimum seconds between two updates of a token's last use. An update on every call would turn every read into a write.
const NOTE_INTERVAL_SECONDS: i64 = 60;

/// A known token whose call was refused.
#[derive(Debug)]
pub struct RefusedToken {
    pub bulk_id: BulkId,
    pub token_id: Uuid,
    /// The name of the integration.
    pub name: String,
    pub reason: TokenRefusal,
    pub caller: Caller,
}

/// Returns the hash by which a token is found. Its 32 random bytes cannot be guessed, so the hash needs no salt.
#[must_use]
pub fn hashed(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// Returns the user of a token, limited to its scopes.
/// Fails with [`Code::ApiTokenInvalid`] for a text that is no token, without a query; [`Code::ApiTokenCallClosed`];
/// [`TokenKind::refusal`] for an unknown token of the other system; [`TokenRefusal::refusal`] for a known token, which
/// `call` notes.
pub(super) async fn person(auth: &Auth, call: &Call<'_>, token: &str) -> Answer<Person> {
    let Some(kind) = token_kind(token) else { return Err(unknown(auth, call, Code::ApiTokenInvalid)) };
    let Some(scope) = call.entry.token else { return Err(Code::ApiTokenCallClosed.into()) };
    let mut db = auth.reader.connection().await?;
    let found = sql::find(&mut *db, &hashed(token)).await?;
    let Some(found) = found else {
        let own = TokenKind::of(is_demo(&mut *db).await?);
        let code = if kind == own { Code::ApiTokenInvalid } else { kind.refusal() };
        return Err(unknown(auth, call, code));
    };
    db.return_to_pool();
    security::note_caller(found.person_id);
    let (now, caller) = (auth.now(), caller(auth, call));
    let role = found.role.as_deref().and_then(Role::from_code);
    let person = Person {
        person_id: found.person_id,
        session_id: found.token_id,
        name: found.person_name.clone(),
        email: found.email.clone(),
        role: role.map(|role| role.while_registered(found.registration_status)),
        permissions: Permissions { make_payments: found.make_payments, manage_accounts: found.manage_accounts },
        bulk_id: Some(found.bulk_id.clone()),
        is_staff: false,
        has_account: found.has_account,
        language: language(call.headers),
        caller,
        integration: Some(Integration { token_id: found.token_id, recorded: integration_actor(&found.name) }),
    };
    if let Some(reason) = refusal(&found, &person, call, scope, now) {
        let FoundToken { bulk_id, token_id, name, .. } = found;
        let refused = RefusedToken { bulk_id, token_id, name, reason, caller: person.caller };
        // Only the first refusal of a call counts, and there is only one.
        let _ = call.refused_token.set(refused);
        return Err(match reason {
            TokenRefusal::Scope => Problem::new(reason.refusal()).with("scope", scope.code()).into(),
            _ => reason.refusal().into(),
        });
    }
    if found.last_used_at.is_none_or(|at| now.seconds_since(at) >= NOTE_INTERVAL_SECONDS) {
        let since = now.plus_seconds(-NOTE_INTERVAL_SECONDS);
        sql::note_use(&auth.pool, &found.bulk_id, found.token_id, &person.caller.address, now, since).await?;
    }
    Ok(person)
}

/// Returns why a token may not make the call.
fn refusal(
    found: &FoundToken,
    person: &Person,
    call: &Call<'_>,
    scope: TokenScope,
    now: Instant,
) -> Option<TokenRefusal> {
    let networks = found.networks.iter().filter_map(|network| Network::parse(network).ok());
    let address = person.caller.address.parse().ok();
    let is_near = found.networks.is_empty()
        || address.is_some_and(|address| networks.into_iter().any(|network| network.contains(address)));
    let may_creator = found.is_member && call.entry.scope.is_none_or(|needed| allows(person, needed));
    let tests = [
        (found.is_revoked, TokenRefusal::Revoked),
        (found.works_until.is_some_and(|until| until <= now), TokenRefusal::Replaced),
        // A replaced token works no longer than it did before.
        (found.works_until.is_none() && found.expires_at <= now, TokenRefusal::Expired),
        (!is_near, TokenRefusal::Address),
        (!found.scopes.iter().any(|one| one == scope.code()), TokenRefusal::Scope),
        (!may_creator, TokenRefusal::Creator),
    ];
    tests.into_iter().find(|(applies, _)| *applies).map(|(_, reason)| reason)
}

/// Returns the refusal of a text that is no token of this system, and records it.
fn unknown(auth: &Auth, call: &Call<'_>, code: Code) -> Error {
    let event = Event {
        what: SecurityEventKind::ForgedToken,
        person_id: None,
        email: None,
        call: call.entry.name,
        code: Some(code),
    };
    security::record(auth, &caller(auth, call), &event);
    code.into()
}
