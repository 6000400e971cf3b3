//! Invariant 4, for money that was counted before its line was in a statement: once the line arrives, it belongs to
//! that payment alone.

use std::collections::{BTreeMap, BTreeSet};

use futures::TryStreamExt as _;
use gridbill_core::bank_statements::{EXACT_DAYS, assign, contains_number};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Day, Money};
use sqlx::PgConnection;

use super::sql::{CountedLine, counted_lines};
use super::{Finding, finding};

/// The payments and bank lines of one number and amount.
#[derive(Default)]
struct OneNumber {
    /// Payments that await a line, with the day of their submission.
    counted: BTreeSet<(Day, TransactionNo)>,
    /// Each distinct line, with the payment that uses it.
    lines: BTreeMap<(Day, String, i32), Option<TransactionNo>>,
}

pub async fn look(db: &mut PgConnection) -> sqlx::Result<Finding> {
    let mut found: BTreeMap<(String, Money), OneNumber> = BTreeMap::new();
    let mut rows = counted_lines(db, i32::try_from(EXACT_DAYS).unwrap_or(i32::MAX));
    while let Some(row) = rows.try_next().await? {
        if !contains_number(&row.reference, &row.description, &row.number_key) {
            continue;
        }
        let CountedLine { transaction_no, number_key, amount, submitted, day, reference_key, ordinal, used_by, .. } =
            row;
        let one = found.entry((number_key, amount)).or_default();
        one.counted.insert((submitted, transaction_no));
        one.lines.insert((day, reference_key, ordinal), used_by);
    }
    let broken = found.iter().flat_map(|((number, amount), one)| one.broken(number, *amount)).collect();
    Ok(finding(4, "no line of a bank statement stands for two payments that were accepted", broken))
}

impl OneNumber {
    /// Describes the payments for which no line is left.
    fn broken(&self, number: &str, amount: Money) -> Vec<String> {
        let free: Vec<Day> =
            self.lines.iter().filter(|(_, used_by)| used_by.is_none()).map(|((day, ..), _)| *day).collect();
        let submitted: Vec<Day> = self.counted.iter().map(|(day, _)| *day).collect();
        let others: Vec<&str> = self
            .lines
            .values()
            .flatten()
            .map(TransactionNo::as_str)
            .chain(self.counted.iter().map(|(_, payment)| payment.as_str()))
            .collect();
        let found = assign(&free, &submitted);
        let left = self.counted.iter().zip(found).filter(|(_, line)| line.is_none());
        left.map(|((_, payment), _)| {
            let others: BTreeSet<&&str> = others.iter().filter(|other| **other != payment.as_str()).collect();
            let others = others.into_iter().copied().collect::<Vec<_>>().join(", ");
            format!("{payment} and {others} under {number} over {amount}, with {} lines for them", self.lines.len())
        })
        .collect()
    }
}
