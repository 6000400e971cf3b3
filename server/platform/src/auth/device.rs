//! Devices that a person has signed in from before, recognised by a long-lived cookie.
//!
//! The cookie survives a logout and grants no access. A browser that has it is not locked out by the attempts of
//! strangers. A browser that several people use has a token for each person. Changing the password removes the
//! person's other devices; resetting it removes all of the person's devices.

use gridbill_core::Instant;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Auth;
use super::sql::devices as sql;
use super::who::Caller;
use super::{cookie, token};
use crate::error::Answer;

/// Days for which a browser is remembered after the last sign-in. Browsers keep no cookie for longer.
pub const KNOWN_DAYS: i64 = 400;
/// Maximum number of people that one browser's cookie can hold.
const PEOPLE: usize = 5;
/// Maximum number of stored devices of a person.
const MAX_DEVICES: i64 = 20;

/// Returns the hashes of the tokens in the caller's device cookie.
fn presented(caller: &Caller) -> Vec<Vec<u8>> {
    tokens(caller).map(token::hashed).collect()
}

fn tokens(caller: &Caller) -> impl Iterator<Item = &str> {
    let cookie = caller.device_cookie.as_deref().unwrap_or_default();
    let is_token = |token: &&str| token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    cookie.split('.').filter(is_token).take(PEOPLE)
}

/// Returns the name under which the device's wrong attempts are counted, if the person has signed in from it. The
/// same query runs if no person has the e-mail, so that both cases take the same time.
pub async fn find_known_device(auth: &Auth, caller: &Caller, person_id: Option<Uuid>) -> Answer<Option<String>> {
    let presented = presented(caller);
    if presented.is_empty() {
        return Ok(None);
    }
    let oldest = auth.now().plus_seconds(-KNOWN_DAYS * 86_400);
    let found = sql::find_device(&auth.pool, person_id.unwrap_or_default(), &presented, oldest).await?;
    Ok(found.map(|token_hash| format!("device {}", hex::encode(token_hash))))
}

/// Records that the person signed in from this device, and returns the cookie to set. Returns `None` for a client
/// without cookies.
pub async fn remember(auth: &Auth, db: &mut PgConnection, caller: &Caller, person_id: Uuid) -> Answer<Option<String>> {
    if !caller.uses_cookies {
        return Ok(None);
    }
    let now: Instant = auth.now();
    let mut kept: Vec<String> = tokens(caller).map(str::to_owned).collect();
    let oldest = now.plus_seconds(-KNOWN_DAYS * 86_400);
    if let Some(token_hash) = sql::find_device(&mut *db, person_id, &presented(caller), oldest).await? {
        sql::touch_device(db, person_id, &token_hash, now).await?;
    } else {
        let token = token::opaque(&auth.random);
        sql::add_device(db, person_id, &token::hashed(&token), now, MAX_DEVICES).await?;
        kept.insert(0, token);
        kept.truncate(PEOPLE);
    }
    Ok(Some(cookie::write_for(cookie::DEVICE, &kept.join("."), KNOWN_DAYS * 86_400, auth.config.secure_cookies())))
}

/// Deletes the person's devices, except the device of the caller `but`.
pub async fn delete_devices(db: &mut PgConnection, person_id: Uuid, but: Option<&Caller>) -> Answer<()> {
    sql::delete_devices(db, person_id, &but.map(presented).unwrap_or_default()).await?;
    Ok(())
}

/// Deletes the devices that were last used before `since`.
pub async fn delete_unused_devices(auth: &Auth, since: Instant) -> sqlx::Result<()> {
    sql::delete_unused_devices(&auth.pool, since).await
}
