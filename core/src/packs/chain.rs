//! Verifies facts and seals.

use super::{FactContent, Outcome, PackRemark, PackedChain, PackedFact, PackedSeal, PackedSubject, SealProof};
use crate::chain::{FactForm, Hash, SealForm, SealedHead, root_of};

/// Checks the hashes of all facts of a subject, each with its predecessor.
pub fn check_facts(subject: &PackedSubject) -> (Outcome, Vec<PackRemark>) {
    let (mut previous, mut withheld): (Option<Vec<u8>>, usize) = (None, 0);
    let named = |place| (subject.subject.clone(), place);
    for (fact, place) in subject.facts.iter().zip(1..) {
        let (name, place) = named(place);
        if fact.place != place {
            return (Outcome::Fails, vec![PackRemark::FactMissing { subject: name, place }]);
        }
        let is_recorded = match &fact.content {
            None => hex::decode(&fact.hash).is_ok_and(|hash| hash.len() == size_of::<Hash>()),
            Some(content) => {
                let hash = form(&subject.subject, fact, content).hash(previous.as_deref());
                hex::encode(hash) == fact.hash
            }
        };
        if !is_recorded {
            return (Outcome::Fails, vec![PackRemark::FactAltered { subject: name, place }]);
        }
        withheld += usize::from(fact.content.is_none());
        previous = hex::decode(&fact.hash).ok();
    }
    match (subject.facts.is_empty(), withheld) {
        (true, _) => (Outcome::Fails, vec![PackRemark::FactMissing { subject: subject.subject.clone(), place: 1 }]),
        (false, 0) => (Outcome::Holds, Vec::new()),
        (false, facts) => (Outcome::Holds, vec![PackRemark::FactsWithheld { facts }]),
    }
}

fn form<'a>(subject: &'a str, fact: &PackedFact, content: &'a FactContent) -> FactForm<'a> {
    FactForm {
        subject,
        place: fact.place,
        kind: &content.kind,
        data: &content.data,
        about: &content.about,
        bulk_id: content.bulk_id.as_deref(),
        actor_id: content.actor_id.as_deref(),
        actor_name: &content.actor_name,
        acting_role: content.acting_role.as_deref(),
        address: content.address.as_deref(),
        device: content.device.as_deref(),
        happened_at: content.happened_at,
    }
}

/// Checks that the seals follow each other, and that one of them covers the facts of each subject.
pub fn check_seals(chain: &PackedChain) -> (Outcome, Vec<PackRemark>) {
    let mut previous = chain.previous.as_ref().and_then(|hash| hex::decode(hash).ok());
    for seal in &chain.seals {
        let day = seal.day.to_string();
        let form = SealForm { previous: previous.as_deref(), day: &day, through: seal.through };
        let is_recorded = match seal.root.as_deref().map(to_hash) {
            // A seal of an earlier version can be computed only with the facts of all companies.
            None => to_hash(&seal.hash).is_some(),
            Some(root) => root.is_some_and(|root| hex::encode(form.hash(&root, seal.facts)) == seal.hash),
        };
        if !is_recorded {
            return (Outcome::Fails, vec![PackRemark::SealDiffers { day }]);
        }
        previous = hex::decode(&seal.hash).ok();
    }
    let (mut outcome, mut remarks) = (Outcome::Holds, Vec::new());
    for subject in &chain.subjects {
        if let Some((worse, remark)) = check_proof(chain, subject) {
            outcome = outcome.max(worse);
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
    }
    (outcome, remarks)
}

/// Returns why no seal proves the facts of a subject.
fn check_proof(chain: &PackedChain, subject: &PackedSubject) -> Option<(Outcome, PackRemark)> {
    let Some(proof) = &subject.proof else { return Some((Outcome::Unproven, PackRemark::NotSealed)) };
    let day = proof.day.to_string();
    let Some(seal) = chain.seals.iter().find(|seal| seal.day == proof.day) else {
        return Some((Outcome::Fails, PackRemark::SealMissing { day }));
    };
    if seal.root.is_none() {
        return Some((Outcome::Unproven, PackRemark::SealedInList { day }));
    }
    let is_proved = proved_root(subject, proof).is_some_and(|root| seal_root(seal) == Some(root));
    let is_last = usize::try_from(proof.place).is_ok_and(|place| place == subject.facts.len());
    match (is_proved, is_last) {
        (false, _) => Some((Outcome::Fails, PackRemark::SealDiffers { day })),
        // The newest facts are protected by their chain only, until the next seal.
        (true, false) => Some((Outcome::Unproven, PackRemark::NotSealed)),
        (true, true) => None,
    }
}

fn seal_root(seal: &PackedSeal) -> Option<Hash> {
    seal.root.as_deref().and_then(to_hash)
}

/// Computes the root of a seal's tree from the last sealed fact of a subject.
fn proved_root(subject: &PackedSubject, proof: &SealProof) -> Option<Hash> {
    let last = subject.facts.iter().find(|fact| fact.place == proof.place)?;
    let head = SealedHead { subject: &subject.subject, hash: &to_hash(&last.hash)?, facts: proof.facts };
    let path = proof.path.iter().map(|hash| to_hash(hash)).collect::<Option<Vec<_>>>()?;
    root_of(head.leaf(), proof.leaf, proof.leaves, &path)
}

fn to_hash(text: &str) -> Option<Hash> {
    hex::decode(text).ok()?.try_into().ok()
}
