//! Two officers with the same money at the same time, and with the same file.

use futures::future::join_all;

use super::{
    BANK, COLUMNS, HEADING, OTHER, PCCR, decide, line, lines, payments, read, send, set_columns, statement, with_status,
};
use crate::support::Portal;
use crate::support::given::{self, Person};
use crate::support::portal::until;
use crate::support::state::broken_invariants;

/// Of every line exactly one officer is told that it was decided, whether both have one file or each has one of their own.
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

/// One officer says the columns of a file that a colleague just then gives to the bank whose it is: they are remembered of that
/// bank, and not of the one under which it stood by mistake.
#[tokio::test(flavor = "multi_thread")]
async fn columns_are_remembered_of_the_bank_whose_the_statement_is_by_then() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let file = format!("{HEADING}\n{}\n", line(0, "100.00"));
    let by_mistake = send(&portal, PCCR, OTHER, file.as_bytes()).await;
    assert_eq!(by_mistake.status, 200, "{}", by_mistake.text());
    let statement_id = by_mistake.json()["Data"]["statementId"].as_str().expect("an id").to_owned();

    let mut held = portal.pool().begin().await.expect("a transaction");
    sqlx::query!("update bank_statement set bank_id = $1", BANK).execute(&mut *held).await.expect("moved");
    let saying = tokio::spawn({
        let (pccr, statement_id) = (pccr.clone(), statement_id.clone());
        async move { set_columns(&pccr, &statement_id, COLUMNS).await }
    });
    until("the call waits for the statement", || async {
        let waiting = sqlx::query_scalar!(
            r#"select count(*) as "n!" from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'"#
        );
        let waiting = waiting.fetch_one(portal.pool()).await.expect("the activity");
        (waiting > 0).then_some(())
    })
    .await;
    held.commit().await.expect("moved");
    saying.await.expect("a call").expect("the columns");
    let known = sqlx::query_scalar!("select bank_id from bank_columns").fetch_all(portal.pool()).await.expect("banks");
    assert_eq!(known, [BANK]);
    assert_eq!(lines(&pccr, &statement_id).await.len(), 1);
}
