//! Ranks the payments that may belong to a line, for a person to choose from.

use std::collections::HashMap;

use super::named::named_words;
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
    /// The name of its company.
    pub company: &'a str,
}

/// Ranks payments for a line with the open amount `line.amount`. Returns the index of each payment and the reason why
/// it may belong to the line, best first: the amount counts most, then the number, then the name. Of equal reasons the
/// nearest amount comes first. A payment that the open amount does not cover comes last, unless the line has its number.
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
    let words =
        |one: &Candidate<'_>| named_words(line.reference, one.company).max(named_words(line.description, one.company));
    // Companies may begin with the same words, so only the longest name in the line counts.
    let named: Vec<usize> = candidates.iter().map(words).collect();
    let longest = named.iter().copied().max().unwrap_or_default();
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
    let why = |place: usize, one: &Candidate<'_>| {
        let (is_numbered, is_named) = (numbered[place], longest > 0 && named[place] == longest);
        match one.expected == line.amount {
            true if is_numbered => CandidateWhy::NumberAndAmount,
            false if is_numbered && is_together => CandidateWhy::NumberTogether,
            true if is_named => CandidateWhy::NameAndAmount,
            true => CandidateWhy::Amount,
            false if is_numbered => CandidateWhy::Number,
            false if together(&mut by_payer.get(one.payer).into_iter().flatten().copied()) => {
                CandidateWhy::CompanyTogether
            }
            false if is_named => CandidateWhy::Name,
            false if is_alike(one) => CandidateWhy::NumberAlike,
            false if one.expected <= line.amount && is_timely(line.day, one.day) => CandidateWhy::Day,
            false => CandidateWhy::Other,
        }
    };
    let mut ranked: Vec<(usize, CandidateWhy)> =
        candidates.iter().enumerate().map(|(place, one)| (place, why(place, one))).collect();
    ranked.sort_by_key(|(place, why)| {
        let one = &candidates[*place];
        let is_too_large = one.expected > line.amount && !numbered[*place];
        let difference = one.expected.sen().abs_diff(line.amount.sen());
        (is_too_large, *why, difference, line.day.days_since(one.day).abs(), *place)
    });
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
    use CandidateWhy::{
        Amount, CompanyTogether, Day as OfDay, Name, NameAndAmount, Number, NumberAlike, NumberTogether, Other,
    };

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
                company: payer,
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
            (7, NumberTogether),
            (6, NumberTogether),
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

    #[test]
    fn a_large_payment_is_not_offered_first_for_a_small_line() {
        let day = Day::parse("2026-11-20").expect("a day");
        let money = |text| Money::parse(text).expect("an amount");
        let all = [
            ("EFT90001", "349496.50", "Sinar Jaya Sdn Bhd"),
            ("EFT90002", "1250.00", "Teraju Sdn Bhd"),
            ("EFT90003", "1250.00", "Sinar Jaya Sdn Bhd"),
            ("EFT90004", "1200.00", "Sinar Jaya Sdn Bhd"),
            ("EFT90005", "900.00", "Teraju Sdn Bhd"),
        ];
        let numbers = all.map(|(number, ..)| vec![number.to_owned()]);
        let candidates: Vec<Candidate<'_>> = all
            .iter()
            .zip(&numbers)
            .map(|((_, expected, company), numbers)| Candidate {
                payment_no: "P2611200000001",
                numbers: numbers.as_slice(),
                expected: money(expected),
                day,
                payer: company,
                company,
            })
            .collect();
        let line = OpenLine {
            day,
            reference: "IBG",
            description: "SINAR JAYA SDN",
            amount: money("1250.00"),
            is_of_other_bank: false,
        };
        assert_eq!(rank(&line, &candidates), [(2, NameAndAmount), (1, Amount), (3, Name), (4, OfDay), (0, Name)]);
        // Without its name, the large payment is only found by a search.
        let unnamed = OpenLine { description: "", ..line.clone() };
        assert_eq!(rank(&unnamed, &candidates).last(), Some(&(0, Other)));
        // Its number is a reason of its own.
        let numbered = OpenLine { reference: "EFT90001", ..line };
        assert_eq!(rank(&numbered, &candidates)[2], (0, Number));
    }
}
