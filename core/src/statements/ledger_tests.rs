//! Tests of the entries and the sums of a statement.

use super::CombinedStatement;
use super::ledger::*;
use crate::number::{AccountNo, InvoiceNo, TransactionNo};
use crate::{Day, Money};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn bill(place: usize, day: Day, sen: i64, paid_after: Option<i64>) -> LedgerBill {
    let amount = Money::from_sen(sen);
    LedgerBill {
        invoice_no: InvoiceNo::parse(&format!("51{place:010}")).expect("an invoice"),
        day,
        due: Some(day.plus_days(30)),
        amount,
        contained: Money::ZERO,
        carried: None,
        is_in_payment: false,
        paid_by: paid_after.map(|days| LedgerPayment {
            transaction_no: TransactionNo::parse(&format!("P{place:013}")).expect("a payment"),
            day: day.plus_days(days),
            amount,
            references: vec![format!("EFT{place}")],
            returned_on: None,
        }),
    }
}

fn credit(place: usize, day: Day, sen: i64) -> LedgerCredit {
    let transaction_no = TransactionNo::parse(&format!("P{place:013}")).expect("a payment");
    LedgerCredit { transaction_no, day, amount: Money::from_sen(sen) }
}

#[test]
fn periods_that_follow_each_other_share_no_day() {
    assert_eq!(first_day(day("2026-11-21"), 1), day("2026-10-22"));
    assert_eq!(first_day(day("2026-10-21"), 1), day("2026-09-22"));
    assert_eq!(first_day(day("2026-03-31"), 1), day("2026-03-01"));
    assert_eq!(first_day(day("2026-11-21"), 12), day("2025-11-22"));
}

#[test]
fn a_statement_lists_the_accounts_entries_in_order() {
    let ledger = Ledger {
        bills: vec![
            bill(1, day("2026-08-10"), 10_000, Some(20)),
            bill(2, day("2026-09-10"), 20_000, None),
            bill(3, day("2026-10-10"), -5_000, None),
            bill(4, day("2026-11-10"), 30_000, None),
        ],
        credits: vec![credit(9, day("2026-11-10"), 700)],
        ..Ledger::default()
    };
    let statement = ledger.statement(day("2026-08-22"), day("2026-11-21")).expect("figures");
    let lines: Vec<_> =
        statement.entries.iter().map(|entry| (entry.kind, entry.amount.sen(), entry.balance.sen())).collect();
    assert_eq!(statement.sums.opening, Money::from_sen(10_000));
    let payment = &statement.entries[0];
    assert_eq!(payment.invoice_no, Some(ledger.bills[0].invoice_no.clone()));
    assert_eq!(payment.references, ["EFT1"]);
    assert_eq!(
        lines,
        [
            (EntryKind::Payment, -10_000, 0),
            (EntryKind::Bill, 20_000, 20_000),
            (EntryKind::BillCredit, -5_000, 15_000),
            (EntryKind::Bill, 30_000, 45_000),
            (EntryKind::Overpayment, -700, 44_300),
        ]
    );
    assert_eq!(statement.sums.closing, Money::from_sen(44_300));
    let ageing = Ageing { by_age: [30_000, 0, 20_000, 0].map(Money::from_sen), credits: Money::from_sen(5_700) };
    assert_eq!(statement.ageing, ageing);
}

#[test]
fn an_age_ends_with_its_last_day() {
    let last = day("2026-11-21");
    for (days, age) in [(0, 0), (30, 0), (31, 1), (60, 1), (61, 2), (90, 2), (91, 3), (400, 3)] {
        let ledger = Ledger { bills: vec![bill(1, last.plus_days(-days), 100, None)], ..Ledger::default() };
        let open = ledger.statement(last, last).expect("figures").ageing;
        assert_eq!(open.by_age[age], Money::from_sen(100), "{days}");
    }
}

#[test]
fn later_entries_are_left_out() {
    let ledger = Ledger {
        bills: vec![bill(1, day("2026-11-01"), 100, Some(20)), bill(2, day("2026-11-21"), 500, None)],
        credits: vec![credit(3, day("2026-11-21"), 50)],
        ..Ledger::default()
    };
    let statement = ledger.statement(day("2026-10-21"), day("2026-11-20")).expect("figures");
    assert_eq!(statement.entries.len(), 1, "the payment of the next day is not included");
    assert_eq!((statement.sums.closing, statement.ageing.by_age[0]), (Money::from_sen(100), Money::from_sen(100)));
}

#[test]
fn a_balance_is_charged_once_and_owed_with_the_newer_bill() {
    let newer = LedgerBill { contained: Money::from_sen(10_000), ..bill(2, day("2026-10-10"), 15_000, None) };
    let to = LedgerCarried { to: newer.invoice_no.clone(), day: newer.day, amount: Money::from_sen(10_000) };
    let older = LedgerBill { carried: Some(to), ..bill(1, day("2026-06-10"), 10_000, Some(130)) };
    let returned = |returned_on| {
        let paid_by = older.paid_by.clone().map(|paid| LedgerPayment { returned_on, ..paid });
        let older = LedgerBill { paid_by, ..older.clone() };
        Ledger { bills: vec![older, newer.clone()], ..Ledger::default() }
    };
    let figures = |ledger: Ledger, last| {
        let statement = ledger.statement(day("2026-06-01"), day(last)).expect("figures");
        assert_eq!(statement.ageing.balance(), Ok(statement.sums.closing));
        let sums = statement.sums;
        assert_eq!(sums.contained.sen(), if last > "2026-10-09" { 10_000 } else { 0 }, "what the newer bill contains");
        let paid = sums.paid.sen() - sums.taken_back.sen();
        (sums.billed.sen(), paid, sums.closing.sen(), statement.ageing.credits.sen())
    };
    let paid_late = returned(None);
    assert_eq!(figures(paid_late.clone(), "2026-10-09"), (10_000, 0, 10_000, 0));
    assert_eq!(figures(paid_late.clone(), "2026-10-12"), (15_000, 0, 15_000, 0), "the balance is in the newer bill");
    assert_eq!(figures(paid_late, "2026-10-20"), (15_000, 10_000, 5_000, 10_000), "the older bill was paid as well");
    assert_eq!(figures(returned(Some(day("2026-10-25"))), "2026-10-30"), (15_000, 0, 15_000, 0), "refunded");
}

#[test]
fn a_payment_outside_the_portal_counts_until_it_is_taken_back() {
    let settlement = |number: &str, of: Option<&LedgerBill>, sen, reversed_on: Option<Day>| LedgerSettlement {
        settlement_no: number.to_owned(),
        invoice_no: of.map(|bill| bill.invoice_no.clone()),
        day: day("2026-11-05"),
        reversed: reversed_on.map(|day| LedgerReversal { settlement_no: format!("R-{number}"), day }),
        amount: Money::from_sen(sen),
        reference: format!("REF {number}"),
    };
    let billed = bill(1, day("2026-11-01"), 10_000, None);
    let settlements = vec![
        settlement("S1", Some(&billed), 4_000, None),
        settlement("S2", None, 6_000, Some(day("2026-11-15"))),
        settlement("S3", None, 700, None),
    ];
    let ledger = Ledger { bills: vec![billed], settlements, ..Ledger::default() };
    let before = ledger.statement(day("2026-10-11"), day("2026-11-10")).expect("figures");
    assert_eq!((before.sums.settled, before.sums.closing), (Money::from_sen(10_700), Money::from_sen(-700)));
    assert_eq!((before.sums.paid, before.entries[1].kind), (Money::ZERO, EntryKind::Settlement));
    assert_eq!((before.ageing.by_age[0], before.ageing.credits), (Money::from_sen(6_000), Money::from_sen(6_700)));
    assert_eq!(before.entries[1].references, ["REF S1"]);
    let after = ledger.statement(day("2026-11-11"), day("2026-11-20")).expect("figures");
    let sums = after.sums;
    assert_eq!((sums.opening, sums.taken_back), (before.sums.closing, Money::from_sen(6_000)));
    assert_eq!((sums.paid, sums.settled), (Money::ZERO, Money::ZERO));
    let [reversal] = &*after.entries else { panic!("{:?}", after.entries) };
    assert_eq!((reversal.kind, &*reversal.number, &*reversal.references[0]), (EntryKind::Reversal, "R-S2", "S2"));
    assert_eq!((after.sums.closing, after.ageing.balance()), (Money::from_sen(5_300), Ok(Money::from_sen(5_300))));
}

#[test]
fn a_combined_statement_has_the_sums_of_its_accounts() {
    let (first, last) = (day("2026-10-22"), day("2026-11-21"));
    let ledgers = [
        Ledger {
            bills: vec![bill(1, day("2026-08-10"), 10_000, Some(80)), bill(2, day("2026-11-10"), 20_000, None)],
            credits: vec![credit(9, day("2026-11-10"), 700)],
            ..Ledger::default()
        },
        Ledger {
            bills: vec![
                LedgerBill { is_in_payment: true, ..bill(3, day("2026-09-10"), 5_000, None) },
                bill(4, day("2026-11-12"), -300, None),
            ],
            ..Ledger::default()
        },
    ];
    let mut combined = CombinedStatement::new(first, last);
    assert_eq!((combined.total.first, combined.total.last, combined.total.sums.closing), (first, last, Money::ZERO));
    for (place, ledger) in ledgers.iter().enumerate() {
        let statement = ledger.statement(first, last).expect("figures");
        let account_no = AccountNo::parse(&format!("21000000000{place}")).expect("an account");
        combined.add(account_no, Some("Block A".to_owned()), &statement).expect("sums");
    }
    let total = &combined.total;
    let sen = Money::from_sen;
    assert_eq!((total.sums.opening, total.sums.closing), (sen(15_000), sen(24_000)));
    assert_eq!((total.sums.billed, total.sums.paid, total.sums.credited), (sen(20_000), sen(10_000), sen(1_000)));
    assert_eq!(total.in_payment, sen(5_000));
    assert_eq!(total.ageing, Ageing { by_age: [20_000, 0, 5_000, 0].map(sen), credits: sen(1_000) });
    let closing: Vec<_> = combined.accounts.iter().map(|line| (line.sums.opening, line.sums.closing)).collect();
    assert_eq!(closing, [(sen(10_000), sen(19_300)), (sen(5_000), sen(4_700))]);
}
