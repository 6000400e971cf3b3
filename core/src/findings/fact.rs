//! Events of findings.

use serde::{Deserialize, Serialize};

use crate::audience::Recipients;
use crate::audit::{AuditRule, AuditSettings};
use crate::permission::{Action, Area, Scope};
use crate::{Day, Language, Money, Topic, Words};

/// An event of findings, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum FindingsFact {
    /// The audit reported new findings on bills of a batch.
    FindingsFound {
        /// The batch of the bills.
        batch_id: String,
        /// The number of new findings.
        findings: i64,
        /// The number of bills with a new finding.
        bills: i64,
        /// The sum of the bills' amounts in doubt. A bill with several findings counts with its largest amount.
        at_stake: Money,
    },
    /// A user dismissed findings.
    FindingsDismissed {
        /// The ids of the findings.
        finding_ids: Vec<String>,
        /// The reason.
        reason: String,
    },
    /// A user opened findings again.
    FindingsReopened {
        /// The ids of the findings.
        finding_ids: Vec<String>,
        /// The reason, if one was given.
        reason: Option<String>,
    },
    /// A user muted a rule for an account.
    RuleMuted {
        /// The account.
        account_no: String,
        /// The rule.
        rule: AuditRule,
        /// The last day on which it is muted.
        until: Day,
        /// The reason.
        reason: String,
    },
    /// A user ended the muting of a rule.
    RuleUnmuted {
        /// The account.
        account_no: String,
        /// The rule.
        rule: AuditRule,
    },
    /// A user changed the thresholds.
    AuditSettingsChanged {
        /// The thresholds before the change.
        before: Box<AuditSettings>,
        /// The thresholds now.
        after: Box<AuditSettings>,
    },
    /// A new batch has more bills with findings than the deployment allows, so it waits until staff release it.
    BatchWaits {
        /// Audited bills of the batch.
        bills: i64,
        /// Bills with a finding.
        flagged_bills: i64,
        /// The limit, in percent of the bills.
        limit: i64,
    },
    /// An officer proposed to release a batch; a second officer must confirm it.
    BatchReleaseProposed {
        /// Audited bills of the batch.
        bills: i64,
        /// Bills with a finding.
        flagged_bills: i64,
        /// The reason.
        reason: String,
    },
    /// An officer turned down the proposal to release a batch, or withdrew their own. The batch keeps waiting.
    BatchReleaseTurnedDown {
        /// Audited bills of the batch.
        bills: i64,
        /// Bills with a finding.
        flagged_bills: i64,
        /// The reason.
        reason: String,
    },
    /// A batch was released, so that customers can pay its bills.
    BatchReleased {
        /// Audited bills of the batch.
        bills: i64,
        /// Bills with a finding.
        flagged_bills: i64,
        /// The officer's reason; none if the portal released it.
        reason: Option<String>,
    },
}

/// The staff who release batches.
const RELEASERS: Scope = Scope { area: Area::PendingApproval, action: Action::Update };

impl FindingsFact {
    /// Returns the topics of the event. The bills of a batch are on hold while it waits.
    #[must_use]
    pub const fn topics(&self) -> &'static [Topic] {
        if self.is_about_batch() { &[Topic::Findings, Topic::Bills] } else { &[Topic::Findings] }
    }

    /// Whether the event is about a batch, which has bills of many customers, and not about one bulk account.
    #[must_use]
    pub const fn is_about_batch(&self) -> bool {
        match self {
            Self::BatchWaits { .. }
            | Self::BatchReleaseProposed { .. }
            | Self::BatchReleaseTurnedDown { .. }
            | Self::BatchReleased { .. } => true,
            Self::FindingsFound { .. }
            | Self::FindingsDismissed { .. }
            | Self::FindingsReopened { .. }
            | Self::RuleMuted { .. }
            | Self::RuleUnmuted { .. }
            | Self::AuditSettingsChanged { .. } => false,
        }
    }

    /// Returns the recipients: new findings notify the users who can decide about them, and a waiting batch notifies the
    /// staff who can release it.
    #[must_use]
    pub const fn recipients(&self) -> Recipients {
        match self {
            Self::FindingsFound { .. } => {
                Recipients { customers: Some(Scope { area: Area::Bill, action: Action::Update }), ..Recipients::NONE }
            }
            Self::BatchWaits { .. } | Self::BatchReleaseProposed { .. } | Self::BatchReleaseTurnedDown { .. } => {
                Recipients { staff: Some(RELEASERS), ..Recipients::NONE }
            }
            Self::FindingsDismissed { .. }
            | Self::FindingsReopened { .. }
            | Self::RuleMuted { .. }
            | Self::RuleUnmuted { .. }
            | Self::AuditSettingsChanged { .. }
            | Self::BatchReleased { .. } => Recipients::NONE,
        }
    }

    /// Returns the rows of the table in an e-mail.
    #[must_use]
    pub fn facts(&self, language: Language) -> Vec<(&'static str, String)> {
        let Self::FindingsFound { batch_id, findings, bills, at_stake } = self else { return Vec::new() };
        let named = |names: Words, value: String| (language.pick(names), value);
        vec![
            named(["Batch", "Kelompok"], batch_id.clone()),
            named(["Findings", "Penemuan"], findings.to_string()),
            named(["Bills", "Bil"], bills.to_string()),
            named(["Amount affected", "Amaun terlibat"], at_stake.shown()),
        ]
    }

    /// Returns the event as one sentence. `about` is the bulk account, or the batch if the event is about a batch.
    #[must_use]
    pub fn sentence(&self, about: &str, language: Language) -> String {
        let bulk_id = about;
        match self {
            Self::FindingsFound { batch_id, findings, at_stake, .. } => {
                let at_stake = at_stake.shown();
                say_count!(
                    language,
                    findings = *findings,
                    "The bill audit has {findings} new finding in batch {batch_id} of {bulk_id}. Amount affected: {at_stake}."
                        / "The bill audit has {findings} new findings in batch {batch_id} of {bulk_id}. Amount affected: {at_stake}.",
                    "Audit bil mempunyai {findings} penemuan baharu dalam kelompok {batch_id} bagi {bulk_id}. Amaun terlibat: {at_stake}."
                )
            }
            Self::FindingsDismissed { finding_ids, .. } => say_count!(
                language,
                findings = finding_ids.len(),
                "{findings} finding of {bulk_id} was dismissed." / "{findings} findings of {bulk_id} were dismissed.",
                "{findings} penemuan {bulk_id} telah diketepikan."
            ),
            Self::FindingsReopened { finding_ids, .. } => say_count!(
                language,
                findings = finding_ids.len(),
                "{findings} finding of {bulk_id} was opened again."
                    / "{findings} findings of {bulk_id} were opened again.",
                "{findings} penemuan {bulk_id} telah dibuka semula."
            ),
            Self::RuleMuted { account_no, rule, until, .. } => {
                let (rule, until) = (rule.title(language), until.shown(language));
                say!(
                    language,
                    "“{rule}” was paused for account {account_no} until {until}.",
                    "“{rule}” telah dijeda bagi akaun {account_no} sehingga {until}."
                )
            }
            Self::RuleUnmuted { account_no, rule } => {
                let rule = rule.title(language);
                say!(
                    language,
                    "“{rule}” is no longer paused for account {account_no}.",
                    "“{rule}” tidak lagi dijeda bagi akaun {account_no}."
                )
            }
            Self::AuditSettingsChanged { .. } => say!(
                language,
                "The settings of the bill audit of {bulk_id} were changed.",
                "Tetapan audit bil {bulk_id} telah diubah."
            ),
            Self::BatchWaits { bills, flagged_bills, limit } => say_count!(
                language,
                bills = *bills,
                "Batch {about} is held: {flagged_bills} of {bills} bill has findings, above the limit of {limit}%."
                    / "Batch {about} is held: {flagged_bills} of {bills} bills have findings, above the limit of {limit}%.",
                "Kelompok {about} ditahan: {flagged_bills} daripada {bills} bil mempunyai penemuan, melebihi had {limit}%."
            ),
            Self::BatchReleaseProposed { bills, flagged_bills, .. } => say_count!(
                language,
                bills = *bills,
                "The release of batch {about} was proposed, with findings on {flagged_bills} of {bills} bill. A second officer must confirm it."
                    / "The release of batch {about} was proposed, with findings on {flagged_bills} of {bills} bills. A second officer must confirm it.",
                "Pembukaan kelompok {about} untuk bayaran telah dicadangkan, dengan penemuan pada {flagged_bills} daripada {bills} bil. Pegawai kedua perlu mengesahkannya."
            ),
            Self::BatchReleaseTurnedDown { bills, flagged_bills, .. } => say_count!(
                language,
                bills = *bills,
                "The release of batch {about} was turned down, with findings on {flagged_bills} of {bills} bill. The batch stays held."
                    / "The release of batch {about} was turned down, with findings on {flagged_bills} of {bills} bills. The batch stays held.",
                "Pembukaan kelompok {about} tidak disahkan, dengan penemuan pada {flagged_bills} daripada {bills} bil. Kelompok itu terus ditahan."
            ),
            Self::BatchReleased { bills, flagged_bills, .. } => say_count!(
                language,
                bills = *bills,
                "Batch {about} was released, with findings on {flagged_bills} of {bills} bill."
                    / "Batch {about} was released, with findings on {flagged_bills} of {bills} bills.",
                "Kelompok {about} telah dibuka untuk bayaran, dengan penemuan pada {flagged_bills} daripada {bills} bil."
            ),
        }
    }
}
