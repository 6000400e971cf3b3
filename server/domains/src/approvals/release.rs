//! Releasing an approved proposal: `MakePayment` under its locks, for bills that are as they were proposed
//! (docs/domain/approvals.md#release).

use gridbill_core::approvals::{
    ApprovalFact, CurrentBill, ProposalEvent, ProposalState, ReleaseProposal, ReleaseProposalRequest, ReleasedProposal,
    find_changes,
};
use gridbill_core::payments::{MakePaymentRequest, PlanLimits};
use gridbill_core::{Code, Money, Problem};
use uuid::Uuid;

use super::create::hash;
use super::proposals::{after, entry, locked, void};
use super::sql::{self, Proposal, ProposalEnd};
use crate::auth::{again, factors};
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::Answer;
use crate::facts::{self, Actor};
use crate::payments::make::{EarlierHolds, pay_approved, prepare_method};
use crate::payments::{ChosenBank, LockedBill, lock_bills};

/// Checks the state and the method, that the user has a second factor, and that the session belongs to them. The
/// transaction checks the state again.
pub async fn prepare(Prepare { app, who, request }: Prepare<ReleaseProposal>) -> Answer<ChosenBank> {
    let proposal = sql::find(&app.pool, &who.bulk_id, &request.proposal_id).await?.ok_or(Code::ProposalNotFound)?;
    check_approved(&proposal)?;
    let limits = PlanLimits::of(request.payment_method, app.config.utility.max_references);
    if let Some(limit) = limits.exceeded_by(proposal.amount) {
        let problem = Problem::new(Code::ProposalAboveMethod).with("limit", limit.shown());
        return Err(Problem::at("totalAmount", problem).into());
    }
    let bank = prepare_method(&app, &who, &payment(&who.bulk_id, &request, proposal.amount)).await?;
    let mut db = app.pool.acquire().await?;
    if !factors::has_factor(&mut *db, who.person.person_id).await? {
        return Err(Code::ReleaseNeedsFactor.into());
    }
    again::require_recent_proof(&app.auth, &mut db, &who.person).await?;
    Ok(bank)
}

/// Pays the bills, or makes the proposal void if one of them changed. Locks the proposal, then the bills.
pub async fn release(
    Act { context, who, request, prepared: bank, mut tx }: Act<ReleaseProposal, ChosenBank>,
) -> Answer<(Tx, ReleasedProposal)> {
    let now = context.now();
    let proposal = locked(&mut tx, &who, &request.proposal_id, now).await?;
    check_approved(&proposal)?;
    let frozen = sql::frozen_bills(&mut *tx, &proposal.proposal_id).await?;
    if hash(&frozen, proposal.amount).as_slice() != proposal.hash {
        return Err(anyhow::anyhow!("the bills of proposal {} do not have its hash", proposal.proposal_id).into());
    }
    let mut paid = payment(&who.bulk_id, &request, proposal.amount);
    paid.invoice_nos = frozen.iter().map(|bill| bill.invoice_no.clone()).collect();
    let holds = sql::chosen_holds(&mut *tx, &proposal.proposal_id).await?;
    let earlier = EarlierHolds { holds: &holds, chosen_by: &proposal.proposed_by };
    let bills = lock_bills(&mut tx, &who.bulk_id, &paid.invoice_nos).await?;
    let changes = find_changes(&frozen, &bills.iter().map(current).collect::<Vec<_>>());
    let actor = Actor::Person(&who.person);
    if !changes.is_empty() {
        void(&context, &mut tx, &proposal, actor, &changes).await?;
        let proposal_id = request.proposal_id;
        return Ok((tx, ReleasedProposal { proposal_id, state: ProposalState::Void, payment: None, changes }));
    }
    let (mut tx, made) = pay_approved(&context, &who, tx, &paid, (bills, bank), earlier).await?;
    let state = after(&proposal, ProposalEvent::Release)?;
    let payment_id = Uuid::try_parse(&made.e_bulk_payment_id).map_err(anyhow::Error::from)?;
    let end = ProposalEnd { payment_id: Some(payment_id), ..ProposalEnd::default() };
    sql::end(&mut tx, &proposal.proposal_id, state, &end, now).await?;
    let fact = ApprovalFact::ProposalReleased {
        total: proposal.amount,
        hash: hex::encode(&proposal.hash),
        transaction_no: made.transaction_no.clone(),
    };
    facts::record(&context, &mut tx, entry(&proposal, actor, fact).concerning(proposal.proposer_id)).await?;
    let proposal_id = request.proposal_id;
    Ok((tx, ReleasedProposal { proposal_id, state, payment: Some(made), changes: Vec::new() }))
}

/// Refuses a proposal that is not approved, or has ended.
fn check_approved(proposal: &Proposal) -> Result<(), Code> {
    match proposal.state {
        ProposalState::Approved => Ok(()),
        ProposalState::Proposed => Err(Code::ProposalNotApproved),
        ProposalState::Released
        | ProposalState::Refused
        | ProposalState::Void
        | ProposalState::Lapsed
        | ProposalState::Withdrawn => Err(Code::ProposalEnded),
    }
}

/// Returns the payment without its bills.
fn payment(
    bulk_id: &gridbill_core::number::BulkId,
    request: &ReleaseProposalRequest,
    total_amount: Money,
) -> MakePaymentRequest {
    MakePaymentRequest {
        bulk_id: bulk_id.clone(),
        invoice_nos: Vec::new(),
        payment_method: request.payment_method,
        bank_id: request.bank_id.clone(),
        reference_numbers: request.reference_numbers.clone(),
        total_amount,
        held_invoice_nos: request.held_invoice_nos.clone(),
        // A proposal is released as one payment (docs/domain/approvals.md#release).
        plan: None,
    }
}

fn current(bill: &LockedBill) -> CurrentBill {
    CurrentBill {
        invoice_no: bill.invoice_no.clone(),
        status: bill.status,
        amount: bill.amount,
        current_charge: bill.current_charge,
        closed: bill.closed,
    }
}
