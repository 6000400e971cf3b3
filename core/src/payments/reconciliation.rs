//! When what was paid is not what was billed (docs/domain/payments.md#reconciliation).

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
/// have been paid at all, [`Code::ReconcileAmountAsBefore`] when it repeats an earlier reconciliation of the payment.
pub fn paid(
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

/// Kind and amount of the reconciliation when `billed` was asked for and `paid` came: what staff type is what was paid.
///
/// # Errors
/// [`Code::ReconcileAmountPositive`] when both are equal, and those of [`paid()`].
pub fn difference(
    billed: Money,
    paid_amount: Money,
    earlier: &[(ReconcileKind, Money)],
) -> Result<(ReconcileKind, Money), Code> {
    let kind = if paid_amount > billed { ReconcileKind::Overpayment } else { ReconcileKind::Insufficient };
    let amount = paid_amount.minus(billed)?.absolute();
    paid(billed, kind, amount, earlier).map(|_| (kind, amount))
}

/// Differences over this part of what was billed are asked for twice: rather a slip of the finger than a difference.
const LARGE_PERCENT: i64 = 20;

/// Whether a difference is so large that whoever asks for it is asked twice.
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
        assert!(!large("1000.00", "200.00"), "a fifth itself is not");
        assert!(large("1000.00", "200.01"));
        assert!(!large("0.05", "0.01"));
        assert!(large("0.04", "0.01"));
        assert!(large("1000.00", "5000.00"));
        assert!(!large("99999999999999.99", "19999999999999.99"));
    }
}
