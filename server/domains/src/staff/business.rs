//! Removing customers, and reminding them to activate their account.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Side;
use gridbill_core::identity::registering::LinkKind;
use gridbill_core::permission::Role;
use gridbill_core::staff::UserRequest;

use super::id;
use super::sql::{self, User};
use crate::app::App;
use crate::auth::who::{Person, Staff};
use crate::auth::{factors, session};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::links::{self, LinkOwner};
use crate::identity::takeover::{self, Times};
use crate::mail::To;
use crate::registration;
use crate::team::invite as invitations;

/// Removes a customer, also from a bulk account. A Master must transfer the role first. An open application of the
/// customer ends.
pub async fn remove(app: App, who: Staff, UserRequest { user_id }: UserRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    // A transfer of the master role locks this row, too.
    let user = sql::lock(&mut tx, id(&user_id)?, Side::Customer).await?.ok_or(Code::UserNotFound)?;
    if user.role == Some(Role::Master) {
        return Err(Code::UserIsMaster.into());
    }
    if registration::is_being_made(&mut tx, user.person_id).await? {
        return Err(Code::ApplicantInProcess.into());
    }
    registration::with_applicant(&app, &mut tx, &who.person, user.person_id).await?;
    delete_user(&app, &mut tx, &who.person, &user).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Deletes a user: ends all sessions and a reset of second factors, deletes all links and releases the e-mail address. The row stays,
/// with the bulk account that the user belonged to.
pub async fn delete_user(app: &App, tx: &mut Tx, actor: &Person, user: &User) -> Answer<()> {
    links::delete_links(tx, LinkOwner::Person(user.person_id)).await?;
    factors::sql::end_reset(tx, user.person_id).await?;
    sql::delete(tx, user.person_id, app.now()).await?;
    session::end_all(&app.auth, tx, user.person_id).await?;
    let fact = PeopleFact::UserDeleted { user_id: user.person_id.to_string(), before: user.state() };
    let entry = Entry::by(actor, Subject::Person(user.person_id), fact, &user.email);
    facts::record(&app.context(), tx, entry.in_account(user.bulk_id.as_ref())).await
}

pub async fn send_again(app: App, who: Staff, UserRequest { user_id }: UserRequest) -> Answer<Nothing> {
    let user_id = id(&user_id)?;
    if let Some(email) = sql::waiting_address(&app.pool, user_id, Side::Customer).await? {
        invitations::count(&app, &who.person, &email).await?;
    }
    let mut tx = app.begin().await?;
    let user = sql::lock(&mut tx, user_id, Side::Customer).await?.ok_or(Code::UserNotFound)?;
    if user.is_activated {
        return Err(Code::UserIsNotInvited.into());
    }
    let kind = if takeover::is_taken_over(&mut tx, user.person_id).await? {
        // Refused before the cut-over day, and while the company is not ready.
        takeover::send(&app, &mut tx, user.person_id, Times::Again).await?.ok_or(Code::UserIsNotInvited)?;
        LinkKind::Reset
    } else {
        let whom = LinkOwner::Person(user.person_id);
        links::expire(&app, &mut tx, LinkKind::Activation, whom).await?;
        let link = links::issue(&app, &mut tx, LinkKind::Activation, whom).await?;
        let to = To { email: &user.email, name: Some(&user.name), language: user.language };
        let email = IdentityEmail::Activation { link: &link.address, expires_at: link.expires_at };
        app.context().send(&mut tx, to, email).await?;
        LinkKind::Activation
    };
    let fact = PeopleFact::LinkSent { link: Some(kind.code().to_owned()) };
    let entry = Entry::by(&who.person, Subject::Person(user.person_id), fact, &user.email);
    facts::record(&app.context(), &mut tx, entry.in_account(user.bulk_id.as_ref())).await?;
    tx.commit().await?;
    Ok(Nothing {})
}
