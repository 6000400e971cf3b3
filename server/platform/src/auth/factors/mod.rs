//! Second factors (docs/domain/people.md#second-factor): checks proofs, and keeps the questions that wait for one.

use gridbill_core::identity::factors::{FactorKind, MAX_WRONG_CODES, parse_totp};
use gridbill_core::{Code, Day, Instant, Problem};
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;
use webauthn_rs::prelude::PublicKeyCredential;

use super::Auth;
use super::rate_limit::RateLimit;
use super::who::Person;
use crate::base::Base;
use crate::error::Answer;

pub mod challenge;
pub mod passkeys;
pub mod recovery;
pub mod sealed;
pub mod totp;

pub use super::sql::factors as sql;
use passkeys::{Passkeys, counted, read};
use sealed::Sealer;

/// Codes that a user may try in an hour. A right code resets the count. Passkeys are not counted: they cannot be guessed.
pub const CODES: RateLimit = RateLimit { bucket: "secondFactor", max: MAX_WRONG_CODES, window_seconds: 3600 };
/// Users are told once an hour that someone guesses their codes.
pub const TOLD: RateLimit = RateLimit { bucket: "secondFactorTold", max: 1, window_seconds: 3600 };

/// The keys of second factors, which all requests of a process share.
pub struct Factors {
    pub sealer: Sealer,
    pub passkeys: Passkeys,
}

impl Factors {
    /// Fails when the database does not answer, or the public address is no address.
    pub async fn new(base: &Base) -> anyhow::Result<Self> {
        let sealer = Sealer::load(&base.pool, &base.random).await?;
        Ok(Self { sealer, passkeys: Passkeys::new(&base.config)? })
    }
}

/// What a user brings to prove a second factor.
pub enum Proof {
    /// The six digits of an authenticator app.
    Totp(String),
    RecoveryCode(String),
    /// The answer of a passkey, with the state of the question.
    Passkey {
        answer: Value,
        state: Value,
    },
}

impl Proof {
    /// Returns the code that the caller typed; `None` if there is none.
    /// Fails with [`Code::FactorCodeInvalid`] for digits that are no code.
    pub fn of_code(totp: Option<&str>, recovery_code: Option<String>) -> Result<Option<Self>, Problem> {
        match (totp, recovery_code) {
            (Some(totp), _) => Ok(Some(Self::Totp(parse_totp(totp)?))),
            (None, code) => Ok(code.map(Self::RecoveryCode)),
        }
    }

    #[must_use]
    pub const fn kind(&self) -> FactorKind {
        match self {
            Self::Totp(_) => FactorKind::Totp,
            Self::RecoveryCode(_) => FactorKind::RecoveryCode,
            Self::Passkey { .. } => FactorKind::Passkey,
        }
    }

    /// Returns the refusal of a wrong proof of that kind. It is the same for a wrong, an expired and a used code.
    #[must_use]
    pub fn refused(kind: FactorKind) -> Problem {
        match kind {
            FactorKind::Totp => Problem::at("totp", Code::FactorCodeWrong),
            FactorKind::RecoveryCode => Problem::at("recoveryCode", Code::RecoveryCodeWrong),
            FactorKind::Passkey => Problem::at("passkey", Code::PasskeyRefused),
        }
    }
}

/// Checks a proof and uses it up: a code works once, and a passkey's counter advances. Returns false for a wrong proof.
/// The caller must have locked the person.
pub async fn use_proof(auth: &Auth, db: &mut PgConnection, person_id: Uuid, proof: Proof) -> Answer<bool> {
    let now = auth.now();
    match proof {
        Proof::Totp(digits) => {
            let step = totp::step(now);
            for app in sql::totps(&mut *db, person_id).await? {
                let secret = auth.factors.sealer.open(person_id, &app.secret)?;
                if let Some(step) = totp::accepted_step(&secret, step, &digits)? {
                    return Ok(sql::use_step(db, app.factor_id, step, now).await?);
                }
            }
            Ok(false)
        }
        Proof::RecoveryCode(code) => {
            Ok(sql::use_recovery_code(db, person_id, &recovery::hashed(person_id, &code), now).await?)
        }
        Proof::Passkey { answer, state } => {
            let Some(answer) = read::<PublicKeyCredential>(answer) else { return Ok(false) };
            let Some(result) = auth.factors.passkeys.check_one(&answer, state)? else { return Ok(false) };
            let Some(stored) = sql::passkey(&mut *db, person_id, result.cred_id()).await? else { return Ok(false) };
            let Some(credential) = counted(stored.credential, &result)? else { return Ok(false) };
            sql::update_passkey(db, stored.factor_id, &credential, now).await?;
            Ok(true)
        }
    }
}

/// Checks the answer to a question for any passkey. Returns the user, whom it locks; `None` for a wrong answer.
pub async fn use_any_passkey(auth: &Auth, db: &mut PgConnection, answer: Value, state: Value) -> Answer<Option<Uuid>> {
    let passkeys = &auth.factors.passkeys;
    let Some(answer) = read::<PublicKeyCredential>(answer) else { return Ok(None) };
    let Some((person_id, credential_id)) = passkeys.named(&answer)? else { return Ok(None) };
    if !sql::lock(&mut *db, person_id).await? {
        return Ok(None);
    }
    let Some(stored) = sql::passkey(&mut *db, person_id, &credential_id).await? else { return Ok(None) };
    let checked = passkeys.check_any(&answer, state, stored.credential.clone())?;
    let Some(result) = checked else { return Ok(None) };
    let Some(credential) = counted(stored.credential, &result)? else { return Ok(None) };
    sql::update_passkey(db, stored.factor_id, &credential, auth.now()).await?;
    Ok(Some(person_id))
}

/// Returns the ways in which the person can prove a second factor, the strongest first. Empty without a factor.
pub async fn methods(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Vec<FactorKind>> {
    let mut methods = sql::kinds(&mut *db, person_id).await?;
    if !methods.is_empty() && sql::recovery_codes_left(db, person_id).await? > 0 {
        methods.push(FactorKind::RecoveryCode);
    }
    Ok(methods)
}

/// Whether the person has a factor. Recovery codes alone are none.
pub async fn has_factor(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<bool> {
    Ok(!sql::kinds(db, person_id).await?.is_empty())
}

/// Returns the day from which the person needs a second factor: for staff by the settings, for customers by the rule of
/// their bulk account.
pub async fn required_from(auth: &Auth, db: impl PgExecutor<'_>, person: &Person) -> sqlx::Result<Option<Day>> {
    if person.is_staff {
        return Ok(auth.config.staff_factor_from);
    }
    sql::required_from(db, person.person_id).await
}

/// Whether a requirement applies already.
#[must_use]
pub fn applies(required_from: Option<Day>, now: Instant) -> bool {
    required_from.is_some_and(|from| from <= Day::at(now))
}
