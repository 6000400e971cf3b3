//! E-mailed links. Each is of one kind, expires, and can be used once. The database stores only the hash of the
//! token; the token is in the URL's fragment, which browsers never send to a server.
//!
//! Code that changes links first locks the row of the person or invitation that they belong to, so that two changes
//! cannot deadlock.

use gridbill_core::identity::registering::LinkKind;
use gridbill_core::{Code, Instant, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::links as sql;
use crate::app::App;
use crate::auth::token;
use crate::error::Answer;

/// The owner of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkOwner {
    Person(Uuid),
    Invitation(Uuid),
}

/// A new link.
pub struct Issued {
    /// The full address, for the e-mail.
    pub address: String,
    pub expires_at: Instant,
}

/// Creates a link, and locks the row of its owner. Earlier links of a kind that strangers can request stay valid, so
/// that a stranger cannot end a link that its owner is about to use. A new invitation or staff activation replaces the
/// earlier link.
pub async fn issue(app: &App, db: &mut PgConnection, kind: LinkKind, whom: LinkOwner) -> Answer<Issued> {
    issue_for(app, db, kind, whom, kind.seconds()).await
}

/// Creates a link that is valid for another time.
pub async fn issue_for(
    app: &App,
    db: &mut PgConnection,
    kind: LinkKind,
    whom: LinkOwner,
    seconds: i64,
) -> Answer<Issued> {
    let (token, now) = (token::opaque(&app.random), app.now());
    let expires_at = now.plus_seconds(seconds);
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

/// Expires earlier links of a kind, for staff who send a new link. Locks the row of their owner.
pub async fn expire(app: &App, db: &mut PgConnection, kind: LinkKind, whom: LinkOwner) -> Answer<()> {
    sql::lock(db, whom).await?;
    sql::expire(db, kind, whom, app.now()).await?;
    Ok(())
}

/// Returns the owner of a valid link. Locks the owner's row, so that the link can be used only once.
/// Fails with [`Code::LinkInvalid`], [`Code::LinkUsed`], [`Code::LinkExpired`], each with its flags
/// (docs/http.md#errors).
pub async fn good(app: &App, db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<LinkOwner> {
    locked(db, kind, token).await?.good(app.now())
}

/// A link, whether or not it is still valid.
#[derive(Debug, Clone, Copy)]
pub struct FoundLink {
    pub whom: LinkOwner,
    pub is_used: bool,
    pub expires_at: Instant,
}

impl FoundLink {
    /// Returns the owner if the link is valid. Fails with [`Code::LinkUsed`], [`Code::LinkExpired`].
    pub fn good(self, now: Instant) -> Answer<LinkOwner> {
        match self {
            Self { is_used: true, .. } => Err(refused(Code::LinkUsed).into()),
            Self { expires_at, .. } if expires_at <= now => Err(refused(Code::LinkExpired).into()),
            Self { whom, .. } => Ok(whom),
        }
    }
}

/// Finds a link without locking its owner. Fails with [`Code::LinkInvalid`] if there is no such link of that kind.
pub async fn found(db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<FoundLink> {
    let found = sql::find(db, kind, &token::hashed(token)).await?;
    found.ok_or_else(|| refused(Code::LinkInvalid).into())
}

/// Finds a link and locks its owner's row, so that no other transaction changes the owner's links.
/// Fails with [`Code::LinkInvalid`] if there is no such link of that kind.
pub async fn locked(db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<FoundLink> {
    let FoundLink { whom, .. } = found(db, kind, token).await?;
    sql::lock(db, whom).await?;
    // Read again, because the link may have been used while this call waited for the lock.
    found(db, kind, token).await
}

/// Whether the owner has a valid link of that kind.
pub async fn is_open(app: &App, db: &mut PgConnection, kind: LinkKind, whom: LinkOwner) -> Answer<bool> {
    Ok(sql::is_open(db, kind, whom, app.now()).await?)
}

/// Marks all links of a kind of the same owner as used.
pub async fn mark_used(app: &App, db: &mut PgConnection, kind: LinkKind, whom: LinkOwner) -> Answer<()> {
    sql::mark_used(db, kind, whom, app.now()).await?;
    Ok(())
}

/// Deletes every link of a person or invitation that was removed or withdrawn. Locks that row.
pub async fn delete_links(db: &mut PgConnection, whom: LinkOwner) -> Answer<()> {
    sql::lock(db, whom).await?;
    sql::delete_links(db, whom).await?;
    Ok(())
}

/// Returns a link's refusal with its flags (docs/http.md#errors).
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

/// Days for which an old link is reported as expired; afterwards it is reported as invalid.
const KEPT_DAYS: i64 = 90;

/// Deletes old links.
pub async fn delete_old_links(app: &App) -> Answer<()> {
    sql::delete_expired(&app.pool, app.now().plus_seconds(-KEPT_DAYS * 86_400)).await?;
    Ok(())
}
