//! What the people of a bulk account sent each other.

use serde::{Deserialize, Serialize};

use crate::{Language, Money, Topic};

/// Something that was sent, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum ColleagueFact {
    /// How much is to be transferred, and where to.
    InstructionsSent {
        /// The e-mail address.
        to: String,
        /// The amount.
        amount: Money,
    },
    /// That a payment waits for approval.
    ApprovalReminded {
        /// The e-mail addresses.
        to: Vec<String>,
    },
    /// Bills to pay.
    SelectionSent {
        /// The e-mail address.
        to: String,
        /// How many bills.
        bills: usize,
        /// What they come to.
        total: Money,
    },
}

impl ColleagueFact {
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
                    "{bills} bill of {about}, {total}, was sent to {to} to be paid."
                        / "{bills} bills of {about}, {total} in all, were sent to {to} to be paid.",
                    "{bills} bil {about} berjumlah {total} telah dihantar kepada {to} untuk dibayar."
                )
            }
        }
    }
}
