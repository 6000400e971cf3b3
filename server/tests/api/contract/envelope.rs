//! The envelope, both languages, and requests that cannot be parsed.

use gridbill_core::payments::MakePayment;
use gridbill_core::{Code, Language};
use serde_json::{Value, json};

use crate::support::given::{self, SINAR, eft};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, money};

const BILLS: &str = "/billpayment-svc/api/v1/Bills/GetOutstandingBills/3000000001";
const PAY: &str = "/billpayment-svc/api/v1/Payment/MakePayment";

/// Checks that an answer is a refusal in the envelope with exactly the expected fields. Returns its sentence.
#[track_caller]
fn refused(answer: &RawResponse, status: u16, code: &str) -> String {
    assert_eq!(answer.headers["content-type"], "application/json", "{}", answer.text());
    let body = answer.json();
    let names = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&body), ["Data", "Error"]);
    assert!(body["Data"].is_null());
    assert_eq!(names(&body["Error"]), ["code", "errorTopic", "errorMessage", "fields", "params"]);
    assert_eq!((answer.status, body["Error"]["code"].as_str()), (status, Some(code)), "{}", answer.text());
    body["Error"]["errorMessage"].as_str().expect("a sentence").to_owned()
}

/// Checks that all names in an answer begin with a lower-case letter. Only the envelope's own two names do not.
fn names_begin_small(value: &Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "{name}");
                names_begin_small(value);
            }
        }
        Value::Array(items) => items.iter().for_each(names_begin_small),
        _ => {}
    }
}

async fn portal() -> (Portal, RawClient, String) {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let (token, _) = wire.sign_in("payer@sinar.example").await;
    (portal, wire, bearer(&token))
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_travel_in_the_envelope() {
    let (portal, wire, payer) = portal().await;
    given::bills(portal.pool(), SINAR, 3, "1234.50").await;
    let answer = wire.send("POST", BILLS, &[("authorization", &payer)], "").await;
    assert_eq!((answer.status, &answer.headers["content-type"]), (200, &"application/json".parse().expect("a kind")));
    assert_eq!(answer.headers["cache-control"], "no-store");
    let body = answer.json();
    assert!(body["Error"].is_null() && body.as_object().is_some_and(|body| body.len() == 2));
    names_begin_small(&body["Data"]);
    assert_eq!(body["Data"]["total"], 3);
    assert!(body["Data"]["next"].is_null());
    let bill = &body["Data"]["items"][0];
    assert_eq!(bill["totalAmountPayable"], "1234.50");
    assert_eq!(bill["dueDate"], "2026-12-10");
    let card = BILLS.replace("GetOutstandingBills/", "GetOutstandingBillsCard/");
    let card = wire.send("POST", &card, &[("authorization", &payer)], "").await.json();
    assert_eq!(card["Data"]["asOf"], "2026-11-20T04:00:00.000Z");
    assert_eq!(card["Data"]["amountPayable"], "3703.50");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_speaks_the_callers_language() {
    let (portal, wire, payer) = portal().await;
    let english = "We could not find what you asked for.";
    let malay = "Kami tidak menemui apa yang anda minta.";
    for (accepted, sentence) in
        [("", english), ("en", english), ("ms", malay), ("ms-MY,ms;q=0.9,en;q=0.8", malay), ("fr", english)]
    {
        for path in ["/user-svc/api/v1/User/Nothing", "/account-svc", "/notification-svc/", "/portal/api/v2/Live"] {
            let answer = wire.send("GET", path, &[("accept-language", accepted)], "").await;
            assert_eq!(refused(&answer, 404, "notFound"), sentence, "{path} {accepted}");
        }
    }
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let mut request = serde_json::to_value(eft(&bills, "100.00")).expect("a request");
    request["referenceNumbers"] = json!([{ "number": "1234567890123456789", "amount": "100.00" }]);
    let asked = [("authorization", payer.as_str()), ("accept-language", "ms")];
    let answer = wire.send("POST", PAY, &asked, request.to_string()).await;
    assert_eq!(refused(&answer, 422, "eftNumberLength"), "Nombor rujukan EFT mempunyai paling banyak 18 aksara.");
    let field = answer.json()["Error"]["fields"][0].take();
    assert_eq!((&field["field"], &field["code"]), (&json!("referenceNumbers.0.number"), &json!("eftNumberLength")));
    assert_eq!(field["message"], "Nombor rujukan EFT mempunyai paling banyak 18 aksara.");
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_requests_are_refused_with_a_sentence() {
    let (_portal, wire, payer) = portal().await;
    let headers = [("authorization", payer.as_str())];
    for body in ["{\"id\":", "[1]", "\"text\"", "null", "not json", "{} {}"] {
        let answer = wire.send("POST", BILLS, &headers, body).await;
        let sentence = refused(&answer, 400, "unreadable");
        assert_eq!(sentence, "This request could not be read: the body is not a JSON object", "{body}");
    }
    let answer = wire.send("POST", BILLS, &headers, vec![b'{', 0xff, b'}']).await;
    refused(&answer, 400, "unreadable");
    for (body, field) in [
        (json!({ "recordCount": "many" }), "recordCount"),
        (json!({ "recordCount": -1 }), "recordCount"),
        (json!({ "recordCount": 2.5 }), "recordCount"),
        (json!({ "filter": { "overdue": "maybe" } }), "filter.overdue"),
        (json!({ "sort": { "by": "colour" } }), "sort.by"),
    ] {
        let answer = wire.send("POST", BILLS, &headers, body.to_string()).await;
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
        let fields = answer.json()["Error"]["fields"].take();
        assert_eq!(fields[0]["field"], field, "{body}: {fields}");
    }
    // A value that breaks a rule has the rule's own code.
    let body = json!({ "filter": { "dueFrom": "20-11-2026" } });
    refused(&wire.send("POST", BILLS, &headers, body.to_string()).await, 422, "dateInvalid");
    let body = json!({ "filter": { "accountNos": ["231234567890"] } });
    refused(&wire.send("POST", BILLS, &headers, body.to_string()).await, 422, "accountNumberPrefix");
    let path = "/billpayment-svc/api/v1/Bills/GetBillDetails/%ff";
    refused(&wire.send("GET", path, &headers, "").await, 404, "notFound");
    // A missing field is reported under its path, like a wrong one.
    let payments = "/payments-svc/api/v1/Payment";
    let reference = json!({ "bulkId": SINAR, "referenceNumbers": [{ "number": "A1" }] });
    for (method, path, body, field) in [
        ("GET", format!("{payments}/GetPaymentDetails"), json!({}), "transactionNo"),
        ("POST", format!("{payments}/MakeExcessiveReconciliationPayment"), json!({}), "invoiceNo"),
        ("POST", PAY.to_owned(), reference, "referenceNumbers.0.amount"),
    ] {
        let answer = wire.send(method, &path, &headers, body.to_string()).await;
        refused(&answer, 400, "unreadable");
        assert_eq!(answer.json()["Error"]["fields"][0]["field"], field, "{path}: {}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_too_large_is_refused_in_the_envelope() {
    let (_portal, wire, payer) = portal().await;
    let headers = [("authorization", payer.as_str()), ("accept-language", "ms")];
    let body = format!("{{\"more\":\"{}\"}}", "x".repeat(2 << 20));
    let sentence = refused(&wire.send("POST", BILLS, &headers, body).await, 413, "tooLarge");
    assert_eq!(sentence, "Ini terlalu besar. Hantar paling banyak 2 MB pada satu masa.");
    let body = format!("{{\"more\":\"{}\"}}", "x".repeat((2 << 20) - 11));
    assert_eq!(body.len(), 2 << 20);
    assert_eq!(wire.send("POST", BILLS, &headers, body).await.status, 200, "just within the limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_the_specification_may_send_more_fields_and_numbers_as_texts() {
    let (portal, wire, payer) = portal().await;
    given::bills(portal.pool(), SINAR, 5, "10.00").await;
    let headers = [("authorization", payer.as_str())];
    for (count, rows) in
        [(json!(2), 2), (json!("2"), 2), (json!(0), 1), (json!(5), 5), (json!("1000000"), 5), (json!(null), 5)]
    {
        let body = json!({ "recordCount": count, "page": 1, "unknown": { "deep": [] } });
        let answer = wire.send("POST", BILLS, &headers, body.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let data = answer.json()["Data"].take();
        assert_eq!(data["items"].as_array().map(Vec::len), Some(rows), "{count}");
        assert_eq!((&data["total"], data["next"].is_null()), (&json!(5), rows == 5), "{count}");
    }
    let path = "/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=3000000001&colour=red";
    assert_eq!(wire.send("POST", path, &headers, r#"{"recordCount":"7"}"#).await.status, 200);
}

/// A misspelt name in a filter would find too much without a word. The calls of existing clients ignore it, as they always did.
#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_inside_an_object_is_refused_by_its_name_in_the_portals_own_calls() {
    let (portal, wire, payer) = portal().await;
    given::bills(portal.pool(), SINAR, 2, "10.00").await;
    let headers = [("authorization", payer.as_str())];
    let (master, _) = wire.sign_in("master@sinar.example").await;
    let master = bearer(&master);
    let own = "/portal/api/v1/Proposals/GetProposals/3000000001";
    for (path, body, field) in [
        (own, json!({ "filter": { "serach": "A1" } }), "filter.serach"),
        (own, json!({ "sort": { "by": "totalAmount", "desending": true } }), "sort.desending"),
        (own, json!({ "filter": { "search": "A1", "states": [], "": 1 } }), "filter."),
        (
            "/portal/api/v1/Approvals/SetPolicy/3000000001",
            json!({ "version": 0, "policy": { "layers": [{ "from": "1.00", "step": [], "steps": [] }] } }),
            "policy.layers.0.step",
        ),
        (
            "/portal/api/v1/Proposals/Release",
            json!({
                "proposalId": "A2611200000001", "paymentMethod": "EFT_GIRO",
                "referenceNumbers": [{ "number": "1", "amount": "1.00", "amuont": "2.00" }],
            }),
            "referenceNumbers.0.amuont",
        ),
    ] {
        let headers = [("authorization", master.as_str())];
        let answer = wire.send("POST", path, &headers, body.to_string()).await;
        let error = answer.json()["Error"].take();
        assert_eq!((answer.status, &error["fields"][0]["field"]), (400, &json!(field)), "{}", answer.text());
        let sentence = error["fields"][0]["message"].as_str().expect("a sentence");
        assert!(sentence.contains(&format!("there is no field {field}")), "{sentence}");
    }
    // A call of existing clients ignores it, also in the objects that the portal added.
    let body = json!({ "recordCount": 5, "filter": { "serach": "x" }, "sort": { "desending": true } }).to_string();
    let answer = wire.send("POST", BILLS, &headers, body).await;
    assert_eq!((answer.status, &answer.json()["Data"]["total"]), (200, &json!(2)), "{}", answer.text());
    // The request of a list that is exported is read as strictly as the list itself.
    let list = json!({ "list": "proposals", "format": "csv", "request": { "id": SINAR, "filter": { "serach": "x" } } });
    let answer = wire.send("POST", "/portal/api/v1/Downloads/ExportList", &headers, list.to_string()).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
}

/// A path and a body that name different tenants or objects are refused: the body never overrides the path.
#[tokio::test(flavor = "multi_thread")]
async fn every_bulk_account_that_a_call_names_must_be_the_own_one() {
    let (portal, wire, payer) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let headers = [("authorization", payer.as_str())];
    let body = json!({ "id": given::MAJLIS }).to_string();
    assert_eq!(wire.send("POST", BILLS, &headers, body).await.status, 200, "the path says more");
    let mut request = serde_json::to_value(eft(&bills, "100.00")).expect("a request");
    request["bulkId"] = json!(given::MAJLIS);
    request["id"] = json!(SINAR);
    let answer = wire.send("POST", PAY, &headers, request.to_string()).await;
    refused(&answer, 404, "bulkAccountNotFound");
    let payer = portal.sign_in("payer@sinar.example").await;
    assert!(payer.call::<MakePayment>(eft(&bills, money("100.00").to_string().as_str())).await.is_ok());
}

/// A repeated name is refused because two parsers could read different values, and NUL because PostgreSQL cannot store
/// it.
#[tokio::test(flavor = "multi_thread")]
async fn duplicate_names_and_nul_are_refused_everywhere() {
    let (_portal, wire, payer) = portal().await;
    let headers = [("authorization", payer.as_str())];
    for (path, body) in [
        (BILLS, r#"{"recordCount":1,"recordCount":2}"#),
        (BILLS, r#"{"filter":{"search":"abc","search":"abd"}}"#),
        (BILLS, r#"{"filter":{"search":"abc\u0000"}}"#),
        ("/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=3000000001&bulkId=3000000002", "{}"),
        ("/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=3000000001%00", "{}"),
    ] {
        refused(&wire.send("POST", path, &headers, body).await, 400, "unreadable");
    }
    let details = "/payments-svc/api/v1/Payment/GetPaymentDetails?transactionNo=P2601010000001";
    for path in [format!("{details}&transactionNo=P2601010000002"), format!("{details}%00")] {
        refused(&wire.send("GET", &path, &headers, "").await, 400, "unreadable");
    }
    let nowhere = wire.send("GET", "/billpayment-svc/api/v1/Bills/GetBillDetails/5%00", &headers, "").await;
    refused(&nowhere, 404, "notFound");
}

/// An internal error shows the caller a general sentence and an id under which the log has the cause.
#[tokio::test(flavor = "multi_thread")]
async fn internal_errors_are_not_disclosed() {
    let (portal, wire, payer) = portal().await;
    portal.damage("alter table saved_view rename to away").await;
    for language in Language::ALL {
        let asks = [("authorization", payer.as_str()), ("accept-language", language.tag())];
        let answer = wire.send("GET", "/portal/api/v1/Views?list=billHistory", &asks, "").await;
        assert_eq!(answer.status, 500, "{}", answer.text());
        let general = json!({
            "code": "unexpected",
            "errorTopic": "generic",
            "errorMessage": Code::Unexpected.sentence(language),
            "fields": [],
            "params": {},
        });
        assert_eq!(answer.json(), json!({ "Data": null, "Error": general }));
        let id = answer.headers["x-request-id"].to_str().expect("a text");
        assert!(uuid::Uuid::parse_str(id).is_ok(), "{id}");
        for (name, value) in &answer.headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            assert!(!value.contains("saved_view") && !value.contains("select"), "{name}: {value}");
        }
    }
}
