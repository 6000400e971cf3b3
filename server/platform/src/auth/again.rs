//! Asks a signed-in user for a second factor or, without one, for the password again, before actions that a stolen
//! session alone must not allow.

use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::PROOF_SECONDS;
use gridbill_core::identity::profile::{ConfirmPassword, ConfirmPasswordRequest};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;

use super::Auth;
use super::rate_limit::{self, RateLimit};
use super::security::{self, Event, SecurityEventKind};
use super::sql::proofs as sql;
use super::who::Person;
use crate::error::Answer;

/// Limits password attempts, so that a stolen session cannot be used to guess its password.
const ATTEMPTS: RateLimit = RateLimit { bucket: "password again", max: 5, window_seconds: 15 * 60 };

/// Checks the person's password and returns the stored hash. Counts and records wrong passwords.
/// Fails with [`Code::IncorrectPassword`] at the field; [`Code::TooManyAttempts`].
pub async fn check_password(
    auth: &Auth,
    person: &Person,
    password: String,
    (call, field): (&str, &str),
) -> Answer<String> {
    let person_id = person.person_id;
    rate_limit::enforce(auth, ATTEMPTS, &person_id.to_string()).await?;
    let stored = sql::password_hash(&auth.pool, person_id).await?;
    let fits = auth.passwords.fits(password, stored.clone()).await?;
    let Some(fitting) = stored.filter(|_| fits) else {
        let code = Code::IncorrectPassword;
        let event = Event {
            what: SecurityEventKind::WrongPassword,
            person_id: Some(person_id),
            email: None,
            call,
            code: Some(code),
        };
        security::record(auth, &person.caller, &event);
        return Err(Problem::at(field, code).into());
    };
    // A user who knows the password is not guessing. Staff may have to confirm it for many companies in a row.
    rate_limit::reset_count(&auth.pool, ATTEMPTS, &person_id.to_string()).await?;
    Ok(fitting)
}

/// Confirms by the password that the session still belongs to its person, which allows protected actions for
/// [`PROOF_SECONDS`]. The caller must know that the person has no second factor.
/// Fails as [`check_password`]; [`Code::SignedOut`] if the session ended meanwhile, for example by a changed password.
pub async fn confirm(auth: &Auth, person: &Person, request: ConfirmPasswordRequest) -> Answer<Nothing> {
    if request.password.is_empty() {
        return Err(Problem::at("password", Code::PasswordRequired).into());
    }
    check_password(auth, person, request.password, (ConfirmPassword::ENTRY.name, "password")).await?;
    note_proof(auth, &mut *auth.pool.acquire().await?, person).await?;
    Ok(Nothing {})
}

/// Records that the session's person proved their identity.
/// Fails with [`Code::SignedOut`] if the session ended meanwhile.
pub async fn note_proof(auth: &Auth, db: &mut PgConnection, person: &Person) -> Answer<()> {
    let is_live = sql::note_proof(db, person.session_id, auth.now()).await?;
    if is_live { Ok(()) } else { Err(Code::SignedOut.into()) }
}

/// Requires that the session was recently proved, by its sign-in or by [`confirm`].
/// Call it after every other check, so that no user types a password in vain. The caller must hold the lock on the
/// person, so that the password cannot change in between.
/// Fails with [`Code::ConfirmIdentity`]; [`Code::SignedOut`] if the session ended meanwhile.
pub async fn require_recent_proof(auth: &Auth, db: &mut PgConnection, person: &Person) -> Answer<()> {
    let proved_at = sql::proof(db, person.session_id).await?.ok_or(Code::SignedOut)?;
    let is_fresh = proved_at.is_some_and(|at| auth.now().seconds_since(at) < PROOF_SECONDS);
    if is_fresh { Ok(()) } else { Err(Code::ConfirmIdentity.into()) }
}
