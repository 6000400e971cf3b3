//! Questions that wait for a second factor. The caller gets a handle; the database has its hash, and the network address
//! and the browser that it was given to. A handle that is used from anywhere else is refused, and recorded.

use gridbill_core::identity::factors::{CHALLENGE_SECONDS, ENROLMENT_SECONDS};
use gridbill_core::{Code, Instant};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, ChallengeRow, NewChallenge};
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::who::{Caller, Person};
use crate::auth::{Auth, address, token};
use crate::error::Answer;

/// What an answer leads to. A handle of one purpose is no handle of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The password was right.
    SignIn,
    /// A passkey signs in without a password.
    PasskeySignIn,
    /// A signed-in user confirms their identity with a passkey.
    Proof,
    /// A signed-in user adds an authenticator app.
    NewTotp,
    /// A signed-in user adds a passkey.
    NewPasskey,
}

impl Purpose {
    const fn code(self) -> &'static str {
        match self {
            Self::SignIn => "signIn",
            Self::PasskeySignIn => "passkeySignIn",
            Self::Proof => "proof",
            Self::NewTotp => "totp",
            Self::NewPasskey => "passkey",
        }
    }

    const fn seconds(self) -> i64 {
        match self {
            Self::SignIn | Self::PasskeySignIn | Self::Proof => CHALLENGE_SECONDS,
            Self::NewTotp | Self::NewPasskey => ENROLMENT_SECONDS,
        }
    }
}

/// A new question.
#[derive(Default)]
pub struct New<'a> {
    pub person_id: Option<Uuid>,
    pub session_id: Option<Uuid>,
    pub passkey_state: Option<&'a Value>,
    pub secret: Option<&'a [u8]>,
}

impl New<'_> {
    /// A question to a signed-in user.
    #[must_use]
    pub fn to(person: &Person) -> Self {
        Self { person_id: Some(person.person_id), session_id: Some(person.session_id), ..Self::default() }
    }
}

/// Stores a question, and returns its handle.
pub async fn open(
    auth: &Auth,
    db: &mut PgConnection,
    purpose: Purpose,
    caller: &Caller,
    new: New<'_>,
) -> sqlx::Result<String> {
    let (handle, now) = (token::opaque(&auth.random), auth.now());
    let row = NewChallenge {
        handle_hash: &token::hashed(&handle),
        purpose: purpose.code(),
        person_id: new.person_id,
        session_id: new.session_id,
        address: &address::caller(&caller.address),
        device: &caller.device,
        created_at: now,
        expires_at: now.plus_seconds(purpose.seconds()),
        passkey_state: new.passkey_state,
        secret: new.secret,
    };
    sql::add_challenge(db, &row).await?;
    Ok(handle)
}

/// An open question.
pub struct Challenge {
    handle_hash: Vec<u8>,
    pub person_id: Option<Uuid>,
    pub session_id: Option<Uuid>,
    pub passkey_state: Option<Value>,
}

/// Finds the question of a handle.
/// Fails with [`Code::ChallengeExpired`] for an unknown, answered, expired or stolen handle, which look the same.
pub async fn find(
    auth: &Auth,
    db: &mut PgConnection,
    purpose: Purpose,
    handle: &str,
    caller: &Caller,
    call: &str,
) -> Answer<Challenge> {
    let handle_hash = token::hashed(handle);
    let found = sql::challenge(db, &handle_hash, purpose.code()).await?;
    let row = found.filter(|row| is_open(row, auth.now())).ok_or(Code::ChallengeExpired)?;
    if row.address != address::caller(&caller.address) || row.device != caller.device {
        let (what, code) = (SecurityEventKind::StolenHandle, Some(Code::ChallengeExpired));
        let event = Event { what, person_id: row.person_id, email: None, call, code };
        security::record(auth, caller, &event);
        return Err(Code::ChallengeExpired.into());
    }
    let ChallengeRow { person_id, session_id, passkey_state, .. } = row;
    Ok(Challenge { handle_hash, person_id, session_id, passkey_state })
}

/// Finds the question that was put to this session.
/// Fails as [`find`]; another session's handle looks like an unknown one.
pub async fn find_own(
    auth: &Auth,
    db: &mut PgConnection,
    purpose: Purpose,
    handle: &str,
    person: &Person,
    call: &str,
) -> Answer<Challenge> {
    let found = find(auth, db, purpose, handle, &person.caller, call).await?;
    if found.session_id == Some(person.session_id) { Ok(found) } else { Err(Code::ChallengeExpired.into()) }
}

fn is_open(row: &ChallengeRow, now: Instant) -> bool {
    row.expires_at > now
}

impl Challenge {
    /// Uses the question up, together with the caller's transaction. Of two concurrent answers one succeeds.
    /// Fails with [`Code::ChallengeExpired`] if it was already answered.
    pub async fn take(&self, db: &mut PgConnection) -> Answer<()> {
        let is_mine = sql::delete_challenge(db, &self.handle_hash).await?;
        if is_mine { Ok(()) } else { Err(Code::ChallengeExpired.into()) }
    }

    /// Returns the state of the question to a passkey.
    /// Fails with [`Code::PasskeyRefused`] if the user had no passkey to ask for.
    pub fn state(&self) -> Answer<Value> {
        Ok(self.passkey_state.clone().ok_or(Code::PasskeyRefused)?)
    }
}
