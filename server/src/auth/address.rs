//! The network address that a call comes from, by which rates are counted.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;

/// The caller's address, as the mount finds it beside the request.
#[derive(Debug, Clone, Default)]
pub struct Address(pub String);

/// Notes the address: the connection's, or behind a proxy the one that the proxy wrote last into its header.
pub async fn note(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let by_proxy = app.config.address_header.as_deref().and_then(|name| {
        let mut values = request.headers().get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.next_back()?.rsplit(',').next().map(|address| address.trim().to_owned())
    });
    let connected =
        request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip().to_string());
    let address = by_proxy.or(connected).unwrap_or_default();
    request.extensions_mut().insert(Address(address));
    next.run(request).await
}
