//! Proposing a payment (docs/domain/approvals.md#proposals).

use std::collections::HashMap;

use gridbill_core::approvals::{
    ApprovalFact, ApprovalPreview, CreateProposal, CreateProposalRequest, FrozenBill, MAX_OPEN_PROPOSALS, Names,
    PreviewApprovalRequest, ProposalCreated, ProposalOfBills, ProposalState, check_remark, find_blocked_step,
    frozen_text, lapses_at, release_day,
};
use gridbill_core::bills::select;
use gridbill_core::number::InvoiceNo;
use gridbill_core::recorded_name::display_name;
use gridbill_core::{Code, Day, Language, Money, Problem};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::rights::Rights;
use super::sql::policy as policies;
use super::sql::{self, ItemColumns, NewProposal};
use super::{approver_ids, sentence, user_names};
use crate::app::App;
use crate::auth::rate_limit::RateLimit;
use crate::auth::who::Customer;
use crate::auth::{guard, rate_limit};
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::payments::approval::{account_groups, policy_in_force, with_groups};
use crate::payments::make::{
    CheckedBills, Chosen, EarlierHolds, check_bills, check_selection, held_bills, list, refuse_unknown,
};
use crate::payments::{Hold, LockedBill, find_bills, lock_bills};

/// Limits proposals of a user or a token. Each sends e-mails to its approvers.
const PROPOSALS: RateLimit = RateLimit { bucket: "proposal", max: 100, window_seconds: 3600 };

/// Checks what does not need the bills.
pub async fn prepare(Prepare { app, who, request }: Prepare<CreateProposal>) -> Answer<()> {
    check_selection(&request.invoice_nos)?;
    check_remark("note", request.note.as_deref())?;
    request.release_on.map(|day| release_day(day, Day::at(app.now()))).transpose()?;
    rate_limit::enforce(&app.auth, PROPOSALS, &who.person.caller_id().to_string()).await
}

/// Freezes the bills in a proposal, with their rows locked.
pub async fn create(
    Act { context, who, request, prepared: (), mut tx }: Act<CreateProposal>,
) -> Answer<(Tx, ProposalCreated)> {
    let (bulk_id, caller, now) = (&who.bulk_id, &who.person, context.now());
    let note = check_remark("note", request.note.as_deref())?;
    let bills = lock_bills(&mut tx, bulk_id, &request.invoice_nos).await?;
    guard::check_unchanged(&mut tx, caller).await?;
    let CreateProposalRequest { invoice_nos, held_invoice_nos, total_amount, .. } = &request;
    let earlier = EarlierHolds::NONE;
    let chosen = Chosen { invoice_nos, held_invoice_nos, total_amount: *total_amount, earlier };
    let CheckedBills { selection, held } = check_bills(&mut tx, &who, &chosen, &bills).await?;
    let total = selection.total;
    let groups = account_groups(&mut *tx, bulk_id, &bills).await?;
    let (policy_version, policy) = policy_in_force(&mut *tx, bulk_id).await?.ok_or(Code::ApprovalNotNeeded)?;
    let steps = policy.required_steps(with_groups(&groups, &bills))?;
    if steps.is_empty() {
        return Err(Code::ApprovalNotNeeded.into());
    }
    let users = policies::users(&mut *tx, bulk_id).await?;
    if let Some(place) = find_blocked_step(&steps, Some(&caller.person_id.to_string()), &approver_ids(&users)) {
        return Err(Problem::new(Code::ProposalBlocked).with("step", place + 1).into());
    }
    if usize::try_from(sql::count_open(&mut *tx, bulk_id).await?).unwrap_or(usize::MAX) >= MAX_OPEN_PROPOSALS {
        return Err(Problem::new(Code::ProposalsTooMany).with("limit", MAX_OPEN_PROPOSALS).into());
    }
    let hash = hash(&frozen(&bills), total);
    let release_on = request.release_on.map(|day| release_day(day, Day::at(now))).transpose()?;
    let lapses_at = lapses_at(now, release_on);
    let new = NewProposal {
        bulk_id,
        steps: &steps,
        policy_version,
        amount: total,
        bills: &bills,
        hash: &hash,
        note: note.as_deref(),
        proposed_by: caller,
        now,
        release_on,
        lapses_at,
    };
    let proposal_id = sql::add_proposal(&mut tx, &new).await?;
    let holds: HashMap<&InvoiceNo, &Hold> = held.iter().map(|hold| (&hold.invoice_no, hold)).collect();
    let group = |bill: &LockedBill| groups.get(&bill.account_no).and_then(|group| Uuid::try_parse(group).ok());
    let columns = ItemColumns {
        group_ids: &bills.iter().map(group).collect::<Vec<_>>(),
        holds: &bills.iter().map(|bill| holds.get(&bill.invoice_no).copied()).collect::<Vec<_>>(),
    };
    let added = sql::add_items(&mut tx, bulk_id, &proposal_id, &bills, &columns).await?;
    if usize::try_from(added).unwrap_or(usize::MAX) < bills.len() {
        let others = sql::proposed_elsewhere(&mut *tx, bulk_id, &proposal_id, invoice_nos).await?;
        return Err(proposed(others, caller.language)?.into());
    }
    let fact = ApprovalFact::ProposalMade {
        total,
        bills: count(bills.len()),
        hash: hex::encode(hash),
        policy_version,
        steps: count(steps.len()),
        held: held_bills(&held, earlier, &who),
    };
    let proposal = sql::find(&mut *tx, bulk_id, &proposal_id).await?.ok_or(Code::ProposalNotFound)?;
    let awaited = Rights::of(&mut tx, &proposal, Day::at(now)).await?.awaited(&steps);
    let entry = Entry::by(caller, Subject::Proposal(&proposal_id), fact, proposal_id.as_str());
    facts::record(&context, &mut tx, entry.in_account(Some(bulk_id)).to_only(&awaited)).await?;
    let sentence = sentence(&users, caller.language, total, &steps);
    let state = ProposalState::Proposed;
    Ok((tx, ProposalCreated { proposal_id, state, total_amount: total, sentence, release_on, lapses_at }))
}

/// Returns the refusal of bills that are in other open proposals. It names each proposal with its proposer, whom the caller can
/// ask, and the first one in its sentence. If they ended meanwhile, the caller tries again.
pub fn proposed(mut others: Vec<ProposalOfBills>, language: Language) -> Answer<Problem> {
    for other in &mut others {
        other.proposed_by = display_name(std::mem::take(&mut other.proposed_by), language);
    }
    let Some(first) = others.first() else { return Ok(Code::Busy.into()) };
    let mut taken: Vec<&str> = others.iter().flat_map(|other| &other.invoice_nos).map(InvoiceNo::as_str).collect();
    taken.sort_unstable();
    let taken: Vec<Value> = taken.into_iter().map(Value::from).collect();
    let problem = Problem::new(Code::BillsProposed).with("invoices", taken).with("proposals", list(&others)?);
    Ok(problem.with("proposal", first.proposal_id.as_str()).with("proposer", first.proposed_by.as_str()))
}

/// Says which approval a payment needs.
pub async fn preview(app: App, who: Customer, request: PreviewApprovalRequest) -> Answer<ApprovalPreview> {
    let (bulk_id, caller) = (&who.bulk_id, &who.person);
    check_selection(&request.invoice_nos)?;
    let bills = find_bills(&app.pool, bulk_id, &request.invoice_nos).await?;
    refuse_unknown(&request.invoice_nos, &bills)?;
    let none = ApprovalPreview { is_needed: false, sentence: None, steps: Vec::new(), refusal: None };
    let Some((_, policy)) = policy_in_force(&app.pool, bulk_id).await?.filter(|(_, policy)| policy.is_on()) else {
        return Ok(none);
    };
    let groups = account_groups(&app.pool, bulk_id, &bills).await?;
    let total = select(bills.iter().map(|bill| (&bill.account_no, bill.amount)))?.total;
    let steps = policy.required_steps(with_groups(&groups, &bills))?;
    if steps.is_empty() {
        return Ok(none);
    }
    let users = policies::users(&app.pool, bulk_id).await?;
    let blocked = find_blocked_step(&steps, Some(&caller.person_id.to_string()), &approver_ids(&users));
    let pairs = user_names(&users);
    let names = Names { users: &pairs, account_groups: &[], language: caller.language };
    Ok(ApprovalPreview {
        is_needed: true,
        sentence: Some(names.payment(total, &steps)),
        steps: steps.iter().map(|step| names.step(step)).collect(),
        refusal: blocked.map(|_| Code::ProposalBlocked),
    })
}

/// Returns bills as a proposal freezes them.
#[must_use]
pub fn frozen(bills: &[LockedBill]) -> Vec<FrozenBill> {
    let freeze = |bill: &LockedBill| FrozenBill { invoice_no: bill.invoice_no.clone(), amount: bill.amount };
    bills.iter().map(freeze).collect()
}

/// Returns the hash that identifies the bills of a proposal.
#[must_use]
pub fn hash(bills: &[FrozenBill], total: Money) -> [u8; 32] {
    Sha256::digest(frozen_text(bills, total)).into()
}

/// Converts a number of bills or steps, which is small.
#[must_use]
pub fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
