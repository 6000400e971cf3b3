//! Policies in words.

use super::{ApprovalLayer, ApprovalPolicy, ApprovalStep, ApproverMode, RequiredStep};
use crate::{Language, Money};

/// Names of users and of account groups.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// Users by id.
    pub users: &'a [(String, String)],
    /// Account groups by id.
    pub account_groups: &'a [(String, String)],
    /// The language of the sentences.
    pub language: Language,
}

impl Names<'_> {
    /// Returns the name of a user.
    #[must_use]
    pub fn user(&self, user_id: &str) -> String {
        let removed = || self.language.pick(["a removed user", "pengguna yang dibuang"]).to_owned();
        self.users.iter().find(|(id, _)| id == user_id).map_or_else(removed, |(_, name)| name.clone())
    }

    fn account_group(&self, group_id: &str) -> String {
        let deleted = || self.language.pick(["a deleted group", "kumpulan yang dipadam"]).to_owned();
        self.account_groups.iter().find(|(id, _)| id == group_id).map_or_else(deleted, |(_, name)| name.clone())
    }

    /// Returns the policy, one sentence for each layer, or one that says that approval is off.
    #[must_use]
    pub fn policy(&self, policy: &ApprovalPolicy) -> Vec<String> {
        if !policy.is_on() {
            let off = ["Payments need no approval.", "Pembayaran tidak memerlukan kelulusan."];
            return vec![self.language.pick(off).to_owned()];
        }
        policy.layers.iter().map(|layer| self.layer(policy, layer)).collect()
    }

    fn layer(&self, policy: &ApprovalPolicy, layer: &ApprovalLayer) -> String {
        let steps: Vec<_> = layer.steps.iter().map(|step| self.policy_step(policy, step)).collect();
        let (subject, steps) = (self.subject(layer), self.in_order(&steps));
        say!(self.language, "{subject} needs {steps}.", "{subject} memerlukan {steps}.")
    }

    /// Returns the payments of a layer, such as "A payment of RM 1,000.00 or more".
    fn subject(&self, layer: &ApprovalLayer) -> String {
        let bills = layer.group_id.as_deref().map(|group| {
            let group = self.account_group(group);
            say!(self.language, " for bills of group {group}", " bagi bil kumpulan {group}")
        });
        let bills = bills.unwrap_or_default();
        if !layer.from.is_positive() {
            return say!(self.language, "Every payment{bills}", "Setiap pembayaran{bills}");
        }
        let from = layer.from.shown();
        match layer.largest_bill_from {
            None => say!(self.language, "A payment of {from} or more{bills}", "Pembayaran {from} atau lebih{bills}"),
            Some(largest) => {
                let largest = largest.shown();
                say!(
                    self.language,
                    "A payment of {from} or more{bills}, or with a bill of {largest} or more,",
                    "Pembayaran {from} atau lebih{bills}, atau dengan bil {largest} atau lebih,"
                )
            }
        }
    }

    fn policy_step(&self, policy: &ApprovalPolicy, step: &ApprovalStep) -> String {
        if policy.approvers_of(step).len() == 1 {
            return self.step(&RequiredStep { mode: step.mode, user_ids: policy.approvers_of(step) });
        }
        let users = step.user_ids.iter().map(|user| self.user(user));
        let groups = step.groups.iter().map(|name| {
            let users = policy.approver_groups.iter().find(|group| group.name == *name);
            let count = users.map_or(0, |group| group.user_ids.len());
            match step.mode {
                ApproverMode::Any => say_count!(
                    self.language,
                    people = count,
                    "the {people} person in {name}" / "the {people} people in {name}",
                    "{people} orang dalam {name}"
                ),
                ApproverMode::All => {
                    say!(self.language, "everyone in {name}", "semua orang dalam {name}")
                }
            }
        });
        self.people(step.mode, &users.chain(groups).collect::<Vec<_>>())
    }

    /// Returns a step, such as "one of Aina or Badrul".
    #[must_use]
    pub fn step(&self, step: &RequiredStep) -> String {
        let users: Vec<_> = step.user_ids.iter().map(|user| self.user(user)).collect();
        match users.as_slice() {
            [only] => only.clone(),
            _ => self.people(step.mode, &users),
        }
    }

    fn people(&self, mode: ApproverMode, people: &[String]) -> String {
        match mode {
            ApproverMode::Any => {
                let people = self.joined(people, ["or", "atau"]);
                say!(self.language, "one of {people}", "salah seorang daripada {people}")
            }
            ApproverMode::All => self.joined(people, ["and", "dan"]),
        }
    }

    fn joined(&self, people: &[String], word: crate::Words) -> String {
        let word = self.language.pick(word);
        match people {
            [] => String::new(),
            [only] => only.clone(),
            [before @ .., last] => format!("{} {word} {last}", before.join(", ")),
        }
    }

    fn in_order(&self, steps: &[String]) -> String {
        steps.join(self.language.pick([", then ", ", kemudian "]))
    }

    /// Returns the approval that a payment needs, such as "A payment of RM 250,000.00 needs one of Aina or Badrul, then
    /// Chong."
    #[must_use]
    pub fn payment(&self, total: Money, steps: &[RequiredStep]) -> String {
        let total = total.shown();
        if steps.is_empty() {
            return say!(
                self.language,
                "A payment of {total} needs no approval.",
                "Pembayaran {total} tidak memerlukan kelulusan."
            );
        }
        let steps: Vec<_> = steps.iter().map(|step| self.step(step)).collect();
        let steps = self.in_order(&steps);
        say!(self.language, "A payment of {total} needs {steps}.", "Pembayaran {total} memerlukan {steps}.")
    }
}
