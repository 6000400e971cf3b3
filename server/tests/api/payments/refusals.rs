//! Refused payments: each has its code and changes nothing.

use gridbill_core::Code;
use gridbill_core::payments::{DuplicateInvoice, MakePayment, PaymentMethod, RefusedInvoice, Window};
use serde_json::{Value, json};

use crate::support::clock::noon;
use crate::support::given::{self, MAJLIS, OFFLINE_BANK, SINAR, eft, fpx};
use crate::support::state::state;
use crate::support::{Portal, money, sql};

/// Returns a valid request with one field changed.
fn with(request: &Value, field: &str, value: Value) -> Value {
    let mut changed = request.clone();
    changed[field] = value;
    changed
}

/// A bill of RM 0.00 is refused because nothing is due, not because of the method's minimum.
#[tokio::test(flavor = "multi_thread")]
async fn a_bill_over_nothing_is_refused_as_one() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "0.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    for method in ["FPX", "EFT_GIRO", "EFT_RENTAS", "CHEQUE"] {
        let mut request = serde_json::to_value(fpx(&bills, "0.00")).expect("a request");
        request["paymentMethod"] = method.into();
        if method != "FPX" {
            request = serde_json::to_value(eft(&bills, "0.00")).expect("a request");
            request["paymentMethod"] = method.into();
        }
        let refused = payer.call_raw::<MakePayment>(request).await.expect_err("nothing is due");
        let invoices: Vec<RefusedInvoice> = refused.list("invoices");
        assert_eq!(
            invoices.iter().map(|invoice| invoice.reason).collect::<Vec<_>>(),
            [Code::BillNothingDue],
            "{method}"
        );
    }
    // A total of zero for payable bills is refused as a wrong total.
    let owed = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let refused = payer.call::<MakePayment>(eft(&owed, "0.00")).await.expect_err("another total");
    assert_eq!(refused.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_a_form_would_refuse() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let fine = serde_json::to_value(eft(&bills, "200.00")).expect("a request");
    let number = |number: &str| json!([{ "number": number, "amount": "200.00" }]);
    let parts =
        |first: &str, second: &str| json!([{ "number": "A1", "amount": first }, { "number": "A2", "amount": second }]);
    let many: Vec<Value> = (0..11).map(|n| json!({ "number": format!("A{n}"), "amount": "1.00" })).collect();
    let cheque = with(&fine, "paymentMethod", "CHEQUE".into());
    let by_fpx = with(&with(&fine, "paymentMethod", "FPX".into()), "referenceNumbers", json!([]));
    let most = PaymentMethod::Fpx.limits().1.expect("a limit");
    let above = most.plus(money("0.01")).expect("more").to_string();
    let before = state(portal.pool()).await;
    for (request, code, field) in [
        (with(&fine, "invoiceNos", json!([])), Code::InvoicesRequired, "invoiceNos"),
        (with(&fine, "invoiceNos", json!([bills[0], bills[0]])), Code::InvoiceRepeated, "invoiceNos"),
        (with(&fine, "invoiceNos", json!(["12345"])), Code::InvoiceNumberInvalid, "invoiceNos.0"),
        (with(&fine, "bankId", Value::Null), Code::BankRequired, "bankId"),
        (with(&fine, "bankId", "NOBANK".into()), Code::BankUnknown, "bankId"),
        (with(&fine, "totalAmount", "200.001".into()), Code::AmountDecimals, "totalAmount"),
        (with(&fine, "totalAmount", "much".into()), Code::AmountInvalid, "totalAmount"),
        (with(&fine, "referenceNumbers", json!([])), Code::EftNumberRequired, "referenceNumbers"),
        (
            with(&fine, "referenceNumbers", number("A123456789012345678")),
            Code::EftNumberLength,
            "referenceNumbers.0.number",
        ),
        (with(&fine, "referenceNumbers", number("A-1")), Code::EftNumberCharacters, "referenceNumbers.0.number"),
        (with(&cheque, "referenceNumbers", number("12A")), Code::ChequeNumberCharacters, "referenceNumbers.0.number"),
        (with(&cheque, "referenceNumbers", number("1234567")), Code::ChequeNumberLength, "referenceNumbers.0.number"),
        (with(&fine, "referenceNumbers", parts("100.00", "99.99")), Code::ReferencesDoNotAddUp, "referenceNumbers"),
        (
            with(&fine, "referenceNumbers", parts("200.00", "0.00")),
            Code::ReferenceAmountPositive,
            "referenceNumbers.1.amount",
        ),
        (with(&fine, "referenceNumbers", many.into()), Code::ReferencesTooMany, "referenceNumbers"),
        (with(&by_fpx, "totalAmount", "1.99".into()), Code::AmountBelowMethod, "totalAmount"),
        (with(&by_fpx, "totalAmount", above.into()), Code::AmountAboveMethod, "totalAmount"),
        (with(&by_fpx, "bankId", OFFLINE_BANK.into()), Code::BankOffline, "bankId"),
        (with(&by_fpx, "bankId", "MBB0228".into()), Code::BankUnknown, "bankId"),
        (with(&by_fpx, "referenceNumbers", number("A1")), Code::ReferencesNotTaken, "referenceNumbers"),
    ] {
        let refused = payer.call_raw::<MakePayment>(request).await.expect_err("refused");
        assert_eq!(refused.fields(), [(field, code)], "{refused:?}");
        assert_eq!(refused.code(), code);
        assert_eq!(state(portal.pool()).await, before, "{code:?} changed something");
    }
    payer.call_raw::<MakePayment>(fine).await.expect("the unchanged request was valid");
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_that_are_not_there_or_not_yours_are_unknown() {
    let portal = Portal::with_people().await;
    let own = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let others = given::bills(portal.pool(), MAJLIS, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let before = state(portal.pool()).await;
    let nowhere = given::invoice("599999999999");
    let wanted = [own[0].clone(), others[0].clone(), nowhere.clone()];
    let refused = payer.call::<MakePayment>(eft(&wanted, "300.00")).await.expect_err("refused");
    assert_eq!(refused.code(), Code::InvoiceUnknown);
    assert_eq!(refused.list::<String>("invoices"), [others[0].as_str(), nowhere.as_str()]);
    assert!(refused.body.error_message.contains(nowhere.as_str()));
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_colleague_is_already_paying() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills[..2], "200.00")).await.expect("a payment");
    // One bill also has another problem, and the colleague's payment is reported first.
    let query = "update bill set disable_payment = true where invoice_no = $1";
    sql::run(portal.pool(), query, &[&bills[3].as_str()]).await;
    let before = state(portal.pool()).await;
    let refused = master.call::<MakePayment>(eft(&bills[1..], "250.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (409, Code::DuplicatePayment));
    assert_eq!(refused.body.params["isDuplicate"], true);
    let duplicates: Vec<DuplicateInvoice> = refused.list("invoices");
    let [duplicate] = duplicates.as_slice() else { panic!("one is being paid: {duplicates:?}") };
    assert_eq!(duplicate.invoice_no, bills[1]);
    assert_eq!(duplicate.transaction_no, made.transaction_no);
    assert_eq!((duplicate.requested_by.as_str(), duplicate.requested_at), ("Badrul", noon()));
    assert!(!duplicate.is_own);
    // The user who is paying the bills is told that the payment is their own.
    let again = payer.call::<MakePayment>(eft(&bills[1..3], "200.00")).await.expect_err("refused");
    let own: Vec<DuplicateInvoice> = again.list("invoices");
    assert_eq!((again.code(), own.len(), own[0].is_own), (Code::DuplicatePayment, 1, true));
    assert_eq!(state(portal.pool()).await, before, "nothing of the selection was paid");
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_that_cannot_be_paid_name_their_reasons() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 5, "100.00").await;
    for (at, change) in ["disable_payment", "credit", "no charge", "paid"].into_iter().enumerate() {
        let query = "
            update bill set disable_payment = ($2 = 'disable_payment'), status = case $2 when 'paid' then 4 else 1 end,
                   total_amount_payable = case $2 when 'credit' then -1 else total_amount_payable end,
                   current_charge = case $2 when 'no charge' then 0 else current_charge end
            where invoice_no = $1";
        sql::run(portal.pool(), query, &[&bills[at].as_str(), &change]).await;
    }
    let payer = portal.sign_in("payer@sinar.example").await;
    let before = state(portal.pool()).await;
    let refused = payer.call::<MakePayment>(eft(&bills, "399.00")).await.expect_err("refused");
    assert_eq!(refused.code(), Code::InvoiceNotPayable);
    let reasons: Vec<_> = refused.list::<RefusedInvoice>("invoices").into_iter().map(|bill| bill.reason).collect();
    let expected = [Code::BillPaymentDisabled, Code::BillNothingDue, Code::BillNoCurrentCharge, Code::BillPaid];
    assert_eq!(reasons, expected);
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_total_changed_since_it_was_seen() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let query = "update bill set total_amount_payable = 110 where invoice_no = $1";
    sql::run(portal.pool(), query, &[&bills[1].as_str()]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let before = state(portal.pool()).await;
    let refused = payer.in_malay().call::<MakePayment>(eft(&bills, "200.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (409, Code::TotalChanged));
    let message = "Jumlah kini RM\u{a0}210.00, bukan RM\u{a0}200.00. Sila semak semula bil sebelum membayar.";
    assert_eq!(refused.body.error_message, message);
    let now: Vec<_> = refused.list::<RefusedInvoice>("invoices").into_iter().map(|bill| bill.amount).collect();
    assert_eq!(now, [money("100.00"), money("110.00")]);
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_is_closed_within_its_window_only() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let window = Window { from: noon(), to: noon().plus_seconds(60) };
    given::closed(portal.pool(), PaymentMethod::EftGiro, window).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let before = state(portal.pool()).await;
    let refused = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect_err("refused");
    assert_eq!(refused.code(), Code::MethodUnavailable);
    assert!(refused.body.error_message.contains("from 20 Nov 2026, 12:00 to 20 Nov 2026, 12:01"));
    assert_eq!(state(portal.pool()).await, before);
    portal.advance(chrono::TimeDelta::seconds(60));
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("open again");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_permitted_users_pay() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let before = state(portal.pool()).await;
    for email in ["viewer@sinar.example", "keeper@sinar.example"] {
        let actor = portal.sign_in(email).await;
        let refused = actor.call::<MakePayment>(eft(&bills, "100.00")).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (403, Code::Forbidden), "{email}");
    }
    let stranger = portal.sign_in("master@majlis.example").await;
    let refused = stranger.call::<MakePayment>(eft(&bills, "100.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    let pccr = portal.sign_in_staff("pccr@utility.example").await.with("x-bulk-account", SINAR);
    let refused = pccr.call::<MakePayment>(eft(&bills, "100.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (403, Code::ViewModeReadOnly));
    let refused = portal.visitor().call::<MakePayment>(fpx(&bills, "100.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (401, Code::SignedOut));
    assert_eq!(state(portal.pool()).await, before);
}
