//! Changes of a short while, gathered by whom they concern, so that many of them are one event for each page.

use std::collections::HashMap;

use gridbill_core::Topic;
use gridbill_core::number::BulkId;
use uuid::Uuid;

use super::change::{Author, Change};

/// Whom a stream listens for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Audience {
    Session(Uuid),
    Person(Uuid),
    Account(BulkId),
    Staff,
    Everybody,
}

/// What is to be told to whom.
#[derive(Debug, Default)]
pub struct Gathering(HashMap<(Audience, Option<Author>), Vec<Topic>>);

impl Gathering {
    /// Adds a change; whether it is the first one.
    pub fn add(&mut self, change: Change) -> bool {
        let is_first = self.0.is_empty();
        let Change { topics, bulk_ids, person_ids, everybody, author } = change;
        let shared: Vec<_> = topics.iter().copied().filter(|topic| !topic.is_own()).collect();
        // Their own profile changes for the people of a bulk account only.
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

    /// Everything that is to be told.
    pub fn into_parts(self) -> impl Iterator<Item = (Audience, Option<Author>, Vec<Topic>)> {
        self.0.into_iter().map(|((audience, author), topics)| (audience, author, topics))
    }
}

/// Each topic once.
pub fn unite(topics: &mut Vec<Topic>, more: &[Topic]) {
    for topic in more {
        if !topics.contains(topic) {
            topics.push(*topic);
        }
    }
}
