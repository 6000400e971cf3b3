//! Publishes the changes of a call to the users who may read them.

use gridbill_core::endpoint::EndpointSpec;

use super::{HasCaller, Parts, request_id};
use crate::app::App;
use crate::database;
use crate::error::Answer;
use crate::live::{self, Author, Change};

/// Returns the change as far as the endpoint's declaration and the request determine it.
pub fn change(entry: &EndpointSpec, who: &impl HasCaller, parts: &Parts) -> Change {
    Change {
        bulk_ids: who.bulk_id().into_iter().cloned().collect(),
        person_ids: who.person_id().into_iter().collect(),
        author: author(who, parts),
        ..Change::of(entry.changes)
    }
}

/// Returns the author of a change, by which the author's own page recognises it.
pub fn author(who: &impl HasCaller, parts: &Parts) -> Option<Author> {
    let call = request_id::of(&parts.headers);
    who.person().map(|person| Author { session_id: person.session_id, call: call.to_owned() })
}

/// Runs a handler that manages its own transaction, and publishes what it changed.
pub async fn publishing<T>(app: &App, change: Change, run: impl Future<Output = Answer<T>>) -> Answer<T> {
    let (data, concerned) = live::authored(change.author.clone(), live::gathered(run)).await;
    let data = data?;
    if let Err(error) = live::publish(&app.pool, concerned(change)).await {
        // A page that misses this message reads again at the next change.
        database::report(&anyhow::Error::from(error).context("failed to publish a change"));
    }
    Ok(data)
}
