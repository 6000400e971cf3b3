//! The gateway's callbacks. Their addresses are public, so only messages with FPX's signature count.

use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse as _, Response};

use super::confirm::{self, ProcessedMessage};
use super::message::{FpxChannel, FpxOutcome, Message};
use super::sql::{self, RejectedMessage};
use crate::app::App;
use crate::auth::{address, rate_limit};
use crate::database::{self, retried};
use crate::endpoint::Posted;
use crate::error::{Answer, Error};

/// Maximum characters stored of a message that FPX did not sign.
const MAX_REJECTED_CHARS: usize = 2_048;

/// Takes a message that FPX posts server to server. FPX sends it again unless the response is `OK`.
pub async fn direct(app: App, posted: Posted) -> Answer<Response> {
    let processed = receive(&app, FpxChannel::Direct, &posted).await?;
    Ok(match processed.outcome {
        FpxOutcome::Unreadable => (StatusCode::BAD_REQUEST, "this is not an FPX message").into_response(),
        FpxOutcome::BadSignature => (StatusCode::BAD_REQUEST, "the signature is not FPX's").into_response(),
        FpxOutcome::Mismatch => (StatusCode::BAD_REQUEST, "this is not what was asked for").into_response(),
        FpxOutcome::Unknown => (StatusCode::NOT_FOUND, "there is no such order").into_response(),
        FpxOutcome::Applied | FpxOutcome::Repeated | FpxOutcome::Ignored | FpxOutcome::Doubtful | FpxOutcome::Late => {
            "OK".into_response()
        }
    })
}

/// Takes a message through the payer's browser and redirects to the payment's page. The session cookie does not travel
/// with a form from another site; the page has it.
pub async fn indirect(app: App, posted: Posted) -> Answer<Response> {
    let list = format!("{}/billPayment/transactions", app.config.public_url());
    let page = match receive(&app, FpxChannel::Indirect, &posted).await {
        Ok(ProcessedMessage { transaction_no: Some(transaction_no), .. }) => format!("{list}/{transaction_no}/result"),
        Ok(ProcessedMessage { transaction_no: None, .. }) => list,
        // The payer comes from the bank and cannot fix an error here. FPX sends the same message directly, or the
        // requery job asks for it.
        Err(Error::Internal(error)) => {
            database::log(&error, "cannot process an FPX message from the payer's browser");
            list
        }
        Err(refused) => return Err(refused),
    };
    Ok((StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response())
}

/// Checks the signature first: it is cheap, and signed messages must not wait for unsigned ones. The rest is one
/// transaction, committed before the response. If it fails, the message is stored all the same.
async fn receive(app: &App, channel: FpxChannel<'_>, posted: &Posted) -> Answer<ProcessedMessage> {
    let message = Message::read(&app.gateway, &posted.body, posted.is_whole);
    if !message.is_signed() {
        return reject(app, channel, posted, &message).await;
    }
    let received = retried(async || {
        let mut tx = app.pool.begin().await?;
        let processed = confirm::receive(&app.context(), &mut tx, channel, &message).await;
        match processed {
            Ok(processed) => tx.commit().await.map(|()| processed).map_err(Error::from),
            Err(why) => {
                if let Err(error) = tx.rollback().await {
                    tracing::warn!(%error, way = channel.code(), "cannot roll back the transaction of an FPX message");
                }
                Err(why)
            }
        }
    })
    .await;
    match received {
        Ok(processed) => {
            count(channel, processed.outcome.code());
            Ok(processed)
        }
        Err(why) => {
            count(channel, confirm::BROKEN);
            // Store the message if possible. The caller gets the first error, even if storing fails, too.
            if let Err(error) = confirm::store_failed_message(app, channel, &message).await {
                let error = format!("{:#}", error.into_cause());
                tracing::error!(error, way = channel.code(), "cannot store an FPX message that failed");
            }
            Err(why)
        }
    }
}

/// Stores a sample of unsigned messages, rate limited for each network.
async fn reject(app: &App, channel: FpxChannel<'_>, posted: &Posted, message: &Message) -> Answer<ProcessedMessage> {
    let outcome = message.unsigned();
    count(channel, outcome.code());
    let network = address::caller(&posted.address.0);
    rate_limit::enforce(&app.auth, app.config.limits.unsigned_messages(), &network).await?;
    let raw: String = message.raw.chars().take(MAX_REJECTED_CHARS).collect();
    let (verdict, bytes) = (outcome.code(), posted.body.len());
    tracing::warn!(way = channel.code(), verdict, network, bytes, "unsigned FPX message");
    let rejected = RejectedMessage { channel: channel.code(), verdict, network: &network, bytes, raw: &raw };
    sql::insert_rejected_message(&app.pool, &rejected, app.now()).await?;
    Ok(ProcessedMessage { outcome, transaction_no: None })
}

/// Counts a message for /metrics, whether it is stored or not.
fn count(channel: FpxChannel<'_>, outcome: &'static str) {
    metrics::counter!("gridbill_fpx_messages_total", "way" => channel.code(), "outcome" => outcome).increment(1);
}
