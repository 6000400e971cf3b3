use axum::http::StatusCode;
use gridbill_core::Money;
use gridbill_core::payments::PaymentMethod;
use serde_json::json;

use super::harness::{World, codes, noon};
use super::{Sandbox, SandboxConfig, check};
use crate::fpx::message::{Kind, Message, Signed};
use crate::fpx::testing::scratch;
use crate::fpx::{Enquiry, GatewayError, SigningKey, ensure_keys};

/// A sandbox without a server, with one payment whose numbers are "known".
fn sandbox() -> (super::Shared, SigningKey) {
    let data = scratch("refusals");
    let url = |text: &str| text.parse().expect("a URL");
    let listen = "127.0.0.1:0".parse().expect("an address");
    let config =
        SandboxConfig::new(listen, data, url("http://merchant.example/d"), url("http://merchant.example/i"), noon);
    let key = SigningKey::load(&ensure_keys(&config.data).expect("keys").exchange_key).expect("a key");
    let sandbox = Sandbox::open(config).expect("a sandbox");
    let order = crate::fpx::Order::from_request(
        &valid_request().with("sellerExOrderNo", "known").with("sellerOrderNo", "known"),
    )
    .expect("an order");
    let stage = super::payment::Stage::Login;
    let payment =
        super::payment::Payment { fpx_txn_id: "1".into(), order, at: noon(), stage, code: None, acknowledged: false };
    sandbox.state().store(payment).expect("stored");
    sandbox.state().open = false;
    (sandbox, key)
}

fn valid_request() -> Message {
    Message::new(Kind::Ar, |field| {
        let value = match field {
            "sellerExId" => "EX00011982",
            "sellerId" => "SE00013501",
            "msgToken" => "02",
            "txnCurrency" => "MYR",
            "txnAmount" => "2.00",
            "buyerBankId" => "TEST0021",
            "sellerTxnTime" => "20261120120000",
            "sellerExOrderNo" | "sellerOrderNo" => "new",
            _ => "",
        };
        value.to_owned()
    })
}

#[test]
fn a_request_with_every_fault_is_refused_for_the_first_and_so_on() {
    let (sandbox, key) = sandbox();
    let refusal = |signed: &Signed| check::refusal(&sandbox, &sandbox.state(), signed);
    let mut wrong = Message::new(Kind::Ae, |field| match field {
        "sellerExOrderNo" | "sellerOrderNo" => "known".to_owned(),
        _ => "x".to_owned(),
    });
    assert_eq!(refusal(&Signed { message: wrong.clone(), checksum: "x".into() }), Some("XI"));
    wrong = wrong.with("sellerExId", "EX00011982");
    assert_eq!(refusal(&Signed { message: wrong.clone(), checksum: "x".into() }), Some("XC"));

    let mut signed_and = |code: Option<&str>, repair: &dyn Fn(Message) -> Message| {
        let signed = key.sign(wrong.clone()).expect("a signature");
        assert_eq!(refusal(&signed), code);
        wrong = repair(wrong.clone());
    };
    signed_and(Some("XS"), &|m| m.with("sellerId", "SE00013501"));
    signed_and(Some("XM"), &|m| m.with("msgToken", "02"));
    signed_and(Some("XT"), &|m| Message::new(Kind::Ar, |field| m.get(field).to_owned()));
    signed_and(Some("47"), &|m| m.with("txnCurrency", "MYR"));
    for amount in ["-5.00", "5", "5.0", "5.000", "1,234.00", "", "12345678901234567.00", "1.99"] {
        signed_and(Some("13"), &|m| m.with("txnAmount", amount));
    }
    let most = PaymentMethod::Fpx.limits().1.expect("a limit");
    let above = most.plus(Money::from_sen(1)).expect("more");
    signed_and(Some("2A"), &|m| m.with("txnAmount", &above.to_string()));
    signed_and(Some("48"), &|m| m.with("txnAmount", &most.to_string()));
    signed_and(Some("92"), &|m| m.with("buyerBankId", "UOB0228"));
    signed_and(Some("BB"), &|m| m.with("buyerBankId", "TEST0021"));
    signed_and(Some("OE"), &|m| m);
    sandbox.state().open = true;
    signed_and(Some("XN"), &|m| m.with("sellerExOrderNo", "new"));
    signed_and(Some("45"), &|m| m.with("sellerOrderNo", "new"));
    signed_and(Some("XW"), &|m| m.with("sellerTxnTime", "20261120105959"));
    signed_and(Some("XW"), &|m| m.with("sellerTxnTime", "20261120130000"));
    signed_and(None, &|m| m.with("sellerTxnTime", "20261120110000"));
    signed_and(None, &|m| m);
    std::fs::remove_dir_all(&sandbox.config.data).expect("cleared");
}

#[tokio::test]
async fn the_merchant_hears_of_a_refusal_and_the_payer_is_taken_back() {
    let world = World::start(|_| {});
    world.post("/sandbox/api/banks/TEST0021", json!({ "online": false })).await;
    let start = world.request("A");
    let fields: Vec<_> = start.redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
    let answer = world.client.post(&start.redirect.url).form(&fields).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let html = answer.text().await.expect("text");
    assert!(html.contains("This bank is offline") && html.contains("fpx_checkSum"), "{html}");
    let heard = world.wait_for_messages(1).await;
    assert_eq!(codes(&heard), ["BB"]);
    assert_eq!(heard[0].confirmation().expect("a confirmation").matches(&start.order), Ok(()));
    assert!(world.get("/sandbox/api/payments/A").await.1.contains(r#""code":"BB""#));
}

#[tokio::test]
async fn a_repeated_or_forged_request_leaves_the_payment_alone() {
    let world = World::start(|_| {});
    let (start, _) = world.pay("A").await;
    let mut fields: Vec<_> =
        start.redirect.fields.iter().map(|field| (field.name.clone(), field.value.clone())).collect();
    let again = world.client.post(&start.redirect.url).form(&fields).send().await.expect("an answer");
    assert!(again.text().await.expect("text").contains("already sent"));
    assert_eq!(codes(&world.wait_for_messages(1).await), ["XN"]);
    for (name, value) in &mut fields {
        if name == "fpx_buyerName" {
            "Somebody else".clone_into(value);
        }
    }
    world.client.post(&start.redirect.url).form(&fields).send().await.expect("an answer");
    let heard = world.wait_for_messages(2).await;
    assert_eq!(codes(&heard), ["XN", "XC"]);
    assert_eq!(world.maker("A", "confirm").await, StatusCode::OK);
}

#[tokio::test]
async fn strangers_learn_nothing() {
    let world = World::start(|_| {});
    let (start, _) = world.pay("A").await;
    let nobody = SigningKey::generate().expect("a key");
    let forged = nobody.sign(start.order.enquiry()).expect("a signature").body();
    for body in [forged, "nonsense".to_owned(), String::new()] {
        let request = world.client.post(format!("{}/FPXMain/sellerNVPTxnStatus.jsp", world.base)).body(body);
        assert_eq!(request.send().await.expect("an answer").text().await.expect("text"), "ERROR");
    }
    // An enquiry with another amount does not match the payment.
    let other =
        crate::fpx::Order::from_request(&start.order.request().clone().with("txnAmount", "1.00")).expect("an order");
    let exchanged = world.gateway.enquire(&other).await.expect("an answer");
    assert_eq!(exchanged.answer, Enquiry::Error("ERROR".into()));
    assert!(exchanged.sent.contains("fpx_msgType=AE") && exchanged.sent.contains("fpx_checkSum="));
    let (status, _) = world.get("/bank/nonsense").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_gateway_that_cannot_be_reached_is_an_error() {
    let world = World::start(|_| {});
    let order = world.request("A").order;
    let gateway = world.gateway.clone();
    drop(world);
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    assert!(matches!(gateway.enquire(&order).await, Err(GatewayError::Unreachable(_))));
    assert!(matches!(gateway.bank_list().await, Err(GatewayError::Unreachable(_))));
}
