//! Whether the process lives, and whether it can do its work.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::connections::stopping::Stage;
use crate::live::Health;

pub async fn healthz() -> &'static str {
    "ok"
}

/// With the age of the database's last sign of life, by which the answer is given.
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

/// Ready when the database answers and has all migrations, changes are heard, and the process is not about to stop. Known
/// from the last second's sign of life, so that no probe waits for a database that is away, or for a busy pool.
#[must_use]
pub fn why_not_ready(app: &App) -> Option<&'static str> {
    match (app.stopping.stage(), app.live.health()) {
        (Stage::Serving, Health::Ready) => None,
        (Stage::Serving, Health::LacksMigrations) => Some("the database lacks migrations"),
        (Stage::Serving, Health::Away) => Some("the database does not answer"),
        (Stage::Leaving | Stage::Closing, _) => Some("stopping"),
    }
}
