//! Which screens show what happened.

use super::{AccountingFact, AccountsFact, ApplicationEvent, ApprovalFact, Fact, FindingsFact, PeopleFact};
use crate::audience::Audience;

/// A screen, by its name in the list of screens, with the parameters of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenTarget {
    /// The screen's name.
    pub screen: &'static str,
    /// The values of the path's parameters and of the query's.
    pub params: Vec<(&'static str, String)>,
}

const fn at(screen: &'static str) -> ScreenTarget {
    ScreenTarget { screen, params: Vec::new() }
}

fn of(screen: &'static str, name: &'static str, value: &str) -> ScreenTarget {
    ScreenTarget { screen, params: vec![(name, value.to_owned())] }
}

impl Fact {
    /// Returns the screens on which a reader finds the fact, the most specific first. A link leads to the first that
    /// the reader may open. `id` is the stored id of the subject.
    #[must_use]
    pub fn screen_targets(&self, id: &str, about: &str, to: Audience) -> Vec<ScreenTarget> {
        match (self, to) {
            (Self::Payment(_), Audience::Customers) => vec![of("payment", "transactionNo", about)],
            (Self::Payment(_), Audience::Staff) => vec![of("staffPayment", "transactionNo", about)],
            (Self::Registration(_), Audience::Staff) => vec![of("reviewRegistration", "registrationId", id)],
            (Self::Registration(fact), Audience::Customers) => match fact.event {
                ApplicationEvent::RegistrationFinishedWithErrors { .. } => {
                    vec![at("pendingAccounts"), at("registration")]
                }
                ApplicationEvent::RegistrationFinished | ApplicationEvent::RegistrationPutRight => {
                    vec![at("accounts"), at("registration")]
                }
                _ => vec![at("registration")],
            },
            (Self::Accounts(fact), Audience::Customers) => fact.places(),
            (Self::People(PeopleFact::MemberRemoved { .. }), Audience::Customers) => vec![at("users")],
            (Self::People(fact), Audience::Customers) if fact.is_about_sso() => {
                vec![at("ssoSettings"), at("profile")]
            }
            (Self::People(PeopleFact::SsoLinked { .. }), Audience::Customers) => vec![at("profile")],
            (Self::People(fact), Audience::Customers) if fact.is_about_own_factors() => vec![at("profile")],
            (Self::People(fact), Audience::Staff) if fact.is_about_own_factors() => vec![at("staffProfile")],
            (Self::People(_), Audience::Customers) => vec![at("users"), at("profile")],
            (Self::People(_), Audience::Staff) => vec![at("staffUsers"), at("staffProfile")],
            (Self::Statement(_), Audience::Customers) => vec![of("statements", "search", about)],
            (Self::Company(_), Audience::Customers) => vec![at("company")],
            (Self::Mailbox(_), Audience::Customers) => vec![at("mailboxes")],
            (Self::Webhook(_), Audience::Customers) => vec![at("webhooks")],
            (Self::Token(_), Audience::Customers) => vec![at("apiTokens")],
            (Self::Bills(fact), Audience::Customers) => vec![fact.screen_target()],
            (Self::Query(_), Audience::Customers) => vec![of("bill", "invoiceNo", about)],
            (Self::Query(_), Audience::Staff) => vec![of("queryQueue", "search", about)],
            (Self::Approval(fact), Audience::Customers) => match fact {
                ApprovalFact::PolicyProposed { .. }
                | ApprovalFact::PolicySet { .. }
                | ApprovalFact::PolicyTurnedDown { .. }
                | ApprovalFact::ApprovalDelegated { .. }
                | ApprovalFact::DelegationEnded { .. } => vec![at("approvalPolicy")],
                ApprovalFact::ProposalMade { .. }
                | ApprovalFact::ProposalApproved { .. }
                | ApprovalFact::ProposalRefused { .. }
                | ApprovalFact::ProposalWithdrawn { .. }
                | ApprovalFact::ProposalReleased { .. }
                | ApprovalFact::ProposalVoided { .. }
                | ApprovalFact::ProposalLapsed { .. }
                | ApprovalFact::ProposalReleaseDue { .. }
                | ApprovalFact::ProposalReminded { .. } => vec![of("proposal", "proposalId", about)],
            },
            (Self::Findings(FindingsFact::FindingsFound { .. }), Audience::Customers) => {
                vec![of("findings", "state", "open")]
            }
            (Self::Findings(FindingsFact::AuditSettingsChanged { .. }), Audience::Customers) => {
                vec![at("auditSettings")]
            }
            (Self::Findings(_), Audience::Customers) => vec![at("findings")],
            (Self::Findings(fact), Audience::Staff) if fact.is_about_batch() => vec![at("batchReviews")],
            (Self::Accounting(fact), Audience::Customers) => match fact {
                AccountingFact::AccountingProfileRemoved { .. } => vec![at("accounting")],
                AccountingFact::AccountingRunMade { profile_id, run_no, .. } => {
                    let params = vec![("profileId", profile_id.clone()), ("runNo", run_no.to_string())];
                    vec![ScreenTarget { screen: "accountingRun", params }]
                }
                AccountingFact::AccountingProfileSaved { profile_id, .. }
                | AccountingFact::AccountingRunRefused { profile_id, .. }
                | AccountingFact::AccountingNumbersSet { profile_id, .. } => {
                    vec![of("accountingProfile", "profileId", profile_id)]
                }
            },
            (Self::DataProtection(fact), Audience::Staff) if fact.is_about_breach() => {
                vec![of("breach", "number", about)]
            }
            (Self::DataProtection(_), Audience::Staff) => {
                vec![of("dataRequest", "number", about), at("staffOwnData")]
            }
            (Self::DataProtection(_), Audience::Customers) => vec![at("ownData")],
            // A file is fetched from the downloads tray. Facts for customers only have no staff screen.
            (Self::Download(_) | Self::Colleague(_) | Self::Viewing(_) | Self::Operations(_), _)
            | (
                Self::Accounts(_)
                | Self::Bills(_)
                | Self::Findings(_)
                | Self::Approval(_)
                | Self::Accounting(_)
                | Self::Statement(_)
                | Self::Mailbox(_)
                | Self::Webhook(_)
                | Self::Token(_)
                | Self::Company(_),
                Audience::Staff,
            ) => Vec::new(),
        }
    }
}

impl AccountsFact {
    fn places(&self) -> Vec<ScreenTarget> {
        match self {
            Self::AccountsProcessed { failed, .. } if !failed.is_empty() => vec![at("pendingAccounts")],
            Self::GroupMade { group_id, .. }
            | Self::GroupRenamed { group_id, .. }
            | Self::AccountsGrouped { group_id, .. }
            | Self::AccountsUngrouped { group_id, .. } => vec![of("group", "groupId", group_id)],
            Self::GroupDeleted { .. } => vec![at("groups")],
            Self::CostCentreSaved { .. } | Self::CostCentreRemoved { .. } => vec![at("costCentres")],
            Self::AccountsCoded { accounts } => match accounts.as_slice() {
                [one] => vec![of("account", "accountNo", &one.account_no)],
                _ => vec![at("costCentres")],
            },
            Self::GroupCoded { .. } => vec![at("groupCodings")],
            Self::GuaranteeExpires { .. } => {
                vec![ScreenTarget { screen: "deposits", params: vec![("sort", "expiresOn".to_owned())] }]
            }
            _ => vec![at("accounts")],
        }
    }
}
