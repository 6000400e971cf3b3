//! Two officers with the same money at the same time.

use futures::future::join_all;

use super::{PCCR, decide, line, lines, payments, read, statement, with_status};
use crate::support::Portal;
use crate::support::given::{self, Person};
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
