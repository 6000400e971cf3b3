//! A user's live sessions, and ending them.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::profile::{self as core, EndSessionRequest, LiveSession};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::sessions as sql;
use crate::app::App;
use crate::auth::session;
use crate::auth::who::Person;
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

pub fn mount(mount: Mount) -> Mount {
    mount.json(core::GetSessions, list).json(core::EndSession, end).json(core::EndOtherSessions, end_others)
}

async fn list(app: App, person: Person, _: Nothing) -> Answer<Vec<LiveSession>> {
    Ok(sql::live(&app.pool, person.person_id, person.session_id, app.now()).await?)
}

/// Another user's session, an ended session and an unknown session give the same 404.
async fn end(app: App, person: Person, request: EndSessionRequest) -> Answer<Nothing> {
    let session_id = Uuid::try_parse(&request.session_id).map_err(|_| Code::SessionNotFound)?;
    let mut tx = app.begin().await?;
    sql::lock(&mut tx, person.person_id).await?;
    let device = sql::end(&mut tx, person.person_id, session_id, app.now()).await?.ok_or(Code::SessionNotFound)?;
    record(&app, &mut tx, &person, vec![device]).await?;
    tx.commit().await?;
    if session_id == person.session_id {
        session::clear_session_cookies(&app.auth, &person.caller);
    }
    Ok(Nothing {})
}

async fn end_others(app: App, person: Person, _: Nothing) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    sql::lock(&mut tx, person.person_id).await?;
    let devices = sql::end_others(&mut tx, person.person_id, person.session_id, app.now()).await?;
    if !devices.is_empty() {
        record(&app, &mut tx, &person, devices).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

async fn record(app: &App, db: &mut PgConnection, person: &Person, devices: Vec<String>) -> Answer<()> {
    let (subject, fact) = (Subject::Person(person.person_id), PeopleFact::SessionsEnded { devices });
    facts::record(&app.context(), db, Entry::by(person, subject, fact, &person.email)).await
}
