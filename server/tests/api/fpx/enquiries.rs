//! Enquiries to FPX about a payment, by the requery job and by staff.

use chrono::TimeDelta;
use gridbill::fpx::SigningKey;
use gridbill::payments::fpx::requery;
use gridbill_core::Code;
use gridbill_core::payments::fpx::{AlertReason, FpxStatus};
use gridbill_core::payments::staff::{
    AdminFPXManualRequery, FpxAlertsRequest, GetFpxAlerts, GetFpxRequeryData, RequeryRequest,
};
use gridbill_core::payments::{GetPaymentDetails, MakePayment, Status, TransactionRequest};

use super::world::{Paying, World};
use crate::support::given::{self, SINAR};
use crate::support::portal::until;
use crate::support::{Portal, clock, sql};

/// An address on which no process listens.
pub const NOWHERE: &str = "http://127.0.0.1:9";

#[tokio::test(flavor = "multi_thread")]
async fn enquiries_recover_lost_confirmations() {
    let world = World::start().await;
    let paying = world.pay().await;
    assert_eq!(world.requery_after(2).await, 0, "not before three minutes");
    assert_eq!(world.requery_after(1).await, 1);
    assert_eq!(world.status(&paying).await, Status::PaymentInitiated, "the maker is still at the bank");
    world.fault(&paying, "lose").await;
    world.maker(&paying, "confirm").await;
    assert_eq!(world.requery_after(3).await, 1);
    assert_eq!(world.status(&paying).await, Status::FpxPending);
    world.fault(&paying, "lose").await;
    world.authorizer(&paying, "approve").await;
    assert_eq!(world.requery_after(6).await, 1);
    assert_eq!(world.status(&paying).await, Status::Paid);
    assert_eq!(world.requery_after(7 * 24 * 60).await, 0, "nothing is left to ask");
    let kept = ["sent", "ignored", "sent", "applied", "sent", "applied"].map(|verdict| format!("enquiry {verdict}"));
    assert_eq!(world.verdicts(&paying).await[1..], kept);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_ask_once() {
    let world = World::start().await;
    let mut payments = Vec::new();
    for _ in 0..12 {
        payments.push(world.pay().await);
    }
    let (other, _) = world.portal.second().await;
    world.portal.advance(TimeDelta::minutes(3));
    other.clock.advance(TimeDelta::minutes(3));
    let ask = gridbill::payments::fpx::requery::ask_all_due;
    let (one, two) = tokio::join!(ask(&world.portal.app), ask(&other));
    assert_eq!(one.expect("requested") + two.expect("requested"), payments.len());
    for paying in &payments {
        assert_eq!(world.verdicts(paying).await, ["request sent", "enquiry sent", "enquiry ignored"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_days_and_an_hour() {
    let world = World::start().await;
    let (waiting, never) = (world.pay().await, world.make().await);
    world.maker(&waiting, "confirm").await;
    world.becomes(&waiting, Status::FpxPending).await;
    world.requery_after(5 * 24 * 60 + 59).await;
    assert_eq!(world.status(&waiting).await, Status::FpxPending);
    assert_eq!(world.status(&never).await, Status::PaymentInitiated);
    world.requery_after(1).await;
    for paying in [&waiting, &never] {
        assert_eq!(world.status(paying).await, Status::Failed);
        assert_eq!(world.bill_statuses(paying).await, [Status::PaymentRequired]);
    }
    for (paying, heard) in [(&waiting, "Nobody approved"), (&never, "never reached the bank")] {
        let request =
            TransactionRequest { transaction_no: paying.made.transaction_no.clone(), record_count: None, cursor: None };
        let payer = world.portal.sign_in("payer@sinar.example").await;
        let shown = payer.call::<GetPaymentDetails>(request).await.expect("the payment").reason;
        assert!(shown.as_ref().is_some_and(|reason| reason.contains(heard)), "{shown:?}");
    }
    // The bank took the money after all. The payment stays as it is, and staff get a single alert.
    world.authorizer(&waiting, "approve").await;
    until("the late approval came", async || (!world.alerts(&waiting).await.is_empty()).then_some(())).await;
    let late = world.confirmation(&waiting, "00", world.at_bank(&waiting).await["fpxTxnId"].as_str().unwrap()).await;
    assert!(world.direct(&late).await, "a repetition is answered OK too");
    let alerts = world.alerts(&waiting).await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    assert_eq!(alerts[0].0, "lateApproval");
    assert_eq!(world.status(&waiting).await, Status::Failed);
    assert_eq!(world.receipts(&waiting).await, 0);
    world.holds().await;
}

/// Payments that await their authorizer or were abandoned are no reason for an alarm; unanswered and overdue enquiries
/// are.
#[tokio::test(flavor = "multi_thread")]
async fn unanswered_and_overdue_enquiries_are_in_the_metrics() {
    let world = World::start().await;
    let (waiting, never) = (world.pay().await, world.make().await);
    world.maker(&waiting, "confirm").await;
    world.becomes(&waiting, Status::FpxPending).await;
    let watched = async || {
        let watched = gridbill::payments::fpx::count_unconfirmed(world.portal.pool()).await.expect("a count");
        (watched.payments, watched.awaiting_authorizer, watched.oldest)
    };
    let lies_ahead = async |why: &str| {
        let (payments, awaiting_authorizer, due) = watched().await;
        assert_eq!((payments, awaiting_authorizer), (1, 1));
        assert!(due > Some(world.portal.app.now()), "{why}: {due:?}");
        due
    };
    lies_ahead("nothing is to be asked yet").await;
    world.requery_after(3).await;
    assert_eq!(world.status(&never).await, Status::PaymentInitiated);
    let due = lies_ahead("FPX has answered").await;
    // The requery job stopped: no enquiry is unanswered, but the next one is overdue.
    world.portal.advance(TimeDelta::hours(2));
    assert_eq!(watched().await, (1, 1, due));
    world.requery_after(0).await;
    lies_ahead("FPX has answered again").await;
    let answered = world.portal.app.now();
    world.gateway_says("ERROR", TimeDelta::hours(1)).await;
    assert_eq!(watched().await, (1, 1, Some(answered)));
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_payment_ends_while_the_gateway_is_down() {
    let portal = Portal::with_people_and(&["--fpx-url", NOWHERE]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(given::fpx(&bills, "100.00")).await.expect("the list of banks is fresh");
    let after = async |hours: i64| {
        portal.advance(TimeDelta::hours(hours));
        assert_eq!(gridbill::payments::fpx::requery::ask_all_due(&portal.app).await.expect("a try"), 1);
        sql::value::<i16>(portal.pool(), "select status from payment", &[]).await
    };
    assert_eq!(after(5 * 24 + 1).await, 9);
    assert_eq!(after(23).await, 9);
    assert_eq!(after(1).await, 9, "nor does an unanswered payment end");
    assert_eq!(after(30 * 24).await, 9);
    let reasons = sql::values::<String>(portal.pool(), "select reason from fpx_alert", &[]).await;
    assert_eq!(reasons, ["unanswered"], "staff get one alert");
}

/// After the deadline, only a signed answer of FPX about the payment ends it.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_deadline_only_a_signed_answer_ends_a_payment() {
    let world = World::start().await;
    let paying = world.make().await;
    let other = world.make().await;
    let forged = SigningKey::generate().expect("a key").sign(world.message(&paying, "76", "").await).expect("signed");
    let sign = async |paying: &Paying, code: &str| {
        world.fpx_key.sign(world.message(paying, code, "").await).expect("signed").body()
    };
    let about_another = sign(&other, "76").await;
    let about_the_enquiry = sign(&paying, "98").await;
    world.portal.advance(TimeDelta::days(5));
    for (answer, what) in [
        ("ERROR".to_owned(), "FPX cannot answer"),
        (String::new(), "nothing"),
        ("<html>maintenance</html>".to_owned(), "a page"),
        (forged.body(), "a forged answer"),
        (about_another, "an answer about another order"),
        (about_the_enquiry, "FPX refuses the enquiry itself"),
    ] {
        world.gateway_says(&answer, TimeDelta::hours(1)).await;
        assert_eq!(world.status(&paying).await, Status::PaymentInitiated, "{what}");
        assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentInitiated], "{what}");
    }
    let unanswered = world.alerts(&paying).await.into_iter().filter(|(reason, _)| reason == "unanswered").count();
    assert_eq!(unanswered, 1);
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let record = || RequeryRequest { merchant_tran_id: paying.order_no().to_owned() };
    assert!(ict.call::<GetFpxRequeryData>(record()).await.expect("the record").is_unanswered);
    let shown = ict.call::<GetFpxAlerts>(FpxAlertsRequest { record_count: None, cursor: None }).await.expect("a list");
    assert!(shown.items.iter().any(|alert| alert.reason == AlertReason::Unanswered), "{shown:?}");

    world.gateway_says(&sign(&paying, "76").await, TimeDelta::hours(1)).await;
    assert_eq!(world.status(&paying).await, Status::Failed);
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let record = ict.call::<GetFpxRequeryData>(record()).await.expect("the record");
    assert!(!record.is_unanswered);
    assert_eq!(record.error_description.as_deref(), Some("This payment never reached the bank. No money was taken."));
    assert_eq!(record.fpx_status, FpxStatus::Incomplete);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_ask_now() {
    let world = World::start().await;
    let paying = world.pay().await;
    world.fault(&paying, "lose").await;
    world.maker(&paying, "confirm").await;
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let request = || RequeryRequest { merchant_tran_id: paying.order_no().to_owned() };
    let before = ict.call::<GetFpxRequeryData>(request()).await.expect("the record");
    assert_eq!((before.status, before.requery_enabled), (Status::PaymentInitiated, true));
    assert_eq!((before.last_requery_run_date, before.bank_reference), (None, None));
    assert_eq!(before.customer_email, "payer@sinar.example");
    assert_eq!((before.total_invoices, before.amount.to_string().as_str()), (2, "200.00"));
    let asked = ict.with_key("now").call::<AdminFPXManualRequery>(request()).await.expect("an answer");
    assert_eq!(asked.status, Status::FpxPending);
    assert_eq!(asked.last_requery_run_date, Some(clock::noon()));
    assert_eq!(asked.bank_reference.as_deref(), world.at_bank(&paying).await["fpxTxnId"].as_str());
    let again = ict.with_key("now").call::<AdminFPXManualRequery>(request()).await.expect("the same answer");
    assert_eq!(again.status, Status::FpxPending);
    assert_eq!(world.verdicts(&paying).await.len(), 3, "the key was asked once");
    world.fault(&paying, "lose").await;
    world.authorizer(&paying, "reject").await;
    let asked = ict.call::<AdminFPXManualRequery>(request()).await.expect("an answer");
    assert_eq!((asked.status, asked.requery_enabled), (Status::FpxDeclined, false));
    assert!(asked.error_description.is_some());
    let needless = ict.call::<AdminFPXManualRequery>(request()).await.expect_err("final");
    assert_eq!(needless.code(), Code::RequeryNotNeeded);
    for unknown in ["", "P2611209999999"] {
        let request = || RequeryRequest { merchant_tran_id: unknown.to_owned() };
        let nothing = ict.call::<AdminFPXManualRequery>(request()).await.expect_err("unknown");
        assert_eq!(nothing.code(), Code::TransactionNotFound);
        let nothing = ict.call::<GetFpxRequeryData>(request()).await.expect_err("unknown");
        assert_eq!(nothing.code(), Code::TransactionNotFound);
    }
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_has_at_most_one_enquiry_in_progress() {
    let world = World::start().await;
    let paying = world.pay().await;
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let request = || RequeryRequest { merchant_tran_id: paying.order_no().to_owned() };
    sql::run(world.portal.pool(), "update fpx_request set asking_until = sent_at + interval '2 minutes'", &[]).await;
    let refused = ict.call::<AdminFPXManualRequery>(request()).await.expect_err("another enquiry is in progress");
    assert_eq!((refused.status, refused.code()), (409, Code::EnquiryInProgress));
    assert_eq!(world.verdicts(&paying).await, ["request sent"]);
    // The process that sent the enquiry was killed.
    world.portal.advance(TimeDelta::minutes(2));
    for _ in 0..2 {
        ict.call::<AdminFPXManualRequery>(request()).await.expect("one after the other");
    }
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_enquiry_that_is_asked_for_during_another_comes_next() {
    let world = World::start().await;
    let paying = world.pay().await;
    let app = &world.portal.app;
    let is_due = async |asks_again: bool| {
        let asked = requery::ask(app, paying.order_no()).await.expect("an answer");
        if asks_again {
            let query = "update fpx_request set next_requery_at = asking_until - interval '2 minutes'";
            sql::run(world.portal.pool(), query, &[]).await;
        }
        let mut tx = world.portal.pool().begin().await.expect("a transaction");
        requery::settle(&app.context(), &mut tx, &asked.request, Some(asked.answer)).await.expect("settled");
        tx.commit().await.expect("settled");
        let query = "select next_requery_at <= $1 and asking_until is null from fpx_request";
        sql::value::<bool>(world.portal.pool(), query, &[&app.now().utc()]).await
    };
    assert!(!is_due(false).await);
    assert!(is_due(true).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unanswered_enquiry_blocks_no_other() {
    let portal = Portal::with_people_and(&["--fpx-url", NOWHERE]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(given::fpx(&bills, "100.00")).await.expect("the list of banks is fresh");
    let ict = portal.sign_in_staff("ict@utility.example").await;
    for _ in 0..2 {
        let asked = RequeryRequest { merchant_tran_id: made.transaction_no.to_string() };
        let refused = ict.call::<AdminFPXManualRequery>(asked).await.expect_err("the gateway does not answer");
        assert_eq!((refused.status, refused.code()), (503, Code::GatewayUnavailable));
    }
}
