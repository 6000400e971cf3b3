//! Settlements in any order give the same result, and no money is counted twice.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::number::TransactionNo;

fn day(day: u32) -> Day {
    Day::parse(&format!("2026-11-{day:02}")).expect("a day")
}

fn invoice(number: u32) -> InvoiceNo {
    InvoiceNo::parse(&format!("{number:012}")).expect("a number")
}

fn bill(number: u32, due: u32, total: i64, payment: Option<bool>) -> SettleableBill {
    let payment = payment.map(|is_paid| HeldBy {
        transaction_no: TransactionNo::parse(&format!("P{number:013}")).expect("a number"),
        is_paid,
    });
    SettleableBill {
        invoice_no: invoice(number),
        invoice_date: day(1),
        due_date: Some(day(due)),
        total: Money::from_sen(total),
        payment,
    }
}

fn row(number: u32, of: Option<u32>, amount: i64) -> Delivered {
    Delivered {
        settlement_no: format!("S{number}"),
        invoice_no: of.map(invoice),
        method: SettlementMethod::Jompay,
        paid_on: day(10),
        amount: Money::from_sen(amount),
        reversal_of: None,
        reference: String::new(),
    }
}

fn reversal(number: u32, of: u32, amount: i64) -> Delivered {
    Delivered { reversal_of: Some(format!("S{of}")), ..row(number, None, amount) }
}

fn states(allocation: &Allocation) -> Vec<(&str, i64, PartState)> {
    allocation.parts.iter().map(|part| (part.settlement_no.as_str(), part.amount.sen(), part.state)).collect()
}

fn settled(allocation: &Allocation) -> Vec<i64> {
    allocation.bills.values().map(|settled| settled.amount.sen()).collect()
}

#[test]
fn a_settlement_pays_the_bill_that_it_names_and_the_rest_is_unmatched() {
    let bills = [bill(1, 20, 100, None), bill(2, 10, 50, None)];
    let done = allocate(&bills, &[row(1, Some(1), 130)], UnnamedSettlements::OldestBill);
    assert_eq!(states(&done), [("S1", 100, PartState::Applied), ("S1", 30, PartState::Unmatched)]);
    assert_eq!(settled(&done), [100, 0]);
    assert_eq!(done.bills[&invoice(1)].last, Some(day(10)));
}

#[test]
fn without_a_number_the_bill_that_is_due_first_is_paid_first_unless_staff_decide() {
    let bills = [bill(1, 20, 100, None), bill(2, 10, 50, None)];
    let rows = [row(1, None, 70), row(2, Some(2), 20)];
    let oldest = allocate(&bills, &rows, UnnamedSettlements::OldestBill);
    assert_eq!(settled(&oldest), [40, 50], "the bill with a number has 20, so 30 are left for it");
    let staff = allocate(&bills, &rows, UnnamedSettlements::Staff);
    assert_eq!(settled(&staff), [0, 20]);
    assert!(states(&staff).contains(&("S1", 70, PartState::Unmatched)));
}

#[test]
fn a_bill_of_the_portals_payment_is_confirmed_paid_twice_or_waited_for() {
    let bills = [bill(1, 10, 100, Some(true)), bill(2, 10, 100, Some(false))];
    let own = Delivered { reference: "P0000000000001".to_owned(), ..row(1, Some(1), 100) };
    let done = allocate(&bills, &[own, row(2, Some(1), 100), row(3, Some(2), 100)], UnnamedSettlements::OldestBill);
    assert_eq!(
        states(&done),
        [("S1", 100, PartState::Confirms), ("S2", 100, PartState::PaidTwice), ("S3", 100, PartState::Waits)]
    );
    assert!(done.bills.is_empty(), "a bill of a payment is not changed");
}

#[test]
fn a_reversal_opens_the_bill_and_a_bill_or_settlement_that_is_missing_is_waited_for() {
    let bills = [bill(1, 10, 100, None)];
    let rows = [row(1, Some(1), 100), reversal(2, 1, 40), row(3, Some(9), 5), reversal(4, 8, 7)];
    let done = allocate(&bills, &rows, UnnamedSettlements::OldestBill);
    assert_eq!(settled(&done), [60]);
    assert_eq!(
        states(&done),
        [
            ("S1", 40, PartState::Reversed),
            ("S4", 7, PartState::Waits),
            ("S1", 60, PartState::Applied),
            ("S3", 5, PartState::Waits),
        ]
    );
}

fn any_rows() -> impl Strategy<Value = Vec<Delivered>> {
    let one = (proptest::option::of(1..7_u32), 1..150_i64, 1..28_u32, proptest::option::weighted(0.2, 0..8_u32));
    vec(one, 1..8).prop_map(|rows| {
        let rows = rows.into_iter().zip(0..).map(|((of, amount, paid_on, reversed), number)| Delivered {
            paid_on: day(paid_on),
            reversal_of: reversed.filter(|of| *of != number).map(|of| format!("S{of}")),
            ..row(number, of, amount)
        });
        rows.collect()
    })
}

fn any_bills() -> impl Strategy<Value = Vec<SettleableBill>> {
    vec((1..28_u32, -50..120_i64, proptest::option::weighted(0.3, any::<bool>())), 1..6).prop_map(|bills| {
        let bills = bills.into_iter().zip(1..);
        bills.map(|((due, total, payment), number)| bill(number, due, total, payment)).collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_delivery_does_not_matter(
        (rows, shuffled) in any_rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
        (bills, other_bills) in any_bills().prop_flat_map(|bills| (Just(bills.clone()), Just(bills).prop_shuffle())),
        by_staff: bool,
    ) {
        let unnamed = if by_staff { UnnamedSettlements::Staff } else { UnnamedSettlements::OldestBill };
        let one = allocate(&bills, &rows, unnamed);
        let other = allocate(&other_bills, &shuffled, unnamed);
        prop_assert_eq!(&one.bills, &other.bills);
        let sorted = |of: &Allocation| {
            let mut parts: Vec<String> = of.parts.iter().map(|part| format!("{part:?}")).collect();
            parts.sort();
            parts
        };
        prop_assert_eq!(sorted(&one), sorted(&other));
    }

    #[test]
    fn each_sen_of_a_settlement_is_in_one_part_and_no_bill_gets_more_than_its_total(
        rows in any_rows(), bills in any_bills(),
    ) {
        let done = allocate(&bills, &rows, UnnamedSettlements::OldestBill);
        let mut parts: BTreeMap<&str, i64> = BTreeMap::new();
        for part in &done.parts {
            prop_assert!(part.amount.is_positive());
            *parts.entry(&part.settlement_no).or_default() += part.amount.sen();
        }
        for row in &rows {
            let has_come = |number: &String| rows.iter().any(|other| other.settlement_no == *number);
            let is_used_up = row.reversal_of.as_ref().is_some_and(has_come);
            let expected = (!is_used_up).then_some(row.amount.sen());
            prop_assert_eq!(parts.get(row.settlement_no.as_str()).copied(), expected);
        }
        for bill in &bills {
            let applied = done.parts.iter().filter(|part| {
                part.state == PartState::Applied && part.invoice_no.as_ref() == Some(&bill.invoice_no)
            });
            let applied: i64 = applied.map(|part| part.amount.sen()).sum();
            let settled = done.bills.get(&bill.invoice_no).copied().unwrap_or_default();
            prop_assert_eq!(settled.amount.sen(), applied);
            prop_assert!(applied <= bill.total.sen().max(0));
            prop_assert!(bill.payment.is_none() || applied == 0);
        }
    }
}
