//! The facts of a payment: every event with its data, the audience that is notified, and the topics that are published.

use serde::{Deserialize, Serialize};

use super::fpx::LateWay;
use super::{Event, HeldBill, Status};
use crate::audience::{ByEmail, Recipients};
use crate::number::AccountNo;
use crate::permission::{Action, Area, Scope};
use crate::{Money, Topic};

mod words;

/// An event of a payment, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum PaymentEvent {
    /// The customer submitted an EFT or cheque payment with these numbers.
    PaymentSubmitted {
        /// The EFT or cheque numbers.
        references: Vec<String>,
    },
    /// The customer was redirected to the bank.
    FpxStarted,
    /// The bank confirmed the payment (answer code 00).
    FpxApproved,
    /// The maker confirmed, and the company's authoriser has yet to approve (answer code 99).
    FpxPending,
    /// The bank, the maker or the authoriser declined.
    FpxDeclined {
        /// The bank's answer code.
        bank_code: Option<String>,
    },
    /// The bank or the gateway could not carry out the payment, or the maker took too long.
    FpxFailed {
        /// The bank's answer code.
        bank_code: Option<String>,
    },
    /// Five calendar days passed without an approval at the bank.
    FpxExpired {
        /// The last answer code that FPX sent.
        bank_code: Option<String>,
    },
    /// The maker or staff cancelled the payment, after FPX had answered that it does not know the payment.
    FpxGivenUp {
        /// The last answer code that FPX sent.
        bank_code: Option<String>,
    },
    /// An officer accepted the payment; a second officer must confirm.
    AcceptanceProposed,
    /// An officer's acceptance was turned down before a second officer confirmed it.
    AcceptanceTurnedDown {
        /// The officer's reason.
        remark: String,
    },
    /// Staff accepted the payment.
    PaymentAccepted,
    /// Staff declined the payment.
    PaymentRejected {
        /// The officer's reason, if they gave a reason.
        remark: Option<String>,
    },
    /// Staff found that too little was paid, and asked for the difference.
    InsufficientRequested {
        /// The missing amount.
        missing: Money,
        /// The amount paid.
        paid: Money,
    },
    /// Staff found that too much was paid, and asked which account to credit.
    OverpaymentRequested {
        /// The amount in excess.
        excess: Money,
        /// The amount paid.
        paid: Money,
    },
    /// The customer paid the difference.
    DifferencePaid {
        /// The amount of the difference.
        difference: Money,
        /// The number of the transfer or cheque.
        reference: String,
    },
    /// The customer chose the account to credit.
    CreditChosen {
        /// The amount to credit.
        excess: Money,
        /// The account to credit.
        account_no: AccountNo,
    },
    /// The payment was posted to the bills.
    PaymentPosted,
    /// An officer decided about a late receipt; a second officer must confirm.
    LateProposed {
        /// The amount of the late receipt.
        amount: Money,
        /// FPX's number of the late receipt.
        fpx_txn_id: String,
        /// The proposed use of the money.
        way: LateWay,
    },
    /// A late receipt paid the bills of its payment after all.
    LateToBills {
        /// FPX's number of the late receipt.
        fpx_txn_id: String,
    },
    /// A late receipt was credited to an account.
    LateToAccount {
        /// The amount of the late receipt.
        amount: Money,
        /// FPX's number of the late receipt.
        fpx_txn_id: String,
        /// The account that was credited.
        account_no: AccountNo,
    },
    /// A late receipt was refunded.
    LateRefunded {
        /// The amount of the late receipt.
        amount: Money,
        /// FPX's number of the late receipt.
        fpx_txn_id: String,
        /// The bank's number of the refund.
        reference: String,
    },
}

/// The state of a payment after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentSnapshot {
    /// The status.
    pub status: Status,
    /// Starts at 1 and grows by one with each reconciliation that the customer answers.
    pub version: i32,
    /// The amount that staff found to be paid, once a reconciliation was requested.
    pub paid: Option<Money>,
}

/// An event of a payment with the states before and after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentFact {
    /// The status before; none for the first event.
    pub before: Option<Status>,
    /// The state after.
    pub after: PaymentSnapshot,
    /// The sum of the payment's items when it was made.
    pub billed: Money,
    /// The bills that were paid although they were on hold. Only the first fact has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldBill>,
    /// The event.
    #[serde(flatten)]
    pub event: PaymentEvent,
}

impl PaymentEvent {
    /// Returns the event of the state machine.
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

    /// The bank's answer code, if the event ended the payment at the bank.
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

/// The permission of staff who decide about payments.
const DECIDERS: Scope = Scope { area: Area::PendingApproval, action: Action::Update };

impl PaymentFact {
    /// The amount that the event is about.
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

    /// The reference numbers, account or remark that belong to the event.
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

    pub(crate) const fn recipients(&self) -> Recipients {
        match self.event {
            PaymentEvent::FpxStarted | PaymentEvent::PaymentAccepted => Recipients::NONE,
            PaymentEvent::PaymentSubmitted { .. }
            | PaymentEvent::DifferencePaid { .. }
            | PaymentEvent::CreditChosen { .. }
            | PaymentEvent::AcceptanceProposed
            | PaymentEvent::AcceptanceTurnedDown { .. }
            | PaymentEvent::LateProposed { .. } => Recipients { staff: Some(DECIDERS), ..Recipients::NONE },
            PaymentEvent::FpxPending => {
                let payers = payment(Action::Add);
                Recipients { customers: Some(payers), by_email: Some(ByEmail::Reminder(payers)), ..Recipients::NONE }
            }
            PaymentEvent::InsufficientRequested { .. } | PaymentEvent::OverpaymentRequested { .. } => Recipients {
                customers: Some(payment(Action::View)),
                by_email: Some(ByEmail::Needed(payment(Action::Update))),
                ..Recipients::NONE
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
            | PaymentEvent::LateRefunded { .. } => {
                Recipients { customers: Some(payment(Action::View)), ..Recipients::NONE }
            }
        }
    }
}
