//! What an unpaid bill counts as when what is owed is added up, and what makes up its total.

use super::refusal;
use crate::payments::Status;
use crate::{Code, Money};

wire! {
    /// Which sum a bill belongs to. Nothing is netted: a credit lessens no other bill, and what a payment holds is not asked
    /// for again.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum Standing {
        /// Can be selected for payment now.
        Payable,
        /// A payment that is on its way holds it.
        InPayment,
        /// Nothing is due on it, or less than nothing.
        Credit,
        /// Something is due, but it cannot be paid here: switched off by the utility, or without a current charge.
        NotPayable,
        /// Paid.
        Paid,
    }

    /// Bills, and what they come to.
    #[derive(Copy, Eq)]
    pub struct Figure {
        pub bills: i64,
        pub amount: Money,
    }
}

impl Standing {
    /// How the database calls it.
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

/// Where a bill stands. The database has the same as `bill_standing`; a test compares the two.
#[must_use]
pub fn standing(status: Status, amount: Money, current_charge: Money, disable_payment: bool) -> Standing {
    match status {
        Status::Paid => Standing::Paid,
        Status::PaymentRequired if !amount.is_positive() => Standing::Credit,
        Status::PaymentRequired if refusal(status, amount, current_charge, disable_payment).is_none() => {
            Standing::Payable
        }
        Status::PaymentRequired => Standing::NotPayable,
        _ => Standing::InPayment,
    }
}

wire! {
    /// What lies between a bill's charges and its total.
    #[derive(Copy, Eq)]
    pub struct Remainder {
        /// Rounding to five sen, up or down.
        pub rounding: Money,
        /// Anything larger, which is no rounding.
        pub adjustment: Money,
    }
}

/// Totals are rounded to five sen: less than this is rounding.
const ROUNDED_TO_SEN: i64 = 5;

/// What is added to a bill's current charge and its charges from earlier bills to make its total.
///
/// # Errors
/// [`Code::AmountTooLarge`] on overflow.
pub fn remainder(current_charge: Money, outstanding_amount: Money, total: Money) -> Result<Remainder, Code> {
    let rest = total.minus(current_charge)?.minus(outstanding_amount)?;
    Ok(if rest.absolute() < Money::from_sen(ROUNDED_TO_SEN) {
        Remainder { rounding: rest, adjustment: Money::ZERO }
    } else {
        Remainder { rounding: Money::ZERO, adjustment: rest }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    #[test]
    fn payable_is_what_can_be_selected_and_every_bill_is_in_one_sum() {
        for &status in Status::ALL {
            for amount in ["-5.00", "0.00", "0.01", "75.00"] {
                for charge in ["-1.00", "0.00", "10.00"] {
                    for disabled in [false, true] {
                        let (amount, charge) = (money(amount), money(charge));
                        let found = standing(status, amount, charge, disabled);
                        let payable = refusal(status, amount, charge, disabled).is_none();
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
