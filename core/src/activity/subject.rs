//! Maps facts to the subjects of the activity log.

use super::ActivitySubject;
use crate::Language;
use crate::fact::Fact;

impl ActivitySubject {
    /// Every subject.
    pub const ALL: &[Self] = &[
        Self::Payments,
        Self::Bills,
        Self::Registration,
        Self::Company,
        Self::Accounts,
        Self::People,
        Self::Messages,
        Self::Statements,
        Self::Downloads,
        Self::CustomerView,
        Self::Operations,
    ];

    /// Returns the subject of a fact.
    #[must_use]
    pub const fn of(fact: &Fact) -> Self {
        match fact {
            Fact::Payment(_) | Fact::Approval(_) => Self::Payments,
            Fact::Bills(_) | Fact::Findings(_) | Fact::Query(_) | Fact::Accounting(_) => Self::Bills,
            Fact::Registration(_) => Self::Registration,
            Fact::Company(_) | Fact::Mailbox(_) | Fact::Webhook(_) => Self::Company,
            Fact::Accounts(_) => Self::Accounts,
            Fact::DataProtection(fact) if fact.is_about_breach() => Self::Operations,
            Fact::People(_) | Fact::Token(_) | Fact::DataProtection(_) => Self::People,
            Fact::Colleague(_) => Self::Messages,
            Fact::Statement(_) => Self::Statements,
            Fact::Download(_) => Self::Downloads,
            Fact::Viewing(_) => Self::CustomerView,
            Fact::Operations(_) => Self::Operations,
        }
    }

    /// Returns the stored names of the subject's facts, for queries.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list of names for each subject")]
    pub const fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Payments => &[
                "PaymentSubmitted",
                "FpxStarted",
                "FpxApproved",
                "FpxPending",
                "FpxDeclined",
                "FpxFailed",
                "FpxExpired",
                "FpxGivenUp",
                "AcceptanceProposed",
                "AcceptanceTurnedDown",
                "PaymentAccepted",
                "PaymentRejected",
                "InsufficientRequested",
                "OverpaymentRequested",
                "DifferencePaid",
                "CreditChosen",
                "PaymentPosted",
                "LateProposed",
                "LateToBills",
                "LateToAccount",
                "LateRefunded",
                "PolicyProposed",
                "PolicySet",
                "PolicyTurnedDown",
                "ApprovalDelegated",
                "DelegationEnded",
                "ProposalMade",
                "ProposalApproved",
                "ProposalRefused",
                "ProposalWithdrawn",
                "ProposalReleased",
                "ProposalVoided",
                "ProposalLapsed",
                "ProposalReleaseDue",
                "ProposalReminded",
            ],
            Self::Bills => &[
                "BillsFallDue",
                "BillsIssued",
                "BillsSettled",
                "QueryOpened",
                "QueryReplied",
                "QueryFileAdded",
                "QueryAssigned",
                "QueryAnswered",
                "QueryAccepted",
                "QueryClosed",
                "QueryWithdrawn",
                "QueryBillLeft",
                "QueryBillCorrected",
                "FindingsFound",
                "FindingsDismissed",
                "FindingsReopened",
                "RuleMuted",
                "RuleUnmuted",
                "AuditSettingsChanged",
                "BatchWaits",
                "BatchReleaseProposed",
                "BatchReleaseTurnedDown",
                "BatchReleased",
                "AccountingProfileSaved",
                "AccountingProfileRemoved",
                "AccountingRunMade",
                "AccountingRunRefused",
                "AccountingNumbersSet",
            ],
            Self::Registration => &[
                "RegistrationSubmitted",
                "RegistrationApproved",
                "RegistrationInfoRequested",
                "RegistrationRejected",
                "RegistrationClosed",
                "RegistrationWithdrawn",
                "RegistrationReminded",
                "RegistrationLapsed",
                "RegistrationFinished",
                "RegistrationFinishedWithErrors",
                "RegistrationPutRight",
            ],
            Self::Company => &[
                "RegistrationBegunAgain",
                "BulkAccountMade",
                "BulkProfileChanged",
                "MailboxAdded",
                "MailboxLinkSent",
                "MailboxConfirmed",
                "MailboxChanged",
                "MailboxStopped",
                "MailboxRemoved",
                "WebhookCreated",
                "WebhookChanged",
                "WebhookDisabled",
                "WebhookEnabled",
                "WebhookSecretRotated",
                "WebhookReplayed",
                "WebhookDeleted",
            ],
            Self::Accounts => &[
                "AccountsAdded",
                "AccountsTriedAgain",
                "AccountsForgotten",
                "AccountsProcessed",
                "AccountRemoved",
                "AccountsRemoved",
                "AccountsChanged",
                "GroupMade",
                "GroupRenamed",
                "GroupDeleted",
                "AccountsGrouped",
                "AccountsUngrouped",
                "CostCentreSaved",
                "CostCentreRemoved",
                "AccountsCoded",
                "GroupCoded",
                "GuaranteeExpires",
            ],
            Self::People => &[
                "Registered",
                "Activated",
                "LinkSent",
                "PasswordReset",
                "PasswordChanged",
                "ProfileChanged",
                "TermsAccepted",
                "SessionsEnded",
                "FactorAdded",
                "FactorRemoved",
                "RecoveryCodesRenewed",
                "RecoveryCodeUsed",
                "FactorsReset",
                "FactorResetProposed",
                "FactorResetConfirmed",
                "FactorResetEnded",
                "FactorRuleChanged",
                "SsoChanged",
                "SsoDomainChanged",
                "SsoDomainMissing",
                "SsoDomainLost",
                "SsoLinked",
                "SsoRefused",
                "BreakGlassUsed",
                "Invited",
                "InvitationSentAgain",
                "InvitationWithdrawn",
                "InvitationAccepted",
                "MemberChanged",
                "MemberRemoved",
                "MasterTransferred",
                "StaffAdded",
                "StaffChanged",
                "StaffProposed",
                "StaffProposalTurnedDown",
                "PersonErasureProposed",
                "PersonErased",
                "UserDeleted",
                "ApiTokenCreated",
                "ApiTokenRotated",
                "ApiTokenRevoked",
                "ApiTokenRefused",
                "ApiTokenExpiring",
                "DataRequestMade",
                "DataRequestExtended",
                "DataRequestEnded",
                "DataRequestDue",
            ],
            Self::Messages => &["InstructionsSent", "ApprovalReminded", "SelectionSent"],
            Self::Statements => &["StatementRequested", "StatementReady", "StatementFailed"],
            Self::Downloads => &["DownloadReady", "DownloadFailed"],
            Self::CustomerView => &["CustomerViewEntered", "CustomerViewLeft", "CustomerViewEnded"],
            Self::Operations => &[
                "JobRetried",
                "EmailSentAgain",
                "MethodWindowSet",
                "FpxAlertSettled",
                "BankLineDeclaredOther",
                "AnnouncementWritten",
                "AnnouncementChanged",
                "AnnouncementWithdrawn",
                "BreachRecorded",
                "BreachCorrected",
                "BreachDue",
            ],
        }
    }

    /// Returns the name that readers see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Payments => ["Payments", "Pembayaran"],
            Self::Bills => ["Bills", "Bil"],
            Self::Registration => ["Registration", "Pendaftaran"],
            Self::Company => ["Company", "Syarikat"],
            Self::Accounts => ["Accounts and groups", "Akaun dan kumpulan"],
            Self::People => ["Users", "Pengguna"],
            Self::Messages => ["Messages to colleagues", "Mesej kepada rakan sekerja"],
            Self::Statements => ["Statements", "Penyata"],
            Self::Downloads => ["Downloads", "Muat turun"],
            Self::CustomerView => ["Customer view mode", "Mod paparan pelanggan"],
            Self::Operations => ["Operations", "Operasi"],
        };
        language.pick(words)
    }
}

impl super::ActivityDamage {
    /// Returns a sentence that says why the entry cannot be trusted.
    #[must_use]
    pub const fn sentence(self, language: Language) -> &'static str {
        let words = match self {
            Self::Altered => {
                ["This entry was changed after it was recorded.", "Entri ini telah diubah selepas direkodkan."]
            }
            Self::NotFollowing => [
                "This entry does not continue from the entry before it.",
                "Entri ini tidak bersambung dengan entri sebelumnya.",
            ],
            Self::Gap => ["The entry before this one is missing.", "Entri sebelum entri ini telah hilang."],
        };
        language.pick(words)
    }
}
