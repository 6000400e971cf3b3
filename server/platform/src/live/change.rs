//! A change: the topics that changed, and the audience affected.

use std::cell::RefCell;

use gridbill_core::Topic;
use gridbill_core::number::BulkId;
use serde::{Deserialize, Serialize};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::{CHANNEL, sql};

/// With more bulk accounts than this, all pages reload: a PostgreSQL notification has at most 8,000 bytes.
const MAX_NAMED: usize = 100;

/// Topics that may have changed, and the affected people and bulk accounts. Staff receive every change that they
/// may read.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Change {
    pub topics: Vec<Topic>,
    pub bulk_ids: Vec<BulkId>,
    pub person_ids: Vec<Uuid>,
    /// Whether every bulk account is affected.
    pub everybody: bool,
    /// The call that made the change; `None` for a job.
    pub author: Option<Author>,
}

/// The call that made a change, by which the caller's own page recognises the change.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Author {
    pub session_id: Uuid,
    /// The request id in the call's response.
    pub call: String,
}

impl Change {
    #[must_use]
    pub fn of(topics: &[Topic]) -> Self {
        Self { topics: topics.to_vec(), ..Self::default() }
    }

    /// Adds an affected bulk account.
    #[must_use]
    pub fn in_account(mut self, bulk_id: &BulkId) -> Self {
        if !self.bulk_ids.contains(bulk_id) {
            self.bulk_ids.push(bulk_id.clone());
        }
        self
    }

    /// Adds an affected person, who may belong to no bulk account.
    #[must_use]
    pub fn of_person(mut self, person_id: Uuid) -> Self {
        if !self.person_ids.contains(&person_id) {
            self.person_ids.push(person_id);
        }
        self
    }

    /// Adds a bulk account and a person, if given.
    #[must_use]
    pub fn of_all(mut self, bulk_id: Option<&BulkId>, person_id: Option<Uuid>) -> Self {
        self.bulk_ids.extend(bulk_id.cloned());
        self.person_ids.extend(person_id);
        self
    }

    /// Marks every bulk account as affected.
    #[must_use]
    pub fn for_all_users(self) -> Self {
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

/// Publishes a change to every process; in a transaction, when it commits. A change without an audience is not
/// published.
pub async fn publish(db: impl PgExecutor<'_>, change: Change) -> sqlx::Result<()> {
    match payload(change)? {
        Some(payload) => sql::publish(db, CHANNEL, &payload).await,
        None => Ok(()),
    }
}

/// Returns the message for the other processes; `None` if the change has no audience.
fn payload(mut change: Change) -> sqlx::Result<Option<String>> {
    if change.person_ids.is_empty() {
        change.topics.retain(|topic| !topic.is_private());
    }
    if change.topics.is_empty() {
        return Ok(None);
    }
    if change.bulk_ids.len() > MAX_NAMED {
        change = Change { bulk_ids: Vec::new(), everybody: true, ..change };
    }
    change.author = change.author.or_else(|| AUTHOR.try_with(Clone::clone).ok().flatten());
    serde_json::to_string(&change).map(Some).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Returns the message for other processes, unless a call is running. A call publishes its change at its end; the
/// affected people and bulk accounts are then added to it. Fails when the change cannot be written.
pub fn unless_in_a_call(change: Change) -> sqlx::Result<Option<String>> {
    let is_in_a_call = CONCERNED.try_with(|concerned| {
        let mut concerned = concerned.borrow_mut();
        concerned.bulk_ids.extend_from_slice(&change.bulk_ids);
        concerned.person_ids.extend_from_slice(&change.person_ids);
    });
    if is_in_a_call.is_ok() { Ok(None) } else { payload(change) }
}

/// People and bulk accounts that a call affected, in addition to its caller.
#[derive(Debug, Default)]
pub struct Concerned {
    bulk_ids: Vec<BulkId>,
    person_ids: Vec<Uuid>,
}

tokio::task_local! {
    static CONCERNED: RefCell<Concerned>;
    static AUTHOR: Option<Author>;
}

/// Runs a call, and marks the changes that it publishes as its own.
pub async fn authored<T>(author: Option<Author>, call: impl Future<Output = T>) -> T {
    AUTHOR.scope(author, call).await
}

/// Runs a call, and collects the people and bulk accounts that it affected.
pub async fn gathered<T>(call: impl Future<Output = T>) -> (T, impl FnOnce(Change) -> Change) {
    CONCERNED
        .scope(RefCell::default(), async {
            let done = call.await;
            let concerned = CONCERNED.with(RefCell::take);
            (done, move |change: Change| change.with(concerned))
        })
        .await
}
