//! The facts of approvals.

use serde::{Deserialize, Serialize};

use super::{ApprovalPolicy, ProposalChange};
use crate::audience::{ByEmail, Recipients, RequestedAction};
use crate::bills::HeldBill;
use crate::number::TransactionNo;
use crate::permission::{Action, Area, Scope};
use crate::recorded_name::display_name;
use crate::{Day, Language, Money};

/// An event of a policy or of a proposal, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum ApprovalFact {
    /// A new policy was proposed; a second approver must confirm it.
    PolicyProposed {
        /// The number of the new policy.
        version: i32,
        /// The new policy.
        policy: Box<ApprovalPolicy>,
    },
    /// A policy came into force.
    PolicySet {
        /// The number of the policy.
        version: i32,
        /// The policy.
        policy: Box<ApprovalPolicy>,
        /// The user who proposed it, if another user confirmed it.
        proposed_by: Option<String>,
    },
    /// A new policy was refused, or withdrawn by its proposer.
    PolicyTurnedDown {
        /// The number of the policy.
        version: i32,
        /// Whether its proposer withdrew it.
        is_withdrawn: bool,
    },
    /// An approver let a colleague approve in their place.
    ApprovalDelegated {
        /// The colleague.
        to_user_id: String,
        /// The colleague's name.
        to_name: String,
        /// The first day.
        from: Day,
        /// The last day.
        until: Day,
    },
    /// An approver ended the delegation.
    DelegationEnded {
        /// The colleague's name.
        to_name: String,
    },
    /// A payment was proposed.
    ProposalMade {
        /// The total.
        total: Money,
        /// The number of bills.
        bills: i32,
        /// The hash of bills, amounts and total.
        hash: String,
        /// The number of the policy.
        policy_version: i32,
        /// The number of steps.
        steps: i32,
        /// The bills that the proposer chose although they were on hold.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        held: Vec<HeldBill>,
    },
    /// An approver approved.
    ProposalApproved {
        /// The total.
        total: Money,
        /// The step, from 1.
        step: i32,
        /// The number of steps.
        steps: i32,
        /// The user in whose place the approver acted.
        in_place_of: Option<String>,
        /// The approver's remark.
        remark: Option<String>,
        /// Whether every step is done.
        is_last: bool,
    },
    /// An approver refused.
    ProposalRefused {
        /// The total.
        total: Money,
        /// The step, from 1.
        step: i32,
        /// The user in whose place the approver acted.
        in_place_of: Option<String>,
        /// The reason.
        reason: String,
    },
    /// The proposer withdrew it, or the Master or an approver did.
    ProposalWithdrawn {
        /// The total.
        total: Money,
        /// The reason, if one was given.
        reason: Option<String>,
        /// The recorded name of the proposer, if another user withdrew it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposed_by: Option<String>,
    },
    /// The bills were paid.
    ProposalReleased {
        /// The total.
        total: Money,
        /// The hash that the bills still had.
        hash: String,
        /// The payment.
        transaction_no: TransactionNo,
    },
    /// Bills changed or were paid, so the proposal is void.
    ProposalVoided {
        /// The total.
        total: Money,
        /// The number of changed bills.
        changed: i32,
        /// The first of them.
        changes: Vec<ProposalChange>,
    },
    /// The proposal was not released in time.
    ProposalLapsed {
        /// The total.
        total: Money,
    },
    /// The day of release has come: the proposer is asked to release it, or the approvers to decide.
    ProposalReleaseDue {
        /// The total.
        total: Money,
        /// Whether every step is done.
        is_approved: bool,
    },
    /// Approvers were reminded.
    ProposalReminded {
        /// The total.
        total: Money,
        /// The step, from 1.
        step: i32,
        /// The earliest due date of its bills, if the reminder is about it.
        due: Option<Day>,
    },
}

/// The users who can approve and release.
const APPROVERS: Scope = Scope { area: Area::Payment, action: Action::Update };

impl ApprovalFact {
    /// Notifies the users who must act, and the proposer of what became of the proposal. The server narrows the users
    /// of the bulk account to the approvers of the current step.
    pub(crate) const fn recipients(&self) -> Recipients {
        let (customers, by_email) = (Some(APPROVERS), Some(ByEmail::Needed(APPROVERS)));
        match self {
            Self::PolicyProposed { .. }
            | Self::ProposalMade { .. }
            | Self::ProposalReminded { .. }
            | Self::ProposalReleaseDue { .. } => Recipients { customers, by_email, ..Recipients::NONE },
            Self::ProposalApproved { .. } => {
                Recipients { customers, by_email, affected_user: true, ..Recipients::NONE }
            }
            Self::PolicySet { .. } | Self::PolicyTurnedDown { .. } => Recipients { customers, ..Recipients::NONE },
            Self::ProposalVoided { .. } | Self::ProposalLapsed { .. } => {
                Recipients { customers, affected_user: true, ..Recipients::NONE }
            }
            Self::ProposalRefused { .. }
            | Self::ProposalReleased { .. }
            | Self::ProposalWithdrawn { proposed_by: Some(_), .. }
            | Self::ApprovalDelegated { .. } => Recipients { affected_user: true, ..Recipients::NONE },
            Self::DelegationEnded { .. } | Self::ProposalWithdrawn { proposed_by: None, .. } => Recipients::NONE,
        }
    }

    /// Asks approvers to decide. The link leads to the proposal and never decides by itself.
    pub(crate) const fn to_do(&self, language: Language) -> Option<RequestedAction> {
        match self {
            Self::ProposalMade { .. }
            | Self::ProposalReminded { .. }
            | Self::ProposalReleaseDue { is_approved: false, .. }
            | Self::ProposalApproved { is_last: false, .. } => Some(RequestedAction {
                sentence: language.pick([
                    "Please check the proposal in the portal, and approve or refuse it.",
                    "Sila semak cadangan itu dalam portal, dan luluskan atau tolak.",
                ]),
                screen: "/billPayment/proposals/",
            }),
            Self::ProposalApproved { is_last: true, .. } => Some(RequestedAction {
                sentence: language.pick([
                    "Every step is approved. Please release the payment in the portal before it lapses.",
                    "Setiap langkah telah diluluskan. Sila keluarkan pembayaran itu dalam portal sebelum ia luput.",
                ]),
                screen: "/billPayment/proposals/",
            }),
            Self::ProposalReleaseDue { is_approved: true, .. } => Some(RequestedAction {
                sentence: language.pick([
                    "Please release the payment in the portal today, by bank transfer or FPX.",
                    "Sila keluarkan pembayaran itu dalam portal hari ini, melalui pindahan bank atau FPX.",
                ]),
                screen: "/billPayment/proposals/",
            }),
            Self::PolicyProposed { .. } => Some(RequestedAction {
                sentence: language.pick([
                    "Please check the new approval policy in the portal, and confirm or refuse it.",
                    "Sila semak dasar kelulusan baharu itu dalam portal, dan sahkan atau tolak.",
                ]),
                screen: "/billPayment/proposals/policy#",
            }),
            Self::PolicySet { .. }
            | Self::PolicyTurnedDown { .. }
            | Self::ApprovalDelegated { .. }
            | Self::DelegationEnded { .. }
            | Self::ProposalRefused { .. }
            | Self::ProposalWithdrawn { .. }
            | Self::ProposalReleased { .. }
            | Self::ProposalVoided { .. }
            | Self::ProposalLapsed { .. } => None,
        }
    }

    /// Returns the event as one sentence. `about` is the proposal, or the bulk account for an event of the policy.
    #[expect(clippy::too_many_lines, reason = "one sentence for each event")]
    pub(crate) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::PolicyProposed { .. }
            | Self::PolicySet { .. }
            | Self::PolicyTurnedDown { .. }
            | Self::ApprovalDelegated { .. }
            | Self::DelegationEnded { .. } => self.policy_sentence(about, language),
            Self::ProposalMade { total, bills, held, .. } => {
                let total = total.shown();
                let made = say_count!(
                    language,
                    bills = *bills,
                    "Payment of {total} for {bills} bill was proposed ({about}) and awaits approval."
                        / "Payment of {total} for {bills} bills was proposed ({about}) and awaits approval.",
                    "Pembayaran {total} bagi {bills} bil telah dicadangkan ({about}) dan menunggu kelulusan."
                );
                if held.is_empty() {
                    return made;
                }
                let held = HeldBill::list(held, language);
                say!(language, "{made} On hold: {held}.", "{made} Ditahan: {held}.")
            }
            Self::ProposalApproved { total, step, steps, is_last, .. } => {
                let total = total.shown();
                if *is_last {
                    say!(
                        language,
                        "Proposal {about} for {total} is approved and can be released.",
                        "Cadangan {about} berjumlah {total} telah diluluskan dan boleh dikeluarkan."
                    )
                } else {
                    say!(
                        language,
                        "Proposal {about} for {total} was approved in step {step} of {steps} and awaits approval.",
                        "Cadangan {about} berjumlah {total} telah diluluskan dalam langkah {step} daripada {steps} dan menunggu kelulusan."
                    )
                }
            }
            Self::ProposalRefused { total, step, .. } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} was refused in step {step}.",
                    "Cadangan {about} berjumlah {total} telah ditolak dalam langkah {step}."
                )
            }
            Self::ProposalWithdrawn { total, proposed_by: Some(proposer), .. } => {
                let (total, proposer) = (total.shown(), display_name(proposer.clone(), language));
                say!(
                    language,
                    "Proposal {about} of {proposer} for {total} was withdrawn by another user. Its bills can be paid or proposed again.",
                    "Cadangan {about} oleh {proposer} berjumlah {total} telah ditarik balik oleh pengguna lain. Bilnya boleh dibayar atau dicadangkan semula."
                )
            }
            Self::ProposalWithdrawn { total, proposed_by: None, .. } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} was withdrawn.",
                    "Cadangan {about} berjumlah {total} telah ditarik balik."
                )
            }
            Self::ProposalReleased { total, transaction_no, .. } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} was released as payment {transaction_no}.",
                    "Cadangan {about} berjumlah {total} telah dikeluarkan sebagai pembayaran {transaction_no}."
                )
            }
            Self::ProposalVoided { total, changed, changes } => {
                let total = total.shown();
                let first = changes.first().map(|change| change.invoice_no.to_string()).unwrap_or_default();
                say_count!(
                    language,
                    changed = *changed,
                    "Proposal {about} for {total} is void, because bill {first} changed or was paid."
                        / "Proposal {about} for {total} is void, because {changed} bills changed or were paid, among them {first}.",
                    "Cadangan {about} berjumlah {total} terbatal kerana {changed} bil telah berubah atau dibayar, antaranya {first}."
                )
            }
            Self::ProposalLapsed { total } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} has lapsed, because it was not released in time.",
                    "Cadangan {about} berjumlah {total} telah luput kerana tidak dikeluarkan dalam tempohnya."
                )
            }
            Self::ProposalReleaseDue { total, is_approved: true } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} is approved and shall be released today.",
                    "Cadangan {about} berjumlah {total} telah diluluskan dan perlu dikeluarkan hari ini."
                )
            }
            Self::ProposalReleaseDue { total, is_approved: false } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} shall be released today, but still awaits approval.",
                    "Cadangan {about} berjumlah {total} perlu dikeluarkan hari ini tetapi masih menunggu kelulusan."
                )
            }
            Self::ProposalReminded { total, due: None, .. } => {
                let total = total.shown();
                say!(
                    language,
                    "Proposal {about} for {total} still awaits approval.",
                    "Cadangan {about} berjumlah {total} masih menunggu kelulusan."
                )
            }
            Self::ProposalReminded { total, due: Some(due), .. } => {
                let (total, due) = (total.shown(), due.shown(language));
                say!(
                    language,
                    "Proposal {about} for {total} still awaits approval, and its first bill is due on {due}.",
                    "Cadangan {about} berjumlah {total} masih menunggu kelulusan, dan bil pertamanya perlu dibayar pada {due}."
                )
            }
        }
    }

    fn policy_sentence(&self, bulk_id: &str, language: Language) -> String {
        match self {
            Self::PolicyProposed { .. } => say!(
                language,
                "A new approval policy of {bulk_id} was proposed. A second approver must confirm it.",
                "Dasar kelulusan baharu bagi {bulk_id} telah dicadangkan. Pelulus kedua perlu mengesahkannya."
            ),
            Self::PolicySet { policy, .. } if policy.is_on() => say!(
                language,
                "The approval policy of {bulk_id} was changed.",
                "Dasar kelulusan bagi {bulk_id} telah diubah."
            ),
            Self::PolicySet { .. } => say!(
                language,
                "Payments of {bulk_id} no longer need approval.",
                "Pembayaran bagi {bulk_id} tidak lagi memerlukan kelulusan."
            ),
            Self::ApprovalDelegated { to_name, from, until, .. } => {
                let (from, until) = (from.shown(language), until.shown(language));
                say!(
                    language,
                    "Approval was delegated to {to_name} from {from} to {until}.",
                    "Kelulusan telah diwakilkan kepada {to_name} dari {from} hingga {until}."
                )
            }
            Self::DelegationEnded { to_name } => say!(
                language,
                "Approval is no longer delegated to {to_name}.",
                "Kelulusan tidak lagi diwakilkan kepada {to_name}."
            ),
            Self::PolicyTurnedDown { is_withdrawn: true, .. } => say!(
                language,
                "The new approval policy of {bulk_id} was withdrawn.",
                "Dasar kelulusan baharu bagi {bulk_id} telah ditarik balik."
            ),
            _ => say!(
                language,
                "The new approval policy of {bulk_id} was refused.",
                "Dasar kelulusan baharu bagi {bulk_id} telah ditolak."
            ),
        }
    }
}
