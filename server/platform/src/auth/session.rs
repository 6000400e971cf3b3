//! The life of a session (docs/domain/people.md#sessions): a sign-in begins it, refreshes continue it, a logout
//! ends it immediately.

use gridbill_core::identity::{ACCESS_SECONDS, IDLE_SECONDS, SESSION_SECONDS, Side, Tokens};
use gridbill_core::{Code, Instant};
use sqlx::PgConnection;
use uuid::Uuid;

use super::Auth;
use super::token::TokenError;
use super::who::{Caller, Visitor};
use super::{cookie, sql, token};
use crate::error::Answer;

/// A new pair of tokens, before it is put into the body or into cookies.
pub struct Pair {
    pub access: String,
    pub refresh: String,
    pub is_staff: bool,
    pub password_reset_required: bool,
}

/// Returns the oldest last activity and the oldest start of a live session, for use in queries. The guard counts
/// whole seconds, so a session lives until one more second has passed.
#[must_use]
pub fn oldest(now: Instant) -> (Instant, Instant) {
    (now.plus_seconds(-IDLE_SECONDS - 1), now.plus_seconds(-SESSION_SECONDS - 1))
}

/// Begins a session. The caller must have locked the person's row, so that the password cannot change in between.
pub async fn begin(
    auth: &Auth,
    db: &mut PgConnection,
    person_id: Uuid,
    caller: &Caller,
) -> anyhow::Result<(String, String)> {
    let (session_id, refresh) = (auth.random.uuid(), token::opaque(&auth.random));
    sql::begin(db, session_id, person_id, &token::hashed(&refresh), &caller.device, auth.now()).await?;
    Ok((auth.keys.sign(session_id, 1, auth.now())?, refresh))
}

/// Ends the existing session of the browser in which a user signs in; the new session replaces its cookies.
pub async fn end_replaced_session(auth: &Auth, db: &mut PgConnection, visitor: &Visitor) -> Answer<()> {
    // A client without cookies may still use its tokens, so its session stays.
    let brought = visitor.refresh_cookie.as_deref().filter(|_| visitor.caller.uses_cookies);
    let Some(refresh_token) = brought else { return Ok(()) };
    if let Some(session_id) = sql::session_id(&mut *db, &token::hashed(refresh_token)).await? {
        sql::end(db, session_id, auth.now()).await?;
    }
    Ok(())
}

/// Ends every session of a person, because the password changed or the person lost access.
pub async fn end_all(auth: &Auth, db: &mut PgConnection, person_id: Uuid) -> Answer<()> {
    sql::end_all(db, person_id, auth.now()).await?;
    Ok(())
}

/// Whether neither the session nor its person's sessions were ended.
pub async fn is_live(auth: &Auth, db: &mut PgConnection, session_id: Uuid) -> Answer<bool> {
    let session = sql::session(db, session_id).await?;
    Ok(session.is_some_and(|session| session.over(auth.now()).is_none()))
}

/// Returns the side (customer or staff) of the live session of a refresh cookie; `None` for an unknown or ended
/// session.
pub async fn of_cookie(auth: &Auth, refresh_token: Option<&str>) -> Answer<Option<Side>> {
    let Some(refresh_token) = refresh_token else { return Ok(None) };
    let session_id = sql::session_id(&auth.pool, &token::hashed(refresh_token)).await?;
    let Some(session_id) = session_id else { return Ok(None) };
    let session = sql::session(&auth.pool, session_id).await?;
    let live = session.filter(|session| session.over(auth.now()).is_none());
    Ok(live.map(|session| if session.is_staff { Side::Staff } else { Side::Customer }))
}

/// Seconds during which a spent refresh token returns the same pair again, for tabs that refresh at the same moment
/// and clients that retry immediately.
const SAME_PAIR_SECONDS: i64 = 10;

/// The effect of using a refresh token.
#[derive(Clone, Copy)]
enum Step {
    /// Issues the next pair. If the previous pair was not used, the new pair replaces it and the previous pair is
    /// revoked.
    New,
    /// Returns the newest pair again.
    Same,
    /// Refuses: the pair that this token gave is already in use, or was revoked.
    Reused,
}

fn step(session: &sql::SessionRow, generation: i32, now: Instant) -> Step {
    let is_recent = session.generation_at.is_some_and(|at| now.seconds_since(at) <= SAME_PAIR_SECONDS);
    if generation == session.generation {
        Step::New
    } else if generation != session.previous_generation || session.generation_used {
        Step::Reused
    } else if is_recent {
        Step::Same
    } else {
        Step::New
    }
}

/// The reason why a refresh token gives no pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefreshRefusal {
    Unknown,
    /// The session is over; the code tells the client why.
    Expired(Code),
    /// The token was spent or revoked, so it may have been stolen. Its session was ended.
    Reused,
}

impl From<RefreshRefusal> for Code {
    fn from(why: RefreshRefusal) -> Self {
        if let RefreshRefusal::Expired(code) = why { code } else { Self::SignedOut }
    }
}

/// Returns the next pair for a refresh token, or the reason why there is none with the person of the session.
///
/// A spent token is accepted again only while the pair that it gave is unused, since the response may have been
/// lost. That pair is then revoked, so that at most one pair is valid. Within `SAME_PAIR_SECONDS` the token returns
/// the same pair, since tabs refresh together. Later use of a spent or revoked token ends the whole session.
pub async fn refresh(
    auth: &Auth,
    refresh_token: &str,
    side: Side,
) -> Answer<Result<Pair, (RefreshRefusal, Option<Uuid>)>> {
    let now = auth.now();
    let mut tx = auth.begin().await?;
    let found = sql::session_of_refresh_token(&mut tx, &token::hashed(refresh_token), side).await?;
    let Some((session_id, generation)) = found else { return Ok(Err((RefreshRefusal::Unknown, None))) };
    let Some(session) = sql::session(&mut *tx, session_id).await? else {
        return Ok(Err((RefreshRefusal::Unknown, None)));
    };
    let (step, over) = (step(&session, generation, now), session.over(now));
    if over.is_some() || matches!(step, Step::Reused) {
        sql::end(&mut *tx, session_id, now).await?;
        tx.commit().await?;
        let why = over.map_or(RefreshRefusal::Reused, RefreshRefusal::Expired);
        return Ok(Err((why, Some(session.person_id))));
    }
    let kept = session.generation_seed.as_deref().filter(|_| matches!(step, Step::Same));
    let (next, refresh) = if let Some(seed) = kept {
        (session.generation, token::following(seed, refresh_token))
    } else {
        let (next, seed) = (session.generation + 1, auth.random.bytes::<32>());
        let refresh = token::following(&seed, refresh_token);
        sql::next_generation(&mut tx, session_id, next, generation, &seed, now).await?;
        sql::add_refresh_token(&mut tx, session_id, next, &token::hashed(&refresh), now).await?;
        (next, refresh)
    };
    sql::touch(&mut *tx, session_id, 0, now).await?;
    let access = auth.keys.sign(session_id, next, now)?;
    tx.commit().await?;
    let password_reset_required = session.password_reset_required;
    Ok(Ok(Pair { access, refresh, is_staff: side.is_staff(), password_reset_required }))
}

/// Ends the session of a refresh token or, without one, of an access token, which may have expired. Does nothing
/// for a session that is already over.
/// Fails with [`Code::SignedOut`] for an access token that this portal did not sign; no session was ended.
pub async fn end(auth: &Auth, refresh_token: Option<&str>, access_token: Option<&str>, side: Side) -> Answer<()> {
    let now = auth.now();
    let mut tx = auth.begin().await?;
    if let Some(token) = refresh_token {
        let found = sql::session_of_refresh_token(&mut tx, &token::hashed(token), side).await?;
        if let Some((session_id, _)) = found {
            sql::end(&mut *tx, session_id, now).await?;
        }
    } else if let Some(token) = access_token {
        let claims = match auth.keys.read(token, now) {
            Ok(claims) | Err(TokenError::Expired(claims)) => claims,
            Err(TokenError::Forged) => return Err(Code::SignedOut.into()),
        };
        sql::end_of_side(&mut *tx, claims.sid, side, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Removes the web app's cookies, and tells the browser to delete the pages that it stored.
pub fn clear_session_cookies(auth: &Auth, caller: &Caller) {
    caller.cookies.sign_out();
    for name in [cookie::ACCESS, cookie::REFRESH] {
        caller.cookies.set(cookie::write(name, "", auth.config.secure_cookies()));
    }
}

/// Returns the pair in the body or, for the web app, in cookies.
#[must_use]
pub fn deliver_tokens(auth: &Auth, caller: &Caller, pair: Pair) -> Tokens {
    let mut tokens = Tokens {
        access_token: pair.access,
        refresh_token: pair.refresh,
        expires_in: ACCESS_SECONDS,
        is_admin: pair.is_staff,
        is_password_reset_required: pair.password_reset_required,
    };
    if caller.uses_cookies {
        let secure = auth.config.secure_cookies();
        caller.cookies.set(cookie::write(cookie::ACCESS, &std::mem::take(&mut tokens.access_token), secure));
        caller.cookies.set(cookie::write(cookie::REFRESH, &std::mem::take(&mut tokens.refresh_token), secure));
    }
    tokens
}
