//! The OpenAPI document: it lists every call with the place of its fields and its answers.

use std::collections::BTreeSet;

use gridbill_core::Code;
use gridbill_core::approvals::SetApprovalPolicy;
use gridbill_core::number_list::NUMBER_LISTS;
use gridbill_core::registry::endpoints;
use gridbill_core::tokens::CreateApiToken;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::calls::CALLS;
use crate::support::Portal;
use crate::support::given::{BANK, SINAR, bills};
use crate::support::portal::PASSWORD;
use crate::support::raw::{RawClient, bearer};
use crate::team::id_of;
use crate::tokens::{self, World};

#[tokio::test(flavor = "multi_thread")]
async fn the_openapi_document_lists_every_call_and_all_its_references_lead_somewhere() {
    let portal = Portal::start().await;
    let document = RawClient::to(portal.address).send("GET", "/openapi.json", &[], "").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    let listed: BTreeSet<(String, &str)> = paths
        .iter()
        .flat_map(|(path, calls)| {
            calls.as_object().expect("calls").keys().map(|key| (key.to_uppercase(), path.as_str()))
        })
        .collect();
    let written: BTreeSet<_> = CALLS.iter().map(|(method, path, _)| ((*method).to_owned(), *path)).collect();
    assert_eq!(listed, written);
    for (method, path, permission) in CALLS.iter() {
        let call = &document["paths"][path][method.to_lowercase()];
        let scope = call["x-permission"].as_str();
        assert_eq!(scope, permission.contains('.').then_some(*permission), "{path}");
        let public = matches!(*permission, "anybody" | "the gateway");
        assert_eq!(call["security"] == json!([]), public, "{path}");
        assert_eq!(call["security"][0] == json!({ "bearer": [] }), !public, "{path}");
        let by_token = call["x-scope"].as_str().map(|_| json!({ "apiToken": [] }));
        assert_eq!(call["security"].get(1), by_token.as_ref(), "{path}");
        assert!(call["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{path}");
    }
    let mut references = 0;
    follow(&document, &document, &mut references);
    assert!(references > 100, "only {references} references");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unchanged_openapi_document_is_not_sent_again() {
    let portal = Portal::start().await;
    let wire = RawClient::to(portal.address);
    let plain = wire.send("GET", "/openapi.json", &[], "").await;
    let gzip = wire.send("GET", "/openapi.json", &[("accept-encoding", "br;q=1, gzip")], "").await;
    assert_eq!(gzip.headers["content-encoding"], "gzip");
    assert!(gzip.body.len() * 5 < plain.body.len());
    assert_eq!(plain.headers.get("content-encoding"), None);
    let refused = wire.send("GET", "/openapi.json", &[("accept-encoding", "gzip;q=0")], "").await;
    assert_eq!(refused.headers.get("content-encoding"), None);
    for answer in [&plain, &gzip] {
        assert_eq!(answer.headers["cache-control"], "public, max-age=300");
        assert_eq!(answer.headers["vary"], "accept-encoding");
        let tag = answer.headers["etag"].to_str().expect("a text");
        for known in [tag.to_owned(), format!("\"other\", {}", tag.trim_start_matches("W/")), "*".to_owned()] {
            let again = wire.send("GET", "/openapi.json", &[("if-none-match", &known)], "").await;
            assert_eq!((again.status, again.body.len(), &again.headers["etag"]), (304, 0, &answer.headers["etag"]));
        }
    }
    let other = wire.send("GET", "/openapi.json", &[("if-none-match", "W/\"other\"")], "").await;
    assert_eq!((other.status, other.body), (200, plain.body));
}

/// Returns the schema, or the schema that it refers to.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    reference.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
}

/// Collects the objects of the document.
fn objects<'a>(part: &'a Value, found: &mut Vec<&'a Value>) {
    match part {
        Value::Object(fields) => {
            found.push(part);
            fields.values().for_each(|value| objects(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, found)),
        _ => {}
    }
}

/// Generators of clients make one type of each name and one enumeration of each list of values.
#[tokio::test(flavor = "multi_thread")]
async fn the_openapi_document_has_what_generators_of_clients_need() {
    let portal = Portal::start().await;
    let document = RawClient::to(portal.address).send("GET", "/openapi.json", &[], "").await.json();
    let mut all = Vec::new();
    objects(&document, &mut all);
    for part in &all {
        let is_choice_of_texts =
            part["oneOf"].as_array().is_some_and(|all| all.iter().all(|one| one["const"].is_string()));
        assert!(!is_choice_of_texts, "{part}");
        // Some generators make no client of a parameter with another encoding.
        assert!(part["in"] != "query" || part["content"].is_null(), "{part}");
        let description = part["description"].as_str().unwrap_or_default();
        assert!(!description.contains("[`") && !description.contains("::"), "{description}");
    }
    assert_eq!(document["servers"][0]["url"], portal.app.config.public_url());
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let references: BTreeSet<_> = all.iter().filter_map(|part| part["$ref"].as_str()).collect();
    for name in schemas.keys() {
        assert!(!name.ends_with(|last: char| last.is_ascii_digit()), "{name}");
        assert!(references.contains(format!("#/components/schemas/{name}").as_str()), "nothing refers to {name}");
    }
    assert_eq!(schemas["Role"]["enum"][0], "master");
    assert!(schemas.contains_key("BillPage") && schemas.contains_key("BillSortByDirection"));
    let tags: BTreeSet<_> =
        document["tags"].as_array().expect("tags").iter().map(|tag| &tag["name"]).map(Value::to_string).collect();
    for (path, calls) in document["paths"].as_object().expect("paths") {
        for call in calls.as_object().expect("calls").values() {
            assert!(tags.contains(&call["tags"][0].to_string()), "{path} has no part");
            assert!(call["description"].as_str().is_some_and(|text| text.ends_with('.')), "{path}");
            assert!(call["requestBody"].is_null() || call["requestBody"]["required"] == true, "{path}");
            let done = call["responses"].get("200").or_else(|| call["responses"].get("303")).expect("an answer");
            assert!(done["content"].as_object().is_none_or(|formats| !formats.is_empty()), "{path} answers a file");
            let parameters = call["parameters"].as_array().expect("parameters");
            for parameter in parameters.iter().filter(|parameter| parameter["in"] == "path") {
                let text = parameter["schema"].to_string();
                assert!(!text.contains("null"), "{path}: {text}");
            }
        }
    }
}

fn follow(document: &Value, part: &Value, seen: &mut usize) {
    match part {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leads outside"));
                assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
                *seen += 1;
            }
            fields.values().for_each(|value| follow(document, value, seen));
        }
        Value::Array(items) => items.iter().for_each(|value| follow(document, value, seen)),
        _ => {}
    }
}

/// Collects the names of the fields below a request's schema that are lists of texts or numbers: those that may be one text
/// (`true`), and others.
fn lists<'a>(
    document: &'a Value,
    schema: &'a Value,
    seen: &mut BTreeSet<&'a str>,
    found: &mut BTreeSet<(String, bool)>,
) {
    if let Some(reference) = schema["$ref"].as_str()
        && !seen.insert(reference)
    {
        return;
    }
    let schema = resolved(document, schema);
    // A call without a body, and a schema without `items`.
    if schema.is_null() {
        return;
    }
    let any = |name: &str| schema[name].as_array().into_iter().flatten();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let mut parts = Vec::new();
        objects(field, &mut parts);
        let is_text = |items: &Value| {
            let items = resolved(document, items);
            items["type"] == "string" && items["enum"].is_null()
        };
        if parts.iter().any(|part| part["format"] == "NumberList") {
            found.insert((name.clone(), true));
        } else if parts.iter().any(|part| part["items"].is_object() && is_text(&part["items"])) {
            found.insert((name.clone(), false));
        }
        lists(document, field, seen, found);
    }
    for part in any("anyOf").chain(any("oneOf")).chain(any("allOf")).chain([&schema["items"]]) {
        lists(document, part, seen, found);
    }
}

/// A firewall in front of the portal refuses a request with more than 1,000 values.
#[tokio::test(flavor = "multi_thread")]
async fn every_field_with_many_numbers_may_be_one_text() {
    let portal = Portal::start().await;
    let document = RawClient::to(portal.address).send("GET", "/openapi.json", &[], "").await.json();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    for calls in document["paths"].as_object().expect("paths").values() {
        for call in calls.as_object().expect("calls").values() {
            lists(&document, &call["requestBody"]["content"]["application/json"]["schema"], &mut seen, &mut found);
        }
    }
    let names = |is_one_text: bool| -> BTreeSet<&str> {
        found.iter().filter(|(_, is)| *is == is_one_text).map(|(name, _)| name.as_str()).collect()
    };
    assert_eq!(names(true), NUMBER_LISTS.iter().copied().collect());
    // People choose or type each of these, a few at a time; a query has at most 100 bills.
    let few = ["addresses", "bankIds", "groups", "numbers", "otherInvoiceNos", "states", "tariffs", "userIds"];
    assert_eq!(names(false), few.into_iter().collect());
}

/// A generated client needs to know where each field is sent, and the content type of each answer.
#[tokio::test(flavor = "multi_thread")]
async fn the_openapi_document_describes_the_encoding_of_requests_and_answers() {
    let portal = Portal::start().await;
    let document = RawClient::to(portal.address).send("GET", "/openapi.json", &[], "").await.json();
    let call = |method: &str, path: &str| document["paths"][path][method].clone();
    let parameters = |call: &Value, place: &str| -> Vec<(String, bool)> {
        let all = call["parameters"].as_array().expect("parameters").iter();
        let here = all.filter(|one| one["in"] == place);
        let named = here.map(|one| (one["name"].as_str().expect("a name").to_owned(), one["required"] == true));
        named.collect::<std::collections::BTreeMap<_, _>>().into_iter().collect()
    };
    let query = |path: &str| parameters(&call("get", path), "query");
    let named = |names: &[(&str, bool)]| names.iter().map(|(name, is)| ((*name).to_owned(), *is)).collect::<Vec<_>>();
    assert_eq!(query("/account-svc/api/v1/BulkAccount/GetBulkIdForRoc"), named(&[("roc", true)]));
    assert_eq!(
        query("/billpayment-svc/api/v1/Payment/GetElectricityAccount"),
        named(&[("reconcileAmount", false), ("transactionNo", true)])
    );
    assert_eq!(query("/user-svc/api/v1/User/GetUserProfile"), []);
    let accounts = call("get", "/account-svc/api/v1/BulkAccount/GetAccounts/{id}");
    assert_eq!(parameters(&accounts, "path"), named(&[("id", true)]));
    assert_eq!(parameters(&accounts, "query"), named(&[("cursor", false), ("recordCount", false)]));
    for entry in endpoints() {
        let call = call(&entry.method.name().to_lowercase(), entry.path());
        let body = resolved(&document, &call["requestBody"]["content"]["application/json"]["schema"]);
        let elsewhere: Vec<_> = [parameters(&call, "path"), parameters(&call, "query")].concat();
        for (name, _) in &elsewhere {
            assert!(body["properties"][name].is_null(), "{}: {name} is in the body, too", entry.name);
        }
        // A body is an object, never an array.
        assert!(body.is_null() || body["type"] == "object", "{}: {body}", entry.name);
        assert_eq!(call["requestBody"].is_null(), entry.method.name() == "GET", "{}", entry.name);
    }

    let content = |call: &Value, status: &str| -> Vec<String> {
        call["responses"][status]["content"].as_object().into_iter().flat_map(|kinds| kinds.keys().cloned()).collect()
    };
    let direct = call("post", "/payments-svc/fpx/direct");
    assert_eq!(
        (content(&direct, "200"), content(&direct, "400")),
        (vec!["text/plain".into()], vec!["text/plain".into()])
    );
    let indirect = call("post", "/payments-svc/fpx/indirect");
    assert!(indirect["responses"]["200"].is_null() && indirect["responses"]["303"]["headers"]["Location"].is_object());
    let live = call("get", "/portal/api/v1/Live");
    assert_eq!(content(&live, "200"), ["text/event-stream"]);
    let form = call("get", "/account-svc/api/v1/BulkRegistration/DownloadDeclarationForm/{id}");
    assert_eq!(form["responses"]["200"]["content"]["application/pdf"]["schema"]["format"], "binary");
}

/// An array in place of an object is refused, because serde would read its items as fields in order.
#[tokio::test(flavor = "multi_thread")]
async fn an_array_in_place_of_an_object_is_refused_at_every_depth() {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("master@sinar.example").await.0);
    let headers = [("authorization", token.as_str())];
    let bills = "/billpayment-svc/api/v1/Bills/GetOutstandingBills/3000000001";
    let profile = "/account-svc/api/v1/BulkProfile/UpdateProfile/3000000001";
    for (path, body, field) in [
        (bills, r#"[]"#, None),
        (bills, r#"{"filter":[]}"#, Some("filter")),
        (bills, r#"{"filter":["x",null,null,null,null,null]}"#, Some("filter")),
        (bills, r#"{"sort":["dueDate",true]}"#, Some("sort")),
        (profile, r#"{"form":["a","b"]}"#, Some("form")),
        (profile, r#"{"form":{"mailingAddress":["a","b","c","d","e","f"]}}"#, Some("form.mailingAddress")),
    ] {
        let answer = wire.send("POST", path, &headers, body).await;
        assert_eq!((answer.status, answer.code().as_deref()), (400, Some("unreadable")), "{body}: {}", answer.text());
        assert_eq!(answer.json()["Error"]["fields"][0]["field"].as_str(), field, "{body}");
    }
    let answer = wire.send("POST", bills, &headers, r#"{"filter":{},"sort":{"by":"dueDate"}}"#).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

/// `make unit` compares the lists with the codes that all tests get (`server/platform/src/endpoint/unlisted.rs`).
#[tokio::test(flavor = "multi_thread")]
async fn every_call_lists_the_codes_of_its_refusals_by_status() {
    let portal = Portal::start().await;
    let document = RawClient::to(portal.address).send("GET", "/openapi.json", &[], "").await.json();
    for (path, calls) in document["paths"].as_object().expect("paths") {
        for call in calls.as_object().expect("calls").values() {
            let codes = call["x-codes"].as_object().expect("codes");
            assert!(codes["500"] == json!(["unexpected"]) && codes["400"].is_array(), "{path}");
            for (status, listed) in codes {
                let answer = &call["responses"][status];
                for code in listed.as_array().expect("a list") {
                    let code = code.as_str().expect("a code");
                    let known = Code::from_wire(code).unwrap_or_else(|| panic!("there is no code {code}"));
                    assert_eq!(known.status().to_string(), *status, "{path}: {code}");
                    let is_said =
                        answer["description"].as_str().is_some_and(|text| text.contains(&format!("`{code}`")));
                    assert!(is_said || answer["content"]["text/plain"].is_object(), "{path}: {code}");
                }
            }
            let answers = call["responses"].as_object().expect("answers").keys();
            for status in answers.filter(|status| status.as_str() >= "400") {
                assert!(codes.contains_key(status), "{path}: {status} has no code");
            }
        }
    }
    let paying = &document["paths"]["/billpayment-svc/api/v1/Payment/MakePayment"]["post"]["x-codes"];
    assert!(paying["422"].as_array().expect("codes").contains(&json!("approvalNeeded")), "{paying}");
}

/// Replaces random IDs, which differ from run to run.
fn fix_ids(part: &mut Value) {
    match part {
        Value::Object(fields) => fields.values_mut().for_each(fix_ids),
        Value::Array(items) => items.iter_mut().for_each(fix_ids),
        Value::String(text) if Uuid::try_parse(text).is_ok() => *text = Uuid::nil().to_string(),
        _ => {}
    }
}

/// The calls of the main job as they are made one after the other.
struct MainJob {
    wire: RawClient,
    token: String,
    /// Request and answer of each call, by its name.
    made: Map<String, Value>,
}

impl MainJob {
    /// Makes a call and returns its data. The request may have an `Idempotency-Key`.
    async fn call(&mut self, name: &str, request: Value) -> Value {
        let entry = endpoints().find(|entry| entry.name == name).expect("a call");
        let mut fields = request.clone();
        let key = fields.as_object_mut().and_then(|fields| fields.remove("Idempotency-Key"));
        let key = key.as_ref().and_then(Value::as_str);
        let headers = [("authorization", self.token.as_str()), ("idempotency-key", key.unwrap_or("none"))];
        let answer = self.wire.call(entry, &fields, "", &headers).await;
        assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        let is_json = answer.headers["content-type"] == "application/json";
        let mut shown = if is_json { answer.json() } else { Value::Null };
        let data = shown["Data"].clone();
        for token in ["accessToken", "refreshToken"] {
            if !shown["Data"][token].is_null() {
                shown["Data"][token] = json!("eyJ0eXAiOiJKV1Qi");
            }
        }
        fix_ids(&mut shown);
        self.made.insert(name.to_owned(), json!({ "request": request, "answer": shown }));
        data
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_are_what_the_server_answers() {
    let World { portal, master } = World::new().await;
    let invoices = bills(portal.pool(), SINAR, 4, "1588.25").await;
    let wire = RawClient::to(portal.address);
    let document = wire.send("GET", "/openapi.json", &[], "").await.json();
    let mut job = MainJob { wire, token: String::new(), made: Map::new() };

    // A user pays.
    let session = job.call("Login", json!({ "username": "payer@sinar.example", "password": PASSWORD })).await;
    job.token = bearer(session["accessToken"].as_str().expect("a token"));
    let reference = json!({ "number": "EFT20261126001", "amount": "3176.50" });
    let request = json!({
        "Idempotency-Key": "5f0c2a4e-3f0a-4b1e-9a57-0d9f7f1c2b11", "bulkId": SINAR, "invoiceNos": invoices[2..],
        "totalAmount": "3176.50", "paymentMethod": "EFT_GIRO", "bankId": BANK, "referenceNumbers": [reference],
    });
    let made = job.call("MakePayment", request).await;
    job.call("GetPaymentDetails", json!({ "transactionNo": made["transactionNo"] })).await;
    job.call("PrintPayment", json!({ "transactionNo": made["transactionNo"] })).await;

    // A system of the company lists bills with a token, and proposes to pay them.
    let step = json!({ "mode": "any", "userIds": [id_of(portal.pool(), "payer@sinar.example").await] });
    let policy = json!({ "approverGroups": [], "layers": [{ "from": "0.00", "steps": [step] }] });
    let set = json!({ "id": SINAR, "policy": policy, "version": 0 });
    master.call_raw::<SetApprovalPolicy>(set).await.expect("a policy");
    let scopes = ["bills:read", "payments:read", "payments:propose"];
    let created = master.call_raw::<CreateApiToken>(tokens::new("Accounting", &scopes)).await.expect("a token");
    job.token = bearer(created["secret"].as_str().expect("a text"));
    let page = job.call("GetOutstandingBills", json!({ "id": SINAR, "recordCount": 2 })).await;
    let listed: Vec<_> = page["items"].as_array().expect("bills").iter().map(|bill| &bill["invoiceNo"]).collect();
    let request = json!({
        "Idempotency-Key": "0b3b6f52-8c55-4c0e-8f0e-6d1c1a3f9e42", "id": SINAR, "invoiceNos": listed,
        "totalAmount": "3176.50",
    });
    let made = job.call("CreateProposal", request).await;
    job.call("GetProposal", json!({ "proposalId": made["proposalId"] })).await;

    let made = Value::Object(job.made);
    if std::env::var_os("GRIDBILL_WRITE_EXAMPLES").is_some() {
        let text = serde_json::to_string_pretty(&made).expect("JSON") + "\n";
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/openapi/main_job.json");
        std::fs::write(file, text).expect("written");
        return;
    }
    let written: Value = serde_json::from_str(include_str!("../../../src/http/openapi/main_job.json")).expect("JSON");
    assert_eq!(made, written, "GRIDBILL_WRITE_EXAMPLES=1 writes the examples again");
    for entry in endpoints() {
        let call = &document["paths"][entry.path()][entry.method.name().to_lowercase()];
        let shown = &call["responses"]["200"]["content"]["application/json"]["example"];
        assert_eq!(*shown, written[entry.name]["answer"], "{}", entry.name);
        for parameter in call["parameters"].as_array().expect("parameters") {
            let name = parameter["name"].as_str().expect("a name");
            assert_eq!(parameter["example"], written[entry.name]["request"][name], "{}: {name}", entry.name);
        }
    }
}
