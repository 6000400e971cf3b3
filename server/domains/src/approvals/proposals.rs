//! Approving, refusing and withdrawing a proposal (docs/domain/approvals.md#acts).

use gridbill_core::approvals::{
    ApprovalFact, ApproveProposalRequest, MAX_NAMED_CHANGES, ProposalChange, ProposalChanged, ProposalEvent,
    ProposalState, RefuseProposalRequest, WithdrawProposalRequest, check_refusal_reason, check_remark,
    check_withdrawer, find_changes, next_state,
};
use gridbill_core::number::ProposalId;
use gridbill_core::permission::Role;
use gridbill_core::{Code, Day, Instant, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::create::count;
use super::is_own;
use super::rights::Rights;
use super::sql::{self, NewAct, Proposal, ProposalEnd};
use crate::app::{App, Context};
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};

/// Approves in the current step. Two approvers at the same time wait for each other; the second one's step has moved on,
/// or needs the second approval as well.
pub async fn approve(app: App, who: Customer, request: ApproveProposalRequest) -> Answer<ProposalChanged> {
    let remark = check_remark("remark", request.remark.as_deref())?;
    let (caller, now) = (&who.person, app.now());
    let mut tx = app.begin().await?;
    let proposal = locked(&mut tx, &who, &request.proposal_id, now).await?;
    let (mut rights, right_of) = right(&mut tx, &who, &proposal, request.step, now).await?;
    let frozen = sql::frozen_bills(&mut *tx, &proposal.proposal_id).await?;
    let current = sql::current_bills(&mut *tx, &proposal.bulk_id, &proposal.proposal_id).await?;
    let changes = find_changes(&frozen, &current);
    if !changes.is_empty() {
        void(&app.context(), &mut tx, &proposal, Actor::Person(caller), &changes).await?;
        tx.commit().await?;
        return Ok(changed(&proposal, ProposalState::Void, proposal.step, changes));
    }
    let new = NewAct { is_approval: true, person_id: caller.person_id, right_of, remark: remark.as_deref(), now };
    sql::add_act(&mut tx, &proposal, &new).await?;
    rights.approvals = sql::approvals(&mut *tx, &proposal.proposal_id).await?;
    let next = rights.situation(&proposal.steps).current_step();
    let event = if next.is_some() { ProposalEvent::Approve } else { ProposalEvent::ApproveLast };
    let state = after(&proposal, event)?;
    let step = next.map_or(count(proposal.steps.len()), |next| count(next + 1));
    sql::move_on(&mut tx, &proposal, state, step, now).await?;
    let is_last = next.is_none();
    let fact = ApprovalFact::ProposalApproved {
        total: proposal.amount,
        step: proposal.step,
        steps: count(proposal.steps.len()),
        in_place_of: name_of(&rights, right_of, caller.person_id),
        remark,
        is_last,
    };
    // The approvers of the next step, or those who can release it.
    let awaited = if is_last { rights.releasers() } else { rights.awaited(&proposal.steps) };
    let entry = entry(&proposal, Actor::Person(caller), fact).concerning(proposal.proposer_id);
    facts::record(&app.context(), &mut tx, entry.to_only(&awaited)).await?;
    tx.commit().await?;
    Ok(changed(&proposal, state, step, Vec::new()))
}

/// Refuses in the current step, which ends the proposal.
pub async fn refuse(app: App, who: Customer, request: RefuseProposalRequest) -> Answer<ProposalChanged> {
    let reason = check_refusal_reason(&request.reason)?;
    let (caller, now) = (&who.person, app.now());
    let mut tx = app.begin().await?;
    let proposal = locked(&mut tx, &who, &request.proposal_id, now).await?;
    let (rights, right_of) = right(&mut tx, &who, &proposal, request.step, now).await?;
    let state = after(&proposal, ProposalEvent::Refuse)?;
    let new = NewAct { is_approval: false, person_id: caller.person_id, right_of, remark: Some(&reason), now };
    sql::add_act(&mut tx, &proposal, &new).await?;
    let end = ProposalEnd { reason: Some(&reason), ..ProposalEnd::default() };
    sql::end(&mut tx, &proposal.proposal_id, state, &end, now).await?;
    let fact = ApprovalFact::ProposalRefused {
        total: proposal.amount,
        step: proposal.step,
        in_place_of: name_of(&rights, right_of, caller.person_id),
        reason,
    };
    let entry = entry(&proposal, Actor::Person(caller), fact).concerning(proposal.proposer_id);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(changed(&proposal, state, proposal.step, Vec::new()))
}

/// Withdraws a proposal: one's own, or as the Master or one of its approvers with a reason that the proposer sees.
pub async fn withdraw(app: App, who: Customer, request: WithdrawProposalRequest) -> Answer<ProposalChanged> {
    let reason = check_remark("reason", request.reason.as_deref())?;
    let now = app.now();
    let mut tx = app.begin().await?;
    let proposal = locked(&mut tx, &who, &request.proposal_id, now).await?;
    let is_own = is_own(&who.person, proposal.proposer_id, proposal.integration.as_deref());
    if !is_own {
        // A token that may propose does not decide about the proposals of others.
        if who.person.integration.is_some() {
            return Err(Code::NotTheProposer.into());
        }
        let rights = Rights::of(&mut tx, &proposal, Day::at(now)).await?;
        let (person_id, is_master) = (who.person.person_id.to_string(), who.person.role == Some(Role::Master));
        check_withdrawer(&rights.situation(&proposal.steps), &person_id, is_master)?;
        if reason.is_none() {
            return Err(Problem::at("reason", Code::RemarkRequired).into());
        }
    }
    let state = after(&proposal, ProposalEvent::Withdraw)?;
    let end = ProposalEnd { reason: reason.as_deref(), ..ProposalEnd::default() };
    sql::end(&mut tx, &proposal.proposal_id, state, &end, now).await?;
    let proposed_by = (!is_own).then(|| proposal.proposed_by.clone());
    let fact = ApprovalFact::ProposalWithdrawn { total: proposal.amount, reason, proposed_by };
    let entry = entry(&proposal, Actor::Person(&who.person), fact);
    let entry = if is_own { entry } else { entry.concerning(proposal.proposer_id) };
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(changed(&proposal, state, proposal.step, Vec::new()))
}

/// Locks an open proposal. Refuses a person whose rights have changed since, and a proposal whose time is over.
/// Fails with [`Code::ProposalNotFound`], [`Code::ProposalEnded`], [`Code::SignedOut`].
pub async fn locked(db: &mut PgConnection, who: &Customer, proposal_id: &ProposalId, now: Instant) -> Answer<Proposal> {
    let proposal = sql::lock(&mut *db, &who.bulk_id, proposal_id).await?.ok_or(Code::ProposalNotFound)?;
    guard::check_unchanged(db, &who.person).await?;
    if !proposal.state.is_open() || now >= proposal.lapses_at {
        return Err(Code::ProposalEnded.into());
    }
    Ok(proposal)
}

/// Returns whose right the caller uses in the step that they saw.
async fn right(
    db: &mut PgConnection,
    who: &Customer,
    proposal: &Proposal,
    step: i32,
    now: Instant,
) -> Answer<(Rights, Uuid)> {
    if proposal.state != ProposalState::Proposed || step != proposal.step {
        return Err(Code::ProposalMoved.into());
    }
    let rights = Rights::of(db, proposal, Day::at(now)).await?;
    let caller = who.person.person_id.to_string();
    let right_of = rights.situation(&proposal.steps).right_of(&caller)?.to_owned();
    let right_of = Uuid::try_parse(&right_of).map_err(anyhow::Error::from)?;
    Ok((rights, right_of))
}

/// Returns the name of the approver in whose place a user acted; none if the user acted for themselves.
fn name_of(rights: &Rights, right_of: Uuid, caller: Uuid) -> Option<String> {
    let user = rights.users.iter().find(|user| user.person_id == right_of && right_of != caller);
    user.map(|user| user.name.clone())
}

/// Ends a proposal whose bills changed or were paid. Tells its proposer, or all who may pay if the proposer no longer may.
pub async fn void(
    context: &Context,
    db: &mut PgConnection,
    proposal: &Proposal,
    actor: Actor<'_>,
    changes: &[ProposalChange],
) -> Answer<()> {
    let state = after(proposal, ProposalEvent::BillChanged)?;
    let end = ProposalEnd { changes: Some(changes), ..ProposalEnd::default() };
    sql::end(&mut *db, &proposal.proposal_id, state, &end, context.now()).await?;
    let fact = ApprovalFact::ProposalVoided {
        total: proposal.amount,
        changed: count(changes.len()),
        changes: changes.iter().take(MAX_NAMED_CHANGES).cloned().collect(),
    };
    let told = Rights::of(&mut *db, proposal, Day::at(context.now())).await?.successors();
    facts::record(context, db, entry(proposal, actor, fact).concerning(proposal.proposer_id).to_only(&told)).await
}

/// Returns the state after an event. Fails with [`Code::ProposalMoved`] if the event cannot happen now.
pub fn after(proposal: &Proposal, event: ProposalEvent) -> Result<ProposalState, Error> {
    next_state(proposal.state, event).ok_or_else(|| Code::ProposalMoved.into())
}

/// Returns a fact about a proposal, in its bulk account.
pub fn entry<'a>(proposal: &'a Proposal, actor: Actor<'a>, fact: ApprovalFact) -> Entry<'a> {
    let subject = Subject::Proposal(&proposal.proposal_id);
    Entry::of(subject, actor, fact, proposal.proposal_id.as_str()).in_account(Some(&proposal.bulk_id))
}

fn changed(proposal: &Proposal, state: ProposalState, step: i32, changes: Vec<ProposalChange>) -> ProposalChanged {
    ProposalChanged { proposal_id: proposal.proposal_id.clone(), state, step, changes }
}
