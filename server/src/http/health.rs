//! Whether the process lives, and whether it can do its work.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::connections::stopping::Stage;
use crate::live::Health;

pub async fn healthz() -> &'static str {
    "ok"
}

/// Ready when the database answers and has all migrations, changes are heard, and the process is not about to stop. Known
/// from the last second's sign of life, so that no probe waits for a database that is away, or for a busy pool.
pub async fn readyz(State(app): State<App>) -> (StatusCode, &'static str) {
    let why = match (app.stopping.stage(), app.live.health()) {
        (Stage::Serving, Health::Ready) => return (StatusCode::OK, "ready"),
        (Stage::Serving, Health::LacksMigrations) => "the database lacks migrations",
        (Stage::Serving, Health::Away) => "the database does not answer",
        (Stage::Leaving | Stage::Closing, _) => "stopping",
    };
    (StatusCode::SERVICE_UNAVAILABLE, why)
}
