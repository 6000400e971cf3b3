//! Matches that a person makes between lines and payments. A line may pay several payments, and several lines may pay
//! one payment (docs/domain/bank-statements.md#find-and-match).

use std::collections::BTreeSet;

use super::{BankShare, ExpectedPayment, OpenMoney};
use crate::{Code, Money, Problem};

/// Maximum shares of a match, which is a single transaction.
pub const MAX_SHARES: usize = 100;

/// Divides the open amounts of lines among payments. A line whose open amount equals a payment's expected
/// amount goes to that payment. The other payments take from the lines in order.
/// Fails with [`Code::BankMatchEmpty`] without a line or a payment, [`Code::BankMatchIncomplete`] if the lines do not
/// suffice, and [`Code::BankLineNotNeeded`] for a line that no payment takes from.
pub fn divide_among_payments(lines: &[OpenMoney], payments: &[ExpectedPayment]) -> Result<Vec<BankShare>, Problem> {
    if lines.is_empty() || payments.is_empty() {
        return Err(Code::BankMatchEmpty.into());
    }
    let mut open: Vec<Money> = lines.iter().map(|line| line.open).collect();
    let mut missing: Vec<Money> = payments.iter().map(|payment| payment.expected).collect();
    let mut shares = Vec::new();
    let mut take = |line: usize, payment: usize, open: &mut Vec<Money>, missing: &mut Vec<Money>| -> Result<(), Code> {
        let amount = open[line].min(missing[payment]);
        if amount.is_positive() {
            open[line] = open[line].minus(amount)?;
            missing[payment] = missing[payment].minus(amount)?;
            shares.push(BankShare {
                statement_id: lines[line].statement_id.clone(),
                line: lines[line].line,
                e_bulk_payment_id: payments[payment].e_bulk_payment_id.clone(),
                amount,
            });
        }
        Ok(())
    };
    for payment in 0..payments.len() {
        if let Some(line) = open.iter().position(|open| *open == missing[payment]) {
            take(line, payment, &mut open, &mut missing)?;
        }
    }
    for payment in 0..payments.len() {
        for line in 0..lines.len() {
            take(line, payment, &mut open, &mut missing)?;
        }
    }
    if let Some(short) = (0..payments.len()).find(|payment| missing[*payment].is_positive()) {
        return Err(incomplete(&payments[short], payments[short].expected.minus(missing[short])?));
    }
    if let Some(idle) = (0..lines.len()).find(|line| open[*line] == lines[*line].open) {
        return Err(Problem::new(Code::BankLineNotNeeded).with("line", lines[idle].line));
    }
    Ok(shares)
}

/// Checks a match: each payment gets exactly the amount that it expects, and no line gives more than its open amount.
/// Fails with [`Code::BankMatchEmpty`], [`Code::TooLarge`] over [`MAX_SHARES`], [`Code::BankShareAmount`] for a share
/// that is not positive, [`Code::BankShareTwice`] for two shares of the same line and payment,
/// [`Code::BankSharesTooLarge`] for a line that would give more than its open amount, and [`Code::BankMatchIncomplete`]
/// for a payment that would get less or more than it expects.
pub fn check_shares(lines: &[OpenMoney], payments: &[ExpectedPayment], shares: &[BankShare]) -> Result<(), Problem> {
    check_form(shares)?;
    for line in lines {
        let is_own = |share: &&BankShare| share.line == line.line && share.statement_id == line.statement_id;
        let sum = Money::sum(shares.iter().filter(is_own).map(|share| share.amount))?;
        if sum > line.open {
            return Err(Problem::new(Code::BankSharesTooLarge)
                .with("line", line.line)
                .with("sum", sum.shown())
                .with("open", line.open.shown()));
        }
    }
    for payment in payments {
        let is_own = |share: &&BankShare| share.e_bulk_payment_id == payment.e_bulk_payment_id;
        let sum = Money::sum(shares.iter().filter(is_own).map(|share| share.amount))?;
        if sum != payment.expected {
            return Err(incomplete(payment, sum));
        }
    }
    Ok(())
}

/// Checks the shares alone, before lines and payments are loaded. Fails with the first four of [`check_shares`].
pub fn check_form(shares: &[BankShare]) -> Result<(), Problem> {
    if shares.is_empty() {
        return Err(Code::BankMatchEmpty.into());
    }
    if shares.len() > MAX_SHARES {
        return Err(Problem::new(Code::TooLarge).with("limit", MAX_SHARES));
    }
    if shares.iter().any(|share| !share.amount.is_positive()) {
        return Err(Code::BankShareAmount.into());
    }
    let pairs: BTreeSet<_> =
        shares.iter().map(|share| (&share.statement_id, share.line, &share.e_bulk_payment_id)).collect();
    if pairs.len() < shares.len() {
        return Err(Code::BankShareTwice.into());
    }
    Ok(())
}

fn incomplete(payment: &ExpectedPayment, sum: Money) -> Problem {
    Problem::new(Code::BankMatchIncomplete)
        .with("transactionNo", payment.transaction_no.as_str())
        .with("sum", sum.shown())
        .with("expected", payment.expected.shown())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::number::TransactionNo;

    fn line(line: u32, sen: i64) -> OpenMoney {
        OpenMoney { statement_id: "november".to_owned(), line, open: Money::from_sen(sen) }
    }

    fn payment(place: u32, sen: i64) -> ExpectedPayment {
        let transaction_no =
            TransactionNo::parse(&format!("P{:013}", 2_611_200_000_000_u64 + u64::from(place))).expect("a number");
        ExpectedPayment { e_bulk_payment_id: place.to_string(), transaction_no, expected: Money::from_sen(sen) }
    }

    proptest! {
        #[test]
        fn divided_money_is_a_complete_match(
            open in proptest::collection::vec(1..50_000_i64, 1..6),
            expected in proptest::collection::vec(1..50_000_i64, 1..6),
        ) {
            let lines: Vec<OpenMoney> = (2..).zip(&open).map(|(row, sen)| line(row, *sen)).collect();
            let payments: Vec<ExpectedPayment> =
                (0..).zip(&expected).map(|(place, sen)| payment(place, *sen)).collect();
            match divide_among_payments(&lines, &payments) {
                Ok(shares) => prop_assert_eq!(check_shares(&lines, &payments, &shares), Ok(())),
                Err(problem) if problem.code == Code::BankMatchIncomplete => {
                    prop_assert!(open.iter().sum::<i64>() < expected.iter().sum());
                }
                Err(problem) => prop_assert_eq!(problem.code, Code::BankLineNotNeeded),
            }
        }

        #[test]
        fn a_match_with_a_sen_more_or_less_is_refused(sen in 2..50_000_i64, by in prop_oneof![Just(-1), Just(1)]) {
            let (lines, payments) = ([line(2, sen)], [payment(0, sen)]);
            let mut shares = divide_among_payments(&lines, &payments).expect("they fit");
            shares[0].amount = Money::from_sen(sen + by);
            let code = if by > 0 { Code::BankSharesTooLarge } else { Code::BankMatchIncomplete };
            prop_assert_eq!(check_shares(&lines, &payments, &shares).map_err(|problem| problem.code), Err(code));
        }
    }
}
