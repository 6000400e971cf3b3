//! Traces every request and, if configured, writes an access log line and sends a span to a collector.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::USER_AGENT;
use axum::middleware::Next;
use axum::response::Response;

use super::trace::Trace;
use super::traces::{CallSpan, Traces};
use crate::app::App;
use crate::auth::address::{self, Address};
use crate::endpoint::{Called, request_id};

/// Maximum logged length of a `User-Agent`, in characters.
const MAX_USER_AGENT: usize = 200;

/// The access log and traces, as configured.
#[derive(Clone)]
pub struct Access(Arc<Settings>);

struct Settings {
    app: App,
    is_logged: bool,
    traces: Option<Traces>,
}

impl Access {
    /// Reads the settings.
    pub fn new(app: &App) -> anyhow::Result<Self> {
        let traces = app.config.traces.url.as_deref().map(Traces::send_to).transpose()?;
        Ok(Self(Arc::new(Settings { app: app.clone(), is_logged: app.config.access_log, traces })))
    }
}

/// Assigns the request to its trace, and logs how it was answered. The duration ends when the response begins,
/// because a stream continues.
pub async fn note(State(Access(settings)): State<Access>, request: Request, next: Next) -> Response {
    let Settings { app, is_logged, traces } = &*settings;
    let trace = Trace::of(request.headers(), &app.random, app.config.traces.share);
    let trace_id = hex::encode(trace.id);
    tracing::Span::current().record("trace_id", trace_id.as_str());
    if !is_logged && (traces.is_none() || !trace.is_sampled) {
        return next.run(request).await;
    }
    let (began_at, began) = (app.now(), Instant::now());
    let method = request.method().to_string();
    // Only the path: queries may hold values that must not be logged.
    let path = request.uri().path().to_owned();
    let id = request_id::of(request.headers()).to_owned();
    let caller = request.extensions().get::<Address>().map(|Address(caller)| address::cut(caller)).unwrap_or_default();
    let agent = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(MAX_USER_AGENT).collect();
    let answer = next.run(request).await;
    let (took, status) = (began.elapsed(), answer.status().as_u16());
    let endpoint = answer.extensions().get::<Called>().map(|Called(entry)| entry.name);
    if *is_logged {
        tracing::info!(
            target: "access",
            method, path, status, endpoint, address = caller, agent, id, trace_id,
            milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            "answered"
        );
    }
    if let Some(traces) = traces.as_ref().filter(|_| trace.is_sampled) {
        let began = began_at.utc().timestamp_nanos_opt().unwrap_or_default();
        let ended = began.saturating_add(i64::try_from(took.as_nanos()).unwrap_or(i64::MAX));
        let name = endpoint.map_or_else(|| method.clone(), str::to_owned);
        traces.add(CallSpan { trace, name, method, path, status, request_id: id, began, ended });
    }
    answer
}
