//! `/dev/mail`: shows the demo's e-mails in the browser. Available only in the demo and without a mail server,
//! because the links in the e-mails give access to accounts.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse as _, Response};
use gridbill_core::{Code, Language};
use minijinja::{Environment, Value, context};
use uuid::Uuid;

use super::headers::policy_with_inline_styles;
use crate::app::App;
use crate::auth::caller::language;
use crate::database::is_demo;
use crate::endpoint::refusal;
use crate::error::Answer;
use crate::mail::sql;

pub const PATH: &str = "/dev/mail";
pub const EMAIL_PATH: &str = "/dev/mail/{id}";
/// Maximum e-mails in the list.
const MAX_SHOWN: i64 = 100;

/// Whether this portal shows its e-mails.
pub async fn is_on(app: &App) -> sqlx::Result<bool> {
    Ok(!app.mail.is_sent() && is_demo(&app.pool).await?)
}

/// Shows the newest e-mails.
pub async fn list(State(app): State<App>, headers: HeaderMap) -> Response {
    show_list(&app).await.unwrap_or_else(|error| refusal(error, language(&headers)))
}

/// Shows an e-mail as a mail program would, and its text.
pub async fn email(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    show_email(&app, &id).await.unwrap_or_else(|error| refusal(error, language(&headers)))
}

async fn show_list(app: &App) -> Answer<Response> {
    if !is_on(app).await? {
        return Err(Code::NotFound.into());
    }
    let mut connection = app.pool.acquire().await?;
    let (emails, count) = sql::newest(&mut connection, MAX_SHOWN).await?;
    let emails: Vec<_> = emails
        .into_iter()
        .map(|email| {
            context! {
                id => email.mail_id.to_string(), recipient => email.recipient, subject => email.subject,
                language => language_name(&email.language), lang => email.language,
                at => email.created_at.shown(Language::En)
            }
        })
        .collect();
    page("list.html", context! { emails, count, most => MAX_SHOWN })
}

async fn show_email(app: &App, id: &str) -> Answer<Response> {
    let mail_id = Uuid::parse_str(id).map_err(|_| Code::NotFound)?;
    if !is_on(app).await? {
        return Err(Code::NotFound.into());
    }
    let email = sql::email(&app.pool, mail_id).await?.ok_or(Code::NotFound)?;
    let lines = email.text.as_deref().map(lines);
    // Its links open in the whole window, not in the frame that shows the e-mail.
    let html = email.html.map(|html| html.replacen("<head>", "<head><base target=\"_top\">", 1));
    page(
        "email.html",
        context! {
            recipient => email.recipient, subject => email.subject, language => language_name(&email.language),
            lang => email.language, at => email.created_at.shown(Language::En), html, lines
        },
    )
}

/// Returns the lines of a text. Lines that consist of an address become links, as in a mail program.
fn lines(text: &str) -> Vec<Value> {
    let is_link = |line: &str| line.starts_with("https://") || line.starts_with("http://");
    text.lines().map(|line| context! { text => line, is_link => is_link(line) }).collect()
}

fn language_name(tag: &str) -> &'static str {
    if tag == Language::Ms.tag() { "Malay" } else { "English" }
}

fn page(name: &str, values: Value) -> Answer<Response> {
    let mut pages = Environment::new();
    let made = [
        ("layout.html", include_str!("pages/layout.html")),
        ("list.html", include_str!("pages/list.html")),
        ("email.html", include_str!("pages/email.html")),
    ]
    .into_iter()
    .try_for_each(|(name, source)| pages.add_template(name, source))
    .and_then(|()| pages.get_template(name)?.render(values));
    let html = made.map_err(anyhow::Error::from)?;
    // The link of an e-mail is a secret until it is used.
    let policy = HeaderValue::from_str(&policy_with_inline_styles()).map_err(anyhow::Error::from)?;
    let headers =
        [(header::CACHE_CONTROL, HeaderValue::from_static("no-store")), (header::CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, Html(html)).into_response())
}
