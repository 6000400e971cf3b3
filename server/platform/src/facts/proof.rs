//! The facts of some subjects with the proof that a seal covers them, for audit packs. A proof shows hashes of other
//! companies' facts, and never their content.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::TryStreamExt as _;
use gridbill_core::chain::{Hash, SealTree, SealedHead};
use gridbill_core::packs::{
    FactContent, PackedChain, PackedFact, PackedSalt, PackedSalts, PackedSeal, PackedSubject, SealProof,
};
use sqlx::PgPool;

use super::chain::ChainedFact;
use super::sql::{self, ProvableFact, Seal};
use crate::error::Answer;

/// Proofs of the same seals, which are built once. A pack of a month has the facts of many payments.
#[derive(Default)]
pub struct Proofs {
    /// By the number of the seal's last fact.
    trees: HashMap<i64, SealedTree>,
}

/// The tree of a seal, with the places of all its subjects.
struct SealedTree {
    tree: SealTree,
    leaves: u64,
    /// For each subject: its leaf, and its number of facts.
    places: BTreeMap<String, (usize, i64)>,
}

impl Proofs {
    /// Loads the facts of subjects, with their proofs. The first subject must have a fact.
    pub async fn of(&mut self, db: &PgPool, subjects: &[String]) -> Answer<PackedChain> {
        let mut connection = db.acquire().await?;
        // The seals first: facts that are recorded meanwhile are under a later seal.
        let seals = sql::seals(&mut connection).await?;
        let mut facts = sql::of_subjects(&mut connection, subjects).await?;
        // An erasure is recorded in the chain of the former user, which proves it.
        let erased_in: BTreeSet<String> = facts
            .iter()
            .flat_map(|one| [&one.fact.actor_erased_in, &one.fact.content_erased_in])
            .flatten()
            .cloned()
            .collect();
        let former_users: Vec<String> = erased_in.into_iter().collect();
        if !former_users.is_empty() {
            facts.extend(sql::of_subjects(&mut connection, &former_users).await?);
        }
        drop(connection);
        let mut packed = Vec::new();
        let mut earliest = seals.len().saturating_sub(1);
        for subject in subjects.iter().chain(&former_users) {
            let own: Vec<&ProvableFact> = facts.iter().filter(|one| one.fact.subject == *subject).collect();
            let proof = match sealed(&own, &seals) {
                None => None,
                Some((place, fact)) => {
                    earliest = earliest.min(place);
                    self.proof(db, &seals, place, subject, fact).await?
                }
            };
            packed.push(PackedSubject { subject: subject.clone(), facts: own.into_iter().map(shown).collect(), proof });
        }
        let before = earliest.checked_sub(1).and_then(|place| seals.get(place));
        Ok(PackedChain {
            subjects: packed,
            previous: before.map(|seal| hex::encode(&seal.hash)),
            seals: seals.iter().skip(earliest).map(packed_seal).collect(),
        })
    }

    /// Returns the place of a subject in the tree of a seal. A seal of an earlier version has no tree; then the proof names
    /// only the seal.
    async fn proof(
        &mut self,
        db: &PgPool,
        seals: &[Seal],
        place: usize,
        subject: &str,
        last: &ProvableFact,
    ) -> sqlx::Result<Option<SealProof>> {
        let Some(seal) = seals.get(place) else { return Ok(None) };
        let proof = SealProof { day: seal.day, place: last.fact.place, facts: 0, leaf: 0, leaves: 0, path: Vec::new() };
        if seal.root.is_none() {
            return Ok(Some(proof));
        }
        let sealed = match self.trees.entry(seal.through) {
            Entry::Occupied(read) => read.into_mut(),
            Entry::Vacant(unread) => {
                let after = place.checked_sub(1).and_then(|place| seals.get(place)).map_or(0, |before| before.through);
                unread.insert(tree(db, after, seal.through).await?)
            }
        };
        let Some(&(leaf, facts)) = sealed.places.get(subject) else { return Ok(None) };
        let path = sealed.tree.path(leaf).iter().map(hex::encode).collect();
        let Ok(leaf) = u64::try_from(leaf) else { return Ok(None) };
        Ok(Some(SealProof { facts, leaf, leaves: sealed.leaves, path, ..proof }))
    }
}

/// Returns the last sealed fact, and the place of its seal.
fn sealed<'a>(facts: &[&'a ProvableFact], seals: &[Seal]) -> Option<(usize, &'a ProvableFact)> {
    let through = seals.last()?.through;
    let last = facts.iter().rev().copied().find(|one| one.fact.fact_id <= through)?;
    Some((seals.partition_point(|seal| seal.through < last.fact.fact_id), last))
}

async fn tree(db: &PgPool, after: i64, through: i64) -> sqlx::Result<SealedTree> {
    let (mut leaves, mut places): (Vec<Hash>, _) = (Vec::new(), BTreeMap::new());
    let mut heads = sql::heads(db, after, through);
    while let Some(head) = heads.try_next().await? {
        let sealed = SealedHead { subject: &head.subject, hash: &head.hash, facts: head.facts };
        let leaf = sealed.leaf();
        places.insert(head.subject, (leaves.len(), head.facts));
        leaves.push(leaf);
    }
    let count = u64::try_from(leaves.len()).unwrap_or(u64::MAX);
    Ok(SealedTree { tree: SealTree::over(leaves), leaves: count, places })
}

/// Returns a fact as a pack shows it. Of an action of the utility's staff it has only the hash, because the hash covers
/// their network address. Of a former user's chain it has only the recorded erasures, without the officer's name and
/// address.
fn shown(ProvableFact { fact, is_of_staff }: &ProvableFact) -> PackedFact {
    let is_erasure = fact.kind == "PersonErased";
    let is_shown = if fact.subject.starts_with("person:") { is_erasure && fact.form == 2 } else { !is_of_staff };
    let content = || FactContent {
        kind: fact.kind.clone(),
        data: fact.data.clone(),
        about: fact.about.clone(),
        bulk_id: fact.bulk_id.clone(),
        actor_id: fact.actor_id.clone(),
        actor_name: if is_erasure { String::new() } else { fact.actor_name.clone() },
        acting_role: fact.acting_role.clone(),
        address: fact.address.clone().filter(|_| !is_erasure),
        device: fact.device.clone().filter(|_| !is_erasure),
        happened_at: fact.happened_at.utc().timestamp_micros(),
        salted: salts(fact, is_erasure),
    };
    PackedFact { place: fact.place, hash: hex::encode(&fact.hash), content: is_shown.then(content) }
}

/// Returns the salted digests of a fact of form 2.
fn salts(fact: &ChainedFact, is_actor_withheld: bool) -> Option<PackedSalts> {
    let part = |salt: &Option<Vec<u8>>, digest: &[u8], is_withheld: bool| PackedSalt {
        salt: salt.as_ref().filter(|_| !is_withheld).map(hex::encode),
        digest: hex::encode(digest),
        is_withheld,
    };
    let digest = fact.actor_digest.as_ref().filter(|_| fact.form == 2)?;
    Some(PackedSalts {
        kept: fact.kept.clone(),
        actor: part(&fact.actor_salt, digest, is_actor_withheld),
        content: fact.content_digest.as_ref().map(|digest| part(&fact.content_salt, digest, false)),
    })
}

fn packed_seal(seal: &Seal) -> PackedSeal {
    PackedSeal {
        day: seal.day,
        through: seal.through,
        facts: seal.facts,
        root: seal.root.as_ref().map(hex::encode),
        hash: hex::encode(&seal.hash),
    }
}
