//! From a visitor to a user, and back in after a forgotten password (specification, sections 5, 7 and 8).

use chrono::TimeDelta;
use gridbill_core::identity::registering::{
    Activate, ActivatedUser, EmailRequest, ForgotPassword, LinkRequest, Register, RegisterRequest, Registered,
    ResetPassword, ResetPasswordRequest,
};
use gridbill_core::identity::{Login, LoginRequest, Tokens};

use crate::support::{Actor, Portal, Refused};

mod journey;

/// A password that the rules let through.
const NEW: &str = "sinar-cahaya-42";
const NUR: &str = "nur@baru.example";

/// A registration that is right in every field.
fn form(email: &str) -> RegisterRequest {
    RegisterRequest {
        email: email.to_owned(),
        password: NEW.to_owned(),
        name: "Nur Aisyah binti Ali".to_owned(),
        identification_type: "ic".to_owned(),
        identification_no: "900131-14-5678".to_owned(),
        mobile_no: "123456789".to_owned(),
        invitation_token: None,
    }
}

async fn register(portal: &Portal, email: &str) -> Result<Registered, Refused> {
    portal.visitor().call::<Register>(form(email)).await
}

async fn activate(portal: &Portal, token: &str) -> Result<ActivatedUser, Refused> {
    portal.visitor().call::<Activate>(LinkRequest { token: token.to_owned() }).await
}

async fn forgot(portal: &Portal, email: &str) -> Result<(), Refused> {
    portal.visitor().call::<ForgotPassword>(address(email)).await.map(drop)
}

async fn reset(portal: &Portal, token: &str, password: &str) -> Result<(), Refused> {
    let request = ResetPasswordRequest { token: token.to_owned(), password: password.to_owned() };
    portal.visitor().call::<ResetPassword>(request).await.map(drop)
}

async fn sign_in(portal: &Portal, email: &str, password: &str) -> Result<Tokens, Refused> {
    portal.visitor().call::<Login>(credentials(email, password)).await
}

fn credentials(email: &str, password: &str) -> LoginRequest {
    LoginRequest { username: email.to_owned(), password: password.to_owned(), invitation_token: None }
}

fn address(email: &str) -> EmailRequest {
    EmailRequest { email: gridbill_core::number::Email::parse(email).expect("an address") }
}

/// Somebody who registered and activated the account.
async fn active(portal: &Portal, email: &str) -> Actor {
    register(portal, email).await.expect("registered");
    activate(portal, &token(portal, email).await).await.expect("activated");
    let tokens = sign_in(portal, email, NEW).await.expect("signed in");
    portal.visitor().with_token(tokens.access_token)
}

/// A letter as it waits in the outbox.
struct Posted {
    language: String,
    text: String,
}

/// The letters to an address, the newest first. Lets a second pass, so that the next one is newer.
async fn letters(portal: &Portal, email: &str) -> Vec<Posted> {
    portal.advance(TimeDelta::seconds(1));
    sqlx::query_as!(
        Posted,
        r#"select language, body_text as "text!" from mail where recipient = $1 order by created_at desc"#,
        email,
    )
    .fetch_all(portal.pool())
    .await
    .expect("letters")
}

/// The token of the newest letter to an address.
async fn token(portal: &Portal, email: &str) -> String {
    let letters = letters(portal, email).await;
    token_in(&letters.first().expect("a letter").text)
}

/// The token of the link in a letter: what stands behind the address's `#`.
fn token_in(text: &str) -> String {
    let tokens = text.split('#').skip(1);
    let mut tokens = tokens.map(|rest| rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
    tokens.find(|token| token.len() == 64).expect("a link")
}

fn code<T: std::fmt::Debug>(answer: Result<T, Refused>) -> gridbill_core::Code {
    answer.expect_err("refused").code()
}
