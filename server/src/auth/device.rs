//! Devices that somebody has signed in from before, known by a long-lived cookie.
//!
//! The cookie survives a logout. It opens nothing; a browser that has it is not locked out by the attempts of strangers. A
//! browser that several people use has a token for each of them. A changed password ends all but the device that changed
//! it, a reset all.

use gridbill_core::Instant;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Auth;
use super::sql::devices as sql;
use super::who::Caller;
use super::{cookie, token};
use crate::error::Answer;

/// Days for which a browser is known after the last sign-in; browsers keep no cookie for longer.
pub const KNOWN_DAYS: i64 = 400;
/// The most people whom one browser's cookie knows.
const PEOPLE: usize = 5;
/// The most devices that are known of one person.
const MAX_DEVICES: i64 = 20;

/// Hashes of the tokens that the caller's cookie holds.
fn presented(caller: &Caller) -> Vec<Vec<u8>> {
    tokens(caller).map(token::hashed).collect()
}

fn tokens(caller: &Caller) -> impl Iterator<Item = &str> {
    let cookie = caller.device_cookie.as_deref().unwrap_or_default();
    let is_token = |token: &&str| token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    cookie.split('.').filter(is_token).take(PEOPLE)
}

/// The device under the name by which its wrong attempts are counted, if that person has signed in from it. The same is
/// asked of the database where nobody has the e-mail.
///
/// # Errors
/// When the database does not answer.
pub async fn known(auth: &Auth, caller: &Caller, person_id: Option<Uuid>) -> Answer<Option<String>> {
    let presented = presented(caller);
    if presented.is_empty() {
        return Ok(None);
    }
    let oldest = auth.now().plus_seconds(-KNOWN_DAYS * 86_400);
    let found = sql::known_device(&auth.pool, person_id.unwrap_or_default(), &presented, oldest).await?;
    Ok(found.map(|token_hash| format!("device {}", hex::encode(token_hash))))
}

/// Notes that the person signed in from here; the cookie to set. Nothing for a client without cookies.
///
/// # Errors
/// When the database does not answer.
pub async fn remember(auth: &Auth, db: &mut PgConnection, caller: &Caller, person_id: Uuid) -> Answer<Option<String>> {
    if !caller.uses_cookies {
        return Ok(None);
    }
    let now: Instant = auth.now();
    let mut kept: Vec<String> = tokens(caller).map(str::to_owned).collect();
    let oldest = now.plus_seconds(-KNOWN_DAYS * 86_400);
    if let Some(token_hash) = sql::known_device(&mut *db, person_id, &presented(caller), oldest).await? {
        sql::use_device(db, person_id, &token_hash, now).await?;
    } else {
        let token = token::opaque(&auth.random);
        sql::add_device(db, person_id, &token::hashed(&token), now, MAX_DEVICES).await?;
        kept.insert(0, token);
        kept.truncate(PEOPLE);
    }
    Ok(Some(cookie::write_for(cookie::DEVICE, &kept.join("."), KNOWN_DAYS * 86_400, auth.config.secure_cookies())))
}

/// Forgets the person's devices, but for the caller's own where it is given.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(db: &mut PgConnection, person_id: Uuid, but: Option<&Caller>) -> Answer<()> {
    sql::forget_devices(db, person_id, &but.map(presented).unwrap_or_default()).await?;
    Ok(())
}

/// Forgets the devices that nobody used since then.
///
/// # Errors
/// When the database does not answer.
pub async fn forget_unused(auth: &Auth, since: Instant) -> sqlx::Result<()> {
    sql::forget_unused(&auth.pool, since).await
}
