//! E-mailed links: each of one kind, for a while, good once. The database knows their hash only, and their token travels in
//! the fragment of the address, which no server is sent.

use gridbill_core::identity::registering::LinkKind;
use gridbill_core::{Code, Instant, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::auth::token;
use crate::error::Answer;

mod sql;

/// For whom a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    Person(Uuid),
    Invitation(Uuid),
}

/// A link that was just made.
pub struct Issued {
    /// The whole address, for the letter.
    pub address: String,
    pub expires_at: Instant,
}

/// Makes a link; earlier ones of its kind for the same person or invitation are no longer good.
///
/// # Errors
/// When the database does not answer.
pub async fn issue(app: &App, db: &mut PgConnection, kind: LinkKind, whom: For) -> Answer<Issued> {
    let (token, now) = (token::opaque(&app.chance), app.now());
    let expires_at = now.plus_seconds(kind.seconds());
    sql::expire(db, kind, whom, now).await?;
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

/// For whom a link is that is good now. Holds its row, so that it is used once.
///
/// # Errors
/// [`Code::LinkInvalid`], [`Code::LinkUsed`], [`Code::LinkExpired`], each with the specification's flags.
pub async fn good(app: &App, db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<For> {
    match found(db, kind, token).await? {
        Found { is_used: true, .. } => Err(refused(Code::LinkUsed).into()),
        Found { expires_at, .. } if expires_at <= app.now() => Err(refused(Code::LinkExpired).into()),
        Found { whom, .. } => Ok(whom),
    }
}

/// A link, whether or not it is still good.
pub struct Found {
    pub whom: For,
    pub is_used: bool,
    pub expires_at: Instant,
}

/// For whom a link is or was. Holds its row.
///
/// # Errors
/// [`Code::LinkInvalid`] when there is none of that kind.
pub async fn found(db: &mut PgConnection, kind: LinkKind, token: &str) -> Answer<Found> {
    let found = sql::find(db, kind, &token::hashed(token)).await?;
    found.ok_or_else(|| refused(Code::LinkInvalid).into())
}

/// Marks a link as used, with all others of its kind for the same person or invitation.
///
/// # Errors
/// When the database does not answer.
pub async fn used(app: &App, db: &mut PgConnection, kind: LinkKind, whom: For) -> Answer<()> {
    sql::used(db, kind, whom, app.now()).await?;
    Ok(())
}

/// The refusal with the flags of the specification (section 8).
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
