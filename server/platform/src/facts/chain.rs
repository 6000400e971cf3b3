//! The hash chains of facts, as `gridbill check` and the activity log verify them. The hashed form of a fact is
//! computed here independently of the database, so that a database with altered functions is detected as well
//! (docs/facts.md).

use gridbill_core::Instant;
use gridbill_core::activity::ActivityDamage;
use gridbill_core::chain::{FactForm, FactState, RecordedErasure, SaltedPart, SaltedTexts};

/// A fact as stored in the database.
#[derive(Debug)]
pub struct ChainedFact {
    pub fact_id: i64,
    pub subject: String,
    pub place: i32,
    pub kind: String,
    /// The JSON text as the database writes it.
    pub data: String,
    pub about: String,
    pub bulk_id: Option<String>,
    pub actor_id: Option<String>,
    pub actor_name: String,
    pub acting_role: Option<String>,
    pub address: Option<String>,
    pub device: Option<String>,
    pub happened_at: Instant,
    pub previous: Option<Vec<u8>>,
    pub hash: Vec<u8>,
    /// The form of the hash: 1, or 2 with salted digests.
    pub form: i16,
    /// The JSON text of `about` and `data` without personal texts.
    pub kept: Option<String>,
    pub actor_salt: Option<Vec<u8>>,
    pub content_salt: Option<Vec<u8>>,
    pub actor_digest: Option<Vec<u8>>,
    pub content_digest: Option<Vec<u8>>,
    /// The subjects of the recorded erasures of the two parts.
    pub actor_erased_in: Option<String>,
    pub content_erased_in: Option<String>,
    /// The hash of what the erasure left of a fact of form 1.
    pub erased_rest: Option<String>,
}

impl ChainedFact {
    /// Compares the fact with its hash.
    fn state(&self) -> FactState {
        let form = FactForm {
            subject: &self.subject,
            place: self.place,
            kind: &self.kind,
            data: &self.data,
            about: &self.about,
            bulk_id: self.bulk_id.as_deref(),
            actor_id: self.actor_id.as_deref(),
            actor_name: &self.actor_name,
            acting_role: self.acting_role.as_deref(),
            address: self.address.as_deref(),
            device: self.device.as_deref(),
            happened_at: self.happened_at.utc().timestamp_micros(),
        };
        let salted = match (self.form, &self.actor_digest) {
            (1, _) => None,
            (2, Some(digest)) => Some(SaltedTexts {
                kept: self.kept.as_deref(),
                actor: part(self.actor_salt.as_deref(), digest),
                content: self.content_digest.as_ref().map(|digest| part(self.content_salt.as_deref(), digest)),
            }),
            // A form that this version does not know, or a digest that was deleted.
            _ => return FactState::Altered,
        };
        let (actor, content) = (self.actor_erased_in.is_some(), self.content_erased_in.is_some());
        let rest = self.erased_rest.as_deref();
        let erasure = (actor || content).then_some(RecordedErasure { actor, content, rest });
        form.state(&self.hash, self.previous.as_deref(), salted.as_ref(), erasure)
    }

    /// Returns the damage of this fact, if any. `before` is the place and hash of the previous fact in its chain.
    #[must_use]
    pub fn damage(&self, before: Option<(i32, &[u8])>) -> Option<ActivityDamage> {
        if self.place != due(before) {
            Some(ActivityDamage::Gap)
        } else if self.state() == FactState::Altered {
            Some(ActivityDamage::Altered)
        } else if self.previous.as_deref() != before.map(|(_, hash)| hash) {
            Some(ActivityDamage::NotFollowing)
        } else {
            None
        }
    }

    /// Returns the damage as text, with the names by which an operator finds the fact.
    #[must_use]
    pub fn finding(&self, before: Option<(i32, &[u8])>) -> Option<String> {
        let named = self.named();
        Some(match self.damage(before)? {
            ActivityDamage::Gap => self.gap(due(before)),
            ActivityDamage::Altered => format!("{named}: is not as it was recorded"),
            ActivityDamage::NotFollowing => format!("{named}: does not follow the fact before it"),
        })
    }

    /// Returns the finding that the fact at `place` is missing before this fact.
    #[must_use]
    pub fn gap(&self, place: i32) -> String {
        format!("{} {place}: is missing before {}", self.subject, self.named())
    }

    fn named(&self) -> String {
        format!("{} {} ({}, fact {})", self.subject, self.place, self.kind, self.fact_id)
    }
}

fn part<'a>(salt: Option<&'a [u8]>, digest: &'a [u8]) -> SaltedPart<'a> {
    SaltedPart { salt, digest, is_withheld: false }
}

/// Verifies facts that are passed in the order of subjects and places.
#[derive(Debug, Default)]
pub struct Chain {
    last: Option<ChainedFact>,
    /// The subject's chain is already broken, so further findings in it are skipped.
    is_broken: bool,
}

impl Chain {
    /// Returns the damage of the next fact, if it is the first damage in its subject's chain.
    pub fn next(&mut self, row: ChainedFact) -> Option<String> {
        let before = self.last.take_if(|last| last.subject == row.subject);
        self.is_broken &= before.is_some();
        let before = before.as_ref().map(|before| (before.place, before.hash.as_slice()));
        let wrong = if self.is_broken { None } else { row.finding(before) };
        self.is_broken |= wrong.is_some();
        self.last = Some(row);
        wrong
    }
}

/// Returns the place that follows.
fn due(before: Option<(i32, &[u8])>) -> i32 {
    before.map_or(1, |(place, _)| place + 1)
}
