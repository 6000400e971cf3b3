//! Records facts of applications.

use gridbill_core::fact::{Fact, RegistrationFact, StoredFact};
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationEvent;
use sqlx::PgConnection;
use uuid::Uuid;

use super::application::Registration;
use super::sql;
use crate::app::App;
use crate::auth::who::Person;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

/// Records a user's action on an application. It appears in the log of the bulk account made from the application,
/// never in that of another bulk account that the user has joined.
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

/// Records an action of the portal, in the utility's name.
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

/// Lists the steps of an application, oldest first.
/// Fails when the database does not answer, or holds a fact that core does not know.
pub async fn events(app: &App, registration_id: Uuid) -> Answer<Vec<RegistrationEvent>> {
    let facts = sql::facts(&app.pool, &Subject::Registration(registration_id).to_string()).await?;
    let mut events = Vec::with_capacity(facts.len());
    for sql::Happened { kind, data, at, by } in facts {
        // `RegistrationBegunAgain` is a company fact, not a step of the application.
        if let Fact::Registration(RegistrationFact { after, event, .. }) =
            Fact::from_stored(StoredFact { kind, data }).map_err(anyhow::Error::from)?
        {
            let remark = event.remark().map(str::to_owned);
            events.push(RegistrationEvent { at, by, step: event.step(), status: after, remark });
        }
    }
    Ok(events)
}
