//! Withdraws an application, by the applicant or when the applicant is deleted.

use gridbill_core::Code;
use gridbill_core::fact::{ApplicationEvent, RegistrationFact};
use gridbill_core::registration::{RegistrationRequest, Submitted};
use sqlx::PgConnection;
use uuid::Uuid;

use super::application::Registration;
use super::log;
use super::sql::{self as shared, answer as sql, draft};
use crate::app::App;
use crate::auth::who::{Applicant, Person};
use crate::error::Answer;

/// Withdraws an application that awaits a decision or an answer. If a withdrawal and a
/// decision happen at the same time, one is refused. Users who have joined a bulk account since may also withdraw.
pub async fn withdraw(app: App, who: Applicant, _: RegistrationRequest) -> Answer<Submitted> {
    let Applicant { person: who, registration_id } = who;
    let mut tx = app.begin().await?;
    draft::lock_person(&mut tx, who.person_id).await?.ok_or(Code::SignedOut)?;
    let locked = Registration::lock(&mut tx, registration_id).await?;
    let fact = RegistrationFact::of(locked.status, ApplicationEvent::RegistrationWithdrawn)?;
    let status = fact.after;
    sql::end(&mut tx, locked.registration_id, status, app.now()).await?;
    log::by(&app, &mut tx, &who, &locked, &locked.company_name, fact).await?;
    tx.commit().await?;
    Ok(Submitted { registration_id: locked.registration_id.to_string(), status })
}

/// Withdraws the pending application of a user who is being deleted and whose row is locked. Otherwise it could not be
/// answered or approved, and would block its company's number.
pub async fn with_applicant(app: &App, db: &mut PgConnection, staff: &Person, person_id: Uuid) -> Answer<()> {
    let Some(locked) = shared::lock_waiting(&mut *db, person_id).await? else { return Ok(()) };
    let fact = RegistrationFact::of(locked.status, ApplicationEvent::RegistrationWithdrawn)?;
    sql::end(&mut *db, locked.registration_id, fact.after, app.now()).await?;
    log::by(app, db, staff, &locked, &locked.company_name, fact).await
}
