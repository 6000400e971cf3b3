//! A user changes their own password.

use std::time::Duration;

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{ChangePassword, ChangePasswordRequest, GetSessions};
use gridbill_core::identity::{GetUserProfile, Login, LoginRequest, RefreshRequest, RefreshToken};
use serde_json::json;

use super::{activity, emails, fields, refused, state};
use crate::support::portal::PASSWORD;
use crate::support::raw::RawClient;
use crate::support::{Actor, Portal, sql};

const PAYER: &str = "payer@sinar.example";
const NEXT: &str = "another-Passw0rd";

fn to(new_password: &str) -> ChangePasswordRequest {
    ChangePasswordRequest { old_password: PASSWORD.to_owned(), new_password: new_password.to_owned() }
}

fn credentials(password: &str) -> LoginRequest {
    LoginRequest { username: PAYER.to_owned(), password: password.to_owned(), invitation_token: None }
}

async fn is_signed_out(actor: &Actor) -> bool {
    actor.call::<GetUserProfile>(Nothing {}).await.is_err_and(|refused| refused.code() == Code::SignedOut)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_every_session_but_the_new_one() {
    let portal = Portal::with_people().await;
    let visitor = portal.visitor();
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(
            visitor.call::<Login>(credentials(PASSWORD)).await.expect("signed in").tokens().expect("no second factor"),
        );
    }
    let bystander = portal.sign_in("viewer@sinar.example").await;
    let payer = visitor.with_token(others[0].access_token.clone());
    let tokens = payer.call::<ChangePassword>(to(NEXT)).await.expect("changed");
    assert!(!tokens.is_admin && !tokens.is_password_reset_required);
    for old in &others {
        assert!(is_signed_out(&visitor.with_token(old.access_token.clone())).await);
        let request = RefreshRequest { refresh_token: Some(old.refresh_token.clone()) };
        assert_eq!(
            visitor.call::<RefreshToken>(request).await.expect_err("the session has ended").code(),
            Code::SignedOut
        );
    }
    let payer = visitor.with_token(tokens.access_token);
    assert_eq!(payer.call::<GetSessions>(Nothing {}).await.expect("sessions").len(), 1);
    let request = RefreshRequest { refresh_token: Some(tokens.refresh_token) };
    visitor.call::<RefreshToken>(request).await.expect("the new session goes on");
    assert!(!is_signed_out(&bystander).await);

    let refused = visitor.call::<Login>(credentials(PASSWORD)).await.expect_err("the old password");
    assert_eq!(refused.code(), Code::WrongCredentials);
    visitor.call::<Login>(credentials(NEXT)).await.expect("the new password");
    assert_eq!(emails(portal.pool()).await, [(PAYER.to_owned(), "en".to_owned())]);
    let line = ("PasswordChanged".to_owned(), "Badrul".to_owned(), PAYER.to_owned(), json!({}));
    assert_eq!(activity(portal.pool()).await, [line]);
    let query = "select string_agg(t::text, '') from (select * from mail) t";
    let logged = sql::value::<String>(portal.pool(), query, &[]).await;
    assert!(!logged.contains(NEXT) && !logged.contains(PASSWORD));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_web_app_gets_the_new_session_in_its_cookies() {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let app = [("x-session", "cookie")];
    let body = json!({ "username": PAYER, "password": PASSWORD }).to_string();
    let signed_in = wire.send("POST", "/user-svc/api/v1/User/Login", &app, body).await;
    let jar = |cookies: Vec<String>| {
        let pairs: Vec<_> = cookies.iter().map(|cookie| cookie.split(';').next().expect("a pair").to_owned()).collect();
        pairs.join("; ")
    };
    let old = jar(signed_in.cookies());
    let body = json!({ "oldPassword": PASSWORD, "newPassword": NEXT }).to_string();
    let path = "/user-svc/api/v1/User/ChangePassword";
    let forged = wire.send("PATCH", path, &[("cookie", &old)], body.clone()).await;
    assert_eq!(forged.code().as_deref(), Some("sessionHeaderMissing"), "another site cannot ask for it");
    let changed = wire.send("POST", "/portal/api/v1/Password/Change", &[app[0], ("cookie", &old)], body).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let data = changed.json()["Data"].take();
    assert_eq!((&data["accessToken"], &data["refreshToken"]), (&json!(""), &json!("")));
    let new = jar(changed.cookies());
    assert_ne!(new, old);
    let profile = "/user-svc/api/v1/User/GetUserProfile";
    assert_eq!(wire.send("GET", profile, &[("cookie", &new)], "").await.status, 200);
    assert_eq!(wire.send("GET", profile, &[("cookie", &old)], "").await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_field_is_reported_in_both_languages_and_changes_nothing() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in(PAYER).await;
    let before = state(portal.pool()).await;
    let long = format!("{}1", "a".repeat(128));
    for (old, new, wrong, english) in [
        ("", NEXT, vec![("oldPassword", Code::OldPasswordRequired)], "Please enter your current password."),
        ("", "short1", vec![("oldPassword", Code::OldPasswordRequired), ("newPassword", Code::PasswordTooShort)], ""),
        (PASSWORD, "", vec![("newPassword", Code::PasswordRequired)], "Please enter your password."),
        (PASSWORD, "short-1", vec![("newPassword", Code::PasswordTooShort)], "Use at least 8 characters."),
        (PASSWORD, &long, vec![("newPassword", Code::PasswordTooLong)], "Use at most 128 characters."),
        (
            PASSWORD,
            "NOLOWERCASE1",
            vec![("newPassword", Code::PasswordNeedsLowercase)],
            "Use at least one lowercase character.",
        ),
        (PASSWORD, "no-number-here", vec![("newPassword", Code::PasswordNeedsNumber)], "Use at least one number."),
        (PASSWORD, "Password123", vec![("newPassword", Code::PasswordCommon)], ""),
        (PASSWORD, "Jamaica1", vec![("newPassword", Code::PasswordCommon)], ""),
        (
            PASSWORD,
            PASSWORD,
            vec![("newPassword", Code::PasswordAsBefore)],
            "This is your current password. Please choose another one.",
        ),
        (
            "Not-my-passw0rd",
            NEXT,
            vec![("oldPassword", Code::IncorrectPassword)],
            "Oops! It seems like you have entered an incorrect password. Please try again.",
        ),
    ] {
        let request = json!({ "oldPassword": old, "newPassword": new });
        let told = refused::<ChangePassword>(&payer, request).await;
        assert_eq!(told.fields, fields(&wrong), "{old:?} {new:?}");
        assert!(english.is_empty() || told.english == english, "{}", told.english);
    }
    let told = refused::<ChangePassword>(&payer, json!({})).await;
    assert_eq!(told.malay, "Sila masukkan kata laluan anda sekarang.");
    assert_eq!(state(portal.pool()).await, before);
    payer.call::<ChangePassword>(to(NEXT)).await.expect("and the right ones are taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_session_cannot_guess_the_password() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in(PAYER).await;
    let guess = || {
        let request = ChangePasswordRequest { old_password: "Guessed-passw0rd".to_owned(), ..to(NEXT) };
        payer.call::<ChangePassword>(request)
    };
    let told = join_all((0..40).map(|_| guess())).await;
    let codes: Vec<_> = told.into_iter().map(|told| told.expect_err("a guess").code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Code::IncorrectPassword).count(), 5);
    assert_eq!(codes.iter().filter(|code| **code == Code::TooManyAttempts).count(), 35);
    assert_eq!(payer.call::<ChangePassword>(to(NEXT)).await.expect_err("too many").code(), Code::TooManyAttempts);
    portal.advance(chrono::TimeDelta::minutes(15));
    portal.sign_in(PAYER).await.call::<ChangePassword>(to(NEXT)).await.expect("a new window");
}

/// Fifty sign-ins with the old password run before, during and after the change. None of their sessions survives.
#[tokio::test(flavor = "multi_thread")]
async fn no_sign_in_with_the_old_password_survives_the_change() {
    let portal = Portal::with_people().await;
    let (_second, address) = portal.second().await;
    let payer = portal.sign_in(PAYER).await;
    let visitor = portal.visitor();
    let signing_in = (0..50).map(|place| {
        let visitor = if place % 2 == 0 { visitor.clone() } else { visitor.at(address) };
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(place * 5)).await;
            let answer = visitor.call::<Login>(credentials(PASSWORD)).await;
            answer.map(|answer| answer.tokens().expect("no second factor"))
        })
    });
    let signing_in: Vec<_> = signing_in.collect();
    let changed = payer.call::<ChangePassword>(to(NEXT)).await.expect("changed");
    let mut came_in = 0;
    for answer in join_all(signing_in).await {
        match answer.expect("an end") {
            Ok(tokens) => {
                came_in += 1;
                assert!(is_signed_out(&visitor.with_token(tokens.access_token)).await, "a session survived");
                let request = RefreshRequest { refresh_token: Some(tokens.refresh_token) };
                assert_eq!(
                    visitor.call::<RefreshToken>(request).await.expect_err("the session has ended").code(),
                    Code::SignedOut
                );
            }
            Err(refused) => {
                let late = [Code::WrongCredentials, Code::AccountLocked, Code::SignedOut, Code::TooManyAttempts];
                assert!(late.contains(&refused.code()), "{refused:?}");
            }
        }
    }
    println!("{came_in} of 50 came in before the change");
    let left = visitor.with_token(changed.access_token).call::<GetSessions>(Nothing {}).await.expect("sessions");
    assert_eq!(left.len(), 1, "the session that changed it");
    assert!(left[0].is_this_one);
}
