//! FPX's own endpoints.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State as Shares;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use gridbill_core::payments::fpx::DIRECTORY;

use super::payment::{Payment, Stage, confirmation};
use super::{Shared, check, deliver, pages};
use crate::fpx::message::{Kind, Message, Signed};
use crate::fpx::order::Order;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/FPXMain/seller2DReceiver.jsp", post(authorization_request))
        .route("/FPXMain/sellerNVPTxnStatus.jsp", post(enquiry))
        .route("/FPXMain/RetrieveBankList", post(bank_list))
}

async fn authorization_request(Shares(sandbox): Shares<Shared>, body: Bytes) -> Response {
    let signed = match Signed::parse(&body) {
        Ok(signed) => signed,
        Err(why) => {
            return pages::problem(
                &sandbox,
                StatusCode::BAD_REQUEST,
                "FPX could not read this request",
                &why.to_string(),
            );
        }
    };
    if let Some(field) = signed.message.malformed() {
        let why = format!("fpx_{field} holds a separator");
        return pages::problem(&sandbox, StatusCode::BAD_REQUEST, "FPX could not read this request", &why);
    }
    match begin(&sandbox, &signed) {
        Ok(Begun::AtBank(fpx_txn_id)) => Redirect::to(&format!("/bank/{fpx_txn_id}")).into_response(),
        Ok(Begun::Refused(answer)) => {
            deliver::refuse(&sandbox, answer.clone());
            pages::refused(&sandbox, &answer)
        }
        Ok(Begun::Unknown) => pages::problem(
            &sandbox,
            StatusCode::OK,
            "FPX refused this payment (XI)",
            "No merchant is registered under this exchange id.",
        ),
        Err(error) => pages::failed(&sandbox, &error),
    }
}

enum Begun {
    /// The bank has the payment, under this FPX number.
    AtBank(String),
    /// FPX refused it with this confirmation.
    Refused(Message),
    /// The exchange id is unknown, so FPX cannot tell a merchant.
    Unknown,
}

fn begin(sandbox: &Shared, signed: &Signed) -> anyhow::Result<Begun> {
    let now = sandbox.now();
    let mut state = sandbox.state();
    let refusal = check::refusal(sandbox, &state, signed);
    if refusal == Some("XI") {
        return Ok(Begun::Unknown);
    }
    let fpx_txn_id = state.next_fpx_txn_id(now);
    // Do not store unsigned requests or repeated order numbers: the number belongs to another payment.
    let order = Order::from_request(&signed.message).filter(|_| !matches!(refusal, Some("XC" | "XN")));
    if let Some(order) = order {
        let turn = if refusal.is_some() { Stage::Done } else { Stage::Login };
        let code = refusal.map(str::to_owned);
        let payment =
            Payment { fpx_txn_id: fpx_txn_id.clone(), order, at: now, stage: turn, code, acknowledged: false };
        deliver::watch(sandbox, &payment);
        state.store(payment)?;
    }
    Ok(match refusal {
        Some(code) => Begun::Refused(confirmation(&signed.message, &fpx_txn_id, now, code)),
        None => Begun::AtBank(fpx_txn_id),
    })
}

/// The answer to an enquiry that FPX cannot process.
const ERROR: &str = "ERROR";

async fn enquiry(Shares(sandbox): Shares<Shared>, body: Bytes) -> String {
    let Some(asked) = authentic(&sandbox, &body, Kind::Ae) else { return ERROR.to_owned() };
    let answer = match sandbox.state().find(asked.get("sellerExOrderNo")) {
        Some(payment) if payment.order.enquiry() == asked => payment.confirmation(),
        Some(_) => return ERROR.to_owned(),
        None => confirmation(&asked, "", sandbox.now(), "76"),
    };
    answered(&sandbox, answer)
}

async fn bank_list(Shares(sandbox): Shares<Shared>, body: Bytes) -> String {
    let Some(asked) = authentic(&sandbox, &body, Kind::Be) else { return ERROR.to_owned() };
    let offline = sandbox.state().offline.clone();
    let banks = DIRECTORY.map(|(id, _)| format!("{id}~{}", if offline.contains(id) { "B" } else { "A" })).join(",");
    let answer =
        Message::new(Kind::Bc, |field| if field == "bankList" { banks.clone() } else { asked.get(field).to_owned() });
    answered(&sandbox, answer)
}

/// Parses a message and returns it if the known merchant signed it and it is of this kind.
fn authentic(sandbox: &Shared, body: &[u8], kind: Kind) -> Option<Message> {
    let signed = Signed::parse(body).ok()?;
    let known = signed.message.kind() == kind && signed.message.get("sellerExId") == sandbox.config.exchange_id;
    (known && sandbox.exchange_keys.verify(&signed)).then_some(signed.message)
}

/// Name=value text, with the newlines around it that FPX sends.
fn answered(sandbox: &Shared, message: Message) -> String {
    match sandbox.fpx_key.sign(message) {
        Ok(signed) => format!("\r\n{}\n", signed.body()),
        Err(error) => {
            tracing::error!(%error, "the sandbox cannot sign");
            ERROR.to_owned()
        }
    }
}
