//! Health and readiness checks.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::connections::stopping::Stage;
use crate::live::Health;

pub async fn healthz() -> &'static str {
    "ok"
}

/// Reports readiness, with the time since the database last answered.
pub async fn readyz(State(app): State<App>) -> (StatusCode, String) {
    let (status, state) = match why_not_ready(&app) {
        None => (StatusCode::OK, "ready"),
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, why),
    };
    let age = app.live.sign_age().map_or_else(
        || "the database has not answered since its connection was lost".to_owned(),
        |age| format!("the database answered {} ms ago", age.as_millis()),
    );
    (status, format!("{state}; {age}"))
}

/// Returns why the process is not ready. It is ready if the database answers and has all migrations, notifications
/// are received, and the process is not stopping. The state comes from the check every second, so that a probe does
/// not wait for an unavailable database or a busy pool.
#[must_use]
pub fn why_not_ready(app: &App) -> Option<&'static str> {
    match (app.stopping.stage(), app.live.health()) {
        (Stage::Serving, Health::Ready) => None,
        (Stage::Serving, Health::LacksMigrations) => Some("the database lacks migrations"),
        (Stage::Serving, Health::Away) => Some("the database does not answer"),
        (Stage::Leaving | Stage::Closing, _) => Some("stopping"),
    }
}
