//! What happens to a payment, each with what it brings along.

use serde::{Deserialize, Serialize};

use super::fpx::LateWay;
use super::{Event, Status};
use crate::audience::{ByEmail, Told};
use crate::number::AccountNo;
use crate::permission::{Action, Area, Scope};
use crate::{Money, Topic};

mod words;

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
    /// The maker or staff gave it up, after FPX had said that it knows nothing of it.
    FpxGivenUp {
        /// What was heard last.
        bank_code: Option<String>,
    },
    /// An officer accepted, and a second one must confirm.
    AcceptanceProposed,
    /// What an officer accepted was turned down before it was confirmed.
    AcceptanceTurnedDown {
        /// Why.
        remark: String,
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
    /// An officer decided about money that came too late, and a second one must confirm.
    LateProposed {
        /// The money.
        amount: Money,
        /// The bank's number of it.
        fpx_txn_id: String,
        /// What is to become of it.
        way: LateWay,
    },
    /// Money that came too late went to the bills of its payment after all.
    LateToBills {
        /// The bank's number of it.
        fpx_txn_id: String,
    },
    /// Money that came too late, or twice, was credited to an account.
    LateToAccount {
        /// The money.
        amount: Money,
        /// The bank's number of it.
        fpx_txn_id: String,
        /// The account.
        account_no: AccountNo,
    },
    /// Money that came too late, or twice, was sent back.
    LateRefunded {
        /// The money.
        amount: Money,
        /// The bank's number of it.
        fpx_txn_id: String,
        /// The bank's number of the refund.
        reference: String,
    },
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
            Self::FpxGivenUp { .. } => Event::FpxGivenUp,
            Self::AcceptanceProposed => Event::AcceptanceProposed,
            Self::AcceptanceTurnedDown { .. } => Event::AcceptanceTurnedDown,
            Self::PaymentAccepted => Event::Accepted,
            Self::PaymentRejected { .. } => Event::Rejected,
            Self::InsufficientRequested { .. } => Event::InsufficientRequested,
            Self::OverpaymentRequested { .. } => Event::OverpaymentRequested,
            Self::DifferencePaid { .. } => Event::DifferencePaid,
            Self::CreditChosen { .. } => Event::CreditChosen,
            Self::PaymentPosted => Event::Posted,
            Self::LateProposed { .. } => Event::LateProposed,
            Self::LateToBills { .. } => Event::LateToBills,
            Self::LateToAccount { .. } => Event::LateToAccount,
            Self::LateRefunded { .. } => Event::LateRefunded,
        }
    }

    /// The bank's answer code, where it ended the payment.
    #[must_use]
    pub fn bank_code(&self) -> Option<&str> {
        match self {
            Self::FpxDeclined { bank_code }
            | Self::FpxFailed { bank_code }
            | Self::FpxExpired { bank_code }
            | Self::FpxGivenUp { bank_code } => bank_code.as_deref(),
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
                | Self::FpxGivenUp { .. }
        ) || self.event().is_of_late_money()
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
            PaymentEvent::LateProposed { amount, .. }
            | PaymentEvent::LateToAccount { amount, .. }
            | PaymentEvent::LateRefunded { amount, .. } => *amount,
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
            PaymentEvent::AcceptanceTurnedDown { remark } => Some(remark.clone()),
            PaymentEvent::DifferencePaid { reference, .. } | PaymentEvent::LateRefunded { reference, .. } => {
                Some(reference.clone())
            }
            PaymentEvent::CreditChosen { account_no, .. } | PaymentEvent::LateToAccount { account_no, .. } => {
                Some(account_no.to_string())
            }
            _ => None,
        }
    }

    pub(crate) const fn topics(&self) -> &'static [Topic] {
        if self.event.event().is_internal() && !self.event.is_fpx() {
            &[Topic::Payments]
        } else if self.event.is_fpx() {
            &[Topic::Payments, Topic::Bills, Topic::Gateway]
        } else {
            &[Topic::Payments, Topic::Bills]
        }
    }

    pub(crate) const fn told(&self) -> Told {
        match self.event {
            PaymentEvent::FpxStarted | PaymentEvent::PaymentAccepted => Told::NOBODY,
            PaymentEvent::PaymentSubmitted { .. }
            | PaymentEvent::DifferencePaid { .. }
            | PaymentEvent::CreditChosen { .. }
            | PaymentEvent::AcceptanceProposed
            | PaymentEvent::AcceptanceTurnedDown { .. }
            | PaymentEvent::LateProposed { .. } => Told { staff: Some(DECIDERS), ..Told::NOBODY },
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
            | PaymentEvent::FpxGivenUp { .. }
            | PaymentEvent::PaymentRejected { .. }
            | PaymentEvent::PaymentPosted
            | PaymentEvent::LateToBills { .. }
            | PaymentEvent::LateToAccount { .. }
            | PaymentEvent::LateRefunded { .. } => Told { customers: Some(payment(Action::View)), ..Told::NOBODY },
        }
    }
}
