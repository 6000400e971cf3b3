//! Activating an account with its link, and requesting a new link.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::registering::{ActivatedUser, EmailRequest, LinkKind, LinkRequest};
use gridbill_core::identity::{Side, Tokens};

use super::super::login;
use super::links::{self, LinkOwner};
use super::{LinkRecipient, count_email, owner, send_link, sql, usable};
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::session::{self, Pair};
use crate::auth::who::Visitor;
use crate::endpoint::Tx;
use crate::error::Answer;

pub async fn activate(app: App, visitor: Visitor, request: LinkRequest) -> Answer<ActivatedUser> {
    let (tx, person) = activated(&app, &visitor, LinkKind::Activation, &request.token).await?;
    tx.commit().await?;
    Ok(ActivatedUser { email: person.email })
}

/// Activates a member of staff, who has no password yet. The session allows nothing but setting the first password.
pub async fn verify_staff(app: App, visitor: Visitor, request: LinkRequest) -> Answer<Tokens> {
    let (mut tx, person) = activated(&app, &visitor, LinkKind::StaffActivation, &request.token).await?;
    sql::set_awaiting_password(&mut tx, person.person_id, app.now()).await?;
    session::end_replaced_session(&app.auth, &mut tx, &visitor).await?;
    let (access, refresh) = session::begin(&app.auth, &mut tx, person.person_id, &visitor.caller).await?;
    tx.commit().await?;
    let pair = Pair { access, refresh, is_staff: true, password_reset_required: true };
    Ok(session::deliver_tokens(&app.auth, &visitor.caller, pair))
}

/// Activates an account. Clears wrong attempts as a reset does: the link proves the address, and sign-in was not
/// possible before.
async fn activated(app: &App, visitor: &Visitor, kind: LinkKind, token: &str) -> Answer<(Tx, LinkRecipient)> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    let mut tx = app.begin().await?;
    let found = links::locked(&mut tx, kind, token).await?;
    let person = usable(app, &mut tx, kind, found).await?;
    sql::activate(&mut tx, person.person_id, app.now()).await?;
    login::lift_lock(app, &mut tx, &person.email, kind.side()).await?;
    links::mark_used(app, &mut tx, kind, LinkOwner::Person(person.person_id)).await?;
    person.record(app, &mut tx, visitor, PeopleFact::Activated).await?;
    Ok((tx, person))
}

/// Sends a new link to the same address, for a user with an expired link.
pub async fn send_new_link(app: App, visitor: Visitor, request: LinkRequest) -> Answer<Nothing> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    let mut db = app.pool.acquire().await?;
    let found = links::found(&mut db, LinkKind::Activation, &request.token).await?;
    let email = owner(&mut db, LinkKind::Activation, found).await?.email;
    drop(db);
    count_email(&app, &visitor, &email).await?;
    let mut tx = app.begin().await?;
    let found = links::locked(&mut tx, LinkKind::Activation, &request.token).await?;
    let person = owner(&mut tx, LinkKind::Activation, found).await?;
    send_link(&app, &mut tx, LinkKind::Activation, &visitor, &person).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Sends a new link to a user who has not activated the account. The response is the same for every address.
pub async fn resend(app: App, visitor: Visitor, request: EmailRequest) -> Answer<Nothing> {
    let email = request.email.normal();
    count_email(&app, &visitor, &email).await?;
    let mut tx = app.begin().await?;
    let person = sql::find_recipient_by_email(&mut tx, &email, Side::Customer).await?;
    if let Some(person) = person.filter(|person| !person.is_active) {
        // A user who was taken over has no password yet, so the link sets one.
        let kind = if person.is_taken_over { LinkKind::Reset } else { LinkKind::Activation };
        send_link(&app, &mut tx, kind, &visitor, &person).await?;
        tx.commit().await?;
    }
    Ok(Nothing {})
}
