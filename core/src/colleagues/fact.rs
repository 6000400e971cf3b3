//! Events of messages between users of a bulk account.

use serde::{Deserialize, Serialize};

use crate::audience::Recipients;
use crate::{Language, Money, Topic};

/// A message to colleagues, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum ColleagueFact {
    /// Transfer instructions were sent: the amount, and where to pay it.
    InstructionsSent {
        /// The recipient's e-mail address.
        to: String,
        /// The amount to transfer.
        amount: Money,
    },
    /// A reminder to approve a payment was sent.
    ApprovalReminded {
        /// The recipients' e-mail addresses.
        to: Vec<String>,
    },
    /// A selection of bills to pay was sent.
    SelectionSent {
        /// The recipient's e-mail address.
        to: String,
        /// The number of bills.
        bills: usize,
        /// The total of the bills.
        total: Money,
    },
}

impl ColleagueFact {
    /// Notifies no user: the fact has its own e-mail, which goes to the recipients that the sender chose.
    pub(crate) const fn recipients(&self) -> Recipients {
        match self {
            Self::InstructionsSent { .. } | Self::ApprovalReminded { .. } | Self::SelectionSent { .. } => {
                Recipients::NONE
            }
        }
    }

    pub(crate) const fn topics(&self) -> &'static [Topic] {
        match self {
            Self::ApprovalReminded { .. } => &[Topic::Payments],
            Self::InstructionsSent { .. } | Self::SelectionSent { .. } => &[],
        }
    }

    pub(crate) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::InstructionsSent { to, amount } => {
                let amount = amount.shown();
                say!(
                    language,
                    "The instructions to transfer {amount} for {about} were sent to {to}.",
                    "Arahan untuk memindahkan {amount} bagi {about} telah dihantar kepada {to}."
                )
            }
            Self::ApprovalReminded { to } => {
                let to = to.join(", ");
                say!(
                    language,
                    "A reminder to approve payment {about} was sent to {to}.",
                    "Peringatan untuk meluluskan pembayaran {about} telah dihantar kepada {to}."
                )
            }
            Self::SelectionSent { to, bills, total } => {
                let total = total.shown();
                say_count!(
                    language,
                    bills = *bills,
                    "{bills} bill of {about} for {total} was sent to {to} to be paid."
                        / "{bills} bills of {about} totalling {total} were sent to {to} to be paid.",
                    "{bills} bil {about} berjumlah {total} telah dihantar kepada {to} untuk dibayar."
                )
            }
        }
    }
}
