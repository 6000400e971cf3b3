//! Types of policies, delegations and proposals: as asked, listed and shown.

use super::{ApprovalPolicy, ApproverMode, ProposalState};
use crate::bills::HoldCause;
use crate::number::{AccountNo, BankId, BulkId, InvoiceNo, ProposalId, TransactionNo};
use crate::number_list::NumberList;
use crate::payments::{PaymentMade, PaymentMethod, Reference};
use crate::{Code, Day, Instant, Money, Problem};

/// Days after which a proposal lapses if it is not released, from the time it was made or from its day of release.
pub const LAPSE_DAYS: i64 = 14;
/// Maximum days of a delegation: a quarter.
pub const MAX_DELEGATION_DAYS: i64 = 92;
/// Maximum characters of a note, a remark or a reason.
pub const MAX_REMARK_LENGTH: usize = 500;
/// Maximum open proposals of a bulk account. Each keeps its bills from other proposals.
pub const MAX_OPEN_PROPOSALS: usize = 200;
/// Maximum bills that a fact names when they made a proposal void.
pub const MAX_NAMED_CHANGES: usize = 20;

wire! {
    /// Selects a bulk account.
    pub struct BulkApprovalsRequest {
        pub id: BulkId,
    }

    /// The approval policy of a bulk account, with what is needed to edit it.
    pub struct CompanyApprovals {
        /// Whether payments need approval.
        pub is_on: bool,
        /// The policy in force; without layers if approval is off.
        pub policy: ApprovalPolicy,
        /// The policy in the caller's language, one sentence for each layer.
        pub sentences: Vec<String>,
        /// The number of the policy in force; 0 if there was none yet. A new policy sends this number.
        pub version: i32,
        /// The user who proposed the policy in force.
        pub set_by: Option<String>,
        /// The user who confirmed it; none for the first policy.
        pub confirmed_by: Option<String>,
        /// When it came into force.
        pub since: Option<Instant>,
        /// The new policy that awaits a second approver.
        pub pending: Option<PendingPolicy>,
        /// The users of the bulk account.
        pub users: Vec<PolicyUser>,
        /// The groups of electricity accounts, by name.
        pub account_groups: Vec<PolicyAccountGroup>,
        /// Delegations of today and of the future.
        pub delegations: Vec<Delegation>,
        /// Whether the caller may propose a new policy.
        pub can_change: bool,
        /// Whether the caller may delegate.
        pub can_delegate: bool,
    }

    /// A new policy that awaits a second approver.
    pub struct PendingPolicy {
        pub version: i32,
        pub policy: ApprovalPolicy,
        /// The policy in the caller's language. A single sentence if it ends approval.
        pub sentences: Vec<String>,
        pub proposed_by: String,
        pub proposed_at: Instant,
        /// Whether the caller proposed it, and may withdraw it.
        pub is_own: bool,
        /// Whether the caller may confirm or refuse it.
        pub can_decide: bool,
    }

    /// A user of the bulk account.
    #[derive(Eq)]
    pub struct PolicyUser {
        pub user_id: String,
        pub name: String,
        /// Whether the user may be an approver: active, and allowed to make payments.
        pub can_approve: bool,
        /// Whether it is the caller.
        pub is_caller: bool,
    }

    /// A group of electricity accounts.
    #[derive(Eq)]
    pub struct PolicyAccountGroup {
        pub group_id: String,
        pub group_name: String,
    }

    /// A user who approves in place of another for some days.
    #[derive(Eq)]
    pub struct Delegation {
        pub from_user_id: String,
        /// The name of the user who is replaced.
        pub from_name: String,
        pub to_user_id: String,
        /// The name of the user who approves in their place.
        pub to_name: String,
        /// The first day.
        pub from: Day,
        /// The last day.
        pub until: Day,
        /// Whether the caller delegated, and may end it.
        pub is_own: bool,
    }

    /// Replaces the policy. A policy without layers ends approval.
    pub struct SetApprovalPolicyRequest {
        pub id: BulkId,
        pub policy: ApprovalPolicy,
        /// The version that the user saw. The call is refused if the policy was changed since.
        pub version: i32,
    }

    /// The result of setting a policy.
    #[derive(Eq)]
    pub struct PolicySet {
        /// The number of the new policy.
        pub version: i32,
        /// Whether an approver under the policy in force must confirm it. Otherwise it is in force now.
        pub awaits_second_approver: bool,
    }

    /// Decides about the policy that awaits a second approver. Its proposer can only withdraw it.
    pub struct DecideApprovalPolicyRequest {
        pub id: BulkId,
        /// The number of the pending policy.
        pub version: i32,
        /// Whether it comes into force; otherwise it is refused or withdrawn.
        pub is_confirmed: bool,
    }

    /// The result of the decision.
    #[derive(Eq)]
    pub struct PolicyDecided {
        /// The number of the policy in force.
        pub version: i32,
        /// Whether payments need approval now.
        pub is_on: bool,
    }

    /// Lets a colleague approve in place of the caller. Replaces the caller's earlier delegation.
    pub struct DelegateApprovalRequest {
        pub id: BulkId,
        /// The colleague; left out to end the delegation.
        #[serde(default)]
        pub to_user_id: Option<String>,
        /// The first day; today if left out.
        #[serde(default)]
        pub from: Option<Day>,
        /// The last day. Required with a colleague.
        #[serde(default)]
        pub until: Option<Day>,
    }

    /// The caller's delegation.
    #[derive(Eq)]
    pub struct DelegationSet {
        pub delegation: Option<Delegation>,
    }

    /// Asks whether a payment of these bills needs approval.
    pub struct PreviewApprovalRequest {
        pub id: BulkId,
        #[serde(with = "NumberList::<InvoiceNo>")]
        pub invoice_nos: Vec<InvoiceNo>,
    }

    /// The approval that a payment needs.
    pub struct ApprovalPreview {
        pub is_needed: bool,
        /// The steps in the caller's language, such as "A payment of RM 250,000.00 needs one of Aina or Badrul, then Chong."
        pub sentence: Option<String>,
        /// The steps in order, one text for each.
        pub steps: Vec<String>,
        /// Why the caller cannot propose the payment, for example because no other approver is left.
        pub refusal: Option<Code>,
    }

    /// Proposes to pay these bills, all of them or none.
    pub struct CreateProposalRequest {
        pub id: BulkId,
        #[serde(with = "NumberList::<InvoiceNo>")]
        pub invoice_nos: Vec<InvoiceNo>,
        /// The total that the user saw. The proposal is refused if the bills have a different total now.
        pub total_amount: Money,
        /// Bills on hold that the user chose one by one. A proposal with another bill on hold is refused.
        #[serde(default, with = "NumberList::<InvoiceNo>")]
        pub held_invoice_nos: Vec<InvoiceNo>,
        /// A message to the approvers.
        #[serde(default)]
        pub note: Option<String>,
        /// The day on which it shall be released. A holiday or weekend means the working day before.
        #[serde(default)]
        pub release_on: Option<Day>,
    }

    /// A proposal that was just made.
    pub struct ProposalCreated {
        pub proposal_id: ProposalId,
        pub state: ProposalState,
        pub total_amount: Money,
        /// The steps in the caller's language.
        pub sentence: String,
        /// The day on which it shall be released, a working day if one is left.
        pub release_on: Option<Day>,
        /// When it lapses if it is not released.
        pub lapses_at: Instant,
    }

    /// A proposal in a list.
    pub struct ProposalRow {
        pub proposal_id: ProposalId,
        /// Named so that exported files do not confuse it with the state of an address.
        #[serde(rename = "state")]
        pub proposal_state: ProposalState,
        /// The current step, from 1; the number of steps once all are done.
        pub step: i64,
        /// The number of steps.
        pub steps: i64,
        pub total_amount: Money,
        pub total_bills: i64,
        /// The amount of the largest bill.
        pub largest_bill: Money,
        /// The earliest due date of its bills.
        pub earliest_due: Option<Day>,
        pub proposed_by: String,
        pub proposed_at: Instant,
        /// The day on which it shall be released.
        pub release_on: Option<Day>,
        /// When it lapses if it is not released.
        pub lapses_at: Instant,
        /// When it was released or ended.
        pub ended_at: Option<Instant>,
        /// The proposer's message to the approvers.
        pub note: Option<String>,
        /// The payment, once the proposal is released.
        pub transaction_no: Option<TransactionNo>,
        /// Whether the caller proposed it.
        pub is_own: bool,
        /// Whether the caller can approve it now.
        pub awaits_me: bool,
    }

    /// Selects a proposal.
    pub struct ProposalRequest {
        pub proposal_id: ProposalId,
    }

    /// A proposal in full.
    #[expect(clippy::struct_excessive_bools, reason = "what the caller can do, one answer for each button")]
    pub struct ProposalDetails {
        pub proposal_id: ProposalId,
        pub state: ProposalState,
        /// The current step, from 1; the number of steps once all are done.
        pub step: i32,
        pub total_amount: Money,
        pub total_bills: i32,
        pub earliest_due: Option<Day>,
        pub proposed_by: String,
        pub proposed_at: Instant,
        /// The day on which it shall be released.
        pub release_on: Option<Day>,
        pub lapses_at: Instant,
        pub ended_at: Option<Instant>,
        pub note: Option<String>,
        /// Why it was refused or withdrawn.
        pub end_reason: Option<String>,
        /// The payment, once the proposal is released.
        pub transaction_no: Option<TransactionNo>,
        /// The number of the policy under which it was proposed.
        pub policy_version: i32,
        /// SHA-256 of its bills, amounts and total, in hexadecimal digits.
        pub hash: String,
        /// The steps in the caller's language.
        pub sentence: String,
        pub steps: Vec<ProposalStep>,
        /// Approvals and the refusal, the oldest first.
        pub acts: Vec<ProposalAct>,
        /// Its bills, the largest first.
        pub bills: Vec<ProposalBill>,
        /// Bills that changed since, so that a release would make the proposal void. Empty once it ended, unless such
        /// bills made it void.
        pub changes: Vec<ProposalChange>,
        /// The number of open findings on its bills.
        pub open_findings: i64,
        /// The amount in doubt on its bills.
        pub at_stake: Money,
        /// Bills that are on hold now.
        pub held_bills: i64,
        pub is_own: bool,
        /// Whether the caller can approve or refuse it now.
        pub can_decide: bool,
        /// The user in whose place the caller would approve, by a delegation.
        pub in_place_of: Option<String>,
        /// Why the caller cannot approve it now; none if they can, or if it awaits no approval.
        pub refusal: Option<Code>,
        /// Whether the caller can release it now.
        pub can_release: bool,
        /// Whether the caller can withdraw it: the proposer, the Master or one of its approvers. Those who did not propose
        /// it give a reason.
        pub can_withdraw: bool,
    }

    /// A step of a proposal.
    pub struct ProposalStep {
        /// From 1.
        pub step: i32,
        pub mode: ApproverMode,
        /// The step in the caller's language, such as "one of Aina or Badrul".
        pub sentence: String,
        pub is_done: bool,
        pub approvers: Vec<StepApprover>,
    }

    /// An approver of a step.
    #[derive(Eq)]
    pub struct StepApprover {
        pub user_id: String,
        pub name: String,
        /// Whether the user is still active and may make payments.
        pub can_approve: bool,
        /// Whether the user, or a delegate in their place, approved in this step.
        pub has_approved: bool,
    }

    /// A decision in a step.
    #[derive(Eq)]
    pub struct ProposalAct {
        /// From 1.
        pub step: i32,
        /// Whether it was approved; otherwise refused.
        pub is_approval: bool,
        /// The user who decided.
        pub by: String,
        /// The user in whose place they decided.
        pub in_place_of: Option<String>,
        pub remark: Option<String>,
        pub at: Instant,
    }

    /// A bill of a proposal, as it was proposed.
    pub struct ProposalBill {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        pub amount: Money,
        pub due_date: Option<Day>,
        /// Whether it was on hold and chosen alone.
        pub is_held: bool,
        /// The cause of the hold with which the proposer chose it; none if it was not on hold.
        pub hold: Option<HoldCause>,
        /// A hold that began since, with which a release refuses the bill until the user chooses it alone.
        pub new_hold: Option<HoldCause>,
    }

    /// An open proposal that has bills of a refused proposal (`billsProposed`).
    pub struct ProposalOfBills {
        pub proposal_id: ProposalId,
        pub proposed_by: String,
        pub invoice_nos: Vec<InvoiceNo>,
    }

    /// A bill that changed since it was proposed.
    pub struct ProposalChange {
        pub invoice_no: InvoiceNo,
        /// Why it cannot be paid as proposed.
        pub reason: Code,
        /// The amount that was proposed.
        pub proposed: Money,
        /// The amount now; none if the bill is no longer in the bulk account.
        pub amount: Option<Money>,
    }

    /// Approves a proposal in its current step.
    pub struct ApproveProposalRequest {
        pub proposal_id: ProposalId,
        /// The step that the user saw, from 1. The call is refused if the proposal has moved on.
        pub step: i32,
        #[serde(default)]
        pub remark: Option<String>,
    }

    /// Refuses a proposal in its current step.
    pub struct RefuseProposalRequest {
        pub proposal_id: ProposalId,
        /// The step that the user saw, from 1. The call is refused if the proposal has moved on.
        pub step: i32,
        pub reason: String,
    }

    /// Withdraws a proposal, so that its bills are free.
    pub struct WithdrawProposalRequest {
        pub proposal_id: ProposalId,
        /// Required from a user who did not propose it.
        #[serde(default)]
        pub reason: Option<String>,
    }

    /// A proposal after a change.
    pub struct ProposalChanged {
        pub proposal_id: ProposalId,
        pub state: ProposalState,
        /// The current step, from 1; the number of steps once all are done.
        pub step: i32,
        /// The bills that made it void.
        pub changes: Vec<ProposalChange>,
    }

    /// Pays the bills of an approved proposal.
    pub struct ReleaseProposalRequest {
        pub proposal_id: ProposalId,
        pub payment_method: PaymentMethod,
        /// The bank that pays.
        #[serde(default)]
        pub bank_id: Option<BankId>,
        /// EFT or cheque numbers, whose amounts add up to the total.
        #[serde(default)]
        pub reference_numbers: Vec<Reference>,
        /// Bills with a hold that began after they were proposed, and that the user chose one by one.
        #[serde(default, with = "NumberList::<InvoiceNo>")]
        pub held_invoice_nos: Vec<InvoiceNo>,
    }

    /// The result of a release: a payment, or a void proposal with the bills that changed.
    pub struct ReleasedProposal {
        pub proposal_id: ProposalId,
        pub state: ProposalState,
        /// The payment, as `MakePayment` answers it; none if the proposal is void.
        pub payment: Option<PaymentMade>,
        /// The bills that made it void.
        pub changes: Vec<ProposalChange>,
    }
}

/// Returns a note, a remark or a reason as it is stored; none if it is empty.
/// Fails with [`Code::RemarkTooLong`] for the field.
pub fn check_remark(field: &str, text: Option<&str>) -> Result<Option<String>, Problem> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    if text.is_some_and(|text| text.chars().count() > MAX_REMARK_LENGTH) {
        return Err(Problem::at(field, Problem::new(Code::RemarkTooLong).with("limit", MAX_REMARK_LENGTH)));
    }
    Ok(text.map(ToOwned::to_owned))
}

/// Returns the reason for a refusal as it is stored.
/// Fails with [`Code::RemarkRequired`] or [`Code::RemarkTooLong`], for the field `reason`.
pub fn check_refusal_reason(reason: &str) -> Result<String, Problem> {
    check_remark("reason", Some(reason))?.ok_or_else(|| Problem::at("reason", Code::RemarkRequired))
}

/// Checks the days of a delegation, and returns its first day.
/// Fails with [`Code::DelegationDaysInvalid`] for the field `until`.
pub fn check_delegation_days(from: Option<Day>, until: Option<Day>, today: Day) -> Result<(Day, Day), Problem> {
    let invalid = || Problem::at("until", Problem::new(Code::DelegationDaysInvalid).with("limit", MAX_DELEGATION_DAYS));
    let from = from.unwrap_or(today);
    let until = until.ok_or_else(invalid)?;
    let is_valid = from >= today && until >= from && until.days_since(from) < MAX_DELEGATION_DAYS;
    // A delegation far in the future would outlive the memory of it.
    if is_valid && from.days_since(today) <= MAX_DELEGATION_DAYS { Ok((from, until)) } else { Err(invalid()) }
}
