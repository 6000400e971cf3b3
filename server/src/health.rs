//! Whether the process lives, and whether it can do its work.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::database;

pub async fn healthz() -> &'static str {
    "ok"
}

/// Ready when the database answers and has all migrations.
pub async fn readyz(State(app): State<App>) -> (StatusCode, &'static str) {
    match database::is_current(&app.pool).await {
        Ok(true) => (StatusCode::OK, "ready"),
        Ok(false) => (StatusCode::SERVICE_UNAVAILABLE, "the database lacks migrations"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer"),
    }
}
