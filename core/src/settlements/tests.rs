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
        paid_on: is_paid.then(|| day(15)),
        given_back_on: None,
    });
    SettleableBill {
        invoice_no: invoice(number),
        bulk_id: None,
        invoice_date: day(1),
        extraction_date: day(1),
        due_date: Some(day(due)),
        total: Money::from_sen(total),
        carries: Money::ZERO,
        is_counted: true,
        payment,
    }
}

fn settled_of(allocation: &Allocation, bill: &SettleableBill) -> i64 {
    allocation.bills.get(&bill.invoice_no).map_or(0, |settled| settled.amount.sen())
}

fn carried_of(allocation: &Allocation, bill: &SettleableBill) -> i64 {
    allocation.carried.get(&bill.invoice_no).map_or(0, |carried| carried.amount.sen())
}

/// The portal's payment of a bill, on the 15th.
fn held(number: u32) -> Option<HeldBy> {
    bill(number, 10, 100, Some(true)).payment
}

/// A bill that was extracted on a day and contains a balance.
fn carrier(number: u32, extracted: u32, carries: i64, total: i64) -> SettleableBill {
    let carries = Money::from_sen(carries);
    SettleableBill {
        invoice_date: day(extracted),
        extraction_date: day(extracted),
        carries,
        ..bill(number, 28, total, None)
    }
}

const OLDEST: Rules = Rules { unnamed: UnnamedSettlements::OldestBill, balances: Balances::Carry };
const STAFF: Rules = Rules { unnamed: UnnamedSettlements::Staff, balances: Balances::Carry };

fn on(paid_on: u32, row: Delivered) -> Delivered {
    Delivered { paid_on: day(paid_on), ..row }
}

fn carried(allocation: &Allocation) -> Vec<(u64, u64, i64)> {
    let number = |number: &InvoiceNo| number.as_str().parse().expect("digits");
    allocation.carried.iter().map(|(of, to)| (number(of), number(&to.to), to.amount.sen())).collect()
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
        given_back: Money::ZERO,
        given_back_on: None,
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
    let done = allocate(&bills, &[row(1, Some(1), 130)], OLDEST);
    assert_eq!(states(&done), [("S1", 100, PartState::Applied), ("S1", 30, PartState::Unmatched)]);
    assert_eq!(settled(&done), [100, 0]);
    assert_eq!(done.bills[&invoice(1)].last, Some(day(10)));
}

#[test]
fn a_booking_of_the_portal_confirms_its_payment_and_pays_no_bill_that_it_does_not_name() {
    let booking = |number, of, amount| Delivered { method: SettlementMethod::Portal, ..row(number, of, amount) };
    let bills = [bill(1, 10, 100, Some(true)), bill(2, 20, 50, None)];
    let done = allocate(&bills, &[booking(1, Some(1), 100), booking(2, None, 50), booking(3, Some(2), 50)], OLDEST);
    let expected = [("S1", 100, PartState::Confirms), ("S3", 50, PartState::Applied), ("S2", 50, PartState::Unmatched)];
    assert_eq!(states(&done), expected);
    let waiting = allocate(&[bill(1, 10, 100, Some(false))], &[booking(1, Some(1), 100)], OLDEST);
    assert_eq!(states(&waiting), [("S1", 100, PartState::Waits)]);
}

#[test]
fn money_without_a_number_pays_a_replacement_before_the_bill_whose_e_invoice_was_cancelled() {
    let cancelled = SettleableBill { is_counted: false, ..bill(1, 10, 100, None) };
    let done = allocate(&[cancelled, bill(2, 20, 80, None)], &[row(1, None, 90)], OLDEST);
    assert_eq!(settled(&done), [10, 80]);
}

#[test]
fn without_a_number_the_bill_that_is_due_first_is_paid_first_unless_staff_decide() {
    let bills = [bill(1, 20, 100, None), bill(2, 10, 50, None)];
    let rows = [row(1, None, 70), row(2, Some(2), 20)];
    let oldest = allocate(&bills, &rows, OLDEST);
    assert_eq!(settled(&oldest), [40, 50], "the bill with a number has 20, so 30 are left for it");
    let staff = allocate(&bills, &rows, STAFF);
    assert_eq!(settled(&staff), [0, 20]);
    assert!(states(&staff).contains(&("S1", 70, PartState::Unmatched)));
}

#[test]
fn a_bill_of_the_portals_payment_is_confirmed_paid_twice_or_waited_for() {
    let bills = [bill(1, 10, 100, Some(true)), bill(2, 10, 100, Some(false))];
    let own = Delivered { reference: "P0000000000001".to_owned(), ..row(1, Some(1), 100) };
    let done = allocate(&bills, &[own, row(2, Some(1), 100), row(3, Some(2), 100)], OLDEST);
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
    let done = allocate(&bills, &rows, OLDEST);
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

#[test]
fn a_reversal_of_a_reversal_waits() {
    let done =
        allocate(&[bill(1, 10, 100, None)], &[row(1, Some(1), 100), reversal(2, 1, 100), reversal(3, 2, 100)], OLDEST);
    assert_eq!(settled(&done), [0]);
    assert_eq!(states(&done), [("S1", 100, PartState::Reversed), ("S3", 100, PartState::Waits)]);
}

#[test]
fn the_newest_bill_is_owed_instead_of_those_that_it_contains() {
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 100, 150), carrier(3, 21, 150, 170)];
    let done = allocate(&bills, &[], OLDEST);
    assert_eq!(carried(&done), [(1, 2, 100), (2, 3, 150)]);
    let apart = allocate(&bills, &[], Rules { balances: Balances::Apart, ..OLDEST });
    assert_eq!(carried(&apart), []);
    let done = allocate(&[carrier(1, 1, 0, 100), carrier(2, 2, 0, 30), carrier(3, 11, 130, 150)], &[], OLDEST);
    assert_eq!(carried(&done), [(1, 3, 100), (2, 3, 30)], "all that is open");
    let done = allocate(&[carrier(1, 1, 0, 100), carrier(2, 2, 0, 30), carrier(3, 11, 30, 50)], &[], OLDEST);
    assert_eq!(carried(&done), [(2, 3, 30)], "the newest, which may contain the others");
    let done = allocate(&[carrier(1, 1, 0, -20), carrier(2, 11, -20, 30)], &[], OLDEST);
    assert_eq!(carried(&done), [(1, 2, -20)], "a credit");
}

#[test]
fn an_amount_that_does_not_fit_or_is_of_another_company_is_not_carried() {
    assert_eq!(carried(&allocate(&[carrier(1, 1, 0, 100), carrier(2, 11, 99, 150)], &[], OLDEST)), []);
    assert_eq!(carried(&allocate(&[carrier(1, 11, 0, 100), carrier(2, 1, 100, 150)], &[], OLDEST)), [], "it is older");
    let of_other = SettleableBill { bulk_id: BulkId::parse("3000000001").ok(), ..carrier(1, 1, 0, 100) };
    assert!(of_other.bulk_id.is_some());
    assert_eq!(carried(&allocate(&[of_other, carrier(2, 11, 100, 150)], &[], OLDEST)), []);
    let cancelled = SettleableBill { is_counted: false, ..carrier(2, 11, 100, 150) };
    assert_eq!(carried(&allocate(&[carrier(1, 1, 0, 100), cancelled], &[], OLDEST)), []);
}

#[test]
fn a_balance_that_does_not_fit_changes_no_use_of_money() {
    let bills = [bill(1, 10, 100, None), bill(2, 20, 100, None)];
    let rows = [on(12, row(1, None, 100)), on(22, row(2, Some(1), 100))];
    let unfit = [bills[0].clone(), bills[1].clone(), carrier(3, 15, 37, 87)];
    let done = allocate(&unfit, &rows, OLDEST);
    assert_eq!(settled(&done), [100, 100, 0], "what names a bill comes first");
    assert_eq!(done.parts, allocate(&bills, &rows, OLDEST).parts);
}

#[test]
fn what_was_paid_before_the_extraction_is_not_in_the_balance_and_what_comes_later_pays_the_newer_bill() {
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 60, 80)];
    let rows = [on(5, row(1, Some(1), 40)), on(12, row(2, Some(1), 30)), on(13, row(3, None, 10))];
    let done = allocate(&bills, &rows, OLDEST);
    assert_eq!((carried(&done), settled(&done)), (vec![(1, 2, 60)], vec![40, 40]));
    let same_day = allocate(&bills, &[on(11, row(1, Some(1), 40))], OLDEST);
    assert_eq!(
        (carried(&same_day), settled(&same_day)),
        (vec![(1, 2, 60)], vec![40, 0]),
        "the balance shows that it came first"
    );
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 100, 120)];
    let same_day = allocate(&bills, &[on(11, row(1, Some(1), 40))], OLDEST);
    assert_eq!(
        (carried(&same_day), settled(&same_day)),
        (vec![(1, 2, 100)], vec![0, 40]),
        "and here that it came later"
    );
}

#[test]
fn money_that_paid_no_bill_is_in_the_next_balance() {
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, -30, 20)];
    for rules in [OLDEST, STAFF] {
        let done = allocate(&bills, &[on(5, row(1, Some(1), 130))], rules);
        assert_eq!(states(&done), [("S1", 100, PartState::Applied), ("S1", 30, PartState::Carried)]);
        assert_eq!(settled(&done), [100, 0]);
    }
    let done = allocate(&[carrier(1, 1, 0, 100), carrier(2, 11, 40, 90)], &[on(5, row(1, None, 60))], STAFF);
    assert_eq!((carried(&done), states(&done)), (vec![(1, 2, 100)], vec![("S1", 60, PartState::Carried)]));
}

#[test]
fn a_portal_payment_before_the_extraction_is_not_carried_and_a_later_one_is() {
    let paid = |bill: SettleableBill| SettleableBill {
        payment: Some(HeldBy {
            transaction_no: TransactionNo::parse("P0000000000001").expect("a number"),
            paid_on: Some(day(15)),
            given_back_on: None,
        }),
        ..bill
    };
    let done = allocate(&[paid(carrier(1, 1, 0, 100)), carrier(2, 11, 100, 150)], &[], OLDEST);
    assert_eq!(carried(&done), [(1, 2, 100)], "it was paid after the balance was taken");
    let done = allocate(&[paid(carrier(1, 1, 0, 100)), carrier(2, 21, 100, 150)], &[], OLDEST);
    assert_eq!(carried(&done), [], "it was paid before: the utility asks for it again");
    let done =
        allocate(&[carrier(1, 1, 0, 100), paid(carrier(2, 11, 100, 150))], &[on(20, row(1, Some(1), 100))], OLDEST);
    assert_eq!(
        states(&done),
        [("S1", 100, PartState::PaidTwice)],
        "the portal has paid the newer bill, which contains it"
    );
}

/// A cheque that bounces after the newer bill was extracted.
#[test]
fn what_was_taken_back_after_the_extraction_is_in_the_next_balance() {
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 60, 110)];
    let rows = [on(5, row(1, Some(1), 40)), on(15, reversal(2, 1, 40))];
    let done = allocate(&bills, &rows, OLDEST);
    assert_eq!((carried(&done), settled(&done)), (vec![(1, 2, 60)], vec![0, 0]));
    assert_eq!(states(&done), [("S1", 40, PartState::Reversed)]);
    let next = [bills.to_vec(), vec![carrier(3, 21, 150, 170)]].concat();
    let done = allocate(&next, &rows, OLDEST);
    assert_eq!(carried(&done), [(1, 2, 60), (2, 3, 150)]);
    // A bill that was paid in full is open again, and in no balance.
    let bills = [carrier(1, 1, 0, 40), carrier(2, 2, 0, 60), carrier(3, 11, 60, 110)];
    let done = allocate(&bills, &rows, OLDEST);
    assert_eq!((carried(&done), settled(&done)), (vec![(2, 3, 60)], vec![0, 0, 0]));
    // The utility may never have had it in the balance.
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 100, 150)];
    assert_eq!(carried(&allocate(&bills, &rows, OLDEST)), [(1, 2, 100)]);
}

#[test]
fn the_utility_books_a_payment_of_the_newer_bill_for_each_bill_in_it() {
    let bills = [carrier(1, 1, 0, 100), SettleableBill { payment: held(2), ..carrier(2, 11, 100, 150) }];
    let booked = |number, of, amount| Delivered {
        reference: "P0000000000002".to_owned(),
        ..on(20, row(number, Some(of), amount))
    };
    let done = allocate(&bills, &[booked(1, 1, 100), booked(2, 2, 50)], OLDEST);
    assert_eq!(states(&done), [("S1", 100, PartState::Confirms), ("S2", 50, PartState::Confirms)]);
}

#[test]
fn money_that_came_twice_may_be_in_the_next_balance_unless_it_was_given_back() {
    let paid = SettleableBill { payment: held(1), ..carrier(1, 1, 0, 100) };
    let twice = on(16, row(1, Some(1), 100));
    let bills = [paid.clone(), carrier(2, 21, -100, -50)];
    let done = allocate(&bills, std::slice::from_ref(&twice), OLDEST);
    assert_eq!(states(&done), [("S1", 100, PartState::Carried)]);
    let given_back = Delivered { given_back: Money::from_sen(100), given_back_on: Some(day(18)), ..twice.clone() };
    assert_eq!(states(&allocate(&bills, &[given_back], OLDEST)), [("S1", 100, PartState::PaidTwice)]);
    let done = allocate(&[paid.clone(), carrier(2, 21, 0, 50)], &[twice], OLDEST);
    assert_eq!(states(&done), [("S1", 100, PartState::PaidTwice)]);
    // The portal's payment came after the extraction, and money from elsewhere before it.
    let done = allocate(&[paid, carrier(2, 11, 60, 90)], &[on(5, row(1, Some(1), 40))], OLDEST);
    assert_eq!((carried(&done), states(&done)), (vec![(1, 2, 100)], vec![("S1", 40, PartState::Carried)]));
}

#[test]
fn what_was_given_back_pays_nothing_and_its_reversal_waits() {
    let row = Delivered { given_back: Money::from_sen(100), given_back_on: Some(day(18)), ..row(1, Some(1), 100) };
    let bills = [carrier(1, 1, 0, 90)];
    let done = allocate(&bills, &[row.clone(), reversal(2, 1, 100)], OLDEST);
    assert_eq!(states(&done), [("S2", 100, PartState::Waits), ("S1", 100, PartState::PaidTwice)]);
    assert_eq!(settled(&done), [0]);
}

#[test]
fn a_late_payment_that_the_next_bill_takes_off_is_not_given_back() {
    let late = |given_back_on: Option<u32>, carries| {
        let payment = held(1).map(|payment| HeldBy { given_back_on: given_back_on.map(day), ..payment });
        let bills = [
            SettleableBill { payment, ..carrier(1, 1, 0, 100) },
            carrier(2, 11, 100, 150),
            carrier(3, 21, carries, carries + 20),
        ];
        let next = carrier(4, 25, carries + 120, carries + 130);
        let done = allocate(&bills, &[], OLDEST);
        let with_next = allocate(&[bills.to_vec(), vec![next]].concat(), &[], OLDEST);
        (carried(&done), done.late.len(), carried(&with_next).len())
    };
    assert_eq!(late(None, 50), (vec![(1, 2, 100), (2, 3, 50)], 0, 2));
    // Given back before the next bill, or after it: then it is owed with the bill after that.
    assert_eq!(late(Some(16), 150), (vec![(1, 2, 100), (2, 3, 150)], 0, 2));
    assert_eq!(late(Some(22), 50), (vec![(1, 2, 100), (2, 3, 50)], 0, 3));
}

/// Two bills of one late payment are contained in one bill.
#[test]
fn a_booking_confirms_the_bill_that_it_names() {
    let paid = |bill: SettleableBill| SettleableBill { payment: held(1), ..bill };
    let bills = [paid(carrier(1, 1, 0, 100)), paid(carrier(2, 2, 0, 30)), carrier(3, 11, 130, 150)];
    let booked = |number, of, amount| Delivered {
        reference: "P0000000000001".to_owned(),
        ..on(16, row(number, Some(of), amount))
    };
    let done = allocate(&bills, &[booked(1, 1, 100), booked(2, 2, 30)], OLDEST);
    let named: Vec<_> = done.parts.iter().map(|part| (part.invoice_no.clone(), part.state)).collect();
    let confirms = |number| (Some(invoice(number)), PartState::Confirms);
    assert_eq!(named, [confirms(1), confirms(2)]);
}

/// One payment of two bills: the utility may book it for one of them.
#[test]
fn bookings_confirm_what_the_payment_paid_and_more_is_unmatched() {
    let paid = |number, total| SettleableBill { payment: held(1), ..bill(number, 10, total, None) };
    let bills = [paid(1, 100), paid(2, 30), bill(3, 20, 50, None)];
    let booked = |number, of, amount| Delivered { reference: "P0000000000001".to_owned(), ..row(number, of, amount) };
    let done = allocate(&bills, &[booked(1, Some(1), 130), booked(2, Some(2), 30), booked(3, None, 20)], OLDEST);
    let unmatched = |name, amount| (name, amount, PartState::Unmatched);
    assert_eq!(states(&done), [("S1", 130, PartState::Confirms), unmatched("S2", 30), unmatched("S3", 20)]);
    assert_eq!(settled(&done), [0], "it pays no other bill");
    // The first booking was taken back.
    let rows = [booked(1, Some(1), 130), on(20, reversal(2, 1, 130)), booked(3, Some(1), 100), booked(4, Some(2), 40)];
    let again = allocate(&bills, &rows, OLDEST);
    let confirms = |name, amount| (name, amount, PartState::Confirms);
    let expected = [("S1", 130, PartState::Reversed), confirms("S3", 100), confirms("S4", 30), unmatched("S4", 10)];
    assert_eq!(states(&again), expected);
    let booking = |number| Delivered { method: SettlementMethod::Portal, ..row(number, Some(1), 100) };
    let twice = allocate(&[bill(1, 10, 100, Some(true))], &[booking(1), booking(2)], OLDEST);
    assert_eq!(states(&twice), [confirms("S1", 100), unmatched("S2", 100)]);
}

#[test]
fn a_part_may_be_taken_back_before_the_extraction_on_its_day_or_after_it() {
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 60, 110)];
    let rows = [on(5, row(1, Some(1), 60)), on(8, reversal(2, 1, 20)), on(15, reversal(3, 1, 40))];
    let done = allocate(&bills, &rows, OLDEST);
    assert_eq!((carried(&done), settled(&done)), (vec![(1, 2, 60)], vec![0, 0]));
    let rows = [on(5, row(1, Some(1), 40)), on(11, reversal(2, 1, 40))];
    assert_eq!(carried(&allocate(&bills, &rows, OLDEST)), [(1, 2, 60)], "the balance shows that it came after");
    let bills = [carrier(1, 1, 0, 100), carrier(2, 11, 100, 150)];
    assert_eq!(carried(&allocate(&bills, &rows, OLDEST)), [(1, 2, 100)], "and here that it came before");
}

#[test]
fn a_booking_that_names_the_newer_bill_is_that_of_the_late_payment() {
    let bills = [SettleableBill { payment: held(1), ..carrier(1, 1, 0, 100) }, carrier(2, 11, 100, 150)];
    let booked = Delivered { reference: "P0000000000001".to_owned(), ..on(16, row(1, Some(2), 100)) };
    let done = allocate(&bills, &[booked], OLDEST);
    assert_eq!((states(&done), settled(&done)), (vec![("S1", 100, PartState::Confirms)], vec![0]));
}

/// A cheque was in the balance, the portal's payment of the bill came after it, and then the cheque bounced.
#[test]
fn a_late_payment_counts_whole_although_the_balance_had_money_that_was_taken_back() {
    let paid = SettleableBill { payment: held(1), ..carrier(1, 1, 0, 100) };
    let rows = [on(5, row(1, Some(1), 40)), on(16, reversal(2, 1, 40))];
    let bills = [paid.clone(), carrier(2, 11, 60, 110), carrier(3, 21, 50, 70)];
    let done = allocate(&bills[..2], &rows, OLDEST);
    assert_eq!((carried(&done), done.late[&invoice(1)]), (vec![(1, 2, 60)], Money::from_sen(100)));
    let done = allocate(&bills, &rows, OLDEST);
    assert_eq!((carried(&done), done.late.len()), (vec![(1, 2, 60), (2, 3, 50)], 0));
    // Officers gave the payment back before the cheque, which had paid the whole bill, bounced.
    let payment = held(1).map(|payment| HeldBy { given_back_on: Some(day(15)), ..payment });
    let bills =
        [SettleableBill { payment, ..paid }, carrier(2, 2, 0, 30), carrier(3, 11, 30, 80), carrier(4, 21, 180, 200)];
    let rows = [on(5, row(1, Some(1), 100)), on(16, reversal(2, 1, 100))];
    assert_eq!(carried(&allocate(&bills, &rows, OLDEST)), [(1, 3, 0), (2, 3, 30), (3, 4, 180)]);
}

#[test]
fn a_bill_of_which_a_late_payment_left_nothing_is_carried_with_the_others() {
    let paid = SettleableBill { payment: held(1), ..carrier(1, 1, 0, 100) };
    let bills = [paid, carrier(2, 11, 100, 150), carrier(3, 21, 0, 30), carrier(4, 25, 30, 60)];
    let done = allocate(&bills, &[on(16, row(1, Some(2), 50))], OLDEST);
    assert_eq!((carried(&done), done.late.len()), (vec![(1, 2, 100), (2, 4, 0), (3, 4, 30)], 0));
}

/// What happens to an account on a day.
#[derive(Debug, Clone)]
enum Event {
    Bill(i64),
    /// A payment that was not taken back bounces.
    Bounce,
    /// A payment of what is owed, or of a part or more, that may name the newest bill.
    Payment {
        percent: i64,
        is_named: bool,
    },
}

proptest! {
    /// The utility keeps one balance for each account, and each of its bills contains it.
    #[test]
    fn what_is_open_is_the_utilitys_balance(
        events in vec(prop_oneof![
            (1..200_i64).prop_map(Event::Bill),
            Just(Event::Bounce),
            (prop_oneof![Just(100), 1..150_i64], any::<bool>())
                .prop_map(|(percent, is_named)| Event::Payment { percent, is_named }),
        ], 1..13),
        by_staff: bool,
    ) {
        let (mut balance, mut bills, mut rows) = (0_i64, Vec::new(), Vec::new());
        for (event, at) in events.iter().zip(1_u32..) {
            match event {
                Event::Bill(charge) => {
                    bills.push(carrier(at, at * 2, balance, balance + charge));
                    balance += charge;
                }
                Event::Bounce => {
                    let bounced = |one: &Delivered| {
                        rows.iter().any(|row: &Delivered| row.reversal_of.as_ref() == Some(&one.settlement_no))
                    };
                    let kept = rows.iter().rfind(|one| one.reversal_of.is_none() && !bounced(one)).cloned();
                    if let Some(Delivered { settlement_no, amount, .. }) = kept {
                        let reversal = row(at, None, amount.sen());
                        rows.push(Delivered { reversal_of: Some(settlement_no), ..on(at * 2, reversal) });
                        balance += amount.sen();
                    }
                }
                Event::Payment { percent, is_named } => {
                    let newest: Option<&SettleableBill> = bills.last();
                    let amount = balance * percent / 100;
                    if amount > 0 {
                        let of = newest.filter(|_| *is_named).map(|bill| bill.invoice_no.clone());
                        rows.push(Delivered { invoice_no: of, ..on(at * 2, row(at, None, amount)) });
                        balance -= amount;
                    }
                }
            }
        }
        // The balance of a credit that was taken back is not found.
        let has_credit = bills.iter().any(|bill| bill.carries.sen() < 0);
        prop_assume!(!has_credit || rows.iter().all(|row| row.reversal_of.is_none()));
        // What was taken back of a payment is open again, and in the next bill.
        bills.push(carrier(14, 28, balance, balance + 1));
        let done = allocate(&bills, &rows, if by_staff { STAFF } else { OLDEST });
        prop_assert!(balance == 0 || done.contained.contains_key(&invoice(14)), "{:?}", done);
        let of = |bill: &SettleableBill| bill.total.sen() - settled_of(&done, bill) - carried_of(&done, bill);
        let open: i64 = bills.iter().map(of).sum();
        let unused = done.parts.iter().filter(|part| part.state == PartState::Unmatched);
        let unused: i64 = unused.map(|part| part.amount.sen()).sum();
        prop_assert_eq!(open - unused, balance + 1, "{:?}", done);
    }
}

fn any_rows() -> impl Strategy<Value = Vec<Delivered>> {
    let booked = proptest::option::weighted(0.3, 1..6_u32);
    let reversed = proptest::option::weighted(0.2, 0..8_u32);
    let one = (proptest::option::of(1..7_u32), 1..150_i64, 1..28_u32, reversed, booked);
    vec(one, 1..8).prop_map(|rows| {
        let rows = rows.into_iter().zip(0..).map(|((of, amount, paid_on, reversed, booked), number)| Delivered {
            paid_on: day(paid_on),
            reference: booked.map(|payment| format!("P{payment:013}")).unwrap_or_default(),
            reversal_of: reversed.filter(|of| *of != number).map(|of| format!("S{of}")),
            ..row(number, of, amount)
        });
        rows.collect()
    })
}

fn any_bills() -> impl Strategy<Value = Vec<SettleableBill>> {
    let balance = proptest::option::weighted(0.5, prop_oneof![Just(None), (-50..120_i64).prop_map(Some)]);
    let one = (1..28_u32, -50..120_i64, proptest::option::weighted(0.3, any::<bool>()), balance);
    vec(one, 1..6).prop_map(|bills| {
        let mut previous = 0;
        let bills = bills.into_iter().zip(1..).map(|((due, total, payment, carries), number)| {
            let carries = carries.map_or(0, |other| other.unwrap_or(previous));
            previous = total;
            let dates = carrier(number, number * 4, carries, total);
            SettleableBill { due_date: Some(day(due)), payment: bill(number, due, total, payment).payment, ..dates }
        });
        bills.collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_delivery_does_not_matter(
        (rows, shuffled) in any_rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
        (bills, other_bills) in any_bills().prop_flat_map(|bills| (Just(bills.clone()), Just(bills).prop_shuffle())),
        by_staff: bool,
    ) {
        let rules = if by_staff { STAFF } else { OLDEST };
        let one = allocate(&bills, &rows, rules);
        let other = allocate(&other_bills, &shuffled, rules);
        prop_assert_eq!(&one.bills, &other.bills);
        let sorted = |of: &Allocation| {
            let mut parts: Vec<String> = of.parts.iter().map(|part| format!("{part:?}")).collect();
            parts.sort();
            parts
        };
        prop_assert_eq!(sorted(&one), sorted(&other));
        prop_assert_eq!(&one.carried, &other.carried);
    }

    #[test]
    fn each_sen_of_a_settlement_is_in_one_part_and_no_bill_gets_more_than_its_total(
        rows in any_rows(), bills in any_bills(),
    ) {
        let done = allocate(&bills, &rows, OLDEST);
        let mut parts: BTreeMap<&str, i64> = BTreeMap::new();
        for part in &done.parts {
            prop_assert!(part.amount.is_positive());
            *parts.entry(&part.settlement_no).or_default() += part.amount.sen();
        }
        for row in &rows {
            let payments: Vec<&Delivered> = rows.iter().filter(|other| other.reversal_of.is_none()).collect();
            let has_come = |number: &String| payments.iter().any(|other| other.settlement_no == *number);
            let part = parts.get(row.settlement_no.as_str()).copied();
            if row.reversal_of.as_ref().is_some_and(has_come) {
                continue;
            }
            prop_assert_eq!(part, Some(row.amount.sen()));
            // What its reversals say beyond its amount waits.
            let own = rows.iter().filter(|other| other.reversal_of.as_ref() == Some(&row.settlement_no));
            let own: Vec<&Delivered> = if row.reversal_of.is_none() { own.collect() } else { Vec::new() };
            let taken: i64 = own.iter().map(|reversal| reversal.amount.sen()).sum();
            let waiting = own.iter().filter_map(|reversal| parts.get(reversal.settlement_no.as_str()));
            prop_assert_eq!(waiting.sum::<i64>(), (taken - row.amount.sen()).max(0));
        }
        for bill in bills.iter().filter(|bill| bill.payment.is_some()) {
            let confirmed = done.parts.iter().filter(|part| {
                part.state == PartState::Confirms && part.invoice_no.as_ref() == Some(&bill.invoice_no)
            });
            prop_assert!(confirmed.map(|part| part.amount.sen()).sum::<i64>() <= bill.total.sen().max(0));
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
            let of = |to: &&Carried| to.to == bill.invoice_no;
            let of_bills: i64 = done.carried.values().filter(of).map(|carried| carried.amount.sen()).sum();
            let of_money = done.parts.iter().filter(|part| {
                part.state == PartState::Carried && part.invoice_no.as_ref() == Some(&bill.invoice_no)
            });
            let contained = done.contained.get(&bill.invoice_no).copied().unwrap_or_default();
            prop_assert_eq!(of_bills - of_money.map(|part| part.amount.sen()).sum::<i64>(), contained.sen());
            prop_assert!(contained == Money::ZERO || contained == bill.carries);
        }
    }
}
