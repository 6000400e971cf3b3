//! Assigns lines of bank statements to submissions, so that each transfer is credited only once
//! (docs/domain/bank-statements.md#one-line-one-payment).

use super::similar::{keys, reference_form};
use crate::{Day, Money};

/// Maximum days between the submission of a payment and its bank line. This allows for a cheque by post and a weekend,
/// but not for a number that is reused a month later.
pub const EXACT_DAYS: i64 = 14;

/// Money that should have arrived under one reference number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedTransfer {
    /// The number in the form in which lines are searched for it.
    pub number_key: String,
    /// The amount that arrived under it.
    pub amount: Money,
}

/// Splits the amount that a decision takes as received by reference numbers. If there are several numbers, each is
/// assumed to have brought its own amount.
#[must_use]
pub fn split_by_number(numbers: &[(String, Money)], arrived: Money) -> Vec<ExpectedTransfer> {
    let part = |number: &String, amount: Money| ExpectedTransfer { number_key: reference_form(number), amount };
    let parts = match numbers {
        [(number, _)] => vec![part(number, arrived)],
        several => several.iter().map(|(number, amount)| part(number, *amount)).collect(),
    };
    if arrived.is_positive() { parts } else { Vec::new() }
}

/// Whether a line contains a number, as a word of its reference or description, or as the entire text.
#[must_use]
pub fn contains_number(reference: &str, description: &str, number_key: &str) -> bool {
    [reference, description].into_iter().any(|text| keys(text).iter().any(|key| key == number_key))
}

/// Whether the line's day and the day of submission are close enough for the line to be that money.
#[must_use]
pub fn is_timely(line: Day, submitted: Day) -> bool {
    line.days_since(submitted).abs() <= EXACT_DAYS
}

/// Assigns a line to each submission: the earliest free line within the allowed days, the earliest submission first.
/// Returns the index of each submission's line. All of them must have the same number and amount. Since the allowed
/// days are the same for all, no other assignment would give lines to more submissions.
#[must_use]
pub fn assign(lines: &[Day], submitted: &[Day]) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..submitted.len()).collect();
    order.sort_by_key(|at| submitted[*at]);
    let mut is_free = vec![true; lines.len()];
    let mut found = vec![None; submitted.len()];
    for at in order {
        let timely = (0..lines.len()).filter(|line| is_free[*line] && is_timely(lines[*line], submitted[at]));
        found[at] = timely.min_by_key(|line| (lines[*line], *line));
        if let Some(line) = found[at] {
            is_free[line] = false;
        }
    }
    found
}

/// Returns the line that is left for a submission after the submissions that were accepted before have theirs. If
/// several lines are left, returns the nearest by date.
#[must_use]
pub fn free_line(lines: &[Day], before: &[Day], own: Day) -> Option<usize> {
    let taken = assign(lines, before);
    let left = (0..lines.len()).filter(|line| !taken.contains(&Some(*line)) && is_timely(lines[*line], own));
    left.min_by_key(|line| (lines[*line].days_since(own).abs(), *line))
}
