//! `gridbill admin reset-factors`: removes all second factors of a user who lost them, such as the only administrator.

use anyhow::{anyhow, ensure};
use gridbill_core::fact::{PeopleFact, PortalActor};
use gridbill_core::number::Email;

use crate::app::App;
use crate::auth::factors::sql;
use crate::auth::session;
use crate::error::Error;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::sql::{SigningIn, signing_in_by_email};
use crate::mail::To;

#[derive(Debug, clap::Args)]
pub struct ResetFactors {
    /// The user's e-mail address.
    #[arg(long)]
    pub email: String,
}

/// Removes the user's factors and recovery codes, and ends all of their sessions. The user is told by e-mail. The
/// password stays as it is.
///
/// # Errors
/// If no user has that address or the user has no factor, or when the database does not answer.
pub async fn reset(app: &App, of: &ResetFactors) -> anyhow::Result<()> {
    let email = Email::parse(&of.email).map_err(|_| anyhow!("{} is no e-mail address", of.email))?.normal();
    let mut tx = app.pool.begin().await?;
    let person = signing_in_by_email(&mut tx, &email).await?;
    let person = person.ok_or_else(|| anyhow!("no active user has the address {email}"))?;
    sql::lock(&mut tx, person.person_id).await?;
    let removed = sql::delete_factors(&mut tx, person.person_id).await?;
    ensure!(removed > 0, "{email} has no second factor");
    sql::delete_recovery_codes(&mut tx, person.person_id).await?;
    record(app, &mut tx, &person).await.map_err(|error| match error {
        Error::Internal(error) => error,
        Error::Refused(problem) => anyhow!("refused: {:?}", problem.code),
    })?;
    tx.commit().await?;
    Ok(())
}

async fn record(app: &App, db: &mut sqlx::PgConnection, person: &SigningIn) -> crate::error::Answer<()> {
    session::end_all(&app.auth, &mut *db, person.person_id).await?;
    let fact = PeopleFact::FactorsReset;
    let email = IdentityEmail::FactorsChanged { email: &person.email, fact: &fact, at: app.now() };
    let to = To { email: &person.email, name: Some(&person.name), language: person.language };
    app.context().send(&mut *db, to, email).await?;
    let actor = Actor::Portal(PortalActor::AdminResetFactors);
    let entry = Entry::of(Subject::Person(person.person_id), actor, fact.clone(), &person.email);
    let entry = entry.in_account(person.bulk_id.as_ref()).concerning(person.person_id);
    facts::record(&app.context(), db, entry).await
}
