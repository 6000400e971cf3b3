//! Approval inside a company (docs/domain/approvals.md). Core decides which payments need approval, and who may act.

use gridbill_core::approvals::{
    self as core, ApprovalFact, BulkApprovalsRequest, CompanyApprovals, DecideApprovalPolicyRequest,
    DelegateApprovalRequest, DelegationSet, Names, PendingPolicy, PolicyDecided, PolicySet, PolicyUser,
    SetApprovalPolicyRequest, check_delegation_days, check_policy_decider,
};
use gridbill_core::permission::{Action, Area, Scope};
use gridbill_core::{Code, Day, Language, Problem};
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::auth::{again, guard};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

pub mod create;
mod details;
pub mod follow;
mod list;
pub mod packed;
mod proposals;
mod release;
mod rights;
mod sql;

use sql::policy::{self as policies, NewPolicy, StoredPolicy, User};

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetApprovalPolicy, policy)
        .json(core::SetApprovalPolicy, set_policy)
        .json(core::DecideApprovalPolicy, decide_policy)
        .json(core::DelegateApproval, delegate)
        .json(core::PreviewApproval, create::preview)
        .once(core::CreateProposal, create::prepare, create::create)
        .list(core::GetProposals, list::proposals)
        .json(core::GetProposal, details::details)
        .json(core::ApproveProposal, proposals::approve)
        .json(core::RefuseProposal, proposals::refuse)
        .json(core::WithdrawProposal, proposals::withdraw)
        .once(core::ReleaseProposal, release::prepare, release::release)
}

/// The scope that changes a policy: the Master's.
const CHANGES_POLICY: Scope = Scope { area: Area::ManageUser, action: Action::Update };

/// Whether a user holds a permission as a customer. An integration decides about nothing.
fn allows(person: &Person, scope: Scope) -> bool {
    !person.is_staff
        && person.integration.is_none()
        && person.role.is_some_and(|role| role.allows(person.permissions, scope))
}

/// Whether the caller made a proposal: a user by themselves or by a token, an integration by its own token. The name of a
/// working token is unique in its company.
fn is_own(caller: &Person, proposer_id: Uuid, integration: Option<&str>) -> bool {
    match &caller.integration {
        Some(own) => integration == Some(&own.recorded),
        None => proposer_id == caller.person_id,
    }
}

/// Returns names for sentences: users and account groups by id.
fn pairs<T>(items: &[T], pair: impl Fn(&T) -> (String, String)) -> Vec<(String, String)> {
    items.iter().map(pair).collect()
}

fn user_names(users: &[User]) -> Vec<(String, String)> {
    pairs(users, |user| (user.person_id.to_string(), user.name.clone()))
}

/// Returns the ids of the users who can be approvers.
fn approver_ids(users: &[User]) -> Vec<String> {
    users.iter().filter(|user| user.can_approve).map(|user| user.person_id.to_string()).collect()
}

async fn policy(app: App, who: Customer, _: BulkApprovalsRequest) -> Answer<CompanyApprovals> {
    let (bulk_id, caller) = (&who.bulk_id, &who.person);
    let users = policies::users(&app.pool, bulk_id).await?;
    let account_groups = policies::account_groups(&app.pool, bulk_id).await?;
    let delegations = policies::delegations(&app.pool, bulk_id, caller.person_id, Day::at(app.now())).await?;
    let (pending, in_force): (Vec<_>, Vec<_>) =
        policies::policies(&app.pool, bulk_id).await?.into_iter().partition(|stored| stored.is_pending);
    let in_force = in_force.into_iter().next();
    let (names, groups) =
        (user_names(&users), pairs(&account_groups, |group| (group.group_id.clone(), group.group_name.clone())));
    let names = Names { users: &names, account_groups: &groups, language: caller.language };
    let of_caller =
        caller.integration.is_none() && users.iter().any(|user| user.person_id == caller.person_id && user.can_approve);
    let policy = in_force.as_ref().map(|stored| stored.policy.clone()).unwrap_or_default();
    let pending = pending.into_iter().next().map(|stored| {
        let caller_id = caller.person_id.to_string();
        let decider = check_policy_decider(&policy, &stored.proposer_id.to_string(), &caller_id);
        PendingPolicy {
            version: stored.version,
            sentences: names.policy(&stored.policy),
            policy: stored.policy,
            proposed_by: stored.proposed_by,
            proposed_at: stored.proposed_at,
            is_own: is_own(caller, stored.proposer_id, None),
            can_decide: of_caller && decider.is_ok(),
        }
    });
    Ok(CompanyApprovals {
        is_on: policy.is_on(),
        sentences: names.policy(&policy),
        policy,
        version: in_force.as_ref().map_or(0, |stored| stored.version),
        since: in_force.as_ref().and_then(|stored| stored.decided_at),
        confirmed_by: in_force.as_ref().and_then(|stored| stored.decided_by.clone()),
        set_by: in_force.map(|stored| stored.proposed_by),
        pending,
        users: users
            .into_iter()
            .map(|user| PolicyUser {
                is_caller: user.person_id == caller.person_id,
                user_id: user.person_id.to_string(),
                name: user.name,
                can_approve: user.can_approve,
            })
            .collect(),
        account_groups,
        delegations,
        can_change: allows(caller, CHANGES_POLICY),
        can_delegate: of_caller,
    })
}

/// Sets a policy: at once if none is in force, otherwise once an approver under the policy in force confirms it.
async fn set_policy(app: App, who: Customer, request: SetApprovalPolicyRequest) -> Answer<PolicySet> {
    let (bulk_id, caller) = (&who.bulk_id, &who.person);
    let mut tx = app.begin().await?;
    policies::lock_account(&mut tx, bulk_id).await?;
    policies::lock_person(&mut tx, caller.person_id).await?;
    guard::check_unchanged(&mut tx, caller).await?;
    let users = policies::users(&mut *tx, bulk_id).await?;
    let account_groups = policies::account_groups(&mut *tx, bulk_id).await?;
    let stored = policies::policies(&mut *tx, bulk_id).await?;
    if stored.iter().any(|stored| stored.is_pending) {
        return Err(Code::PolicyPending.into());
    }
    let in_force = stored.into_iter().next();
    if in_force.as_ref().map_or(0, |stored| stored.version) != request.version {
        return Err(Code::PolicyChanged.into());
    }
    let group_ids: Vec<String> = account_groups.into_iter().map(|group| group.group_id).collect();
    let approvers = approver_ids(&users);
    request.policy.check(&approvers, &group_ids)?;
    let current = in_force.map(|stored| stored.policy).unwrap_or_default();
    if current == request.policy {
        return Err(Code::PolicyUnchanged.into());
    }
    let awaits_second_approver = current.is_on();
    let deciders = deciders(&current, caller.person_id, &users);
    if awaits_second_approver && deciders.is_empty() {
        return Err(Code::PolicyBlocked.into());
    }
    again::require_recent_proof(&app.auth, &mut tx, caller).await?;
    if !awaits_second_approver {
        policies::replace_policy(&mut tx, bulk_id).await?;
    }
    let new = NewPolicy {
        bulk_id,
        policy: &request.policy,
        is_in_force: !awaits_second_approver,
        proposed_by: caller.person_id,
        now: app.now(),
    };
    let version = policies::add_policy(&mut tx, &new).await?;
    let policy = Box::new(request.policy);
    let fact = if awaits_second_approver {
        ApprovalFact::PolicyProposed { version, policy }
    } else {
        ApprovalFact::PolicySet { version, policy, proposed_by: None }
    };
    let entry = Entry::by(caller, Subject::BulkAccount(bulk_id), fact, bulk_id.as_str());
    let entry = if awaits_second_approver { entry.to_only(&deciders) } else { entry };
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(PolicySet { version, awaits_second_approver })
}

/// Returns the users who may confirm a new policy of that proposer.
fn deciders(in_force: &core::ApprovalPolicy, proposer: Uuid, users: &[User]) -> Vec<Uuid> {
    let may_decide = |user: &&User| {
        let (proposer, user_id) = (proposer.to_string(), user.person_id.to_string());
        user.can_approve && check_policy_decider(in_force, &proposer, &user_id).is_ok()
    };
    users.iter().filter(may_decide).map(|user| user.person_id).collect()
}

/// Confirms, refuses or withdraws the pending policy.
async fn decide_policy(app: App, who: Customer, request: DecideApprovalPolicyRequest) -> Answer<PolicyDecided> {
    let (bulk_id, caller) = (&who.bulk_id, &who.person);
    let mut tx = app.begin().await?;
    policies::lock_account(&mut tx, bulk_id).await?;
    policies::lock_person(&mut tx, caller.person_id).await?;
    guard::check_unchanged(&mut tx, caller).await?;
    let (pending, in_force): (Vec<StoredPolicy>, Vec<StoredPolicy>) =
        policies::policies(&mut *tx, bulk_id).await?.into_iter().partition(|stored| stored.is_pending);
    let pending = pending.into_iter().next().filter(|pending| pending.version == request.version);
    let (Some(pending), Some(in_force)) = (pending, in_force.into_iter().next()) else {
        return Err(Code::PolicyChanged.into());
    };
    let is_withdrawn = pending.proposer_id == caller.person_id && !request.is_confirmed;
    if !is_withdrawn {
        check_policy_decider(&in_force.policy, &pending.proposer_id.to_string(), &caller.person_id.to_string())?;
    }
    if request.is_confirmed {
        // Users and groups may have changed since it was proposed.
        let users = approver_ids(&policies::users(&mut *tx, bulk_id).await?);
        let groups = policies::account_groups(&mut *tx, bulk_id).await?;
        let group_ids: Vec<String> = groups.into_iter().map(|group| group.group_id).collect();
        pending.policy.check(&users, &group_ids).map_err(|_| Code::PolicyOutdated)?;
        again::require_recent_proof(&app.auth, &mut tx, caller).await?;
        policies::replace_policy(&mut tx, bulk_id).await?;
    }
    policies::decide_policy(&mut tx, bulk_id, request.is_confirmed, caller.person_id, app.now()).await?;
    let version = pending.version;
    let decided = if request.is_confirmed {
        PolicyDecided { version, is_on: pending.policy.is_on() }
    } else {
        PolicyDecided { version: in_force.version, is_on: in_force.policy.is_on() }
    };
    let fact = if request.is_confirmed {
        let policy = Box::new(pending.policy);
        ApprovalFact::PolicySet { version, policy, proposed_by: Some(pending.proposed_by) }
    } else {
        ApprovalFact::PolicyTurnedDown { version, is_withdrawn }
    };
    let entry = Entry::by(caller, Subject::BulkAccount(bulk_id), fact, bulk_id.as_str());
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(decided)
}

/// Sets or ends the caller's delegation.
async fn delegate(app: App, who: Customer, request: DelegateApprovalRequest) -> Answer<DelegationSet> {
    let (bulk_id, caller, now) = (&who.bulk_id, &who.person, app.now());
    let today = Day::at(now);
    let mut tx = app.begin().await?;
    policies::lock_account(&mut tx, bulk_id).await?;
    guard::check_unchanged(&mut tx, caller).await?;
    let (fact, to) = match request.to_user_id {
        None => match policies::delete_delegation(&mut tx, bulk_id, caller.person_id).await? {
            Some(to_name) => (ApprovalFact::DelegationEnded { to_name }, None),
            // Nothing to end.
            None => return Ok(DelegationSet { delegation: None }),
        },
        Some(to_user_id) => {
            let (from, until) = check_delegation_days(request.from, request.until, today)?;
            let users = policies::users(&mut *tx, bulk_id).await?;
            let is_delegate = |user: &User| {
                user.can_approve && user.person_id != caller.person_id && user.person_id.to_string() == to_user_id
            };
            let to =
                users.into_iter().find(is_delegate).ok_or_else(|| Problem::at("toUserId", Code::DelegateInvalid))?;
            // A stolen session could otherwise pass its user's right on.
            again::require_recent_proof(&app.auth, &mut tx, caller).await?;
            let people = (caller.person_id, to.person_id);
            policies::set_delegation(&mut tx, bulk_id, people, (from, until), now).await?;
            (ApprovalFact::ApprovalDelegated { to_user_id, to_name: to.name, from, until }, Some(to.person_id))
        }
    };
    let entry = Entry::by(caller, Subject::BulkAccount(bulk_id), fact, bulk_id.as_str());
    let entry = match to {
        Some(to) => entry.concerning(to),
        None => entry,
    };
    facts::record(&app.context(), &mut tx, entry).await?;
    let delegations = policies::delegations(&mut *tx, bulk_id, caller.person_id, today).await?;
    tx.commit().await?;
    Ok(DelegationSet { delegation: delegations.into_iter().find(|delegation| delegation.is_own) })
}

/// Returns the sentence about the steps of a payment.
fn sentence(users: &[User], language: Language, amount: gridbill_core::Money, steps: &[core::RequiredStep]) -> String {
    let names = user_names(users);
    Names { users: &names, account_groups: &[], language }.payment(amount, steps)
}
