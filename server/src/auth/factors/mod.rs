//! Second factors (docs/domain/people.md#second-factor): checks proofs, and keeps the questions that wait for one.

use gridbill_core::identity::factors::{FactorKind, MAX_WRONG_CODES, parse_totp};
use gridbill_core::{Code, Day, Instant, Problem};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::Auth;
use super::rate_limit::RateLimit;
use super::who::Person;
use crate::base::Base;
use crate::error::Answer;

pub mod challenge;
pub mod recovery;
pub mod sealed;
pub mod totp;

pub use super::sql::factors as sql;
use sealed::Sealer;

/// Codes that a user may try in an hour. A right code resets the count.
pub const CODES: RateLimit = RateLimit { bucket: "secondFactor", max: MAX_WRONG_CODES, window_seconds: 3600 };
/// Users are told once an hour that someone guesses their codes.
pub const TOLD: RateLimit = RateLimit { bucket: "secondFactorTold", max: 1, window_seconds: 3600 };

/// The keys of second factors, which all requests of a process share.
pub struct Factors {
    pub sealer: Sealer,
}

impl Factors {
    /// # Errors
    /// When the database does not answer.
    pub async fn new(base: &Base) -> anyhow::Result<Self> {
        Ok(Self { sealer: Sealer::load(&base.pool, &base.random).await? })
    }
}

/// What a user brings to prove a second factor.
pub enum Proof {
    /// The six digits of an authenticator app.
    Totp(String),
    RecoveryCode(String),
}

impl Proof {
    /// Returns the code that the caller typed; `None` if there is none.
    ///
    /// # Errors
    /// [`Code::FactorCodeInvalid`] for digits that are no code.
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
        }
    }

    /// Returns the refusal of a wrong proof of that kind. It is the same for a wrong, an expired and a used code.
    #[must_use]
    pub fn refused(kind: FactorKind) -> Problem {
        match kind {
            FactorKind::Totp => Problem::at("totp", Code::FactorCodeWrong),
            FactorKind::RecoveryCode => Problem::at("recoveryCode", Code::RecoveryCodeWrong),
        }
    }
}

/// Checks a proof and uses it up: a code works once. Returns false for a wrong proof.
/// The caller must have locked the person.
///
/// # Errors
/// If the database does not answer.
pub async fn use_proof(auth: &Auth, db: &mut PgConnection, person_id: Uuid, proof: Proof) -> Answer<bool> {
    let now = auth.now();
    match proof {
        Proof::Totp(digits) => {
            let step = totp::step(now);
            for app in sql::totps(&mut *db, person_id).await? {
                let secret = auth.factors.sealer.open(person_id, &app.secret)?;
                if totp::matches(&secret, step, &digits)? {
                    return Ok(sql::use_step(db, app.factor_id, step, now).await?);
                }
            }
            Ok(false)
        }
        Proof::RecoveryCode(code) => {
            Ok(sql::use_recovery_code(db, person_id, &recovery::hashed(person_id, &code), now).await?)
        }
    }
}

/// Returns the ways in which the person can prove a second factor, the strongest first. Empty without a factor.
///
/// # Errors
/// If the database does not answer.
pub async fn methods(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Vec<FactorKind>> {
    let mut methods = sql::kinds(&mut *db, person_id).await?;
    if !methods.is_empty() && sql::recovery_codes_left(db, person_id).await? > 0 {
        methods.push(FactorKind::RecoveryCode);
    }
    Ok(methods)
}

/// Whether the person has a factor. Recovery codes alone are none.
///
/// # Errors
/// If the database does not answer.
pub async fn has_factor(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<bool> {
    Ok(!sql::kinds(db, person_id).await?.is_empty())
}

/// Returns the day from which the person needs a second factor: for staff by the settings, for customers by the rule of
/// their bulk account.
///
/// # Errors
/// If the database does not answer.
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
