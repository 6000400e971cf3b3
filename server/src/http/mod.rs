//! The router: everything that the portal serves on its port.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, Request};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use futures::StreamExt as _;
use gridbill_core::endpoint::EndpointSpec;
use gridbill_core::{Code, Problem, registry};
use http_body::Body as _;
use tokio::sync::oneshot;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, Predicate as _, predicate};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::auth::caller::language;
use crate::auth::{address, security};
use crate::endpoint::{Mount, refusal, request_id};
use crate::sheet;

mod access;
mod app_files;
pub mod dev_mail;
mod headers;
pub mod health;
pub mod openapi;
mod stop_emails;
mod stream;
mod token_limit;
mod trace;
mod traces;
mod well_known;

use access::Access;
use headers::Headers;
use token_limit::TokenLimits;

/// Maximum time until a call's response begins, after its request has arrived.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum time that a request may take to arrive, after which the above time starts anyway. It allows the largest
/// file at 17 KB a second, and limits how long a request uses memory.
const MAX_COMING: Duration = Duration::from_mins(5);

/// Mounts the handlers of all domains.
#[must_use]
pub fn mount() -> Mount {
    macro_rules! mounts {
        ($($domain:ident $(with $lists:ident)?: $tag:literal $about:literal $({ $($parts:tt)+ })?,)+) => {
            [$(crate::$domain::mount),+]
        };
    }
    let mount = Mount::default().raw(gridbill_core::payments::Live, stream::stream);
    gridbill_core::domains!(mounts).into_iter().fold(sheet::mount(mount), |mount, domain| domain(mount))
}

/// Returns the router of the whole service.
pub fn router(app: App) -> anyhow::Result<Router> {
    let Mount { router, .. } = mount();
    let headers = Headers::new(&app.config)?;
    let access = Access::new(&app)?;
    let calls = router
        // An endpoint is identified by method and path, so another method is a 404.
        .method_not_allowed_fallback(not_found)
        .layer(from_fn_with_state(TokenLimits::new(&app), token_limit::limit))
        .layer(from_fn_with_state(app.auth.clone(), security::watch));
    let apis = ["/user-svc", "/billpayment-svc", "/payments-svc", "/account-svc", "/notification-svc", "/portal"];
    let unknown = apis.into_iter().fold(Router::new(), |router, api| {
        let below = ["", "/", "/{*rest}"].map(|rest| format!("{api}{rest}"));
        below.iter().fold(router, |router, path| router.route(path, axum::routing::any(not_found)))
    });
    Ok(Router::new()
        .merge(calls)
        .merge(unknown)
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .merge(well_known::routes())
        .merge(stop_emails::routes())
        .route(dev_mail::PATH, get(dev_mail::list))
        .route(dev_mail::EMAIL_PATH, get(dev_mail::email))
        .fallback_service(app_files::serve(&app.config.app))
        .layer(
            CompressionLayer::new().compress_when(
                predicate::DefaultPredicate::new()
                    .and(predicate::NotForContentType::const_new("text/event-stream"))
                    // Already compressed.
                    .and(predicate::NotForContentType::const_new("application/zip"))
                    .and(predicate::NotForContentType::const_new("application/vnd.openxmlformats-officedocument")),
            ),
        )
        // Compressed once per process, not for each response.
        .merge(openapi::routes(&app.config.public_url()))
        .layer(from_fn_with_state(TIMEOUT, in_time))
        .layer(from_fn(one_host))
        .layer(CatchPanicLayer::new())
        .layer(from_fn_with_state(headers, headers::set))
        .layer(from_fn_with_state(access, access::note))
        .layer(from_fn_with_state(app.auth.clone(), address::note))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(|request: &Request<_>| {
                    let id = request_id::of(request.headers());
                    let trace_id = tracing::field::Empty;
                    // Only the path: queries may hold values that must not be logged.
                    tracing::info_span!("call", method = %request.method(), path = request.uri().path(), id, trace_id)
                })
                // Failures are logged elsewhere with their cause, and at a limited rate if the database is
                // unavailable.
                .on_failure(()),
        )
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(from_fn(request_id::check))
        .with_state(app))
}

/// Refuses a request with two `Host` headers (RFC 9112, 3.2), which a proxy and the portal might interpret
/// differently.
async fn one_host(request: Request<Body>, next: axum::middleware::Next) -> Response {
    if request.headers().get_all(HOST).iter().count() > 1 {
        let problem = Problem::new(Code::Unreadable).with("reason", "there is more than one Host");
        return refusal(problem.into(), language(request.headers()));
    }
    next.run(request).await
}

/// Answers 503 if a call takes too long. The time starts when the request has arrived, because a large file takes
/// minutes over a slow connection. The handler still runs to its end, so the outcome of a change is unknown.
async fn in_time(State(limit): State<Duration>, request: Request<Body>, next: axum::middleware::Next) -> Response {
    let language = language(request.headers());
    let (method, path) = (request.method().clone(), request.extensions().get::<MatchedPath>().cloned());
    let (arriving, arrived) = oneshot::channel::<Infallible>();
    let request = request.map(|body| if body.is_end_stream() { body } else { with_end_signal(body, arriving) });
    let late = async {
        // Completes once the body was read or dropped.
        let has_arrived = tokio::time::timeout(MAX_COMING, arrived).await.is_ok();
        tokio::time::sleep(limit).await;
        has_arrived
    };
    tokio::select! {
        answer = next.run(request) => answer,
        has_arrived = late => {
            let changes = path.is_some_and(|path| is_change(&method, path.as_str()));
            let code = if has_arrived && changes { Code::OutcomeUnknown } else { Code::Unavailable };
            refusal(code.into(), language)
        }
    }
}

/// Whether an endpoint that may change data has this address.
fn is_change(method: &axum::http::Method, path: &str) -> bool {
    let is_at = |entry: &EndpointSpec| entry.routes().any(|(one, at)| one.name() == method.as_str() && at == path);
    registry::endpoints().any(|entry| !entry.is_read() && is_at(entry))
}

/// Wraps a request's body so that the sender is dropped at its end.
fn with_end_signal(body: Body, arriving: oneshot::Sender<Infallible>) -> Body {
    let chunks = futures::stream::unfold((body.into_data_stream(), arriving), async |(mut chunks, arriving)| {
        let chunk = chunks.next().await?;
        Some((chunk, (chunks, arriving)))
    });
    Body::from_stream(chunks.fuse())
}

async fn not_found(headers: HeaderMap) -> Response {
    refusal(Code::NotFound.into(), language(&headers))
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::routing::post;
    use gridbill_core::approvals::{GetProposals, WithdrawProposal};
    use gridbill_core::endpoint::Endpoint as _;
    use tower::ServiceExt as _;

    use super::*;
    use crate::auth::security::RefusedWith;

    /// Returns the code with which a call is refused. The request takes `coming` to arrive, and the handler takes
    /// `working`.
    async fn refused(entry: &EndpointSpec, coming: Duration, working: Duration, limit: Duration) -> Option<Code> {
        let work = move |_: Bytes| async move { tokio::time::sleep(working).await };
        let app = Router::<()>::new().route(entry.path(), post(work)).layer(from_fn_with_state(limit, in_time));
        let body = futures::stream::once(async move {
            tokio::time::sleep(coming).await;
            Ok::<_, Infallible>("a file")
        });
        let path = entry.path().replace("{id}", "3000000001");
        let request = Request::post(path).body(Body::from_stream(body)).unwrap();
        let answer = app.oneshot(request).await.unwrap();
        answer.extensions().get::<RefusedWith>().map(|RefusedWith(code)| *code)
    }

    #[tokio::test]
    async fn the_time_of_a_call_begins_once_its_request_is_there() {
        let (limit, longer) = (Duration::from_millis(500), Duration::from_secs(1));
        let read = GetProposals::ENTRY;
        assert_eq!(refused(&read, longer, Duration::ZERO, limit).await, None);
        assert_eq!(refused(&read, Duration::ZERO, longer, limit).await, Some(Code::Unavailable));
    }

    #[tokio::test]
    async fn a_change_that_takes_too_long_has_an_unknown_outcome() {
        let (limit, longer) = (Duration::from_millis(500), Duration::from_secs(1));
        let change = WithdrawProposal::ENTRY;
        assert_eq!(refused(&change, Duration::ZERO, longer, limit).await, Some(Code::OutcomeUnknown));
    }

    #[test]
    fn every_list_that_can_be_exported_is_mounted_as_a_list() {
        let mounted = super::mount().lists;
        for list in registry::lists().filter(|list| list.is_exported) {
            assert!(mounted.contains_key(list.call), "mount {} by `list`: {} can be exported", list.call, list.name);
        }
    }
}
