//! The sum that an unpaid bill counts towards, and the parts of a bill's total.

use super::{Closure, selection_refusal};
use crate::payments::Status;
use crate::{Code, Money};

wire! {
    /// The sum that a bill counts towards. Sums are not netted: a credit does not reduce other bills, and bills in
    /// payments are not demanded again.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum Standing {
        /// The bill can be selected for payment now.
        Payable,
        /// The bill is in a payment that is in progress.
        InPayment,
        /// The bill's total is zero or a credit.
        Credit,
        /// An amount is due, but cannot be paid in the portal: the utility disabled payment, or there is no current
        /// charge.
        NotPayable,
        Paid,
    }

    /// A number of bills and their total.
    #[derive(Copy, Eq)]
    pub struct Figure {
        pub bills: i64,
        pub amount: Money,
    }
}

impl Standing {
    /// The name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Payable => "payable",
            Self::InPayment => "inPayment",
            Self::Credit => "credit",
            Self::NotPayable => "notPayable",
            Self::Paid => "paid",
        }
    }
}

/// Returns the sum that a bill counts towards. The SQL function `bill_standing` does the same; a test compares the two.
#[must_use]
pub fn bill_amount_group(status: Status, amount: Money, current_charge: Money, closed: Option<Closure>) -> Standing {
    match status {
        Status::Paid => Standing::Paid,
        Status::PaymentRequired if !amount.is_positive() => Standing::Credit,
        Status::PaymentRequired if selection_refusal(status, amount, current_charge, closed).is_none() => {
            Standing::Payable
        }
        Status::PaymentRequired => Standing::NotPayable,
        _ => Standing::InPayment,
    }
}

wire! {
    /// The difference between a bill's charges and its total.
    #[derive(Copy, Eq)]
    pub struct Remainder {
        /// Rounding to five sen, up or down.
        pub rounding: Money,
        /// A larger difference, which cannot be rounding.
        pub adjustment: Money,
    }
}

/// Totals are rounded to multiples of this, in sen. A smaller difference is rounding.
const ROUNDED_TO_SEN: i64 = 5;

/// Returns the difference between a bill's total and the sum of its current charge and its charges from earlier bills.
/// Fails with [`Code::AmountTooLarge`] on overflow.
pub fn remainder(current_charge: Money, outstanding_amount: Money, total: Money) -> Result<Remainder, Code> {
    let rest = total.minus(current_charge)?.minus(outstanding_amount)?;
    Ok(if rest.absolute() < Money::from_sen(ROUNDED_TO_SEN) {
        Remainder { rounding: rest, adjustment: Money::ZERO }
    } else {
        Remainder { rounding: Money::ZERO, adjustment: rest }
    })
}

/// Returns what a bill charges by itself: its total without what the total contains of earlier bills. A total of the current
/// charge alone, to a rounding, contains nothing of the outstanding amount.
/// Fails with [`Code::AmountTooLarge`] on overflow.
pub fn own_amount(current_charge: Money, outstanding_amount: Money, total: Money) -> Result<Money, Code> {
    let is_sum = |outstanding| remainder(current_charge, outstanding, total).map(|rest| rest.adjustment == Money::ZERO);
    if !is_sum(outstanding_amount)? && is_sum(Money::ZERO)? { Ok(total) } else { total.minus(outstanding_amount) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    #[test]
    fn a_bill_charges_its_total_without_what_it_contains() {
        for (current, outstanding, total, own) in [
            ("50.00", "100.00", "150.02", "50.02"),
            ("50.00", "0.00", "50.00", "50.00"),
            ("50.00", "0.03", "50.03", "50.00"),
            ("50.00", "-20.00", "30.00", "50.00"),
            // The outstanding amount is told, and not in the total.
            ("50.00", "100.00", "49.98", "49.98"),
            // An adjustment.
            ("50.00", "100.00", "140.00", "40.00"),
        ] {
            let found = own_amount(money(current), money(outstanding), money(total));
            assert_eq!(found, Ok(money(own)), "{current}, {outstanding}, {total}");
        }
    }

    #[test]
    fn selectable_bills_are_payable_and_every_bill_is_in_one_sum() {
        for &status in Status::ALL {
            for amount in ["-5.00", "0.00", "0.01", "75.00"] {
                for charge in ["-1.00", "0.00", "10.00"] {
                    for closed in [None, Some(Closure::Disabled), Some(Closure::PartlyPaid)] {
                        let (amount, charge) = (money(amount), money(charge));
                        let found = bill_amount_group(status, amount, charge, closed);
                        let payable = selection_refusal(status, amount, charge, closed).is_none();
                        assert_eq!(found == Standing::Payable, payable);
                        let unpaid = status == Status::PaymentRequired;
                        assert_eq!(found == Standing::Credit, unpaid && !amount.is_positive());
                        assert_eq!(found == Standing::InPayment, !unpaid && status != Status::Paid);
                    }
                }
            }
        }
    }

    #[test]
    fn the_lines_of_a_bill_make_its_total() {
        let of = |current, outstanding, total| {
            remainder(money(current), money(outstanding), money(total)).map(|rest| (rest.rounding, rest.adjustment))
        };
        assert_eq!(of("369.17", "0.00", "369.15"), Ok((money("-0.02"), Money::ZERO)));
        assert_eq!(of("369.18", "10.00", "379.20"), Ok((money("0.02"), Money::ZERO)));
        assert_eq!(of("100.00", "-20.00", "80.00"), Ok((Money::ZERO, Money::ZERO)));
        assert_eq!(of("100.00", "0.00", "90.00"), Ok((Money::ZERO, money("-10.00"))));
        assert_eq!(of("100.00", "0.00", "100.05"), Ok((Money::ZERO, money("0.05"))));
    }
}
