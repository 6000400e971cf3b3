//! Colleagues pay overlapping sets of bills at the same time, at two processes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{DuplicateInvoice, MakePayment, PaymentMade, Status};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use tokio::sync::Barrier;

use super::{every_invariant_holds, payers, random};
use crate::support::given::{self, SINAR, eft, fpx};
use crate::support::{Actor, Portal, RefusedCall, either, sql};

/// Bills of a round. With a few dozen users who each take up to a fifth of them, most sets overlap.
const BILLS: i32 = 60;

struct Attempt {
    asked: BTreeSet<InvoiceNo>,
    answer: Result<PaymentMade, RefusedCall>,
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_colleagues_paying_the_same_bills() {
    let portal = Portal::with_people().await;
    let (_second, address) = portal.second().await;
    let emails = payers(&portal, either(12, 50)).await;
    let mut people = join_all(emails.iter().map(|email| portal.sign_in(email))).await;
    people.iter_mut().skip(1).step_by(2).for_each(|actor| *actor = actor.at(address));
    let mut random = random("overlapping");
    let (mut won, mut lost, mut fpx) = (0, 0, 0);
    for round in 0..either(6, 100) {
        let bills = given::bills(portal.pool(), SINAR, BILLS, "100.00").await;
        let sets: Vec<Vec<InvoiceNo>> = people
            .iter()
            .map(|_| {
                let mut set = bills.clone();
                set.shuffle(&mut random);
                set.truncate(random.random_range(1..=12));
                set
            })
            .collect();
        let attempts = all_at_once(&people, sets).await;
        let winners = settle(round, &attempts);
        check_bills(&portal, &bills, &winners).await;
        won += winners.len();
        lost += attempts.len() - winners.len();
        fpx += winners.values().filter(|made| made.status == Status::PaymentInitiated).count();
    }
    every_invariant_holds(&portal).await;
    eprintln!("{won} payments won, {fpx} of them by FPX; {lost} were told that a colleague is paying");
    assert!(won > 0 && lost > won / 4, "no storm: {won} won and {lost} lost");
}

/// All users pay at the same time, half by EFT and half by FPX.
async fn all_at_once(people: &[Actor], sets: Vec<Vec<InvoiceNo>>) -> Vec<Attempt> {
    let begin = Arc::new(Barrier::new(people.len()));
    let tasks = people.iter().cloned().zip(sets).enumerate().map(|(place, (actor, set))| {
        let begin = Arc::clone(&begin);
        tokio::spawn(async move {
            let total = format!("{}00.00", set.len());
            let request = if place % 4 < 2 { eft(&set, &total) } else { fpx(&set, &total) };
            begin.wait().await;
            let answer = actor.call::<MakePayment>(request).await;
            Attempt { asked: set.into_iter().collect(), answer }
        })
    });
    join_all(tasks).await.into_iter().map(|attempt| attempt.expect("an attempt")).collect()
}

/// Checks that each bill has at most one winner, and that losers are told which payment has their bills.
fn settle(round: usize, attempts: &[Attempt]) -> BTreeMap<String, &PaymentMade> {
    let mut winners = BTreeMap::new();
    let mut holder: BTreeMap<&InvoiceNo, &str> = BTreeMap::new();
    for Attempt { asked, answer } in attempts {
        let Ok(made) = answer else { continue };
        winners.insert(made.transaction_no.to_string(), made);
        for invoice in asked {
            let other = holder.insert(invoice, made.transaction_no.as_str());
            assert_eq!(other, None, "round {round}: {invoice} is in two payments");
        }
    }
    assert!(!winners.is_empty(), "round {round}: no payment won");
    for Attempt { asked, answer } in attempts {
        let Err(refused) = answer else { continue };
        assert_eq!((refused.status, refused.code()), (409, Code::DuplicatePayment), "round {round}: {refused:?}");
        assert_eq!(refused.body.params["isDuplicate"], true);
        let named: Vec<DuplicateInvoice> = refused.list("invoices");
        assert!(!named.is_empty(), "round {round}: no winner was named");
        for duplicate in named {
            assert!(asked.contains(&duplicate.invoice_no), "round {round}: {} was not asked for", duplicate.invoice_no);
            let held_by = holder.get(&duplicate.invoice_no).copied();
            assert_eq!(held_by, Some(duplicate.transaction_no.as_str()), "round {round}: {}", duplicate.invoice_no);
            assert!(duplicate.requested_by.starts_with("Payer "));
        }
    }
    winners
}

/// Checks that the database has exactly the payments that the winners were told.
async fn check_bills(portal: &Portal, bills: &[InvoiceNo], winners: &BTreeMap<String, &PaymentMade>) {
    let numbers: Vec<&str> = bills.iter().map(InvoiceNo::as_str).collect();
    let query = "
        select b.status, p.transaction_no, p.status
        from bill b left join payment_item i on i.invoice_no = b.invoice_no left join payment p using (payment_id)
        where b.invoice_no = any($1)";
    let rows = sql::rows::<(i16, Option<String>, Option<i16>)>(portal.pool(), query, &[&numbers]).await;
    assert_eq!(rows.len(), bills.len(), "a bill has one item at most");
    let mut seen = BTreeSet::new();
    for (bill, transaction_no, payment) in rows {
        match transaction_no {
            None => assert_eq!(bill, 1),
            Some(number) => {
                assert_eq!(Some(bill), payment, "{number}");
                assert!(winners.contains_key(&number), "{number} was not acknowledged");
                seen.insert(number);
            }
        }
    }
    assert_eq!(seen.len(), winners.len(), "an acknowledged payment is missing");
}
