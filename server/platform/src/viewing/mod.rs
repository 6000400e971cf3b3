//! Records when staff enter and leave customer view mode for a bulk account. The guard (`auth/guard.rs`) decides
//! which calls they may make.

use gridbill_core::Code;
use gridbill_core::fact::{PortalActor, ViewingFact};
use gridbill_core::number::BulkId;

use crate::app::App;
use crate::auth::who::Person;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

mod sql;

/// Records that the person enters customer view mode, unless the session already views that bulk account. The fact
/// is not in the customer's log, because views by staff are internal to the utility.
/// Fails with [`Code::BulkAccountNotFound`].
pub async fn enter(app: &App, person: &Person, bulk_id: &BulkId) -> Answer<()> {
    if sql::is_open(&app.pool, person.session_id, bulk_id).await? {
        return Ok(());
    }
    let company = sql::company(&app.pool, bulk_id).await?.ok_or(Code::BulkAccountNotFound)?;
    let mut tx = app.begin().await?;
    let is_new = sql::open(&mut tx, app.random.uuid(), person.session_id, bulk_id, app.now()).await?;
    // Of concurrent calls, only one inserts the view.
    if is_new {
        let fact = ViewingFact::CustomerViewEntered { by: person.email.clone() };
        let entry = Entry::by(person, Subject::BulkAccount(bulk_id), fact, &company).in_account(None);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Records that the person leaves customer view mode. Does nothing if the view has already ended.
pub async fn leave(app: &App, person: &Person, bulk_id: &BulkId) -> Answer<()> {
    let mut tx = app.begin().await?;
    if let Some(left) = sql::close(&mut tx, person.session_id, bulk_id, app.now()).await? {
        let fact = ViewingFact::CustomerViewLeft { by: person.email.clone(), entered_at: left.entered_at };
        let entry = Entry::by(person, Subject::BulkAccount(bulk_id), fact, &left.company).in_account(None);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Ends the views of expired sessions, which the person did not leave explicitly.
pub async fn end_of_sessions(app: &App) -> Answer<()> {
    let now = app.now();
    for view in sql::of_sessions_that_are_over(&app.pool, now).await? {
        let mut tx = app.pool.begin().await?;
        if sql::end(&mut tx, view.view_id, now).await? {
            let fact = ViewingFact::CustomerViewEnded { by: view.email, entered_at: view.entered_at };
            let subject = Subject::BulkAccount(&view.bulk_id);
            let actor = Actor::Portal(PortalActor::Sessions);
            let entry = Entry::of(subject, actor, fact, &view.company).in_account(None);
            facts::record(&app.context(), &mut tx, entry).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}
