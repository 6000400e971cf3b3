//! Resetting a forgotten password: requesting a link, and setting a new password with it.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Side;
use gridbill_core::identity::registering::{EmailRequest, LinkKind, ResetPasswordRequest};
use gridbill_core::{Code, Problem};

use super::super::login;
use super::links::{self, LinkOwner};
use super::{count_email, send_link, sql, usable};
use crate::app::App;
use crate::auth::who::Visitor;
use crate::auth::{device, password, rate_limit, session};
use crate::error::Answer;
use crate::identity::email::IdentityEmail;

/// Sends a reset link. A customer who never activated the account gets it as well, because it proves the address.
/// The new password then replaces that of the registration, which a stranger may have chosen. Staff whose account
/// is not active must ask the user who created it. A user who was taken over activates the account with such a link,
/// and keeps the name that the utility delivered.
pub async fn forgot(app: App, visitor: Visitor, request: EmailRequest, side: Side) -> Answer<Nothing> {
    let email = request.email.normal();
    count_email(&app, &visitor, &email).await?;
    let mut tx = app.begin().await?;
    let person = sql::find_recipient_by_email(&mut tx, &email, side).await?;
    let person = person.ok_or_else(|| Problem::at("email", Code::EmailNotRegistered))?;
    let kind = match (side, person.is_active) {
        (Side::Staff, true) => LinkKind::StaffReset,
        (Side::Customer, _) => LinkKind::Reset,
        (Side::Staff, false) => {
            return Err(Problem::at("email", Code::AccountNotActivated).with("isNonActivatedUser", true).into());
        }
    };
    send_link(&app, &mut tx, kind, &visitor, &person).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Sets a new password. This locks out everyone who knew the old password: all sessions end, and a concurrent
/// sign-in finds another hash. It also lifts the lock of wrong attempts, and deletes all known devices.
pub async fn reset(app: App, visitor: Visitor, request: ResetPasswordRequest, kind: LinkKind) -> Answer<Nothing> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    password::check(&request.password).map_err(|code| Problem::at("password", code))?;
    // Checked before hashing, so that an invalid link costs no hash.
    let mut db = app.pool.acquire().await?;
    let found = links::found(&mut db, kind, &request.token).await?;
    usable(&app, &mut db, kind, found).await?;
    drop(db);
    let password_hash = app.auth.passwords.hash(&app.random, request.password).await?;
    let mut tx = app.begin().await?;
    let found = links::locked(&mut tx, kind, &request.token).await?;
    let mut person = usable(&app, &mut tx, kind, found).await?;
    sql::set_password(&mut tx, person.person_id, &password_hash).await?;
    if !person.is_active {
        if person.is_taken_over {
            sql::activate(&mut tx, person.person_id, app.now()).await?;
        } else {
            sql::activate_and_discard_registration(&mut tx, person.person_id, app.now()).await?;
            person.name.clone_from(&person.email);
        }
        person.record(&app, &mut tx, &visitor, PeopleFact::Activated).await?;
    }
    session::end_all(&app.auth, &mut tx, person.person_id).await?;
    device::delete_devices(&mut tx, person.person_id, None).await?;
    login::lift_lock(&app, &mut tx, &person.email, kind.side()).await?;
    links::mark_used(&app, &mut tx, kind, LinkOwner::Person(person.person_id)).await?;
    let to = if person.is_active { person.to() } else { person.to_unproven() };
    app.context().send(&mut tx, to, IdentityEmail::PasswordChanged { at: app.now() }).await?;
    person.record(&app, &mut tx, &visitor, PeopleFact::PasswordReset).await?;
    tx.commit().await?;
    Ok(Nothing {})
}
