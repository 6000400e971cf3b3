//! The rules between the files of a pack: the payment and its bills, its facts, and its approvals.

use std::collections::BTreeSet;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{Outcome, PAYMENT, PackRemark, PackedApproval, PackedChain, PackedFact, PackedPayment, PackedSubject};
use crate::approvals::{Approval, FrozenBill, Situation, frozen_text};
use crate::bills::HeldBill;
use crate::number::InvoiceNo;
use crate::payments::ReconcileKind;
use crate::payments::fact::PaymentSnapshot;
use crate::{Day, Instant, Money};

/// Returns the subject of the payment's chain.
pub fn payment_subject(payment: &PackedPayment) -> String {
    format!("payment:{}", payment.payment_id)
}

/// Returns the subject of the proposal's chain.
pub fn proposal_subject(approval: &PackedApproval) -> String {
    format!("proposal:{}", approval.proposal_id)
}

/// Checks that the payment equals its bills, and that its state is the one of its facts.
pub fn check_amounts(payment: &PackedPayment, chain: &PackedChain) -> Vec<PackRemark> {
    let mut remarks = Vec::new();
    let bills = Money::sum(payment.bills.iter().map(|bill| bill.amount)).unwrap_or(Money::ZERO);
    if bills != payment.amount {
        remarks.push(PackRemark::BillsDiffer { bills: bills.shown(), payment: payment.amount.shown() });
    }
    let kind = payment.reconcile.as_ref().and_then(|asked| ReconcileKind::from_type(asked.reconcile_type).ok());
    let expected = match (kind, &payment.reconcile) {
        (Some(ReconcileKind::Insufficient), Some(asked)) => payment.amount.minus(asked.reconcile_amount),
        (Some(ReconcileKind::Overpayment), Some(asked)) => payment.amount.plus(asked.reconcile_amount),
        _ => Ok(payment.amount),
    };
    if let (Ok(expected), Some(paid)) = (expected, payment.paid_amount)
        && expected != paid
    {
        remarks.push(PackRemark::PaidDiffers { expected: expected.shown(), paid: paid.shown() });
    }
    if !is_state_recorded(payment, chain) {
        remarks.push(PackRemark::StateDiffers);
    }
    if !are_holds_recorded(payment, chain) {
        remarks.push(PackRemark::HoldsDiffer);
    }
    remarks
}

/// Whether the payment's chain has its number, amount and state. The last fact may be withheld; then the facts before it
/// decide about number and amount only.
fn is_state_recorded(payment: &PackedPayment, chain: &PackedChain) -> bool {
    let subject = payment_subject(payment);
    let Some(subject) = chain.subjects.iter().find(|one| one.subject == subject) else { return false };
    let contents = subject.facts.iter().filter_map(|fact| fact.content.as_ref());
    let is_about = contents.clone().all(|content| {
        content.about == payment.transaction_no.as_str() && content.bulk_id.as_deref() == Some(payment.bulk_id.as_str())
    });
    let is_billed =
        contents.clone().all(|content| payment_data(&content.data).is_some_and(|data| data.billed == payment.amount));
    let last = subject.facts.last().and_then(|last| last.content.as_ref()).and_then(|last| payment_data(&last.data));
    let is_last = last.is_none_or(|last| last.after.status == payment.status && last.after.version == payment.version);
    is_about && is_billed && is_last
}

/// Whether the held bills of the payment are those of its first fact. The names of users may have been erased from either.
fn are_holds_recorded(payment: &PackedPayment, chain: &PackedChain) -> bool {
    let subject = payment_subject(payment);
    let first = chain.subjects.iter().find(|one| one.subject == subject).and_then(|subject| subject.facts.first());
    let data = first.and_then(|first| first.content.as_ref()).and_then(|content| payment_data(&content.data));
    data.is_none_or(|data| holds(&data.held) == holds(&payment.held_bills))
}

/// Returns held bills as they are compared.
fn holds(held: &[HeldBill]) -> BTreeSet<(&InvoiceNo, &'static str)> {
    held.iter().map(|bill| (&bill.invoice_no, bill.cause.code())).collect()
}

/// The fields of a payment's facts that are compared.
#[derive(Deserialize)]
struct PaymentData {
    after: PaymentSnapshot,
    billed: Money,
    #[serde(default)]
    held: Vec<HeldBill>,
}

fn payment_data(data: &str) -> Option<PaymentData> {
    serde_json::from_str(data).ok()
}

/// Checks the approvals of a proposal: the steps are those of its policy, and each was approved by users who may.
pub fn check_approval(
    payment: &PackedPayment,
    approval: Option<&PackedApproval>,
    chain: &PackedChain,
) -> (Outcome, Vec<PackRemark>) {
    let Some(approval) = approval else { return (Outcome::NotApplicable, vec![PackRemark::NoProposal]) };
    let mut remarks = Vec::new();
    if !is_proposal_of(payment, approval, chain) {
        remarks.push(PackRemark::ProposalDiffers);
    }
    let held: BTreeSet<_> =
        approval.bills.iter().filter_map(|bill| Some((&bill.invoice_no, bill.hold?.code()))).collect();
    if facts_of(approval, chain).any(|(kind, data)| kind == "ProposalMade" && holds(&data.held) != held) {
        remarks.push(PackRemark::HoldsDiffer);
    }
    let bills = approval.bills.iter().map(|bill| (bill.amount, bill.group_id.as_deref()));
    if !approval.policy.required_steps(bills).is_ok_and(|steps| steps == approval.steps) {
        remarks.push(PackRemark::StepsDiffer);
    }
    let approved = || approval.acts.iter().filter(|act| act.is_approval);
    let approvals: Vec<Approval> = approved()
        .filter_map(|act| {
            let step = usize::try_from(act.step).ok()?.checked_sub(1)?;
            Some(Approval { step, by: act.user_id.clone(), in_place_of: act.right_of.clone() })
        })
        .collect();
    let situation = Situation {
        steps: &approval.steps,
        proposer: &approval.proposer_id,
        approvals: &approvals,
        delegations: &[],
        active: &[],
        today: Day::at(approval.proposed_at),
    };
    let missing = (0..approval.steps.len()).filter(|step| !situation.is_done(*step));
    remarks.extend(missing.map(|step| PackRemark::StepNotApproved { step: step + 1 }));
    let mut users = BTreeSet::from([approval.proposer_id.as_str()]);
    for act in approved() {
        // The approver and the one in whose place they act; both act once.
        let is_new = users.insert(&act.user_id);
        let is_free = act.right_of == act.user_id || users.insert(&act.right_of);
        if !(is_new && is_free) {
            remarks.push(PackRemark::ApproverRepeated { name: act.name.clone() });
        }
    }
    let recorded = recorded_approvals(approval, chain);
    for act in approved().filter(|act| !recorded.contains(&(act.user_id.as_str(), act.step))) {
        remarks.push(PackRemark::ApprovalUnrecorded { name: act.name.clone() });
    }
    (if remarks.is_empty() { Outcome::Holds } else { Outcome::Fails }, remarks)
}

/// The fields of a proposal's facts that are compared.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProposalData {
    total: Option<Money>,
    hash: Option<String>,
    step: Option<i32>,
    transaction_no: Option<String>,
    #[serde(default)]
    held: Vec<HeldBill>,
}

/// Whether the proposal has the payment's bills and amount, and its facts lead to the payment.
fn is_proposal_of(payment: &PackedPayment, approval: &PackedApproval, chain: &PackedChain) -> bool {
    let paid: BTreeSet<_> = payment.bills.iter().map(|bill| (&bill.invoice_no, bill.amount)).collect();
    let proposed: BTreeSet<_> = approval.bills.iter().map(|bill| (&bill.invoice_no, bill.amount)).collect();
    let frozen: Vec<_> = approval
        .bills
        .iter()
        .map(|bill| FrozenBill { invoice_no: bill.invoice_no.clone(), amount: bill.amount })
        .collect();
    let hash = hex::encode(Sha256::digest(frozen_text(&frozen, approval.amount)));
    let data: Vec<_> = facts_of(approval, chain).collect();
    let is_made = data.iter().any(|(kind, data)| {
        *kind == "ProposalMade" && data.hash.as_ref() == Some(&hash) && data.total == Some(approval.amount)
    });
    let is_released = data.iter().any(|(kind, data)| {
        let number = data.transaction_no.as_deref();
        *kind == "ProposalReleased"
            && data.hash.as_ref() == Some(&hash)
            && number == Some(payment.transaction_no.as_str())
    });
    paid == proposed && approval.amount == payment.amount && hash == approval.hash && is_made && is_released
}

fn subject_of<'a>(approval: &PackedApproval, chain: &'a PackedChain) -> Option<&'a PackedSubject> {
    let subject = proposal_subject(approval);
    chain.subjects.iter().find(|one| one.subject == subject)
}

fn facts_of<'a>(
    approval: &PackedApproval,
    chain: &'a PackedChain,
) -> impl Iterator<Item = (&'a str, ProposalData)> + use<'a> {
    let facts = subject_of(approval, chain).map_or(&[][..], |subject| &subject.facts);
    facts
        .iter()
        .filter_map(|fact| fact.content.as_ref())
        .filter_map(|content| Some((content.kind.as_str(), serde_json::from_str(&content.data).ok()?)))
}

/// Returns the users whose approvals the facts record, each with the step.
fn recorded_approvals<'a>(approval: &PackedApproval, chain: &'a PackedChain) -> BTreeSet<(&'a str, i32)> {
    let facts = subject_of(approval, chain).map_or(&[][..], |subject| &subject.facts);
    let of = |fact: &'a PackedFact| {
        let content = fact.content.as_ref().filter(|content| content.kind == "ProposalApproved")?;
        let data: ProposalData = serde_json::from_str(&content.data).ok()?;
        Some((content.actor_id.as_deref()?, data.step?))
    };
    facts.iter().filter_map(of).collect()
}

/// Returns the files that are about another payment than the manifest.
pub fn check_payment(expected: &str, payment: &PackedPayment, made_at: Instant) -> Option<PackRemark> {
    let found = payment.transaction_no.as_str();
    let is_later = payment.requested_at > made_at;
    (found != expected || is_later).then(|| PackRemark::OtherPayment {
        name: PAYMENT.to_owned(),
        expected: expected.to_owned(),
        found: found.to_owned(),
    })
}
