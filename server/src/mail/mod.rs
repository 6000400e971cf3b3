//! E-mail: a letter is put into the outbox in the transaction of what it tells of, and stays there until a mail server has
//! taken it.

use gridbill_core::{Instant, Language};
use sqlx::PgConnection;

use crate::app::App;
use crate::error::Answer;

mod sql;

/// Somebody to write to.
#[derive(Debug, Clone, Copy)]
pub struct To<'a> {
    pub email: &'a str,
    /// None for somebody who was invited and whom nobody knows by name.
    pub name: Option<&'a str>,
    pub language: Language,
}

/// What a letter says. Addresses of links are whole, with their token in the fragment.
#[derive(Debug, Clone)]
pub enum Letter<'a> {
    /// Activate the account that you registered.
    Activation { link: &'a str, expires_at: Instant },
    /// The utility made you an account: activate it, then set your password.
    StaffActivation { link: &'a str, expires_at: Instant },
    /// Somebody invites you into their company's bulk account; by registering, or by signing in.
    Invitation { link: &'a str, expires_at: Instant, company: &'a str, invited_by: &'a str, is_registered: bool },
    /// Set a new password.
    Reset { link: &'a str, expires_at: Instant },
    /// Your password was changed; call us if it was not you.
    PasswordChanged { at: Instant },
    /// Your mobile number was changed; call us if it was not you.
    MobileChanged { at: Instant },
    /// You are the Master of your company's bulk account now.
    BecameMaster { company: &'a str, from: &'a str },
    /// You gave the master role away, and are a Viewer now.
    GaveMasterAway { company: &'a str, to: &'a str },
}

/// Puts a letter into the outbox; it is sent once the transaction commits.
///
/// # Errors
/// When the database does not answer.
pub async fn send(app: &App, db: &mut PgConnection, to: To<'_>, letter: Letter<'_>) -> Answer<()> {
    let text = format!("{letter:?}");
    sql::add(db, app.chance.uuid(), to.email, to.language, "Gridbill", &text, &text, app.now()).await?;
    Ok(())
}
