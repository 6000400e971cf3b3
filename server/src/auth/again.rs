//! Asking somebody who is signed in for the password again, before what a stolen session alone must not do.

use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::PROOF_SECONDS;
use gridbill_core::identity::profile::{ConfirmPassword, ConfirmPasswordRequest};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;

use super::Auth;
use super::rate_limit::{self, RateLimit};
use super::security::{self, Event, What};
use super::sql::proofs as sql;
use super::who::Person;
use crate::error::Answer;

/// A session is no place to guess its password from.
const ATTEMPTS: RateLimit = RateLimit { bucket: "password again", max: 5, window_seconds: 15 * 60 };

/// The stored hash that the password fits. Wrong passwords are counted and recorded here, whichever call asked for them.
///
/// # Errors
/// [`Code::IncorrectPassword`] at the field, [`Code::TooManyAttempts`].
pub async fn prove(auth: &Auth, person: &Person, password: String, (call, field): (&str, &str)) -> Answer<String> {
    let person_id = person.person_id;
    rate_limit::enforce(auth, ATTEMPTS, &person_id.to_string()).await?;
    let stored = sql::password_hash(&auth.pool, person_id).await?;
    let fits = auth.passwords.fits(password, stored.clone()).await?;
    let Some(fitting) = stored.filter(|_| fits) else {
        let code = Code::IncorrectPassword;
        let event =
            Event { what: What::WrongPassword, person_id: Some(person_id), email: None, call, code: Some(code) };
        security::record(auth, &person.caller, &event);
        return Err(Problem::at(field, code).into());
    };
    // Whoever knows it does not guess: staff may prove themselves for one company after the other.
    rate_limit::forget(&auth.pool, ATTEMPTS, &person_id.to_string()).await?;
    Ok(fitting)
}

/// Proves that the session is still the person's: from now on it may do for a while what a stolen one must not.
///
/// # Errors
/// As [`prove`]; [`Code::SignedOut`] when the session was ended meanwhile, as a changed password does.
pub async fn confirm(auth: &Auth, person: &Person, request: ConfirmPasswordRequest) -> Answer<Nothing> {
    if request.password.is_empty() {
        return Err(Problem::at("password", Code::PasswordRequired).into());
    }
    prove(auth, person, request.password, (ConfirmPassword::ENTRY.name, "password")).await?;
    let is_live = sql::note_proof(&auth.pool, person.session_id, auth.now()).await?;
    if is_live { Ok(Nothing {}) } else { Err(Code::SignedOut.into()) }
}

/// That the session was proved lately, by its sign-in or by [`confirm`]. Asked after everything else that may be refused,
/// so that nobody types a password in vain; the caller has locked the person, so that no change of the password comes between.
///
/// # Errors
/// [`Code::ConfirmIdentity`]; [`Code::SignedOut`] when the session was ended meanwhile.
pub async fn require(auth: &Auth, db: &mut PgConnection, person: &Person) -> Answer<()> {
    let proved_at = sql::proof(db, person.session_id).await?.ok_or(Code::SignedOut)?;
    let is_fresh = proved_at.is_some_and(|at| auth.now().seconds_since(at) < PROOF_SECONDS);
    if is_fresh { Ok(()) } else { Err(Code::ConfirmIdentity.into()) }
}
