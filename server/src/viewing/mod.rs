//! Customer view mode, for the record: when staff begin to look at a bulk account as its customers do, and when they end it.
//! What they may call meanwhile is the guard's (`auth/guard.rs`).

use gridbill_core::Code;
use gridbill_core::fact::{PortalActor, ViewingFact};
use gridbill_core::number::BulkId;

use crate::app::App;
use crate::auth::who::Person;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

mod sql;

/// Records that the person begins, unless their session looks at that bulk account already. In no customer's log: that the
/// utility looks is the utility's to know.
///
/// # Errors
/// [`Code::BulkAccountNotFound`].
pub async fn enter(app: &App, person: &Person, bulk_id: &BulkId) -> Answer<()> {
    if sql::is_open(&app.pool, person.session_id, bulk_id).await? {
        return Ok(());
    }
    let company = sql::company(&app.pool, bulk_id).await?.ok_or(Code::BulkAccountNotFound)?;
    let mut tx = app.begin().await?;
    let is_new = sql::open(&mut tx, app.random.uuid(), person.session_id, bulk_id, app.now()).await?;
    // Of calls that come at once, one begins.
    if is_new {
        let fact = ViewingFact::CustomerViewEntered { by: person.email.clone() };
        let entry = Entry::by(person, Subject::BulkAccount(bulk_id), fact, &company).in_account(None);
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Records that the person ends it. One that is over already stays so.
///
/// # Errors
/// When the database does not answer.
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

/// Ends the views whose session is over: nobody goes back from them.
///
/// # Errors
/// When the database does not answer.
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
