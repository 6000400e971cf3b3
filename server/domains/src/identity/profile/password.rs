//! Changing a user's own password. This ends every session of the person, and begins a new session for the caller.

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Tokens;
use gridbill_core::identity::password::check_change;
use gridbill_core::identity::profile::{ChangePassword, ChangePasswordRequest, FirstPasswordRequest};
use gridbill_core::identity::registering::LinkKind;
use gridbill_core::{Code, Problem};

use super::sql;
use crate::app::App;
use crate::auth::password::check;
use crate::auth::session::{self, Pair};
use crate::auth::who::{Person, Staff};
use crate::auth::{again, device, factors};
use crate::error::Answer;
use crate::identity::email::IdentityEmail;
use crate::identity::links::{self, LinkOwner};
use crate::mail::To;

/// Changes the password. A user with a second factor must have proved it recently: the new session counts as proved, and
/// the old password alone must not lead to that.
pub async fn change(app: App, person: Person, request: ChangePasswordRequest) -> Answer<Tokens> {
    check_change(&request.old_password, &request.new_password)?;
    check(&request.new_password).map_err(at_new)?;
    let mut db = app.pool.acquire().await?;
    if factors::has_factor(&mut *db, person.person_id).await? {
        again::require_recent_proof(&app.auth, &mut db, &person).await?;
    }
    drop(db);
    let old_hash =
        again::check_password(&app.auth, &person, request.old_password, (ChangePassword::ENTRY.name, "oldPassword"))
            .await?;
    replace(&app, &person, Some(old_hash), request.new_password).await
}

/// Sets the first password of staff, or a new password after another user set one. The person was signed in by a
/// link or that password, so the old password is not needed.
pub async fn first(app: App, Staff { person }: Staff, request: FirstPasswordRequest) -> Answer<Tokens> {
    let stored = sql::password(&app.pool, person.person_id).await?;
    if !stored.password_reset_required {
        return Err(Code::Forbidden.into());
    }
    check(&request.new_password).map_err(at_new)?;
    if app.auth.passwords.fits(request.new_password.clone(), stored.password_hash.clone()).await? {
        return Err(at_new(Code::PasswordAsBefore).into());
    }
    replace(&app, &person, stored.password_hash, request.new_password).await
}

fn at_new(code: Code) -> Problem {
    Problem::at("newPassword", code)
}

/// Replaces the password. Every sign-in locks the person's row while it begins its session. So a concurrent sign-in
/// with the old password is either ended here, or finds the new hash and fails.
async fn replace(app: &App, person: &Person, old_hash: Option<String>, password: String) -> Answer<Tokens> {
    let new_hash = app.auth.passwords.hash(&app.random, password).await?;
    let mut tx = app.begin().await?;
    let is_replaced = sql::replace_password(&mut tx, person.person_id, old_hash.as_deref(), &new_hash).await?;
    // The password was changed, or this session was ended, in the meantime.
    if !is_replaced || !session::is_live(&app.auth, &mut tx, person.session_id).await? {
        return Err(Code::SignedOut.into());
    }
    session::end_all(&app.auth, &mut tx, person.person_id).await?;
    // An attacker who reads the mailbox may have requested a link.
    let reset = if person.is_staff { LinkKind::StaffReset } else { LinkKind::Reset };
    links::expire(app, &mut tx, reset, LinkOwner::Person(person.person_id)).await?;
    device::delete_devices(&mut tx, person.person_id, Some(&person.caller)).await?;
    let (access, refresh) = session::begin(&app.auth, &mut tx, person.person_id, &person.caller).await?;
    let language = sql::language(&mut tx, person.person_id).await?;
    let to = To { email: &person.email, name: Some(&person.name), language };
    app.context().send(&mut tx, to, IdentityEmail::PasswordChanged { at: app.now() }).await?;
    super::record(app, &mut tx, person, PeopleFact::PasswordChanged).await?;
    tx.commit().await?;
    let pair = Pair { access, refresh, is_staff: person.is_staff, password_reset_required: false };
    Ok(session::deliver_tokens(&app.auth, &person.caller, pair))
}
