//! Registration, activation and password reset (docs/domain/people.md#registering).

use chrono::TimeDelta;
use gridbill::identity::links::{self, LinkOwner};
use gridbill_core::endpoint::Endpoint;
use gridbill_core::identity::registering::{
    Activate, ActivatedUser, EmailRequest, ForgotPassword, LinkKind, LinkRequest, Register, RegisterRequest,
    Registered, ResetPassword, ResetPasswordRequest,
};
use gridbill_core::identity::{Login, LoginRequest, Tokens};

use gridbill_core::Code;
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::given;
use crate::support::{Actor, Portal, RefusedCall, sql};

mod anew;
mod fields;
mod hostile;
mod invitations;
mod journey;
mod links_of_all_kinds;
mod races;
mod rates;
mod resetting;
mod secrets;
mod staff;

/// A valid password.
const NEW: &str = "sinar-cahaya-42";
const NUR: &str = "nur@baru.example";

/// Returns a registration whose fields are all valid.
fn form(email: &str) -> RegisterRequest {
    RegisterRequest {
        email: email.to_owned(),
        password: NEW.to_owned(),
        name: "Nur Aisyah binti Ali".to_owned(),
        identification_type: "ic".to_owned(),
        identification_no: "900131-14-5678".to_owned(),
        mobile_no: "123456789".to_owned(),
        invitation_token: None,
        terms_version: None,
    }
}

async fn register(portal: &Portal, email: &str) -> Result<Registered, RefusedCall> {
    portal.visitor().call::<Register>(form(email)).await
}

async fn activate(portal: &Portal, token: &str) -> Result<ActivatedUser, RefusedCall> {
    portal.visitor().call::<Activate>(LinkRequest { token: token.to_owned() }).await
}

async fn forgot(portal: &Portal, email: &str) -> Result<(), RefusedCall> {
    portal.visitor().call::<ForgotPassword>(address(email)).await.map(drop)
}

async fn reset(portal: &Portal, token: &str, password: &str) -> Result<(), RefusedCall> {
    let request = ResetPasswordRequest { token: token.to_owned(), password: password.to_owned() };
    portal.visitor().call::<ResetPassword>(request).await.map(drop)
}

async fn sign_in(portal: &Portal, email: &str, password: &str) -> Result<Tokens, RefusedCall> {
    let answer = portal.visitor().call::<Login>(credentials(email, password)).await;
    answer.map(|answer| answer.tokens().expect("no second factor"))
}

fn credentials(email: &str, password: &str) -> LoginRequest {
    LoginRequest { username: email.to_owned(), password: password.to_owned(), invitation_token: None }
}

fn address(email: &str) -> EmailRequest {
    EmailRequest { email: gridbill_core::number::Email::parse(email).expect("an address") }
}

/// Registers and activates a user, and signs in.
async fn active(portal: &Portal, email: &str) -> Actor {
    register(portal, email).await.expect("registered");
    activate(portal, &token(portal, email).await).await.expect("activated");
    let tokens = sign_in(portal, email, NEW).await.expect("signed in");
    portal.visitor().with_token(tokens.access_token)
}

/// An e-mail in the outbox.
#[derive(sqlx::FromRow)]
struct QueuedEmail {
    language: String,
    text: String,
}

/// Returns the e-mails to an address, newest first. Advances the clock by a second, so that the next e-mail is newer.
async fn emails(portal: &Portal, email: &str) -> Vec<QueuedEmail> {
    portal.advance(TimeDelta::seconds(1));
    let query = "select language, body_text as text from mail where recipient = $1 order by created_at desc";
    sql::rows(portal.pool(), query, &[&email]).await
}

/// Returns the token of the newest e-mail to an address.
async fn token(portal: &Portal, email: &str) -> String {
    let emails = emails(portal, email).await;
    token_in(&emails.first().expect("an e-mail").text)
}

/// Returns the token in an e-mail's link: the fragment of the address.
fn token_in(text: &str) -> String {
    let tokens = text.split('#').skip(1);
    let mut tokens = tokens.map(|rest| rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
    tokens.find(|token| token.len() == 64).expect("a link")
}

fn code<T: std::fmt::Debug>(answer: Result<T, RefusedCall>) -> Code {
    answer.expect_err("refused").code()
}

/// Returns the refusal, and its sentences in English and Malay.
async fn sentences<E: Endpoint<Request: Clone, Response: std::fmt::Debug>>(
    portal: &Portal,
    request: &E::Request,
) -> (RefusedCall, [String; 2]) {
    let visitor = portal.visitor();
    let english = visitor.call::<E>(request.clone()).await.expect_err("refused");
    let malay = visitor.in_malay().call::<E>(request.clone()).await.expect_err("refused");
    assert_eq!((english.code(), english.fields()), (malay.code(), malay.fields()));
    let texts = [english.body.error_message.clone(), malay.body.error_message];
    (english, texts)
}

/// Returns the names of the link's flags that are true.
fn flags(refused: &RefusedCall) -> Vec<&str> {
    let params = refused.body.params.iter();
    params.filter(|(_, value)| value.as_bool() == Some(true)).map(|(name, _)| name.as_str()).collect()
}

/// Adds a member of staff who has not activated the account. Returns the link's token.
async fn staff_to_come(portal: &Portal, email: &str) -> String {
    given::person(
        portal.pool(),
        given::Person { email, name: "Ismail", role: "ict", bulk_id: None, pays: false, keeps: false },
    )
    .await;
    let query = "update person set activated_at = null, password_hash = null where email = $1 returning person_id";
    let id = sql::value::<Uuid>(portal.pool(), query, &[&email]).await;
    link(portal, LinkKind::StaffActivation, LinkOwner::Person(id)).await
}

/// Inserts an invitation into a bulk account. Returns its id and the link's token.
pub async fn invited(portal: &Portal, bulk_id: &str, email: &str) -> (Uuid, String) {
    let id = Uuid::now_v7();
    let query = "insert into invitation (invitation_id, bulk_id, email, nickname, role, make_payments, manage_accounts,
                                         invited_by, invited_at, sent_at)
                 select $1, $2, $3, 'Kak Nur', 'member', true, false, person_id, $4, $4
                 from person where bulk_id = $2 and role = 'master'";
    sql::run(portal.pool(), query, &[&id, &bulk_id, &email, &portal.app.now().utc()]).await;
    (id, link(portal, LinkKind::Invitation, LinkOwner::Invitation(id)).await)
}

/// Issues a link and returns its token as an e-mail would contain it.
async fn link(portal: &Portal, kind: LinkKind, whom: LinkOwner) -> String {
    let mut tx = portal.pool().begin().await.expect("a transaction");
    let issued = links::issue(&portal.app, &mut tx, kind, whom).await.expect("a link");
    tx.commit().await.expect("a link");
    token_in(&issued.address)
}

/// Returns a fingerprint of all data that registration changes, without the rate counts.
async fn state(pool: &PgPool) -> String {
    let query = "
        select concat_ws(' ',
        (select md5(coalesce(string_agg(t::text, '|' order by t.person_id), '')) from person t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.token_hash), '')) from link t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.mail_id), '')) from mail t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.fact_id), '')) from fact t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.invitation_id), '')) from invitation t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.session_id), '')) from session t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.email, t.is_staff), '')) from login_attempts t),
        (select count(*) from refresh_token))";
    sql::value(pool, query, &[]).await
}

/// Returns kind and subject of the facts, in order.
async fn recorded_facts(pool: &PgPool) -> Vec<(String, String)> {
    sql::rows(pool, "select kind, about from fact order by fact_id", &[]).await
}
