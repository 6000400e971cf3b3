//! Property tests: what must hold for a statement's figures with every history (docs/domain/statements.md#figures).

use gridbill_core::number::{InvoiceNo, TransactionNo};
use gridbill_core::statements::{
    AccountStatement, Ledger, LedgerBill, LedgerCarried, LedgerCredit, LedgerPayment, LedgerReversal, LedgerSettlement,
    Sums, first_day,
};
use gridbill_core::{Day, Money};
use proptest::prelude::*;

fn begins() -> Day {
    Day::parse("2025-01-01").expect("a day")
}

fn bill(place: usize, (after, sen, paid_after, is_in_payment): (i64, i64, Option<i64>, bool)) -> LedgerBill {
    let (day, amount) = (begins().plus_days(after), Money::from_sen(sen));
    // A credit is never paid.
    let paid_by = paid_after.filter(|_| sen > 0).map(|days| LedgerPayment {
        transaction_no: transaction(place),
        day: day.plus_days(days),
        amount,
        references: Vec::new(),
        returned_on: None,
    });
    LedgerBill {
        invoice_no: InvoiceNo::parse(&format!("51{place:010}")).expect("an invoice"),
        day,
        due: None,
        amount,
        contained: Money::ZERO,
        carried: None,
        // Settlements are of bills with an even place: they never pay a bill that is in a payment.
        is_in_payment: is_in_payment && paid_by.is_none() && sen > 0 && place % 2 == 1,
        paid_by,
    }
}

fn sen(amount: Money) -> i128 {
    amount.decimal().mantissa()
}

fn transaction(place: usize) -> TransactionNo {
    TransactionNo::parse(&format!("P{place:013}")).expect("a payment")
}

/// Lets every third bill contain the unpaid bill before it, if that is older.
fn carry(bills: &mut [LedgerBill]) {
    for place in (2..bills.len()).step_by(3) {
        let [older, newer] = &mut bills[place - 1..=place] else { continue };
        if older.paid_by.is_none() && !older.is_in_payment && newer.paid_by.is_none() && older.day < newer.day {
            older.carried = Some(LedgerCarried { to: newer.invoice_no.clone(), day: newer.day, amount: older.amount });
            newer.contained = older.amount;
            newer.amount = newer.amount.plus(older.amount).expect("a sum");
        }
    }
}

prop_compose! {
    fn histories()(
        bills in prop::collection::vec((0..700i64, -50_000..200_000i64, prop::option::of(0..200i64), any::<bool>()), 0..40),
        credits in prop::collection::vec((0..700i64, 1..90_000i64), 0..6),
        settlements in prop::collection::vec((0..50_usize, 0..700i64, prop::option::of(0..90i64), 1..90_000i64), 0..6),
    ) -> Ledger {
        let credit = |(place, (after, sen))| LedgerCredit {
            transaction_no: transaction(900 + place),
            day: begins().plus_days(after),
            amount: Money::from_sen(sen),
        };
        let settlement = |(place, (of, after, reversed, sen)): (usize, (usize, i64, Option<i64>, i64))| LedgerSettlement {
            settlement_no: format!("S{place}"),
            invoice_no: Some(InvoiceNo::parse(&format!("51{:010}", 2 * of)).expect("an invoice")),
            day: begins().plus_days(after),
            reversed: reversed.map(|days| LedgerReversal {
                settlement_no: format!("R{place}"),
                day: begins().plus_days(after + days),
            }),
            amount: Money::from_sen(sen),
            reference: String::new(),
        };
        let mut bills: Vec<LedgerBill> = bills.into_iter().enumerate().map(|(place, one)| bill(place, one)).collect();
        carry(&mut bills);
        Ledger {
            settlements: settlements.into_iter().enumerate().map(settlement).collect(),
            bills,
            credits: credits.into_iter().enumerate().map(credit).collect(),
        }
    }
}

proptest! {
    #[test]
    fn the_figures_add_up(ledger in histories(), ends in 0..900i64, months in 1..24u32) {
        let last = begins().plus_days(ends);
        let first = first_day(last, months);
        let statement = ledger.statement(first, last).expect("figures");
        let AccountStatement { sums, ageing, in_payment, entries, .. } = statement;
        let Sums { opening, billed, paid, settled, taken_back, credited, closing, .. } = sums;
        let worked_out = sen(opening) + sen(billed) - sen(paid) - sen(settled) + sen(taken_back) - sen(credited);
        prop_assert_eq!(worked_out, sen(closing));
        let changes: i128 = sums.changes().into_iter().map(sen).sum();
        prop_assert_eq!(sen(opening) + changes, sen(closing));
        let contained = Money::sum(entries.iter().map(|entry| entry.contained)).expect("a sum");
        prop_assert_eq!(sums.contained, contained);
        prop_assert_eq!(ageing.balance().expect("a sum"), closing);
        prop_assert_eq!(entries.last().map_or(opening, |entry| entry.balance), closing);
        prop_assert!(entries.iter().all(|entry| first <= entry.day && entry.day <= last));
        prop_assert!(entries.is_sorted_by_key(|entry| entry.day));
        let open = Money::sum(ageing.by_age).expect("a sum");
        prop_assert!(sen(in_payment) <= sen(open), "a payment holds only what is open");
        prop_assert!(sen(ageing.credits) >= 0 && ageing.by_age.iter().all(|open| sen(*open) >= 0));
    }

    #[test]
    fn a_period_opens_with_the_previous_closing_balance(ledger in histories(), ends in 0..900i64, months in 1..24u32) {
        let last = begins().plus_days(ends);
        let first = first_day(last, months);
        let day_before = first.plus_days(-1);
        let before = ledger.statement(first_day(day_before, months), day_before).expect("figures");
        prop_assert_eq!(before.sums.closing, ledger.statement(first, last).expect("figures").sums.opening);
    }
}
