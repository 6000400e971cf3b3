//! Sessions: beginning, refresh and end (docs/domain/people.md#sessions; invariant 10).

use chrono::TimeDelta;
use gridbill::app::App;
use gridbill::auth::session;
use gridbill::auth::who::Caller;
use gridbill_core::identity::IDLE_SECONDS;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::Portal;
use crate::support::raw::{Headers, RawClient, RawResponse, bearer};

mod checked;
mod confirming;
mod cookies;
mod events;
mod live;
mod lock_out;
mod next_request;
mod own;
mod tabs;
mod tokens;
mod turns;

const LOGIN: &str = "/user-svc/api/v1/User/Login";
const REFRESH: &str = "/user-svc/api/v1/User/RefreshToken";
const LOGOUT: &str = "/user-svc/api/v1/User/Logout";
const PROFILE: &str = "/user-svc/api/v1/User/GetUserProfile";
const ADMIN: &str = "/user-svc/api/v1/Admin";

/// The header by which the web app identifies itself.
const APP: (&str, &str) = ("x-session", "cookie");

/// Returns the cookies of an answer as the browser sends them back.
fn jar(answer: &RawResponse) -> String {
    let pairs = answer.cookies();
    pairs.iter().map(|cookie| cookie.split(';').next().expect("a pair")).collect::<Vec<_>>().join("; ")
}

/// Starts a session without verifying a password, which would be slow. Returns access and refresh token.
async fn begin(app: &App, person_id: Uuid) -> (String, String) {
    let mut tx = app.pool.begin().await.expect("a transaction");
    let pair = session::begin(&app.auth, &mut tx, person_id, &Caller::default()).await.expect("a session");
    tx.commit().await.expect("committed");
    pair
}

async fn portal() -> (Portal, RawClient) {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    (portal, wire)
}

/// Requests the profile with that token.
async fn profile(wire: &RawClient, token: &str) -> RawResponse {
    wire.send("GET", PROFILE, &[("authorization", &bearer(token))], "").await
}

/// Refreshes, and returns the next pair of tokens.
async fn refresh(wire: &RawClient, token: &str) -> Result<(String, String), String> {
    let answer = wire.send("POST", REFRESH, &[], json!({ "refreshToken": token }).to_string()).await;
    if answer.status != 200 {
        return Err(answer.code().expect("a code"));
    }
    Ok(pair(&answer.json()["Data"]))
}

fn pair(data: &Value) -> (String, String) {
    let token = |name: &str| data[name].as_str().expect("a token").to_owned();
    (token("accessToken"), token("refreshToken"))
}

async fn login(wire: &RawClient, email: &str, password: &str, headers: Headers<'_>) -> RawResponse {
    wire.send("POST", LOGIN, headers, json!({ "username": email, "password": password }).to_string()).await
}

/// Returns the idle time after which a session ends, plus some seconds.
fn silence(more_seconds: i64) -> TimeDelta {
    TimeDelta::seconds(IDLE_SECONDS + more_seconds)
}

fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes)
}
