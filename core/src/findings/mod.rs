//! Findings: the stored results of the bill audit, with the users' decisions about them (docs/domain/audit.md).

mod batches;
mod fact;
mod state;
mod types;

pub use batches::*;
pub use fact::FindingsFact;
pub use state::{FindingState, Recheck};
pub use types::*;

use crate::audit::{AuditRule, RuleGroup};
use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BulkId};
use crate::{Day, Money, Page};

endpoints! {
    /// The findings on a bulk account's bills, filtered and sorted.
    GetFindings = Post "/portal/api/v1/Findings/GetFindings/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, SearchTooShort, SearchTooMany)
        reads(Findings, Bills, Accounts, Groups): Json (FindingsRequest) -> Page<ListedFinding>;
    /// The number of open findings and the amount at stake, in total and by rule.
    GetFindingsSummary = Get "/portal/api/v1/Findings/Summary/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, SearchTooShort, SearchTooMany)
        reads(Findings): Json (BulkFindingsRequest) -> FindingsSummary;
    /// The findings on one bill, the rules that could not be checked, and the bills that prove the findings.
    GetBillFindings = Get "/portal/api/v1/Findings/Bill/{invoiceNo}"
        for Customer(Bill, View) closed(WithoutAccount) token(BillsRead)
        refuses(InvoiceNumberInvalid, BillNotFound)
        reads(Findings, Bills, Accounts, Groups, Payments): Json (BillFindingsRequest) -> BillFindings;
    /// Dismisses all of the given open findings, or none.
    DismissFindings = Post "/portal/api/v1/Findings/Dismiss"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(RemarkRequired, RemarkTooLong, NoFindingsChosen, FindingNotFound, FindingsMoved)
        once changes(Findings): Json (DismissFindingsRequest) -> FindingsChanged;
    /// Reopens all of the given dismissed or settled findings, or none.
    ReopenFindings = Post "/portal/api/v1/Findings/Reopen"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(RemarkRequired, RemarkTooLong, NoFindingsChosen, FindingNotFound, FindingsMoved)
        once changes(Findings): Json (ReopenFindingsRequest) -> FindingsChanged;
    /// Mutes a rule for an account until a day. Its findings are withdrawn until then.
    MuteAccount = Post "/portal/api/v1/Findings/Mute"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(DateInvalid, AccountNumberLength, RemarkRequired, RemarkTooLong, AccountNotFound,
            MuteDayInvalid, TooManyMuted)
        changes(Findings): Json (MuteAccountRequest) -> Nothing;
    /// Ends the muting of a rule for an account.
    UnmuteAccount = Post "/portal/api/v1/Findings/Unmute"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(AccountNumberLength, AccountNotFound, MuteNotFound)
        changes(Findings): Json (UnmuteAccountRequest) -> Nothing;
    /// The bulk account's thresholds, the defaults, and its muted rules.
    GetAuditSettings = Get "/portal/api/v1/Findings/Settings/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        reads(Findings, Accounts): Json (BulkFindingsRequest) -> CompanyAuditSettings;
    /// Replaces the bulk account's thresholds. All its bills are audited again.
    SetAuditSettings = Post "/portal/api/v1/Findings/SetSettings/{id}"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(AmountInvalid, AmountDecimals, AmountTooLarge, AuditSettingInvalid, AuditSettingsMoved)
        changes(Findings): Json (SetAuditSettingsRequest) -> Nothing;
    /// Counts the bills of the last 12 months that the given thresholds would report, by rule. Stores nothing.
    PreviewAuditSettings = Post "/portal/api/v1/Findings/Preview/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(AmountInvalid, AmountDecimals, AmountTooLarge, AuditSettingInvalid)
        heavy reads(Findings, Bills, Accounts, Payments): Json (PreviewAuditSettingsRequest) -> AuditPreview;
    /// The batches that were checked or wait, with the share of bills with findings, in total and by rule.
    GetBatchFindings = Post "/portal/api/v1/Admin/BatchFindings"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort)
        reads(Findings, Bills): Json (BatchFindingsRequest) -> Page<ListedBatch>;
    /// Releases a batch that waits, so that customers can pay its bills. Where two officers must agree, the first one
    /// proposes it.
    ReleaseBatch = Post "/portal/api/v1/Admin/ReleaseBatch"
        for Staff(PendingApproval, Update)
        refuses(BatchIdInvalid, RemarkRequired, RemarkTooLong, BatchNotFound, BatchReleasedAlready,
            SecondOfficerNeeded, DecisionEffectChanged, OfficersNotIndependent)
        changes(Findings, Bills): Json (ReleaseBatchRequest) -> ReleasedBatch;
    /// Turns down a proposal to release a batch, or withdraws the caller's own. The batch keeps waiting.
    TurnDownBatchRelease = Post "/portal/api/v1/Admin/TurnDownBatchRelease"
        for Staff(PendingApproval, Update)
        refuses(BatchIdInvalid, RemarkRequired, RemarkTooLong, BatchNotFound, BatchReleaseNotProposed,
            BatchReleasedAlready)
        changes(Findings, Bills): Json (TurnDownBatchReleaseRequest) -> Nothing;
}

/// Maximum findings that one call dismisses or reopens. The call locks all their rows.
pub const MAX_DECIDED: usize = 1_000;

/// Maximum characters of a reason for a decision.
pub const MAX_REASON_LENGTH: usize = 500;

/// Maximum days for which a rule can be muted: two years.
pub const MAX_MUTED_DAYS: i64 = 731;

/// Maximum muted rules of a bulk account, counted over all its accounts.
pub const MAX_MUTES: usize = 1_000;

/// Months of bills that a preview of thresholds audits.
pub const PREVIEW_MONTHS: u32 = 12;

/// Maximum accounts whose bills a preview audits, so that it takes less than a second. For a larger company, the
/// preview audits a sample, which is the same for each preview.
pub const MAX_PREVIEW_ACCOUNTS: usize = 600;

lists! {
    /// The findings on a bulk account's bills.
    findings = GetFindings of ListedFinding by FindingSortBy {
        search => filter.search,
        rule => filter.rules,
        about => filter.rule_groups,
        state => filter.states,
        account => filter.account_nos,
        group => filter.group_ids,
        from => filter.invoiced_from,
        to => filter.invoiced_to,
        stake => filter.at_stake_from,
    } export {
        rule, sentence, finding_state, invoice_no, account_no, reference_id, group_name, bill_batch_id, invoice_date,
        total_amount_payable, at_stake, proof, found_at, decided_by, decided_at, reason
    }
    /// The batches that the audit checks, for staff.
    batchReviews = GetBatchFindings of ListedBatch by BatchReviewSortBy {
        search => filter.search,
        state => filter.state,
    } export {
        bill_batch_id, extraction_date, batch_state, total_bills, flagged_bills, at_stake, released_by, released_at,
        reason
    }
}

#[cfg(feature = "schema")]
exported_words! {
    AuditRule: |rule, to| rule.title(to.language);
    RuleGroup: |group, to| group.word(to.language);
    FindingState: |state, to| state.word(to.language);
    BatchState: |state, to| state.word(to.language);
}

orders! {
    /// The orders of a list of findings.
    pub enum FindingSortBy {
        /// By the amount at stake.
        AtStake descending,
        /// By the day of the bill's invoice.
        InvoiceDate descending,
        /// By the time of the first report.
        FoundAt descending,
        /// By account number.
        AccountNo,
        /// By rule.
        Rule,
    }

    /// The orders of the list of batches.
    pub enum BatchReviewSortBy {
        /// By the day of extraction.
        ExtractionDate descending,
        /// By the share of bills with findings.
        FlaggedRate descending,
    }
}

page_requests! {
    /// A request for a page of findings, filtered and sorted.
    pub struct FindingsRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: FindingFilter,
        #[serde(default)]
        pub sort: Sort<FindingSortBy>,
    }

    /// A request for a page of batches, filtered and sorted.
    pub struct BatchFindingsRequest {
        #[serde(default)]
        pub filter: BatchReviewFilter,
        #[serde(default)]
        pub sort: Sort<BatchReviewSortBy>,
    }
}

filters! {
    /// Narrows a list of findings. All conditions must hold.
    pub struct FindingFilter {
        /// A search text in any form that [`crate::search::recognise`] accepts.
        pub search: Option<String>,
        /// Findings of these rules.
        pub rules: Option<Vec<AuditRule>>,
        /// Findings of rules in these groups.
        pub rule_groups: Option<Vec<RuleGroup>>,
        /// Findings in these states.
        pub states: Option<Vec<FindingState>>,
        /// Findings on bills of these accounts.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<AccountNo>>"))]
        pub account_nos: Option<Vec<AccountNo>>,
        /// Findings on bills of accounts in these groups.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<String>>"))]
        pub group_ids: Option<Vec<String>>,
        /// Findings on bills that were invoiced on this day or later.
        pub invoiced_from: Option<Day>,
        /// Findings on bills that were invoiced on this day or earlier.
        pub invoiced_to: Option<Day>,
        /// Findings with at least this amount at stake.
        pub at_stake_from: Option<Money>,
    }

    /// Narrows the list of batches. All conditions must hold.
    pub struct BatchReviewFilter {
        /// Part of a batch's number.
        pub search: Option<String>,
        /// Batches in this state.
        pub state: Option<BatchState>,
    }
}

narrowing!(BatchState);

#[cfg(test)]
mod tests;
