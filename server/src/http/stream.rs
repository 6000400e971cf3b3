//! The event stream of changes for every open page.

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::endpoint::caller::SignedIn;

use crate::app::App;
use crate::auth::guard::{Admit as _, Call};
use crate::error::Answer;
use crate::live;

pub async fn stream(app: App, headers: HeaderMap, _: Bytes) -> Answer<Response> {
    let entry = gridbill_core::payments::Live::ENTRY;
    let call =
        Call { entry: &entry, headers: &headers, address: "", view_bulk_id: None, refused_token: OnceLock::new() };
    let arrival = app.live.arrive();
    let person = SignedIn::enter(&app.auth, &call).await?;
    Ok(live::stream(arrival, &person, app.stopping.closing()))
}
