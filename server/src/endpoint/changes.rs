//! What a call changed, published to whoever may read it.

use gridbill_core::endpoint::Entry;

use super::{HasCaller, Parts};
use crate::app::App;
use crate::database;
use crate::error::Answer;
use crate::live::{self, Change};

/// What a call changes and of whom, as far as its line of the table and its request say.
pub fn change(entry: &Entry, who: &impl HasCaller, parts: &Parts) -> Change {
    Change {
        bulk_ids: who.bulk_ids(&parts.named_bulk_ids()),
        person_ids: who.person_id().into_iter().collect(),
        ..Change::of(entry.changes)
    }
}

/// Runs a handler, which has its transaction to itself, and publishes what it changed.
pub async fn publishing<T>(app: &App, change: Change, run: impl Future<Output = Answer<T>>) -> Answer<T> {
    let (data, concerned) = live::gathered(run).await;
    let data = data?;
    if let Err(error) = live::publish(&app.pool, concerned(change)).await {
        // A page that does not hear of it reads again at the next change.
        database::report(&anyhow::Error::from(error).context("publishing a change"));
    }
    Ok(data)
}
