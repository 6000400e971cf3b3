//! The utility's staff decide on payments.

use gridbill_core::Code;
use gridbill_core::payments::{GetPaymentTransactions, MakePayment, Status, TransactionsRequest};
use gridbill_core::staff::{DecisionRequest, PaymentAccept, PaymentReject};

use crate::support::given::{self, SINAR, eft};
use crate::support::{Actor, Portal, portal::until};

fn decision(e_bulk_payment_id: &str) -> DecisionRequest {
    DecisionRequest { e_bulk_payment_id: e_bulk_payment_id.to_owned() }
}

fn everything() -> TransactionsRequest {
    serde_json::from_value(serde_json::json!({ "bulkId": SINAR })).expect("a request")
}

async fn statuses(actor: &Actor) -> Vec<Status> {
    let page = actor.call::<GetPaymentTransactions>(everything()).await.expect("the payments");
    page.items.iter().map(|row| row.status).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_payment_is_posted() {
    let portal = Portal::start().await;
    given::people(&portal).await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment");
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let moved = pccr.call::<PaymentAccept>(decision(&made.e_bulk_payment_id)).await.expect("accepted");
    assert_eq!(moved.status, Status::Processing);
    portal.work();
    until("the payment is posted", async || (statuses(&payer).await == [Status::Paid]).then_some(())).await;
    let late = pccr.call::<PaymentReject>(decision(&made.e_bulk_payment_id)).await.expect_err("rejected");
    assert_eq!(late.code(), Code::PaymentMoved);
}
