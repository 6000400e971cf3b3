//! The first sign-in of a member of staff.

use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::registering::{AdminForgotPassword, AdminResetPassword, VerifyActivation};
use gridbill_core::identity::{AdminLogin, AdminRefreshToken, GetAdminProfile, RefreshRequest};
use gridbill_core::payments::GetPaymentMethods;
use gridbill_core::payments::staff::GetAdminPendingPaymentsCards;

use super::*;
use crate::support::raw::RawClient;

const ISMAIL: &str = "ismail@utility.example";

async fn verify(portal: &Portal, token: &str) -> Result<Tokens, RefusedCall> {
    portal.visitor().call::<VerifyActivation>(LinkRequest { token: token.to_owned() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_signs_staff_in_to_set_a_password_and_for_nothing_else() {
    let portal = Portal::with_people().await;
    let token = staff_to_come(&portal, ISMAIL).await;
    let visitor = portal.visitor();
    let wrong = visitor.call::<AdminLogin>(credentials(ISMAIL, NEW)).await;
    assert_eq!(code(wrong), Code::WrongCredentials, "an empty password never signs in");
    let tokens = verify(&portal, &token).await.expect("activated");
    assert_eq!((tokens.is_admin, tokens.is_password_reset_required), (true, true));
    let ismail = visitor.with_token(tokens.access_token);
    let profile = ismail.call::<GetAdminProfile>(Nothing {}).await.expect("the profile stays open");
    assert!(profile.is_password_reset_required);
    assert_eq!(code(ismail.call::<GetAdminPendingPaymentsCards>(Nothing {}).await), Code::PasswordChangeRequired);
    assert_eq!(code(ismail.call::<GetPaymentMethods>(Nothing {}).await), Code::PasswordChangeRequired);
    // Refreshed tokens have the same restriction.
    let refresh = RefreshRequest { refresh_token: Some(tokens.refresh_token) };
    let next = visitor.call::<AdminRefreshToken>(refresh).await.expect("the session goes on");
    assert!(next.is_password_reset_required);
    let ismail = visitor.with_token(next.access_token);
    assert_eq!(code(ismail.call::<GetAdminPendingPaymentsCards>(Nothing {}).await), Code::PasswordChangeRequired);

    assert_eq!(code(verify(&portal, &token).await), Code::AccountAlreadyActivated);
    let notes = recorded_facts(portal.pool()).await;
    assert_eq!(notes, [("Activated".to_owned(), ISMAIL.to_owned())]);
}

/// A user who loses that session before setting a password requests a reset link.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_password_may_be_set_by_a_reset() {
    let portal = Portal::with_people().await;
    let token_of_link = staff_to_come(&portal, ISMAIL).await;
    let visitor = portal.visitor();
    let early = visitor.call::<AdminForgotPassword>(address(ISMAIL)).await.expect_err("not activated");
    assert_eq!(early.fields(), [("email", Code::AccountNotActivated)], "the administrator sends the link again");
    verify(&portal, &token_of_link).await.expect("activated");
    visitor.call::<AdminForgotPassword>(address(ISMAIL)).await.expect("an e-mail");
    let request = ResetPasswordRequest { token: token(&portal, ISMAIL).await, password: NEW.to_owned() };
    visitor.call::<AdminResetPassword>(request).await.expect("set");
    let tokens = visitor
        .call::<AdminLogin>(credentials(ISMAIL, NEW))
        .await
        .expect("signed in")
        .tokens()
        .expect("no second factor");
    assert!(!tokens.is_password_reset_required);
    let ismail = visitor.with_token(tokens.access_token);
    ismail.call::<GetAdminProfile>(Nothing {}).await.expect("signed in");
}

/// The app gets its tokens in cookies, as at every sign-in.
#[tokio::test(flavor = "multi_thread")]
async fn the_app_gets_cookies_and_no_token_in_the_body() {
    let portal = Portal::with_people().await;
    let token = staff_to_come(&portal, ISMAIL).await;
    let wire = RawClient::to(portal.address);
    let body = serde_json::json!({ "token": token }).to_string();
    let path = VerifyActivation::ENTRY.path();
    let answer = wire.send("POST", path, &[("x-session", "cookie")], body).await;
    assert_eq!((answer.status, answer.cookies().len()), (200, 2), "{}", answer.text());
    let data = answer.json()["Data"].take();
    assert_eq!((data["accessToken"].as_str(), data["refreshToken"].as_str()), (Some(""), Some("")));
}
