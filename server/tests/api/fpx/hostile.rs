//! Messages that are forged, altered, repeated, out of order, or about another payment.

use gridbill::fpx::{Signed, SigningKey};
use gridbill_core::payments::Status;

use super::world::World;
use crate::support::portal::until;

const ID: &str = "2611201200000001";
const OTHER: &str = "2611201200000002";

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_are_not_from_fpx_change_nothing() {
    let world = World::start().await;
    let paying = world.make().await;
    let genuine = world.confirmation(&paying, "00", ID).await;
    let stranger = SigningKey::generate().expect("a key").sign(genuine.message.clone()).expect("a signature");
    let altered = Signed { message: genuine.message.clone().with("txnAmount", "1.00"), ..genuine.clone() };
    let unsigned = Signed { checksum: String::new(), ..genuine.clone() };
    let sign = |field: &str, value: &str| {
        world.fpx_key.sign(genuine.message.clone().with(field, value)).expect("a signature").body()
    };
    let twice = format!("{}&fpx_debitAuthCode=00", genuine.body());
    let long = format!("{}&note={}", genuine.body(), "x".repeat(20_000));
    for (body, status, what) in [
        (stranger.body().into_bytes(), 400, "another's key"),
        (altered.body().into_bytes(), 400, "altered"),
        (unsigned.body().into_bytes(), 400, "not signed"),
        (sign("txnAmount", "199.99").into_bytes(), 400, "signed, another amount"),
        (sign("txnCurrency", "USD").into_bytes(), 400, "signed, another currency"),
        (sign("sellerId", "SE00099999").into_bytes(), 400, "signed, another seller"),
        (sign("sellerExOrderNo", "P2611209999999").into_bytes(), 404, "signed, no order of ours"),
        (sign("sellerExOrderNo", "x\0y").into_bytes(), 400, "signed, no order number at all"),
        (twice.into_bytes(), 400, "a field twice"),
        (long.into_bytes(), 400, "too long"),
        (Vec::new(), 400, "empty"),
        (b"hello".to_vec(), 400, "no form"),
        (b"fpx_msgType=AC&\0\xff\xfe=\xc3".to_vec(), 400, "no text"),
    ] {
        for way in ["direct", "indirect"] {
            let (signed, rejected) = world.count_messages().await;
            let (answered, _, text) = world.post(way, body.clone()).await;
            assert_eq!(answered, if way == "direct" { status } else { 303 }, "{what}: {text}");
            assert_ne!(text, "OK", "{what}");
            let kept = world.count_messages().await;
            assert_eq!(kept.0 + kept.1, signed + rejected + 1, "{what} is stored");
            assert_eq!(kept.0 > signed, what.starts_with("signed"), "{what} is stored in the right table");
        }
    }
    assert_eq!(world.status(&paying).await, Status::PaymentInitiated);
    assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentInitiated]);
    // Messages signed by FPX with other values than requested raise an alert.
    let alerts: Vec<String> =
        world.alerts(&paying).await.into_iter().map(|(kind, what)| format!("{kind}: {what}")).collect();
    assert_eq!(alerts, ["txnAmount", "txnCurrency", "sellerId"].map(|field| format!("otherField: {field}")));
    assert!(world.direct(&genuine).await, "the genuine message is still accepted");
    assert_eq!(world.status(&paying).await, Status::Paid);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_is_final() {
    let world = World::start().await;
    let paying = world.make().await;
    let approved = world.confirmation(&paying, "00", ID).await;
    assert!(world.direct(&approved).await);
    for code in ["99", "00", "58", "1A", "09", "XN", "ZZ"] {
        assert!(world.direct(&world.confirmation(&paying, code, ID).await).await, "{code} is answered OK");
        assert_eq!(world.status(&paying).await, Status::Paid, "{code}");
    }
    assert_eq!(world.receipts(&paying).await, 1);
    let verdicts = world.verdicts(&paying).await;
    assert_eq!(verdicts[1..4], ["direct applied", "direct ignored", "direct repeated"]);
    // A second approval under another number: FPX may have taken the money twice.
    assert!(world.direct(&world.confirmation(&paying, "00", OTHER).await).await);
    let (kind, detail) = world.alerts(&paying).await.pop().expect("an alert");
    assert_eq!((kind.as_str(), detail.as_str()), ("paidTwice", OTHER));
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_copies_of_a_confirmation_count_once() {
    let world = World::start().await;
    let paying = world.make().await;
    let approved = world.confirmation(&paying, "00", ID).await;
    let sent = futures::future::join_all((0..40).map(|_| world.direct(&approved))).await;
    assert!(sent.into_iter().all(|ok| ok), "each is answered OK");
    assert_eq!(world.receipts(&paying).await, 1);
    let verdicts = world.verdicts(&paying).await;
    assert_eq!(verdicts.iter().filter(|verdict| *verdict == "direct applied").count(), 1);
    assert_eq!(verdicts.iter().filter(|verdict| *verdict == "direct repeated").count(), 39);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_second_request_does_not_end_the_first() {
    let world = World::start().await;
    let paying = world.pay().await;
    world.fault(&paying, "lose").await;
    world.maker(&paying, "confirm").await;
    // The payer went back and posted the form again, which FPX refuses. A job asks immediately and learns that the
    // first request awaits the authorizer.
    assert!(world.direct(&world.confirmation(&paying, "XN", OTHER).await).await);
    assert_eq!(world.status(&paying).await, Status::PaymentInitiated);
    world.portal.work();
    world.becomes(&paying, Status::FpxPending).await;
    assert_eq!(world.alerts(&paying).await, [("answerCode".to_owned(), "XN".to_owned())]);
    // A refusal under another number than the bank's is about another request.
    assert!(world.direct(&world.confirmation(&paying, "58", OTHER).await).await);
    world.authorizer(&paying, "approve").await;
    world.becomes(&paying, Status::Paid).await;
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_request_fails_if_fpx_knows_no_other() {
    let world = World::start().await;
    let paying = world.make().await;
    assert!(world.direct(&world.confirmation(&paying, "XC", ID).await).await);
    assert_eq!(world.status(&paying).await, Status::PaymentInitiated);
    world.portal.work();
    world.becomes(&paying, Status::Failed).await;
    assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentRequired]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_system_error_fails_the_payment_and_alerts_staff() {
    let world = World::start().await;
    for code in ["XW", "92", "ZZ"] {
        let paying = world.make().await;
        assert!(world.direct(&world.confirmation(&paying, code, ID).await).await);
        assert_eq!(world.status(&paying).await, Status::Failed);
        assert_eq!(world.alerts(&paying).await, [("answerCode".to_owned(), code.to_owned())]);
    }
    world.holds().await;
}

/// Each fault of the sandbox in turn, on the way to an approval.
#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_the_sandbox() {
    let world = World::start().await;
    for fault in ["duplicate", "reorder", "delay", "forge", "amount", "amountUnsigned"] {
        let paying = world.pay().await;
        world.fault(&paying, fault).await;
        world.maker(&paying, "confirm").await;
        if fault != "reorder" {
            world.becomes(&paying, Status::FpxPending).await;
        }
        // For `reorder` the sandbox already delays a message, and it delays only one at a time.
        if fault != "reorder" {
            world.fault(&paying, fault).await;
        }
        world.authorizer(&paying, "approve").await;
        world.becomes(&paying, Status::Paid).await;
        assert_eq!(world.receipts(&paying).await, 1, "{fault}");
        if ["forge", "amount", "amountUnsigned"].contains(&fault) {
            until("the false messages are stored", async || {
                let kept = if fault == "amount" {
                    let verdicts = world.verdicts(&paying).await;
                    verdicts.iter().filter(|verdict| *verdict == "direct mismatch").count()
                } else {
                    world.rejected(&paying).await
                };
                (kept == 2).then_some(())
            })
            .await;
        }
    }
    world.holds().await;
}
