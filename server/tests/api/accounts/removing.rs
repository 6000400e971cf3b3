//! One call removes many accounts: all of them, or none with a reason for each account that cannot go.

use gridbill_core::Code;
use gridbill_core::accounts::{RemoveChildAccounts, UpdateMultipleAccounts};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use serde_json::{Value, json};

use super::{FIRST, add, billed, invoice_of, kinds, known, number, numbers, owner, sinar_with, state, worked};
use crate::support::given::{MAJLIS, SINAR, eft};
use crate::support::{Actor, Portal, RefusedCall};
use crate::team::session_of;

async fn remove(actor: &Actor, accounts: &[String]) -> Result<Value, RefusedCall> {
    actor.call_raw::<RemoveChildAccounts>(json!({ "bulkId": SINAR, "accounts": accounts })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_go_by_one_call_and_the_same_call_again_changes_nothing() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let many = numbers(0, 600);
    let keeper = sinar_with(&portal, &many).await;
    billed(pool, &many).await;
    assert_eq!(remove(&keeper, &many).await.expect("requested"), json!({ "accounts": 600 }));
    // A repeated call changes nothing, both while the removal is pending and after it.
    assert_eq!(remove(&keeper, &many).await.expect("requested again")["accounts"], 0);
    worked(pool).await;
    let before = state(pool).await;
    assert_eq!(remove(&keeper, &many).await.expect("requested again")["accounts"], 0);
    assert_eq!(state(pool).await, before);
    for account_no in [&many[0], &many[599]] {
        assert_eq!(owner(pool, account_no).await, None);
    }
    assert_eq!(owner(pool, FIRST).await.as_deref(), Some(SINAR));
    // The job processes 500 accounts at a time.
    let [added, removed, processed] = ["AccountsAdded", "AccountsRemoved", "AccountsProcessed"];
    assert_eq!(kinds(pool).await, [added, processed, processed, removed, processed, processed]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_refused_account_prevents_all_removals_and_reasons_are_returned() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let five = numbers(0, 5);
    let keeper = sinar_with(&portal, &five).await;
    billed(pool, &five).await;
    let payer = session_of(&portal, "payer@sinar.example").await;
    let paid = InvoiceNo::parse(&invoice_of(&five[1])).expect("an invoice");
    payer.call::<MakePayment>(eft(&[paid], "100.00")).await.expect("a payment");
    known(pool, &numbers(8, 9), true).await;
    let before = state(pool).await;
    let asked = [five[0].clone(), five[1].clone(), number(8), number(9), five[2].clone()];
    let refused = remove(&keeper, &asked).await.expect_err("two reasons");
    let expected = [
        ("accounts.1", Code::AccountHasPayment),
        ("accounts.2", Code::AccountNotFound),
        ("accounts.3", Code::AccountNotFound),
    ];
    assert_eq!(refused.fields(), expected);
    assert_eq!(state(pool).await, before);
    for (accounts, code) in [(vec![], Code::AccountsRequired), (numbers(100, 10_101), Code::AccountsTooMany)] {
        assert_eq!(remove(&keeper, &accounts).await.expect_err("refused").fields(), [("accounts", code)]);
    }
    assert_eq!(remove(&keeper, &[five[0].clone(), five[2].clone()]).await.expect("requested")["accounts"], 2);
    worked(pool).await;
    assert_eq!((owner(pool, &five[0]).await, owner(pool, &five[1]).await.as_deref()), (None, Some(SINAR)));
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_accounts_stay_and_concurrent_calls_count_once() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let three = numbers(0, 3);
    known(pool, &three, true).await;
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    // No job runs yet, so the change stays pending.
    let wait = json!({ "id": SINAR, "data": [{ "accountNo": FIRST, "referenceId": "HQ" }] });
    keeper.call_raw::<UpdateMultipleAccounts>(wait).await.expect("requested");
    let refused = remove(&keeper, &[FIRST.to_owned()]).await.expect_err("it is being changed");
    assert_eq!(refused.fields(), [("accounts.0", Code::AccountIsPending)]);
    add(&keeper, &three).await.expect("requested");
    portal.work();
    worked(pool).await;
    let (one, other) = tokio::join!(remove(&keeper, &three), remove(&keeper, &three));
    let mut counts = [one, other].map(|answer| answer.expect("requested")["accounts"].as_i64().expect("a count"));
    counts.sort_unstable();
    assert_eq!(counts, [0, 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_take_accounts_out_of_any_bulk_account() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    sinar_with(&portal, &numbers(0, 2)).await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let asked = |bulk_id: &str| json!({ "bulkId": bulk_id, "accounts": numbers(0, 2) });
    let refused = pccr.call_raw::<RemoveChildAccounts>(asked(MAJLIS)).await.expect_err("not theirs");
    assert_eq!(refused.code(), Code::AccountNotFound);
    let refused = pccr.call_raw::<RemoveChildAccounts>(asked("3000000099")).await.expect_err("nowhere");
    assert_eq!(refused.code(), Code::BulkAccountNotFound);
    assert_eq!(pccr.call_raw::<RemoveChildAccounts>(asked(SINAR)).await.expect("requested")["accounts"], 2);
    worked(pool).await;
    assert_eq!(owner(pool, &number(0)).await, None);
}
