//! A restored database in place of the cluster issues no number that was issued after the restored instant.

use gridbill_core::payments::MakePayment;

use super::read;
use crate::support::given::{self, SINAR, eft};
use crate::support::{Portal, sql};

const PAYER: &str = "payer@sinar.example";
/// The sequences of numbers that leave the portal, with the next value of each.
const NUMBERS: &str = "select sequencename::text, coalesce(last_value, start_value - 1) from pg_sequences
                       where schemaname = 'public' and sequencename ~ '_number$|_no_seq$' order by 1";

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_forgotten_payments_are_not_issued_again() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let pay = async |portal: &Portal, bill: usize| {
        let request = eft(&bills[bill..=bill], "100.00");
        let paid = portal.sign_in(PAYER).await.call::<MakePayment>(request).await.expect("paid");
        paid.transaction_no.to_string()
    };
    pay(&portal, 0).await;
    let restored = portal.back_up(&[]).await;
    let forgotten = pay(&portal, 1).await;

    let before: Vec<(String, i64)> = sql::rows(restored.pool(), NUMBERS, &[]).await;
    let script = read("deploy/database/new-numbers.sql");
    let statements: Vec<&str> = script.lines().filter(|line| !line.starts_with('\\')).collect();
    sql::run_script(&mut restored.superuser().await, &statements.join("\n")).await;
    let after: Vec<(String, i64)> = sql::rows(restored.pool(), NUMBERS, &[]).await;
    assert_eq!(before.len(), 6, "{before:?}");
    for ((name, old), (_, new)) in before.iter().zip(&after) {
        assert!(*new >= old + 1_000, "{name}: {old}, then {new}");
    }
    let next = pay(&restored, 1).await;
    assert_eq!(next.len(), forgotten.len());
    assert!(next > forgotten, "{forgotten} was issued before, then {next}");
}
