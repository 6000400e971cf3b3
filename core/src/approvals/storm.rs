//! Random policies, people, delegations and orders of acts. No sequence pays what the policy forbids. The rules under
//! test are used as the server uses them; a separate, slower reading of the policy judges each payment from the log of
//! what happened.

use std::collections::BTreeSet;

use super::*;
use crate::{Day, Money};

const SEQUENCES: u64 = 10_000;
/// Acts of a sequence.
const ACTS: usize = 120;
const USERS: [&str; 6] = ["u0", "u1", "u2", "u3", "u4", "u5"];
const GROUPS: [&str; 2] = ["plant", "office"];

/// A small generator of random numbers (xorshift64*), so that a failing sequence is repeated by its number.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).expect("31 bits") % limit
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn users(&mut self, most: usize) -> Vec<String> {
        (0..=self.below(most)).map(|_| self.pick(&USERS).to_owned()).collect()
    }

    fn step(&mut self) -> ApprovalStep {
        let mode = if self.chance(3) { ApproverMode::All } else { ApproverMode::Any };
        let groups = if self.chance(3) { vec!["Finance".to_owned()] } else { Vec::new() };
        ApprovalStep { mode, user_ids: self.users(2), groups }
    }

    fn policy(&mut self) -> ApprovalPolicy {
        let mut layers: Vec<ApprovalLayer> = Vec::new();
        for scope in [None, Some(GROUPS[0]), Some(GROUPS[1])] {
            if scope.is_some() && self.chance(2) {
                continue;
            }
            let mut from = i64::try_from(self.below(3)).expect("small") * 50;
            for _ in 0..=self.below(2) {
                layers.push(ApprovalLayer {
                    group_id: scope.map(str::to_owned),
                    from: Money::from_sen(from),
                    largest_bill_from: self.chance(3).then(|| Money::from_sen(80)),
                    steps: (0..=self.below(2)).map(|_| self.step()).collect(),
                });
                from += 100;
            }
        }
        let finance = ApproverGroup { name: "Finance".to_owned(), user_ids: self.users(3) };
        ApprovalPolicy { approver_groups: vec![finance], layers }
    }

    fn bills(&mut self) -> Vec<Bill> {
        let bill = |dice: &mut Self| Bill {
            amount: i64::try_from(1 + dice.below(120)).expect("small"),
            group: if dice.chance(2) { None } else { Some(dice.pick(&GROUPS)) },
        };
        (0..=self.below(4)).map(|_| bill(self)).collect()
    }
}

#[derive(Debug, Clone, Copy)]
struct Bill {
    amount: i64,
    group: Option<&'static str>,
}

fn amounts(bills: &[Bill]) -> impl Iterator<Item = (Money, Option<&'static str>)> {
    bills.iter().map(|bill| (Money::from_sen(bill.amount), bill.group))
}

/// An approval with all that was true when it was given.
#[derive(Debug)]
struct Logged {
    approval: Approval,
    day: Day,
    delegations: Vec<DelegatedRight>,
    active: Vec<String>,
}

#[derive(Debug)]
struct Proposal {
    proposer: &'static str,
    bills: Vec<Bill>,
    policy: ApprovalPolicy,
    steps: Vec<RequiredStep>,
    state: ProposalState,
    log: Vec<Logged>,
    has_changed: bool,
}

impl Proposal {
    fn approvals(&self) -> Vec<Approval> {
        self.log.iter().map(|logged| logged.approval.clone()).collect()
    }
}

struct Desk {
    today: Day,
    active: Vec<String>,
    policy: ApprovalPolicy,
    pending: Option<(&'static str, ApprovalPolicy)>,
    delegations: Vec<DelegatedRight>,
    proposals: Vec<Proposal>,
    released: usize,
    refused: usize,
}

impl Desk {
    fn new() -> Self {
        Self {
            today: Day::parse("2026-11-25").expect("a day"),
            active: USERS.iter().map(|user| (*user).to_owned()).collect(),
            policy: ApprovalPolicy::default(),
            pending: None,
            delegations: Vec::new(),
            proposals: Vec::new(),
            released: 0,
            refused: 0,
        }
    }

    fn act(&mut self, dice: &mut Dice) {
        let user = dice.pick(&USERS);
        if !self.active.iter().any(|one| one == user) && !dice.chance(20) {
            return;
        }
        match dice.below(100) {
            0..=5 => self.set_policy(user, dice.policy()),
            6..=8 => self.set_policy(user, ApprovalPolicy::default()),
            9..=14 => self.decide_policy(user, !dice.chance(4)),
            15..=29 => self.propose(user, dice.bills()),
            30..=34 => self.pay(&dice.bills()),
            35..=39 => self.delegate(user, dice),
            40..=42 => self.today = self.today.plus_days(1),
            43..=45 => self.toggle(dice.pick(&USERS)),
            _ if self.proposals.is_empty() => {}
            46..=48 => {
                let place = dice.below(self.proposals.len());
                self.proposals[place].has_changed = true;
            }
            49..=51 => self.end(user, dice),
            52..=85 => {
                let place = dice.below(self.proposals.len());
                self.approve(user, place);
            }
            _ => {
                let place = dice.below(self.proposals.len());
                self.release(place);
            }
        }
    }

    fn set_policy(&mut self, user: &'static str, policy: ApprovalPolicy) {
        let groups = GROUPS.map(str::to_owned);
        if self.pending.is_some() || policy.check(&self.active, &groups).is_err() {
            return;
        }
        if self.policy.is_on() {
            self.pending = Some((user, policy));
        } else {
            self.policy = policy;
        }
    }

    fn decide_policy(&mut self, user: &str, is_confirmed: bool) {
        let Some((proposer, policy)) = self.pending.take() else { return };
        if !is_confirmed && proposer == user {
            return;
        }
        match check_policy_decider(&self.policy, proposer, user) {
            Err(_) => self.pending = Some((proposer, policy)),
            Ok(()) if is_confirmed => {
                let named = self.policy.layers.iter().flat_map(|layer| &layer.steps);
                let named: BTreeSet<_> = named.flat_map(|step| plain_users(&self.policy, step)).collect();
                assert!(proposer != user && named.contains(user), "{user} confirmed the policy of {proposer}");
                self.policy = policy;
            }
            Ok(()) => {}
        }
    }

    fn propose(&mut self, proposer: &'static str, bills: Vec<Bill>) {
        let steps = self.policy.required_steps(amounts(&bills)).expect("a small total");
        if steps.is_empty() || find_blocked_step(&steps, Some(proposer), &self.active).is_some() {
            return;
        }
        self.proposals.push(Proposal {
            proposer,
            bills,
            policy: self.policy.clone(),
            steps,
            state: ProposalState::Proposed,
            log: Vec::new(),
            has_changed: false,
        });
    }

    /// A direct payment, as `MakePayment` decides about it.
    fn pay(&self, bills: &[Bill]) {
        if self.policy.required_steps(amounts(bills)).expect("a small total").is_empty() {
            assert!(plain_steps(&self.policy, bills).is_empty(), "paid {bills:?} under {:?}", self.policy);
        }
    }

    fn delegate(&mut self, user: &str, dice: &mut Dice) {
        let to_user = dice.pick(&USERS);
        let days = i64::try_from(dice.below(4)).expect("small");
        self.delegations.retain(|delegation| delegation.from_user != user);
        if to_user != user {
            let until = self.today.plus_days(days);
            let (from_user, to_user) = (user.to_owned(), to_user.to_owned());
            self.delegations.push(DelegatedRight { from_user, to_user, from: self.today, until });
        }
    }

    fn toggle(&mut self, user: &str) {
        let before = self.active.len();
        self.active.retain(|one| one != user);
        if self.active.len() == before {
            self.active.push(user.to_owned());
        }
    }

    fn end(&mut self, user: &str, dice: &mut Dice) {
        let place = dice.below(self.proposals.len());
        let proposal = &mut self.proposals[place];
        let event = match dice.below(3) {
            0 if proposal.proposer == user => ProposalEvent::Withdraw,
            1 => ProposalEvent::Lapse,
            _ => ProposalEvent::Refuse,
        };
        if let Some(state) = next_state(proposal.state, event) {
            proposal.state = state;
        }
    }

    fn approve(&mut self, user: &str, place: usize) {
        let proposal = &mut self.proposals[place];
        if proposal.state != ProposalState::Proposed {
            return;
        }
        if proposal.has_changed {
            proposal.state = next_state(proposal.state, ProposalEvent::BillChanged).expect("an open proposal");
            return;
        }
        let approvals = proposal.approvals();
        let situation = Situation {
            steps: &proposal.steps,
            proposer: proposal.proposer,
            approvals: &approvals,
            delegations: &self.delegations,
            active: &self.active,
            today: self.today,
        };
        let (Some(step), Ok(right)) = (situation.current_step(), situation.right_of(user)) else {
            self.refused += 1;
            return;
        };
        let approval = Approval { step, by: user.to_owned(), in_place_of: right.to_owned() };
        let (delegations, active) = (self.delegations.clone(), self.active.clone());
        proposal.log.push(Logged { approval, day: self.today, delegations, active });
        let approvals = proposal.approvals();
        let is_last = Situation { approvals: &approvals, ..situation }.current_step().is_none();
        let event = if is_last { ProposalEvent::ApproveLast } else { ProposalEvent::Approve };
        proposal.state = next_state(proposal.state, event).expect("a proposed proposal");
    }

    fn release(&mut self, place: usize) {
        let proposal = &mut self.proposals[place];
        let event = if proposal.has_changed { ProposalEvent::BillChanged } else { ProposalEvent::Release };
        let Some(state) = next_state(proposal.state, event) else { return };
        proposal.state = state;
        if state == ProposalState::Released {
            self.released += 1;
            judge(proposal);
        }
    }
}

/// The users of a step, read plainly.
fn plain_users(policy: &ApprovalPolicy, step: &ApprovalStep) -> BTreeSet<String> {
    let mut users: BTreeSet<String> = step.user_ids.iter().cloned().collect();
    for group in &policy.approver_groups {
        if step.groups.contains(&group.name) {
            users.extend(group.user_ids.iter().cloned());
        }
    }
    users
}

/// The steps of a payment, read plainly: for all bills and for each group, those of the highest layer that applies.
fn plain_steps(policy: &ApprovalPolicy, bills: &[Bill]) -> Vec<(ApproverMode, BTreeSet<String>)> {
    let mut steps = Vec::new();
    for scope in [None, Some(GROUPS[0]), Some(GROUPS[1])] {
        let counted: Vec<i64> =
            bills.iter().filter(|bill| scope.is_none() || bill.group == scope).map(|bill| bill.amount).collect();
        let (Some(largest), total) = (counted.iter().max(), counted.iter().sum::<i64>()) else { continue };
        let applies = |layer: &&ApprovalLayer| {
            layer.group_id.as_deref() == scope
                && (Money::from_sen(total) >= layer.from
                    || layer.largest_bill_from.is_some_and(|amount| Money::from_sen(*largest) >= amount))
        };
        let highest = policy.layers.iter().filter(applies).max_by_key(|layer| layer.from);
        for step in highest.into_iter().flat_map(|layer| &layer.steps) {
            let step = (step.mode, plain_users(policy, step));
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// Judges a released proposal from its log alone.
fn judge(proposal: &Proposal) {
    let steps = plain_steps(&proposal.policy, &proposal.bills);
    assert!(!proposal.has_changed, "a changed bill was paid");
    let mut seen = BTreeSet::new();
    let mut last = 0;
    for Logged { approval: Approval { step, by, in_place_of }, day, delegations, active } in &proposal.log {
        assert!(by != proposal.proposer && in_place_of != proposal.proposer, "the proposer approved: {proposal:?}");
        assert!(seen.insert(by.clone()), "{by} acted twice: {proposal:?}");
        assert!(by == in_place_of || seen.insert(in_place_of.clone()), "a right was used twice: {proposal:?}");
        let is_delegated = delegations
            .iter()
            .any(|one| one.from_user == *in_place_of && one.to_user == *by && one.from <= *day && *day <= one.until);
        assert!(by == in_place_of || is_delegated, "no delegation: {proposal:?}");
        assert!(active.contains(by) && active.contains(in_place_of), "not active: {proposal:?}");
        assert!(steps[*step].1.contains(in_place_of), "no approver of the step: {proposal:?}");
        assert!(*step >= last, "out of order: {proposal:?}");
        last = *step;
    }
    for (place, (mode, users)) in steps.iter().enumerate() {
        let has_approved = |user: &String| {
            proposal.log.iter().any(|one| one.approval.step == place && one.approval.in_place_of == *user)
        };
        let is_done = match mode {
            ApproverMode::Any => users.iter().any(has_approved),
            ApproverMode::All => users.iter().all(has_approved),
        };
        assert!(is_done && !users.is_empty(), "step {place} is not done: {proposal:?}");
    }
}

#[test]
fn no_sequence_pays_what_the_policy_forbids() {
    let (mut released, mut refused) = (0, 0);
    for sequence in 1..=SEQUENCES {
        let mut dice = Dice(sequence.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut desk = Desk::new();
        for _ in 0..ACTS {
            desk.act(&mut dice);
        }
        released += desk.released;
        refused += desk.refused;
    }
    // The storm proves nothing if its acts hardly ever succeed, or are hardly ever refused.
    let sequences = usize::try_from(SEQUENCES).expect("small");
    assert!(released * 4 > sequences, "only {released} releases");
    assert!(refused > sequences, "only {refused} refusals");
}
