use std::time::Duration;

use axum::http::StatusCode;
use gridbill_core::Money;
use gridbill_core::payments::fpx::Verdict;
use serde_json::{Value, json};

use super::harness::{World, codes};
use crate::fpx::{Enquiry, Mismatch, NotConfirmed, Order};

async fn enquire(world: &World, order: &Order) -> (bool, String, Verdict) {
    let exchanged = world.gateway.enquire(order).await.expect("an answer");
    let Enquiry::Answer(received) = exchanged.answer else { panic!("{}", exchanged.received) };
    let confirmation = received.confirmation().expect("a confirmation");
    (confirmation.matches(order).is_ok(), confirmation.fpx_txn_id().to_owned(), confirmation.verdict())
}

#[tokio::test]
async fn a_maker_and_an_authorizer_pay() {
    let world = World::start(|_| {});
    let unsent = world.request("GB-1").order;
    assert_eq!(enquire(&world, &unsent).await, (true, String::new(), Verdict::NeverReached));

    let (start, page) = world.pay("GB-1").await;
    let order = start.order;
    assert_eq!(page, "/bank/2611201200000001");
    let (status, html) = world.get(&page).await;
    assert_eq!(status, StatusCode::OK);
    for part in
        ["SANDBOX", "Sinar Jaya Sdn. Bhd.", "T-GB-1", "RM\u{a0}1,234.50", "/bank/terms", "Gridbill demo utility"]
    {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert_eq!(enquire(&world, &order).await.2, Verdict::InProgress);

    assert_eq!(world.post(&format!("{page}/sign-in"), json!({})).await.0, StatusCode::SEE_OTHER);
    assert!(world.get(&page).await.1.contains("Confirm RM\u{a0}1,234.50"));
    assert_eq!(world.post(&format!("{page}/confirm"), json!({})).await.0, StatusCode::SEE_OTHER);
    // A double click sends no second message.
    assert_eq!(world.post(&format!("{page}/confirm"), json!({})).await.0, StatusCode::SEE_OTHER);
    let heard = world.wait_for_messages(1).await;
    let pending = heard[0].confirmation().expect("a confirmation");
    assert_eq!((pending.verdict(), pending.matches(&order)), (Verdict::PendingAuthorizer, Ok(())));
    assert_eq!(pending.amount(), Money::from_sen(123_450));
    assert_eq!(enquire(&world, &order).await.2, Verdict::PendingAuthorizer);

    // The indirect channel carries the same message.
    let (_, shown) = world.get("/sandbox/api/payments/GB-1").await;
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let fields: Vec<(String, String)> = serde_json::from_value(shown["indirect"]["fields"].clone()).expect("fields");
    let indirect =
        world.gateway.read(serde_urlencoded::to_string(fields).expect("a form").as_bytes()).expect("a message");
    assert_eq!(indirect, heard[0]);
    let (_, looked_at) = world.get(&page).await;
    assert!(looked_at.contains(r#"name="fpx_checkSum""#));
    assert!(!looked_at.contains("data-return-after"), "whoever only looks stays");
    assert!(world.get(&format!("{page}?return")).await.1.contains(r#"data-return-after="2500""#), "the maker returns");

    assert!(world.get("/bank/authorizer").await.1.contains("Approve T-GB-1"));
    let (status, _) = world.post("/bank/authorizer/2611201200000001/approve", json!({})).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let heard = world.wait_for_messages(2).await;
    assert_eq!(codes(&heard), ["99", "00"]);
    assert_eq!(heard[1].confirmation().expect("a confirmation").verdict(), Verdict::Approved);
    assert_eq!(enquire(&world, &order).await, (true, "2611201200000001".to_owned(), Verdict::Approved));
    assert_eq!(world.authorizer("GB-1", "reject").await, StatusCode::CONFLICT);
    assert_eq!(world.authorizer("GB-2", "reject").await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn maker_and_authorizer_can_end_a_payment_otherwise() {
    let world = World::start(|_| {});
    for (order_no, maker, authorizer, code) in [
        ("A", "cancel", None, "1C"),
        ("B", "timeout", None, "1A"),
        ("C", "confirm", Some("reject"), "58"),
        ("D", "confirm", Some("expire"), "1A"),
    ] {
        let (start, _) = world.pay(order_no).await;
        assert_eq!(world.authorizer(order_no, "approve").await, StatusCode::CONFLICT, "the maker comes first");
        assert_eq!(world.maker(order_no, maker).await, StatusCode::OK);
        if let Some(action) = authorizer {
            assert_eq!(world.authorizer(order_no, action).await, StatusCode::OK);
        }
        let verdict = gridbill_core::payments::fpx::verdict(code);
        assert_eq!(enquire(&world, &start.order).await.2, verdict, "{order_no}");
    }
    let (_, page) = world.pay("E").await;
    world.post(&format!("{page}/sign-in"), json!({})).await;
    world.post(&format!("{page}/cancel"), json!({})).await;
    let mut heard = world.wait_for_messages(7).await;
    heard.sort_by_key(|received| received.unverified().source());
    let by_order = |order_no: &str| {
        let mine: Vec<_> =
            heard.iter().filter(|received| received.unverified().get("sellerExOrderNo") == order_no).cloned().collect();
        let mut codes: Vec<String> = codes(&mine).into_iter().map(str::to_owned).collect();
        codes.sort();
        codes
    };
    assert_eq!(by_order("A"), ["1C"]);
    assert_eq!(by_order("C"), ["58", "99"]);
    assert_eq!(by_order("D"), ["1A", "99"]);
    assert_eq!(by_order("E"), ["1L"]);
}

#[tokio::test]
async fn sessions_end_by_themselves() {
    let short = Duration::from_millis(80);
    let world = World::start(|config| {
        config.session_timeout = short;
        config.authorizer_timeout = Duration::from_millis(250);
    });
    world.pay("A").await;
    assert_eq!(codes(&world.wait_for_messages(1).await), ["1A"]);
    world.pay("B").await;
    assert_eq!(world.maker("B", "confirm").await, StatusCode::OK);
    assert_eq!(codes(&world.wait_for_messages(3).await), ["1A", "99", "1A"]);
}

#[tokio::test]
async fn fpx_repeats_itself_until_it_hears_ok() {
    let world = World::start(|_| {});
    world.pay("A").await;
    world.refuse_next(3);
    world.maker("A", "confirm").await;
    assert_eq!(codes(&world.wait_for_messages(4).await), ["99"; 4]);
    world.refuse_next(100);
    world.authorizer("A", "approve").await;
    // One message and five repeats, then FPX gives up.
    assert_eq!(codes(&world.wait_for_messages(10).await)[4..], ["00"; 6]);
}

#[tokio::test]
async fn unacknowledged_confirmations_are_sent_after_a_restart() {
    let mut world = World::start(|config| config.repeats = vec![]);
    let (start, page) = world.pay("A").await;
    world.refuse_next(1);
    world.maker("A", "confirm").await;
    world.pay("B").await;
    world.wait_for_messages(1).await;
    world.restart().await;
    assert_eq!(codes(&world.wait_for_messages(2).await), ["99", "99"]);
    assert_eq!(world.authorizer("A", "approve").await, StatusCode::OK);
    assert_eq!(codes(&world.wait_for_messages(3).await)[2], "00");
    world.restart().await;
    world.wait_for_messages(3).await;
    assert_eq!(enquire(&world, &start.order).await.2, Verdict::Approved);
    assert!(world.get(&page).await.1.contains("The payment is approved"));
    assert_eq!(world.maker("B", "cancel").await, StatusCode::OK);
    let (_, next) = world.pay("C").await;
    assert_ne!(page, next);
}

#[tokio::test]
async fn faults_on_request() {
    let world = World::start(|_| {});
    let (start, _) = world.pay("A").await;
    world.fault("A", "forge").await;
    world.maker("A", "confirm").await;
    let heard = world.wait_for_messages(2).await;
    assert_eq!(codes(&heard), ["00", "99"]);
    assert_eq!(heard[0].confirmation(), Err(NotConfirmed::BadSignature));
    assert!(heard[1].signature_ok());

    world.fault("A", "amount").await;
    world.fault("A", "amountUnsigned").await;
    world.authorizer("A", "approve").await;
    let heard = world.wait_for_messages(5).await;
    let altered = heard[2].confirmation().expect("rightly signed");
    assert_eq!(altered.matches(&start.order), Err(Mismatch { field: "txnAmount" }));
    assert_eq!(heard[3].unverified().get("txnAmount"), "1235.50");
    assert_eq!(heard[3].confirmation(), Err(NotConfirmed::BadSignature));
    assert_eq!(heard[4].confirmation().expect("genuine").matches(&start.order), Ok(()));

    world.pay("B").await;
    world.fault("B", "duplicate").await;
    world.maker("B", "confirm").await;
    assert_eq!(codes(&world.wait_for_messages(7).await)[5..], ["99", "99"]);
}

#[tokio::test]
async fn lost_late_and_overtaken() {
    let world = World::start(|config| config.delay = Duration::from_millis(400));
    let (start, _) = world.pay("A").await;
    world.fault("A", "lose").await;
    world.maker("A", "cancel").await;
    world.wait_for_messages(0).await;
    assert_eq!(enquire(&world, &start.order).await.2, Verdict::Declined);

    world.pay("B").await;
    world.fault("B", "delay").await;
    world.maker("B", "confirm").await;
    world.authorizer("B", "approve").await;
    assert_eq!(codes(&world.wait_for_messages(2).await), ["00", "99"], "the late one comes after");

    world.pay("C").await;
    world.fault("C", "reorder").await;
    world.maker("C", "confirm").await;
    world.authorizer("C", "approve").await;
    assert_eq!(codes(&world.wait_for_messages(4).await)[2..], ["00", "99"]);
    tokio::time::sleep(Duration::from_millis(450)).await;
    world.wait_for_messages(4).await;

    world.pay("D").await;
    world.fault("D", "reorder").await;
    world.maker("D", "cancel").await;
    assert_eq!(codes(&world.wait_for_messages(5).await)[4], "1C", "nothing followed that could overtake it");
}

#[tokio::test]
async fn the_bank_list_marks_offline_banks() {
    let world = World::start(|_| {});
    let banks = world.gateway.banks(Duration::from_mins(1)).await.expect("banks");
    assert_eq!(banks.len(), 27);
    let offline = |banks: &[gridbill_core::payments::Bank]| {
        banks.iter().filter(|bank| !bank.online).map(|bank| bank.bank_name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offline(&banks), ["UOB Regional"]);
    let (status, _) = world.post("/sandbox/api/banks/MBB0228", json!({ "online": false })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(world.post("/sandbox/api/banks/NOBODY", json!({ "online": false })).await.0, StatusCode::NOT_FOUND);
    // Within `max_age` the first answer is reused.
    assert_eq!(offline(&world.gateway.banks(Duration::from_mins(1)).await.expect("banks")), ["UOB Regional"]);
    assert_eq!(offline(&world.gateway.banks(Duration::ZERO).await.expect("banks")), ["Maybank2E", "UOB Regional"]);
}
