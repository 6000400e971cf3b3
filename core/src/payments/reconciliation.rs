//! Reconciliation of a payment whose paid amount differs from the billed amount
//! (docs/domain/payments.md#reconciliation).

use super::Status;
use crate::{Code, Money};

wire! {
    /// The kind of a reconciliation; 1 and 2 in requests.
    #[derive(Copy, Eq, Hash)]
    pub enum ReconcileKind {
        /// Too little was paid: paid = billed − amount.
        Insufficient,
        /// Too much was paid: paid = billed + amount.
        Overpayment,
    }
}

impl ReconcileKind {
    /// Returns the kind for a `reconcileType`. Fails with [`Code::ReconcileTypeUnknown`].
    pub const fn from_type(reconcile_type: i16) -> Result<Self, Code> {
        match reconcile_type {
            1 => Ok(Self::Insufficient),
            2 => Ok(Self::Overpayment),
            _ => Err(Code::ReconcileTypeUnknown),
        }
    }

    /// The `reconcileType` of this kind.
    #[must_use]
    pub const fn reconcile_type(self) -> i16 {
        match self {
            Self::Insufficient => 1,
            Self::Overpayment => 2,
        }
    }

    /// The status of a payment for which this reconciliation was requested.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Self::Insufficient => Status::InsufficientPending,
            Self::Overpayment => Status::OverpayPending,
        }
    }
}

/// Returns the amount paid, if `billed` was short or exceeded by `amount`.
/// Fails with [`Code::ReconcileAmountPositive`] when there is no difference, [`Code::ReconcileAmountTooLarge`] when the
/// missing amount is the whole billed amount or more, [`Code::ReconcileAmountAsBefore`] when it repeats an earlier
/// reconciliation of the payment.
pub fn check_paid_amount(
    billed: Money,
    kind: ReconcileKind,
    amount: Money,
    earlier: &[(ReconcileKind, Money)],
) -> Result<Money, Code> {
    if !amount.is_positive() {
        return Err(Code::ReconcileAmountPositive);
    }
    if earlier.contains(&(kind, amount)) {
        return Err(Code::ReconcileAmountAsBefore);
    }
    match kind {
        ReconcileKind::Insufficient if amount >= billed => Err(Code::ReconcileAmountTooLarge),
        ReconcileKind::Insufficient => billed.minus(amount),
        ReconcileKind::Overpayment => billed.plus(amount),
    }
}

/// Returns the kind and amount of the reconciliation from the paid amount, which is the figure that staff type.
/// Fails with [`Code::ReconcileAmountPositive`] when both amounts are equal, and those of [`check_paid_amount()`].
pub fn difference(
    billed: Money,
    paid_amount: Money,
    earlier: &[(ReconcileKind, Money)],
) -> Result<(ReconcileKind, Money), Code> {
    let kind = if paid_amount > billed { ReconcileKind::Overpayment } else { ReconcileKind::Insufficient };
    let amount = paid_amount.minus(billed)?.absolute();
    check_paid_amount(billed, kind, amount, earlier).map(|_| (kind, amount))
}

/// A difference over this percentage of the billed amount needs a second confirmation, because it may be a typing
/// error.
const LARGE_PERCENT: i64 = 20;

/// Whether a difference is so large that the officer who requests it has to confirm it a second time.
#[must_use]
pub fn is_large(billed: Money, difference: Money) -> bool {
    let of_hundred = difference.decimal().checked_mul(100.into());
    let limit = billed.decimal().checked_mul(LARGE_PERCENT.into());
    of_hundred.zip(limit).is_none_or(|(difference, limit)| difference > limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_a_fifth_is_large() {
        let large = |billed, difference| {
            let money = |text| Money::parse(text).expect("an amount");
            is_large(money(billed), money(difference))
        };
        assert!(!large("1000.00", "200.00"), "exactly a fifth is not large");
        assert!(large("1000.00", "200.01"));
        assert!(!large("0.05", "0.01"));
        assert!(large("0.04", "0.01"));
        assert!(large("1000.00", "5000.00"));
        assert!(!large("99999999999999.99", "19999999999999.99"));
    }

    #[test]
    fn a_difference_has_a_number_and_a_status() {
        for (kind, number, status) in [
            (ReconcileKind::Insufficient, 1, Status::InsufficientPending),
            (ReconcileKind::Overpayment, 2, Status::OverpayPending),
        ] {
            assert_eq!((kind.reconcile_type(), kind.status()), (number, status));
            assert_eq!(ReconcileKind::from_type(number), Ok(kind));
        }
        assert_eq!(ReconcileKind::from_type(3), Err(Code::ReconcileTypeUnknown));
    }
}
