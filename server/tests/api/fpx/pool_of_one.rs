//! Every call with an idempotency key works with a single connection: no call needs a second one while it holds the
//! first.

use std::time::Duration;

use gridbill_core::endpoint::Endpoint;
use gridbill_core::payments::staff::{
    AdminFPXManualRequery, DecisionRequest, PaymentAccept, PaymentReject, ReconciliationRequest, RejectRequest,
    RequeryRequest, RequestReconciliation,
};
use gridbill_core::payments::{
    ExcessiveRequest, InsufficientRequest, MakeExcessiveReconciliationPayment, MakePayment,
    MakeReconciliationPaymentInsufficient, PaymentMethod, Status,
};

use super::world::World;
use crate::support::given::{self, SINAR, eft, fpx};
use crate::support::{Actor, money};

/// Shorter than a call would wait for a second connection.
const TIMEOUT: Duration = Duration::from_secs(2);

async fn in_time<E: Endpoint>(actor: &Actor, request: E::Request) -> E::Response {
    let called = tokio::time::timeout(TIMEOUT, actor.call::<E>(request)).await;
    called.unwrap_or_else(|_| panic!("{} waits", E::ENTRY.name)).unwrap_or_else(|refused| panic!("{refused:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_that_is_done_once_needs_one_connection() {
    let world = World::with(&["--connections", "2"]).await;
    let bills = given::bills(world.portal.pool(), SINAR, 6, "100.00").await;
    let payer = world.payer.with_key("payer");
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    // The bank list is stale, so a payment first refreshes it from FPX.
    world.portal.advance(chrono::TimeDelta::minutes(4));
    let _taken = world.portal.with_one_connection().await;

    let made = in_time::<MakePayment>(&payer, eft(&bills[..2], "200.00")).await;
    let difference = |reconcile_type, amount| ReconciliationRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        reconcile_amount: money(amount),
        reconcile_type,
        version: None,
    };
    let rejection = |id: &str| RejectRequest { e_bulk_payment_id: id.to_owned(), remark: None, version: None };
    let decision =
        |id: &str| DecisionRequest { e_bulk_payment_id: id.to_owned(), version: None, awaits_second_officer: None };
    in_time::<RequestReconciliation>(&pccr.with_key("short"), difference(1, "50.00")).await;
    let number = InsufficientRequest {
        transaction_no: made.transaction_no.clone(),
        bank_id: given::bank(),
        payment_mode: PaymentMethod::Cheque,
        bulk_cheque_eft_number: "777".to_owned(),
    };
    in_time::<MakeReconciliationPaymentInsufficient>(&payer.with_key("difference"), number).await;
    in_time::<RequestReconciliation>(&pccr.with_key("over"), difference(2, "10.00")).await;
    let credit = ExcessiveRequest { invoice_no: bills[0].clone(), transaction_no: made.transaction_no.clone() };
    in_time::<MakeExcessiveReconciliationPayment>(&payer.with_key("credit"), credit).await;
    let accepted = in_time::<PaymentAccept>(&pccr.with_key("accept"), decision(&made.e_bulk_payment_id)).await;
    assert_eq!(accepted.status, Status::Processing);

    let made = in_time::<MakePayment>(&payer.with_key("another"), eft(&bills[2..4], "200.00")).await;
    let declined = in_time::<PaymentReject>(&pccr.with_key("reject"), rejection(&made.e_bulk_payment_id)).await;
    assert_eq!(declined.status, Status::Declined);

    let made = in_time::<MakePayment>(&payer.with_key("fpx"), fpx(&bills[4..], "200.00")).await;
    assert_eq!(made.status, Status::PaymentInitiated);
    let asked = RequeryRequest { merchant_tran_id: made.transaction_no.to_string() };
    let record = in_time::<AdminFPXManualRequery>(&ict.with_key("requery"), asked).await;
    assert_eq!((record.status, record.last_requery_run_date.is_some()), (Status::PaymentInitiated, true));
    world.holds().await;
}
