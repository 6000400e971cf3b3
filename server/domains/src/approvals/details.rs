//! A proposal in full.

use gridbill_core::approvals::{
    Names, ProposalDetails, ProposalRequest, ProposalState, ProposalStep, StepApprover, check_withdrawer, find_changes,
};
use gridbill_core::permission::{Action, Area, Role, Scope};
use gridbill_core::recorded_name::display_name;
use gridbill_core::{Code, Day};

use super::create::count;
use super::rights::Rights;
use super::{allows, is_own, sql, user_names};
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::payments::approval::acts;

const RELEASES: Scope = Scope { area: Area::Payment, action: Action::Add };
const APPROVES: Scope = Scope { area: Area::Payment, action: Action::Update };

pub async fn details(app: App, who: Customer, request: ProposalRequest) -> Answer<ProposalDetails> {
    let (bulk_id, caller, now) = (&who.bulk_id, &who.person, app.now());
    let proposal_id = &request.proposal_id;
    let proposal = sql::find(&app.pool, bulk_id, proposal_id).await?.ok_or(Code::ProposalNotFound)?;
    let mut db = app.pool.acquire().await?;
    let rights = Rights::of(&mut db, &proposal, Day::at(now)).await?;
    let situation = rights.situation(&proposal.steps);
    let pairs = user_names(&rights.users);
    let names = Names { users: &pairs, account_groups: &[], language: caller.language };
    let is_open = proposal.state.is_open() && now < proposal.lapses_at;
    let right = match proposal.state {
        ProposalState::Proposed if is_open && allows(caller, APPROVES) => {
            Some(situation.right_of(&caller.person_id.to_string()).map(ToOwned::to_owned))
        }
        ProposalState::Proposed if is_open => Some(Err(Code::NotAnApprover)),
        _ => None,
    };
    let step = |(place, step): (usize, &gridbill_core::approvals::RequiredStep)| ProposalStep {
        step: count(place + 1),
        mode: step.mode,
        sentence: names.step(step),
        is_done: situation.is_done(place),
        approvers: step
            .user_ids
            .iter()
            .map(|user_id| StepApprover {
                name: names.user(user_id),
                can_approve: situation.active.contains(user_id),
                has_approved: rights
                    .approvals
                    .iter()
                    .any(|approval| approval.step == place && approval.in_place_of == *user_id),
                user_id: user_id.clone(),
            })
            .collect(),
    };
    let steps = proposal.steps.iter().enumerate().map(step).collect();
    let acts = acts(&mut *db, bulk_id, proposal_id).await?;
    let bills = sql::listed_bills(&mut *db, bulk_id, proposal_id).await?;
    let changes = match &proposal.changes {
        Some(changes) => changes.clone(),
        None if is_open => {
            let frozen = sql::frozen_bills(&mut *db, proposal_id).await?;
            find_changes(&frozen, &sql::current_bills(&mut *db, bulk_id, proposal_id).await?)
        }
        None => Vec::new(),
    };
    let doubts = sql::doubts(&mut *db, bulk_id, proposal_id).await?;
    let in_place_of = match &right {
        Some(Ok(right_of)) if *right_of != caller.person_id.to_string() => Some(names.user(right_of)),
        _ => None,
    };
    let is_own = is_own(caller, proposal.proposer_id, proposal.integration.as_deref());
    let may_withdraw =
        || check_withdrawer(&situation, &caller.person_id.to_string(), caller.role == Some(Role::Master));
    Ok(ProposalDetails {
        proposal_id: proposal.proposal_id.clone(),
        state: proposal.state,
        step: proposal.step,
        total_amount: proposal.amount,
        total_bills: proposal.bills,
        earliest_due: proposal.earliest_due,
        proposed_by: display_name(proposal.proposed_by, caller.language),
        proposed_at: proposal.proposed_at,
        release_on: proposal.release_on,
        lapses_at: proposal.lapses_at,
        ended_at: proposal.ended_at,
        note: proposal.note.clone(),
        end_reason: proposal.end_reason.clone(),
        transaction_no: proposal.transaction_no.clone(),
        policy_version: proposal.policy_version,
        hash: hex::encode(&proposal.hash),
        sentence: names.payment(proposal.amount, &proposal.steps),
        steps,
        acts,
        bills,
        changes,
        open_findings: doubts.open_findings,
        at_stake: doubts.at_stake,
        held_bills: doubts.held_bills,
        is_own,
        can_decide: matches!(right, Some(Ok(_))),
        in_place_of,
        refusal: right.and_then(Result::err),
        can_release: is_open && proposal.state == ProposalState::Approved && allows(caller, RELEASES),
        can_withdraw: is_open
            && if caller.integration.is_some() { is_own } else { allows(caller, RELEASES) && may_withdraw().is_ok() },
    })
}
