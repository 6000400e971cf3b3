//! Payments from the portal to the bank and back, as users experience them.

use gridbill_core::Language;
use gridbill_core::downloads::GetAuditPack;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::packs::{Outcome, PackRule, VerifyOptions, verify};
use gridbill_core::payments::{GetPaymentDetails, Live, MakePayment, Status};
use serde_json::json;

use super::world::World;
use crate::support::given;

#[tokio::test(flavor = "multi_thread")]
async fn the_authorizer_approves() {
    let world = World::start().await;
    let paying = world.pay().await;
    assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentInitiated]);
    world.maker(&paying, "confirm").await;
    world.becomes(&paying, Status::FpxPending).await;
    assert_eq!(world.bill_statuses(&paying).await, [Status::FpxPending]);
    world.authorizer(&paying, "approve").await;
    world.becomes(&paying, Status::Paid).await;
    assert_eq!(world.bill_statuses(&paying).await, [Status::Paid]);
    assert_eq!(world.receipts(&paying).await, 1);
    assert_eq!(world.verdicts(&paying).await, ["request sent", "direct applied", "direct applied"]);
    assert!(world.at_bank(&paying).await["acknowledged"].as_bool().expect("a flag"));
    world.holds().await;
}

/// Each other ending, with the resulting status. Afterwards the bills are payable again.
#[tokio::test(flavor = "multi_thread")]
async fn the_other_endings() {
    let world = World::start().await;
    for (steps, ends) in [
        (&["maker cancel"][..], Status::FpxDeclined),
        (&["maker timeout"], Status::Failed),
        (&["maker confirm", "authorizer reject"], Status::FpxDeclined),
        // Every answer after 99 except 00 means declined (docs/domain/payments.md#transitions).
        (&["maker confirm", "authorizer expire"], Status::FpxDeclined),
    ] {
        let paying = world.pay().await;
        for step in steps {
            let (who, action) = step.split_once(' ').expect("who and what");
            match who {
                "maker" => world.maker(&paying, action).await,
                _ => world.authorizer(&paying, action).await,
            }
            if action == "confirm" {
                world.becomes(&paying, Status::FpxPending).await;
            }
        }
        world.becomes(&paying, ends).await;
        assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentRequired], "{steps:?}");
        assert_eq!(world.receipts(&paying).await, 0);
        let details = world.payer.call_raw::<GetPaymentDetails>(json!({ "transactionNo": paying.made.transaction_no }));
        assert_eq!(details.await.expect("details")["isCancelled"], json!(steps == ["maker cancel"]), "{steps:?}");
        let again = world.payer.call::<MakePayment>(given::fpx(&paying.bills, "200.00")).await.expect("payable again");
        assert_eq!(again.status, Status::PaymentInitiated);
    }
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_returns_to_the_result() {
    let world = World::start().await;
    let paying = world.pay().await;
    world.fault(&paying, "lose").await;
    world.maker(&paying, "confirm").await;
    let at_bank = world.at_bank(&paying).await;
    let fields: Vec<(String, String)> =
        serde_json::from_value(at_bank["indirect"]["fields"].clone()).expect("the form");
    let body = serde_urlencoded::to_string(&fields).expect("a form");
    let result = format!("http://127.0.0.1:8080/billPayment/transactions/{}/result", paying.order_no());
    // The direct message is lost. The same message through the browser is accepted, and a repetition changes nothing.
    assert_eq!(world.post("indirect", body.clone()).await, (303, Some(result.clone()), String::new()));
    assert_eq!(world.status(&paying).await, Status::FpxPending);
    assert_eq!(world.post("indirect", body.clone()).await, (303, Some(result), String::new()));
    assert_eq!(world.verdicts(&paying).await, ["request sent", "indirect applied", "indirect repeated"]);
    // A forged message through the browser is ignored, and the browser is sent to the list.
    let forged = body.replace("fpx_debitAuthCode=99", "fpx_debitAuthCode=00");
    let list = Some("http://127.0.0.1:8080/billPayment/transactions".to_owned());
    assert_eq!(world.post("indirect", forged).await, (303, list.clone(), String::new()));
    assert_eq!(world.post("indirect", "nonsense").await, (303, list, String::new()));
    assert_eq!(world.status(&paying).await, Status::FpxPending);
    world.holds().await;
}

/// If the portal fails to process the message, the user sees their payments and no error. The message is stored, and
/// FPX sends it again.
#[tokio::test(flavor = "multi_thread")]
async fn the_browser_returns_to_the_list_if_its_message_is_broken() {
    let world = World::start().await;
    let paying = world.make().await;
    let approved = world.confirmation(&paying, "00", "2611201200000001").await;
    // Damage the stored request so that it cannot be parsed.
    world.portal.damage(r#"update fpx_request set fields = jsonb_set(fields, '{0,0}', '"nothing"')"#).await;
    let list = Some("http://127.0.0.1:8080/billPayment/transactions".to_owned());
    assert_eq!(world.post("indirect", approved.body()).await, (303, list, String::new()));
    let (status, _, text) = world.post("direct", approved.body()).await;
    assert!(status == 500 && text != "OK", "{status} {text}");
    assert_eq!(world.verdicts(&paying).await, ["request sent", "indirect broken", "direct broken"]);
    assert_eq!(world.status(&paying).await, Status::PaymentInitiated);
    world.portal.damage(r#"update fpx_request set fields = jsonb_set(fields, '{0,0}', '"buyerAccNo"')"#).await;
    assert!(world.direct(&approved).await, "it is accepted as soon as it can be processed");
    assert_eq!(world.status(&paying).await, Status::Paid);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_hears_of_it() {
    let world = World::start().await;
    let paying = world.pay().await;
    let mut events = world.payer.open(Live::ENTRY.path()).await;
    world.maker(&paying, "confirm").await;
    let mut heard = String::new();
    let listening = async {
        while let Some(chunk) = events.chunk().await.expect("the stream") {
            heard.push_str(&String::from_utf8_lossy(&chunk));
            if heard.contains(r#""payments","bills","gateway""#) {
                return true;
            }
        }
        false
    };
    let heard_it = tokio::time::timeout(std::time::Duration::from_secs(10), listening).await;
    assert_eq!(heard_it.ok(), Some(true), "{heard}");
}

/// A payment that FPX has no record of keeps its status but becomes cancellable. Its open page is notified.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_is_notified_that_fpx_has_no_record() {
    const TOLD: &str = r#""topics":["gateway"]"#;
    let world = World::start().await;
    world.make().await;
    let mut events = world.payer.open(Live::ENTRY.path()).await;
    let mut heard = String::new();
    // The first notification may be merged with that of the payment's start.
    for minutes in [3, 3, 6] {
        assert_eq!(world.requery_after(minutes).await, 1);
        let listening = async {
            while !heard.contains(TOLD)
                && let Some(chunk) = events.chunk().await.expect("the stream")
            {
                heard.push_str(&String::from_utf8_lossy(&chunk));
            }
        };
        let _ = tokio::time::timeout(std::time::Duration::from_secs(5), listening).await;
    }
    assert!(heard.contains(TOLD), "{heard}");
}

/// The audit pack has FPX's messages, which core verifies with FPX's key.
#[tokio::test(flavor = "multi_thread")]
async fn the_audit_pack_proves_the_banks_confirmation() {
    let world = World::start().await;
    let paying = world.pay().await;
    world.maker(&paying, "confirm").await;
    world.authorizer(&paying, "approve").await;
    world.becomes(&paying, Status::Paid).await;
    let request = json!({ "transactionNo": paying.made.transaction_no });
    let (status, archive) = world.payer.send(&GetAuditPack::ENTRY, request).await;
    assert_eq!(status, 200);
    let found = verify(&archive, &VerifyOptions::default(), Language::En);
    let outcome = found.packs[0].rules.iter().find(|rule| rule.rule == PackRule::Bank).map(|rule| rule.outcome);
    assert_eq!(outcome, Some(Outcome::Holds), "{found:#?}");
}
