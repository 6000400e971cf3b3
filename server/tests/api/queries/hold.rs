//! Bills on hold: they are left out when bills are selected together, and can be paid after one question.

use gridbill_core::Code;
use gridbill_core::accounts::groups::CreateGroup;
use gridbill_core::bills::{CountBills, GetBillDetails, GetBillsByBatch, GetOutstandingBills, SelectBills};
use gridbill_core::colleagues::{GetColleagues, SendSelection};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{MakePayment, MakePaymentRequest};
use serde_json::{Value, json};

use super::{answer, close, open};
use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::{Actor, Portal, sql};

/// Returns how many bills are selected and left out for their hold, as the selection and the count say.
async fn selected(actor: &Actor, request: Value) -> (u64, u64) {
    let mut request = request;
    request["id"] = json!(SINAR);
    let held = |answer: &Value| {
        let reasons = answer["leftOut"].as_array().expect("reasons").clone();
        reasons.iter().filter(|one| one["reason"] == "billOnHold").filter_map(|one| one["count"].as_u64()).sum()
    };
    let selection = actor.call_raw::<SelectBills>(request.clone()).await.expect("a selection");
    let count = actor.call_raw::<CountBills>(request.clone()).await.expect("a count");
    let bills = selection["bills"].as_array().expect("bills").len() as u64;
    let (selected_held, counted_held): (u64, u64) = (held(&selection), held(&count));
    assert_eq!((count["bills"].as_u64(), counted_held), (Some(bills), selected_held), "{request}");
    let total: f64 = count["total"].as_str().expect("a total").parse().expect("a number");
    assert!((total - 100.0 * bills as f64).abs() < 0.001, "{total} for {bills} bills");
    (bills, selected_held)
}

async fn hold_of(actor: &Actor, bill: &InvoiceNo) -> Value {
    let found = actor.call_raw::<GetBillDetails>(json!({ "invoiceNo": bill })).await.expect("a bill");
    let page = actor.call_raw::<GetOutstandingBills>(json!({ "id": SINAR, "filter": { "search": bill } }));
    let page = page.await.expect("a page");
    assert_eq!(page["items"][0]["hold"], found["bill"]["hold"]);
    assert_eq!(page["items"][0]["payable"], json!(true));
    found["bill"]["hold"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_selection_of_several_bills_leaves_bills_on_hold_out_and_counts_them() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 6, "100.00").await;
    // Two bills in another batch, overdue.
    let late = [&bills[4], &bills[5]].map(|bill| bill.as_str().to_owned());
    let query = "update bill set bill_batch_id = '2800000002', due_date = date '2026-10-01' where invoice_no = any($1)";
    sql::run(portal.pool(), query, &[&late]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    let accounts: Vec<_> = bills[3..].iter().map(|bill| account_of(bill).to_string()).collect();
    let group = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": accounts });
    let group = master.call_raw::<CreateGroup>(group).await.expect("a group")["groupId"].clone();

    let everything = [
        json!({}),
        json!({ "filter": { "payable": true } }),
        json!({ "filter": { "overdue": true } }),
        json!({ "filter": { "batchIds": ["2800000002"] } }),
        json!({ "groupIds": [group] }),
        json!({ "filter": { "search": bills[5] } }),
        json!({ "invoiceNos": bills }),
    ];
    let mut before = Vec::new();
    for request in &everything {
        before.push(selected(&payer, request.clone()).await);
    }
    assert_eq!(before, [(6, 0), (6, 0), (2, 0), (2, 0), (3, 0), (1, 0), (6, 0)]);
    let query = open(&payer, &bills[5]).await;
    let other = open(&payer, &bills[0]).await;
    let mut during = Vec::new();
    for request in &everything {
        during.push(selected(&payer, request.clone()).await);
    }
    assert_eq!(during, [(4, 2), (4, 2), (1, 1), (1, 1), (2, 1), (0, 1), (4, 2)]);
    // A bill that the user chose singly stays selected.
    let chosen = json!({ "invoiceNos": bills, "heldInvoiceNos": [bills[5]] });
    assert_eq!(selected(&payer, chosen).await, (5, 1));
    let chosen = json!({ "heldInvoiceNos": [bills[5]] });
    assert_eq!(selected(&payer, chosen).await, (5, 1));

    let batches = payer.call_raw::<GetBillsByBatch>(json!({ "id": SINAR })).await.expect("batches");
    let held: Vec<_> =
        batches["items"].as_array().expect("batches").iter().map(|batch| &batch["billsOnHold"]).collect();
    assert_eq!(held, [&json!(1), &json!(1)]);
    // A colleague who gets the bills does not get those on hold.
    let colleagues = payer.call_raw::<GetColleagues>(json!({})).await.expect("colleagues");
    let to = colleagues.as_array().expect("people").iter().find(|one| one["mayPay"] == json!(true)).expect("a payer");
    let sent = json!({ "id": SINAR, "userId": to["userId"], "invoiceNos": [bills[0], bills[5]] });
    let refused = payer.call_raw::<SendSelection>(sent).await.expect_err("none of them");
    assert_eq!(refused.code(), Code::BillOnHold);

    // An answer does not end the hold; the end of the query does.
    assert_eq!(hold_of(&payer, &bills[5]).await, json!("query"));
    answer(&pccr, &query, "It is right.").await;
    assert_eq!(hold_of(&payer, &bills[5]).await, json!("query"));
    close(&payer, &query, true).await.expect("accepted");
    assert_eq!(hold_of(&payer, &bills[5]).await, Value::Null);
    close(&payer, &other, false).await.expect("withdrawn");
    let mut after = Vec::new();
    for request in &everything {
        after.push(selected(&payer, request.clone()).await);
    }
    assert_eq!(after, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_on_hold_is_paid_only_if_it_was_chosen_singly() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let query = open(&payer, &bills[0]).await;
    let refused = payer.call::<MakePayment>(eft(&bills[..2], "200.00")).await.expect_err("on hold");
    assert_eq!(refused.code(), Code::BillsOnHold);
    assert_eq!(refused.list::<InvoiceNo>("invoices"), [bills[0].clone()]);
    let other = MakePaymentRequest { held_invoice_nos: vec![bills[1].clone()], ..eft(&bills[..2], "200.00") };
    assert_eq!(payer.call::<MakePayment>(other).await.expect_err("on hold").code(), Code::BillsOnHold);
    let chosen = MakePaymentRequest { held_invoice_nos: vec![bills[0].clone()], ..eft(&bills[..2], "200.00") };
    payer.call::<MakePayment>(chosen).await.expect("a payment");
    // The query goes on while the bill is being paid, and the bill can be asked about.
    close(&payer, &query, false).await.expect("withdrawn");
    open(&payer, &bills[1]).await;
    payer.call::<MakePayment>(eft(&bills[2..], "100.00")).await.expect("a payment of another bill");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_concurrent_with_a_query_is_first_or_refused() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 8, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    for bill in &bills {
        let one = std::slice::from_ref(bill);
        let (_, paid) = futures::join!(open(&master, bill), payer.call::<MakePayment>(eft(one, "100.00")));
        let query = "select f.kind from fact f where f.about = $1 and f.kind = 'QueryOpened'
                     or f.subject in (select 'payment:' || i.payment_id from payment_item i where i.invoice_no = $1)
                     order by f.fact_id limit 1";
        let first = sql::value::<String>(portal.pool(), query, &[&bill.as_str()]).await;
        match paid {
            Ok(_) => assert_eq!(first, "PaymentSubmitted"),
            Err(refused) => assert_eq!((refused.code(), first.as_str()), (Code::BillsOnHold, "QueryOpened")),
        }
    }
}
