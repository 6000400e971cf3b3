//! The generic mount: parses, guards, runs and answers every endpoint of core's table in the same way.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, RawQuery, State};
use axum::handler::Handler;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use gridbill_core::Code;
use gridbill_core::endpoint::{BodyFormat, Endpoint, EndpointSpec, Load, Method};
use gridbill_core::status::Service;

use crate::app::App;
use crate::auth::address::Address;
use crate::auth::call_permits::{Subject, Work};
use crate::auth::caller::language;
use crate::auth::guard::Admit;
use crate::auth::security::{self, RefusedWith};
use crate::database::WriteTransaction;
use crate::error::Answer;

mod admitted;
mod answer;
mod body;
mod caller;
mod changes;
mod deadline;
mod files;
mod json;
mod lists;
mod once;
mod parts;
mod removal;
pub mod request_id;
mod sql;
mod strict;
mod unlisted;

use admitted::{Admitting, admitted};
pub use answer::refusal;
use answer::{HandlerResponse, envelope};
use body::{Beginning, Body};
pub use caller::HasCaller;
use changes::{author, change, publishing};
pub use files::{FileAnswer, Sent, Streamed, Uploaded, harmless};
pub use lists::{ListCall, Lister, Lists, find};
pub use once::{Act, Prepare, delete_stored_answers, nothing};
use parts::Parts;
#[cfg(fuzzing)]
pub use {json::object, parts::of_fields};

/// Maximum bytes that are read of a form; a genuine form has under 2 KB.
const MAX_FORM_BYTES: usize = 16 * 1024;

/// A form from the bank gateway or an unknown sender.
pub struct Posted {
    pub address: Address,
    /// The body as far as it was read.
    pub body: Bytes,
    /// Whether the whole body was read.
    pub is_whole: bool,
}

/// The caller of an endpoint, as its handler receives it.
pub type Who<E> = <<E as Endpoint>::Caller as Admit>::Who;
/// The transaction of a call.
pub type Tx = WriteTransaction;

/// Runs a call to its response. Futures are boxed where an endpoint's own types end, so that everything around the
/// handlers is compiled once and not for each endpoint.
type Run = Arc<dyn Fn(App, Parts) -> BoxFuture<'static, Answer<HandlerResponse>> + Send + Sync>;

/// Collects the routes and the endpoints that they serve.
pub struct Mount {
    pub router: Router<App>,
    pub served: Vec<&'static EndpointSpec>,
    /// The list endpoints, which exports call.
    pub lists: Lists,
}

impl Default for Mount {
    fn default() -> Self {
        Self { router: Router::new(), served: Vec::new(), lists: Lists::default() }
    }
}

impl Mount {
    /// Serves a JSON endpoint. A handler with a wrong type does not compile.
    #[must_use]
    pub fn json<E, H, F>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: HasCaller,
        H: Fn(App, Who<E>, E::Request) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<E::Response>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, BodyFormat::Json) && !E::ENTRY.once, "this endpoint is not plain JSON") }
        let admitting: Admitting =
            Arc::new(move |app, parts| Box::pin(admitted::<E, _, _>(app, parts, handler.clone())));
        self.serve(&E::ENTRY, Arc::new(move |app, parts| Box::pin(admitted::answer(app, parts, admitting.clone()))))
    }

    /// Serves an endpoint that runs once for each key; its response is stored and returned again for the same key.
    /// `prepare` does everything that needs the network or its own connection; `act` then runs in one transaction
    /// and can use neither.
    #[must_use]
    pub fn once<E, P, R, G, H, F>(self, _: E, prepare: R, act: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: HasCaller + Clone,
        P: Clone + Send + Sync + 'static,
        R: Fn(Prepare<E>) -> G + Clone + Send + Sync + 'static,
        G: Future<Output = Answer<P>> + Send + 'static,
        H: Fn(Act<E, P>) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<(Tx, E::Response)>> + Send + 'static,
    {
        const { assert!(E::ENTRY.once, "this endpoint is not done once") }
        let admitting: once::Admitting = Arc::new(move |app, parts| {
            Box::pin(once::admitted::<E, P, _, _, _, _>(app, parts, prepare.clone(), act.clone()))
        });
        self.serve(&E::ENTRY, Arc::new(move |app, parts| Box::pin(once::answer(app, parts, admitting.clone()))))
    }

    /// Serves a form of the bank gateway. Its sender is not authenticated yet, so only a limited part of the body
    /// is read.
    #[must_use]
    pub fn form<E, H, F>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        H: Fn(App, Posted) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<Response>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, BodyFormat::Form), "this endpoint is no form") }
        self.route(
            &E::ENTRY,
            async move |State(app): State<App>,
                        headers: HeaderMap,
                        address: Option<Extension<Address>>,
                        Beginning { body, is_whole }: Beginning<MAX_FORM_BYTES>| {
                let (began, language) = (Instant::now(), language(&headers));
                let Extension(address) = address.unwrap_or_default();
                let answer = uncancelled(Box::pin(handler(app.clone(), Posted { address, body, is_whole }))).await;
                let answer = answer.unwrap_or_else(|error| refusal(error, language));
                measured(&app, &E::ENTRY, answer, began)
            },
        )
    }

    /// Serves an endpoint that is a stream of events.
    #[must_use]
    pub fn raw<E, H, F>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        H: Fn(App, HeaderMap, Bytes) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<Response>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, BodyFormat::Events), "this endpoint is no stream") }
        self.route(&E::ENTRY, async move |State(app): State<App>, headers: HeaderMap, Body(body): Body| {
            let language = language(&headers);
            match body {
                Ok(body) => uncancelled(Box::pin(handler(app, headers, body))).await,
                Err(problem) => Err(problem.into()),
            }
            .unwrap_or_else(|error| refusal(error, language))
        })
    }

    /// Serves every path of the endpoint with its method.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass closures")]
    fn route<T: 'static>(mut self, entry: &'static EndpointSpec, handler: impl Handler<T, App>) -> Self {
        let served = |router: Router<App>, (method, path): (Method, &'static str)| {
            router.route(path, on(filter(method), handler.clone()))
        };
        self.router = entry.routes().fold(self.router, served);
        self.served.push(entry);
        self
    }

    fn serve(self, entry: &'static EndpointSpec, run: Run) -> Self {
        self.route(
            entry,
            async move |State(app): State<App>,
                        path: Result<RawPathParams, RawPathParamsRejection>,
                        RawQuery(query): RawQuery,
                        headers: HeaderMap,
                        address: Option<Extension<Address>>,
                        Body(body): Body| {
                let (began, language) = (Instant::now(), language(&headers));
                // A path that is not valid UTF-8 matches nothing.
                let parts = path.map_err(|_| Code::NotFound.into()).and_then(|path| {
                    let body = body?;
                    let Extension(address) = address.unwrap_or_default();
                    Parts::new(entry, &path, query.as_deref(), headers, address, &body)
                });
                let answer = match parts {
                    Ok(parts) if entry.load == Load::HeavyRead => noted(run(app.clone(), parts)).await,
                    Ok(parts) => deadline::call(&app, entry, uncancelled(run(app.clone(), parts))).await,
                    Err(problem) => Err(problem.into()),
                }
                .map_or_else(|error| refusal(error, language), HandlerResponse::into_response);
                measured(&app, entry, answer, began)
            },
        )
    }
}

/// Extension of a response: the endpoint that was called.
#[derive(Debug, Clone, Copy)]
pub struct Called(pub &'static EndpointSpec);

/// Records the duration of the call for /metrics and its outcome for the status page, and stores the endpoint in the response's
/// extensions.
fn measured(app: &App, entry: &'static EndpointSpec, mut answer: Response, began: Instant) -> Response {
    let labels = [("endpoint", entry.name.to_owned()), ("status", answer.status().as_u16().to_string())];
    metrics::histogram!("gridbill_call_seconds", &labels).record(began.elapsed());
    if let Some(service) = Service::of(entry) {
        app.calls_of_hour.count(service, is_own_failure(&answer), app.now());
    }
    answer.extensions_mut().insert(Called(entry));
    answer.headers_mut().extend(entry.deprecated.into_iter().flat_map(removal::headers));
    unlisted::report(entry, &answer);
    answer
}

/// Whether the portal could not answer. The outage of a company's own provider is not the portal's.
fn is_own_failure(answer: &Response) -> bool {
    let refused = answer.extensions().get().map(|RefusedWith(code)| *code);
    let is_foreign = matches!(refused, Some(Code::SsoProviderUnavailable | Code::SsoDnsUnavailable));
    answer.status().is_server_error() && !is_foreign
}

/// Runs the work to its end even if the client disconnects. A handler that is dropped between two queries would
/// leave its transaction open on a connection that the next request uses.
async fn uncancelled<T: Send + 'static>(work: BoxFuture<'static, Answer<T>>) -> Answer<T> {
    let work = tracing::Instrument::instrument(noted(work), tracing::Span::current());
    tokio::spawn(work).await.unwrap_or_else(|error| Err(anyhow::Error::from(error).into()))
}

/// Runs the work with the notes of its call. A panic is an error. Only heavy reads run without [`uncancelled`], and stop when the
/// client disconnects: they write nothing, and the pool uses no connection that is still in a transaction.
fn noted<T: Send + 'static>(work: BoxFuture<'static, Answer<T>>) -> impl Future<Output = Answer<T>> + Send {
    let work = security::with_call_notes(AssertUnwindSafe(work).catch_unwind());
    work.map(|done| done.unwrap_or_else(|_| Err(anyhow::anyhow!("the handler panicked").into())))
}

/// Returns the subject and the kind of work under which the call takes its permit. The permit for a transaction is
/// separate; the call takes it when the transaction begins ([`crate::base::Base::begin`]), not while it waits for
/// the network or a core.
fn counted(entry: &EndpointSpec, who: &impl HasCaller) -> (Subject, Work) {
    let work = match (entry.load, who.person()) {
        (Load::LightRead, _) => Work::LightRead,
        (_, None) => Work::Visit,
        (Load::Read, Some(_)) => Work::Read,
        (Load::HeavyRead, Some(_)) => Work::HeavyRead,
        (Load::Write, Some(_)) => Work::Write,
    };
    (Subject::of(who.caller_id(), who.caller()), work)
}

fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Patch => MethodFilter::PATCH,
    }
}
