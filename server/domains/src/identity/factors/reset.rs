//! Removing all second factors of a user who lost them: by `gridbill admin reset-factors` for the only administrator,
//! or a day after two officers decided it (`server/domains/src/staff/factor_resets.rs`).

use anyhow::{anyhow, ensure};
use gridbill_core::fact::{PeopleFact, PortalActor};
use gridbill_core::number::Email;
use sqlx::PgConnection;
use uuid::Uuid;

use super::User;
use crate::app::App;
use crate::auth::factors::{has_factor, sql};
use crate::auth::session;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::sql::{SigningIn, signing_in, signing_in_by_email};
use crate::mail::To;

#[derive(Debug, clap::Args)]
pub struct ResetFactors {
    /// The user's e-mail address.
    #[arg(long)]
    pub email: String,
}

/// Removes the user's factors and recovery codes, and ends all of their sessions. The user is told by e-mail. The
/// password stays as it is.
/// Fails if no user has that address or the user has no factor, or when the database does not answer.
pub async fn reset(app: &App, of: &ResetFactors) -> anyhow::Result<()> {
    let email = Email::parse(&of.email).map_err(|_| anyhow!("{} is no e-mail address", of.email))?.normal();
    let mut tx = app.pool.begin().await?;
    let person = signing_in_by_email(&mut tx, &email).await?;
    let person = person.ok_or_else(|| anyhow!("no active user has the address {email}"))?;
    sql::lock(&mut tx, person.person_id).await?;
    ensure!(has_factor(&mut *tx, person.person_id).await?, "{email} has no second factor");
    sql::end_reset(&mut tx, person.person_id).await?;
    remove_all(app, &mut tx, &person, PortalActor::AdminResetFactors).await.map_err(|error| match error {
        Error::Internal(error) => error,
        Error::Refused(problem) => anyhow!("refused: {:?}", problem.code),
    })?;
    tx.commit().await?;
    Ok(())
}

/// Removes the factors if two officers decided it at least a day ago. The caller must have locked the person, and must
/// call this before it asks for a second factor.
pub(super) async fn apply_due(app: &App, db: &mut PgConnection, person_id: Uuid) -> Answer<()> {
    if !sql::take_due_reset(&mut *db, person_id, app.now()).await? {
        return Ok(());
    }
    match signing_in(&mut *db, person_id).await? {
        Some(person) => remove_all(app, db, &person, PortalActor::FactorResets).await,
        None => Ok(()),
    }
}

/// Ends the reset of a user who has just proved or added a factor, because not all factors are lost.
pub(super) async fn stop(app: &App, db: &mut PgConnection, user: &User<'_>) -> Answer<()> {
    if !sql::end_reset(&mut *db, user.person_id).await? {
        return Ok(());
    }
    let fact = PeopleFact::FactorResetEnded { user_id: user.person_id.to_string(), remark: None };
    let actor = Actor::Visitor { person_id: Some(user.person_id), name: user.name, caller: user.caller };
    facts::record(&app.context(), db, Entry::of(Subject::Person(user.person_id), actor, fact, user.email)).await
}

async fn remove_all(app: &App, db: &mut PgConnection, person: &SigningIn, by: PortalActor) -> Answer<()> {
    sql::delete_factors(&mut *db, person.person_id).await?;
    sql::delete_recovery_codes(&mut *db, person.person_id).await?;
    session::end_all(&app.auth, &mut *db, person.person_id).await?;
    let fact = PeopleFact::FactorsReset;
    let email = IdentityEmail::FactorsChanged { email: &person.email, fact: &fact, at: app.now() };
    let to = To { email: &person.email, name: Some(&person.name), language: person.language };
    app.context().send(&mut *db, to, email).await?;
    let entry = Entry::of(Subject::Person(person.person_id), Actor::Portal(by), fact, &person.email);
    let entry = entry.in_account(person.bulk_id.as_ref()).concerning(person.person_id);
    facts::record(&app.context(), db, entry).await
}
