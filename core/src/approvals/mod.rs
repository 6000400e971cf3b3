//! Approval inside a company: its policy, its proposals to pay, and who may approve them (docs/domain/approvals.md).

mod acts;
mod fact;
mod frozen;
mod policy;
pub mod reminder;
mod schedule;
mod state;
mod types;
mod words;

pub use acts::{Approval, DelegatedRight, Situation, check_policy_decider, check_withdrawer};
pub use fact::ApprovalFact;
pub use frozen::{CurrentBill, FrozenBill, find_changes, frozen_text};
pub use policy::*;
pub use schedule::{MAX_RELEASE_DAYS, is_release_due, release_day};
pub use state::{ProposalEvent, ProposalState, next_state};
pub use types::*;
pub use words::Names;

use crate::list::Sort;
use crate::number::BulkId;
use crate::{Day, Instant, Page};

endpoints! {
    /// The approval policy of a bulk account, its users and account groups, and the delegations.
    GetApprovalPolicy = Get "/portal/api/v1/Approvals/Policy/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount) token(PaymentsRead)
        reads(Approvals, Groups, Team): Json (BulkApprovalsRequest) -> CompanyApprovals;
    /// Replaces the approval policy. If a policy is in force, one of its approvers must confirm the new one.
    SetApprovalPolicy = Post "/portal/api/v1/Approvals/SetPolicy/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, GroupNotFound,
            OwnProposal, NotAnApprover, PolicyChanged, PolicyPending, PolicyUnchanged, PolicyBlocked,
            LayerAmountInvalid, LayersNotAscending, StepsRequired, ApproversRequired, ApproverUnknown,
            ApproverGroupNameInvalid, ApproverGroupUnknown, StepsNeedDifferentPeople)
        changes(Approvals): Json (SetApprovalPolicyRequest) -> PolicySet;
    /// Confirms or refuses the new policy as its second approver, or withdraws it as its proposer.
    DecideApprovalPolicy = Post "/portal/api/v1/Approvals/DecidePolicy/{id}"
        for Customer(Payment, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, OwnProposal, NotAnApprover, PolicyChanged, PolicyOutdated)
        changes(Approvals): Json (DecideApprovalPolicyRequest) -> PolicyDecided;
    /// Lets a colleague approve in place of the caller for some days, or ends that.
    DelegateApproval = Post "/portal/api/v1/Approvals/Delegate/{id}"
        for Customer(Payment, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, DateInvalid, DelegateInvalid, DelegationDaysInvalid)
        changes(Approvals): Json (DelegateApprovalRequest) -> DelegationSet;
    /// The approval that a payment of the given bills needs. Stores nothing.
    PreviewApproval = Post "/portal/api/v1/Approvals/Preview/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount) token(PaymentsPropose)
        refuses(InvoiceNumberInvalid, InvoicesRequired, InvoicesTooMany, InvoiceRepeated, InvoiceUnknown)
        reads(Approvals, Bills, Accounts, Groups, Team): Json (PreviewApprovalRequest) -> ApprovalPreview;
    /// Proposes to pay all of the bills, or none.
    CreateProposal = Post "/portal/api/v1/Proposals/Create/{id}"
        for Customer(Payment, Add) of(id) closed(WithoutAccount) token(PaymentsPropose)
        refuses(TooManyAttempts, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            InvoiceNumberInvalid, BillInPayment, RemarkTooLong, InvoicesRequired, InvoicesTooMany, InvoiceRepeated,
            InvoiceUnknown, InvoiceNotPayable, BatchWaits, BillsOnHold, DuplicatePayment, TotalChanged,
            ApprovalNotNeeded, ProposalNotFound, ProposalBlocked, ProposalsTooMany, BillsProposed,
            ReleaseDayInvalid)
        once changes(Approvals): Json (CreateProposalRequest) -> ProposalCreated;
    /// Lists the proposals of a bulk account.
    GetProposals = Post "/portal/api/v1/Proposals/GetProposals/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount) token(PaymentsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort)
        reads(Approvals, Payments, Team): Json (ProposalsRequest) -> Page<ProposalRow>;
    /// Returns a proposal with its steps, decisions and bills.
    GetProposal = Get "/portal/api/v1/Proposals/Proposal"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        refuses(ProposalNotFound)
        reads(Approvals, Bills, Findings, Queries, Payments, Team): Json (ProposalRequest) -> ProposalDetails;
    /// Approves a proposal in its current step. A proposal whose bills changed becomes void instead.
    ApproveProposal = Post "/portal/api/v1/Proposals/Approve"
        for Customer(Payment, Update) closed(WithoutAccount)
        refuses(BillInPayment, RemarkTooLong, ProposalNotFound, ProposalMoved, ProposalEnded, BillLeftAccount,
            BillAmountChanged, OwnProposal, ActedBefore, NeededForLaterStep,
            NotAnApprover)
        changes(Approvals): Json (ApproveProposalRequest) -> ProposalChanged;
    /// Refuses a proposal in its current step.
    RefuseProposal = Post "/portal/api/v1/Proposals/Refuse"
        for Customer(Payment, Update) closed(WithoutAccount)
        refuses(RemarkRequired, RemarkTooLong, ProposalNotFound, ProposalMoved, ProposalEnded, OwnProposal,
            ActedBefore, NeededForLaterStep, NotAnApprover)
        changes(Approvals): Json (RefuseProposalRequest) -> ProposalChanged;
    /// Withdraws a proposal: its proposer, the Master or one of its approvers. Its bills can be paid or proposed again.
    WithdrawProposal = Post "/portal/api/v1/Proposals/Withdraw"
        for Customer(Payment, Add) closed(WithoutAccount) token(PaymentsPropose)
        refuses(RemarkRequired, RemarkTooLong, ProposalNotFound, ProposalMoved, ProposalEnded, NotTheProposer)
        changes(Approvals): Json (WithdrawProposalRequest) -> ProposalChanged;
    /// Pays the bills of an approved proposal. If one of them changed or was paid, the proposal becomes void instead.
    ReleaseProposal = Post "/portal/api/v1/Proposals/Release"
        for Customer(Payment, Add) closed(WithoutAccount)
        refuses(ConfirmIdentity, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge,
            InvoiceNumberInvalid, BillInPayment, InvoiceUnknown, InvoiceNotPayable, BatchWaits, BillsOnHold,
            DuplicatePayment, ProposalAboveMethod, TotalChanged, MethodUnavailable, AmountBelowMethod,
            TransferTooLarge, AmountAboveMethod, BankRequired, BankUnknown, BankOffline, EftNumberCharacters,
            ChequeNumberCharacters, ReferencesTooMany, ReferenceRepeated, ReferenceAmountPositive,
            ReferencesDoNotAddUp, ReferencesNotTaken, GatewayUnavailable, ProposalNotFound, ProposalMoved,
            ProposalNotApproved, ReleaseNeedsFactor, ProposalEnded, BillLeftAccount, BillAmountChanged)
        once changes(Approvals, Payments, Bills, Gateway): Json (ReleaseProposalRequest) -> ReleasedProposal;
}

lists! {
    /// The proposals of a bulk account.
    proposals = GetProposals of ProposalRow by ProposalSortBy {
        search => filter.search,
        state => filter.states,
        awaits => filter.awaits_me,
    } export {
        proposal_id, proposal_state, step, steps, total_amount, total_bills, largest_bill, earliest_due, proposed_by,
        proposed_at, release_on, lapses_at, ended_at, note, transaction_no
    }
}

#[cfg(feature = "schema")]
exported_words! {
    ProposalState: |state, to| state.word(to.language);
}

orders! {
    /// The orders of the list of proposals.
    pub enum ProposalSortBy {
        /// By the time at which it was proposed.
        ProposedAt descending,
        /// By the total.
        TotalAmount descending,
        /// By the earliest due date of its bills.
        EarliestDue,
    }
}

page_requests! {
    /// Asks for a page of a bulk account's proposals.
    pub struct ProposalsRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: ProposalFilter,
        #[serde(default)]
        pub sort: Sort<ProposalSortBy>,
    }
}

filters! {
    /// Narrows the list of proposals. All conditions must hold.
    pub struct ProposalFilter {
        /// Part of a proposal's number or of a payment's number.
        pub search: Option<String>,
        /// Proposals in these states.
        pub states: Option<Vec<ProposalState>>,
        /// Proposals that the caller can approve now (true), or all others (false).
        pub awaits_me: Option<bool>,
    }
}

/// Returns when a proposal lapses: some days after it was made, or after its day of release.
#[must_use]
pub fn lapses_at(proposed_at: Instant, release_on: Option<Day>) -> Instant {
    release_on.map_or(proposed_at, |day| day.begins().max(proposed_at)).plus_seconds(LAPSE_DAYS * 86_400)
}

#[cfg(test)]
mod storm;
#[cfg(test)]
mod tests;
