//! Wire types of findings, of muted rules and of a company's thresholds.

use crate::audit::{AuditRule, AuditSettings, Evidence, NotChecked, Period, RuleGroup};
use crate::bills::Quantity;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::number_list::NumberList;
use crate::{Code, Day, Instant, Language, Money, Problem};

use super::{FindingState, MAX_DECIDED, MAX_MUTED_DAYS, MAX_PREVIEW_ACCOUNTS, MAX_REASON_LENGTH};

wire! {
    /// Selects a bulk account.
    pub struct BulkFindingsRequest {
        pub id: BulkId,
    }

    /// Selects a bill.
    pub struct BillFindingsRequest {
        pub invoice_no: InvoiceNo,
    }

    /// A finding in a list. Its texts are in the caller's language.
    pub struct ListedFinding {
        pub finding_id: String,
        pub rule: AuditRule,
        /// The group that the rule is listed in.
        pub rule_group: RuleGroup,
        /// The rule's title.
        pub title: String,
        /// The figures, and the titles of other rules that report the same cause.
        pub sentence: String,
        /// A suggestion for the user.
        pub next_step: String,
        /// The figures on which the finding is based.
        pub evidence: Evidence,
        /// Other rules that report the same cause, in the order of the rules.
        pub also: Vec<ReportedRule>,
        #[serde(rename = "state")]
        pub finding_state: FindingState,
        /// The part of the bill's amount that is in doubt; zero if the finding is not about an amount.
        pub at_stake: Money,
        /// The other bill that proves the finding.
        pub proof: Option<InvoiceNo>,
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        /// The group that the account is in.
        pub group_name: Option<String>,
        pub bill_batch_id: BatchId,
        pub invoice_date: Day,
        /// The amount to pay for the bill.
        pub total_amount_payable: Money,
        /// When the audit first reported the finding.
        pub found_at: Instant,
        /// The user who last dismissed or reopened the finding.
        pub decided_by: Option<String>,
        pub decided_at: Option<Instant>,
        /// The reason that this user gave.
        pub reason: Option<String>,
    }

    /// A rule that reports the cause of another rule's finding.
    pub struct ReportedRule {
        pub rule: AuditRule,
        /// The rule's title.
        pub title: String,
        /// One sentence with the figures.
        pub sentence: String,
    }

    /// The open findings of a bulk account.
    pub struct FindingsSummary {
        /// Open findings, including findings that the utility was asked about.
        pub open_findings: i64,
        /// Bills with an open finding.
        pub bills: i64,
        /// The sum of the bills' amounts in doubt. A bill with several findings counts with its largest amount.
        pub at_stake: Money,
        /// Rules with an open finding, in the order of the rules. A finding counts for its strongest rule.
        pub rules: Vec<RuleSummary>,
        /// Whether the audit of some bills is pending.
        pub is_auditing: bool,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The open findings of one rule.
    pub struct RuleSummary {
        pub rule: AuditRule,
        pub rule_group: RuleGroup,
        /// The rule's title.
        pub title: String,
        pub findings: i64,
        pub at_stake: Money,
    }

    /// The findings on one bill.
    pub struct BillFindings {
        pub invoice_no: InvoiceNo,
        /// Findings in every state, in the order of the rules.
        pub findings: Vec<ListedFinding>,
        /// Rules that could not be checked on this bill.
        pub unchecked: Vec<UncheckedRule>,
        /// The bills that prove the findings.
        pub proofs: Vec<ProofBill>,
        /// Rules that are muted for the bill's account.
        pub muted: Vec<MutedAccount>,
        /// Whether the audit of the bill is pending.
        pub is_auditing: bool,
    }

    /// A rule that could not be checked on a bill.
    pub struct UncheckedRule {
        pub rule: AuditRule,
        /// The rule's title.
        pub title: String,
        pub reason: NotChecked,
        /// The reason as a sentence.
        pub sentence: String,
    }

    /// A bill that proves a finding on another bill.
    pub struct ProofBill {
        pub invoice_no: InvoiceNo,
        pub invoice_date: Day,
        pub period: Option<Period>,
        pub tariff: String,
        /// Energy used, in kWh.
        pub kwh: Option<Quantity>,
        /// The charge of this period.
        pub current_charge: Money,
        pub total_amount_payable: Money,
        /// The day on which the bill's payment was posted in the portal.
        pub paid_on: Option<Day>,
    }

    /// Dismisses findings.
    pub struct DismissFindingsRequest {
        pub id: BulkId,
        #[serde(with = "NumberList::<String>")]
        pub finding_ids: Vec<String>,
        /// Why nothing needs to be done.
        pub reason: String,
    }

    /// Reopens findings.
    pub struct ReopenFindingsRequest {
        pub id: BulkId,
        #[serde(with = "NumberList::<String>")]
        pub finding_ids: Vec<String>,
        #[serde(default)]
        pub reason: Option<String>,
    }

    /// The number of changed findings.
    pub struct FindingsChanged {
        pub findings: i64,
    }

    /// Mutes a rule for an account.
    pub struct MuteAccountRequest {
        pub id: BulkId,
        pub account_no: AccountNo,
        pub rule: AuditRule,
        /// The last day on which the rule is muted.
        pub until: Day,
        pub reason: String,
    }

    /// Ends the muting of a rule.
    pub struct UnmuteAccountRequest {
        pub id: BulkId,
        pub account_no: AccountNo,
        pub rule: AuditRule,
    }

    /// A rule that is muted for an account.
    pub struct MutedAccount {
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        pub rule: AuditRule,
        /// The rule's title.
        pub title: String,
        /// The last day on which the rule is muted.
        pub until: Day,
        pub reason: String,
        /// The user who muted it.
        pub muted_by: String,
        pub muted_at: Instant,
    }

    /// A rule with its texts, for the settings form.
    pub struct DescribedRule {
        pub rule: AuditRule,
        pub rule_group: RuleGroup,
        /// The rule's title.
        pub title: String,
        /// The heading of its group.
        pub group_title: String,
    }

    /// The thresholds of a bulk account.
    pub struct CompanyAuditSettings {
        pub settings: AuditSettings,
        /// The thresholds of a bulk account that has not set its own.
        pub defaults: AuditSettings,
        /// Every rule, in the order in which findings are listed.
        pub rules: Vec<DescribedRule>,
        /// Rules that are muted today, by account.
        pub muted: Vec<MutedAccount>,
        /// The number of changes so far. A change of the thresholds sends this number.
        pub version: i64,
        /// The user who last changed the settings.
        pub changed_by: Option<String>,
        pub changed_at: Option<Instant>,
    }

    /// Replaces the thresholds of a bulk account.
    pub struct SetAuditSettingsRequest {
        pub id: BulkId,
        pub settings: AuditSettings,
        /// The version that the user saw. The call is refused if the settings were changed since.
        pub version: i64,
    }

    /// Asks for the number of bills that the given thresholds would report.
    pub struct PreviewAuditSettingsRequest {
        pub id: BulkId,
        pub settings: AuditSettings,
    }

    /// The number of bills of the last 12 months that proposed thresholds would report.
    pub struct AuditPreview {
        /// Bills that were audited for the preview.
        pub bills: i64,
        /// Bills with a finding, by the current settings.
        pub flagged_now: i64,
        /// Bills with a finding, by the proposed settings.
        pub flagged: i64,
        /// Every rule, in the order in which findings are listed.
        pub rules: Vec<RulePreview>,
        /// Accounts that are not in the sample. Zero if the company has at most as many accounts as a preview audits.
        pub accounts_left_out: i64,
    }

    /// The number of bills that one rule would report.
    pub struct RulePreview {
        pub rule: AuditRule,
        /// The rule's title.
        pub title: String,
        /// Bills with a finding of this rule, by the current settings. A finding counts for its strongest rule.
        pub flagged_now: i64,
        /// Bills with a finding of this rule, by the proposed settings.
        pub flagged: i64,
    }
}

/// Returns the accounts that a preview audits: all, or those with the smallest hashes of their numbers. So the sample is
/// spread over all accounts, and two previews of different thresholds count the same bills.
#[must_use]
pub fn preview_sample(mut accounts: Vec<AccountNo>) -> Vec<AccountNo> {
    // SplitMix64, because the hashes of the standard library may change with its version.
    let hash = |account_no: &AccountNo| {
        let number: u64 = account_no.as_str().parse().unwrap_or_default();
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
    };
    if accounts.len() > MAX_PREVIEW_ACCOUNTS {
        accounts.sort_by_cached_key(hash);
        accounts.truncate(MAX_PREVIEW_ACCOUNTS);
    }
    accounts
}

/// Checks a reason for a decision, and returns it trimmed.
/// Fails with [`Code::RemarkRequired`] or [`Code::RemarkTooLong`], for the field `reason`.
pub fn check_reason(reason: &str) -> Result<String, Problem> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Problem::at("reason", Code::RemarkRequired));
    }
    if reason.chars().count() > MAX_REASON_LENGTH {
        return Err(Problem::at("reason", Problem::new(Code::RemarkTooLong).with("limit", MAX_REASON_LENGTH)));
    }
    Ok(reason.to_owned())
}

/// Checks the number of findings in a request.
/// Fails with [`Code::NoFindingsChosen`] for none, [`Code::TooLarge`] for more than [`MAX_DECIDED`].
pub fn check_chosen(finding_ids: &[String]) -> Result<(), Problem> {
    if finding_ids.is_empty() {
        return Err(Problem::at("findingIds", Code::NoFindingsChosen));
    }
    if finding_ids.len() > MAX_DECIDED {
        return Err(Problem::new(Code::TooLarge).with("limit", MAX_DECIDED));
    }
    Ok(())
}

/// Returns the last day until which a rule can be muted.
#[must_use]
pub fn last_muted_day(today: Day) -> Day {
    today.plus_days(MAX_MUTED_DAYS)
}

/// Checks the last day of a muted rule.
/// Fails with [`Code::MuteDayInvalid`] for a day before today or after [`last_muted_day`].
pub fn check_muted_day(until: Day, today: Day, language: Language) -> Result<(), Problem> {
    let last = last_muted_day(today);
    if until < today || until > last {
        return Err(Problem::at("until", Problem::new(Code::MuteDayInvalid).with("last", last.shown(language))));
    }
    Ok(())
}
