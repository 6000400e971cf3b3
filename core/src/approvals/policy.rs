//! The approval policy of a company: which payments need approval, and by whom.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::{Code, Money, Problem};

/// Maximum layers of a policy.
pub const MAX_LAYERS: usize = 20;
/// Maximum steps of a layer, and of a payment.
pub const MAX_STEPS: usize = 5;
/// Maximum groups of approvers.
pub const MAX_APPROVER_GROUPS: usize = 20;
/// Maximum users and groups that one step or one group names. A bulk account has 20 users unless configured otherwise.
pub const MAX_APPROVERS: usize = 50;
/// Maximum characters of the name of a group of approvers.
pub const MAX_GROUP_NAME_LENGTH: usize = 60;

wire! {
    /// How many approvers of a step must approve.
    #[derive(Copy, Eq, Default)]
    pub enum ApproverMode {
        /// Any one of them.
        #[default]
        Any,
        /// All of them.
        All,
    }

    /// Users under a common name.
    #[derive(Eq)]
    pub struct ApproverGroup {
        pub name: String,
        pub user_ids: Vec<String>,
    }

    /// A step: users and groups, any or all of whom must approve. A group stands for its users.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct ApprovalStep {
        pub mode: ApproverMode,
        pub user_ids: Vec<String>,
        /// Names of groups of approvers.
        pub groups: Vec<String>,
    }

    /// The steps that payments from an amount need.
    #[derive(Eq)]
    pub struct ApprovalLayer {
        /// Only bills of accounts in this group count; all bills if left out.
        #[serde(default)]
        pub group_id: Option<String>,
        /// The layer applies from this total of the bills that count. Zero for every payment.
        pub from: Money,
        /// The layer also applies if one of the bills has this amount or more.
        #[serde(default)]
        pub largest_bill_from: Option<Money>,
        pub steps: Vec<ApprovalStep>,
    }

    /// An approval policy. Without layers, payments need no approval.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct ApprovalPolicy {
        pub approver_groups: Vec<ApproverGroup>,
        /// For each account group, and for all bills, the last layer that applies counts. Layers for different groups add
        /// up.
        pub layers: Vec<ApprovalLayer>,
    }

    /// A step with the users that its groups stood for when the payment was proposed.
    #[derive(Eq)]
    pub struct RequiredStep {
        pub mode: ApproverMode,
        /// In order, each once.
        pub user_ids: Vec<String>,
    }
}

impl ApprovalPolicy {
    /// Whether payments may need approval.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Returns the users of a step, in order, each once.
    #[must_use]
    pub fn approvers_of(&self, step: &ApprovalStep) -> Vec<String> {
        let of_groups = self.approver_groups.iter().filter(|group| step.groups.contains(&group.name));
        let users = step.user_ids.iter().chain(of_groups.flat_map(|group| &group.user_ids));
        users.cloned().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether a user is an approver in any step of any layer.
    #[must_use]
    pub fn is_approver(&self, user_id: &str) -> bool {
        let mut steps = self.layers.iter().flat_map(|layer| &layer.steps);
        steps.any(|step| self.approvers_of(step).iter().any(|approver| approver == user_id))
    }

    /// Returns the steps that a payment needs; none if it needs no approval. A payment is given by the amount of each
    /// bill and the group of its account.
    ///
    /// For all bills, and for each account group that has layers, the last layer that applies counts. So a higher layer
    /// replaces a lower one, while bills of another group never remove a step. A step that equals an earlier one is
    /// required once. Fails with [`Code::AmountTooLarge`] when the total is more than the portal can store.
    pub fn required_steps<'a>(
        &self,
        bills: impl IntoIterator<Item = (Money, Option<&'a str>)>,
    ) -> Result<Vec<RequiredStep>, Problem> {
        let mut figures: HashMap<Option<&str>, (Money, Money)> = HashMap::new();
        for (amount, group) in bills {
            for scope in [None].into_iter().chain(group.map(Some)) {
                let (total, largest) = figures.entry(scope).or_insert((Money::ZERO, Money::ZERO));
                *total = total.plus(amount)?;
                *largest = amount.max(*largest);
            }
        }
        let mut scopes: Vec<Option<&str>> = Vec::new();
        for layer in &self.layers {
            if !scopes.contains(&layer.group_id.as_deref()) {
                scopes.push(layer.group_id.as_deref());
            }
        }
        let mut required: Vec<RequiredStep> = Vec::new();
        for scope in scopes {
            let Some((total, largest)) = figures.get(&scope) else { continue };
            let applies =
                |layer: &&ApprovalLayer| layer.group_id.as_deref() == scope && layer.applies(*total, *largest);
            let Some(layer) = self.layers.iter().rfind(applies) else { continue };
            for step in &layer.steps {
                let step = RequiredStep { mode: step.mode, user_ids: self.approvers_of(step) };
                if !required.contains(&step) {
                    required.push(step);
                }
            }
        }
        Ok(required)
    }

    /// Checks a policy before it is stored. `users` are the users who can be approvers, `account_groups` the groups of
    /// the bulk account's electricity accounts.
    /// Fails with the code for the first rule that the policy breaks, at its field, such as `policy.layers.1.steps.0`.
    pub fn check(&self, users: &[String], account_groups: &[String]) -> Result<(), Problem> {
        self.check_groups(users)?;
        if self.layers.len() > MAX_LAYERS {
            return Err(too_large("policy.layers", MAX_LAYERS));
        }
        let mut lowest: HashMap<Option<&str>, Money> = HashMap::new();
        for (place, layer) in self.layers.iter().enumerate() {
            let field = format!("policy.layers.{place}");
            if layer.group_id.as_ref().is_some_and(|group| !account_groups.contains(group)) {
                return Err(Problem::at(&format!("{field}.groupId"), Code::GroupNotFound));
            }
            if layer.from < Money::ZERO {
                return Err(Problem::at(&format!("{field}.from"), Code::LayerAmountInvalid));
            }
            if layer.largest_bill_from.is_some_and(|amount| !amount.is_positive()) {
                return Err(Problem::at(&format!("{field}.largestBillFrom"), Code::LayerAmountInvalid));
            }
            let before = lowest.insert(layer.group_id.as_deref(), layer.from);
            if before.is_some_and(|before| before >= layer.from) {
                return Err(Problem::at(&format!("{field}.from"), Code::LayersNotAscending));
            }
            self.check_steps(&field, layer, users)?;
        }
        Ok(())
    }

    fn check_groups(&self, users: &[String]) -> Result<(), Problem> {
        if self.approver_groups.len() > MAX_APPROVER_GROUPS {
            return Err(too_large("policy.approverGroups", MAX_APPROVER_GROUPS));
        }
        let mut names = HashSet::new();
        for (place, group) in self.approver_groups.iter().enumerate() {
            let field = format!("policy.approverGroups.{place}");
            let name = group.name.trim();
            let is_valid = (1..=MAX_GROUP_NAME_LENGTH).contains(&name.chars().count()) && name == group.name;
            if !is_valid || name.chars().any(char::is_control) || !names.insert(name) {
                let problem = Problem::new(Code::ApproverGroupNameInvalid).with("limit", MAX_GROUP_NAME_LENGTH);
                return Err(Problem::at(&format!("{field}.name"), problem));
            }
            if group.user_ids.is_empty() {
                return Err(Problem::at(&format!("{field}.userIds"), Code::ApproversRequired));
            }
            check_users(&format!("{field}.userIds"), &group.user_ids, users)?;
        }
        Ok(())
    }

    fn check_steps(&self, field: &str, layer: &ApprovalLayer, users: &[String]) -> Result<(), Problem> {
        if layer.steps.is_empty() {
            return Err(Problem::at(&format!("{field}.steps"), Code::StepsRequired));
        }
        if layer.steps.len() > MAX_STEPS {
            return Err(too_large(&format!("{field}.steps"), MAX_STEPS));
        }
        let mut required = Vec::new();
        for (place, step) in layer.steps.iter().enumerate() {
            let field = format!("{field}.steps.{place}");
            let is_known = |name: &String| self.approver_groups.iter().any(|group| group.name == *name);
            if step.groups.len() > MAX_APPROVER_GROUPS {
                return Err(too_large(&format!("{field}.groups"), MAX_APPROVER_GROUPS));
            }
            if !step.groups.iter().all(is_known) {
                return Err(Problem::at(&format!("{field}.groups"), Code::ApproverGroupUnknown));
            }
            check_users(&format!("{field}.userIds"), &step.user_ids, users)?;
            let user_ids = self.approvers_of(step);
            if user_ids.is_empty() {
                return Err(Problem::at(&field, Code::ApproversRequired));
            }
            required.push(RequiredStep { mode: step.mode, user_ids });
        }
        match find_blocked_step(&required, None, users) {
            Some(place) => Err(Problem::at(&format!("{field}.steps.{place}"), Code::StepsNeedDifferentPeople)),
            None => Ok(()),
        }
    }
}

impl ApprovalLayer {
    fn applies(&self, total: Money, largest: Money) -> bool {
        total >= self.from || self.largest_bill_from.is_some_and(|amount| largest >= amount)
    }
}

fn too_large(field: &str, limit: usize) -> Problem {
    Problem::at(field, Problem::new(Code::TooLarge).with("limit", limit))
}

fn check_users(field: &str, user_ids: &[String], users: &[String]) -> Result<(), Problem> {
    if user_ids.len() > MAX_APPROVERS {
        return Err(too_large(field, MAX_APPROVERS));
    }
    if user_ids.iter().all(|user| users.contains(user)) {
        Ok(())
    } else {
        Err(Problem::at(field, Code::ApproverUnknown))
    }
}

/// Returns the first step that cannot be approved, because no user acts in two steps, and the proposer in none; none if
/// every step can be approved. `active` are the users who can be approvers now.
#[must_use]
pub fn find_blocked_step(steps: &[RequiredStep], proposer: Option<&str>, active: &[String]) -> Option<usize> {
    let may_act = |user: &str| Some(user) != proposer && active.iter().any(|one| one == user);
    let mut taken: HashMap<&str, usize> = HashMap::new();
    for (place, step) in steps.iter().enumerate().filter(|(_, step)| step.mode == ApproverMode::All) {
        for user in &step.user_ids {
            if !may_act(user) || taken.insert(user, place).is_some() {
                return Some(place);
            }
        }
    }
    let eligible: Vec<Vec<&str>> = steps
        .iter()
        .map(|step| {
            let users = step.user_ids.iter().map(String::as_str);
            users.filter(|user| may_act(user) && !taken.contains_key(user)).collect()
        })
        .collect();
    let mut chosen = HashMap::new();
    let mut any = (0..steps.len()).filter(|&place| steps.get(place).is_some_and(|step| step.mode == ApproverMode::Any));
    any.find(|&place| !choose_approver(place, &eligible, &mut chosen, &mut HashSet::new()))
}

/// Chooses an approver for a step. An approver of another step is chosen if that step can have another one.
fn choose_approver<'a>(
    place: usize,
    eligible: &[Vec<&'a str>],
    chosen: &mut HashMap<&'a str, usize>,
    tried: &mut HashSet<&'a str>,
) -> bool {
    for &user in eligible.get(place).into_iter().flatten() {
        if !tried.insert(user) {
            continue;
        }
        let is_free = match chosen.get(user).copied() {
            None => true,
            Some(holder) => choose_approver(holder, eligible, chosen, tried),
        };
        if is_free {
            chosen.insert(user, place);
            return true;
        }
    }
    false
}
