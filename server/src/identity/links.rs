//! E-mailed links: each of one kind, for a while, good once. The database knows their hash only, and their token travels in
//! the fragment of the address, which no server is sent.
//!
//! Whoever changes links locks the row of the person or invitation that they are for, and takes it before any link: so
//! no two wait for each other.

use gridbill_core::identity::registering::LinkKind;
use gridbill_core::{Code, Instant, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::links as sql;
use crate::app::App;
use crate::auth::token;
use crate::error::Answer;

/// For whom a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    Person(Uuid),
    Invitation(Uuid),
}

/// A link that was just made.
pub struct Issued {
    /// The whole address, for the e-mail.
    pub address: String,
    pub expires_at: Instant,
}

/// Makes a link. Locks the row of whom it is for. Earlier ones of its kind stay good where strangers may ask for another one:
/// they must not end a link that its owner is about to use. Whoever invites somebody again replaces the earlier link.
///
/// # Errors
/// When the database does not answer.
pub async fn issue(app: &App, db: &mut PgConnection, kind: LinkKind, whom: For) -> Answer<Issued> {
    let (token, now) = (token::opaque(&app.random), app.now());
    let expires_at = now.plus_seconds(kind.seconds());
    sql::lock(db, whom).await?;
    if matches!(kind, LinkKind::Invitation | LinkKind::StaffActivation) {
        sql::expire(db, kind, whom, now).await?;
    }
    sql::add(db, &token::hashed(&token), kind, whom, now, expires_at).await?;
    let page = match kind {
        LinkKind::Activation => "/account/activate",
        LinkKind::StaffActivation => "/admin/verifyActivation",
        LinkKind::Reset => "/account/resetPassword",
        LinkKind::StaffReset => "/admin/resetPassword",
        LinkKind::Invitation => "/account/register",
    };
    Ok(Issued { address: format!("{}{page}#{token}", app.config.public_url()), expires_at })
}

/// Makes earlier links of a kind expire, for staff who send another one themselves. Locks the row of whom they are for.
///
/// # Errors
/// When the database does not answer.
pub async fn expire(app: &App, db: &mut PgConnection, kind: LinkKind, whom: For) -> Answer<()> {
    sql::lock(db, whom).await?;
    sql::expire(db, kind, whom, app.now()).await?;
    Ok(())
}

/// For whom a link is that is good now. Locks the row of that person or invitation, so that it is used once.
///
/// # Errors
/// [`Code::LinkInvalid`], [`Code::LinkUsed`], [`Code::LinkExpired`], each with its flags (docs/http.md#errors).
pub async fn good(app: &App, db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<For> {
    locked(db, kind, token).await?.good(app.now())
}

/// A link, whether or not it is still good.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    pub whom: For,
    pub is_used: bool,
    pub expires_at: Instant,
}

impl Found {
    /// For whom it is, while it is good.
    ///
    /// # Errors
    /// [`Code::LinkUsed`], [`Code::LinkExpired`].
    pub fn good(self, now: Instant) -> Answer<For> {
        match self {
            Self { is_used: true, .. } => Err(refused(Code::LinkUsed).into()),
            Self { expires_at, .. } if expires_at <= now => Err(refused(Code::LinkExpired).into()),
            Self { whom, .. } => Ok(whom),
        }
    }
}

/// For whom a link is or was, only to look at.
///
/// # Errors
/// [`Code::LinkInvalid`] when there is none of that kind.
pub async fn found(db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<Found> {
    let found = sql::find(db, kind, &token::hashed(token)).await?;
    found.ok_or_else(|| refused(Code::LinkInvalid).into())
}

/// For whom a link is or was, with that row locked: until the transaction ends nobody else changes their links.
///
/// # Errors
/// [`Code::LinkInvalid`] when there is none of that kind.
pub async fn locked(db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<Found> {
    let Found { whom, .. } = found(db, kind, token).await?;
    sql::lock(db, whom).await?;
    // As it is now: it may have been used while we waited.
    found(db, kind, token).await
}

/// Whether a link of that kind for the same person or invitation is still good.
///
/// # Errors
/// When the database does not answer.
pub async fn is_open(app: &App, db: &mut PgConnection, kind: LinkKind, whom: For) -> Answer<bool> {
    Ok(sql::is_open(db, kind, whom, app.now()).await?)
}

/// Marks a link as used, with all others of its kind for the same person or invitation.
///
/// # Errors
/// When the database does not answer.
pub async fn used(app: &App, db: &mut PgConnection, kind: LinkKind, whom: For) -> Answer<()> {
    sql::used(db, kind, whom, app.now()).await?;
    Ok(())
}

/// Makes every link to a person or invitation invalid: they were removed, or it was taken back. Locks that row.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(db: &mut PgConnection, whom: For) -> Answer<()> {
    sql::lock(db, whom).await?;
    sql::forget(db, whom).await?;
    Ok(())
}

/// The refusal with its flags (docs/http.md#errors).
#[must_use]
pub fn refused(code: Code) -> Problem {
    Problem::new(code)
        .with("isExpired", code == Code::LinkExpired)
        .with("tokenExpired", code == Code::LinkExpired)
        .with("isUsed", code == Code::LinkUsed)
        .with("isInvalid", code == Code::LinkInvalid)
        .with("invalidToken", code == Code::LinkInvalid)
        .with("activatedUser", code == Code::AccountAlreadyActivated)
}

/// Until then somebody who follows an old link is told that it has expired; then, that it is none.
const KEPT_DAYS: i64 = 90;

/// Forgets old links.
///
/// # Errors
/// When the database does not answer.
pub async fn tidy(app: &App) -> Answer<()> {
    sql::forget_expired(&app.pool, app.now().plus_seconds(-KEPT_DAYS * 86_400)).await?;
    Ok(())
}
