//! Resetting a forgotten password.

use chrono::{DateTime, Utc};
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{ChangePassword, ChangePasswordRequest};
use gridbill_core::identity::registering::{AdminForgotPassword, AdminResetPassword};
use gridbill_core::identity::{AdminLogin, GetUserProfile};
use serde_json::json;
use sqlx::{Postgres, Transaction};
use tokio::task::JoinHandle;

use super::*;
use crate::support::actor::RefusedCall;
use crate::support::portal::{PASSWORD, until_blocked};
use crate::support::sql;

const VIEWER: &str = "viewer@sinar.example";

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_ends_every_session_lifts_the_lock_and_sends_an_e_mail() {
    let portal = Portal::with_people().await;
    let sessions = [portal.sign_in(VIEWER).await, portal.sign_in(VIEWER).await];
    let other = portal.sign_in("payer@sinar.example").await;
    for _ in 0..5 {
        sign_in(&portal, VIEWER, "wrong").await.expect_err("wrong");
    }
    assert_eq!(code(sign_in(&portal, VIEWER, PASSWORD).await), Code::AccountLocked);
    forgot(&portal, VIEWER).await.expect("an e-mail");
    let token = token(&portal, VIEWER).await;
    assert_eq!(code(sign_in(&portal, VIEWER, PASSWORD).await), Code::AccountLocked, "a request alone unlocks nothing");
    for session in &sessions {
        session.call::<GetUserProfile>(Nothing {}).await.expect("a request alone ends nothing");
    }
    reset(&portal, &token, NEW).await.expect("reset");
    for session in &sessions {
        assert_eq!(code(session.call::<GetUserProfile>(Nothing {}).await), Code::SignedOut);
    }
    other.call::<GetUserProfile>(Nothing {}).await.expect("other users' sessions continue");
    assert_eq!(code(sign_in(&portal, VIEWER, PASSWORD).await), Code::WrongCredentials);
    sign_in(&portal, VIEWER, NEW).await.expect("signed in");
    let emails = emails(&portal, VIEWER).await;
    assert_eq!(emails.len(), 2);
    assert!(!emails[0].text.contains('#'), "it informs, without a link: {}", emails[0].text);
    let kinds = recorded_facts(portal.pool()).await;
    assert_eq!(kinds, [("LinkSent".to_owned(), VIEWER.to_owned()), ("PasswordReset".to_owned(), VIEWER.to_owned())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_reset_links() {
    let portal = Portal::with_people().await;
    forgot(&portal, VIEWER).await.expect("an e-mail");
    let link = token(&portal, VIEWER).await;
    let viewer = portal.sign_in(VIEWER).await;
    let request = ChangePasswordRequest { old_password: PASSWORD.to_owned(), new_password: NEW.to_owned() };
    viewer.call::<ChangePassword>(request).await.expect("changed");
    assert_eq!(code(reset(&portal, &link, "bulan-purnama-9").await), Code::LinkExpired);
    sign_in(&portal, VIEWER, NEW).await.expect("the password that was chosen");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_breaks_a_rule_uses_no_link() {
    let portal = Portal::with_people().await;
    forgot(&portal, VIEWER).await.expect("an e-mail");
    let token = token(&portal, VIEWER).await;
    let before = state(portal.pool()).await;
    for (password, expected) in [
        (String::new(), Code::PasswordRequired),
        ("kurang1".to_owned(), Code::PasswordTooShort),
        ("SINAR-CAHAYA-42".to_owned(), Code::PasswordNeedsLowercase),
        ("sinar-cahaya".to_owned(), Code::PasswordNeedsNumber),
        ("qwerty123".to_owned(), Code::PasswordCommon),
        ("Jamaica1".to_owned(), Code::PasswordCommon),
        (format!("a1{}", "ä".repeat(127)), Code::PasswordTooLong),
    ] {
        let refused = reset(&portal, &token, &password).await.expect_err("refused");
        assert_eq!((refused.status, refused.fields()), (422, vec![("password", expected)]), "{password}");
    }
    assert_eq!(state(portal.pool()).await, before);
    let longest = format!("a1{}", "ä".repeat(126));
    reset(&portal, &token, &longest).await.expect("128 characters are allowed");
    sign_in(&portal, VIEWER, &longest).await.expect("signed in");
}

/// No account can have such a long password, so it is a wrong attempt and counts.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_above_the_maximum_length_is_a_wrong_attempt() {
    let portal = Portal::with_people().await;
    for length in [129, 100_000] {
        for email in [VIEWER, "nobody@sinar.example"] {
            let refused = sign_in(&portal, email, &"a1".repeat(length)).await.expect_err("wrong");
            let attempt = if length == 129 { 1 } else { 2 };
            assert_eq!((refused.code(), &refused.body.params["attempt"]), (Code::WrongCredentials, &json!(attempt)));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_reset_at_their_own_door() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff("glb@utility.example").await;
    let visitor = portal.visitor();
    visitor.call::<AdminForgotPassword>(address("GLB@utility.example")).await.expect("an e-mail");
    let token = token(&portal, "glb@utility.example").await;
    assert_eq!(code(reset(&portal, &token, NEW).await), Code::LinkInvalid, "the customers' sign-in");
    let request = ResetPasswordRequest { token, password: NEW.to_owned() };
    visitor.call::<AdminResetPassword>(request).await.expect("reset");
    let profile = staff.call::<gridbill_core::identity::GetAdminProfile>(Nothing {}).await;
    assert_eq!(code(profile), Code::SignedOut);
    visitor.call::<AdminLogin>(credentials("glb@utility.example", NEW)).await.expect("signed in");
}

/// The registration may come from a stranger. A user who proves the address sets the password, and nothing of the
/// stranger's registration remains.
#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_never_activated_address_sets_the_password() {
    let portal = Portal::start().await;
    register(&portal, NUR).await.expect("a stranger registered");
    let strangers = token(&portal, NUR).await;
    forgot(&portal, NUR).await.expect("an e-mail");
    let message = emails(&portal, NUR).await.remove(0);
    assert!(!message.text.contains("Nur Aisyah"), "the stranger chose the name: {}", message.text);
    let link = token_in(&message.text);
    assert_eq!(code(activate(&portal, &link).await), Code::LinkInvalid, "it activates nothing by itself");
    reset(&portal, &link, "bulan-purnama-7").await.expect("the owner sets the password");
    assert_eq!(code(sign_in(&portal, NUR, NEW).await), Code::WrongCredentials, "the stranger's password opens nothing");
    let tokens = sign_in(&portal, NUR, "bulan-purnama-7").await.expect("signed in");
    let profile = portal.visitor().with_token(tokens.access_token).call::<GetUserProfile>(Nothing {}).await;
    let profile = profile.expect("a profile");
    assert_eq!((profile.name.as_str(), profile.mobile_no, profile.identification_no), (NUR, None, None));
    assert_eq!(profile.identification_type, None);
    assert_eq!(code(activate(&portal, &strangers).await), Code::AccountAlreadyActivated);
    let kinds: Vec<_> = recorded_facts(portal.pool()).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["Registered", "LinkSent", "Activated", "PasswordReset"]);
}

/// The stranger registers again while the owner's link is still valid.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_registration_does_not_end_the_owners_link() {
    let portal = Portal::start().await;
    register(&portal, NUR).await.expect("a stranger registered");
    portal.advance(TimeDelta::hours(24));
    forgot(&portal, NUR).await.expect("an e-mail");
    let link = token(&portal, NUR).await;
    let again = RegisterRequest { password: "bintang-timur-9".to_owned(), ..form(NUR) };
    portal.visitor().call::<Register>(again).await.expect("registered again");
    reset(&portal, &link, "bulan-purnama-7").await.expect("the owner sets the password");
    assert_eq!(code(sign_in(&portal, NUR, "bintang-timur-9").await), Code::WrongCredentials);
    sign_in(&portal, NUR, "bulan-purnama-7").await.expect("signed in");
}

/// A sign-in that verified the old password just before a reset commits starts no session.
#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_a_reset_overtakes_is_refused() {
    let portal = Portal::with_people().await;
    forgot(&portal, VIEWER).await.expect("an e-mail");
    let token = token(&portal, VIEWER).await;
    // Both calls have finished hashing and wait for the person's row, the reset first.
    let held = hold(&portal).await;
    let resetting = resetting(&portal, token).await;
    let signing_in = tokio::spawn({
        let visitor = portal.visitor();
        async move { visitor.call::<Login>(credentials(VIEWER, PASSWORD)).await }
    });
    until_blocked(&portal, 2).await;
    held.rollback().await.expect("released");
    resetting.await.expect("a task").expect("reset");
    assert_eq!(code(signing_in.await.expect("a task")), Code::SignedOut);
    let sessions = sql::value::<i64>(portal.pool(), "select count(*) from session", &[]).await;
    assert_eq!(sessions, 0);
}

/// Locks the person's row, so that other calls wait for it.
async fn hold(portal: &Portal) -> Transaction<'static, Postgres> {
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::value::<uuid::Uuid>(&mut *held, "select person_id from person where email = $1 for update", &[&VIEWER]).await;
    held
}

/// Starts a reset that waits for the person's row.
async fn resetting(portal: &Portal, token: String) -> JoinHandle<Result<(), RefusedCall>> {
    let visitor = portal.visitor();
    let resetting = tokio::spawn(async move {
        let request = ResetPasswordRequest { token, password: NEW.to_owned() };
        visitor.call::<ResetPassword>(request).await.map(drop)
    });
    until_blocked(portal, 1).await;
    resetting
}

/// A reset that begins just before the link expires must still finish hashing in time.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_expires_while_the_password_is_hashed_is_expired() {
    let portal = Portal::with_people().await;
    forgot(&portal, VIEWER).await.expect("an e-mail");
    let token = token(&portal, VIEWER).await;
    let held = hold(&portal).await;
    let resetting = resetting(&portal, token).await;
    portal.advance(TimeDelta::hours(1));
    held.rollback().await.expect("released");
    assert_eq!(code(resetting.await.expect("a task")), Code::LinkExpired);
    let query = "select sessions_ended_at from person where email = $1";
    let ended = sql::value::<Option<DateTime<Utc>>>(portal.pool(), query, &[&VIEWER]).await;
    assert_eq!(ended, None);
}
