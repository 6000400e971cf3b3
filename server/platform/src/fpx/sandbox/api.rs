//! A JSON API with which tests act as the bank's users and cause faults.

use axum::extract::{Path, State as Shares};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::deliver::{self, NotDone};
use super::fault::Fault;
use super::payment::Act;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/sandbox/api/payments/{order_no}", get(payment))
        .route("/sandbox/api/payments/{order_no}/maker", post(maker))
        .route("/sandbox/api/payments/{order_no}/authorizer", post(authorizer))
        .route("/sandbox/api/faults", post(fault))
        .route("/sandbox/api/banks/{bank_id}", post(bank))
        .route("/sandbox/api/hours", post(hours))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum MakerAction {
    Confirm,
    Cancel,
    Timeout,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum AuthorizerAction {
    Approve,
    Reject,
    Expire,
}

#[derive(Deserialize)]
struct Action<A> {
    action: A,
}

async fn maker(
    Shares(sandbox): Shares<Shared>,
    Path(order_no): Path<String>,
    Json(body): Json<Action<MakerAction>>,
) -> Response {
    let act = match body.action {
        MakerAction::Confirm => Act::Confirm,
        MakerAction::Cancel => Act::Cancel,
        MakerAction::Timeout => Act::TimeOut,
    };
    done(&sandbox, &order_no, act)
}

async fn authorizer(
    Shares(sandbox): Shares<Shared>,
    Path(order_no): Path<String>,
    Json(body): Json<Action<AuthorizerAction>>,
) -> Response {
    let act = match body.action {
        AuthorizerAction::Approve => Act::Approve,
        AuthorizerAction::Reject => Act::Reject,
        AuthorizerAction::Expire => Act::Expire,
    };
    done(&sandbox, &order_no, act)
}

fn done(sandbox: &Shared, order_no: &str, act: Act) -> Response {
    match deliver::act(sandbox, order_no, act) {
        Ok(()) => shown(sandbox, order_no),
        Err(NotDone::Unknown) => refused(StatusCode::NOT_FOUND, "no such payment"),
        Err(NotDone::Stage(stage)) => refused(StatusCode::CONFLICT, &format!("the payment is at {stage:?}")),
        Err(NotDone::Internal(error)) => refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

async fn payment(Shares(sandbox): Shares<Shared>, Path(order_no): Path<String>) -> Response {
    shown(&sandbox, &order_no)
}

/// Returns a payment, its deliveries, and the form that the payer's browser would post back.
fn shown(sandbox: &Shared, order_no: &str) -> Response {
    let state = sandbox.state();
    let Some(payment) = state.find(order_no) else { return refused(StatusCode::NOT_FOUND, "no such payment") };
    let indirect = match payment.code.as_ref().map(|_| sandbox.fpx_key.sign(payment.confirmation())).transpose() {
        Ok(signed) => {
            signed.map(|signed| json!({ "url": sandbox.config.indirect_url.as_str(), "fields": signed.form() }))
        }
        Err(error) => return refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    };
    let answer = json!({
        "sellerExOrderNo": order_no,
        "sellerOrderNo": payment.order.get("sellerOrderNo"),
        "fpxTxnId": payment.fpx_txn_id,
        "bankId": payment.order.get("buyerBankId"),
        "amount": payment.order.get("txnAmount"),
        "stage": payment.stage,
        "code": payment.code,
        "acknowledged": payment.acknowledged,
        "deliveries": state.deliveries.get(order_no).map_or(&[][..], Vec::as_slice),
        "indirect": indirect,
        "page": format!("/bank/{}", payment.fpx_txn_id),
    });
    Json(answer).into_response()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FaultRequest {
    seller_ex_order_no: String,
    fault: Fault,
}

/// Registers a fault. The payment need not exist yet.
async fn fault(Shares(sandbox): Shares<Shared>, Json(request): Json<FaultRequest>) -> Json<Value> {
    sandbox.state().faults.entry(request.seller_ex_order_no).or_default().push(request.fault);
    Json(json!({}))
}

#[derive(Deserialize)]
struct Online {
    online: bool,
}

async fn bank(Shares(sandbox): Shares<Shared>, Path(bank_id): Path<String>, Json(body): Json<Online>) -> Response {
    if switch_bank(&sandbox, &bank_id, body.online) {
        Json(json!({ "id": bank_id, "online": body.online })).into_response()
    } else {
        refused(StatusCode::NOT_FOUND, "no such bank")
    }
}

/// Takes a bank offline or back online. Returns whether the bank exists.
pub fn switch_bank(sandbox: &Shared, bank_id: &str, online: bool) -> bool {
    if gridbill_core::payments::fpx::bank_name(bank_id).is_none() {
        return false;
    }
    let mut state = sandbox.state();
    if online {
        state.offline.remove(bank_id);
    } else {
        state.offline.insert(bank_id.to_owned());
    }
    true
}

#[derive(Deserialize)]
struct Hours {
    open: bool,
}

async fn hours(Shares(sandbox): Shares<Shared>, Json(body): Json<Hours>) -> Json<Value> {
    sandbox.state().open = body.open;
    Json(json!({ "open": body.open }))
}

fn refused(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}
