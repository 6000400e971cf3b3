//! Races between officers over the same money or file, and an officer who loses the role during a call.

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::bank_statements::{DecideBankLines, DecideLine, DecideLinesRequest};
use uuid::Uuid;

use super::{
    BANK, COLUMNS, HEADING, OTHER, PCCR, as_proposed, decide, line, lines, payments, read, send, set_columns,
    statement, with_status,
};
use crate::support::given::{self, Person};
use crate::support::portal::until_blocked;
use crate::support::state::broken_invariants;
use crate::support::{Portal, sql};

/// Exactly one officer decides each line, both with a shared file and with a file each.
#[tokio::test(flavor = "multi_thread")]
async fn two_officers_decide_each_payment_once() {
    let portal = Portal::with_people().await;
    let second = "second@utility.example";
    let person = Person { email: second, name: "Salmah", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), person).await;
    payments(&portal, 40).await;
    let officers = [portal.sign_in_staff(PCCR).await, portal.sign_in_staff(second).await];
    let rows: Vec<String> = (0..40).map(|place| line(place, "100.00")).collect();
    let same = statement(&portal, &officers[0], &rows).await;
    // The same lines in another order are another file.
    let reversed: Vec<String> = rows.iter().rev().cloned().collect();
    let other = statement(&portal, &officers[0], &reversed).await;
    assert_ne!(same, other);
    let mut calls = Vec::new();
    for (officer, statement_id) in [(0, &same), (1, &same), (1, &other)] {
        let officer = &officers[officer];
        let found = lines(officer, statement_id).await;
        calls.push(async move { decide(officer, statement_id, &found).await.unwrap().outcomes });
    }
    let outcomes = join_all(calls).await;
    let decided: Vec<_> = outcomes.iter().flatten().filter_map(|outcome| outcome.transaction_no.clone()).collect();
    let refused = outcomes.iter().flatten().filter(|outcome| outcome.refusal.is_some()).count();
    assert_eq!((decided.len(), refused), (40, 80));
    assert_eq!(with_status(&portal, 2).await, 0);
    assert_eq!(read(&officers[1], &other).await.groups.len(), 1, "all are decided in either file");
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

/// An officer sets a file's columns while a colleague moves the file to the correct bank. The columns are stored for
/// the correct bank, and not for the first one.
#[tokio::test(flavor = "multi_thread")]
async fn columns_are_stored_for_the_current_bank_of_the_statement() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let file = format!("{HEADING}\n{}\n", line(0, "100.00"));
    let by_mistake = send(&portal, PCCR, OTHER, file.as_bytes()).await;
    assert_eq!(by_mistake.status, 200, "{}", by_mistake.text());
    let statement_id = by_mistake.json()["Data"]["statementId"].as_str().expect("an id").to_owned();

    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "update bank_statement set bank_id = $1", &[&BANK]).await;
    let saying = tokio::spawn({
        let (pccr, statement_id) = (pccr.clone(), statement_id.clone());
        async move { set_columns(&pccr, &statement_id, COLUMNS).await }
    });
    until_blocked(&portal, 1).await;
    held.commit().await.expect("moved");
    saying.await.expect("a call").expect("the columns");
    let known = sql::values::<String>(portal.pool(), "select bank_id from bank_columns", &[]).await;
    assert_eq!(known, [BANK]);
    assert_eq!(lines(&pccr, &statement_id).await.len(), 1);
}

/// Ids in capitals sort differently as text. Two calls that lock the same payments in different orders could deadlock.
#[tokio::test(flavor = "multi_thread")]
async fn payments_are_locked_by_id_in_any_spelling() {
    let portal = Portal::with_people().await;
    payments(&portal, 40).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let rows: Vec<String> = (0..40).map(|place| line(place, "100.00")).collect();
    let statement_id = statement(&portal, &pccr, &rows).await;
    let mut asked: Vec<DecideLine> = lines(&pccr, &statement_id).await.iter().filter_map(as_proposed).collect();
    asked.retain(|line| line.e_bulk_payment_id.starts_with(|sign: char| sign.is_ascii_alphabetic()));
    asked.sort_by(|one, other| one.e_bulk_payment_id.cmp(&other.e_bulk_payment_id));
    asked.truncate(2);
    let ids: Vec<Uuid> = asked.iter().map(|line| line.e_bulk_payment_id.parse().expect("an id")).collect();
    asked[1].e_bulk_payment_id.make_ascii_uppercase();
    assert!(asked[1].e_bulk_payment_id < asked[0].e_bulk_payment_id);

    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::value::<Uuid>(&mut *held, "select payment_id from payment where payment_id = $1 for update", &[&ids[0]]).await;
    let request = DecideLinesRequest { statement_id, lines: asked };
    let deciding = tokio::spawn(async move { pccr.call::<DecideBankLines>(request).await });
    until_blocked(&portal, 1).await;
    let query = "select payment_id from payment where payment_id = $1 for update nowait";
    sql::value::<Uuid>(&mut *held, query, &[&ids[1]]).await;
    held.commit().await.expect("released");
    let outcomes = deciding.await.expect("a call").expect("decided").outcomes;
    assert!(outcomes.len() == 2 && outcomes.iter().all(|outcome| outcome.refusal.is_none()), "{outcomes:?}");
}

/// The call blocks on the last payment after it decided the others. When its officer loses the role, all are rolled
/// back.
#[tokio::test(flavor = "multi_thread")]
async fn an_officer_who_lost_the_role_decides_no_line() {
    let portal = Portal::with_people().await;
    payments(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let rows: Vec<String> = (0..3).map(|place| line(place, "100.00")).collect();
    let statement_id = statement(&portal, &pccr, &rows).await;
    let found = lines(&pccr, &statement_id).await;
    let ids = found.iter().filter_map(as_proposed).map(|line| line.e_bulk_payment_id.parse::<Uuid>().expect("an id"));
    let last = ids.max().expect("three payments");

    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::value::<Uuid>(&mut *held, "select payment_id from payment where payment_id = $1 for update", &[&last]).await;
    let deciding = tokio::spawn(async move { decide(&pccr, &statement_id, &found).await });
    until_blocked(&portal, 1).await;
    sql::run(portal.pool(), "update person set role = 'ict' where email = $1", &[&PCCR]).await;
    held.rollback().await.expect("released");
    let refused = deciding.await.expect("a call").expect_err("they decide nothing any more");
    assert_eq!((refused.status, refused.code()), (401, Code::SignedOut));
    assert_eq!(with_status(&portal, 2).await, 3);
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

/// A payer locks bills in the order of their numbers. If a call locked the bills payment by payment, it could hold the
/// last bill and wait for the first while a payer does the opposite.
#[tokio::test(flavor = "multi_thread")]
async fn all_payments_are_locked_before_all_bills_in_the_order_of_their_numbers() {
    let portal = Portal::with_people().await;
    payments(&portal, 20).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let rows: Vec<String> = (0..20).map(|place| line(place, "100.00")).collect();
    let statement_id = statement(&portal, &pccr, &rows).await;
    let asked: Vec<DecideLine> = lines(&pccr, &statement_id).await.iter().filter_map(as_proposed).collect();
    let query = "select invoice_no from payment_item order by invoice_no";
    let bills = sql::values::<String>(portal.pool(), query, &[]).await;

    // A payer holds the first bill.
    let mut held = portal.pool().begin().await.expect("a transaction");
    let query = "select invoice_no from bill where invoice_no = $1 for update";
    sql::value::<String>(&mut *held, query, &[&bills[0]]).await;
    let request = DecideLinesRequest { statement_id, lines: asked };
    let deciding = tokio::spawn(async move { pccr.call::<DecideBankLines>(request).await });
    until_blocked(&portal, 1).await;
    let query = "select invoice_no from bill where invoice_no = any($1) order by invoice_no for update nowait";
    sql::values::<String>(&mut *held, query, &[&&bills[1..]]).await;
    held.commit().await.expect("released");
    let outcomes = deciding.await.expect("a call").expect("decided").outcomes;
    assert!(outcomes.len() == 20 && outcomes.iter().all(|outcome| outcome.refusal.is_none()), "{outcomes:?}");
}
