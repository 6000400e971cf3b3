//! Sensitive actions require the password again unless it was confirmed recently, so that a stolen session is not
//! enough.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{
    ChangePassword, ChangePasswordRequest, ConfirmPassword, ConfirmPasswordRequest, UpdateUserProfile,
};
use gridbill_core::identity::{
    AdminLogin, AdminRefreshToken, GetUserProfile, Login, LoginRequest, RefreshRequest, RefreshToken, Tokens,
};
use gridbill_core::registration::{ReviewAction, UpdateBulkAccountRegistrationStatus, UpdateRegistrationRecord};
use gridbill_core::staff::UpdateTNBUser;
use gridbill_core::team::TransferMasterBulkUser;
use gridbill_core::{Language, Problem};
use serde_json::{Value, json};

use super::minutes;
use crate::registration::{applicant, form, known, review};
use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal, sql};
use crate::team::{id_of, session_of};

const MASTER: &str = "master@sinar.example";

fn credentials(email: &str) -> LoginRequest {
    LoginRequest { username: email.to_owned(), password: PASSWORD.to_owned(), invitation_token: None }
}

async fn login(portal: &Portal, email: &str) -> Tokens {
    portal.visitor().call::<Login>(credentials(email)).await.expect("signed in").tokens().expect("no second factor")
}

/// Keeps the session active for a quarter of an hour, as an open page does.
async fn gone_on(portal: &Portal, mut tokens: Tokens) -> Tokens {
    for _ in 0..3 {
        portal.advance(minutes(5));
        let request = RefreshRequest { refresh_token: Some(tokens.refresh_token) };
        tokens = portal.visitor().call::<RefreshToken>(request).await.expect("the next pair");
    }
    tokens
}

async fn confirm(actor: &Actor, password: &str) -> Result<Nothing, Code> {
    let request = ConfirmPasswordRequest { password: password.to_owned(), ..Default::default() };
    actor.call::<ConfirmPassword>(request).await.map_err(|refused| refused.code())
}

fn new_number() -> Value {
    json!({ "name": "Aminah", "mobileNo": "198765432" })
}

async fn number(portal: &Portal) -> Option<String> {
    sql::value(portal.pool(), "select mobile_no from person where email = $1", &[&MASTER]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_sign_in_is_a_proof_and_an_old_one_is_asked() {
    let portal = Portal::with_people().await;
    let tokens = login(&portal, MASTER).await;
    let master = portal.visitor().with_token(tokens.access_token.clone());
    master.call_raw::<UpdateUserProfile>(new_number()).await.expect("a fresh sign-in needs no more");

    let tokens = gone_on(&portal, tokens).await;
    let master = portal.visitor().with_token(tokens.access_token.clone());
    let other = json!({ "name": "Aminah", "mobileNo": "123456789" });
    let payer = id_of(portal.pool(), "payer@sinar.example").await;
    for in_malay in [false, true] {
        let (actor, language) =
            if in_malay { (master.in_malay(), Language::Ms) } else { (master.clone(), Language::En) };
        let moved = actor.call_raw::<UpdateUserProfile>(other.clone()).await.expect_err("another number");
        let given = actor.call_raw::<TransferMasterBulkUser>(json!({ "userId": payer, "nickname": "Chief" })).await;
        for refused in [moved, given.expect_err("the master role")] {
            assert_eq!((refused.status, refused.code(), refused.fields().len()), (403, Code::ConfirmIdentity, 0));
            assert_eq!(refused.body.error_message, Problem::new(Code::ConfirmIdentity).sentence(language));
        }
    }
    assert_eq!(number(&portal).await.as_deref(), Some("198765432"));
    // Actions that need no confirmation continue, also a form that leaves the number unchanged.
    master.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    master.call_raw::<UpdateUserProfile>(new_number()).await.expect("the same number");

    assert_eq!(confirm(&master, "").await, Err(Code::PasswordRequired));
    assert_eq!(confirm(&master, "wrong-1").await, Err(Code::IncorrectPassword));
    let still = master.call_raw::<UpdateUserProfile>(other.clone()).await.expect_err("a wrong one proves nothing");
    assert_eq!(still.code(), Code::ConfirmIdentity);
    confirm(&master, PASSWORD).await.expect("proved");
    master.call_raw::<UpdateUserProfile>(other).await.expect("changed");
    // A confirmation lasts as long as one by sign-in, and only for this session.
    let tokens = gone_on(&portal, tokens).await;
    let master = portal.visitor().with_token(tokens.access_token.clone());
    let refused = master.call_raw::<UpdateUserProfile>(new_number()).await.expect_err("a quarter of an hour later");
    assert_eq!(refused.code(), Code::ConfirmIdentity);
    let elsewhere = session_of(&portal, MASTER).await;
    confirm(&elsewhere, PASSWORD).await.expect("proved there");
    let refused = master.call_raw::<UpdateUserProfile>(new_number()).await.expect_err("not here");
    assert_eq!(refused.code(), Code::ConfirmIdentity);
}

/// Signs in an officer, and refreshes the tokens until the sign-in no longer counts as a confirmation.
async fn signed_in_before(portal: &Portal, email: &str) -> Actor {
    let signed_in = portal.visitor().call::<AdminLogin>(credentials(email)).await.expect("signed in");
    let mut tokens = signed_in.tokens().expect("no second factor");
    for _ in 0..3 {
        portal.advance(minutes(5));
        let request = RefreshRequest { refresh_token: Some(tokens.refresh_token) };
        tokens = portal.visitor().call::<AdminRefreshToken>(request).await.expect("the next pair");
    }
    portal.visitor().with_token(tokens.access_token)
}

#[tokio::test(flavor = "multi_thread")]
async fn rejecting_asks_for_the_password_after_other_refusals() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), "201901234567", 1, 1).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let id = kamala.register("201901234567", &numbers).await.expect("submitted").registration_id;
    let pccr = signed_in_before(&portal, "pccr@utility.example").await;
    let decide = async |action, remark| {
        let request = review(&id, action, remark);
        pccr.call::<UpdateBulkAccountRegistrationStatus>(request).await.map_err(|refused| refused.code())
    };
    assert_eq!(decide(ReviewAction::Reject, None).await, Err(Code::RemarkRequired));
    assert_eq!(decide(ReviewAction::Reject, Some("Not signed.")).await, Err(Code::ConfirmIdentity));
    // An action that can be undone needs no confirmation.
    decide(ReviewAction::RequestForInfo, Some("Sign it.")).await.expect("information requested");
    let again = json!({ "registrationId": id, "form": form("201901234567", &kamala.file_id) });
    let anew = portal.sign_in("new@baru.example").await;
    anew.call_raw::<UpdateRegistrationRecord>(again).await.expect("submitted again");
    confirm(&pccr, PASSWORD).await.expect("proved");
    decide(ReviewAction::Reject, Some("Not signed.")).await.expect("rejected");
    assert_eq!(decide(ReviewAction::Reject, Some("Again.")).await, Err(Code::RegistrationMoved));
}

/// The form for staff users also requires confirmation of the user's own number, and that user is e-mailed.
#[tokio::test(flavor = "multi_thread")]
async fn the_form_for_staff_also_confirms_ones_own_number() {
    let portal = Portal::with_people().await;
    let ict = signed_in_before(&portal, "ict@utility.example").await;
    let own = id_of(portal.pool(), "ict@utility.example").await;
    let other = id_of(portal.pool(), "glb@utility.example").await;
    let change = async |user_id: &str| {
        let request = json!({ "userId": user_id, "username": "Hana", "mobileNo": "198765432" });
        ict.call_raw::<UpdateTNBUser>(request).await.map(drop).map_err(|refused| refused.code())
    };
    assert_eq!(change(&own).await, Err(Code::ConfirmIdentity));
    change(&other).await.expect("another user's number");
    confirm(&ict, PASSWORD).await.expect("proved");
    change(&own).await.expect("changed");
    let told = sql::values::<String>(portal.pool(), "select recipient from mail", &[]).await;
    assert_eq!(told, ["ict@utility.example"]);
}

/// A stolen session cannot be used to guess the password.
#[tokio::test(flavor = "multi_thread")]
async fn the_password_cannot_be_guessed() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, MASTER).await;
    let guesses: Vec<String> = (0..20).map(|n| format!("guess {n}")).collect();
    let answers = futures::future::join_all(guesses.iter().map(|guess| confirm(&master, guess))).await;
    let count = |code| answers.iter().filter(|answer| **answer == Err(code)).count();
    assert_eq!(count(Code::IncorrectPassword), 5);
    assert_eq!(count(Code::IncorrectPassword) + count(Code::TooManyAttempts), 20);
    assert_eq!(confirm(&master, PASSWORD).await, Err(Code::TooManyAttempts), "too late");
    // The limit also applies to the user's other sessions, but not to colleagues.
    let elsewhere = session_of(&portal, MASTER).await;
    assert_eq!(confirm(&elsewhere, PASSWORD).await, Err(Code::TooManyAttempts));
    let colleague = session_of(&portal, "viewer@sinar.example").await;
    confirm(&colleague, PASSWORD).await.expect("the colleague's own");
    portal.advance(minutes(15));
    confirm(&session_of(&portal, MASTER).await, PASSWORD).await.expect("a new window");
}

/// A confirmation is void in a session that a changed password ended, in either order.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_what_was_proved() {
    let portal = Portal::with_people().await;
    let stolen = session_of(&portal, MASTER).await;
    confirm(&stolen, PASSWORD).await.expect("proved");
    let owner = session_of(&portal, MASTER).await;
    let change =
        ChangePasswordRequest { old_password: PASSWORD.to_owned(), new_password: "another-Passw0rd".to_owned() };
    let (changed, confirmed) = tokio::join!(owner.call::<ChangePassword>(change), confirm(&stolen, PASSWORD));
    changed.expect("changed");
    assert!(matches!(confirmed, Ok(_) | Err(Code::SignedOut | Code::IncorrectPassword)), "{confirmed:?}");
    let refused = stolen.call_raw::<UpdateUserProfile>(new_number()).await.expect_err("over");
    assert_eq!(refused.code(), Code::SignedOut);
    assert_eq!(number(&portal).await, None);
}
