//! Everything the portal serves on its one port.

use std::time::Duration;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request};
use axum::response::Response;
use axum::routing::get;
use gridbill_core::Code;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, Predicate as _, predicate};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::auth::address;
use crate::auth::guard::language;
use crate::endpoint::{Mount, refusal};
use crate::{
    accounts, bills, bulk, groups, health, identity, live, mail, openapi, payments, registration, sheet, staff, team,
    users,
};

/// How long a call may take to begin its answer.
const MOST_TIME: Duration = Duration::from_mins(1);

/// The handlers of all domains.
#[must_use]
pub fn mount() -> Mount {
    let mount = Mount::default().raw(gridbill_core::payments::Live, live::stream);
    let mount = identity::mount(mount);
    let mount = bills::mount(mount);
    let mount = payments::mount(mount);
    let mount = team::mount(mount);
    let mount = users::mount(mount);
    let mount = sheet::mount(mount);
    let mount = accounts::mount(mount);
    let mount = bulk::mount(mount);
    let mount = groups::mount(mount);
    let mount = registration::mount(mount);
    staff::mount(mount)
}

/// The whole service.
pub fn router(app: App) -> anyhow::Result<Router> {
    let Mount { router, .. } = mount();
    let form_action = app.config.form_action();
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         font-src 'self' data:; connect-src 'self'; worker-src 'self'; form-action 'self' {form_action}; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    );
    let calls = router
        // An endpoint is its method and its path: with another method it is not there.
        .method_not_allowed_fallback(not_found)
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store")));
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
        .route("/openapi.json", get(openapi::document))
        .route(mail::dev::PATH, get(mail::dev::list))
        .route(mail::dev::LETTER_PATH, get(mail::dev::letter))
        .fallback_service(app_files(&app.config.app))
        .layer(CompressionLayer::new().compress_when(
            predicate::DefaultPredicate::new().and(predicate::NotForContentType::const_new("text/event-stream")),
        ))
        .layer(SetResponseHeaderLayer::if_not_present(CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy)?))
        .layer(SetResponseHeaderLayer::overriding(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(SetResponseHeaderLayer::overriding(REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .layer(SetResponseHeaderLayer::overriding(
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
        ))
        .layer(axum::middleware::from_fn(in_time))
        .layer(CatchPanicLayer::new())
        .layer(axum::middleware::from_fn_with_state(app.clone(), address::note))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request<_>| {
            let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
            // The path alone: queries may hold what no log should.
            tracing::info_span!("call", method = %request.method(), path = request.uri().path(), id)
        }))
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .with_state(app))
}

/// Gives a call up that takes too long. What it began is carried to its end all the same.
async fn in_time(request: axum::extract::Request, next: axum::middleware::Next) -> Response {
    let language = language(request.headers());
    let answer = tokio::time::timeout(MOST_TIME, next.run(request)).await;
    answer.unwrap_or_else(|_| refusal(Code::Unavailable.into(), language))
}

async fn not_found(headers: HeaderMap) -> Response {
    refusal(Code::NotFound.into(), language(&headers))
}

/// The built app. Its files are named by their content, so they may be kept for ever; the page itself may not.
fn app_files(folder: &std::path::Path) -> Router {
    let forever = SetResponseHeaderLayer::overriding(
        CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    let never = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let assets =
        Router::new().nest_service("/assets", ServeDir::new(folder.join("assets")).precompressed_br()).layer(forever);
    let page = Router::new()
        .fallback_service(ServeDir::new(folder).fallback(ServeFile::new(folder.join("index.html"))))
        .layer(never);
    assets.merge(page)
}
