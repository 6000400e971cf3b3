//! Second factors (docs/domain/people.md#second-factor).

mod authenticator;
mod changing;
mod passkeys;
mod proving;
mod requiring;
mod resetting;
mod signing_in;

use chrono::TimeDelta;
use gridbill::auth::factors::totp;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::factors::{
    AddedFactor, BeginPasskey, BeginPasskeySignIn, BeginTotp, CompleteSignIn, CompleteSignInRequest, ConfirmTotp,
    ConfirmTotpRequest, FinishPasskey, FinishPasskeyRequest, FinishPasskeySignIn, FinishPasskeySignInRequest, NewTotp,
    SignInAnswer, SignInChallenge,
};
use gridbill_core::identity::profile::{ConfirmPassword, ConfirmPasswordRequest};
use gridbill_core::identity::{AdminLogin, GetUserProfile, Login, LoginRequest, Side, Tokens};

pub use authenticator::Authenticator;
pub use proving::outlive_proof;

use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal, RefusedCall, sql};

const MASTER: &str = "master@sinar.example";

/// An authenticator app.
pub struct TotpApp {
    secret: Vec<u8>,
}

impl TotpApp {
    pub fn of(new: &NewTotp) -> Self {
        Self { secret: base32_decoded(&new.secret) }
    }

    /// Returns the code that the app shows now.
    pub fn code(&self, portal: &Portal) -> String {
        self.code_in(portal, 0)
    }

    /// Returns the code that the app shows that number of steps later.
    fn code_in(&self, portal: &Portal, steps: i64) -> String {
        totp::code(&self.secret, totp::step(portal.app.now()) + steps).expect("a code")
    }
}

fn base32_decoded(text: &str) -> Vec<u8> {
    let digits = text.bytes().map(|letter| match letter {
        b'A'..=b'Z' => letter - b'A',
        _ => letter - b'2' + 26,
    });
    let bits: Vec<u8> = digits.flat_map(|digit| (0..5).rev().map(move |bit| digit >> bit & 1)).collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |value, bit| value << 1 | bit)).collect()
}

/// Adds an authenticator app, and waits until its next code. Returns the app and the recovery codes.
pub async fn add_app(portal: &Portal, actor: &Actor) -> (TotpApp, AddedFactor) {
    let app = TotpApp::of(&actor.call::<BeginTotp>(Nothing {}).await.expect("a secret"));
    let request = ConfirmTotpRequest { totp: app.code(portal), name: None };
    let added = actor.call::<ConfirmTotp>(request).await.expect("added");
    next_step(portal);
    (app, added)
}

/// Adds a passkey.
pub async fn add_passkey(actor: &Actor) -> (Authenticator, AddedFactor) {
    let asked = actor.call::<BeginPasskey>(Nothing {}).await.expect("a question");
    let mut authenticator = Authenticator::new();
    let credential = authenticator.create(&asked.options);
    let request = FinishPasskeyRequest { handle: asked.handle, credential, name: Some("Telephone".to_owned()) };
    let added = actor.call::<FinishPasskey>(request).await.expect("added");
    (authenticator, added)
}

/// Signs a customer in with a passkey alone.
pub async fn sign_in_by_passkey(visitor: &Actor, authenticator: &mut Authenticator) -> Result<Tokens, Code> {
    let asked = visitor.call::<BeginPasskeySignIn>(Nothing {}).await.expect("a question");
    let passkey = authenticator.get(&asked.options);
    let request = FinishPasskeySignInRequest { handle: asked.handle, passkey, side: Side::Customer };
    visitor.call::<FinishPasskeySignIn>(request).await.map_err(|refused| refused.code())
}

/// Moves the clock to the next code of every app.
fn next_step(portal: &Portal) {
    portal.advance(TimeDelta::seconds(30));
}

fn credentials(email: &str) -> LoginRequest {
    LoginRequest { username: email.to_owned(), password: PASSWORD.to_owned(), invitation_token: None }
}

/// Enters the password, which leads to a challenge.
async fn challenged(visitor: &Actor, email: &str) -> SignInChallenge {
    let answer = if email.ends_with("@utility.example") {
        visitor.call::<AdminLogin>(credentials(email)).await
    } else {
        visitor.call::<Login>(credentials(email)).await
    };
    match answer.expect("the password is right") {
        SignInAnswer::Challenged(challenged) => challenged.challenge,
        SignInAnswer::Tokens(_) => panic!("no second factor was asked for"),
    }
}

fn with_totp(challenge: &SignInChallenge, totp: &str) -> CompleteSignInRequest {
    CompleteSignInRequest {
        handle: challenge.handle.clone(),
        totp: Some(totp.to_owned()),
        recovery_code: None,
        passkey: None,
        invitation_token: None,
    }
}

fn with_recovery_code(challenge: &SignInChallenge, code: &str) -> CompleteSignInRequest {
    CompleteSignInRequest { totp: None, recovery_code: Some(code.to_owned()), ..with_totp(challenge, "") }
}

async fn complete(visitor: &Actor, request: CompleteSignInRequest) -> Result<Tokens, RefusedCall> {
    visitor.call::<CompleteSignIn>(request).await
}

/// Signs in with password and code, and waits until the next code.
async fn sign_in_with(portal: &Portal, email: &str, app: &TotpApp) -> Actor {
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, email).await;
    let tokens = complete(&visitor, with_totp(&challenge, &app.code(portal))).await.expect("signed in");
    next_step(portal);
    visitor.with_token(tokens.access_token)
}

async fn confirm(actor: &Actor, request: ConfirmPasswordRequest) -> Result<Nothing, RefusedCall> {
    actor.call::<ConfirmPassword>(request).await
}

async fn is_signed_in(actor: &Actor) -> bool {
    match actor.call::<GetUserProfile>(Nothing {}).await {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused.code(), Code::SignedOut);
            false
        }
    }
}

/// Returns how many sessions a person has had.
async fn sessions(portal: &Portal, email: &str) -> i64 {
    let query = "select count(*) from session join person using (person_id) where email = $1";
    sql::value(portal.pool(), query, &[&email]).await
}

/// Returns kind and outcome of the stored security events of second factors.
async fn events(portal: &Portal) -> Vec<(String, i64)> {
    let query = "select outcome, count(*) from security_event where kind = 'secondFactor' group by outcome
                 order by outcome";
    sql::rows(portal.pool(), query, &[]).await
}

/// Returns the kinds of the facts about second factors, in order.
async fn facts(portal: &Portal) -> Vec<String> {
    let query = "select kind from fact where kind like '%Factor%' or kind like 'RecoveryCode%' order by fact_id";
    sql::values(portal.pool(), query, &[]).await
}

/// Returns the subjects of all e-mails to an address, in order.
async fn subjects(portal: &Portal, email: &str) -> Vec<String> {
    let query = "select subject from mail where recipient = $1 order by created_at, subject";
    sql::values(portal.pool(), query, &[&email]).await
}
