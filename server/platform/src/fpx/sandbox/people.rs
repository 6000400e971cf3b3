//! The bank's pages for its users.

use axum::Router;
use axum::extract::{Path, RawQuery, State as Shares};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use gridbill_core::Language;
use gridbill_core::payments::fpx::{DIRECTORY, bank_name};
use minijinja::context;

use super::deliver::{self, NotDone};
use super::pages::{self, View};
use super::payment::{Act, Payment, Stage};
use super::{Sandbox, Shared, api};

/// The query with which a result page returns to the merchant by itself. Without it, a visitor stays on the page.
const RETURN: &str = "return";
/// Maximum payments in a list, newest first.
const NEWEST: usize = 50;

pub fn routes() -> Router<Shared> {
    let style = ([(header::CONTENT_TYPE, "text/css")], include_str!("pages/style.css"));
    let script = ([(header::CONTENT_TYPE, "text/javascript")], include_str!("pages/page.js"));
    Router::new()
        .route("/", get(overview))
        .route("/bank/style.css", get(move || async move { style }))
        .route("/bank/page.js", get(move || async move { script }))
        .route("/bank/terms", get(terms))
        .route("/bank/authorizer", get(inbox))
        .route("/bank/authorizer/{fpx_txn_id}/{act}", post(authorizer_acts))
        .route("/bank/switch/{bank_id}/{state}", post(switch))
        .route("/bank/{fpx_txn_id}", get(payment_page))
        .route("/bank/{fpx_txn_id}/{act}", post(maker_acts))
}

async fn payment_page(
    Shares(sandbox): Shares<Shared>,
    Path(fpx_txn_id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let Some(payment) = sandbox.state().find_by_fpx_id(&fpx_txn_id).cloned() else { return not_found(&sandbox) };
    match payment.stage {
        Stage::Login => at_bank(&sandbox, &payment, "login.html", "Sign in to pay"),
        Stage::Confirm => at_bank(&sandbox, &payment, "confirm.html", "Check and confirm the payment"),
        Stage::Authorizer | Stage::Done => pages::result(&sandbox, &payment, query.as_deref() == Some(RETURN)),
    }
}

fn at_bank(sandbox: &Sandbox, payment: &Payment, template: &str, title: &str) -> Response {
    let patience = i64::try_from(sandbox.config.session_timeout.as_secs()).unwrap_or(i64::MAX);
    let ends = payment.at.plus_seconds(patience);
    let rest = context! {
        payment => View::of(sandbox, payment),
        ends_at => ends.shown(Language::En),
        ends_after => ends.seconds_since(sandbox.now()).max(0) * 1000,
    };
    pages::page(sandbox, template, title, bank_name(payment.order.get("buyerBankId")), rest)
}

async fn maker_acts(Shares(sandbox): Shares<Shared>, Path((fpx_txn_id, act)): Path<(String, String)>) -> Response {
    let act = match act.as_str() {
        "sign-in" => Act::SignIn,
        "confirm" => Act::Confirm,
        "cancel" => Act::Cancel,
        "time-out" => Act::TimeOut,
        _ => return not_found(&sandbox),
    };
    act_and_redirect(&sandbox, &fpx_txn_id, act, &format!("/bank/{fpx_txn_id}?{RETURN}"))
}

async fn authorizer_acts(Shares(sandbox): Shares<Shared>, Path((fpx_txn_id, act)): Path<(String, String)>) -> Response {
    let act = match act.as_str() {
        "approve" => Act::Approve,
        "reject" => Act::Reject,
        "expire" => Act::Expire,
        _ => return not_found(&sandbox),
    };
    act_and_redirect(&sandbox, &fpx_txn_id, act, "/bank/authorizer")
}

fn act_and_redirect(sandbox: &Shared, fpx_txn_id: &str, act: Act, next: &str) -> Response {
    let order_no = sandbox.state().find_by_fpx_id(fpx_txn_id).map(|payment| payment.order_no().to_owned());
    let Some(order_no) = order_no else { return not_found(sandbox) };
    match deliver::act(sandbox, &order_no, act) {
        // Another user was faster, or a button was pressed twice: the next page shows the payment's stage.
        Ok(()) | Err(NotDone::Stage(_)) => Redirect::to(next).into_response(),
        Err(NotDone::Unknown) => not_found(sandbox),
        Err(NotDone::Internal(error)) => pages::failed(sandbox, &error),
    }
}

async fn inbox(Shares(sandbox): Shares<Shared>) -> Response {
    let payments = sandbox.state().payments().to_vec();
    let waiting = payments.iter().filter(|payment| payment.stage == Stage::Authorizer);
    // Only an authoriser's decisions; the other codes come from the maker or FPX.
    let is_decided =
        |payment: &&Payment| payment.stage == Stage::Done && matches!(payment.code.as_deref(), Some("00" | "58"));
    let decided = payments.iter().rev().filter(is_decided).take(NEWEST);
    let rest = context! {
        waiting => waiting.map(|payment| View::of(&sandbox, payment)).collect::<Vec<_>>(),
        decided => decided.map(|payment| View::of(&sandbox, payment)).collect::<Vec<_>>(),
    };
    pages::page(&sandbox, "authorizer.html", "Authorizer’s inbox", None, rest)
}

async fn overview(Shares(sandbox): Shares<Shared>) -> Response {
    let (payments, offline) = {
        let state = sandbox.state();
        (state.payments().iter().rev().take(NEWEST).cloned().collect::<Vec<_>>(), state.offline.clone())
    };
    let payments: Vec<View> = payments.iter().map(|payment| View::of(&sandbox, payment)).collect();
    let banks = DIRECTORY.map(|(id, name)| context! { id, name, online => !offline.contains(id) });
    pages::page(&sandbox, "overview.html", "All payments", None, context! { payments, banks => banks.to_vec() })
}

async fn switch(Shares(sandbox): Shares<Shared>, Path((bank_id, state)): Path<(String, String)>) -> Response {
    let online = match state.as_str() {
        "online" => true,
        "offline" => false,
        _ => return not_found(&sandbox),
    };
    if api::switch_bank(&sandbox, &bank_id, online) { Redirect::to("/").into_response() } else { not_found(&sandbox) }
}

async fn terms(Shares(sandbox): Shares<Shared>) -> Response {
    pages::page(&sandbox, "terms.html", "Terms and conditions", None, context! {})
}

fn not_found(sandbox: &Sandbox) -> Response {
    pages::problem(sandbox, StatusCode::NOT_FOUND, "There is nothing here", "The bank knows no such payment.")
}
