//! The life of a session (api, "Session"): begun by a sign-in, carried on by refreshes, ended at once by a logout.

use gridbill_core::Code;
use gridbill_core::identity::{ACCESS_SECONDS, Tokens};
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use super::{cookie, sql, token};
use crate::app::App;
use crate::error::Answer;
use crate::who::Caller;

/// A pair of tokens before it is decided how it travels.
pub struct Pair {
    pub access: String,
    pub refresh: String,
    pub is_staff: bool,
    pub password_reset_required: bool,
}

/// Begins a session. The caller holds the person's row, so that no change of the password comes between.
///
/// # Errors
/// When the database does not answer.
pub async fn begin(
    app: &App,
    tx: &mut Transaction<'_, Postgres>,
    person_id: Uuid,
    caller: &Caller,
) -> anyhow::Result<(String, String)> {
    let (session_id, refresh) = (app.chance.uuid(), token::opaque(&app.chance));
    sql::begin(tx, session_id, person_id, &token::hashed(&refresh), &caller.device, app.now()).await?;
    Ok((app.keys.sign(session_id, 1, app.now())?, refresh))
}

/// Ends every session of a person: the password changed, or they may not come in any more.
///
/// # Errors
/// When the database does not answer.
pub async fn end_all(app: &App, db: &mut PgConnection, person_id: Uuid) -> Answer<()> {
    sql::end_all(db, person_id, app.now()).await?;
    Ok(())
}

/// Whether neither the session nor its person was ended.
///
/// # Errors
/// When the database does not answer.
pub async fn is_live(app: &App, db: &mut PgConnection, session_id: Uuid) -> Answer<bool> {
    let session = sql::session(db, session_id).await?;
    Ok(session.is_some_and(|session| !session.is_over(app.now())))
}

/// What a refresh token turned out to be.
enum Refresh {
    Next(Pair),
    /// It ends the session, and this is what the caller is told.
    Ended(Code),
}

/// Gives the next pair for a refresh token.
///
/// A spent token is taken again only while the pair that it gave is unused, since that answer may have been lost;
/// after that its use ends the whole session.
///
/// # Errors
/// [`Code::SignedOut`] for an unknown or stolen token, [`Code::SessionExpired`] after 15 silent minutes or a day.
pub async fn refresh(app: &App, refresh_token: &str, is_staff: bool) -> Answer<Pair> {
    let now = app.now();
    let mut tx = app.pool.begin().await?;
    let found = sql::session_of_refresh_token(&mut tx, &token::hashed(refresh_token), is_staff).await?;
    let Some((session_id, generation)) = found else { return Err(Code::SignedOut.into()) };
    let Some(session) = sql::session(&mut *tx, session_id).await? else { return Err(Code::SignedOut.into()) };
    let outcome = if session.is_over(now) {
        Refresh::Ended(Code::SessionExpired)
    } else {
        let next = match session.generation - generation {
            0 => generation + 1,
            1 if !session.generation_used => session.generation,
            _ => 0,
        };
        if next == 0 {
            Refresh::Ended(Code::SignedOut)
        } else {
            let refresh = token::opaque(&app.chance);
            if next > session.generation {
                sql::next_generation(&mut tx, session_id, next).await?;
            }
            sql::add_refresh_token(&mut tx, session_id, next, &token::hashed(&refresh), now).await?;
            sql::touch(&mut *tx, session_id, 0, now).await?;
            let access = app.keys.sign(session_id, next, now)?;
            Refresh::Next(Pair { access, refresh, is_staff, password_reset_required: session.password_reset_required })
        }
    };
    if matches!(outcome, Refresh::Ended(_)) {
        sql::end(&mut *tx, session_id, now).await?;
    }
    tx.commit().await?;
    match outcome {
        Refresh::Next(pair) => Ok(pair),
        Refresh::Ended(code) => Err(code.into()),
    }
}

/// Ends the session of a refresh token; one that is over already stays over.
pub async fn end(app: &App, refresh_token: &str, is_staff: bool) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if let Some((session_id, _)) =
        sql::session_of_refresh_token(&mut tx, &token::hashed(refresh_token), is_staff).await?
    {
        sql::end(&mut *tx, session_id, app.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Takes the web app's cookies back.
pub fn forget_cookies(app: &App, caller: &Caller) {
    for name in [cookie::ACCESS, cookie::REFRESH] {
        caller.cookies.set(cookie::write(name, "", app.config.secure_cookies()));
    }
}

/// Hands the pair over: in the body, or for the web app in cookies.
#[must_use]
pub fn hand_over(app: &App, caller: &Caller, pair: Pair) -> Tokens {
    let mut tokens = Tokens {
        access_token: pair.access,
        refresh_token: pair.refresh,
        expires_in: ACCESS_SECONDS,
        is_admin: pair.is_staff,
        is_password_reset_required: pair.password_reset_required,
    };
    if caller.uses_cookies {
        let secure = app.config.secure_cookies();
        caller.cookies.set(cookie::write(cookie::ACCESS, &std::mem::take(&mut tokens.access_token), secure));
        caller.cookies.set(cookie::write(cookie::REFRESH, &std::mem::take(&mut tokens.refresh_token), secure));
    }
    tokens
}
