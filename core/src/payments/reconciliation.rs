//! When what was paid is not what was billed (specification, section 4; domain, "Payments").

use super::Status;
use crate::{Code, Money};

wire! {
    /// The two reasons to reconcile; 1 and 2 in requests.
    #[derive(Copy, Eq, Hash)]
    pub enum ReconcileKind {
        /// Too little was paid: paid = billed − amount.
        Insufficient,
        /// Too much was paid: paid = billed + amount.
        Overpayment,
    }
}

impl ReconcileKind {
    /// The kind with that `reconcileType`.
    ///
    /// # Errors
    /// [`Code::ReconcileTypeUnknown`].
    pub const fn from_type(reconcile_type: i16) -> Result<Self, Code> {
        match reconcile_type {
            1 => Ok(Self::Insufficient),
            2 => Ok(Self::Overpayment),
            _ => Err(Code::ReconcileTypeUnknown),
        }
    }

    /// Its `reconcileType`.
    #[must_use]
    pub const fn reconcile_type(self) -> i16 {
        match self {
            Self::Insufficient => 1,
            Self::Overpayment => 2,
        }
    }

    /// The state that asking for it leads to.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Self::Insufficient => Status::InsufficientPending,
            Self::Overpayment => Status::OverpayPending,
        }
    }
}

/// What was paid when `billed` was short or over by `amount`.
///
/// # Errors
/// [`Code::ReconcileAmountPositive`] when nothing differs, [`Code::ReconcileAmountTooLarge`] when nothing would
/// have been paid at all, [`Code::ReconcileAmountAsBefore`] when it repeats the previous reconciliation.
pub fn paid(
    billed: Money,
    kind: ReconcileKind,
    amount: Money,
    previous: Option<(ReconcileKind, Money)>,
) -> Result<Money, Code> {
    if !amount.is_positive() {
        return Err(Code::ReconcileAmountPositive);
    }
    if previous == Some((kind, amount)) {
        return Err(Code::ReconcileAmountAsBefore);
    }
    match kind {
        ReconcileKind::Insufficient if amount >= billed => Err(Code::ReconcileAmountTooLarge),
        ReconcileKind::Insufficient => billed.minus(amount),
        ReconcileKind::Overpayment => billed.plus(amount),
    }
}

/// Kind and amount of the reconciliation when `billed` was asked for and `paid` came: what staff type is what was paid.
///
/// # Errors
/// [`Code::ReconcileAmountPositive`] when both are equal, and those of [`paid()`].
pub fn difference(
    billed: Money,
    paid_amount: Money,
    previous: Option<(ReconcileKind, Money)>,
) -> Result<(ReconcileKind, Money), Code> {
    let kind = if paid_amount > billed { ReconcileKind::Overpayment } else { ReconcileKind::Insufficient };
    let amount = paid_amount.minus(billed)?.absolute();
    paid(billed, kind, amount, previous).map(|_| (kind, amount))
}
