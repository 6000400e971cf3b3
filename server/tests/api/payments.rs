//! Paying bills, and following payments.

use gridbill_core::Code;
use gridbill_core::payments::{MakePayment, Status};

use crate::support::Portal;
use crate::support::given::{self, SINAR, eft};

#[tokio::test(flavor = "multi_thread")]
async fn an_eft_payment_waits_for_the_utility() {
    let portal = Portal::start().await;
    given::people(&portal).await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment");
    assert_eq!(made.status, Status::PendingApproval);
    assert_eq!(made.transaction_no.as_str(), "P2611200000001");
    let again = payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect_err("paid twice");
    assert_eq!(again.code(), Code::DuplicatePayment);
}
