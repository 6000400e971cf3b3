//! Collects changes over a short time by audience, so that many changes become one event for each page.

use std::collections::HashMap;

use gridbill_core::Topic;
use gridbill_core::number::BulkId;
use uuid::Uuid;

use super::change::{Author, Change};

/// An audience that a stream listens for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Audience {
    Session(Uuid),
    Person(Uuid),
    Account(BulkId),
    Staff,
    Everybody,
}

/// The topics to publish to each audience.
#[derive(Debug, Default)]
pub struct Gathering(HashMap<(Audience, Option<Author>), Vec<Topic>>);

impl Gathering {
    /// Adds a change. Returns whether it is the first change.
    pub fn add(&mut self, change: Change) -> bool {
        let is_first = self.0.is_empty();
        let Change { topics, bulk_ids, person_ids, everybody, author } = change;
        let shared: Vec<_> = topics.iter().copied().filter(|topic| !topic.is_private()).collect();
        // A changed profile affects only its person and bulk account, not all staff.
        let of_all: Vec<_> = shared.iter().copied().filter(|topic| *topic != Topic::Profile).collect();
        let people = person_ids.into_iter().map(|person_id| (Audience::Person(person_id), &topics));
        let accounts = bulk_ids.into_iter().map(|bulk_id| (Audience::Account(bulk_id), &shared));
        let everybody = everybody.then_some((Audience::Everybody, &shared));
        let told = people.chain(accounts).chain(everybody).chain([(Audience::Staff, &of_all)]);
        for (audience, topics) in told.filter(|(_, topics)| !topics.is_empty()) {
            unite(self.0.entry((audience, author.clone())).or_default(), topics);
        }
        is_first
    }

    /// Returns all collected topics.
    pub fn into_parts(self) -> impl Iterator<Item = (Audience, Option<Author>, Vec<Topic>)> {
        self.0.into_iter().map(|((audience, author), topics)| (audience, author, topics))
    }
}

/// Adds the topics that are not in the list yet.
pub fn unite(topics: &mut Vec<Topic>, more: &[Topic]) {
    for topic in more {
        if !topics.contains(topic) {
            topics.push(*topic);
        }
    }
}
