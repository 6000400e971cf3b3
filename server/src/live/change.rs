//! What changed, and whom it concerns.

use std::cell::RefCell;

use gridbill_core::Topic;
use gridbill_core::number::BulkId;
use serde::{Deserialize, Serialize};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::{CHANNEL, sql};

/// With more bulk accounts than that, everybody's pages look again: a notification has at most 8,000 bytes.
const MAX_NAMED: usize = 100;

/// Topics that may be different now, and of whom: staff hear of everybody's, as far as they may read it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Change {
    pub topics: Vec<Topic>,
    pub bulk_ids: Vec<BulkId>,
    pub person_ids: Vec<Uuid>,
    /// Every bulk account.
    pub everybody: bool,
    /// Whose call made it; none for a job.
    pub author: Option<Author>,
}

/// The call that makes a change, by which its own page knows the change again.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Author {
    pub session_id: Uuid,
    /// The id of its answer.
    pub call: String,
}

impl Change {
    #[must_use]
    pub fn of(topics: &[Topic]) -> Self {
        Self { topics: topics.to_vec(), ..Self::default() }
    }

    /// Of a bulk account.
    #[must_use]
    pub fn in_account(mut self, bulk_id: &BulkId) -> Self {
        if !self.bulk_ids.contains(bulk_id) {
            self.bulk_ids.push(bulk_id.clone());
        }
        self
    }

    /// Of a person, who may belong to no bulk account.
    #[must_use]
    pub fn of_person(mut self, person_id: Uuid) -> Self {
        if !self.person_ids.contains(&person_id) {
            self.person_ids.push(person_id);
        }
        self
    }

    /// Of every bulk account.
    #[must_use]
    pub fn of_everybody(self) -> Self {
        Self { everybody: true, ..self }
    }

    fn with(mut self, concerned: Concerned) -> Self {
        for bulk_id in &concerned.bulk_ids {
            self = self.in_account(bulk_id);
        }
        for person_id in concerned.person_ids {
            self = self.of_person(person_id);
        }
        self
    }
}

/// Tells every process; in a transaction, once it commits. What nobody could hear is not told.
///
/// # Errors
/// When the database does not answer.
pub async fn publish(db: impl PgExecutor<'_>, mut change: Change) -> sqlx::Result<()> {
    if change.person_ids.is_empty() {
        change.topics.retain(|topic| !topic.is_own());
    }
    if change.topics.is_empty() {
        return Ok(());
    }
    if change.bulk_ids.len() > MAX_NAMED {
        change = Change { bulk_ids: Vec::new(), everybody: true, ..change };
    }
    change.author = change.author.or_else(|| AUTHOR.try_with(Clone::clone).ok().flatten());
    let payload = serde_json::to_string(&change).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sql::notify(db, CHANNEL, &payload).await
}

/// Whom a call concerned beside its caller.
#[derive(Debug, Default)]
pub struct Concerned {
    bulk_ids: Vec<BulkId>,
    person_ids: Vec<Uuid>,
}

tokio::task_local! {
    static CONCERNED: RefCell<Concerned>;
    static AUTHOR: Option<Author>;
}

/// Runs a call: what it publishes is known to be its own.
pub async fn authored<T>(author: Option<Author>, call: impl Future<Output = T>) -> T {
    AUTHOR.scope(author, call).await
}

/// Runs a call, and says whom it concerned.
pub async fn gathered<T>(call: impl Future<Output = T>) -> (T, impl FnOnce(Change) -> Change) {
    CONCERNED
        .scope(RefCell::default(), async {
            let done = call.await;
            let concerned = CONCERNED.with(RefCell::take);
            (done, move |change: Change| change.with(concerned))
        })
        .await
}

/// The call that runs changes something of this bulk account. A job publishes by itself.
pub fn concerns(bulk_id: &BulkId) {
    let _ = CONCERNED.try_with(|concerned| concerned.borrow_mut().bulk_ids.push(bulk_id.clone()));
}

/// The same for a person.
pub fn concerns_person(person_id: Uuid) {
    let _ = CONCERNED.try_with(|concerned| concerned.borrow_mut().person_ids.push(person_id));
}
