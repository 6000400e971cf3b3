//! Results of the tagging job, and the conflicts that it meets.

use gridbill_core::accounts::{GetBulkChildAccountError, RemoveChildAccount};
use gridbill_core::payments::staff::{DecisionRequest, PaymentReject, RejectRequest};
use gridbill_core::payments::{MakePayment, Status};
use serde_json::{Value, json};

use super::{FIRST, add, billed, billed_to, every_invariant_holds, known, number, numbers, owner, sinar_with, worked};
use crate::support::given::{self, MAJLIS, SINAR, eft, invoice};
use crate::support::portal::until;
use crate::support::{Portal, sql};
use crate::team::session_of;

pub async fn pending(actor: &crate::support::Actor, bulk_id: &str) -> Vec<Value> {
    let request = json!({ "collectiveContractAccountNo": bulk_id, "recordCount": 1000 });
    let page = actor.call_raw::<GetBulkChildAccountError>(request).await.expect("a list");
    let items = page["items"].as_array().expect("items").clone();
    assert_eq!(page["total"], json!(items.len()));
    items
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_that_cannot_be_added_have_a_reason() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    known(pool, &numbers(0, 2), true).await;
    known(pool, &numbers(2, 3), false).await;
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let wanted = [number(0), number(2), number(9), FIRST.to_owned(), format!("22{MAJLIS}")];
    add(&keeper, &wanted).await.expect("requested");
    portal.work();
    worked(pool).await;
    let rows = pending(&keeper, SINAR).await;
    let seen: Vec<_> = rows
        .iter()
        .map(|row| (row["accountNumber"].as_str().expect("a number"), row["errorType"].as_str().expect("why")))
        .collect();
    assert_eq!(
        seen,
        [
            (number(2).as_str(), "inactive"),
            (number(9).as_str(), "notFound"),
            (FIRST, "duplicate"),
            (wanted[4].as_str(), "belongsToAnother"),
        ]
    );
    assert!(rows.iter().all(|row| row["status"] == "error" && row["statusCode"] == 1 && row["bulkId"] == SINAR));
    assert_eq!(owner(pool, &number(0)).await.as_deref(), Some(SINAR));
    assert_eq!(owner(pool, &wanted[4]).await.as_deref(), Some(MAJLIS));
    assert_eq!(owner(pool, FIRST).await.as_deref(), Some(SINAR));
    // The job records a fact, and users who manage accounts are notified of failures.
    let query = "select data, fact_id from fact where kind = 'AccountsProcessed'";
    let (data, fact_id) = sql::row::<(Value, i64)>(pool, query, &[]).await;
    let failed = |account_no: &str, error: &str| json!({ "accountNo": account_no, "errorType": error });
    assert_eq!(data["tagged"], json!([number(0)]));
    assert_eq!(
        data["failed"],
        json!([
            failed(&number(2), "inactive"),
            failed(&number(9), "notFound"),
            failed(FIRST, "duplicate"),
            failed(&wanted[4], "belongsToAnother"),
        ])
    );
    let query = "select name from notification join person using (person_id) where fact_id = $1 order by name";
    let told = sql::values::<String>(pool, query, &[&fact_id]).await;
    assert_eq!(told, ["Aminah", "Chong"]);
    // After the account becomes active, a new request for it succeeds.
    sql::run(pool, "update account_master set active = true where account_no = $1", &[&number(2)]).await;
    add(&keeper, &numbers(2, 3)).await.expect("requested");
    worked(pool).await;
    assert_eq!(owner(pool, &number(2)).await.as_deref(), Some(SINAR));
    assert_eq!(pending(&keeper, SINAR).await.len(), 3);
}

/// An account that was just added is not reported as a duplicate, even if one process has a slow clock.
#[tokio::test(flavor = "multi_thread")]
async fn processes_with_other_clocks_agree() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    known(pool, &numbers(0, 1), true).await;
    let (second, _) = portal.second().await;
    portal.advance(chrono::TimeDelta::seconds(60));
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    add(&keeper, &numbers(0, 1)).await.expect("requested");
    // This process has a clock a minute behind the request.
    tokio::spawn(gridbill::serve::jobs::work(second, std::future::pending()));
    worked(pool).await;
    assert_eq!(pending(&keeper, SINAR).await, Vec::<Value>::new());
    add(&keeper, &numbers(0, 1)).await.expect("requested");
    worked(pool).await;
    assert_eq!(pending(&keeper, SINAR).await[0]["errorType"], "duplicate");
}

/// A user pays a bill after its account's removal was requested and before the job processes it.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_leaves_when_its_payment_is_over() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let bills = given::bills(pool, SINAR, 2, "100.00").await;
    let account_no = "210000000001";
    let (keeper, payer) =
        (session_of(&portal, "keeper@sinar.example").await, session_of(&portal, "payer@sinar.example").await);
    let remove = |account_no: &str| json!({ "bulkId": SINAR, "accountNo": account_no });
    keeper.call_raw::<RemoveChildAccount>(remove(account_no)).await.expect("requested");
    keeper.call_raw::<RemoveChildAccount>(remove("210000000002")).await.expect("requested");
    let made = payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    portal.work();
    until("the other one is gone", || async { owner(pool, "210000000002").await.is_none().then_some(()) }).await;
    let rows = pending(&keeper, SINAR).await;
    assert_eq!((rows.len(), &rows[0]["statusCode"], &rows[0]["status"]), (1, &json!(2), &json!("pending")));
    assert_eq!(owner(pool, account_no).await.as_deref(), Some(SINAR));
    // When the payment is declined, its bill is unpaid again and leaves with the account.
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let decision = RejectRequest { e_bulk_payment_id: made.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(decision).await.expect("declined");
    // The job of a new process looks immediately, without the delay of a minute.
    let (again, _) = portal.second().await;
    tokio::spawn(gridbill::serve::jobs::work(again, std::future::pending()));
    worked(pool).await;
    assert_eq!(owner(pool, account_no).await, None);
    let query = "select bulk_id, status from bill where invoice_no = $1";
    let (bulk_id, status) = sql::row::<(Option<String>, Status)>(pool, query, &[&bills[0].as_str()]).await;
    assert_eq!((bulk_id, status), (None, Status::PaymentRequired));
    every_invariant_holds(pool).await;
    // The next company that adds the account pays the bill.
    let endon = session_of(&portal, "master@majlis.example").await;
    let accounts = json!([{ "accountNo": account_no }]);
    let request = json!({ "bulkId": MAJLIS, "childAccounts": accounts });
    endon.call_raw::<gridbill_core::accounts::AddAccounts>(request).await.expect("requested");
    worked(pool).await;
    let query = "select bulk_id from bill where invoice_no = $1";
    let bill = sql::value::<Option<String>>(pool, query, &[&bills[0].as_str()]).await;
    assert_eq!(bill.as_deref(), Some(MAJLIS));
}

/// A paid bill stays with the company that paid it.
#[tokio::test(flavor = "multi_thread")]
async fn paid_bills_stay() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 2)).await;
    billed(pool, &numbers(0, 2)).await;
    let payer = session_of(&portal, "payer@sinar.example").await;
    let paid = invoice(&super::invoice_of(&number(0)));
    let made = payer.call::<MakePayment>(eft(&[paid], "100.00")).await.expect("a payment");
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let decision =
        DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id, version: None, awaits_second_officer: None };
    pccr.call::<gridbill_core::payments::staff::PaymentAccept>(decision).await.expect("accepted");
    until("it is paid", || async {
        let status = sql::value::<Status>(pool, "select status from bill where account_no = $1", &[&number(0)]).await;
        (status == Status::Paid).then_some(())
    })
    .await;
    for account_no in numbers(0, 2) {
        let request = json!({ "bulkId": SINAR, "accountNo": account_no });
        keeper.call_raw::<RemoveChildAccount>(request).await.expect("requested");
    }
    worked(pool).await;
    assert_eq!(billed_to(pool, &number(0)).await.as_deref(), Some(SINAR));
    assert_eq!(billed_to(pool, &number(1)).await, None);
}
