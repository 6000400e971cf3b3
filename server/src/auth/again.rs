//! Asking somebody who is signed in for the password again, before what a stolen session alone must not do.

use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::rate::{self, Rate};
use super::sql;
use crate::app::App;
use crate::error::Answer;

/// A session is no place to guess its password from.
const TRIES: Rate = Rate { bucket: "password again", most: 5, seconds: 15 * 60 };

/// The stored hash that the password fits. Whoever relies on it checks under the person's lock that it is still stored.
///
/// # Errors
/// [`Code::IncorrectPassword`] at the field, [`Code::TooManyAttempts`].
pub async fn prove(app: &App, person_id: Uuid, password: String, field: &str) -> Answer<String> {
    rate::take(app, TRIES, &person_id.to_string()).await?;
    let stored = sql::password_hash(&app.pool, person_id).await?;
    let fits = app.passwords.fits(password, stored.clone()).await?;
    let fitting = stored.filter(|_| fits).ok_or_else(|| Problem::at(field, Code::IncorrectPassword))?;
    // Whoever knows it does not guess: staff may prove themselves for one company after the other.
    rate::forget(app, TRIES, &person_id.to_string()).await?;
    Ok(fitting)
}

/// That a proven password's hash is still stored. The caller holds the person.
///
/// # Errors
/// [`Code::SignedOut`] when the password was changed meanwhile, which ended the session.
pub async fn holds(db: &mut PgConnection, person_id: Uuid, proven: &str) -> Answer<()> {
    let stored = sql::password_hash(db, person_id).await?;
    if stored.as_deref() == Some(proven) { Ok(()) } else { Err(Code::SignedOut.into()) }
}
