//! An application is withdrawn by whoever made it.

use gridbill_core::Code;
use gridbill_core::fact::{ApplicationEvent, RegistrationFact};
use gridbill_core::registration::{RegistrationRequest, Submitted};

use super::applicant::Applicant;
use super::application::Registration;
use super::log;
use super::sql::{answer as sql, draft};
use crate::app::App;
use crate::error::Answer;

/// While it waits for the utility or for more information: of a withdrawal and a decision at the same time, one wins. Also by
/// somebody who belongs to a bulk account by now, so that nothing is left that they cannot end.
pub async fn withdraw(app: App, who: Applicant, _: RegistrationRequest) -> Answer<Submitted> {
    let Applicant { person: who, registration } = who;
    let mut tx = app.pool.begin().await?;
    draft::lock_person(&mut tx, who.person_id).await?.ok_or(Code::SignedOut)?;
    let locked = Registration::lock(&mut tx, registration.registration_id).await?;
    let fact = RegistrationFact::of(locked.status, ApplicationEvent::RegistrationWithdrawn)?;
    let status = fact.after;
    sql::end(&mut tx, locked.registration_id, status, app.now()).await?;
    log::by(&app, &mut tx, &who, &locked, &locked.company_name, fact).await?;
    tx.commit().await?;
    Ok(Submitted { registration_id: locked.registration_id.to_string(), status })
}
