//! Who may act on a proposal and on a policy. These rules are fixed: no policy and no role changes them.

use super::policy::find_blocked_step;
use super::{ApprovalPolicy, ApproverMode, RequiredStep};
use crate::{Code, Day};

/// An approval that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The step, from 0.
    pub step: usize,
    /// The user who approved.
    pub by: String,
    /// The approver whose right was used: the same user, or the one who delegated to them.
    pub in_place_of: String,
}

/// A delegation: for some days, a colleague acts in place of an approver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelegatedRight {
    /// The approver.
    pub from_user: String,
    /// The colleague.
    pub to_user: String,
    /// The first day.
    pub from: Day,
    /// The last day.
    pub until: Day,
}

impl DelegatedRight {
    /// Whether it counts on that day.
    #[must_use]
    pub fn counts_on(&self, today: Day) -> bool {
        self.from <= today && today <= self.until
    }
}

/// What decides whether a user may act in the current step.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The steps of the proposal.
    pub steps: &'a [RequiredStep],
    /// The user who proposed it.
    pub proposer: &'a str,
    /// The approvals so far.
    pub approvals: &'a [Approval],
    /// All delegations in the bulk account.
    pub delegations: &'a [DelegatedRight],
    /// The users who can be approvers now: active, and allowed to make payments.
    pub active: &'a [String],
    /// Today.
    pub today: Day,
}

impl Situation<'_> {
    /// Returns the current step, from 0: the first that is not done; none if all are.
    #[must_use]
    pub fn current_step(&self) -> Option<usize> {
        (0..self.steps.len()).find(|&step| !self.is_done(step))
    }

    /// Whether enough approvers approved in a step.
    #[must_use]
    pub fn is_done(&self, step: usize) -> bool {
        let Some(required) = self.steps.get(step) else { return false };
        let has_approved = |user: &String| {
            self.approvals.iter().any(|approval| approval.step == step && approval.in_place_of == *user)
        };
        match required.mode {
            ApproverMode::Any => required.user_ids.iter().any(has_approved),
            ApproverMode::All => !required.user_ids.is_empty() && required.user_ids.iter().all(has_approved),
        }
    }

    /// Returns the approver whose right a user would use in the current step: their own, or that of an approver who
    /// delegated to them. A delegated right cannot be delegated again.
    /// Fails with [`Code::OwnProposal`] for the proposer, [`Code::ActedBefore`] for a user who acted in any step or
    /// whose right was used, [`Code::NeededForLaterStep`] for one without whom a later step could not be approved any more,
    /// [`Code::NotAnApprover`] for others.
    pub fn right_of(&self, user: &str) -> Result<&str, Code> {
        if user == self.proposer {
            return Err(Code::OwnProposal);
        }
        let has_acted =
            |user: &str| self.approvals.iter().any(|approval| approval.by == user || approval.in_place_of == user);
        if has_acted(user) {
            return Err(Code::ActedBefore);
        }
        let place = self.current_step().ok_or(Code::NotAnApprover)?;
        let step = self.steps.get(place).ok_or(Code::NotAnApprover)?;
        let is_active = |user: &str| self.active.iter().any(|one| one == user);
        if !is_active(user) {
            return Err(Code::NotAnApprover);
        }
        let is_delegated = |approver: &str| {
            let mut delegations = self.delegations.iter().filter(|delegation| delegation.counts_on(self.today));
            delegations.any(|delegation| delegation.from_user == approver && delegation.to_user == user)
        };
        let can_be_used = |approver: &&String| {
            *approver != self.proposer && !has_acted(approver) && is_active(approver) && is_delegated(approver)
        };
        let own = step.user_ids.iter().find(|approver| *approver == user);
        let mut rights =
            own.into_iter().chain(step.user_ids.iter().filter(can_be_used).filter(|_| own.is_none())).peekable();
        if rights.peek().is_none() {
            return Err(Code::NotAnApprover);
        }
        let is_blocked = self.is_blocked(place, None);
        let right = rights.find(|right| is_blocked || !self.is_blocked(place, Some((user, right))));
        right.map(String::as_str).ok_or(Code::NeededForLaterStep)
    }

    /// Whether a step from this place on can never be approved, after `more` approved in this step: a user, and the approver whose right
    /// was used.
    fn is_blocked(&self, place: usize, more: Option<(&str, &str)>) -> bool {
        let acts =
            self.approvals.iter().map(|approval| (approval.step, approval.by.as_str(), approval.in_place_of.as_str()));
        let acts: Vec<_> = acts.chain(more.map(|(by, right)| (place, by, right))).collect();
        let left = self.steps.iter().enumerate().skip(place).filter_map(|(place, step)| {
            let has_approved = |user: &String| acts.iter().any(|(of, _, right)| *of == place && right == user);
            let user_ids = match step.mode {
                ApproverMode::All => step.user_ids.iter().filter(|user| !has_approved(user)).cloned().collect(),
                ApproverMode::Any if step.user_ids.iter().any(has_approved) => Vec::new(),
                ApproverMode::Any => step.user_ids.clone(),
            };
            (!user_ids.is_empty()).then_some(RequiredStep { mode: step.mode, user_ids })
        });
        let has_acted = |user: &str| acts.iter().any(|(_, by, right)| *by == user || *right == user);
        let active: Vec<String> = self.active.iter().filter(|user| !has_acted(user)).cloned().collect();
        find_blocked_step(&left.collect::<Vec<_>>(), Some(self.proposer), &active).is_some()
    }
}

/// Checks whether a user may withdraw a proposal: its proposer, the Master, or an approver of any of its steps. Otherwise the
/// bills would stay in it while its proposer is away. An approver whose right was used may withdraw it, too.
/// Fails with [`Code::NotTheProposer`].
pub fn check_withdrawer(situation: &Situation<'_>, user: &str, is_master: bool) -> Result<(), Code> {
    let is_active = || situation.active.iter().any(|one| one == user);
    let is_approver = || situation.steps.iter().any(|step| step.user_ids.iter().any(|approver| approver == user));
    if user == situation.proposer || is_master || (is_active() && is_approver()) {
        return Ok(());
    }
    Err(Code::NotTheProposer)
}

/// Whether a user may confirm or refuse a new policy: an approver under the policy in force who did not propose the
/// change. Delegations do not count. Fails with [`Code::OwnProposal`], [`Code::NotAnApprover`].
pub fn check_policy_decider(in_force: &ApprovalPolicy, proposer: &str, user: &str) -> Result<(), Code> {
    if user == proposer {
        return Err(Code::OwnProposal);
    }
    if in_force.is_approver(user) { Ok(()) } else { Err(Code::NotAnApprover) }
}
