//! Signing in through a company's provider.

use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Side;
use gridbill_core::identity::factors::{Challenged, SignInAnswer};
use gridbill_core::identity::sso::token::new_name;
use gridbill_core::identity::sso::{BeginSsoRequest, FinishSsoRequest, SsoStart, domain_of};
use gridbill_core::number::Email;
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::sql::signing_in;
use super::super::sql::sso::{self as sql, NewUser};
use super::super::{factors, invitation, links};
use super::waiting::{Answered, Purpose, answered, start};
use super::{FINISH, record_refusal};
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Visitor;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::login::{Entrant, enter};

/// Begins a sign-in. Looks only at the mail domain, so that the answer does not reveal who is registered.
pub(super) async fn begin(app: App, visitor: Visitor, request: BeginSsoRequest) -> Answer<SsoStart> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.sign_ins(), &visitor.caller).await?;
    let provider = sql::provider_of_domain(&app.pool, &domain_of(&request.email)).await?;
    let provider = provider.ok_or_else(|| Problem::at("email", Code::SsoNotOffered))?;
    start(&app, &provider.settings, Purpose::SignIn, &visitor.caller, None, &request.email.normal()).await
}

/// Completes a sign-in. A refused answer only uses the sign-in up.
pub(super) async fn finish(app: App, visitor: Visitor, request: FinishSsoRequest) -> Answer<SignInAnswer> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.sign_ins(), &visitor.caller).await?;
    let answer = sign_in(&app, &visitor, request).await;
    answer.map_err(|error| record_refusal(&app, &visitor.caller, None, FINISH, error))
}

async fn sign_in(app: &App, visitor: &Visitor, request: FinishSsoRequest) -> Answer<SignInAnswer> {
    let answered = answered(app, &visitor.caller, None, &[Purpose::SignIn], &request).await?;
    let mut tx = app.begin().await?;
    let person_id = match sql::person(&mut *tx, answered.identity()).await? {
        Some(person_id) => person_id,
        None => join(app, &mut tx, visitor, &answered, request.invitation_token).await?,
    };
    // Read again after the lock: the person may have left the company meanwhile.
    let is_locked = crate::auth::factors::sql::lock(&mut tx, person_id).await?;
    if !is_locked || sql::person(&mut *tx, answered.identity()).await? != Some(person_id) {
        return Err(Code::SsoNotLinked.into());
    }
    let person = signing_in(&mut tx, person_id).await?.ok_or(Code::SsoNotLinked)?;
    sql::note_use(&mut tx, answered.identity(), app.now()).await?;
    if let Some(challenge) = factors::sign_in::ask(app, &mut tx, visitor, person_id).await? {
        tx.commit().await?;
        return Ok(SignInAnswer::Challenged(Challenged { challenge }));
    }
    let entrant = Entrant {
        person_id,
        email: &person.email,
        name: &person.name,
        side: Side::Customer,
        password_reset_required: person.password_reset_required,
    };
    Ok(SignInAnswer::Tokens(enter(app, tx, visitor, &entrant, None, FINISH).await?))
}

/// Adds a user who came with an invitation of this company, and connects them. The invitation proves the mailbox, so
/// the address that the provider names is ignored. A user who already has an account signs in first and connects it.
async fn join(
    app: &App,
    db: &mut PgConnection,
    visitor: &Visitor,
    answered: &Answered,
    invitation_token: Option<String>,
) -> Answer<Uuid> {
    let token = invitation_token.filter(|token| !token.is_empty()).ok_or(Code::SsoNotLinked)?;
    let invitation = invitation::of_token(app, db, &token).await?;
    if invitation.bulk_id != answered.bulk_id.as_str() {
        return Err(links::refused(Code::LinkInvalid).into());
    }
    let email = invitation.email.clone();
    if !sql::is_proved(&mut *db, &answered.bulk_id, &domain_of(&Email::parse(&email)?)).await? {
        return Err(Code::SsoNotLinked.into());
    }
    let (person_id, name) = (app.random.uuid(), new_name(&answered.claims, &email));
    let new = NewUser { person_id, email: &email, name: &name, language: visitor.language };
    if !sql::add_person(db, &new, app.now()).await? {
        return Err(Code::SsoNotLinked.into());
    }
    let actor = Actor::Visitor { person_id: Some(person_id), name: &name, caller: &visitor.caller };
    let entry = Entry::of(Subject::Person(person_id), actor, PeopleFact::Registered, &email);
    facts::record(&app.context(), db, entry).await?;
    invitation::accept(app, db, &invitation, person_id, &name, &visitor.caller).await?;
    if !sql::link(db, answered.identity(), person_id, app.now()).await? {
        return Err(Code::SsoAlreadyLinked.into());
    }
    let fact = PeopleFact::SsoLinked { issuer: answered.claims.iss.clone() };
    let entry = Entry::of(Subject::Person(person_id), actor, fact, &email);
    let entry = entry.in_account(Some(&answered.bulk_id)).concerning(person_id);
    facts::record(&app.context(), db, entry).await?;
    Ok(person_id)
}
