//! Verifies facts and seals.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    FactContent, Outcome, PackRemark, PackedChain, PackedFact, PackedSalt, PackedSeal, PackedSubject, SealProof,
};
use crate::chain::{
    FactForm, FactState, Hash, RecordedErasure, SaltedPart, SaltedTexts, SealForm, SealedHead, root_of,
};

/// The facts whose texts were erased, by their hash.
pub type Erasures = BTreeMap<String, ErasedTexts>;

/// Reads the recorded erasures of a pack, the oldest first. The facts that record them are checked with all others.
pub fn erasures(chain: &PackedChain) -> Erasures {
    let contents = chain.subjects.iter().filter(|subject| is_former_user(subject)).flat_map(|subject| &subject.facts);
    let mut recorded: Vec<(i64, Erased)> = contents
        .filter_map(|fact| fact.content.as_ref())
        .filter(|content| content.kind == ERASED)
        .filter_map(|content| Some((content.happened_at, serde_json::from_str(&content.data).ok()?)))
        .collect();
    recorded.sort_by_key(|(happened_at, _)| *happened_at);
    let mut erasures = Erasures::new();
    for (hash, texts) in recorded.into_iter().flat_map(|(_, erased)| erased.facts) {
        let known = erasures.entry(hash).or_default();
        *known = ErasedTexts {
            actor: known.actor || texts.actor,
            content: known.content || texts.content,
            rest: texts.rest,
        };
    }
    erasures
}

/// The name of the fact that records an erasure.
const ERASED: &str = "PersonErased";

#[derive(Deserialize)]
struct Erased {
    facts: Erasures,
}

/// The texts of a fact that were erased, for one or several users.
#[derive(Deserialize, Default)]
pub struct ErasedTexts {
    actor: bool,
    content: bool,
    /// The hash of what is left of a fact of form 1.
    rest: Option<String>,
}

/// Whether a subject is a former user. Of their chain, a pack shows only the facts that record the erasure.
fn is_former_user(subject: &PackedSubject) -> bool {
    subject.subject.starts_with("person:")
}

/// Checks the hashes of all facts of a subject, each with its predecessor.
pub fn check_facts(subject: &PackedSubject, erasures: &Erasures) -> (Outcome, Vec<PackRemark>) {
    let (mut previous, mut withheld, mut erased): (Option<Vec<u8>>, usize, usize) = (None, 0, 0);
    let named = |place| (subject.subject.clone(), place);
    for (fact, place) in subject.facts.iter().zip(1..) {
        let (name, place) = named(place);
        if fact.place != place {
            return (Outcome::Fails, vec![PackRemark::FactMissing { subject: name, place }]);
        }
        let state = match &fact.content {
            None if to_hash(&fact.hash).is_some() => FactState::Recorded,
            None => FactState::Altered,
            Some(content) => state(&subject.subject, fact, content, previous.as_deref(), erasures),
        };
        match state {
            FactState::Altered => return (Outcome::Fails, vec![PackRemark::FactAltered { subject: name, place }]),
            FactState::Erased => erased += 1,
            FactState::Recorded => {}
        }
        withheld += usize::from(fact.content.is_none() && !is_former_user(subject));
        previous = hex::decode(&fact.hash).ok();
    }
    if subject.facts.is_empty() {
        return (Outcome::Fails, vec![PackRemark::FactMissing { subject: subject.subject.clone(), place: 1 }]);
    }
    let mut remarks = Vec::new();
    if withheld > 0 {
        remarks.push(PackRemark::FactsWithheld { facts: withheld });
    }
    if erased > 0 {
        remarks.push(PackRemark::FactsErased { facts: erased });
    }
    (Outcome::Holds, remarks)
}

/// Compares a fact with its hash. Digests that cannot be read do not fit.
fn state(
    subject: &str,
    fact: &PackedFact,
    content: &FactContent,
    previous: Option<&[u8]>,
    erasures: &Erasures,
) -> FactState {
    let form = form(subject, fact, content);
    let erasure = erasures.get(&fact.hash).map(|texts| RecordedErasure {
        actor: texts.actor,
        content: texts.content,
        rest: texts.rest.as_deref(),
    });
    let Some(hash) = to_hash(&fact.hash) else { return FactState::Altered };
    let Some(salted) = &content.salted else { return form.state(&hash, previous, None, erasure) };
    let Some(actor) = BinarySalt::of(&salted.actor) else { return FactState::Altered };
    let of_content = match &salted.content {
        None => None,
        Some(content) => match BinarySalt::of(content) {
            None => return FactState::Altered,
            read => read,
        },
    };
    let salted = SaltedTexts {
        kept: salted.kept.as_deref(),
        actor: actor.part(),
        content: of_content.as_ref().map(BinarySalt::part),
    };
    form.state(&hash, previous, Some(&salted), erasure)
}

/// A digest and its salt as bytes.
struct BinarySalt {
    salt: Option<Vec<u8>>,
    digest: Vec<u8>,
    is_withheld: bool,
}

impl BinarySalt {
    fn of(packed: &PackedSalt) -> Option<Self> {
        let salt = match &packed.salt {
            None => None,
            Some(salt) => Some(hex::decode(salt).ok()?),
        };
        Some(Self { salt, digest: hex::decode(&packed.digest).ok()?, is_withheld: packed.is_withheld })
    }

    fn part(&self) -> SaltedPart<'_> {
        SaltedPart { salt: self.salt.as_deref(), digest: &self.digest, is_withheld: self.is_withheld }
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
