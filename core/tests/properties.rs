//! Property tests: what must hold for money and payments with every input (docs/domain/invariants.md).

use gridbill_core::bills::{
    BillAmounts, ChargeKind, ChargeKinds, ChargeLine, ChargeUnit, Charges, Priced, Quantity, remainder, select,
};
use gridbill_core::number::{AccountNo, InvoiceNo};
use gridbill_core::number_list::{MAX_LISTED, read_numbers, write_numbers};
use gridbill_core::payments::{
    Event, PaymentMethod, ReconcileKind, Reference, Status, check_paid_amount, check_references, check_typed,
    difference, initial_status, next_status,
};
use gridbill_core::payments::{MAX_REFERENCES, PaymentPlan, PlanLimits, PlannedBill, TypedReference, split};
use gridbill_core::{Code, Language, Money};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select as one_of;

/// The largest amount that NUMERIC(16,2) holds.
const MAX_SEN: i64 = 9_999_999_999_999_999;

fn any_money() -> impl Strategy<Value = Money> {
    prop_oneof![-MAX_SEN..=MAX_SEN, -200..200_i64, MAX_SEN - 200..=MAX_SEN].prop_map(Money::from_sen)
}

fn sen(amount: Money) -> i128 {
    assert_eq!(amount.decimal().scale(), 2);
    amount.decimal().mantissa()
}

fn fits(sen: i128) -> bool {
    sen.abs() <= i128::from(MAX_SEN)
}

fn parts(most: usize) -> impl Strategy<Value = Vec<(String, i64)>> {
    vec(("[A-Z0-9]{1,18}|[0-9]{1,6}", 1..50_000_000_i64), 1..=most)
}

fn any_line() -> impl Strategy<Value = ChargeLine> {
    let kinds = ["energy", "capacity", "network", "retail", "afa", "kwtbb", "tax"];
    let kind = one_of(kinds.map(|kind| ChargeKind::parse(kind).expect("a kind")).to_vec());
    let unit = one_of(vec![ChargeUnit::Kwh, ChargeUnit::Kw, ChargeUnit::Month, ChargeUnit::Percent]);
    (kind, unit, 0..100_000_000_i64, -10_000..10_000_i64).prop_map(|(kind, unit, quantity, rate)| {
        let (quantity, rate) = (Quantity::from_hundredths(quantity), Quantity::from_hundredths(rate));
        let priced = Priced { quantity, unit, rate };
        let amount = priced.amount().expect("a small amount");
        ChargeLine { kind, block: None, tariff: None, from: None, to: None, priced: Some(priced), amount }
    })
}

/// Lines of charges, with the amounts of their bill.
fn any_charges() -> impl Strategy<Value = (Charges, BillAmounts)> {
    (vec(any_line(), 0..20), -1_000_000..1_000_000_i64, -4..=4_i64).prop_map(|(mut lines, outstanding, rounding)| {
        let sum = |kind: Option<ChargeKind>| {
            let wanted = lines.iter().filter(|line| kind.is_none_or(|kind| line.kind == kind));
            Money::sum(wanted.map(|line| line.amount)).expect("a small sum")
        };
        let (current, tax) = (sum(None), sum(Some(ChargeKind::TAX)));
        let (outstanding, rounding) = (Money::from_sen(outstanding), Money::from_sen(rounding));
        let bill = BillAmounts {
            current_charge: current,
            outstanding_amount: outstanding,
            tax_amount: tax,
            total_amount_payable: Money::sum([current, outstanding, rounding]).expect("a small sum"),
            consumption_kwh: None,
        };
        let (kind, amount) = (ChargeKind::ROUNDING, rounding);
        lines.push(ChargeLine { kind, block: None, tariff: None, from: None, to: None, priced: None, amount });
        (Charges { lines, readings: Vec::new() }, bill)
    })
}

proptest! {
    #[test]
    fn lines_add_up_to_their_bill_and_to_no_other((charges, bill) in any_charges(), sen in 1..1_000_i64, place in 0..20_usize) {
        let kinds = ChargeKinds::standard();
        prop_assert_eq!(charges.add_up(&bill, &kinds), Ok(()));
        let other = bill.current_charge.plus(Money::from_sen(sen)).unwrap();
        let of_another = BillAmounts { current_charge: other, ..bill };
        prop_assert!(charges.add_up(&of_another, &kinds).is_err());
        let mut changed = charges.clone();
        if let Some(line) = changed.lines.get_mut(place) {
            line.amount = line.amount.plus(Money::from_sen(sen)).unwrap();
            prop_assert!(changed.add_up(&bill, &kinds).is_err());
        }
        // Every line is shown, and the groups add up to the current charge.
        for language in [Language::En, Language::Ms] {
            let shown = charges.shown(&kinds, language).groups;
            prop_assert_eq!(Money::sum(shown.iter().map(|group| group.total)), Ok(bill.current_charge));
            prop_assert_eq!(shown.iter().map(|group| group.lines.len()).sum::<usize>(), charges.lines.len() - 1);
        }
        let rest = remainder(bill.current_charge, bill.outstanding_amount, bill.total_amount_payable).unwrap();
        prop_assert_eq!(rest.adjustment, Money::ZERO);
    }

    #[test]
    fn a_line_is_rounded_half_away_from_zero(line in any_line()) {
        let Priced { quantity, unit, rate } = line.priced.unwrap();
        let number = |text: String| text.parse::<rust_decimal::Decimal>().unwrap();
        let product = number(quantity.to_string()) * number(rate.to_string());
        let of_ringgit = matches!(unit, ChargeUnit::Kw | ChargeUnit::Month);
        let exact = if of_ringgit { product } else { product / rust_decimal::Decimal::from(100) };
        prop_assert_eq!(Money::round(exact), Ok(line.amount));
    }

    #[test]
    fn written_amounts_and_days_are_read_back(amount in any_money()) {
        prop_assert_eq!(Money::parse(&amount.to_string()), Ok(amount));
        prop_assert_eq!(Money::parse(&amount.shown()), Ok(amount));
        let json = serde_json::to_string(&amount).unwrap();
        prop_assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), amount);
    }

    #[test]
    fn any_text_is_an_amount_or_refused(text in "\\PC{0,24}|-?[0-9,]{0,20}\\.?[0-9]{0,3}") {
        if let Ok(amount) = Money::parse(&text) {
            prop_assert!(fits(sen(amount)));
            prop_assert_eq!(Money::parse(&amount.to_string()), Ok(amount));
        }
    }

    #[test]
    fn sums_are_exact_or_refused(one in any_money(), other in any_money()) {
        for (reckoned, exact) in [(one.plus(other), sen(one) + sen(other)), (one.minus(other), sen(one) - sen(other))] {
            match reckoned {
                Ok(amount) => prop_assert_eq!(sen(amount), exact),
                Err(code) => prop_assert!(code == Code::AmountTooLarge && !fits(exact)),
            }
        }
    }

    #[test]
    fn rounding_is_by_half_a_sen_at_most(mantissa in any::<i64>(), scale in 0..12_u32) {
        let exact = rust_decimal::Decimal::new(mantissa, scale);
        match Money::round(exact) {
            Ok(amount) => {
                let moved = (amount.decimal() - exact).abs();
                prop_assert!(moved <= rust_decimal::Decimal::new(5, 3));
                prop_assert_eq!(Money::round(-exact).map(Money::absolute), Ok(amount.absolute()));
            }
            Err(code) => prop_assert!(code == Code::AmountTooLarge && exact.abs() > rust_decimal::Decimal::new(MAX_SEN, 2)),
        }
    }

    #[test]
    fn a_selections_total_is_the_sum_of_its_bills(bills in vec((0..40_u64, 0..10_000_000_i64), 0..200)) {
        let bills: Vec<(AccountNo, Money)> = bills
            .into_iter()
            .map(|(account, sen)| (AccountNo::parse(&format!("21{account:010}")).unwrap(), Money::from_sen(sen)))
            .collect();
        let selection = select(bills.iter().map(|(account, amount)| (account, *amount))).unwrap();
        let accounts: std::collections::BTreeSet<_> = bills.iter().map(|(account, _)| account).collect();
        prop_assert_eq!(Ok(selection.total), Money::sum(bills.iter().map(|(_, amount)| *amount)));
        prop_assert_eq!((selection.bills, selection.accounts), (bills.len(), accounts.len()));
        let backwards = select(bills.iter().rev().map(|(account, amount)| (account, *amount))).unwrap();
        prop_assert_eq!(selection, backwards);
    }

    #[test]
    fn a_reconciliation_gives_back_the_paid_amount(billed in 1..MAX_SEN, paid_sen in 1..MAX_SEN) {
        let (billed, came) = (Money::from_sen(billed), Money::from_sen(paid_sen));
        match difference(billed, came, &[]) {
            Ok((kind, amount)) => {
                prop_assert!(amount.is_positive());
                prop_assert_eq!(check_paid_amount(billed, kind, amount, &[]), Ok(came));
                prop_assert_eq!(kind == ReconcileKind::Overpayment, came > billed);
                let again = Err(Code::ReconcileAmountAsBefore);
                // No matter which round asked for it, and what was requested since.
                let since = (ReconcileKind::Insufficient, amount.plus(Money::from_sen(1)).unwrap());
                prop_assert_eq!(difference(billed, came, &[(kind, amount), since]), again);
            }
            Err(code) => prop_assert!(code == Code::ReconcileAmountPositive && billed == came),
        }
    }

    #[test]
    fn nothing_is_accepted_that_does_not_add_up(
        method in one_of(PaymentMethod::ALL), parts in parts(MAX_REFERENCES + 1), off_by in -1..=1_i64,
    ) {
        let sum: i64 = parts.iter().map(|(_, sen)| sen).sum();
        let references: Vec<Reference> = parts
            .iter()
            .map(|(number, sen)| Reference { number: number.clone(), amount: Money::from_sen(*sen) })
            .collect();
        let typed: Vec<TypedReference> = references
            .iter()
            .map(|reference| TypedReference { number: reference.number.clone(), amount: reference.amount.shown() })
            .collect();
        let total = Money::from_sen(sum + off_by);
        let checked = check_references(method, total, &references, MAX_REFERENCES);
        prop_assert_eq!(&checked, &check_typed(method, total, &typed, MAX_REFERENCES));
        if checked.is_ok() {
            prop_assert_eq!(off_by, 0);
            prop_assert!(method != PaymentMethod::Fpx && references.len() <= MAX_REFERENCES);
            prop_assert!(references.iter().all(|reference| method.check_amount(reference.amount).is_ok()));
            let numbers: std::collections::BTreeSet<_> = references.iter().map(|reference| &reference.number).collect();
            prop_assert_eq!(numbers.len(), references.len());
        }
    }

    #[test]
    fn a_payment_that_ended_never_moves_again(
        method in one_of(PaymentMethod::ALL), events in vec(one_of(Event::ALL), 0..60),
    ) {
        let (_, mut status) = initial_status(method);
        let mut ended = None;
        for event in events {
            let moved = next_status(status, event);
            // Except by an officer's decision on late money, which the bank took after the payment had ended.
            prop_assert!(
                ended.is_none() || moved.is_err() || event.is_of_late_money(), "{:?} left {:?}", event, status
            );
            // Money is posted only after the bank or the utility's staff confirmed it (invariant 7).
            if moved == Ok(Status::Paid) && status != Status::Paid {
                prop_assert!(matches!(event, Event::FpxApproved | Event::Posted | Event::LateToBills));
                prop_assert_eq!(event != Event::Posted, method == PaymentMethod::Fpx);
            }
            prop_assert!(ended != Some(Status::Paid) || moved.is_err() || moved == Ok(Status::Paid));
            status = moved.unwrap_or(status);
            prop_assert!(status != Status::PaymentRequired, "a payment never has the status of an unpaid bill");
            ended = ended.or(status.is_final().then_some(status));
        }
        prop_assert!(ended.is_none_or(|ended| ended == status || status == Status::Paid));
    }
}

#[test]
fn every_status_that_is_not_final_can_still_be_paid() {
    for &status in Status::ALL.iter().filter(|status| status.is_live() && !status.is_final()) {
        let mut reached = vec![status];
        let mut place = 0;
        while let Some(&from) = reached.get(place) {
            let leads = Event::ALL.iter().filter_map(|&event| next_status(from, event).ok());
            for to in leads.collect::<Vec<_>>() {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            place += 1;
        }
        assert!(reached.contains(&Status::Paid), "{status:?} can never be paid");
    }
}

#[test]
fn final_statuses_release_their_bills_unless_paid() {
    for &status in Status::ALL {
        let expected = match status {
            Status::Failed | Status::Declined | Status::FpxDeclined => Status::PaymentRequired,
            other => other,
        };
        assert_eq!(status.of_bill(), expected);
    }
}

/// Bills with different numbers, with amounts around the limits of the methods.
fn any_selection() -> impl Strategy<Value = Vec<PlannedBill>> {
    let sen = prop_oneof![
        1..300_i64,
        1..100_000_000_i64,
        99_999_000..=100_001_000_i64,
        1..20_000_100_000_i64,
        one_of(vec![50_000_000_i64, 33_333_333, 100_000_000, 0, -500]),
    ];
    vec(sen, 0..60).prop_map(|amounts| {
        let bill = |(n, sen): (usize, i64)| PlannedBill {
            invoice_no: InvoiceNo::parse(&format!("51{n:010}")).expect("a number"),
            amount: Money::from_sen(sen),
        };
        amounts.into_iter().enumerate().map(bill).collect()
    })
}

fn numbers_of(plan: &PaymentPlan) -> Vec<InvoiceNo> {
    let planned = plan.payments.iter().flat_map(|payment| payment.invoice_nos.clone());
    let mut numbers: Vec<_> = planned.chain(plan.unplanned.iter().map(|bill| bill.invoice_no.clone())).collect();
    numbers.sort();
    numbers
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_has_every_bill_once_and_no_payment_over_its_limit(
        selection in any_selection(), method in one_of(PaymentMethod::ALL.to_vec()), most in 1..12_usize,
    ) {
        let plan = split(&selection, method, most);
        let mut all: Vec<_> = selection.iter().map(|bill| bill.invoice_no.clone()).collect();
        all.sort();
        prop_assert_eq!(numbers_of(&plan), all);
        let amount_of = |number: &InvoiceNo| {
            selection.iter().find(|bill| bill.invoice_no == *number).map_or(Money::ZERO, |bill| bill.amount)
        };
        for payment in &plan.payments {
            let sum = Money::sum(payment.invoice_nos.iter().map(amount_of)).expect("a total");
            prop_assert_eq!(sum, payment.total_amount);
            // `MakePayment` takes each payment as planned, with a reference for each transfer.
            let references: Vec<_> = payment
                .transfers
                .iter()
                .enumerate()
                .map(|(n, amount)| Reference { number: format!("{}", n + 1), amount: *amount })
                .collect();
            prop_assert_eq!(check_references(method, payment.total_amount, &references, most), Ok(()));
            // No fewer transfers would do.
            if let (_, Some(one)) = method.limits() {
                let fewer = payment.transfers.len().saturating_sub(1);
                let reach: i128 = i128::try_from(fewer).expect("few") * sen(one);
                prop_assert!(method == PaymentMethod::Fpx || reach < sen(payment.total_amount));
            }
        }
        for bill in &plan.unplanned {
            for other in &bill.methods {
                let alone = split(&[PlannedBill { invoice_no: bill.invoice_no.clone(), amount: bill.amount }], *other, most);
                prop_assert_eq!(alone.payments.len(), 1, "{:?} takes it", other);
            }
        }
    }

    #[test]
    fn the_order_of_a_selection_does_not_matter(
        selection in any_selection().prop_shuffle(), method in one_of(PaymentMethod::ALL.to_vec()),
    ) {
        let mut sorted = selection.clone();
        sorted.sort_by(|one, other| one.invoice_no.cmp(&other.invoice_no));
        prop_assert_eq!(split(&selection, method, MAX_REFERENCES), split(&sorted, method, MAX_REFERENCES));
    }

    #[test]
    fn a_selection_within_the_limit_is_one_payment(
        amounts in vec(200..3_000_000_i64, 1..30), method in one_of(PaymentMethod::ALL.to_vec()),
    ) {
        let bill = |(n, sen): (usize, i64)| PlannedBill {
            invoice_no: InvoiceNo::parse(&format!("51{n:010}")).expect("a number"),
            amount: Money::from_sen(sen),
        };
        let selection: Vec<_> = amounts.into_iter().enumerate().map(bill).collect();
        let total = Money::sum(selection.iter().map(|bill| bill.amount)).expect("a total");
        prop_assert!(PlanLimits::of(method, MAX_REFERENCES).exceeded_by(total).is_none());
        let plan = split(&selection, method, MAX_REFERENCES);
        prop_assert_eq!((plan.payments.len(), plan.unplanned.len()), (1, 0));
    }
}

/// Numbers of 12 digits: some next to each other, some repeated, in any order.
fn any_numbers() -> impl Strategy<Value = Vec<u64>> {
    vec((prop_oneof![0..1_000_000_000_000_u64, 510_000_000_000..510_000_000_500_u64], 1..30_u64), 1..60)
        .prop_map(|runs| {
            runs.into_iter().flat_map(|(first, count)| first..(first + count).min(1_000_000_000_000)).collect()
        })
        .prop_shuffle()
}

fn twelve_digits(numbers: &[u64]) -> Vec<String> {
    numbers.iter().map(|number| format!("{number:012}")).collect()
}

proptest! {
    #[test]
    fn a_written_list_of_numbers_is_read_as_the_same_numbers_in_order(numbers in any_numbers()) {
        let numbers = twelve_digits(&numbers);
        let text = write_numbers(&numbers).expect("numbers that are alike");
        prop_assert_eq!(read_numbers(&text), Ok(numbers));
    }

    #[test]
    fn a_list_that_is_written_out_is_read_in_its_order(numbers in any_numbers()) {
        let numbers = twelve_digits(&numbers);
        prop_assert_eq!(read_numbers(&numbers.join(",")), Ok(numbers));
    }

    #[test]
    fn any_text_is_a_list_or_refused_and_never_longer_than_allowed(text in "([0-9a-z,. ]|\\.\\.|[0-9]{12}){0,40}") {
        if let Ok(numbers) = read_numbers(&text) {
            prop_assert!(numbers.len() <= MAX_LISTED && numbers.iter().all(|number| !number.contains(',')));
        }
    }

    /// A firewall takes 128 KiB. A utility's numbers of three years, of which a company has 20,000, are less than a
    /// thousand million: 27 million bills a month.
    #[test]
    fn twenty_thousand_bills_fit_through_a_firewall(first in 0..999_000_000_000_u64, seed in any::<u64>()) {
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % 1_000_000_000
        };
        let mut numbers: Vec<u64> = (0..20_000).map(|_| first + next()).collect();
        numbers.sort_unstable();
        let text = write_numbers(&twelve_digits(&numbers)).expect("numbers that are alike");
        prop_assert!(text.len() < 128 * 1024 - 1024, "{}", text.len());
    }
}
