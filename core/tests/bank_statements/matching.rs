//! Tests of matching lines with payments.

use gridbill_core::Money;
use gridbill_core::bank_statements::{
    AwaitedPayment, ExpectedTransfer, Fit, LineDecision, OpenLine, Why, assign, free_line, is_timely, match_awaited,
    split_by_number,
};
use gridbill_core::payments::ReconcileKind;
use proptest::prelude::*;

use super::{day, money};

fn payment(number: &str, billed: &str) -> AwaitedPayment {
    AwaitedPayment {
        payment_no: "P2611200000001".to_owned(),
        numbers: vec![number.to_owned()],
        submitted: money(billed),
        is_difference: false,
        day: day("2026-11-20"),
        billed: money(billed),
        previous: None,
        earlier: Vec::new(),
        is_repeated: false,
        is_settled: false,
    }
}

fn line<'a>(reference: &'a str, amount: &str) -> OpenLine<'a> {
    OpenLine { day: day("2026-11-21"), reference, description: "", amount: money(amount), is_of_other_bank: false }
}

/// The match of one line with one payment: its quality, the reason for a near match, the decision and the amount.
type ExpectedMatch = (Fit, Option<Why>, Option<(LineDecision, Option<Money>)>);

fn one(line: OpenLine<'_>, payment: AwaitedPayment) -> Option<ExpectedMatch> {
    let found = match_awaited(&[line], &[payment]).pop().flatten()?;
    Some((found.fit, found.why, found.proposal.map(|proposal| (proposal.decision, proposal.amount))))
}

#[test]
fn a_line_fits_by_reference_and_amount_or_nearly_by_one_of_them() {
    let accept = Some((LineDecision::Accept, None));
    let exact = Some((Fit::Exact, None, accept));
    for reference in ["EFT20261120A", "eft-2026-1120a", "IBG TRANSFER EFT20261120A SINAR JAYA", "00EFT20261120A"] {
        assert_eq!(one(line(reference, "100.00"), payment("EFT20261120A", "100.00")), exact, "{reference}");
    }
    assert_eq!(one(line("CHQ 000123", "100.00"), payment("123", "100.00")), exact);
    assert_eq!(
        one(OpenLine { description: "by EFT20261120A", ..line("", "100.00") }, payment("EFT20261120A", "100.00")),
        exact
    );

    let differs = |decision, amount| Some((Fit::Near, Some(Why::AmountDiffers), Some((decision, Some(money(amount))))));
    assert_eq!(one(line("A1234", "99.99"), payment("A1234", "100.00")), differs(LineDecision::Insufficient, "0.01"));
    assert_eq!(one(line("A1234", "100.01"), payment("A1234", "100.00")), differs(LineDecision::Overpayment, "0.01"));

    let alike = Some((Fit::Near, Some(Why::ReferenceDiffers), accept));
    for reference in ["EFT20261120", "EFT20261102A", "EFT2026112OA", "20261120A"] {
        assert_eq!(one(line(reference, "100.00"), payment("EFT20261120A", "100.00")), alike, "{reference}");
    }
    let late = OpenLine { day: day("2026-11-26"), ..line("EFT20261120", "100.00") };
    for (unlike, number) in [
        (line("OTHER", "100.00"), "EFT20261120A"),
        (line("EFT20261120", "99.00"), "EFT20261120A"),
        (late, "EFT20261120A"),
        (line("", "100.00"), "A1"),
    ] {
        assert_eq!(one(unlike, payment(number, "100.00")), None);
    }
}

#[test]
fn requested_differences_determine_the_proposal() {
    let short = |amount: &str| AwaitedPayment {
        numbers: vec!["DIFF1".to_owned()],
        submitted: money("30.00"),
        is_difference: true,
        previous: Some((ReconcileKind::Insufficient, money(amount))),
        earlier: vec![(ReconcileKind::Insufficient, money(amount))],
        ..payment("", "100.00")
    };
    assert_eq!(
        one(line("DIFF1", "30.00"), short("30.00")),
        Some((Fit::Exact, None, Some((LineDecision::Accept, None))))
    );
    let proposal = |line, payment| one(line, payment).expect("a match").2;
    assert_eq!(
        proposal(line("DIFF1", "20.00"), short("30.00")),
        Some((LineDecision::Insufficient, Some(money("10.00"))))
    );
    assert_eq!(
        proposal(line("DIFF1", "31.00"), short("30.00")),
        Some((LineDecision::Overpayment, Some(money("1.00"))))
    );
    // The same amount was requested before: core refuses it, so a person has to decide.
    assert_eq!(one(line("DIFF1", "5.00"), short("25.00")), Some((Fit::Near, Some(Why::AsBefore), None)));

    // The customer chose the account to credit; the money is what was found then.
    let round = (ReconcileKind::Overpayment, money("5.00"));
    let over = AwaitedPayment { previous: Some(round), earlier: vec![round], ..payment("OVER1", "100.00") };
    assert_eq!(
        one(line("OVER1", "105.00"), over.clone()),
        Some((Fit::Exact, None, Some((LineDecision::Accept, None))))
    );
    assert_eq!(one(line("OVER1", "100.00"), over), Some((Fit::Near, Some(Why::AsBefore), None)));
}

#[test]
fn several_payments_or_several_numbers_are_for_a_person_to_look_at() {
    let two = [payment("A1234", "100.00"), payment("A1234", "100.00")];
    let found = match_awaited(&[line("A1234", "100.00")], &two).pop().flatten().expect("a match");
    assert_eq!((found.fit, found.why), (Fit::Near, Some(Why::SeveralFit)));

    let numbers = vec!["CHQ001".to_owned(), "CHQ002".to_owned()];
    let split = AwaitedPayment { numbers, ..payment("", "100.00") };
    let found = match_awaited(&[line("CHQ001", "60.00"), line("CHQ002", "40.00")], &[split]);
    for found in found {
        let found = found.expect("a match");
        assert_eq!((found.fit, found.why, found.proposal), (Fit::Near, Some(Why::SeveralNumbers), None));
    }
}

#[test]
fn number_and_amount_do_not_fit_exactly_for_ever() {
    let accept = Some((LineDecision::Accept, None));
    let on = |day_of_line| OpenLine { day: day(day_of_line), ..line("EFT20261120A", "100.00") };
    let found = |line| one(line, payment("EFT20261120A", "100.00"));
    for timely in ["2026-11-06", "2026-11-20", "2026-12-04"] {
        assert_eq!(found(on(timely)), Some((Fit::Exact, None, accept)), "{timely}");
    }
    for other in ["2026-11-05", "2026-12-05", "2027-11-20"] {
        assert_eq!(found(on(other)), Some((Fit::Near, Some(Why::DayDiffers), accept)), "{other}");
    }
}

#[test]
fn lines_that_may_be_paid_already_are_left_to_an_officer() {
    let accept = Some((LineDecision::Accept, None));
    let repeated = AwaitedPayment { is_repeated: true, ..payment("EFT20261120A", "100.00") };
    let found = one(line("EFT20261120A", "100.00"), repeated.clone());
    assert_eq!(found, Some((Fit::Near, Some(Why::NumberRepeated), accept)));
    let less = one(line("EFT20261120A", "90.00"), repeated).expect("a match");
    assert_eq!((less.0, less.1), (Fit::Near, Some(Why::NumberRepeated)));

    let elsewhere = OpenLine { is_of_other_bank: true, ..line("EFT20261120A", "100.00") };
    let found = one(elsewhere, payment("EFT20261120A", "100.00"));
    assert_eq!(found, Some((Fit::Near, Some(Why::OfOtherBank), accept)));
}

#[test]
fn a_line_matches_the_payment_that_was_already_counted() {
    let settled = AwaitedPayment::settled(
        "P2611200000002".to_owned(),
        "EFT20261120A".to_owned(),
        money("100.00"),
        day("2026-11-20"),
    );
    let waits = payment("EFT20261120A", "100.00");
    let found = match_awaited(&[line("EFT20261120A", "100.00")], &[waits.clone(), settled.clone()]);
    let found = found[0].expect("a match");
    assert_eq!((found.awaited, found.why, found.proposal), (1, Some(Why::CountedBefore), None));
    // A second line belongs to the other payment. Another amount, or a line a year later, does not belong to the
    // settled payment.
    let two = match_awaited(
        &[line("EFT20261120A", "100.00"), line("EFT20261120A", "100.00")],
        &[waits.clone(), settled.clone()],
    );
    assert_eq!(two.iter().flatten().map(|found| found.awaited).collect::<Vec<_>>(), [1, 0]);
    let later = OpenLine { day: day("2027-11-20"), ..line("EFT20261120A", "100.00") };
    for other in [line("EFT20261120A", "90.00"), later] {
        assert_eq!(match_awaited(&[other], std::slice::from_ref(&settled)), [None]);
    }
}

/// A bank reports a transfer that was made by our instruction under the payment's own number.
#[test]
fn a_line_with_a_payments_own_number_belongs_to_that_payment_alone() {
    let accept = Some((LineDecision::Accept, None));
    let numbered = |payment_no: &str| AwaitedPayment {
        payment_no: payment_no.to_owned(),
        is_repeated: true,
        ..payment("NOVEMBER", "100.00")
    };
    let (first, second) = (numbered("P2611200000001"), numbered("P2611200000002"));
    for reference in ["P2611200000002", "p2611200000002", "P2611200000002 NOVEMBER", "P2611200000002-D2"] {
        let found = match_awaited(&[line(reference, "100.00")], &[first.clone(), second.clone()])[0].expect("a match");
        let proposal = found.proposal.map(|proposal| (proposal.decision, proposal.amount));
        assert_eq!((found.awaited, found.fit, found.why, proposal), (1, Fit::Exact, None, accept), "{reference}");
    }
    let less = match_awaited(&[line("P2611200000002", "90.00")], &[first.clone(), second])[0].expect("a match");
    assert_eq!((less.awaited, less.why), (1, Some(Why::AmountDiffers)));
    // The number of another payment is not a slip in this one's.
    assert_eq!(match_awaited(&[line("P2611200000003", "100.00")], &[first]), [None]);
    let settled =
        AwaitedPayment::settled("P2611200000004".to_owned(), "EFT1".to_owned(), money("100.00"), day("2026-11-20"));
    let found = match_awaited(&[line("P2611200000004", "100.00")], &[settled])[0].expect("a match");
    assert_eq!((found.why, found.proposal), (Some(Why::CountedBefore), None));
}

#[test]
fn under_several_numbers_each_brings_its_own_amount() {
    let part = |number_key: &str, amount| ExpectedTransfer { number_key: number_key.to_owned(), amount: money(amount) };
    let number = |number: &str, amount| (number.to_owned(), money(amount));
    assert_eq!(split_by_number(&[number("chq-001", "60.00")], money("59.00")), [part("CHQ001", "59.00")]);
    let two = [number("000123", "60.00"), number("000124", "40.00")];
    assert_eq!(split_by_number(&two, money("100.00")), [part("123", "60.00"), part("124", "40.00")]);
    assert_eq!(split_by_number(&two, Money::ZERO), []);
}

const NUMBERS: [&str; 6] = ["EFT1000", "EFT1001", "EFT10000", "CHQ100", "REF500X", "EFT1O00"];

proptest! {
    /// Each payment is proposed for at most one line, and exact matches take precedence over near ones.
    #[test]
    fn a_payment_is_proposed_once_and_exact_goes_before_near(
        lines in prop::collection::vec((0..NUMBERS.len(), 1_i64..4, 0_i64..8), 0..12),
        payments in prop::collection::vec((0..NUMBERS.len(), 1_i64..4, 0_i64..8), 0..12),
    ) {
        let lines: Vec<OpenLine<'_>> = lines
            .iter()
            .map(|(number, amount, after)| OpenLine {
                day: day("2026-11-18").plus_days(*after),
                reference: NUMBERS[*number],
                description: "",
                amount: Money::from_sen(amount * 1_000),
                is_of_other_bank: false,
            })
            .collect();
        let awaited: Vec<AwaitedPayment> = payments
            .iter()
            .map(|(number, amount, after)| {
                let billed = Money::from_sen(amount * 1_000);
                AwaitedPayment { day: day("2026-11-18").plus_days(*after), billed, submitted: billed, ..payment(NUMBERS[*number], "1.00") }
            })
            .collect();
        let found = match_awaited(&lines, &awaited);
        prop_assert_eq!(found.len(), lines.len());
        let mut taken = vec![0; awaited.len()];
        for (line, found) in lines.iter().zip(&found) {
            let Some(found) = found else { continue };
            taken[found.awaited] += 1;
            let payment = &awaited[found.awaited];
            let is_same = payment.numbers[0] == line.reference && payment.billed == line.amount;
            prop_assert!(found.fit == Fit::Near || is_same);
            prop_assert_eq!(
                found.proposal.is_some_and(|proposal| proposal.decision == LineDecision::Accept),
                payment.billed == line.amount
            );
        }
        prop_assert!(taken.iter().all(|count| *count <= 1), "a payment is proposed twice");
        for (line, own) in lines.iter().zip(&found) {
            let is_own_exact = own.is_some_and(|own| {
                awaited[own.awaited].numbers[0] == line.reference && awaited[own.awaited].billed == line.amount
            });
            for (place, payment) in awaited.iter().enumerate() {
                let is_exact = payment.numbers[0] == line.reference && payment.billed == line.amount;
                let holder = found.iter().zip(&lines).find(|(other, _)| other.is_some_and(|other| other.awaited == place));
                let is_held_exactly = holder.is_some_and(|(_, other)| {
                    other.reference == payment.numbers[0] && other.amount == payment.billed
                });
                prop_assert!(!is_exact || is_own_exact || is_held_exactly, "an exact match is left out");
            }
        }
    }

    /// For lines and submissions of one number and amount on any days: no line belongs to two submissions. No line goes
    /// to a later submission while an earlier one that it fits has none.
    #[test]
    fn each_line_is_of_one_submission(
        lines in prop::collection::vec(0_i64..60, 0..6),
        submitted in prop::collection::vec(0_i64..60, 0..6),
        own in 0_i64..60,
    ) {
        let on = |after: &i64| day("2026-11-18").plus_days(*after);
        let (lines, submitted): (Vec<_>, Vec<_>) = (lines.iter().map(on).collect(), submitted.iter().map(on).collect());
        let own = on(&own);
        let found = assign(&lines, &submitted);
        let mut taken: Vec<usize> = found.iter().copied().flatten().collect();
        taken.sort_unstable();
        let count = taken.len();
        taken.dedup();
        prop_assert_eq!(taken.len(), count);
        for (line, submitted) in found.iter().zip(&submitted) {
            prop_assert!(line.is_none_or(|line| is_timely(lines[line], *submitted)));
            let could = (0..lines.len()).filter(|line| is_timely(lines[*line], *submitted));
            prop_assert!(line.is_some() || could.clone().all(|line| taken.contains(&line)));
        }
        if let Some(line) = free_line(&lines, &submitted, own) {
            prop_assert!(is_timely(lines[line], own) && !taken.contains(&line));
        }
    }
}
