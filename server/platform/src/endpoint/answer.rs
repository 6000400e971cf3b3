//! The response of a call: data in its envelope, or a refusal.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use gridbill_core::{Code, Language};
use serde::Serialize;
use serde_json::{Value, json};

use crate::auth::security::RefusedWith;
use crate::auth::who::Cookies;
use crate::database::{self, CommitUnanswered, TemporaryError};
use crate::error::{Answer, Error};

/// Seconds after which a call may be retried that failed because the database was unavailable. The shortest possible
/// value: a new primary is ready before the pause ends.
const RETRY_AFTER_AWAY: &str = "1";
/// The same for a busy database. Longer, because each retry adds load.
const RETRY_AFTER_BUSY: &str = "2";

/// The response of a handler, before it is sent.
pub struct HandlerResponse {
    pub body: Vec<u8>,
    pub cookies: Cookies,
}

impl HandlerResponse {
    pub fn into_response(self) -> Response {
        let mut response = json_bytes(StatusCode::OK, self.body);
        let cookies = self.cookies.set.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok());
        for cookie in cookies {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        if self.cookies.is_signed_out {
            // Removes cached pages, which "Back" would show. Not "cookies", which would also delete those of other
            // hosts of the domain; not "storage", which holds drafts and the language for the next sign-in.
            response.headers_mut().insert("clear-site-data", HeaderValue::from_static("\"cache\""));
        }
        response
    }
}

pub fn envelope<T: Serialize>(data: &T) -> Answer<Vec<u8>> {
    #[derive(Serialize)]
    struct Envelope<'a, T> {
        #[serde(rename = "Data")]
        data: &'a T,
        #[serde(rename = "Error")]
        error: Option<()>,
    }
    Ok(serde_json::to_vec(&Envelope { data, error: None }).map_err(anyhow::Error::from)?)
}

/// Returns the response to a call that was refused or failed.
pub fn refusal(error: Error, language: Language) -> Response {
    let problem = match error {
        Error::Refused(problem) => problem,
        Error::Internal(error) => {
            database::log(&error, "a call failed");
            code_of(&error).into()
        }
    };
    let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = json!({ "Data": null, "Error": problem.body(language) });
    let mut response = json_bytes(status, body.to_string().into_bytes());
    let seconds = problem.params.get("seconds").filter(|_| status == StatusCode::TOO_MANY_REQUESTS);
    if let Some(seconds) = seconds.and_then(Value::as_i64) {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    } else if let Some(seconds) = retry_after(problem.code) {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(seconds));
    }
    response.extensions_mut().insert(RefusedWith(problem.code));
    response
}

/// Returns the seconds after which a call that failed with this code may be retried, if it may.
const fn retry_after(code: Code) -> Option<&'static str> {
    match code {
        Code::Unavailable | Code::OutcomeUnknown => Some(RETRY_AFTER_AWAY),
        Code::Busy => Some(RETRY_AFTER_BUSY),
        _ => None,
    }
}

/// Returns the code that the caller gets for an internal error.
fn code_of(error: &anyhow::Error) -> Code {
    if error.downcast_ref::<CommitUnanswered>().is_some() {
        return Code::OutcomeUnknown;
    }
    match database::temporary_error(error) {
        Some(TemporaryError::Away) => Code::Unavailable,
        Some(TemporaryError::Busy) => Code::Busy,
        None => Code::Unexpected,
    }
}

fn json_bytes(status: StatusCode, body: Vec<u8>) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}
