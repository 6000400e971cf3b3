//! Optional logs and traces of calls: a log line, and a span for a collector.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::crash::process::{Home, free_address};
use crate::support::client;
use crate::support::portal::until;

type Spans = Arc<Mutex<Vec<Value>>>;

/// Starts a collector. Returns its address and the spans that it receives.
async fn collector() -> (String, Spans) {
    async fn take(State(spans): State<Spans>, Json(message): Json<Value>) -> Json<Value> {
        let sent = message["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().expect("spans").clone();
        assert_eq!(message["resourceSpans"][0]["resource"]["attributes"][0]["value"]["stringValue"], "gridbill");
        spans.lock().expect("spans").extend(sent);
        Json(json!({}))
    }
    let spans = Spans::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("an address");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = Router::new().route("/v1/traces", post(take)).with_state(spans.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, spans)
}

fn attribute<'a>(span: &'a Value, key: &str) -> &'a Value {
    let attributes = span["attributes"].as_array().expect("attributes");
    &attributes.iter().find(|attribute| attribute["key"] == key).expect(key)["value"]
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_are_in_the_log_and_in_the_callers_traces() {
    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    let home = Home::make("operations-traces");
    home.database().await.close().await;
    let (address, (url, spans)) = (free_address(), collector().await);
    let _server = home.serve_with(address, &["--access-log", "--traces-url", &url, "--traces-share", "0"]).await;
    let client = client();
    let call = |flags: &str, id: &'static str| {
        let traceparent = format!("00-{TRACE}-b7ad6b7169203331-{flags}");
        let call = client.get(format!("http://{address}/portal/api/v1/Portal?id=secret"));
        call.header("traceparent", traceparent).header("x-request-id", id).send()
    };
    assert_eq!(call("00", "left-out").await.expect("an answer").status(), 200);
    assert_eq!(call("01", "sent").await.expect("an answer").status(), 200);
    let span = until("its span is sent", async || spans.lock().expect("spans").first().cloned()).await;
    assert_eq!(
        (&span["traceId"], &span["parentSpanId"], &span["name"]),
        (&json!(TRACE), &json!("b7ad6b7169203331"), &json!("GetPortal"))
    );
    assert_eq!(attribute(&span, "gridbill.request_id")["stringValue"], "sent");
    assert_eq!(attribute(&span, "url.path")["stringValue"], "/portal/api/v1/Portal");
    assert_eq!(attribute(&span, "http.response.status_code")["intValue"], "200");
    let [began, ended] = ["startTimeUnixNano", "endTimeUnixNano"]
        .map(|key| span[key].as_str().expect("a text").parse::<i64>().expect("a number"));
    assert!(began > 0 && ended >= began, "{span}");
    assert_eq!(spans.lock().expect("spans").len(), 1, "the caller decides about sampling");

    let said = home.said();
    let lines = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let lines: Vec<_> =
        lines.filter(|line| line["target"] == "access" && line["fields"]["endpoint"] == "GetPortal").collect();
    assert_eq!(lines.len(), 2, "{said}");
    for (line, id) in lines.iter().zip(["left-out", "sent"]) {
        let fields = &line["fields"];
        assert_eq!((&fields["method"], &fields["status"], &fields["id"]), (&json!("GET"), &json!(200), &json!(id)));
        assert_eq!((&fields["trace_id"], &fields["address"]), (&json!(TRACE), &json!("127.0.0.1")));
    }
    assert!(!said.contains("secret"), "no query is logged");
}
