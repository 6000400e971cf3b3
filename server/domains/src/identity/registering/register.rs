use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Side;
use gridbill_core::identity::person::{CheckedRegistration, check_registration, flagged};
use gridbill_core::identity::registering::{LinkKind, RegisterRequest, Registered, check_terms};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{invitation, login};
use super::links::{self, LinkOwner};
use super::{LinkRecipient, sql, write_link};
use crate::app::App;
use crate::auth::who::Visitor;
use crate::auth::{password, rate_limit};
use crate::error::Answer;

/// Registers a user. With an invitation the account is active immediately, because the invitation's link proves the
/// address.
pub async fn register(app: App, visitor: Visitor, request: RegisterRequest) -> Answer<Registered> {
    let form = check_registration(&request)?;
    password::check(&request.password).map_err(|code| flagged(Problem::at("password", code)))?;
    if let Some(version) = &request.terms_version {
        check_terms(version)?;
    }
    rate_limit::enforce_by_address(&app.auth, app.config.limits.registrations(), &visitor.caller).await?;
    let password_hash = app.auth.passwords.hash(&app.random, request.password).await?;
    let mut tx = app.begin().await?;
    let invitation = match request.invitation_token.filter(|token| !token.is_empty()) {
        Some(token) => Some(invitation::locked(&app, &mut tx, &token, &form.email).await?),
        None => None,
    };
    let is_active = invitation.is_some();
    let waiting = sql::lock_waiting(&mut tx, &form.email).await?;
    let new = sql::NewUser {
        person_id: waiting.unwrap_or_else(|| app.random.uuid()),
        form: &form,
        password_hash: &password_hash,
        language: visitor.language,
        activated_at: is_active.then(|| app.now()),
    };
    let is_written = match waiting {
        Some(_) if !is_active && is_awaited(&app, &mut tx, new.person_id).await? => false,
        Some(_) => sql::renew(&mut tx, &new, app.now()).await.map(|()| true)?,
        None => sql::add(&mut tx, &new, app.now()).await?,
    };
    if !is_written {
        return Err(flagged(Problem::at("email", Code::EmailInUse)).into());
    }
    let person_id = new.person_id;
    let CheckedRegistration { email, name, .. } = form;
    let person = LinkRecipient { person_id, email, name, language: visitor.language, is_active, is_taken_over: false };
    person.record(&app, &mut tx, &visitor, PeopleFact::Registered).await?;
    if let Some(invitation) = &invitation {
        login::lift_lock(&app, &mut tx, &person.email, Side::Customer).await?;
        invitation::accept(&app, &mut tx, invitation, person_id, &person.name, &visitor.caller).await?;
    } else {
        write_link(&app, &mut tx, LinkKind::Activation, &person).await?;
    }
    tx.commit().await?;
    Ok(Registered { email: person.email, is_activated: is_active })
}

/// Whether an earlier registration can still be activated. After its links have expired, the address can be
/// registered again. An invitation, which proves the address, works before that.
async fn is_awaited(app: &App, db: &mut PgConnection, person_id: Uuid) -> Answer<bool> {
    links::is_open(app, db, LinkKind::Activation, LinkOwner::Person(person_id)).await
}
