//! The payment state machine (docs/domain/payments.md#transitions). Only the transitions in [`next_status`] happen;
//! this is invariant 5.

use super::fact::{PaymentEvent, PaymentFact, PaymentSnapshot};
use super::{PaymentMethod, ReconcileKind, Status};
use crate::number::AccountNo;
use crate::{Code, Money};

wire! {
    /// An event that changes a payment, or is recorded in its history.
    #[derive(Copy, Eq, Hash)]
    pub enum Event {
        /// The customer submitted an EFT or cheque payment.
        Submitted,
        /// The customer was redirected to the bank.
        FpxStarted,
        /// The bank confirmed the payment (answer code 00).
        FpxApproved,
        /// The maker confirmed, and the company's authoriser has yet to approve (answer code 99).
        FpxPending,
        /// The bank, the maker or the authoriser declined.
        FpxDeclined,
        /// The bank or the gateway could not carry out the payment, or the maker took too long.
        FpxFailed,
        /// Five calendar days passed without an approval at the bank.
        FpxExpired,
        /// The maker or staff cancelled the payment, after FPX had answered that it does not know the payment.
        FpxGivenUp,
        /// An officer accepted the payment; a second officer must confirm.
        AcceptanceProposed,
        /// An officer's acceptance was turned down before a second officer confirmed it.
        AcceptanceTurnedDown,
        /// Staff accepted the payment.
        Accepted,
        /// Staff declined the payment.
        Rejected,
        /// Staff found that too little was paid, and asked for the difference.
        InsufficientRequested,
        /// Staff found that too much was paid, and asked which account to credit.
        OverpaymentRequested,
        /// The customer paid the difference.
        DifferencePaid,
        /// The customer chose the account to credit.
        CreditChosen,
        /// The payment was posted to the bills.
        Posted,
        /// An officer decided about a late receipt; a second officer must confirm.
        LateProposed,
        /// A late receipt paid the bills of its payment after all.
        LateToBills,
        /// A late receipt was credited to an account.
        LateToAccount,
        /// A late receipt was refunded.
        LateRefunded,
    }
}

impl Event {
    /// Every event.
    pub const ALL: &[Self] = &[
        Self::Submitted,
        Self::FpxStarted,
        Self::FpxApproved,
        Self::FpxPending,
        Self::FpxDeclined,
        Self::FpxFailed,
        Self::FpxExpired,
        Self::FpxGivenUp,
        Self::AcceptanceProposed,
        Self::AcceptanceTurnedDown,
        Self::Accepted,
        Self::Rejected,
        Self::InsufficientRequested,
        Self::OverpaymentRequested,
        Self::DifferencePaid,
        Self::CreditChosen,
        Self::Posted,
        Self::LateProposed,
        Self::LateToBills,
        Self::LateToAccount,
        Self::LateRefunded,
    ];

    /// The kind under which facts of this event are stored.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Submitted => "PaymentSubmitted",
            Self::FpxStarted => "FpxStarted",
            Self::FpxApproved => "FpxApproved",
            Self::FpxPending => "FpxPending",
            Self::FpxDeclined => "FpxDeclined",
            Self::FpxFailed => "FpxFailed",
            Self::FpxExpired => "FpxExpired",
            Self::FpxGivenUp => "FpxGivenUp",
            Self::AcceptanceProposed => "AcceptanceProposed",
            Self::AcceptanceTurnedDown => "AcceptanceTurnedDown",
            Self::Accepted => "PaymentAccepted",
            Self::Rejected => "PaymentRejected",
            Self::InsufficientRequested => "InsufficientRequested",
            Self::OverpaymentRequested => "OverpaymentRequested",
            Self::DifferencePaid => "DifferencePaid",
            Self::CreditChosen => "CreditChosen",
            Self::Posted => "PaymentPosted",
            Self::LateProposed => "LateProposed",
            Self::LateToBills => "LateToBills",
            Self::LateToAccount => "LateToAccount",
            Self::LateRefunded => "LateRefunded",
        }
    }

    /// Whether the event is a step between the utility's officers, which customers do not see.
    #[must_use]
    pub const fn is_internal(self) -> bool {
        matches!(self, Self::AcceptanceProposed | Self::AcceptanceTurnedDown | Self::LateProposed)
    }

    /// Whether the event is a decision about a late receipt: money that came after the payment had ended, or came
    /// twice.
    #[must_use]
    pub const fn is_of_late_money(self) -> bool {
        matches!(self, Self::LateProposed | Self::LateToBills | Self::LateToAccount | Self::LateRefunded)
    }

    /// Returns the event whose facts have this kind.
    #[must_use]
    pub fn from_kind(kind: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.kind() == kind)
    }
}

/// The first event of a payment by this method, and the status in which it begins.
#[must_use]
pub const fn initial_status(method: PaymentMethod) -> (Event, Status) {
    match method {
        PaymentMethod::Fpx => (Event::FpxStarted, Status::PaymentInitiated),
        PaymentMethod::EftGiro | PaymentMethod::EftRentas | PaymentMethod::Cheque => {
            (Event::Submitted, Status::PendingApproval)
        }
    }
}

/// Returns the status after an event. Fails with [`Code::PaymentMoved`] when the event is not allowed in that status.
pub const fn next_status(from: Status, event: Event) -> Result<Status, Code> {
    use {Event as E, Status as S};
    Ok(match (from, event) {
        (S::PaymentInitiated | S::FpxPending, E::FpxApproved)
        | (S::Processing, E::Posted)
        | (S::Failed | S::FpxDeclined, E::LateToBills) => S::Paid,
        (S::PaymentInitiated, E::FpxPending) => S::FpxPending,
        // After 99 every answer except an approval becomes "FPX declined" (docs/domain/payments.md#transitions).
        (S::PaymentInitiated | S::FpxPending, E::FpxDeclined) | (S::FpxPending, E::FpxFailed) => S::FpxDeclined,
        (S::PaymentInitiated, E::FpxFailed | E::FpxGivenUp) | (S::PaymentInitiated | S::FpxPending, E::FpxExpired) => {
            S::Failed
        }
        (S::PendingApproval, E::Accepted) => S::Processing,
        (S::PendingApproval, E::Rejected) => S::Declined,
        (S::PendingApproval, E::InsufficientRequested) => S::InsufficientPending,
        (S::PendingApproval, E::OverpaymentRequested) => S::OverpayPending,
        (S::PendingApproval, E::AcceptanceProposed | E::AcceptanceTurnedDown)
        | (S::InsufficientPending, E::DifferencePaid)
        | (S::OverpayPending, E::CreditChosen) => S::PendingApproval,
        // A decision about a late receipt, which came after the payment had ended or was paid. The status stays.
        (S::Failed | S::FpxDeclined | S::Paid, E::LateProposed | E::LateToAccount | E::LateRefunded) => from,
        _ => return Err(Code::PaymentMoved),
    })
}

/// The parts of a payment that its events change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentState {
    /// The current status.
    pub status: Status,
    /// Starts at 1 and grows by one with each reconciliation that the customer answers.
    pub version: i32,
    /// The sum of the payment's items when it was made.
    pub billed: Money,
    /// The reconciliation that was requested last.
    pub reconcile: Option<(ReconcileKind, Money)>,
    /// The amount that staff found to be paid, once a reconciliation was requested.
    pub paid: Option<Money>,
    /// The account that an overpayment is credited to, once chosen.
    pub credit_account_no: Option<AccountNo>,
}

impl PaymentState {
    /// Creates a payment and its first fact.
    #[must_use]
    pub fn begin(method: PaymentMethod, billed: Money, references: Vec<String>) -> (Self, PaymentFact) {
        let (event, status) = initial_status(method);
        let event = match event {
            Event::FpxStarted => PaymentEvent::FpxStarted,
            _ => PaymentEvent::PaymentSubmitted { references },
        };
        let begun = Self { status, version: 1, billed, reconcile: None, paid: None, credit_account_no: None };
        let fact = PaymentFact { before: None, after: begun.standing(), billed, held: Vec::new(), event };
        (begun, fact)
    }

    /// Applies an event. Returns the new state and the fact to record.
    /// Fails with [`Code::PaymentMoved`] when the event is not allowed in the current status.
    pub fn apply_event(&self, event: PaymentEvent) -> Result<(Self, PaymentFact), Code> {
        let mut after = Self { status: next_status(self.status, event.event())?, ..self.clone() };
        match &event {
            PaymentEvent::InsufficientRequested { missing, paid } => {
                after.set_difference(ReconcileKind::Insufficient, *missing, *paid);
            }
            PaymentEvent::OverpaymentRequested { excess, paid } => {
                after.set_difference(ReconcileKind::Overpayment, *excess, *paid);
            }
            PaymentEvent::DifferencePaid { .. } => after.version += 1,
            PaymentEvent::CreditChosen { account_no, .. } => {
                after.version += 1;
                after.credit_account_no = Some(account_no.clone());
            }
            _ => {}
        }
        let (before, held) = (Some(self.status), Vec::new());
        let fact = PaymentFact { before, after: after.standing(), billed: self.billed, held, event };
        Ok((after, fact))
    }

    /// Stores a new difference. Replaces an earlier difference, including the account that was chosen for it.
    fn set_difference(&mut self, kind: ReconcileKind, amount: Money, paid: Money) {
        self.reconcile = Some((kind, amount));
        self.paid = Some(paid);
        self.credit_account_no = None;
    }

    /// The amount that is credited to bills and accounts once the payment is accepted.
    /// Fails with [`Code::AmountTooLarge`] on overflow.
    pub fn credits(&self) -> Result<Money, Code> {
        match self.reconcile {
            Some((ReconcileKind::Overpayment, excess)) => self.billed.plus(excess),
            // Bills are credited in full, because the missing part was paid before the acceptance.
            Some((ReconcileKind::Insufficient, _)) | None => Ok(self.billed),
        }
    }

    const fn standing(&self) -> PaymentSnapshot {
        PaymentSnapshot { status: self.status, version: self.version, paid: self.paid }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn officers_see_more_steps_than_customers() {
        let internal: Vec<_> = Event::ALL.iter().copied().filter(|event| event.is_internal()).collect();
        assert_eq!(internal, [Event::AcceptanceProposed, Event::AcceptanceTurnedDown, Event::LateProposed]);
    }

    #[test]
    fn bills_are_credited_in_full_and_an_excess_with_them() {
        let billed = Money::from_sen(10_000);
        let (begun, _) = PaymentState::begin(PaymentMethod::EftGiro, billed, Vec::new());
        let credits = |reconcile| PaymentState { reconcile, ..begun.clone() }.credits();
        let difference = Money::from_sen(250);
        assert_eq!(credits(None), Ok(billed));
        assert_eq!(credits(Some((ReconcileKind::Overpayment, difference))), Ok(Money::from_sen(10_250)));
        assert_eq!(credits(Some((ReconcileKind::Insufficient, difference))), Ok(billed));
    }
}
