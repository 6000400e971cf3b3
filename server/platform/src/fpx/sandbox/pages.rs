//! Renders the sandbox's pages: templates, the view of a payment, and security headers.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use gridbill_core::payments::fpx::bank_name;
use gridbill_core::{Instant, Language, Money};
use minijinja::{Environment, Value, context};

use super::payment::{Payment, Stage};
use super::{Sandbox, SandboxConfig};
use crate::fpx::message::{Message, Signed};

/// Pause before the result page returns to the merchant: long enough to read a line, short enough not to annoy.
const RETURN_AFTER_MILLIS: u32 = 2500;

/// The templates, and the content security policy. The policy allows the form that returns to the merchant.
pub struct Pages {
    templates: Environment<'static>,
    policy: HeaderValue,
}

impl Pages {
    pub fn new(config: &SandboxConfig) -> anyhow::Result<Self> {
        let mut templates = Environment::new();
        for (name, source) in [
            ("authorizer.html", include_str!("pages/authorizer.html")),
            ("confirm.html", include_str!("pages/confirm.html")),
            ("layout.html", include_str!("pages/layout.html")),
            ("list.html", include_str!("pages/list.html")),
            ("login.html", include_str!("pages/login.html")),
            ("overview.html", include_str!("pages/overview.html")),
            ("problem.html", include_str!("pages/problem.html")),
            ("result.html", include_str!("pages/result.html")),
            ("session.html", include_str!("pages/session.html")),
            ("summary.html", include_str!("pages/summary.html")),
            ("terms.html", include_str!("pages/terms.html")),
        ] {
            templates.add_template(name, source)?;
        }
        let merchant = config.indirect_url.origin().ascii_serialization();
        let policy = format!(
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self' {merchant}; \
             base-uri 'none'; frame-ancestors 'none'"
        );
        Ok(Self { templates, policy: HeaderValue::try_from(policy)? })
    }
}

/// The fields of a payment that a page shows.
#[derive(Clone, Debug)]
pub struct View {
    fpx_txn_id: String,
    order_no: String,
    payee: String,
    description: String,
    buyer: String,
    maker: String,
    bank: String,
    amount: String,
    at: String,
    state: &'static str,
}

impl From<View> for Value {
    fn from(view: View) -> Self {
        let View { fpx_txn_id, order_no, payee, description, buyer, maker, bank, amount, at, state } = view;
        context! { fpx_txn_id, order_no, payee, description, buyer, maker, bank, amount, at, state }
    }
}

impl View {
    pub fn of(sandbox: &Sandbox, payment: &Payment) -> Self {
        let state = match payment.stage {
            Stage::Login | Stage::Confirm => "With the maker",
            Stage::Authorizer => "With the authorizer",
            Stage::Done => outcome(payment.code.as_deref().unwrap_or_default()).0,
        };
        Self { state, ..Self::of_message(sandbox, payment.order.request(), &payment.fpx_txn_id, payment.at) }
    }

    fn of_message(sandbox: &Sandbox, message: &Message, fpx_txn_id: &str, at: Instant) -> Self {
        let field = |name: &str| message.get(name).to_owned();
        let amount = message.get("txnAmount");
        Self {
            fpx_txn_id: fpx_txn_id.to_owned(),
            order_no: field("sellerOrderNo"),
            payee: sandbox.config.merchant_name.clone(),
            description: field("productDesc"),
            buyer: field("buyerName"),
            maker: field("makerName"),
            bank: bank_name(message.get("buyerBankId")).unwrap_or_default().to_owned(),
            // A value that is not an amount is shown unchanged; FPX refuses it.
            amount: Money::parse(amount).map_or_else(|_| amount.to_owned(), Money::shown),
            at: at.shown(Language::En),
            state: "",
        }
    }
}

/// The meaning of an answer code for the bank's users: a short label, a title and an explanation.
pub fn outcome(code: &str) -> (&'static str, &'static str, &'static str) {
    match code {
        "00" => ("Approved", "The payment is approved", "The amount was debited."),
        "99" => (
            "With the authorizer",
            "Sent to your authorizer",
            "Nothing is debited yet. Your company’s authorizer finds it in the inbox; the merchant hears of the decision by itself.",
        ),
        "1C" | "1L" => ("Cancelled", "You cancelled the payment", "Nothing was debited."),
        "58" => ("Rejected", "The authorizer rejected the payment", "Nothing was debited."),
        "1A" | "1J" => ("Timed out", "The time was up", "Nobody finished the payment in time. Nothing was debited."),
        "BB" => ("Refused", "This bank is offline", "FPX has blocked it for now. Nothing was debited."),
        "OE" => ("Refused", "FPX is closed at this hour", "Nothing was debited."),
        "XN" | "45" => ("Refused", "This payment was already sent", "FPX takes an order number only once."),
        _ => ("Refused", "FPX refused this payment", "Its answer code says why. Nothing was debited."),
    }
}

/// Renders the result of an answered payment, with the form that returns to the merchant. The form posts itself only
/// for the maker, who has just acted on the payment.
pub fn result(sandbox: &Sandbox, payment: &Payment, is_makers: bool) -> Response {
    returning(sandbox, View::of(sandbox, payment), payment.confirmation(), is_makers)
}

/// Renders the result of a request that FPX refused without storing it.
pub fn refused(sandbox: &Sandbox, answer: &Message) -> Response {
    let view = View::of_message(sandbox, answer, answer.get("fpxTxnId"), sandbox.now());
    returning(sandbox, view, answer.clone(), true)
}

fn returning(sandbox: &Sandbox, view: View, answer: Message, is_makers: bool) -> Response {
    let code = answer.get("debitAuthCode").to_owned();
    let (_, title, explanation) = outcome(&code);
    let fields = match sandbox.fpx_key.sign(answer).as_ref().map(Signed::form) {
        Ok(fields) => fields,
        Err(error) => return failed(sandbox, error),
    };
    let indirect = context! { url => sandbox.config.indirect_url.as_str(), fields };
    let return_after = is_makers.then_some(RETURN_AFTER_MILLIS);
    let page =
        context! { title, explanation, code, indirect, return_after, bank => view.bank.clone(), payment => view };
    render(sandbox, StatusCode::OK, "result.html", &page)
}

/// Renders an error page.
pub fn problem(sandbox: &Sandbox, status: StatusCode, title: &str, explanation: &str) -> Response {
    render(sandbox, status, "problem.html", &context! { title, explanation, bank => "" })
}

/// Renders an error page for a failure of the sandbox itself; the log has the cause.
pub fn failed(sandbox: &Sandbox, error: &anyhow::Error) -> Response {
    tracing::error!(%error, "the sandbox failed");
    problem(sandbox, StatusCode::INTERNAL_SERVER_ERROR, "The sandbox failed", "Its log says why.")
}

/// Renders a page in the name of this bank or, without a bank, of the sandbox.
pub fn page(sandbox: &Sandbox, template: &str, title: &str, bank: Option<&str>, rest: Value) -> Response {
    let page = context! { title, bank => bank.unwrap_or_default(), ..rest };
    render(sandbox, StatusCode::OK, template, &page)
}

fn render(sandbox: &Sandbox, status: StatusCode, template: &str, page: &Value) -> Response {
    match sandbox.pages.templates.get_template(template).and_then(|template| template.render(page)) {
        Ok(html) => {
            let headers = [
                (header::CONTENT_SECURITY_POLICY, sandbox.pages.policy.clone()),
                // A payment's page changes with the payment.
                (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            ];
            (status, headers, Html(html)).into_response()
        }
        Err(error) => {
            tracing::error!(%error, template, "cannot render a page of the sandbox");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
