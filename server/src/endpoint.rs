//! The generic mount: every endpoint of core's table is read, guarded, run and answered here, in one way.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, RawQuery, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};
use futures::FutureExt as _;
use gridbill_core::endpoint::{Endpoint, Entry, Kind, Method};
use gridbill_core::{Code, Language, Problem};
use serde::Serialize;
use serde_json::{Map, Value, json};
use sqlx::{Postgres, Transaction};

use crate::app::App;
use crate::auth::address::Address;
use crate::auth::guard::{Admit, Call, language};
use crate::error::{Answer, Error};
use crate::who::CookieJar;

mod body;
mod files;
mod once;

use body::Body;
pub use files::{Sent, Uploaded};
pub use once::Act;

/// Who calls an endpoint, as its handler receives it.
pub type Who<E> = <<E as Endpoint>::Caller as Admit>::Who;
/// The transaction of a call.
pub type Tx = Transaction<'static, Postgres>;

/// Collects the routes and which lines of the table they serve.
pub struct Mount {
    pub router: Router<App>,
    pub served: Vec<&'static Entry>,
}

impl Default for Mount {
    fn default() -> Self {
        Self { router: Router::new(), served: Vec::new() }
    }
}

impl Mount {
    /// Serves a JSON endpoint. A handler of any other type does not compile.
    #[must_use]
    pub fn json<E, H, F>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: HasCookies,
        H: Fn(App, Who<E>, E::Request) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<E::Response>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, Kind::Json), "this endpoint is not of the kind Json") }
        self.serve::<E, _, _>(move |app, parts| {
            let handler = handler.clone();
            async move {
                let (who, request) = parts.admit::<E>(&app).await?;
                let cookies = who.cookies();
                let data = handler(app, who, request).await?;
                Ok(Done { body: envelope(&data)?, cookies: cookies.take() })
            }
        })
    }

    /// Serves an endpoint that is done once: with one transaction, and its answer kept for the same key.
    #[must_use]
    pub fn once<E, H, F>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: once::Acts,
        H: Fn(Act<E>) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<(Tx, E::Response)>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, Kind::Once), "this endpoint is not of the kind Once") }
        self.serve::<E, _, _>(move |app, parts| {
            let handler = handler.clone();
            async move {
                let (who, request) = parts.admit::<E>(&app).await?;
                let body = once::answer::<E, _, _>(app, who, request, &parts.headers, handler).await?;
                Ok(Done { body, cookies: Vec::new() })
            }
        })
    }

    /// Serves an endpoint that is no JSON: a stream of events, or the gateway's form.
    #[must_use]
    pub fn raw<E, H, F>(mut self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        H: Fn(App, HeaderMap, Bytes) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<Response>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, Kind::Events | Kind::Form), "this endpoint travels as JSON") }
        let route =
            on(filter(E::ENTRY.method), async move |State(app): State<App>, headers: HeaderMap, Body(body): Body| {
                let language = language(&headers);
                match body {
                    Ok(body) => uncancelled(handler(app, headers, body)).await,
                    Err(problem) => Err(problem.into()),
                }
                .unwrap_or_else(|error| refusal(error, language))
            });
        self.router = self.router.route(E::ENTRY.path(), route);
        self.served.push(&E::ENTRY);
        self
    }

    fn serve<E, R, F>(mut self, run: R) -> Self
    where
        E: Endpoint,
        R: Fn(App, Parts) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<Done>> + Send + 'static,
    {
        let route = on(
            filter(E::ENTRY.method),
            async move |State(app): State<App>,
                        path: Result<RawPathParams, RawPathParamsRejection>,
                        RawQuery(query): RawQuery,
                        headers: HeaderMap,
                        address: Option<Extension<Address>>,
                        Body(body): Body| {
                let (began, language) = (Instant::now(), language(&headers));
                // A path that is no text names nothing.
                let parts = path.map_err(|_| Code::NotFound.into()).and_then(|path| {
                    let body = body?;
                    let Extension(address) = address.unwrap_or_default();
                    Parts::new(&E::ENTRY, &path, query.as_deref(), headers, address, &body)
                });
                let answer = match parts {
                    Ok(parts) => uncancelled(run(app, parts)).await,
                    Err(problem) => Err(problem.into()),
                }
                .map_or_else(|error| refusal(error, language), Done::into_response);
                measure(&E::ENTRY, answer.status(), began);
                answer
            },
        );
        self.router = self.router.route(E::ENTRY.path(), route);
        self.served.push(&E::ENTRY);
        self
    }
}

/// Counts the call and its time, for /metrics.
fn measure(entry: &Entry, status: StatusCode, began: Instant) {
    let labels = [("endpoint", entry.name.to_owned()), ("status", status.as_u16().to_string())];
    metrics::histogram!("gridbill_call_seconds", &labels).record(began.elapsed());
}

/// Runs to its end even when the client goes away: a handler dropped between two queries would leave its
/// transaction open on a connection that the next request borrows.
async fn uncancelled<T: Send + 'static>(work: impl Future<Output = Answer<T>> + Send + 'static) -> Answer<T> {
    let span = tracing::Span::current();
    let work = tracing::Instrument::instrument(AssertUnwindSafe(work).catch_unwind(), span);
    match tokio::spawn(work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(Error::Internal(anyhow::anyhow!("the handler panicked"))),
        Err(error) => Err(Error::Internal(error.into())),
    }
}

/// What a call carries, read once.
struct Parts {
    entry: &'static Entry,
    headers: HeaderMap,
    address: Address,
    merged: Map<String, Value>,
    view_bulk_id: Option<String>,
}

impl Parts {
    /// Path, query and body as one object. The path says more than the query, the query more than the body.
    fn new(
        entry: &'static Entry,
        path: &RawPathParams,
        query: Option<&str>,
        headers: HeaderMap,
        address: Address,
        body: &[u8],
    ) -> Result<Self, Problem> {
        let unreadable = |reason: &str| Problem::new(Code::Unreadable).with("reason", reason);
        let mut merged = match entry.method {
            Method::Get => Map::new(),
            Method::Post | Method::Patch if body.is_empty() => Map::new(),
            Method::Post | Method::Patch => {
                serde_json::from_slice(body).map_err(|_| unreadable("the body is not a JSON object"))?
            }
        };
        let query: Vec<(String, String)> = serde_urlencoded::from_str(query.unwrap_or_default())
            .map_err(|_| unreadable("the query is not well formed"))?;
        let view_bulk_id = query.iter().find(|(name, _)| name == "bulkId").map(|(_, value)| value.clone());
        let allowed = |name: &str| entry.method == Method::Get || entry.query_names().any(|known| known == name);
        let query = query.into_iter().filter(|(name, _)| allowed(name));
        let path = path.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        for (name, value) in query.chain(path) {
            merged.insert(name, Value::String(value));
        }
        Ok(Self { entry, headers, address, merged, view_bulk_id })
    }

    async fn admit<E: Endpoint<Caller: Admit>>(&self, app: &App) -> Answer<(Who<E>, E::Request)> {
        Ok((self.caller::<E>(app).await?, self.request::<E>()?))
    }

    async fn caller<E: Endpoint<Caller: Admit>>(&self, app: &App) -> Answer<Who<E>> {
        let named =
            ["id", "bulkId", "collectiveContractAccountNo"].iter().filter_map(|name| self.merged.get(*name)?.as_str());
        let call = Call {
            entry: self.entry,
            headers: &self.headers,
            address: &self.address.0,
            named_bulk_ids: named.map(str::to_owned).collect(),
            view_bulk_id: self.view_bulk_id.clone(),
        };
        E::Caller::admit(app, &call).await
    }

    fn request<E: Endpoint>(&self) -> Result<E::Request, Problem> {
        read(Value::Object(self.merged.clone()))
    }
}

/// The request as its type; a field that breaks a rule is refused with that rule's code.
fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let field = error.path().to_string().replace('[', ".").replace(']', "");
        let message = error.inner().to_string();
        match gridbill_core::problem::marked(&message) {
            Some(code) => Problem::at(&field, code),
            None => Problem::at(&field, Problem::new(Code::Unreadable).with("reason", format!("{field}: {message}"))),
        }
    })
}

/// A handler's answer on its way out.
struct Done {
    body: Vec<u8>,
    cookies: Vec<String>,
}

impl Done {
    fn into_response(self) -> Response {
        let mut response = json_bytes(StatusCode::OK, self.body);
        let cookies = self.cookies.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok());
        for cookie in cookies {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        response
    }
}

/// Callers whose answer may set cookies.
pub trait HasCookies {
    fn cookies(&self) -> CookieJar;
}

impl HasCookies for crate::who::Person {
    fn cookies(&self) -> CookieJar {
        self.caller.cookies.clone()
    }
}
impl HasCookies for crate::who::Customer {
    fn cookies(&self) -> CookieJar {
        self.person.cookies()
    }
}
impl HasCookies for crate::who::Staff {
    fn cookies(&self) -> CookieJar {
        self.person.cookies()
    }
}
impl HasCookies for crate::who::Visitor {
    fn cookies(&self) -> CookieJar {
        self.caller.cookies.clone()
    }
}

fn envelope<T: Serialize>(data: &T) -> Answer<Vec<u8>> {
    #[derive(Serialize)]
    struct Envelope<'a, T> {
        #[serde(rename = "Data")]
        data: &'a T,
        #[serde(rename = "Error")]
        error: Option<()>,
    }
    serde_json::to_vec(&Envelope { data, error: None }).map_err(|error| Error::Internal(error.into()))
}

/// The answer to a call that was refused or that broke.
pub fn refusal(error: Error, language: Language) -> Response {
    let problem = match error {
        Error::Refused(problem) => problem,
        Error::Internal(error) => {
            tracing::error!(error = format!("{error:#}"), "a call broke");
            Code::Unexpected.into()
        }
    };
    let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = json!({ "Data": null, "Error": problem.body(language) });
    json_bytes(status, body.to_string().into_bytes())
}

fn json_bytes(status: StatusCode, body: Vec<u8>) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Patch => MethodFilter::PATCH,
    }
}
