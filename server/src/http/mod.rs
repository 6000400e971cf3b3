//! Everything the portal serves on its one port.

use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Request};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use gridbill_core::Code;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, Predicate as _, predicate};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::auth::caller::language;
use crate::auth::{address, security};
use crate::endpoint::{Mount, refusal, request_id};
use crate::{
    accounts, activity, announcements, bank_statements, bills, colleagues, downloads, home, identity, notifications,
    operations, payments, registration, sheet, staff, statements, team, views,
};

mod app_files;
pub mod dev_mail;
mod headers;
pub mod health;
pub mod openapi;
mod stream;
mod well_known;

use headers::Headers;

/// How long a call may take to begin its answer.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The handlers of all domains.
#[must_use]
pub fn mount() -> Mount {
    let mount = Mount::default().raw(gridbill_core::payments::Live, stream::stream);
    let mount = identity::mount(mount);
    let mount = bills::mount(mount);
    let mount = statements::mount(mount);
    let mount = payments::mount(mount);
    let mount = bank_statements::mount(mount);
    let mount = colleagues::mount(mount);
    let mount = team::mount(mount);
    let mount = staff::mount(mount);
    let mount = sheet::mount(mount);
    let mount = accounts::mount(mount);
    let mount = views::mount(mount);
    let mount = home::mount(mount);
    let mount = notifications::mount(mount);
    let mount = activity::mount(mount);
    let mount = registration::mount(mount);
    let mount = operations::mount(mount);
    let mount = announcements::mount(mount);
    // Last: what it exports are the lists of all others.
    downloads::mount(mount)
}

/// The whole service.
pub fn router(app: App) -> anyhow::Result<Router> {
    let Mount { router, .. } = mount();
    let headers = Headers::new(&app.config)?;
    let calls = router
        // An endpoint is its method and its path: with another method it is not there.
        .method_not_allowed_fallback(not_found)
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
        .route("/openapi.json", get(openapi::document))
        .merge(well_known::routes())
        .route(dev_mail::PATH, get(dev_mail::list))
        .route(dev_mail::EMAIL_PATH, get(dev_mail::email))
        .fallback_service(app_files::serve(&app.config.app))
        .layer(
            CompressionLayer::new().compress_when(
                predicate::DefaultPredicate::new()
                    .and(predicate::NotForContentType::const_new("text/event-stream"))
                    // Compressed already.
                    .and(predicate::NotForContentType::const_new("application/zip"))
                    .and(predicate::NotForContentType::const_new("application/vnd.openxmlformats-officedocument")),
            ),
        )
        .layer(from_fn(in_time))
        .layer(CatchPanicLayer::new())
        .layer(from_fn_with_state(headers, headers::set))
        .layer(from_fn_with_state(app.auth.clone(), address::note))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(|request: &Request<_>| {
                    let (id, foreign_id) = request_id::of(request.headers());
                    // The path alone: queries may hold what no log should.
                    tracing::info_span!("call", method = %request.method(), path = request.uri().path(), id, foreign_id)
                })
                // What broke is in the log with its cause; a database that is away is not a line for each call.
                .on_failure(()),
        )
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(from_fn(request_id::keep_foreign))
        .with_state(app))
}

/// Gives a call up that takes too long. What it began is carried to its end all the same.
async fn in_time(request: axum::extract::Request, next: axum::middleware::Next) -> Response {
    let language = language(request.headers());
    let answer = tokio::time::timeout(TIMEOUT, next.run(request)).await;
    answer.unwrap_or_else(|_| refusal(Code::Unavailable.into(), language))
}

async fn not_found(headers: HeaderMap) -> Response {
    refusal(Code::NotFound.into(), language(&headers))
}

#[cfg(test)]
mod tests {
    use gridbill_core::registry;

    #[test]
    fn every_list_that_can_be_exported_is_mounted_as_a_list() {
        let mounted = super::mount().lists;
        for list in registry::lists().filter(|list| list.is_exported) {
            assert!(mounted.contains_key(list.call), "mount {} by `list`: {} can be exported", list.call, list.name);
        }
    }
}
