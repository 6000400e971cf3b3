//! What happened to an application: a line of its own history and one of everybody's activity, in the transaction of what
//! happened.

use gridbill_core::number::BulkId;
use gridbill_core::registration::{RegistrationStatus, Step};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql;
use crate::activity::{self, Kind, Note};
use crate::app::App;
use crate::error::Answer;
use crate::who::Person;

/// A step, where it led, and what belongs to it.
pub struct Happened<'a> {
    pub step: Step,
    pub status: RegistrationStatus,
    pub remark: Option<&'a str>,
    /// Beside the application and where it stands now.
    pub details: Value,
}

/// How everybody's activity calls it.
pub const fn kind(step: Step) -> Kind {
    match step {
        Step::Submit => Kind::RegistrationSubmitted,
        Step::Approve => Kind::RegistrationApproved,
        Step::RequestForInfo => Kind::RegistrationInfoRequested,
        Step::Reject => Kind::RegistrationRejected,
        Step::Finish => Kind::RegistrationFinished,
        Step::FinishWithErrors => Kind::RegistrationFinishedWithErrors,
        Step::PutRight => Kind::RegistrationPutRight,
    }
}

/// Somebody did it.
///
/// # Errors
/// When the database does not answer.
pub async fn by(
    app: &App,
    db: &mut PgConnection,
    person: &Person,
    registration_id: Uuid,
    company: &str,
    happened: Happened<'_>,
) -> Answer<()> {
    sql::note_event(db, registration_id, Some(person.person_id), &person.name, &happened, app.now()).await?;
    let note = Note::by(person, kind(happened.step), company);
    activity::note(app, db, note.with(details(registration_id, happened))).await
}

/// The portal did it, in the utility's name.
///
/// # Errors
/// When the database does not answer.
pub async fn by_portal(
    app: &App,
    db: &mut PgConnection,
    bulk_id: &BulkId,
    registration_id: Uuid,
    company: &str,
    happened: Happened<'_>,
) -> Answer<()> {
    let utility = app.config.utility.utility_name.as_str();
    sql::note_event(db, registration_id, None, utility, &happened, app.now()).await?;
    let note = Note {
        kind: kind(happened.step),
        bulk_id: Some(bulk_id),
        actor_id: None,
        actor_name: utility,
        subject: company,
        details: details(registration_id, happened),
    };
    activity::note(app, db, note).await
}

fn details(registration_id: Uuid, happened: Happened<'_>) -> Value {
    let mut details = json!({
        "registrationId": registration_id,
        "status": u8::from(happened.status),
        "remark": happened.remark,
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut details, happened.details) {
        all.extend(more);
    }
    details
}
