//! The payment state machine (docs/domain/payments.md#transitions). Only these transitions happen; invariant 5.

use super::fact::{PaymentEvent, PaymentFact, PaymentStanding};
use super::{PaymentMethod, ReconcileKind, Status};
use crate::number::AccountNo;
use crate::{Code, Money};

wire! {
    /// What happens to a payment.
    #[derive(Copy, Eq, Hash)]
    pub enum Event {
        /// The customer submitted EFT or cheque.
        Submitted,
        /// The customer was sent to the bank.
        FpxStarted,
        /// The bank confirmed (AC 00).
        FpxApproved,
        /// The company's authorizer is to approve (AC 99).
        FpxPending,
        /// The bank, the maker or the authorizer said no.
        FpxDeclined,
        /// The bank or the gateway could not do it, or the maker took too long.
        FpxFailed,
        /// Five calendar days passed without the authorizer.
        FpxExpired,
        /// The maker or staff gave it up, after FPX had said that it knows nothing of it.
        FpxGivenUp,
        /// An officer accepted, and a second one must confirm.
        AcceptanceProposed,
        /// What an officer accepted was turned down before it was confirmed.
        AcceptanceTurnedDown,
        /// Staff accepted.
        Accepted,
        /// Staff declined.
        Rejected,
        /// Staff found that too little was paid.
        InsufficientRequested,
        /// Staff found that too much was paid.
        OverpaymentRequested,
        /// The customer paid the difference.
        DifferencePaid,
        /// The customer chose the account to be credited.
        CreditChosen,
        /// The payment was posted to the bills.
        Posted,
        /// An officer decided about money that came too late, and a second one must confirm.
        LateProposed,
        /// Money that came too late went to the bills of its payment after all.
        LateToBills,
        /// Money that came too late, or twice, was credited to an account.
        LateToAccount,
        /// Money that came too late, or twice, was sent back.
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

    /// The kind of its facts.
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

    /// A step among the utility's officers, of which the customer reads nothing.
    #[must_use]
    pub const fn is_internal(self) -> bool {
        matches!(self, Self::AcceptanceProposed | Self::AcceptanceTurnedDown | Self::LateProposed)
    }

    /// What is decided about money that came after the payment had ended, or came twice.
    #[must_use]
    pub const fn is_of_late_money(self) -> bool {
        matches!(self, Self::LateProposed | Self::LateToBills | Self::LateToAccount | Self::LateRefunded)
    }

    /// The event whose facts are of that kind.
    #[must_use]
    pub fn from_kind(kind: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.kind() == kind)
    }
}

/// The state in which a payment begins.
#[must_use]
pub const fn first(method: PaymentMethod) -> (Event, Status) {
    match method {
        PaymentMethod::Fpx => (Event::FpxStarted, Status::PaymentInitiated),
        PaymentMethod::EftGiro | PaymentMethod::EftRentas | PaymentMethod::Cheque => {
            (Event::Submitted, Status::PendingApproval)
        }
    }
}

/// The state after an event.
///
/// # Errors
/// [`Code::PaymentMoved`] when that state does not know the event.
pub const fn next(from: Status, event: Event) -> Result<Status, Code> {
    use {Event as E, Status as S};
    Ok(match (from, event) {
        (S::PaymentInitiated | S::FpxPending, E::FpxApproved)
        | (S::Processing, E::Posted)
        | (S::Failed | S::FpxDeclined, E::LateToBills) => S::Paid,
        (S::PaymentInitiated, E::FpxPending) => S::FpxPending,
        // After 99 every answer but an approval is "FPX declined" (docs/domain/payments.md#transitions).
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
        // Money that came although the payment had ended, or was paid: the payment stays where it is.
        (S::Failed | S::FpxDeclined | S::Paid, E::LateProposed | E::LateToAccount | E::LateRefunded) => from,
        _ => return Err(Code::PaymentMoved),
    })
}

/// A payment, as far as its events change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentState {
    /// Where it stands.
    pub status: Status,
    /// 1, and one more for each reconciliation that the customer answered.
    pub version: i32,
    /// The sum of its items when it was made.
    pub billed: Money,
    /// The reconciliation asked for last.
    pub reconcile: Option<(ReconcileKind, Money)>,
    /// What was found to be paid by it.
    pub paid: Option<Money>,
    /// The account that an overpayment is credited to, once chosen.
    pub credit_account_no: Option<AccountNo>,
}

impl PaymentState {
    /// A payment that begins, and its first fact.
    #[must_use]
    pub fn begin(method: PaymentMethod, billed: Money, references: Vec<String>) -> (Self, PaymentFact) {
        let (event, status) = first(method);
        let event = match event {
            Event::FpxStarted => PaymentEvent::FpxStarted,
            _ => PaymentEvent::PaymentSubmitted { references },
        };
        let begun = Self { status, version: 1, billed, reconcile: None, paid: None, credit_account_no: None };
        let fact = PaymentFact { before: None, after: begun.standing(), billed, event };
        (begun, fact)
    }

    /// What an event makes of it, and the fact of that.
    ///
    /// # Errors
    /// [`Code::PaymentMoved`] when its state does not know the event.
    pub fn after(&self, event: PaymentEvent) -> Result<(Self, PaymentFact), Code> {
        let mut after = Self { status: next(self.status, event.event())?, ..self.clone() };
        match &event {
            PaymentEvent::InsufficientRequested { missing, paid } => {
                after.differ(ReconcileKind::Insufficient, *missing, *paid);
            }
            PaymentEvent::OverpaymentRequested { excess, paid } => {
                after.differ(ReconcileKind::Overpayment, *excess, *paid);
            }
            PaymentEvent::DifferencePaid { .. } => after.version += 1,
            PaymentEvent::CreditChosen { account_no, .. } => {
                after.version += 1;
                after.credit_account_no = Some(account_no.clone());
            }
            _ => {}
        }
        let fact = PaymentFact { before: Some(self.status), after: after.standing(), billed: self.billed, event };
        Ok((after, fact))
    }

    /// Takes the place of an earlier difference, with the account that was chosen for it.
    fn differ(&mut self, kind: ReconcileKind, amount: Money, paid: Money) {
        self.reconcile = Some((kind, amount));
        self.paid = Some(paid);
        self.credit_account_no = None;
    }

    /// What is credited to bills and accounts once it is accepted.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`] on overflow.
    pub fn credits(&self) -> Result<Money, Code> {
        match self.reconcile {
            Some((ReconcileKind::Overpayment, excess)) => self.billed.plus(excess),
            // The missing part was paid before.
            Some((ReconcileKind::Insufficient, _)) | None => Ok(self.billed),
        }
    }

    const fn standing(&self) -> PaymentStanding {
        PaymentStanding { status: self.status, version: self.version, paid: self.paid }
    }
}
