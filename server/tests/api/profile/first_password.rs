//! Users who must set a new password first.

use gridbill_core::Code;
use gridbill_core::endpoint::{Caller, Nothing};
use gridbill_core::identity::profile::{
    ChangePassword, FirstPasswordRequest, FirstTimeChangePassword, GetSessions, WITH_AN_OLD_PASSWORD,
};
use gridbill_core::identity::{AdminLogin, GetAdminProfile, LoginRequest};
use gridbill_core::registry::endpoints;
use serde_json::json;

use super::{activity, emails, fields, refused, state};
use crate::contract::requests::request;
use crate::support::given::SINAR;
use crate::support::portal::PASSWORD;
use crate::support::raw::{RawClient, bearer};
use crate::support::{Portal, sql};

const ICT: &str = "ict@utility.example";
const FIRST: &str = "my-own-Passw0rd";

async fn require_a_new_one(portal: &Portal, email: &str) {
    sql::run(portal.pool(), "update person set password_reset_required = true where email = $1", &[&email]).await;
}

fn first(password: &str) -> FirstPasswordRequest {
    FirstPasswordRequest { new_password: password.to_owned() }
}

/// Calls every endpoint: only the calls on the short list are open, for staff and for customers.
#[tokio::test(flavor = "multi_thread")]
async fn only_setting_the_password_is_allowed_before_it_is_set() {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let (mut open, mut closed) = (0, 0);
    for email in [ICT, "master@sinar.example"] {
        let (access, refresh) = wire.sign_in(email).await;
        require_a_new_one(&portal, email).await;
        let token = bearer(&access);
        let before = state(portal.pool()).await;
        for entry in endpoints().filter(|entry| !matches!(entry.caller, Caller::Public | Caller::Gateway)) {
            let fields = request(entry, SINAR, "999999999999", "P2601010000001", "not-there");
            let answer = wire.call(entry, &fields, "", &[("authorization", &token)]).await;
            let refused = answer.code().as_deref() == Some("passwordChangeRequired");
            assert_eq!(
                refused,
                !WITH_AN_OLD_PASSWORD.contains(&entry.name),
                "{email} {}: {}",
                entry.name,
                answer.text()
            );
            *(if refused { &mut closed } else { &mut open }) += 1;
            assert!(!refused || answer.status == 403);
        }
        assert_eq!(state(portal.pool()).await, before, "a user without a password of their own changed something");
        // The session itself can be refreshed and ended as usual.
        let service = if email == ICT { "Admin" } else { "User" };
        let body = json!({ "refreshToken": refresh }).to_string();
        let next = wire.send("POST", &format!("/user-svc/api/v1/{service}/RefreshToken"), &[], body).await;
        assert_eq!(next.json()["Data"]["isPasswordResetRequired"], true);
        let body = json!({ "refreshToken": next.json()["Data"]["refreshToken"] }).to_string();
        assert_eq!(wire.send("POST", &format!("/user-svc/api/v1/{service}/Logout"), &[], body).await.status, 200);
        let over = wire.send("GET", "/user-svc/api/v1/User/GetUserPreferences", &[("authorization", &token)], "").await;
        assert_eq!(over.code().as_deref(), Some("signedOut"));
    }
    assert_eq!(open, 2 * WITH_AN_OLD_PASSWORD.len());
    assert!(closed > 80, "only {closed} calls are guarded");
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_set_their_first_password_and_go_on() {
    let portal = Portal::with_people().await;
    let visitor = portal.visitor();
    let (staff, elsewhere) = (portal.sign_in_staff(ICT).await, portal.sign_in_staff(ICT).await);
    require_a_new_one(&portal, ICT).await;
    let before = state(portal.pool()).await;
    for (password, code) in [
        ("", Code::PasswordRequired),
        ("short-1", Code::PasswordTooShort),
        ("Qwerty123", Code::PasswordCommon),
        ("Jamaica1", Code::PasswordCommon),
        (PASSWORD, Code::PasswordAsBefore),
    ] {
        let told = refused::<FirstTimeChangePassword>(&staff, json!({ "newPassword": password })).await;
        assert_eq!(told.fields, fields(&[("newPassword", code)]), "{password}");
    }
    assert_eq!(state(portal.pool()).await, before);

    let tokens = staff.call::<FirstTimeChangePassword>(first(FIRST)).await.expect("set");
    assert!(tokens.is_admin && !tokens.is_password_reset_required);
    for old in [&staff, &elsewhere] {
        assert_eq!(
            old.call::<GetAdminProfile>(Nothing {}).await.expect_err("the session has ended").code(),
            Code::SignedOut
        );
    }
    let staff = visitor.with_token(tokens.access_token);
    assert!(!staff.call::<GetAdminProfile>(Nothing {}).await.expect("a profile").is_password_reset_required);
    assert_eq!(staff.call::<GetSessions>(Nothing {}).await.expect("everything is open now").len(), 1);
    assert_eq!(emails(portal.pool()).await.len(), 1);
    assert_eq!(activity(portal.pool()).await[0].0, "PasswordChanged");
    let request = LoginRequest { username: ICT.to_owned(), password: FIRST.to_owned(), invitation_token: None };
    visitor.call::<AdminLogin>(request).await.expect("signs in with it");
    // This works only once. Later changes require the old password.
    let told = refused::<FirstTimeChangePassword>(&staff, json!({ "newPassword": "yet-another-Passw0rd" })).await;
    assert_eq!(told.code, Code::Forbidden);
}

/// A user who signed in by an e-mailed link has no password yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_password_needs_none_before_it() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff(ICT).await;
    require_a_new_one(&portal, ICT).await;
    sql::run(portal.pool(), "update person set password_hash = null where email = $1", &[&ICT]).await;
    // As there is no old password, every old password is refused.
    let request = json!({ "oldPassword": PASSWORD, "newPassword": FIRST });
    assert_eq!(refused::<ChangePassword>(&staff, request).await.code, Code::IncorrectPassword);
    let (one, other) = tokio::join!(
        staff.call::<FirstTimeChangePassword>(first(FIRST)),
        staff.call::<FirstTimeChangePassword>(first("not-the-0ther")),
    );
    let set = [&one, &other].into_iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(set, 1, "two tabs set it, one wins: {one:?} {other:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn customers_have_no_first_password_to_set() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    require_a_new_one(&portal, "master@sinar.example").await;
    let before = state(portal.pool()).await;
    let told = refused::<FirstTimeChangePassword>(&master, json!({ "newPassword": FIRST })).await;
    assert_eq!(told.code, Code::Forbidden);
    assert_eq!(state(portal.pool()).await, before);
}
