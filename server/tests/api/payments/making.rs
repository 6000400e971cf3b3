//! Accepted payments by each method.

use gridbill_core::endpoint::Nothing;
use gridbill_core::payments::{
    GetPaymentMethods, GetTNBVirtualAccountNo, MakePayment, PaymentMethod, Status, VirtualAccountRequest, Window,
};

use crate::support::clock::noon;
use crate::support::given::{self, MAJLIS, OFFLINE_BANK, SINAR, eft, fpx, reference};
use crate::support::state::{bill_statuses, broken_invariants};
use crate::support::{Portal, money, sql};

#[tokio::test(flavor = "multi_thread")]
async fn an_eft_payment_waits_for_the_utility() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut request = eft(&bills[..2], "200.00");
    request.reference_numbers = vec![reference("EFT1", "150.00"), reference("EFT2", "50.00")];
    let made = payer.call::<MakePayment>(request).await.expect("a payment");
    assert_eq!(made.status, Status::PendingApproval);
    assert_eq!(made.transaction_no.as_str(), "P2611200000001");
    assert_eq!((made.merchant_tran_id, made.redirect), (None, None));
    assert_eq!(
        bill_statuses(portal.pool()).await,
        [Status::PendingApproval, Status::PendingApproval, Status::PaymentRequired]
    );
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn cheques_and_transfers_may_come_from_any_bank_of_the_directory() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "600000.00").await;
    let master = portal.sign_in("master@sinar.example").await;
    let mut cheque = eft(&bills[..2], "1200000.00");
    cheque.payment_method = PaymentMethod::Cheque;
    cheque.reference_numbers = vec![reference(" 000123 ", "1200000.00")];
    cheque.bank_id = serde_json::from_value("MBB0228".into()).expect("a bank");
    master.call::<MakePayment>(cheque).await.expect("a cheque over any amount");
    let mut rentas = eft(&bills[2..], "600000.00");
    rentas.payment_method = PaymentMethod::EftRentas;
    // The bank is offline at the gateway, which a transfer does not use.
    rentas.bank_id = serde_json::from_value(OFFLINE_BANK.into()).expect("a bank");
    let made = master.call::<MakePayment>(rentas).await.expect("a transfer");
    assert_eq!(made.transaction_no.as_str(), "P2611200000002");
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_fpx_payment_goes_to_its_bank() {
    let (portal, sandbox) = Portal::with_sandbox().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "500000.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(fpx(&bills, "1000000.00")).await.expect("a payment");
    assert_eq!(made.status, Status::PaymentInitiated);
    let order_no = made.merchant_tran_id.expect("an order number");
    assert_eq!(order_no, made.transaction_no.as_str());
    let redirect = made.redirect.expect("a form to post");
    assert_eq!(redirect.url, format!("{}/FPXMain/seller2DReceiver.jsp", sandbox.base));
    let value = |name: &str| redirect.fields.iter().find(|field| field.name == name).map(|field| field.value.as_str());
    assert_eq!(value("fpx_txnAmount"), Some("1000000.00"));
    assert_eq!(value("fpx_buyerName"), Some("Sinar Jaya Sdn. Bhd."));
    assert_eq!(value("fpx_makerName"), Some("Badrul"));
    assert_eq!(
        bill_statuses(portal.pool()).await,
        [Status::PaymentInitiated; 2],
        "a colleague sees that the bills are being paid"
    );
    let query = "select order_no, next_requery_at, (select raw from fpx_message where way = 'request') as raw
                 from fpx_request";
    let (_, next_requery_at, raw) =
        sql::row::<(String, Option<chrono::DateTime<chrono::Utc>>, Option<String>)>(portal.pool(), query, &[]).await;
    assert_eq!(next_requery_at, Some(noon().plus_seconds(180).utc()));
    assert!(raw.expect("as it was sent").contains("fpx_checkSum="));

    let (status, page) = sandbox.post(&redirect).await;
    assert_eq!(status, 303, "the gateway takes the signed request");
    assert!(page.contains("/bank/"), "{page}");
    assert_eq!(sandbox.act(&order_no, "maker", "confirm").await, 200, "the bank knows it by its number");
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn methods_tell_their_limits_and_when_they_are_closed() {
    let portal = Portal::with_people().await;
    let tonight = Window { from: noon().plus_seconds(3600), to: noon().plus_seconds(7200) };
    let over = Window { from: noon().plus_seconds(-7200), to: noon().plus_seconds(-3600) };
    given::closed(portal.pool(), PaymentMethod::Fpx, tonight).await;
    given::closed(portal.pool(), PaymentMethod::Cheque, over).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let methods = viewer.call::<GetPaymentMethods>(Nothing {}).await.expect("the methods");
    assert_eq!(methods.most_reference_numbers, 10);
    let told: Vec<_> =
        methods.methods.into_iter().map(|m| (m.payment_method, m.least, m.most, m.unavailable)).collect();
    assert_eq!(
        told,
        [
            (PaymentMethod::Fpx, money("2.00"), Some(money("1000000.00")), Some(tonight)),
            (PaymentMethod::EftGiro, money("0.01"), Some(money("1000000.00")), None),
            (PaymentMethod::EftRentas, money("0.01"), Some(money("200000000.00")), None),
            (PaymentMethod::Cheque, money("0.01"), None, None),
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_virtual_account_is_the_bulk_accounts_own() {
    let portal = Portal::with_people().await;
    let nobody_named = || VirtualAccountRequest { bulk_id: None };
    for (email, bulk_id) in [("viewer@sinar.example", SINAR), ("master@majlis.example", MAJLIS)] {
        let customer = portal.sign_in(email).await;
        let account = customer.call::<GetTNBVirtualAccountNo>(nobody_named()).await.expect("an account");
        assert_eq!(account.virtual_account_no, format!("9888{bulk_id}"));
    }
}
