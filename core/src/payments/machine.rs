//! The payment state machine (domain, "Payments"). Only these transitions happen; invariant 5.

use super::{PaymentMethod, Status};
use crate::Code;

wire! {
    /// What happens to a payment.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
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
        Self::Accepted,
        Self::Rejected,
        Self::InsufficientRequested,
        Self::OverpaymentRequested,
        Self::DifferencePaid,
        Self::CreditChosen,
        Self::Posted,
    ];

    /// How it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::FpxStarted => "fpxStarted",
            Self::FpxApproved => "fpxApproved",
            Self::FpxPending => "fpxPending",
            Self::FpxDeclined => "fpxDeclined",
            Self::FpxFailed => "fpxFailed",
            Self::FpxExpired => "fpxExpired",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::InsufficientRequested => "insufficientRequested",
            Self::OverpaymentRequested => "overpaymentRequested",
            Self::DifferencePaid => "differencePaid",
            Self::CreditChosen => "creditChosen",
            Self::Posted => "posted",
        }
    }

    /// The event stored under that code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.code() == code)
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
        (S::PaymentInitiated | S::FpxPending, E::FpxApproved) | (S::Processing, E::Posted) => S::Paid,
        (S::PaymentInitiated, E::FpxPending) => S::FpxPending,
        // The table of the domain page sends every other answer after 99 to "FPX declined".
        (S::PaymentInitiated | S::FpxPending, E::FpxDeclined) | (S::FpxPending, E::FpxFailed) => S::FpxDeclined,
        (S::PaymentInitiated, E::FpxFailed) | (S::PaymentInitiated | S::FpxPending, E::FpxExpired) => S::Failed,
        (S::PendingApproval, E::Accepted) => S::Processing,
        (S::PendingApproval, E::Rejected) => S::Declined,
        (S::PendingApproval, E::InsufficientRequested) => S::InsufficientPending,
        (S::PendingApproval, E::OverpaymentRequested) => S::OverpayPending,
        (S::InsufficientPending, E::DifferencePaid) | (S::OverpayPending, E::CreditChosen) => S::PendingApproval,
        _ => return Err(Code::PaymentMoved),
    })
}
