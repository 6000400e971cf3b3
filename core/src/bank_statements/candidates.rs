//! Ranks the payments that may belong to a line, for a person to choose from.

use std::collections::HashMap;

use super::similar::{is_similar, keys, reference_form};
use super::{CandidateWhy, OpenLine, is_timely};
use crate::{Day, Money};

/// A payment that may belong to a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The payment's own number.
    pub payment_no: &'a str,
    /// The reference numbers under which its money will arrive.
    pub numbers: &'a [String],
    /// The amount that will arrive.
    pub expected: Money,
    /// The day on which the payment was submitted.
    pub day: Day,
    /// The bulk account of the payment.
    pub payer: &'a str,
}

/// Ranks payments for a line with the open amount `line.amount`. Returns the index of each payment and the reason why
/// it may belong to the line, best first.
#[must_use]
pub fn rank(line: &OpenLine<'_>, candidates: &[Candidate<'_>]) -> Vec<(usize, CandidateWhy)> {
    let said = said_keys(line.reference, line.description);
    let has_number = |one: &Candidate<'_>| {
        one.numbers
            .iter()
            .map(String::as_str)
            .chain([one.payment_no])
            .any(|number| said.contains(&reference_form(number)))
    };
    let numbered: Vec<bool> = candidates.iter().map(has_number).collect();
    let together = |all: &mut dyn Iterator<Item = Money>| Money::sum(all).is_ok_and(|sum| sum == line.amount);
    let is_together =
        together(&mut candidates.iter().zip(&numbered).filter(|(_, numbered)| **numbered).map(|(one, _)| one.expected));
    let mut by_payer: HashMap<&str, Vec<Money>> = HashMap::new();
    for one in candidates {
        by_payer.entry(one.payer).or_default().push(one.expected);
    }
    let is_alike = |one: &Candidate<'_>| {
        one.numbers.iter().any(|number| said.iter().any(|said| is_similar(&reference_form(number), said)))
    };
    let why = |one: &Candidate<'_>, is_numbered: bool| match is_numbered {
        true if one.expected == line.amount => CandidateWhy::NumberAndAmount,
        true if is_together => CandidateWhy::NumberTogether,
        true => CandidateWhy::Number,
        false if one.expected == line.amount => CandidateWhy::Amount,
        false if together(&mut by_payer.get(one.payer).into_iter().flatten().copied()) => CandidateWhy::CompanyTogether,
        false if is_alike(one) => CandidateWhy::NumberAlike,
        false if is_timely(line.day, one.day) => CandidateWhy::Day,
        false => CandidateWhy::Other,
    };
    let mut ranked: Vec<(usize, CandidateWhy)> =
        candidates.iter().zip(&numbered).map(|(one, numbered)| why(one, *numbered)).enumerate().collect();
    ranked.sort_by_key(|(place, why)| (*why, line.day.days_since(candidates[*place].day).abs(), *place));
    ranked
}

/// Returns the keys of the texts in a line that may be reference numbers.
#[must_use]
pub fn said_keys(reference: &str, description: &str) -> Vec<String> {
    let mut said = keys(reference);
    said.extend(keys(description));
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use CandidateWhy::{Amount, CompanyTogether, Day as OfDay, Number, NumberAlike, NumberTogether, Other};

    #[test]
    fn the_best_match_comes_first() {
        let day = |text| Day::parse(text).expect("a day");
        let money = |text| Money::parse(text).expect("an amount");
        let numbers = |number: &str| vec![number.to_owned()];
        let all = [
            (numbers("ZZZ99999"), "70.00", "2026-09-01", "Far"),
            (numbers("ZZZ88888"), "70.00", "2026-11-18", "Near"),
            (numbers("EFT10010"), "70.00", "2026-11-18", "Alike"),
            (numbers("QQQ11111"), "120.00", "2026-11-18", "Two"),
            (numbers("QQQ22222"), "80.00", "2026-11-18", "Two"),
            (numbers("QQQ33333"), "200.00", "2026-09-18", "Same"),
            (numbers("EFT10000"), "50.00", "2026-11-19", "Quoted"),
            (numbers("EFT10000"), "150.00", "2026-11-18", "Quoted"),
        ];
        let candidates: Vec<Candidate<'_>> = all
            .iter()
            .map(|(numbers, expected, on, payer)| Candidate {
                payment_no: "P2611200000001",
                numbers: numbers.as_slice(),
                expected: money(expected),
                day: day(on),
                payer,
            })
            .collect();
        let line = OpenLine {
            day: day("2026-11-20"),
            reference: "IBG EFT10000",
            description: "",
            amount: money("200.00"),
            is_of_other_bank: false,
        };
        let expected = [
            (6, NumberTogether),
            (7, NumberTogether),
            (5, Amount),
            (3, CompanyTogether),
            (4, CompanyTogether),
            (2, NumberAlike),
            (1, OfDay),
            (0, Other),
        ];
        assert_eq!(rank(&line, &candidates), expected);
        let half = OpenLine { amount: money("150.00"), ..line };
        let ranked = rank(&half, &candidates);
        assert_eq!(ranked[..2], [(7, CandidateWhy::NumberAndAmount), (6, Number)]);
    }
}
