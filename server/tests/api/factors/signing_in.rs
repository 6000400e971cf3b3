//! Signing in with a code or a recovery code after the password.

use chrono::TimeDelta;
use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::factors::{CompleteSignInRequest, FactorKind, GetFactors, SignInAnswer};
use gridbill_core::identity::profile::GetSessions;
use gridbill_core::identity::registering::{ForgotPassword, ResetPassword, ResetPasswordRequest};
use gridbill_core::identity::{Login, LoginRequest};
use serde_json::json;

use super::{
    MASTER, add_app, challenged, complete, credentials, events, facts, is_signed_in, next_step, sessions, sign_in_with,
    subjects, with_recovery_code, with_totp,
};
use crate::support::portal::{PASSWORD, until};
use crate::support::raw::RawClient;
use crate::support::{Portal, RefusedCall, sql};

fn code<T: std::fmt::Debug>(answer: Result<T, RefusedCall>) -> Code {
    answer.expect_err("refused").code()
}

/// For a user without a factor the answer has exactly the fields of before.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_without_a_factor_sees_no_change() {
    let portal = Portal::with_people().await;
    let answer = portal.visitor().call_raw::<Login>(json!({ "username": MASTER, "password": PASSWORD })).await;
    let answer = answer.expect("signed in");
    let fields: Vec<_> = answer.as_object().expect("fields").keys().cloned().collect();
    let mut expected = ["accessToken", "refreshToken", "expiresIn", "isAdmin", "isPasswordResetRequired"];
    expected.sort_unstable();
    let mut fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_completes_the_sign_in() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let (app, added) = add_app(&portal, &master).await;
    assert_eq!(added.recovery_codes.len(), 10);
    let before = sessions(&portal, MASTER).await;

    let visitor = portal.visitor();
    let raw =
        visitor.call_raw::<Login>(json!({ "username": MASTER, "password": PASSWORD })).await.expect("a challenge");
    assert_eq!(raw.as_object().expect("fields").keys().collect::<Vec<_>>(), ["challenge"], "no tokens");
    let challenge = challenged(&visitor, MASTER).await;
    assert_eq!(challenge.methods, [FactorKind::Totp, FactorKind::RecoveryCode]);
    assert_eq!(challenge.passkey, None);
    assert_eq!(sessions(&portal, MASTER).await, before, "no session began");

    // A wrong code and a code of a step that is not next to this one leave the challenge open.
    let wrong = if app.code(&portal) == "000000" { "000001" } else { "000000" };
    for typed in [wrong.to_owned(), app.code_in(&portal, 2), app.code_in(&portal, -2)] {
        let refused = complete(&visitor, with_totp(&challenge, &typed)).await.expect_err("a wrong code");
        assert_eq!((refused.status, refused.fields()), (422, vec![("totp", Code::FactorCodeWrong)]));
    }
    for typed in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"] {
        let refused = complete(&visitor, with_totp(&challenge, typed)).await.expect_err("no code");
        assert_eq!(refused.fields(), [("totp", Code::FactorCodeInvalid)], "{typed}");
    }
    let nothing = CompleteSignInRequest { totp: None, ..with_totp(&challenge, "") };
    assert_eq!(code(complete(&visitor, nothing).await), Code::FactorNeeded);
    assert_eq!(sessions(&portal, MASTER).await, before);

    let digits = app.code(&portal);
    let spaced = format!(" {} {} ", &digits[..3], &digits[3..]);
    let tokens = complete(&visitor, with_totp(&challenge, &spaced)).await.expect("signed in");
    let master = visitor.with_token(tokens.access_token);
    let factors = master.call::<GetFactors>(Nothing {}).await.expect("factors");
    assert_eq!(factors.factors[0].last_used_at, Some(portal.app.now()));
    // The challenge and the code are used up.
    assert_eq!(code(complete(&visitor, with_totp(&challenge, &app.code(&portal))).await), Code::ChallengeExpired);
    let again = challenged(&visitor, MASTER).await;
    assert_eq!(code(complete(&visitor, with_totp(&again, &app.code(&portal))).await), Code::FactorCodeWrong);
    next_step(&portal);
    complete(&visitor, with_totp(&again, &app.code(&portal))).await.expect("the next code");
}

/// The code that confirmed the app was used, too.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_code_does_not_sign_in() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    portal.advance(TimeDelta::seconds(-30));
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    assert_eq!(code(complete(&visitor, with_totp(&challenge, &app.code(&portal))).await), Code::FactorCodeWrong);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_concurrent_uses_of_a_code_one_wins() {
    let portal = Portal::with_people().await;
    let (app, added) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let (_second, address) = portal.second().await;
    let visitor = portal.visitor();
    let mut challenges = Vec::new();
    for _ in 0..8 {
        challenges.push(challenged(&visitor, MASTER).await);
    }
    let before = sessions(&portal, MASTER).await;
    let digits = app.code(&portal);
    let attempts = challenges.iter().enumerate().map(|(place, challenge)| {
        let visitor = if place % 2 == 0 { visitor.clone() } else { visitor.at(address) };
        let request = with_totp(challenge, &digits);
        async move { complete(&visitor, request).await }
    });
    let answers = join_all(attempts).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert_eq!(sessions(&portal, MASTER).await, before + 1);

    // The same for a recovery code, and for one challenge.
    let challenge = challenged(&visitor, MASTER).await;
    let attempts = (0..8).map(|_| complete(&visitor, with_recovery_code(&challenge, &added.recovery_codes[0])));
    assert_eq!(join_all(attempts).await.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(sessions(&portal, MASTER).await, before + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_works_once() {
    let portal = Portal::with_people().await;
    let (_, added) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    let lost = "AAAA-BBBB-CCCC-DDDD-EEEE-FFFF";
    let refused = complete(&visitor, with_recovery_code(&challenge, lost)).await.expect_err("unknown");
    assert_eq!(refused.fields(), [("recoveryCode", Code::RecoveryCodeWrong)]);
    let typed = added.recovery_codes[3].to_lowercase().replace('-', " ");
    let tokens = complete(&visitor, with_recovery_code(&challenge, &typed)).await.expect("signed in");
    let master = visitor.with_token(tokens.access_token);
    assert_eq!(master.call::<GetFactors>(Nothing {}).await.expect("factors").recovery_codes_left, 9);
    let challenge = challenged(&visitor, MASTER).await;
    let again = complete(&visitor, with_recovery_code(&challenge, &added.recovery_codes[3])).await;
    assert_eq!(code(again), Code::RecoveryCodeWrong, "used");
    assert_eq!(facts(&portal).await, ["FactorAdded", "RecoveryCodeUsed"]);
    assert_eq!(subjects(&portal, MASTER).await.len(), 2, "each is e-mailed");

    // Without codes left, they are no longer offered.
    for code in added.recovery_codes.iter().filter(|code| **code != added.recovery_codes[3]) {
        let challenge = challenged(&visitor, MASTER).await;
        complete(&visitor, with_recovery_code(&challenge, code)).await.expect("signed in");
    }
    assert_eq!(challenged(&visitor, MASTER).await.methods, [FactorKind::Totp]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_handle_is_refused_and_recorded() {
    let portal = Portal::with_people_and(&["--address-header=x-forwarded-for"]).await;
    let here = portal.visitor().with("x-forwarded-for", "203.0.113.1").with("user-agent", "Here");
    let master = {
        let tokens = here.call::<Login>(credentials(MASTER)).await.expect("signed in").tokens().expect("tokens");
        here.with_token(tokens.access_token)
    };
    let (app, _) = add_app(&portal, &master).await;
    let challenge = challenged(&here, MASTER).await;
    let thieves = [here.with("x-forwarded-for", "203.0.113.2"), here.with("user-agent", "There")];
    for thief in &thieves {
        let refused = complete(thief, with_totp(&challenge, &app.code(&portal))).await.expect_err("stolen");
        assert_eq!((refused.status, refused.code()), (422, Code::ChallengeExpired), "as an unknown handle");
    }
    until("the events", || async { (events(&portal).await == [("stolenHandle".to_owned(), 2)]).then_some(()) }).await;
    complete(&here, with_totp(&challenge, &app.code(&portal))).await.expect("the owner signs in");
    // A handle of another purpose, an unknown one and an expired one look the same.
    let unknown = CompleteSignInRequest { handle: "0".repeat(64), ..with_totp(&challenge, "123456") };
    assert_eq!(code(complete(&here, unknown).await), Code::ChallengeExpired);
    next_step(&portal);
    let late = challenged(&here, MASTER).await;
    portal.advance(TimeDelta::seconds(300));
    assert_eq!(code(complete(&here, with_totp(&late, &app.code(&portal))).await), Code::ChallengeExpired);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_wrong_codes_lock_the_codes_for_an_hour() {
    let portal = Portal::with_people().await;
    let (app, added) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    let wrong = if app.code(&portal) == "000000" { "000001" } else { "000000" };
    let attempts = (0..20).map(|_| complete(&visitor, with_totp(&challenge, wrong)));
    let codes: Vec<_> = join_all(attempts).await.into_iter().map(code).collect();
    assert_eq!(codes.iter().filter(|code| **code == Code::FactorCodeWrong).count(), 10);
    assert_eq!(codes.iter().filter(|code| **code == Code::TooManyAttempts).count(), 10);
    // The right code and a recovery code are refused as well, also in a new sign-in. The password still looks the same.
    let challenge = challenged(&visitor, MASTER).await;
    let right = with_totp(&challenge, &app.code(&portal));
    assert_eq!(code(complete(&visitor, right.clone()).await), Code::TooManyAttempts);
    let recovery = with_recovery_code(&challenge, &added.recovery_codes[0]);
    assert_eq!(code(complete(&visitor, recovery).await), Code::TooManyAttempts);
    let told = subjects(&portal, MASTER).await;
    assert_eq!(told.iter().filter(|subject| subject.starts_with("Wrong codes")).count(), 1, "{told:?}");
    let locked = || async { events(&portal).await.iter().any(|(outcome, _)| outcome == "lockedOut").then_some(()) };
    until("the event", locked).await;
    portal.advance(TimeDelta::minutes(60));
    sign_in_with(&portal, MASTER, &app).await;
}

/// A right code resets the count.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_mistypes_now_and_then_is_not_locked() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    for _ in 0..3 {
        let challenge = challenged(&visitor, MASTER).await;
        for _ in 0..5 {
            let refused = complete(&visitor, with_totp(&challenge, &app.code_in(&portal, 7))).await;
            assert_eq!(code(refused), Code::FactorCodeWrong);
        }
        complete(&visitor, with_totp(&challenge, &app.code(&portal))).await.expect("signed in");
        next_step(&portal);
    }
}

/// A reset of the password removes no factor, and ends a sign-in that waits for one.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_reset_keeps_the_factors() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    let waiting = challenged(&visitor, MASTER).await;
    visitor
        .call::<ForgotPassword>(serde_json::from_value(json!({ "email": MASTER })).expect("a request"))
        .await
        .expect("sent");
    let query = "select body_text from mail where recipient = $1 and body_text like '%resetPassword#%'";
    let body = sql::value::<String>(portal.pool(), query, &[&MASTER]).await;
    let token: String =
        body.split_once("resetPassword#").expect("a link").1.chars().take_while(char::is_ascii_hexdigit).collect();
    let request = ResetPasswordRequest { token, password: "another-Passw0rd".to_owned() };
    visitor.call::<ResetPassword>(request).await.expect("reset");
    assert_eq!(code(complete(&visitor, with_totp(&waiting, &app.code(&portal))).await), Code::ChallengeExpired);
    let request = LoginRequest { password: "another-Passw0rd".to_owned(), ..credentials(MASTER) };
    let answer = visitor.call::<Login>(request).await.expect("the password is right");
    let SignInAnswer::Challenged(challenged) = answer else { panic!("the factor is gone") };
    complete(&visitor, with_totp(&challenged.challenge, &app.code(&portal))).await.expect("signed in");
}

/// The web app gets the tokens in cookies, only after the code.
#[tokio::test(flavor = "multi_thread")]
async fn cookies_come_with_the_code() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let wire = RawClient::to(portal.address);
    let headers = [("x-session", "cookie"), ("content-type", "application/json"), ("user-agent", "App")];
    let login = json!({ "username": MASTER, "password": PASSWORD }).to_string();
    let asked = wire.send("POST", "/user-svc/api/v1/User/Login", &headers, login).await;
    assert_eq!(asked.status, 200);
    assert!(asked.headers.get("set-cookie").is_none(), "no cookie before the code");
    let handle = asked.json()["Data"]["challenge"]["handle"].clone();
    let code = json!({ "handle": handle, "totp": app.code(&portal) }).to_string();
    let done = wire.send("POST", "/portal/api/v1/SignIn/Complete", &headers, code).await;
    assert_eq!((done.status, done.json()["Data"]["accessToken"].as_str()), (200, Some("")));
    assert!(done.headers.get_all("set-cookie").iter().count() >= 3, "access, refresh and device");
}

/// Staff sign in the same way, at their own door.
#[tokio::test(flavor = "multi_thread")]
async fn staff_complete_their_sign_in() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in_staff("ict@utility.example").await).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, "ict@utility.example").await;
    let tokens = complete(&visitor, with_totp(&challenge, &app.code(&portal))).await.expect("signed in");
    assert!(tokens.is_admin);
    let ict = visitor.with_token(tokens.access_token);
    assert_eq!(ict.call::<GetSessions>(Nothing {}).await.expect("sessions").len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disabled_user_does_not_complete_the_sign_in() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    sql::run(portal.pool(), "update person set disabled_at = now() where email = $1", &[&MASTER]).await;
    assert_eq!(code(complete(&visitor, with_totp(&challenge, &app.code(&portal))).await), Code::ChallengeExpired);
    assert!(!is_signed_in(&visitor).await);
}

/// Clocks differ, and a code that is typed at the end of its step arrives in the next one. Each step counts once, in any order.
#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_the_step_before_or_after_signs_in_once() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    portal.advance(TimeDelta::minutes(5));
    let visitor = portal.visitor();
    for steps in [0, 1, -1] {
        let challenge = challenged(&visitor, MASTER).await;
        let digits = app.code_in(&portal, steps);
        complete(&visitor, with_totp(&challenge, &digits))
            .await
            .unwrap_or_else(|_| panic!("the code {steps} steps off"));
        let again = challenged(&visitor, MASTER).await;
        assert_eq!(code(complete(&visitor, with_totp(&again, &digits)).await), Code::FactorCodeWrong, "{steps}");
    }
    // They stay used while the clock moves on.
    let used = [app.code(&portal), app.code_in(&portal, 1)];
    next_step(&portal);
    for digits in used {
        let challenge = challenged(&visitor, MASTER).await;
        assert_eq!(code(complete(&visitor, with_totp(&challenge, &digits)).await), Code::FactorCodeWrong);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_concurrent_uses_of_three_steps_each_wins_once() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    portal.advance(TimeDelta::minutes(5));
    let (_second, address) = portal.second().await;
    let visitor = portal.visitor();
    let mut attempts = Vec::new();
    for place in 0..9 {
        let challenge = challenged(&visitor, MASTER).await;
        let visitor = if place % 2 == 0 { visitor.clone() } else { visitor.at(address) };
        attempts.push((visitor, with_totp(&challenge, &app.code_in(&portal, place % 3 - 1))));
    }
    let before = sessions(&portal, MASTER).await;
    let answers =
        join_all(attempts.into_iter().map(async |(visitor, request)| complete(&visitor, request).await)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3, "{answers:?}");
    assert_eq!(sessions(&portal, MASTER).await, before + 3);
}

/// A stranger who knows the password tries codes. The owner still signs in from a known device, which has attempts of its own.
#[tokio::test(flavor = "multi_thread")]
async fn ten_wrong_codes_of_a_stranger_do_not_lock_the_owners_device() {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let body = json!({ "username": MASTER, "password": PASSWORD }).to_string();
    let answer = wire.send("POST", Login::ENTRY.path(), &[("x-session", "cookie")], body).await;
    let device = answer.cookies().into_iter().find(|cookie| cookie.starts_with("gridbill_device=")).expect("a device");
    let device = device.split(';').next().expect("a pair").to_owned();
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let wrong = app.code_in(&portal, 5);
    let stranger = portal.visitor();
    let challenge = challenged(&stranger, MASTER).await;
    for _ in 0..10 {
        assert_eq!(code(complete(&stranger, with_totp(&challenge, &wrong)).await), Code::FactorCodeWrong);
    }
    let late = complete(&stranger, with_totp(&challenge, &app.code(&portal))).await;
    assert_eq!(code(late), Code::TooManyAttempts);

    let owner = portal.visitor().with("cookie", &device);
    let challenge = challenged(&owner, MASTER).await;
    assert_eq!(code(complete(&owner, with_totp(&challenge, &wrong)).await), Code::FactorCodeWrong);
    complete(&owner, with_totp(&challenge, &app.code(&portal))).await.expect("the owner signs in");
    // That does not give the stranger more attempts, and the device has its own limit.
    next_step(&portal);
    let challenge = challenged(&stranger, MASTER).await;
    assert_eq!(code(complete(&stranger, with_totp(&challenge, &app.code(&portal))).await), Code::TooManyAttempts);
    let challenge = challenged(&owner, MASTER).await;
    for _ in 0..10 {
        assert_eq!(code(complete(&owner, with_totp(&challenge, &wrong)).await), Code::FactorCodeWrong);
    }
    assert_eq!(code(complete(&owner, with_totp(&challenge, &app.code(&portal))).await), Code::TooManyAttempts);
    // The device of another user helps no other user.
    let body = json!({ "username": "payer@sinar.example", "password": PASSWORD }).to_string();
    let others = wire.send("POST", Login::ENTRY.path(), &[("x-session", "cookie")], body).await;
    let others = others.cookies().into_iter().find(|cookie| cookie.starts_with("gridbill_device=")).expect("a device");
    let thief = portal.visitor().with("cookie", others.split(';').next().expect("a pair"));
    let challenge = challenged(&thief, MASTER).await;
    assert_eq!(code(complete(&thief, with_totp(&challenge, &app.code(&portal))).await), Code::TooManyAttempts);
}
