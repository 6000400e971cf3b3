//! Seals the last facts of all subjects once a day. Each seal is chained to the previous seal. A hash chain alone
//! does not show that its end was cut off.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::chain::{Hash, ListedSeal, SealForm, SealTree, SealedHead};
use serde::{Deserialize, Serialize};

use super::chain::ChainedFact;
use super::sql::{self, Seal};
use super::{verify, watermark};
use crate::app::App;
use crate::error::Answer;
use crate::jobs;

/// The job that seals new facts, and verifies the sealed facts that were not verified today.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SealFacts {}

impl TaskHandler for SealFacts {
    const IDENTIFIER: &'static str = "seal_facts";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        seal(&app).await.map_err(|error| format!("failed to seal the facts: {error:?}"))?;
        verify::daily(&app).await.map_err(|error| format!("failed to verify the facts: {error:?}"))
    }
}

/// Seals the facts since the last seal, unless today's seal exists.
/// Fails when the database does not answer, or a transaction has been writing facts for too long.
pub async fn seal(app: &App) -> Answer<()> {
    let day = Day::at(app.now());
    let last = sql::last_seal(&app.pool).await?;
    if last.as_ref().is_some_and(|last| last.day >= day) {
        return Ok(());
    }
    let after = last.as_ref().map_or(0, |last| last.through);
    let through = sql::last_fact(&app.pool).await?;
    watermark::await_writers(&app.pool).await?;
    let mut sealing = Sealing::after(last.as_ref().map(|last| last.hash.as_slice()), day, through);
    let mut heads = sql::heads(&app.pool, after, through);
    while let Some(head) = heads.try_next().await? {
        sealing.add(&head.subject, &head.hash, head.facts);
    }
    drop(heads);
    let Sealed { facts, root, hash, .. } = sealing.end();
    let previous = last.map(|last| last.hash);
    let seal = Seal { day, through, facts, previous, root: Some(root.to_vec()), hash: hash.to_vec() };
    // Also logged, because an attacker who can rewrite the database cannot rewrite the log.
    tracing::info!(target: "security", %day, through, facts, hash = hex::encode(&seal.hash), "sealed the facts");
    // Another process may have sealed the day meanwhile; its seal then stays.
    Ok(sql::add_seal(&app.pool, &seal, app.now()).await?)
}

/// Computes the hash of a seal from the last facts of all subjects, in the order of subjects.
pub struct Sealing {
    previous: Option<Vec<u8>>,
    day: String,
    through: i64,
    facts: i64,
    /// The form of earlier versions, with which their seals are compared.
    listed: ListedSeal,
    leaves: Vec<Hash>,
}

/// The hashes of a seal.
#[derive(Debug)]
pub struct Sealed {
    pub facts: i64,
    pub root: Hash,
    /// The hash of a seal with a tree.
    pub hash: Hash,
    /// The hash of a seal of an earlier version.
    pub listed: Hash,
}

impl Sealing {
    /// Begins a seal after the previous seal, whose hash is given.
    #[must_use]
    pub fn after(previous: Option<&[u8]>, day: Day, through: i64) -> Self {
        let day = day.to_string();
        let listed = ListedSeal::begin(&SealForm { previous, day: &day, through });
        Self { previous: previous.map(<[u8]>::to_vec), day, through, facts: 0, listed, leaves: Vec::new() }
    }

    /// Adds a subject: the hash of its last fact, and its number of new facts.
    pub fn add(&mut self, subject: &str, hash: &[u8], facts: i64) {
        let head = SealedHead { subject, hash, facts };
        self.listed.add(&head);
        self.leaves.push(head.leaf());
        self.facts += facts;
    }

    /// Returns the number of sealed facts and the seal's hashes.
    #[must_use]
    pub fn end(self) -> Sealed {
        let root = SealTree::over(self.leaves).root();
        let form = SealForm { previous: self.previous.as_deref(), day: &self.day, through: self.through };
        Sealed { facts: self.facts, root, hash: form.hash(&root, self.facts), listed: self.listed.hash() }
    }
}

impl Seal {
    /// Returns why the seal is invalid, given the previous seal's hash, and the seal of the facts that exist now.
    #[must_use]
    pub fn damage(&self, before: Option<&[u8]>, now: &Sealed) -> Option<String> {
        let facts = now.facts;
        let is_same = match self.root.as_deref() {
            Some(root) => root == now.root && self.hash == now.hash,
            None => self.hash == now.listed,
        };
        if self.previous.as_deref() != before {
            Some(format!("{}: does not follow the seal before it", self.day))
        } else if facts != self.facts {
            Some(format!("{}: sealed {} facts, and {facts} are there", self.day, self.facts))
        } else if !is_same {
            Some(format!("{}: the last facts are not those that were sealed", self.day))
        } else {
            None
        }
    }
}

/// Compares the seals with the facts, which must be added in the order of subjects.
pub struct SealCheck {
    seals: Vec<(Seal, Sealing)>,
    /// For the current subject and each seal: the last fact's hash, and the number of facts.
    heads: BTreeMap<usize, (Vec<u8>, i64)>,
    subject: String,
}

impl SealCheck {
    #[must_use]
    pub fn against(seals: Vec<Seal>) -> Self {
        let begun = |seal: Seal| {
            let sealing = Sealing::after(seal.previous.as_deref(), seal.day, seal.through);
            (seal, sealing)
        };
        Self { seals: seals.into_iter().map(begun).collect(), heads: BTreeMap::new(), subject: String::new() }
    }

    /// Adds the next fact.
    pub fn add(&mut self, row: &ChainedFact) {
        if row.subject != self.subject {
            self.close();
            self.subject.clone_from(&row.subject);
        }
        let of = self.seals.partition_point(|(seal, _)| seal.through < row.fact_id);
        if of < self.seals.len() {
            let (head, facts) = self.heads.entry(of).or_default();
            head.clone_from(&row.hash);
            *facts += 1;
        }
    }

    fn close(&mut self) {
        for (of, (head, facts)) in std::mem::take(&mut self.heads) {
            if let Some((_, sealing)) = self.seals.get_mut(of) {
                sealing.add(&self.subject, &head, facts);
            }
        }
    }

    /// Returns the days whose seals do not match their facts, with the reason.
    #[must_use]
    pub fn end(mut self) -> Vec<String> {
        self.close();
        let (mut wrong, mut before) = (Vec::new(), None);
        for (seal, sealing) in self.seals {
            wrong.extend(seal.damage(before.as_deref(), &sealing.end()));
            before = Some(seal.hash);
        }
        wrong
    }
}
