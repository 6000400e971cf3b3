//! Signing in with a second factor after the password, or with a passkey alone.

use gridbill_core::Code;
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::factors::{
    CompleteSignIn, CompleteSignInRequest, FactorKind, FinishPasskeySignIn, FinishPasskeySignInRequest,
    PasskeyChallenge, SignInChallenge,
};
use gridbill_core::identity::{Side, Tokens};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{User, count_code, refuse, reset, reset_code_count, send};
use crate::app::App;
use crate::auth::factors::challenge::{self, New, Purpose};
use crate::auth::factors::{self as auth, Proof, sql};
use crate::auth::rate_limit;
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::who::Visitor;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::login::{Entrant, enter};
use crate::identity::sql::{SigningIn, signing_in};
use crate::identity::sso::{self, PasswordUser};

/// Returns the challenge of a sign-in whose password was right; `None` for a user without a second factor. The caller
/// must have locked the person.
pub async fn ask(
    app: &App,
    db: &mut PgConnection,
    visitor: &Visitor,
    person_id: Uuid,
) -> Answer<Option<SignInChallenge>> {
    reset::apply_due(app, &mut *db, person_id).await?;
    let methods = auth::methods(db, person_id).await?;
    if methods.is_empty() {
        return Ok(None);
    }
    let passkeys = &app.auth.factors.passkeys;
    let asked = if methods.contains(&FactorKind::Passkey) && passkeys.are_available() {
        let stored = sql::passkeys(&mut *db, person_id).await?.into_iter();
        Some(passkeys.ask_for_one(&stored.map(|passkey| passkey.credential).collect::<Vec<_>>())?)
    } else {
        None
    };
    let new =
        New { person_id: Some(person_id), passkey_state: asked.as_ref().map(|asked| &asked.state), ..New::default() };
    let handle = challenge::open(&app.auth, db, Purpose::SignIn, &visitor.caller, new).await?;
    Ok(Some(SignInChallenge { handle, methods, passkey: asked.map(|asked| asked.options) }))
}

/// Completes a sign-in. A wrong proof leaves the challenge open; the right proof uses it up. A change of the password
/// ends the challenge.
pub(super) async fn complete(app: App, visitor: Visitor, request: CompleteSignInRequest) -> Answer<Tokens> {
    let call = CompleteSignIn::ENTRY.name;
    rate_limit::enforce_by_address(&app.auth, app.config.limits.sign_ins(), &visitor.caller).await?;
    let code = Proof::of_code(request.totp.as_deref(), request.recovery_code)?;
    if code.is_none() && request.passkey.is_none() {
        return Err(Code::FactorNeeded.into());
    }
    let mut db = app.pool.acquire().await?;
    let asked = challenge::find(&app.auth, &mut db, Purpose::SignIn, &request.handle, &visitor.caller, call).await?;
    let person = signing_in(&mut db, asked.person_id.unwrap_or_default()).await?.ok_or(Code::ChallengeExpired)?;
    drop(db);
    let user = user(&person, &visitor);
    let attempt = match code {
        Some(_) => Some(count_code(&app, &user).await?),
        None => None,
    };
    let mut tx = app.begin().await?;
    if !sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::ChallengeExpired.into());
    }
    asked.take(&mut tx).await?;
    let proof = match (code, request.passkey) {
        (Some(code), _) => code,
        (None, Some(answer)) => Proof::Passkey { answer, state: asked.state()? },
        (None, None) => return Err(Code::FactorNeeded.into()),
    };
    let kind = proof.kind();
    if !auth::use_proof(&app.auth, &mut tx, person.person_id, proof).await? {
        drop(tx);
        return Err(refuse(&app, &user, attempt.as_ref(), kind, call).await?);
    }
    reset_code_count(&mut tx, attempt.as_ref()).await?;
    reset::stop(&app, &mut tx, &user).await?;
    if kind == FactorKind::RecoveryCode {
        publish_recovery(&app, &mut tx, &user, &person).await?;
    }
    enter(&app, tx, &visitor, &entrant(&person), request.invitation_token, call).await
}

pub(super) async fn begin_passkey(app: App, visitor: Visitor, _: Nothing) -> Answer<PasskeyChallenge> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.passkey_questions(), &visitor.caller).await?;
    let asked = app.auth.factors.passkeys.ask_for_any()?;
    let mut tx = app.begin().await?;
    let new = New { passkey_state: Some(&asked.state), ..New::default() };
    let handle = challenge::open(&app.auth, &mut tx, Purpose::PasskeySignIn, &visitor.caller, new).await?;
    tx.commit().await?;
    Ok(PasskeyChallenge { handle, options: asked.options })
}

/// Signs in with a passkey, which is two factors in one: the device, and the fingerprint, face or PIN that the device
/// verified. Every wrong answer gets the same refusal and uses the challenge up, so no answer can be tried twice.
pub(super) async fn finish_passkey(app: App, visitor: Visitor, request: FinishPasskeySignInRequest) -> Answer<Tokens> {
    let call = FinishPasskeySignIn::ENTRY.name;
    rate_limit::enforce_by_address(&app.auth, app.config.limits.sign_ins(), &visitor.caller).await?;
    let mut tx = app.begin().await?;
    let asked =
        challenge::find(&app.auth, &mut tx, Purpose::PasskeySignIn, &request.handle, &visitor.caller, call).await?;
    asked.take(&mut tx).await?;
    tx.commit().await?;
    let mut tx = app.begin().await?;
    let found = auth::use_any_passkey(&app.auth, &mut tx, request.passkey, asked.state()?).await?;
    let person = match found {
        Some(person_id) => signing_in(&mut tx, person_id).await?,
        None => None,
    };
    let person = person.filter(|person| side(person) == request.side);
    let Some(person) = person else {
        let (what, code) = (SecurityEventKind::WrongFactor, Some(Code::PasskeyRefused));
        let event = Event { what, person_id: found, email: None, call, code };
        security::record(&app.auth, &visitor.caller, &event);
        return Err(Proof::refused(FactorKind::Passkey).into());
    };
    let caller = &visitor.caller;
    let other = PasswordUser { person_id: person.person_id, email: &person.email, name: &person.name, caller };
    sso::check_other_way(&app, &mut tx, &other, call).await?;
    reset::stop(&app, &mut tx, &user(&person, &visitor)).await?;
    enter(&app, tx, &visitor, &entrant(&person), None, call).await
}

fn user<'a>(person: &'a SigningIn, visitor: &'a Visitor) -> User<'a> {
    User { person_id: person.person_id, email: &person.email, name: &person.name, caller: &visitor.caller }
}

const fn side(person: &SigningIn) -> Side {
    if person.is_staff { Side::Staff } else { Side::Customer }
}

fn entrant(person: &SigningIn) -> Entrant<'_> {
    Entrant {
        person_id: person.person_id,
        email: &person.email,
        name: &person.name,
        side: side(person),
        password_reset_required: person.password_reset_required,
    }
}

/// Records and e-mails that a recovery code was used.
async fn publish_recovery(app: &App, db: &mut PgConnection, user: &User<'_>, person: &SigningIn) -> Answer<()> {
    let fact = PeopleFact::RecoveryCodeUsed { left: sql::recovery_codes_left(&mut *db, user.person_id).await? };
    let email = IdentityEmail::FactorsChanged { email: user.email, fact: &fact, at: app.now() };
    send(app, &mut *db, user, person.language, email).await?;
    let actor = Actor::Visitor { person_id: Some(user.person_id), name: user.name, caller: user.caller };
    let entry = Entry::of(Subject::Person(user.person_id), actor, fact, user.email);
    let entry = entry.in_account(person.bulk_id.as_ref()).concerning(user.person_id);
    facts::record(&app.context(), db, entry).await
}
