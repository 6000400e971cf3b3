//! What happened to an application, recorded and told.

use gridbill_core::fact::{Fact, RegistrationFact, Stored};
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationEvent;
use sqlx::PgConnection;

use super::application::Registration;
use super::sql;
use crate::app::App;
use crate::auth::who::Person;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

/// Somebody did it. It is in the log of the bulk account that was made of it, if there is one: never in that of another one
/// that they may have joined meanwhile.
///
/// # Errors
/// When the database does not answer.
pub async fn by(
    app: &App,
    db: &mut PgConnection,
    person: &Person,
    locked: &Registration,
    company: &str,
    fact: RegistrationFact,
) -> Answer<()> {
    let entry = Entry::by(person, Subject::Registration(locked.registration_id), fact, company);
    let entry = entry.in_account(locked.bulk_id.as_ref()).concerning(locked.person_id);
    facts::record(&app.context(), db, entry).await
}

/// The portal did it, in the utility's name.
///
/// # Errors
/// When the database does not answer.
pub async fn by_portal(
    app: &App,
    db: &mut PgConnection,
    bulk_id: Option<&BulkId>,
    locked: &Registration,
    fact: RegistrationFact,
) -> Answer<()> {
    let actor = Actor::Utility(&app.config.utility.utility_name);
    let entry = Entry::of(Subject::Registration(locked.registration_id), actor, fact, &locked.company_name);
    facts::record(&app.context(), db, entry.in_account(bulk_id).concerning(locked.person_id)).await
}

/// The steps of an application, the oldest first.
///
/// # Errors
/// When the database does not answer, or holds what core does not know.
pub async fn events(app: &App, locked: &Registration) -> Answer<Vec<RegistrationEvent>> {
    let facts = sql::facts(&app.pool, &Subject::Registration(locked.registration_id).to_string()).await?;
    let mut events = Vec::with_capacity(facts.len());
    for sql::Happened { kind, data, at, by } in facts {
        // That it was begun again from an ended one is no step of it.
        if let Fact::Registration(RegistrationFact { after, event, .. }) =
            Fact::read(Stored { kind, data }).map_err(anyhow::Error::from)?
        {
            let remark = event.remark().map(str::to_owned);
            events.push(RegistrationEvent { at, by, step: event.step(), status: after, remark });
        }
    }
    Ok(events)
}
