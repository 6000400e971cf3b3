//! The hashes of facts and of seals (docs/facts.md). The server, `gridbill check` and the verification of an audit pack
//! compute them here.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::recorded_name::FORMER_USER;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// The content of a fact as it is hashed.
#[derive(Debug, Clone, Copy)]
pub struct FactForm<'a> {
    /// The payment, account or other object that the fact is about.
    pub subject: &'a str,
    /// The position in the subject's chain, from 1.
    pub place: i32,
    /// The name of the fact's variant.
    pub kind: &'a str,
    /// The JSON text as the database writes it.
    pub data: &'a str,
    /// The subject as users know it.
    pub about: &'a str,
    /// The bulk account in whose log it is.
    pub bulk_id: Option<&'a str>,
    /// The user who acted.
    pub actor_id: Option<&'a str>,
    /// The name of the user or system that acted.
    pub actor_name: &'a str,
    /// The user's role.
    pub acting_role: Option<&'a str>,
    /// The network address of the call.
    pub address: Option<&'a str>,
    /// The browser or program of the call.
    pub device: Option<&'a str>,
    /// Microseconds since 1970.
    pub happened_at: i64,
}

/// The part of a fact that is hashed as a salted digest, so that its texts can be erased.
#[derive(Debug, Clone, Copy)]
pub struct SaltedPart<'a> {
    /// None once the texts are erased.
    pub salt: Option<&'a [u8]>,
    /// The SHA-256 of salt and texts.
    pub digest: &'a [u8],
    /// The texts are left out for this reader, although they are not erased.
    pub is_withheld: bool,
}

impl SaltedPart<'_> {
    /// Whether the digest is that of the texts, or the texts are erased or withheld.
    fn fits(&self, texts: &str) -> bool {
        self.is_withheld
            || self.salt.is_none_or(|salt| {
                let digest = Sha256::new().chain_update(salt).chain_update(texts).finalize();
                digest.as_slice() == self.digest
            })
    }

    const fn is_erased(&self) -> bool {
        self.salt.is_none() && !self.is_withheld
    }
}

/// What a fact of form 2 has in addition: its personal texts are hashed as salted digests.
#[derive(Debug, Clone, Copy)]
pub struct SaltedTexts<'a> {
    /// The JSON text of `about` and `data` without personal texts, as the database writes it; none if they have none.
    pub kept: Option<&'a str>,
    /// Name, address and device of the actor.
    pub actor: SaltedPart<'a>,
    /// `about` and `data`; none if they have no personal texts.
    pub content: Option<SaltedPart<'a>>,
}

/// The recorded erasure of texts of a fact.
#[derive(Debug, Clone, Copy)]
pub struct RecordedErasure<'a> {
    /// The actor's texts were erased.
    pub actor: bool,
    /// `about` and `data` were erased.
    pub content: bool,
    /// The hash, in form 1, of what is left of a fact of form 1.
    pub rest: Option<&'a str>,
}

/// Whether a fact is as it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactState {
    /// It is.
    Recorded,
    /// Personal texts are erased, as a recorded erasure says. The rest is as it was recorded.
    Erased,
    /// It is not, or texts are missing without a recorded erasure.
    Altered,
}

impl FactForm<'_> {
    /// Compares the fact with its hash. `salted` is given for a fact of form 2, `erasure` for a fact that a recorded
    /// erasure names.
    #[must_use]
    pub fn state(
        &self,
        hash: &[u8],
        previous: Option<&[u8]>,
        salted: Option<&SaltedTexts<'_>>,
        erasure: Option<RecordedErasure<'_>>,
    ) -> FactState {
        let Some(salted) = salted else {
            let found = self.hash(previous);
            return match erasure {
                None if found.as_slice() == hash => FactState::Recorded,
                Some(RecordedErasure { rest: Some(rest), .. }) if hex::encode(found) == rest => FactState::Erased,
                _ => FactState::Altered,
            };
        };
        let erased = [salted.actor.is_erased(), salted.content.is_some_and(|content| content.is_erased())];
        let recorded = erasure.map_or([false; 2], |erasure| [erasure.actor, erasure.content]);
        let is_excused = erased.iter().zip(recorded).all(|(erased, recorded)| !erased || recorded);
        let is_recorded = salted.actor.fits(&self.actor_texts())
            && salted.content.is_none_or(|content| content.fits(&self.content_texts()))
            && salted.content.is_some() == salted.kept.is_some()
            && self.salted_hash(previous, salted).as_slice() == hash;
        match (is_recorded, erased) {
            (true, [false, false]) => FactState::Recorded,
            (true, _) if is_excused && self.has_only_erased(salted) => FactState::Erased,
            _ => FactState::Altered,
        }
    }

    /// Whether the erased parts have the values that an erasure writes.
    fn has_only_erased(&self, salted: &SaltedTexts<'_>) -> bool {
        let is_actor_erased = self.actor_name == FORMER_USER && self.address.is_none() && self.device.is_none();
        let is_content_erased = || {
            let kept: Option<Value> = salted.kept.and_then(|kept| serde_json::from_str(kept).ok());
            let data: Option<Value> = serde_json::from_str(self.data).ok();
            kept.is_some_and(|kept| {
                kept.get("about").and_then(Value::as_str) == Some(self.about)
                    && data.is_some()
                    && kept.get("data") == data.as_ref()
            })
        };
        (!salted.actor.is_erased() || is_actor_erased)
            && (!salted.content.is_some_and(|content| content.is_erased()) || is_content_erased())
    }

    fn actor_texts(&self) -> String {
        let mut texts = String::new();
        for text in [Some(self.actor_name), self.address, self.device] {
            push_field(&mut texts, text);
        }
        texts
    }

    fn content_texts(&self) -> String {
        let mut texts = String::new();
        for text in [self.about, self.data] {
            push_field(&mut texts, Some(text));
        }
        texts
    }

    /// Computes the hash of form 2, which covers the digests instead of the personal texts.
    #[must_use]
    pub fn salted_hash(&self, previous: Option<&[u8]>, salted: &SaltedTexts<'_>) -> Hash {
        let mut form = String::new();
        push_field(&mut form, Some("2"));
        push_field(&mut form, previous.map(hex::encode).as_deref());
        for text in [self.subject, &self.place.to_string(), self.kind] {
            push_field(&mut form, Some(text));
        }
        let plain = |text| salted.kept.is_none().then_some(text);
        for text in [salted.kept, plain(self.data), plain(self.about), self.bulk_id, self.actor_id, self.acting_role] {
            push_field(&mut form, text);
        }
        push_field(&mut form, Some(&hex::encode(salted.actor.digest)));
        push_field(&mut form, salted.content.map(|content| hex::encode(content.digest)).as_deref());
        push_field(&mut form, Some(&self.happened_at.to_string()));
        Sha256::digest(form).into()
    }

    /// Computes the fact's hash in form 1. `previous` is the hash of the fact before it in its chain.
    #[must_use]
    pub fn hash(&self, previous: Option<&[u8]>) -> Hash {
        let mut form = String::new();
        push_field(&mut form, previous.map(hex::encode).as_deref());
        for text in [self.subject, &self.place.to_string(), self.kind, self.data, self.about] {
            push_field(&mut form, Some(text));
        }
        for text in [self.bulk_id, self.actor_id, Some(self.actor_name), self.acting_role, self.address, self.device] {
            push_field(&mut form, text);
        }
        push_field(&mut form, Some(&self.happened_at.to_string()));
        Sha256::digest(form).into()
    }
}

/// Writes a value with its length, so that values cannot run into each other.
fn push_field(form: &mut String, value: Option<&str>) {
    // Writing to a string never fails.
    let _ = match value {
        Some(value) => write!(form, "{}:{value},", value.len()),
        None => write!(form, "-,"),
    };
}

/// The head of a seal: everything that is hashed except the last facts of the subjects.
#[derive(Debug, Clone, Copy)]
pub struct SealForm<'a> {
    /// The hash of the seal before it.
    pub previous: Option<&'a [u8]>,
    /// The day, as `2026-11-20`.
    pub day: &'a str,
    /// The number of the last sealed fact.
    pub through: i64,
}

impl SealForm<'_> {
    fn text(&self) -> String {
        let mut form = String::new();
        push_field(&mut form, self.previous.map(hex::encode).as_deref());
        push_field(&mut form, Some(self.day));
        push_field(&mut form, Some(&self.through.to_string()));
        form
    }

    /// Computes the hash of a seal from the root of its tree, and the number of sealed facts.
    #[must_use]
    pub fn hash(&self, root: &Hash, facts: i64) -> Hash {
        let mut form = self.text();
        push_field(&mut form, Some(&hex::encode(root)));
        push_field(&mut form, Some(&facts.to_string()));
        Sha256::digest(form).into()
    }
}

/// A subject under a seal: the hash of its last sealed fact, and its number of facts since the seal before.
#[derive(Debug, Clone, Copy)]
pub struct SealedHead<'a> {
    /// The subject.
    pub subject: &'a str,
    /// The hash of its last fact.
    pub hash: &'a [u8],
    /// The number of its facts under this seal.
    pub facts: i64,
}

impl SealedHead<'_> {
    fn text(&self) -> String {
        let mut form = String::new();
        push_field(&mut form, Some(self.subject));
        push_field(&mut form, Some(&hex::encode(self.hash)));
        push_field(&mut form, Some(&self.facts.to_string()));
        form
    }

    /// Computes the leaf of the subject in the tree of a seal.
    #[must_use]
    pub fn leaf(&self) -> Hash {
        Sha256::new().chain_update([0]).chain_update(self.text()).finalize().into()
    }
}

/// The hash of a seal of an earlier version, which lists the subjects one after another. It can be computed only with all
/// subjects.
#[derive(Debug)]
pub struct ListedSeal(Sha256);

impl ListedSeal {
    /// Begins a seal.
    #[must_use]
    pub fn begin(form: &SealForm<'_>) -> Self {
        Self(Sha256::new_with_prefix(form.text()))
    }

    /// Adds the next subject, in the order of subjects.
    pub fn add(&mut self, head: &SealedHead<'_>) {
        self.0.update(head.text());
    }

    /// Returns the seal's hash.
    #[must_use]
    pub fn hash(self) -> Hash {
        self.0.finalize().into()
    }
}

/// The tree of a seal: a hash over the subjects in which each subject can be proved without the others. It is the tree of
/// RFC 6962, section 2.1.
#[derive(Debug)]
pub struct SealTree {
    /// The leaves, then each level above them.
    levels: Vec<Vec<Hash>>,
}

impl SealTree {
    /// Builds the tree over the leaves, which are in the order of subjects.
    #[must_use]
    pub fn over(leaves: Vec<Hash>) -> Self {
        let mut levels = vec![leaves];
        while let Some(below) = levels.last().filter(|level| level.len() > 1) {
            let above = below.chunks(2).map(|pair| match pair {
                [left, right] => node(left, right),
                // A node without a neighbour moves up unchanged.
                _ => pair[0],
            });
            levels.push(above.collect());
        }
        Self { levels }
    }

    /// Returns the hash at the top. A tree without leaves has the hash of the empty text.
    #[must_use]
    pub fn root(&self) -> Hash {
        self.levels.last().and_then(|level| level.first()).copied().unwrap_or_else(|| Sha256::digest([]).into())
    }

    /// Returns the neighbours from a leaf up to the root. With them the root can be computed from the leaf.
    #[must_use]
    pub fn path(&self, leaf: usize) -> Vec<Hash> {
        let neighbour = |(level, hashes): (usize, &Vec<Hash>)| hashes.get((leaf >> level) ^ 1).copied();
        self.levels.iter().enumerate().filter_map(neighbour).collect()
    }
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// Computes the root of a tree with `leaves` leaves from one leaf, its place and its neighbours. None if the number of
/// neighbours does not fit the place.
#[must_use]
pub fn root_of(leaf: Hash, mut place: u64, leaves: u64, path: &[Hash]) -> Option<Hash> {
    let (mut hash, mut last, mut path) = (leaf, leaves.checked_sub(1)?, path.iter());
    if place > last {
        return None;
    }
    while last > 0 {
        if place % 2 == 1 {
            hash = node(path.next()?, &hash);
        } else if place < last {
            hash = node(&hash, path.next()?);
        }
        (place, last) = (place / 2, last / 2);
    }
    path.next().is_none().then_some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: usize) -> Vec<Hash> {
        (0..count).map(|number| Sha256::digest(number.to_string()).into()).collect()
    }

    #[test]
    fn each_leaf_of_a_tree_of_any_size_is_proved_and_no_other() {
        for count in 1..40 {
            let leaves = leaves(count);
            let tree = SealTree::over(leaves.clone());
            for (place, leaf) in leaves.iter().enumerate() {
                let path = tree.path(place);
                let of = |leaf, place: usize| root_of(leaf, place as u64, count as u64, &path);
                assert_eq!(of(*leaf, place), Some(tree.root()), "{place} of {count}");
                assert_ne!(of(node(leaf, leaf), place), Some(tree.root()));
                assert_eq!(of(*leaf, count), None);
                for other in (0..count).filter(|other| *other != place) {
                    assert_ne!(of(*leaf, other), Some(tree.root()), "{place} as {other} of {count}");
                }
                assert_eq!(root_of(*leaf, place as u64, count as u64, &[path.as_slice(), &[*leaf]].concat()), None);
            }
        }
    }

    const FORM: FactForm<'_> = FactForm {
        subject: "person:1",
        place: 2,
        kind: "MemberRemoved",
        data: r#"{"before": {"nickname": "Ai"}}"#,
        about: "aina@sinar.example",
        bulk_id: Some("3050000001"),
        actor_id: Some("2"),
        actor_name: "Badrul",
        acting_role: Some("master"),
        address: Some("203.0.113.9"),
        device: None,
        happened_at: 5,
    };
    const KEPT: &str = r#"{"data": {"before": {"nickname": null}}, "about": "Former user"}"#;

    fn digest(salt: &[u8], texts: &str) -> Hash {
        Sha256::new().chain_update(salt).chain_update(texts).finalize().into()
    }

    #[test]
    fn an_erasure_needs_a_record_and_excuses_only_the_erased_texts() {
        let (salt, previous) = ([7; 32], [9; 32]);
        let (actor, content) = (digest(&salt, &FORM.actor_texts()), digest(&salt, &FORM.content_texts()));
        let part = |digest, salt| SaltedPart { salt, digest, is_withheld: false };
        let whole = SaltedTexts {
            kept: Some(KEPT),
            actor: part(&actor, Some(&salt)),
            content: Some(part(&content, Some(&salt))),
        };
        let hash = FORM.salted_hash(Some(&previous), &whole);
        let recorded = Some(RecordedErasure { actor: true, content: true, rest: None });
        let of_actor = Some(RecordedErasure { actor: true, content: false, rest: None });
        let state = |form: &FactForm<'_>, salted: &SaltedTexts<'_>, erasure| {
            form.state(&hash, Some(&previous), Some(salted), erasure)
        };
        assert_eq!(state(&FORM, &whole, None), FactState::Recorded);
        assert_eq!(state(&FactForm { about: "x@sinar.example", ..FORM }, &whole, None), FactState::Altered);
        assert_eq!(state(&FactForm { actor_name: "Aina", ..FORM }, &whole, None), FactState::Altered);
        assert_eq!(state(&FactForm { acting_role: None, ..FORM }, &whole, None), FactState::Altered);

        let without_content = SaltedTexts { content: Some(part(&content, None)), ..whole };
        let erased = FactForm { about: FORMER_USER, data: r#"{"before": {"nickname": null}}"#, ..FORM };
        assert_eq!(state(&erased, &without_content, recorded), FactState::Erased);
        assert_eq!(state(&erased, &without_content, None), FactState::Altered, "without a record");
        assert_eq!(state(&erased, &without_content, of_actor), FactState::Altered, "the record is about the actor");
        assert_eq!(state(&FORM, &without_content, recorded), FactState::Altered, "the texts are still there");
        let forged = FactForm { data: r#"{"before": {"nickname": "B"}}"#, ..erased };
        assert_eq!(state(&forged, &without_content, recorded), FactState::Altered);
        let actor_forged = FactForm { actor_name: "Chong", ..erased };
        assert_eq!(state(&actor_forged, &without_content, recorded), FactState::Altered, "the actor is not erased");

        let nothing = SaltedTexts { actor: part(&actor, None), ..without_content };
        let all_erased = FactForm { actor_name: FORMER_USER, address: None, ..erased };
        assert_eq!(state(&all_erased, &nothing, recorded), FactState::Erased);
        assert_eq!(state(&erased, &nothing, recorded), FactState::Altered);
        let other = SaltedTexts { actor: part(&content, None), ..nothing };
        assert_eq!(state(&all_erased, &other, recorded), FactState::Altered, "another digest");
    }

    #[test]
    fn what_is_left_of_a_fact_of_form_1_is_that_of_the_record() {
        let (hash, erased) = (FORM.hash(None), FactForm { about: FORMER_USER, ..FORM });
        let rest = hex::encode(erased.hash(None));
        let recorded = Some(RecordedErasure { actor: true, content: true, rest: Some(&rest) });
        assert_eq!(FORM.state(&hash, None, None, None), FactState::Recorded);
        let of_content = Some(RecordedErasure { actor: false, content: true, rest: Some(&rest) });
        assert_eq!(erased.state(&hash, None, None, of_content), FactState::Erased);
        assert_eq!(erased.state(&hash, None, None, recorded), FactState::Erased);
        assert_eq!(erased.state(&hash, None, None, None), FactState::Altered);
        assert_eq!(FORM.state(&hash, None, None, recorded), FactState::Altered);
        assert_eq!(
            erased.state(&hash, None, None, Some(RecordedErasure { actor: true, content: true, rest: None })),
            FactState::Altered
        );
    }

    #[test]
    fn the_tree_is_that_of_the_rfc() {
        // RFC 6962: the left part of n leaves has the largest power of two below n.
        let five = leaves(5);
        let left = node(&node(&five[0], &five[1]), &node(&five[2], &five[3]));
        assert_eq!(SealTree::over(leaves(5)).root(), node(&left, &five[4]));
        assert_eq!(SealTree::over(Vec::new()).root().to_vec(), Sha256::digest([]).to_vec());
    }

    #[test]
    fn a_seal_of_an_earlier_version_lists_its_subjects_in_order() {
        let form = SealForm { previous: None, day: "2026-11-20", through: 900 };
        let heads = [1_u8, 2].map(|number| ([number; 32], format!("payment:{number}")));
        let hash = |order: [usize; 2]| {
            let mut seal = ListedSeal::begin(&form);
            for place in order {
                let (hash, subject) = &heads[place];
                seal.add(&SealedHead { subject, hash, facts: 3 });
            }
            seal.hash()
        };
        let text = |place: usize| SealedHead { subject: &heads[place].1, hash: &heads[place].0, facts: 3 }.text();
        let whole: Hash = Sha256::digest(format!("{}{}{}", form.text(), text(0), text(1))).into();
        assert_eq!(hash([0, 1]), whole);
        assert_ne!(hash([1, 0]), whole);
    }
}
