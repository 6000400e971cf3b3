use super::*;
use crate::fpx::receive::NotConfirmed;

fn bank() -> BankId {
    BankId::parse("TEST0021").expect("an id")
}

fn key() -> SigningKey {
    SigningKey::generate().expect("a key")
}

fn gateway(fpx: &SigningKey, exchange: &SigningKey) -> Gateway {
    Gateway::new(GatewayConfig {
        base_url: "https://fpx.example/FPXMain".parse().expect("an address"),
        exchange_id: "EX00000001".into(),
        seller_id: "SE00000001".into(),
        seller_bank_code: "01".into(),
        signing_key: exchange.clone(),
        fpx_keys: VerifyingKeys { current: fpx.verifying_key().expect("a key"), standby: None },
        timeout: Duration::from_secs(10),
    })
    .expect("a gateway")
}

fn order_of(gateway: &Gateway) -> Order {
    gateway.authorization_request(&payment(&bank())).expect("a request").order
}

fn payment(bank_id: &BankId) -> NewPayment<'_> {
    NewPayment {
        exchange_order_no: "GB-1",
        order_no: "T-1",
        // In the evening in UTC, when it is already the next morning in Kuala Lumpur.
        at: Instant::parse("2026-11-20T23:13:20Z").expect("an instant"),
        amount: Money::from_sen(123_450),
        bank_id,
        buyer_email: "payer@sinar.example",
        buyer_name: "Sinar | Jaya Sdn. Bhd.",
        maker_name: "Nur'ain",
        description: "Electricity bills, November 2026, 3 batches",
    }
}

#[test]
fn the_request_has_the_fields_that_fpx_requires() {
    let (fpx, exchange) = (key(), key());
    let start = gateway(&fpx, &exchange).authorization_request(&payment(&bank())).expect("a request");
    assert_eq!(start.redirect.url, "https://fpx.example/FPXMain/seller2DReceiver.jsp");
    assert_eq!(
        start.order.request().source(),
        "||TEST0021|payer@sinar.example|||Sinar Jaya Sdn. Bhd.|Nur ain|02|AR|Electricity bills November 202|01|\
         EX00000001|GB-1|SE00000001|T-1|20261121071320|1234.50|MYR|7.0"
    );
    let fields: Vec<_> = start.redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
    let body = serde_urlencoded::to_string(fields).expect("a form");
    let signed = Signed::parse(body.as_bytes()).expect("a message");
    assert_eq!(&signed.message, start.order.request());
    assert!(VerifyingKeys { current: exchange.verifying_key().expect("a key"), standby: None }.verify(&signed));
}

#[test]
fn its_address_is_given_with_or_without_the_folder() {
    let (fpx, exchange) = (key(), key());
    for base in
        ["https://fpx.example", "https://fpx.example/", "https://fpx.example/FPXMain", "https://fpx.example/FPXMain/"]
    {
        let config = GatewayConfig { base_url: base.parse().expect("an address"), ..gateway(&fpx, &exchange).config };
        let gateway = Gateway::new(config).expect("a gateway");
        let address = gateway.address("RetrieveBankList").expect("an address");
        assert_eq!(address.as_str(), "https://fpx.example/FPXMain/RetrieveBankList");
        assert_eq!(gateway.origin(), "https://fpx.example");
    }
}

#[test]
fn requests_that_fpx_would_refuse_are_not_sent() {
    let gateway = gateway(&key(), &key());
    let refused = |payment: NewPayment<'_>| match gateway.authorization_request(&payment) {
        Err(GatewayError::Field(field)) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(NewPayment { amount: Money::ZERO, ..payment(&bank()) }), "txnAmount");
    assert_eq!(refused(NewPayment { amount: Money::from_sen(-100), ..payment(&bank()) }), "txnAmount");
    assert_eq!(refused(NewPayment { exchange_order_no: "a&b", ..payment(&bank()) }), "sellerExOrderNo");
    assert_eq!(refused(NewPayment { order_no: "", ..payment(&bank()) }), "sellerOrderNo");
    let separated = Gateway::sign(&gateway, approved(&order_of(&gateway)).with("buyerName", "X|00"));
    assert!(matches!(separated, Err(GatewayError::Field("buyerName"))));
    let long = format!("{}@x.example", "a".repeat(50));
    let start =
        gateway.authorization_request(&NewPayment { buyer_email: &long, ..payment(&bank()) }).expect("a request");
    assert_eq!(start.order.get("buyerEmail"), "");
}

#[test]
fn only_messages_signed_by_fpx_are_confirmations() {
    let (fpx, exchange) = (key(), key());
    let gateway = gateway(&fpx, &exchange);
    let order = gateway.authorization_request(&payment(&bank())).expect("a request").order;
    let answer = approved(&order);

    let signed = fpx.sign(answer.clone()).expect("a signature");
    let received = gateway.read(signed.body().as_bytes()).expect("a message");
    assert!(received.signature_ok());
    let confirmation = received.confirmation().expect("a confirmation");
    assert_eq!(confirmation.matches(&order), Ok(()));
    assert_eq!(confirmation.amount(), Money::from_sen(123_450));

    // The portal's own key is not FPX's, although every payer's browser carries text that it signed.
    let forged = exchange.sign(answer.clone()).expect("a signature");
    let received = gateway.read(forged.body().as_bytes()).expect("a message");
    assert_eq!(received.confirmation(), Err(NotConfirmed::BadSignature));

    let nonsense = fpx.sign(answer.with("txnAmount", "free")).expect("a signature");
    let received = gateway.read(nonsense.body().as_bytes()).expect("a message");
    assert_eq!(received.confirmation(), Err(NotConfirmed::Malformed("txnAmount")));
    let declined = fpx.sign(approved(&order).with("debitAuthCode", "51").with("buyerName", "X|00|1|00"));
    let received = gateway.read(declined.expect("a signature").body().as_bytes()).expect("a message");
    assert_eq!(received.confirmation(), Err(NotConfirmed::Malformed("buyerName")));
}

/// FPX's confirmation of a payment whose money was taken.
fn approved(order: &Order) -> Message {
    Message::new(Kind::Ac, |field| match field {
        "debitAuthCode" => "00".into(),
        "fpxTxnId" => "2611210713200001".into(),
        "fpxTxnTime" => "20261121071320".into(),
        other => order.get(other).into(),
    })
}

/// A gateway whose FPX gives this answer to every request.
async fn answered_with(fpx: &SigningKey, status: u16, answer: String) -> Gateway {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base_url = format!("http://{}", listener.local_addr().expect("an address")).parse().expect("an address");
    let status = axum::http::StatusCode::from_u16(status).expect("a status");
    let app = axum::Router::new().fallback(move || async move { (status, answer) });
    tokio::spawn(async move { axum::serve(listener, app).await });
    Gateway::new(GatewayConfig { base_url, ..gateway(fpx, &key()).config }).expect("a gateway")
}

fn bank_list(exchange_id: &str) -> Message {
    Message::new(Kind::Bc, |field| match field {
        "bankList" => "RHB0218~A,TEST0021~B".into(),
        "sellerExId" => exchange_id.into(),
        _ => B2B1.into(),
    })
}

#[tokio::test]
async fn only_a_signed_bank_list_is_accepted() {
    let fpx = key();
    let signed = |key: &SigningKey, exchange_id| key.sign(bank_list(exchange_id)).expect("a signature").body();
    let genuine = answered_with(&fpx, 200, format!("\n{}\r\n", signed(&fpx, "EX00000001"))).await;
    assert_eq!(genuine.bank_list().await.expect("banks").len(), 2);
    for answer in [signed(&key(), "EX00000001"), signed(&fpx, "EX00000002")] {
        let forged = answered_with(&fpx, 200, answer).await;
        assert!(matches!(forged.bank_list().await, Err(GatewayError::NotFpx)));
    }
    let failing = answered_with(&fpx, 500, signed(&fpx, "EX00000001")).await;
    assert!(matches!(failing.bank_list().await, Err(GatewayError::Status(500))));
    for nonsense in ["ERROR".to_owned(), "<html>maintenance</html>".to_owned(), "x".repeat(100_000)] {
        let broken = answered_with(&fpx, 200, nonsense).await;
        assert!(matches!(broken.bank_list().await, Err(GatewayError::Unreadable(_))));
    }
}

#[tokio::test]
async fn an_enquiry_distinguishes_an_error_from_a_forged_answer() {
    let fpx = key();
    let order = gateway(&fpx, &key()).authorization_request(&payment(&bank())).expect("a request").order;
    for word in ["ERROR", "\r\nerror: busy\n", "", " \n"] {
        let exchanged = answered_with(&fpx, 200, word.to_owned()).await.enquire(&order).await.expect("an answer");
        assert!(matches!(exchanged.answer, Enquiry::Error(_)), "{word:?}");
        assert_eq!(exchanged.received, word, "kept as it came");
    }
    let forged = key().sign(approved(&order)).expect("a signature").body();
    let exchanged = answered_with(&fpx, 200, forged).await.enquire(&order).await.expect("an answer");
    let Enquiry::Answer(received) = exchanged.answer else { panic!("an answer") };
    assert_eq!(received.confirmation(), Err(NotConfirmed::BadSignature));
    let page = answered_with(&fpx, 200, "<html>maintenance</html>".to_owned()).await;
    assert!(matches!(page.enquire(&order).await, Err(GatewayError::Unreadable(_))));
}
