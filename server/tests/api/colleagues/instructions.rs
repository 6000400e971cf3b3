//! Transfer instructions that a user e-mails to colleagues: amount, account and reference.

use gridbill_core::Code;
use gridbill_core::colleagues::{GetColleagues, SendInstructions, SendInstructionsRequest};
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{ReconciliationRequest, RequestReconciliation};

use super::{KEEPER, MASTER, PAYER, VIEWER, emails, facts, sinar};
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::{Portal, money};
use crate::team::{id_of, session_of};

fn of_bills(user_id: &str, bills: &[InvoiceNo], amount: &str) -> SendInstructionsRequest {
    SendInstructionsRequest {
        id: sinar(),
        user_id: user_id.to_owned(),
        invoice_nos: bills.to_vec(),
        transaction_no: None,
        amount: money(amount),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn colleagues_are_the_others_who_can_sign_in() {
    let portal = Portal::with_people().await;
    let viewer = session_of(&portal, VIEWER).await;
    let found = viewer.call::<GetColleagues>(Nothing {}).await.expect("colleagues");
    let found: Vec<_> = found.iter().map(|one| (one.email.as_str(), one.may_pay)).collect();
    assert_eq!(found, [(MASTER, true), (PAYER, true), (KEEPER, false)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_total_of_bills_is_sent_as_it_is_now() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let viewer = session_of(&portal, VIEWER).await;
    let keeper = id_of(portal.pool(), KEEPER).await;
    viewer.call::<SendInstructions>(of_bills(&keeper, &bills, "300.00")).await.expect("sent");
    let sent = emails(&portal).await;
    let [(to, subject, text)] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!((to.as_str(), subject.as_str()), (KEEPER, "Please transfer RM\u{a0}300.00 for Sinar Jaya Sdn. Bhd."));
    for line in
        ["Amount: RM\u{a0}300.00", &format!("Account number: 9888{SINAR}"), &format!("Reference to quote: {SINAR}")]
    {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert_eq!(facts(&portal, "InstructionsSent").await, [SINAR]);

    let theirs = given::bills(portal.pool(), MAJLIS, 1, "100.00").await;
    let with_theirs = [bills.clone(), theirs.clone()].concat();
    for (request, code) in [
        (of_bills(&keeper, &bills, "299.99"), Code::TotalChanged),
        (of_bills(&keeper, &theirs, "100.00"), Code::BillNotFound),
        (of_bills(&keeper, &with_theirs, "400.00"), Code::InvoiceNotPayable),
        (of_bills(&keeper, &[], "0.00"), Code::BillNotFound),
        (of_bills(&id_of(portal.pool(), VIEWER).await, &bills, "300.00"), Code::UserNotFound),
        (of_bills(&id_of(portal.pool(), "master@majlis.example").await, &bills, "300.00"), Code::UserNotFound),
        (of_bills("nobody", &bills, "300.00"), Code::UserNotFound),
    ] {
        let refused = viewer.call::<SendInstructions>(request).await.expect_err("refused");
        assert_eq!(refused.code(), code);
    }
    assert_eq!(emails(&portal).await.len(), 1);

    // If none of the bills can be included, the refusal says why: they exist, but are in a payment.
    session_of(&portal, PAYER).await.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment");
    let request = of_bills(&keeper, &bills, "300.00");
    let refused = viewer.call::<SendInstructions>(request).await.expect_err("they are being paid");
    assert_eq!(refused.code(), Code::BillInPayment);
}

#[tokio::test(flavor = "multi_thread")]
async fn instructions_for_a_missing_amount_quote_the_payment() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = session_of(&portal, PAYER).await;
    let made = payer.call::<MakePayment>(eft(&bills, "200.00")).await.expect("a payment");
    let master = id_of(portal.pool(), MASTER).await;
    let request = SendInstructionsRequest {
        transaction_no: Some(made.transaction_no.clone()),
        ..of_bills(&master, &[], "30.00")
    };
    let early = payer.call::<SendInstructions>(request.clone()).await.expect_err("nothing is missing yet");
    assert_eq!(early.code(), Code::PaymentMoved);
    let asked = ReconciliationRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        reconcile_amount: money("30.00"),
        reconcile_type: 1,
        version: None,
    };
    session_of(&portal, "pccr@utility.example").await.call::<RequestReconciliation>(asked).await.expect("requested");
    let before = emails(&portal).await.len();
    payer.call::<SendInstructions>(request).await.expect("sent");
    let number = made.transaction_no.as_str();
    let sent = emails(&portal).await;
    assert_eq!(sent.len(), before + 1);
    let (to, _, text) =
        sent.iter().find(|(_, subject, _)| subject.contains("is still missing for payment")).expect("sent");
    assert_eq!(to, MASTER);
    assert!(
        text.contains(&format!("Reference to quote: {number}")) && text.contains("Amount: RM\u{a0}30.00"),
        "{text}"
    );
    assert!(text.contains(&format!("/billPayment/transactions/{number}")), "{text}");
    assert_eq!(facts(&portal, "InstructionsSent").await, [number]);
}

#[tokio::test(flavor = "multi_thread")]
async fn e_mails_to_colleagues_are_limited() {
    let portal = Portal::with_people_and(&["--colleague-emails-per-person", "2"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let viewer = session_of(&portal, VIEWER).await;
    let [keeper, payer] = [id_of(portal.pool(), KEEPER).await, id_of(portal.pool(), PAYER).await];
    for user_id in [&keeper, &payer] {
        viewer.call::<SendInstructions>(of_bills(user_id, &bills, "100.00")).await.expect("sent");
    }
    let refused = viewer.call::<SendInstructions>(of_bills(&keeper, &bills, "100.00")).await.expect_err("too many");
    assert_eq!(refused.code(), Code::TooManyAttempts);
    let master = session_of(&portal, MASTER).await;
    master.call::<SendInstructions>(of_bills(&keeper, &bills, "100.00")).await.expect("the keeper got one so far");
    let refused = master.call::<SendInstructions>(of_bills(&keeper, &bills, "100.00")).await.expect_err("too many");
    assert_eq!((refused.code(), emails(&portal).await.len()), (Code::TooManyAttempts, 3));
}
