//! Sends spans of calls to an OpenTelemetry collector, as OTLP over HTTP in JSON. The message is a small document
//! and the HTTP client exists anyway; the OpenTelemetry crates would cost more build time than this file is worth
//! (docs/decisions.md#small-protocols-without-a-library).

use std::time::Duration;

use anyhow::Context as _;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout_at};

use super::trace::Trace;

/// Maximum queued spans. Further spans are dropped and counted; calls never wait for a collector.
const MAX_WAITING: usize = 4_096;
/// Maximum spans of a message, and how long the first span waits for others.
const BATCH: usize = 512;
const BATCH_TIME: Duration = Duration::from_secs(1);
/// Maximum time that a collector may take to answer.
const TIMEOUT: Duration = Duration::from_secs(5);
const SERVICE: &str = "gridbill";
/// OTLP's codes for a server span and an error status.
const SERVER: u8 = 2;
const ERROR: u8 = 2;

/// A finished call.
#[derive(Debug)]
pub struct CallSpan {
    pub trace: Trace,
    /// The endpoint's name, or the method if no endpoint was called.
    pub name: String,
    pub method: String,
    pub path: String,
    pub status: u16,
    pub request_id: String,
    /// Nanoseconds since 1970.
    pub began: i64,
    pub ended: i64,
}

/// A queue of spans for a collector.
#[derive(Debug, Clone)]
pub struct Traces(Sender<CallSpan>);

impl Traces {
    /// Starts sending to the collector at that address, such as `http://127.0.0.1:4318`.
    pub fn send_to(url: &str) -> anyhow::Result<Self> {
        let client =
            Client::builder().timeout(TIMEOUT).build().context("failed to create the HTTP client for traces")?;
        let (sender, receiver) = channel(MAX_WAITING);
        tokio::spawn(send(client, format!("{}/v1/traces", url.trim_end_matches('/')), receiver));
        Ok(Self(sender))
    }

    /// Queues a span, or drops it if the queue is full.
    pub fn add(&self, span: CallSpan) {
        if self.0.try_send(span).is_err() {
            count_dropped(1);
        }
    }
}

async fn send(client: Client, url: String, mut spans: Receiver<CallSpan>) {
    let mut is_away = false;
    while let Some(first) = spans.recv().await {
        let mut batch = vec![first];
        let end = Instant::now() + BATCH_TIME;
        while batch.len() < BATCH
            && let Ok(Some(span)) = timeout_at(end, spans.recv()).await
        {
            batch.push(span);
        }
        let sent = client.post(&url).json(&message(&batch)).send().await.and_then(reqwest::Response::error_for_status);
        match sent {
            Ok(_) => is_away = false,
            Err(error) => {
                count_dropped(batch.len() as u64);
                if !is_away {
                    tracing::warn!(
                        error = format!("{:#}", anyhow::Error::from(error)),
                        "the collector does not accept traces"
                    );
                }
                is_away = true;
            }
        }
    }
}

fn count_dropped(spans: u64) {
    metrics::counter!("gridbill_spans_dropped_total").increment(spans);
}

fn message(spans: &[CallSpan]) -> Value {
    let resource = [text("service.name", SERVICE), text("service.version", env!("CARGO_PKG_VERSION"))];
    json!({ "resourceSpans": [{
        "resource": { "attributes": resource },
        "scopeSpans": [{
            "scope": { "name": SERVICE, "version": env!("CARGO_PKG_VERSION") },
            "spans": spans.iter().map(span).collect::<Vec<_>>(),
        }],
    }] })
}

fn span(span: &CallSpan) -> Value {
    let CallSpan { trace, name, method, path, status, request_id, began, ended } = span;
    json!({
        "traceId": hex::encode(trace.id),
        "spanId": hex::encode(trace.span_id),
        "parentSpanId": trace.parent_id.map(hex::encode).unwrap_or_default(),
        "name": name,
        "kind": SERVER,
        // The JSON form of Protocol Buffers writes 64-bit integers as strings.
        "startTimeUnixNano": began.to_string(),
        "endTimeUnixNano": ended.to_string(),
        "attributes": [
            text("http.request.method", method),
            text("url.path", path),
            json!({ "key": "http.response.status_code", "value": { "intValue": status.to_string() } }),
            text("gridbill.request_id", request_id),
        ],
        "status": if *status >= 500 { json!({ "code": ERROR }) } else { json!({}) },
    })
}

fn text(key: &str, value: &str) -> Value {
    json!({ "key": key, "value": { "stringValue": value } })
}
