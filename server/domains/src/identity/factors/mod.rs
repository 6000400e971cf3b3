//! Second factors of users (docs/domain/people.md#second-factor): signing in with one, adding and removing them, and
//! who needs one.

use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::factors::{
    self as core, BeginPasskeyProof, Factor, FactorKind, Factors, PasskeyChallenge,
};
use gridbill_core::identity::profile::{ConfirmPassword, ConfirmPasswordRequest};
use gridbill_core::{Code, Language};
use sqlx::PgConnection;
use uuid::Uuid;

use super::email::IdentityEmail;
use crate::app::App;
use crate::auth::factors::challenge::{self, New, Purpose};
use crate::auth::factors::{self as auth, CODES, Proof, TOLD, sql};
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::who::{Caller, Person};
use crate::auth::{again, device, rate_limit};
use crate::endpoint::Mount;
use crate::error::{Answer, Error};
use crate::mail::To;

mod change;
mod enrol;
mod policy;
pub mod reset;
pub mod sign_in;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::CompleteSignIn, sign_in::complete)
        .json(core::BeginPasskeySignIn, sign_in::begin_passkey)
        .json(core::FinishPasskeySignIn, sign_in::finish_passkey)
        .json(core::GetFactors, list)
        .json(core::BeginTotp, enrol::begin_totp)
        .json(core::ConfirmTotp, enrol::confirm_totp)
        .json(core::BeginPasskey, enrol::begin_passkey)
        .json(core::FinishPasskey, enrol::finish_passkey)
        .json(BeginPasskeyProof, begin_proof)
        .json(core::RemoveFactor, change::remove)
        .json(core::RenewRecoveryCodes, change::renew_recovery_codes)
        .json(core::GetFactorPolicy, policy::get)
        .json(core::SetFactorPolicy, policy::set)
}

async fn list(app: App, person: Person, _: Nothing) -> Answer<Factors> {
    let mut db = app.pool.acquire().await?;
    let rows = sql::factors(&mut *db, person.person_id).await?;
    let methods = auth::methods(&mut db, person.person_id).await?;
    let left = sql::recovery_codes_left(&mut *db, person.person_id).await?;
    let required_from = auth::required_from(&app.auth, &mut *db, &person).await?;
    let must_add = rows.is_empty() && auth::applies(required_from, app.now());
    let factors = rows.into_iter().filter_map(|row| {
        let kind = FactorKind::from_code(&row.kind)?;
        let factor_id = row.factor_id.to_string();
        Some(Factor { factor_id, kind, name: row.name, added_at: row.added_at, last_used_at: row.last_used_at })
    });
    Ok(Factors {
        factors: factors.collect(),
        recovery_codes_left: usize::try_from(left).unwrap_or_default(),
        methods,
        required_from,
        must_add,
        can_add_passkey: app.auth.factors.passkeys.are_available(),
    })
}

/// Confirms the identity of a signed-in user: with a second factor if the user has one, otherwise with the password.
/// The password alone is never enough for a user with a factor, because the thief of a session may know it.
pub async fn confirm(app: App, person: Person, request: ConfirmPasswordRequest) -> Answer<Nothing> {
    if !auth::has_factor(&app.pool, person.person_id).await? {
        return again::confirm(&app.auth, &person, request).await;
    }
    let call = ConfirmPassword::ENTRY.name;
    let code = Proof::of_code(request.totp.as_deref(), request.recovery_code)?;
    if code.is_none() && request.passkey.is_none() {
        return Err(Code::FactorNeeded.into());
    }
    let user = User::of(&person);
    let attempt = match code {
        Some(_) => Some(count_code(&app, &user).await?),
        None => None,
    };
    let mut tx = app.begin().await?;
    if !sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    let proof = match (code, request.passkey) {
        (Some(code), _) => code,
        (None, Some(passkey)) => {
            let asked = challenge::find_own(&app.auth, &mut tx, Purpose::Proof, &passkey.handle, &person, call).await?;
            asked.take(&mut tx).await?;
            Proof::Passkey { answer: passkey.credential, state: asked.state()? }
        }
        (None, None) => return Err(Code::FactorNeeded.into()),
    };
    let kind = proof.kind();
    if !auth::use_proof(&app.auth, &mut tx, person.person_id, proof).await? {
        drop(tx);
        return Err(refuse(&app, &user, attempt.as_ref(), kind, call).await?);
    }
    again::note_proof(&app.auth, &mut tx, &person).await?;
    reset_code_count(&mut tx, attempt.as_ref()).await?;
    reset::stop(&app, &mut tx, &user).await?;
    if kind == FactorKind::RecoveryCode {
        let left = sql::recovery_codes_left(&mut *tx, person.person_id).await?;
        change::publish(&app, &mut tx, &person, PeopleFact::RecoveryCodeUsed { left }).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

async fn begin_proof(app: App, person: Person, _: Nothing) -> Answer<PasskeyChallenge> {
    let mut tx = app.begin().await?;
    let passkeys = sql::passkeys(&mut *tx, person.person_id).await?;
    let credentials: Vec<_> = passkeys.into_iter().map(|passkey| passkey.credential).collect();
    if credentials.is_empty() {
        return Err(Code::FactorNotFound.into());
    }
    let asked = app.auth.factors.passkeys.ask_for_one(&credentials)?;
    let new = New { passkey_state: Some(&asked.state), ..New::to(&person) };
    let handle = challenge::open(&app.auth, &mut tx, Purpose::Proof, &person.caller, new).await?;
    tx.commit().await?;
    Ok(PasskeyChallenge { handle, options: asked.options })
}

/// The user whose factor is checked, and where the call comes from.
pub struct User<'a> {
    pub person_id: Uuid,
    pub email: &'a str,
    pub name: &'a str,
    pub caller: &'a Caller,
}

impl<'a> User<'a> {
    fn of(person: &'a Person) -> Self {
        Self { person_id: person.person_id, email: &person.email, name: &person.name, caller: &person.caller }
    }
}

/// An attempt with a code.
struct CodeAttempt {
    /// What the attempt is counted by: the device from which the user has signed in before, or the user. So a stranger's wrong
    /// codes do not lock the device of the user.
    subject: String,
}

/// Counts an attempt with a code, before it is checked.
async fn count_code(app: &App, user: &User<'_>) -> Answer<CodeAttempt> {
    let device = device::find_known_device(&app.auth, user.caller, Some(user.person_id)).await?;
    let subject = device.unwrap_or_else(|| user.person_id.to_string());
    rate_limit::enforce(&app.auth, CODES, &subject).await?;
    Ok(CodeAttempt { subject })
}

/// Resets the count of wrong codes after a correct code.
async fn reset_code_count(db: &mut PgConnection, attempt: Option<&CodeAttempt>) -> Answer<()> {
    match attempt {
        Some(attempt) => rate_limit::reset_count(db, CODES, &attempt.subject).await,
        None => Ok(()),
    }
}

/// Records a wrong proof, and returns its refusal. The wrong code that locks further codes is also e-mailed to the
/// user, because a caller who guesses codes at sign-in knows the password.
async fn refuse(
    app: &App,
    user: &User<'_>,
    attempt: Option<&CodeAttempt>,
    kind: FactorKind,
    call: &str,
) -> Answer<Error> {
    let now = app.now();
    let is_locked = match attempt {
        Some(attempt) => rate_limit::check(&app.pool, CODES, &attempt.subject, now).await.is_err(),
        None => false,
    };
    let is_first = is_locked && !rate_limit::count(&app.pool, TOLD, &user.person_id.to_string(), now).await?;
    let what = if is_first { SecurityEventKind::FactorLocked } else { SecurityEventKind::WrongFactor };
    let refused = Proof::refused(kind);
    let event =
        Event { what, person_id: Some(user.person_id), email: Some(user.email), call, code: Some(refused.code) };
    security::record(&app.auth, user.caller, &event);
    if is_first {
        let mut tx = app.begin().await?;
        let language = super::sql::profile::language(&mut tx, user.person_id).await?;
        send(app, &mut tx, user, language, IdentityEmail::CodesGuessed { at: now }).await?;
        tx.commit().await?;
    }
    Ok(refused.into())
}

async fn send(
    app: &App,
    db: &mut PgConnection,
    user: &User<'_>,
    language: Language,
    email: IdentityEmail<'_>,
) -> Answer<()> {
    let to = To { email: user.email, name: Some(user.name), language };
    app.context().send(db, to, email).await
}
