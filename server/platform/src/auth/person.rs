//! Authenticates a call by its access token, or by an API token. The session's row is read on every request.

use gridbill_core::Code;
use gridbill_core::endpoint::Method;
use gridbill_core::identity::factors::WITHOUT_A_FACTOR;
use gridbill_core::identity::profile::WITH_AN_OLD_PASSWORD;
use gridbill_core::identity::sso::WITHOUT_A_LINK;
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::tokens::TOKEN_PREFIX;

use super::caller::{bearer, caller, language};
use super::guard::Call;
use super::security::{self, Event, SecurityEventKind};
use super::token::TokenError;
use super::who::Person;
use super::{Auth, api_token, cookie, factors, sql};
use crate::error::Answer;

/// Minimum seconds between two updates of a session's last activity. An update on every request would turn every
/// read into a write.
const NOTE_INTERVAL_SECONDS: i64 = 20;

/// Returns the signed-in person. The session's row is read on every request, so that ending a session works on the
/// next one.
pub(super) async fn person(auth: &Auth, call: &Call<'_>) -> Answer<Person> {
    let bearer = bearer(call.headers);
    if let Some(token) = bearer.filter(|text| text.starts_with(TOKEN_PREFIX)) {
        return api_token::person(auth, call, token).await;
    }
    let token = match bearer {
        Some(token) => token.to_owned(),
        None => cookie::read(call.headers, cookie::ACCESS, auth.config.secure_cookies()).ok_or(Code::SignedOut)?,
    };
    // Another site can make a browser send our cookies, but not this header.
    if bearer.is_none() && call.entry.method != Method::Get && !call.headers.contains_key("x-session") {
        return Err(Code::SessionHeaderMissing.into());
    }
    let now = auth.now();
    let claims = match auth.keys.read(&token, now) {
        Ok(claims) => claims,
        Err(TokenError::Expired(_)) => return Err(Code::SignedOut.into()),
        Err(TokenError::Forged) => {
            let (what, name) = (SecurityEventKind::ForgedToken, call.entry.name);
            let event = Event { what, person_id: None, email: None, call: name, code: Some(Code::SignedOut) };
            security::record(auth, &caller(auth, call), &event);
            return Err(Code::SignedOut.into());
        }
    };
    let mut db = auth.reader.connection().await?;
    let session = sql::session(&mut *db, claims.sid).await?;
    db.return_to_pool();
    let session = session.ok_or(Code::SignedOut)?;
    security::note_caller(session.person_id);
    if !session.opens_with(claims.generation) {
        return Err(Code::SignedOut.into());
    }
    if let Some(over) = session.over(now) {
        return Err(over.into());
    }
    if session.password_reset_required && !WITH_AN_OLD_PASSWORD.contains(&call.entry.name) {
        return Err(Code::PasswordChangeRequired.into());
    }
    let required_from = if session.is_staff { auth.config.staff_factor_from } else { session.factor_required_from };
    let must_add = !session.has_factor && factors::applies(required_from, now);
    if must_add && !WITHOUT_A_FACTOR.contains(&call.entry.name) {
        return Err(Code::FactorRequired.into());
    }
    if session.must_link && !WITHOUT_A_LINK.contains(&call.entry.name) {
        return Err(Code::SsoLinkRequired.into());
    }
    let first_use = claims.generation == session.generation && !session.generation_used;
    if first_use || now.seconds_since(session.last_active_at) >= NOTE_INTERVAL_SECONDS {
        sql::touch(&auth.pool, claims.sid, claims.generation, now).await?;
    }
    let role = session.role.as_deref().and_then(Role::from_code);
    Ok(Person {
        person_id: session.person_id,
        session_id: claims.sid,
        name: session.name,
        email: session.email,
        role: role.map(|role| role.while_registered(session.registration_status)),
        permissions: Permissions { make_payments: session.make_payments, manage_accounts: session.manage_accounts },
        bulk_id: session.bulk_id.as_deref().map(BulkId::parse).transpose()?,
        is_staff: session.is_staff,
        has_account: session.has_account,
        language: language(call.headers),
        caller: caller(auth, call),
        integration: None,
    })
}
