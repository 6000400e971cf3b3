//! Invariant 4, for money in bank statements: a transfer is credited once, and the line of money that was counted before it
//! came belongs to that payment alone.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bank_statements::{EXACT_DAYS, Standing, assign};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Day, Money};
use sqlx::PgConnection;

use super::sql::{CountedPayment, counted_payments, used_amounts};
use super::{Finding, finding};
use crate::payments::known::Known;

/// Amounts whose lines are loaded together.
const AMOUNTS: usize = 500;

pub async fn look(db: &mut PgConnection) -> anyhow::Result<Vec<Finding>> {
    let mut counted: BTreeMap<Money, Vec<CountedPayment>> = BTreeMap::new();
    for one in counted_payments(db).await? {
        counted.entry(one.amount).or_default().push(one);
    }
    let (mut without_line, mut twice) = (Vec::new(), Vec::new());
    // An amount can only be credited twice if it was credited or counted twice.
    for part in used_amounts(db).await?.chunks(AMOUNTS) {
        let amounts = part.iter().map(|one| one.amount).collect();
        let Some((from, to)) = part.iter().map(|one| one.from).min().zip(part.iter().map(|one| one.to).max()) else {
            continue;
        };
        // The line of money that was counted before it may be of an earlier or a later day.
        let days = (from.plus_days(-EXACT_DAYS), to.plus_days(EXACT_DAYS));
        for (amount, known) in Known::by_amount(&mut *db, amounts, days).await? {
            let overused = known.lines.overused().unwrap_or_else(|code| {
                twice.push(format!("the shares of the lines over {amount} cannot be added: {}", code.name()));
                Vec::new()
            });
            for group in overused {
                let used = group.iter().map(|at| {
                    let row = known.row(*at);
                    format!("{} by {}", row.used_by.as_ref().map_or("", TransactionNo::as_str), row.place())
                });
                twice.push(format!("{} over {amount}", used.collect::<Vec<_>>().join(" and ")));
            }
            without_line.extend(missing_lines(&known, counted.get(&amount).map_or(&[], Vec::as_slice)));
        }
    }
    Ok(vec![
        finding(4, "no line of a bank statement stands for two payments that were accepted", without_line),
        finding(4, "no transfer is credited twice, by lines of bank statements that may be the same booking", twice),
    ])
}

/// Describes the payments that were counted before their line came, and for which no line is left although their number is
/// in lines that others have.
fn missing_lines(known: &Known, counted: &[CountedPayment]) -> Vec<String> {
    let mut by_number: BTreeMap<&str, Vec<&CountedPayment>> = BTreeMap::new();
    for one in counted {
        by_number.entry(one.number_key.as_str()).or_default().push(one);
    }
    let mut found = Vec::new();
    for (number, payments) in by_number {
        let timely = |day: Day| payments.iter().any(|one| day.days_since(one.submitted).abs() <= EXACT_DAYS);
        let lines = known.lines.lines_with(number);
        let lines: Vec<usize> = lines.into_iter().filter(|at| timely(known.row(*at).day)).collect();
        let free: Vec<Day> = known.lines.open_days(number).into_iter().filter(|day| timely(*day)).collect();
        let users: BTreeSet<&str> = lines
            .iter()
            .filter(|at| known.lines.standing(**at) == Standing::Used)
            .filter_map(|at| known.row(*at).used_by.as_ref().map(TransactionNo::as_str))
            .collect();
        if lines.is_empty() {
            continue;
        }
        let submitted: Vec<Day> = payments.iter().map(|one| one.submitted).collect();
        let left = payments.iter().zip(assign(&free, &submitted)).filter(|(_, line)| line.is_none());
        for (one, _) in left {
            let payment = one.transaction_no.as_str();
            let others = payments.iter().map(|other| other.transaction_no.as_str()).chain(users.iter().copied());
            let others: BTreeSet<&str> = others.filter(|other| *other != payment).collect();
            let others = others.into_iter().collect::<Vec<_>>().join(", ");
            found.push(format!(
                "{payment} and {others} under {number} over {}, with {} lines for them",
                one.amount,
                lines.len()
            ));
        }
    }
    found
}
