//! What a call changed, published to whoever may read it.

use gridbill_core::endpoint::Entry;

use super::{HasCaller, Parts, request_id};
use crate::app::App;
use crate::database;
use crate::error::Answer;
use crate::live::{self, Author, Change};

/// What a call changes and of whom, as far as its line of the table and its request say.
pub fn change(entry: &Entry, who: &impl HasCaller, parts: &Parts) -> Change {
    Change {
        bulk_ids: who.bulk_id().into_iter().cloned().collect(),
        person_ids: who.person_id().into_iter().collect(),
        author: author(who, parts),
        ..Change::of(entry.changes)
    }
}

/// Whose call it is, by which its own page knows its change again.
pub fn author(who: &impl HasCaller, parts: &Parts) -> Option<Author> {
    let call = request_id::of(&parts.headers);
    who.person().map(|person| Author { session_id: person.session_id, call: call.to_owned() })
}

/// Runs a handler, which has its transaction to itself, and publishes what it changed.
pub async fn publishing<T>(app: &App, change: Change, run: impl Future<Output = Answer<T>>) -> Answer<T> {
    let (data, concerned) = live::authored(change.author.clone(), live::gathered(run)).await;
    let data = data?;
    if let Err(error) = live::publish(&app.pool, concerned(change)).await {
        // A page that does not hear of it reads again at the next change.
        database::report(&anyhow::Error::from(error).context("publishing a change"));
    }
    Ok(data)
}
