//! What happens to a payment, each with what it brings along.

use serde::{Deserialize, Serialize};

use super::{Audience, ByEmail, ToDo, Told, either, say};
use crate::number::AccountNo;
use crate::payments::{Event, Status, reason};
use crate::permission::{Action, Area, Scope};
use crate::{Language, Money, Topic};

/// An event of a payment, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum PaymentEvent {
    /// The customer submitted EFT or cheque, with these numbers.
    PaymentSubmitted {
        /// The transfers' or cheques' numbers.
        references: Vec<String>,
    },
    /// The customer was sent to the bank.
    FpxStarted,
    /// The bank confirmed (AC 00).
    FpxApproved,
    /// The company's authorizer is to approve (AC 99).
    FpxPending,
    /// The bank, the maker or the authorizer said no.
    FpxDeclined {
        /// The bank's answer code.
        bank_code: Option<String>,
    },
    /// The bank or the gateway could not do it, or the maker took too long.
    FpxFailed {
        /// The bank's answer code.
        bank_code: Option<String>,
    },
    /// Five calendar days passed without the authorizer.
    FpxExpired {
        /// What was heard last.
        bank_code: Option<String>,
    },
    /// Staff accepted.
    PaymentAccepted,
    /// Staff declined.
    PaymentRejected {
        /// Why, where it was said.
        remark: Option<String>,
    },
    /// Staff found that too little was paid.
    InsufficientRequested {
        /// What is missing.
        missing: Money,
        /// What was paid.
        paid: Money,
    },
    /// Staff found that too much was paid.
    OverpaymentRequested {
        /// What is over.
        excess: Money,
        /// What was paid.
        paid: Money,
    },
    /// The customer paid the difference.
    DifferencePaid {
        /// The difference.
        difference: Money,
        /// The number of the transfer or cheque.
        reference: String,
    },
    /// The customer chose the account to be credited.
    CreditChosen {
        /// What is credited.
        excess: Money,
        /// The account.
        account_no: AccountNo,
    },
    /// The payment was posted to the bills.
    PaymentPosted,
}

/// Where a payment stands after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentStanding {
    /// Its state.
    pub status: Status,
    /// 1, and one more for each reconciliation that the customer answered.
    pub version: i32,
    /// What was found to be paid, once a reconciliation was asked for.
    pub paid: Option<Money>,
}

/// An event of a payment, and what it made of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentFact {
    /// The state before; none at the beginning.
    pub before: Option<Status>,
    /// Where it stands since.
    pub after: PaymentStanding,
    /// The sum of its items when it was made.
    pub billed: Money,
    /// What happened.
    #[serde(flatten)]
    pub event: PaymentEvent,
}

impl PaymentEvent {
    /// What the state machine knows of it.
    #[must_use]
    pub const fn event(&self) -> Event {
        match self {
            Self::PaymentSubmitted { .. } => Event::Submitted,
            Self::FpxStarted => Event::FpxStarted,
            Self::FpxApproved => Event::FpxApproved,
            Self::FpxPending => Event::FpxPending,
            Self::FpxDeclined { .. } => Event::FpxDeclined,
            Self::FpxFailed { .. } => Event::FpxFailed,
            Self::FpxExpired { .. } => Event::FpxExpired,
            Self::PaymentAccepted => Event::Accepted,
            Self::PaymentRejected { .. } => Event::Rejected,
            Self::InsufficientRequested { .. } => Event::InsufficientRequested,
            Self::OverpaymentRequested { .. } => Event::OverpaymentRequested,
            Self::DifferencePaid { .. } => Event::DifferencePaid,
            Self::CreditChosen { .. } => Event::CreditChosen,
            Self::PaymentPosted => Event::Posted,
        }
    }

    /// The bank's answer code, where it ended the payment.
    #[must_use]
    pub fn bank_code(&self) -> Option<&str> {
        match self {
            Self::FpxDeclined { bank_code } | Self::FpxFailed { bank_code } | Self::FpxExpired { bank_code } => {
                bank_code.as_deref()
            }
            _ => None,
        }
    }

    const fn is_fpx(&self) -> bool {
        matches!(
            self,
            Self::FpxStarted
                | Self::FpxApproved
                | Self::FpxPending
                | Self::FpxDeclined { .. }
                | Self::FpxFailed { .. }
                | Self::FpxExpired { .. }
        )
    }
}

const fn payment(action: Action) -> Scope {
    Scope { area: Area::Payment, action }
}

/// Staff who decide about payments.
const DECIDERS: Scope = Scope { area: Area::PendingApproval, action: Action::Update };

impl PaymentFact {
    /// The amount that it is about.
    #[must_use]
    pub const fn amount(&self) -> Money {
        match &self.event {
            PaymentEvent::InsufficientRequested { missing, .. } => *missing,
            PaymentEvent::OverpaymentRequested { excess, .. } | PaymentEvent::CreditChosen { excess, .. } => *excess,
            PaymentEvent::DifferencePaid { difference, .. } => *difference,
            _ => self.billed,
        }
    }

    /// The reference numbers, account or remark that came with it.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        match &self.event {
            PaymentEvent::PaymentSubmitted { references } if references.is_empty() => None,
            PaymentEvent::PaymentSubmitted { references } => Some(references.join(", ")),
            PaymentEvent::PaymentRejected { remark } => remark.clone(),
            PaymentEvent::DifferencePaid { reference, .. } => Some(reference.clone()),
            PaymentEvent::CreditChosen { account_no, .. } => Some(account_no.to_string()),
            _ => None,
        }
    }

    pub(super) const fn topics(&self) -> &'static [Topic] {
        if self.event.is_fpx() {
            &[Topic::Payments, Topic::Bills, Topic::Gateway]
        } else {
            &[Topic::Payments, Topic::Bills]
        }
    }

    pub(super) const fn told(&self) -> Told {
        match self.event {
            PaymentEvent::FpxStarted | PaymentEvent::PaymentAccepted => Told::NOBODY,
            PaymentEvent::PaymentSubmitted { .. }
            | PaymentEvent::DifferencePaid { .. }
            | PaymentEvent::CreditChosen { .. } => Told { staff: Some(DECIDERS), ..Told::NOBODY },
            PaymentEvent::FpxPending => {
                let payers = payment(Action::Add);
                Told { customers: Some(payers), by_email: Some(ByEmail::Reminder(payers)), ..Told::NOBODY }
            }
            PaymentEvent::InsufficientRequested { .. } | PaymentEvent::OverpaymentRequested { .. } => Told {
                customers: Some(payment(Action::View)),
                by_email: Some(ByEmail::Needed(payment(Action::Update))),
                ..Told::NOBODY
            },
            PaymentEvent::FpxApproved
            | PaymentEvent::FpxDeclined { .. }
            | PaymentEvent::FpxFailed { .. }
            | PaymentEvent::FpxExpired { .. }
            | PaymentEvent::PaymentRejected { .. }
            | PaymentEvent::PaymentPosted => Told { customers: Some(payment(Action::View)), ..Told::NOBODY },
        }
    }

    pub(super) fn sentence(&self, number: &str, to: Audience, language: Language) -> String {
        let billed = self.billed.shown();
        match (&self.event, to) {
            (PaymentEvent::PaymentSubmitted { .. }, Audience::Customers) => say!(
                language,
                "Payment {number} of {billed} was submitted and waits for the utility.",
                "Pembayaran {number} sebanyak {billed} telah dihantar dan menunggu utiliti."
            ),
            (PaymentEvent::PaymentSubmitted { .. }, Audience::Staff) => say!(
                language,
                "Payment {number} of {billed} waits for approval.",
                "Pembayaran {number} sebanyak {billed} menunggu kelulusan."
            ),
            (PaymentEvent::FpxStarted, _) => say!(
                language,
                "Payment {number} of {billed} was begun at the bank.",
                "Pembayaran {number} sebanyak {billed} telah dimulakan di bank."
            ),
            (PaymentEvent::FpxApproved, _) => say!(
                language,
                "The bank confirmed payment {number} of {billed}.",
                "Bank mengesahkan pembayaran {number} sebanyak {billed}."
            ),
            (PaymentEvent::FpxPending, _) => say!(
                language,
                "Payment {number} of {billed} waits for the company's authorizer at the bank.",
                "Pembayaran {number} sebanyak {billed} menunggu pemberi kuasa syarikat di bank."
            ),
            (
                PaymentEvent::FpxDeclined { bank_code }
                | PaymentEvent::FpxFailed { bank_code }
                | PaymentEvent::FpxExpired { bank_code },
                _,
            ) => {
                let why = reason(self.after.status, bank_code.as_deref(), language).unwrap_or_default();
                say!(
                    language,
                    "Payment {number} of {billed} came to nothing. {why}",
                    "Pembayaran {number} sebanyak {billed} tidak berjaya. {why}"
                )
            }
            (PaymentEvent::PaymentAccepted, _) => say!(
                language,
                "The utility accepted payment {number} of {billed}.",
                "Utiliti menerima pembayaran {number} sebanyak {billed}."
            ),
            (PaymentEvent::PaymentRejected { .. }, Audience::Customers) => say!(
                language,
                "The utility declined payment {number} of {billed}. Its bills can be paid again.",
                "Utiliti menolak pembayaran {number} sebanyak {billed}. Bilnya boleh dibayar semula."
            ),
            (PaymentEvent::PaymentRejected { .. }, Audience::Staff) => say!(
                language,
                "Payment {number} of {billed} was declined.",
                "Pembayaran {number} sebanyak {billed} telah ditolak."
            ),
            (PaymentEvent::InsufficientRequested { missing, paid }, _) => {
                let (missing, paid) = (missing.shown(), paid.shown());
                say!(
                    language,
                    "Of payment {number}, {paid} of {billed} was received: {missing} is missing.",
                    "Bagi pembayaran {number}, {paid} daripada {billed} diterima: {missing} belum dibayar."
                )
            }
            (PaymentEvent::OverpaymentRequested { excess, paid }, _) => {
                let (excess, paid) = (excess.shown(), paid.shown());
                say!(
                    language,
                    "Of payment {number}, {paid} was received for {billed}: {excess} is over.",
                    "Bagi pembayaran {number}, {paid} diterima untuk {billed}: lebihan {excess}."
                )
            }
            (PaymentEvent::DifferencePaid { difference, .. }, _) => {
                let difference = difference.shown();
                say!(
                    language,
                    "The difference of {difference} of payment {number} was paid and waits for the utility.",
                    "Perbezaan {difference} bagi pembayaran {number} telah dibayar dan menunggu utiliti."
                )
            }
            (PaymentEvent::CreditChosen { excess, account_no }, _) => {
                let excess = excess.shown();
                say!(
                    language,
                    "{excess} of payment {number} are to be credited to account {account_no}.",
                    "{excess} daripada pembayaran {number} akan dikreditkan ke akaun {account_no}."
                )
            }
            (PaymentEvent::PaymentPosted, _) => say!(
                language,
                "Payment {number} of {billed} was posted. Its receipt is ready.",
                "Pembayaran {number} sebanyak {billed} telah diposkan. Resitnya sudah sedia."
            ),
        }
    }

    pub(super) const fn to_do(&self, language: Language) -> Option<ToDo> {
        let sentence = match self.event {
            PaymentEvent::FpxPending => either(
                language,
                "Your company's authorizer approves it at the bank within five calendar days. After that its bills can be paid again.",
                "Pemberi kuasa syarikat anda meluluskannya di bank dalam tempoh lima hari kalendar. Selepas itu bilnya boleh dibayar semula.",
            ),
            PaymentEvent::InsufficientRequested { .. } => either(
                language,
                "Please pay the difference by EFT or cheque. The bills stay in this payment until then.",
                "Sila bayar perbezaannya melalui EFT atau cek. Bilnya kekal dalam pembayaran ini sehingga itu.",
            ),
            PaymentEvent::OverpaymentRequested { .. } => either(
                language,
                "Please choose the electricity account to which the difference is credited.",
                "Sila pilih akaun elektrik yang akan dikreditkan dengan perbezaan itu.",
            ),
            _ => return None,
        };
        Some(ToDo { sentence, screen: "/billPayment/transactions/" })
    }
}
