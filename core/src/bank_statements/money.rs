//! Which line of the bank is whose: one transfer is credited once (docs/domain/bank-statements.md#one-line-one-payment).

use super::similar::{key, keys};
use crate::{Day, Money};

/// Days at most between the submission of a payment and the bank's line of it. A cheque by post and a weekend fit in; a number
/// that a bank or a customer gives again a month later does not.
pub const EXACT_DAYS: i64 = 14;

/// Money that is to have arrived under one number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The number, as lines are searched for it.
    pub number_key: String,
    /// What came under it.
    pub amount: Money,
}

/// What a decision takes as arrived, number by number. Under several numbers each is to have brought its own amount.
#[must_use]
pub fn parts(numbers: &[(String, Money)], arrived: Money) -> Vec<Part> {
    let part = |number: &String, amount: Money| Part { number_key: key(number), amount };
    let parts = match numbers {
        [(number, _)] => vec![part(number, arrived)],
        several => several.iter().map(|(number, amount)| part(number, *amount)).collect(),
    };
    if arrived.is_positive() { parts } else { Vec::new() }
}

/// Whether a line says that number, as a word of its reference or description or as the whole of one.
#[must_use]
pub fn says_number(reference: &str, description: &str, number_key: &str) -> bool {
    [reference, description].into_iter().any(|text| keys(text).iter().any(|key| key == number_key))
}

/// Whether a line of that day may be money that was submitted on the other day.
#[must_use]
pub fn is_timely(line: Day, submitted: Day) -> bool {
    line.days_since(submitted).abs() <= EXACT_DAYS
}

/// Gives each submission the earliest line that is still free and timely, the earlier submission first: the place of its line.
/// All of them have one number and one amount. As all have the same days, no other way gives more of them a line.
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

/// The line that is left for a submission once those that were counted before have theirs.
#[must_use]
pub fn free_line(lines: &[Day], before: &[Day], own: Day) -> Option<usize> {
    let taken = assign(lines, before);
    let left = (0..lines.len()).filter(|line| !taken.contains(&Some(*line)) && is_timely(lines[*line], own));
    left.min_by_key(|line| (lines[*line].days_since(own).abs(), *line))
}
