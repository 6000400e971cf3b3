//! The division of an amount among the parts of a coding.

use super::{CodingPart, WHOLE};
use crate::Money;

/// Divides an amount among the parts by their shares, in the order of the parts. Each part is rounded down to the sen;
/// the sen that are left go to the largest remainders, and among equal ones to the first codes. So the parts add up to the
/// amount, and each is within one sen of its exact share. A negative amount is divided like its opposite.
///
/// The shares must add up to [`WHOLE`].
#[must_use]
pub fn split_amount(amount: Money, parts: &[CodingPart]) -> Vec<Money> {
    let sen = amount.sen();
    let size = i64::try_from(sen.unsigned_abs()).unwrap_or(i64::MAX);
    // The amount is divided in two steps, so that no product exceeds 64 bits.
    let (tens, ones) = (size / WHOLE, size % WHOLE);
    let mut divided: Vec<i64> = parts.iter().map(|part| tens * part.share + ones * part.share / WHOLE).collect();
    let remainder = |place: usize| ones * parts[place].share % WHOLE;
    let left = size - divided.iter().sum::<i64>();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&one, &other| {
        remainder(other).cmp(&remainder(one)).then_with(|| parts[one].code.cmp(&parts[other].code))
    });
    for place in order.into_iter().take(usize::try_from(left).unwrap_or_default()) {
        divided[place] += 1;
    }
    divided.into_iter().map(|part| Money::from_sen(part * sen.signum())).collect()
}
