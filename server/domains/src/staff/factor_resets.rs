//! Resets of the second factors of users who lost them. A reset needs two officers, notifies the user by e-mail, and
//! takes effect a day later unless the user objects (docs/domain/people.md#second-factor).

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::factors::RESET_WAIT_SECONDS;
use gridbill_core::payments::officers::check_reason;
use gridbill_core::staff::{
    ConfirmedFactorReset, EndFactorResetRequest, FactorReset, FactorResetRequest, FactorResets,
    ProposeFactorResetRequest,
};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::id;
use super::sql::factor_resets::{self as sql, StoredReset};
use crate::app::App;
use crate::auth::factors;
use crate::auth::who::{Person, Staff};
use crate::auth::{again, guard};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::mail::To;

/// Returns the resets, each with the reason why the caller cannot confirm it.
pub async fn list(app: App, Staff { person: actor }: Staff, _: Nothing) -> Answer<FactorResets> {
    let mut db = app.pool.acquire().await?;
    let mut resets = Vec::new();
    for reset in sql::all(&mut db).await? {
        let why_not = match reset.due_at {
            Some(_) => None,
            None => confirmable(&mut db, &reset, &actor).await?.err(),
        };
        resets.push(FactorReset {
            user_id: reset.person_id.to_string(),
            email_address: reset.email,
            username: reset.name,
            reason: reset.reason,
            proposed_by: reset.proposer,
            proposed_at: reset.proposed_at,
            due_at: reset.due_at,
            is_own: reset.proposed_by == actor.person_id,
            why_not: why_not.map(|code| Problem::new(code).sentence(actor.language)),
        });
    }
    Ok(FactorResets { resets })
}

/// Checks whether an officer may confirm a reset as the second officer. Returns the code of the refusal if not.
async fn confirmable(db: &mut PgConnection, reset: &StoredReset, actor: &Person) -> sqlx::Result<Result<(), Code>> {
    Ok(if reset.proposed_by == actor.person_id {
        Err(Code::SecondOfficerNeeded)
    } else if reset.person_id == actor.person_id {
        Err(Code::UserIsYourself)
    } else if facts::are_related(db, reset.proposed_by, actor.person_id).await? {
        Err(Code::OfficersNotIndependent)
    } else {
        Ok(())
    })
}

pub async fn propose(app: App, Staff { person: actor }: Staff, request: ProposeFactorResetRequest) -> Answer<Nothing> {
    let (person_id, remark) = (id(&request.user_id)?, check_reason(&request.remark)?);
    if person_id == actor.person_id {
        return Err(Code::UserIsYourself.into());
    }
    let mut tx = begin(&app, &actor, person_id).await?;
    let user = sql::user(&mut tx, person_id).await?.ok_or(Code::UserNotFound)?;
    if !factors::has_factor(&mut *tx, person_id).await? {
        return Err(Code::NoFactorToReset.into());
    }
    again::require_recent_proof(&app.auth, &mut tx, &actor).await?;
    if !sql::add(&mut tx, person_id, &remark, actor.person_id, app.now()).await? {
        return Err(Code::FactorResetWaits.into());
    }
    let fact = PeopleFact::FactorResetProposed { user_id: person_id.to_string(), remark };
    let entry = Entry::by(&actor, Subject::Person(person_id), fact, &user.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Confirms a reset. The user is notified by e-mail, and can stop the reset by signing in with a factor.
pub async fn confirm(
    app: App,
    Staff { person: actor }: Staff,
    request: FactorResetRequest,
) -> Answer<ConfirmedFactorReset> {
    let person_id = id(&request.user_id)?;
    let mut tx = begin(&app, &actor, person_id).await?;
    let reset = sql::lock(&mut tx, person_id).await?.filter(|reset| reset.due_at.is_none());
    let is_seen = |reset: &StoredReset| request.proposed_at.is_none_or(|seen| seen == reset.proposed_at);
    let reset = reset.filter(is_seen).ok_or(Code::FactorResetNotFound)?;
    confirmable(&mut tx, &reset, &actor).await??;
    again::require_recent_proof(&app.auth, &mut tx, &actor).await?;
    let due_at = app.now().plus_seconds(RESET_WAIT_SECONDS);
    sql::confirm(&mut tx, person_id, actor.person_id, due_at).await?;
    let to = To { email: &reset.email, name: Some(&reset.name), language: reset.language() };
    app.context().send(&mut tx, to, IdentityEmail::FactorResetConfirmed { due_at }).await?;
    let (user_id, proposed_by) = (person_id.to_string(), reset.proposed_by.to_string());
    let fact = PeopleFact::FactorResetConfirmed { user_id, due_at, proposed_by };
    let entry = Entry::by(&actor, Subject::Person(person_id), fact, &reset.email).concerning(person_id);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(ConfirmedFactorReset { due_at })
}

/// Ends a reset before it takes effect. Any officer may do that.
pub async fn end(app: App, Staff { person: actor }: Staff, request: EndFactorResetRequest) -> Answer<Nothing> {
    let (person_id, remark) = (id(&request.user_id)?, check_reason(&request.remark)?);
    let mut tx = begin(&app, &actor, person_id).await?;
    let reset = sql::lock(&mut tx, person_id).await?.ok_or(Code::FactorResetNotFound)?;
    factors::sql::end_reset(&mut tx, person_id).await?;
    let fact = PeopleFact::FactorResetEnded { user_id: person_id.to_string(), remark: Some(remark) };
    let entry = Entry::by(&actor, Subject::Person(person_id), fact, &reset.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Locks the user and the officer, in the order of their ids. Checks again that the caller is an officer, because the
/// locks may have taken a while.
async fn begin(app: &App, actor: &Person, person_id: Uuid) -> Answer<Tx> {
    let mut tx = app.begin().await?;
    sql::lock_people(&mut tx, &[person_id, actor.person_id]).await?;
    guard::check_unchanged(&mut tx, actor).await?;
    Ok(tx)
}
