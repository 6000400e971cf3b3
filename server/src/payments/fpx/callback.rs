//! The gateway's calls. Whoever reaches these addresses may write to them; only FPX's signature is believed.

use axum::body::Bytes;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::confirm::{self, Became, Taken, Way};
use crate::app::App;
use crate::error::Answer;

/// Server to server. Anything but `OK` has FPX send it again.
pub async fn direct(app: App, _: HeaderMap, body: Bytes) -> Answer<Response> {
    let taken = receive(&app, Way::Direct, &body).await?;
    Ok(match taken.became {
        Became::Unreadable => (StatusCode::BAD_REQUEST, "this is not an FPX message").into_response(),
        Became::BadSignature => (StatusCode::BAD_REQUEST, "the signature is not FPX's").into_response(),
        Became::Mismatch => (StatusCode::BAD_REQUEST, "this is not what was asked for").into_response(),
        Became::Unknown => (StatusCode::NOT_FOUND, "there is no such order").into_response(),
        Became::Applied | Became::Repeated | Became::Ignored | Became::Doubtful | Became::Late => "OK".into_response(),
    })
}

/// By the payer's browser, whose session does not travel with a form from another site: the page it is sent to has it.
pub async fn indirect(app: App, _: HeaderMap, body: Bytes) -> Answer<Response> {
    let taken = receive(&app, Way::Indirect, &body).await?;
    let list = format!("{}/billPayment/transactions", app.config.public_url());
    let page = match taken.transaction_no {
        Some(transaction_no) => format!("{list}/{transaction_no}/result"),
        None => list,
    };
    Ok((StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response())
}

/// In one transaction, committed before anybody is answered. When it breaks, the message is kept all the same.
async fn receive(app: &App, way: Way<'_>, body: &[u8]) -> Answer<Taken> {
    let mut tx = app.pool.begin().await?;
    match confirm::take(app, &mut tx, way, body).await {
        Ok(taken) => {
            tx.commit().await?;
            Ok(taken)
        }
        Err(error) => {
            tx.rollback().await?;
            confirm::keep_broken(app, way, body).await?;
            Err(error)
        }
    }
}
