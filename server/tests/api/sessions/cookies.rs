//! The web app's session cookies: scripts cannot read them, and other sites cannot use them.

use serde_json::json;

use super::{ADMIN, APP, LOGIN, LOGOUT, PROFILE, REFRESH, jar, login, portal, silence};
use crate::support::portal::PASSWORD;
use crate::support::raw::bearer;

#[tokio::test(flavor = "multi_thread")]
async fn tokens_travel_in_cookies_that_no_script_can_read() {
    let (_portal, wire) = portal().await;
    let answer = login(&wire, "master@sinar.example", PASSWORD, &[APP]).await;
    assert_eq!(answer.status, 200);
    let cookies = answer.cookies();
    assert_eq!(cookies.len(), 3, "two session cookies and the device cookie");
    for cookie in &cookies {
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
            assert!(cookie.split("; ").any(|part| part == attribute), "{cookie} lacks {attribute}");
        }
        assert!(!cookie.contains("Secure"), "on this machine there is no TLS");
        let value = cookie.split(['=', ';']).nth(1).expect("a value");
        assert!(value.len() > 40 && !answer.text().contains(value), "a token stands in the body");
    }
    let data = answer.json()["Data"].take();
    assert_eq!((&data["accessToken"], &data["refreshToken"]), (&json!(""), &json!("")));
    let cookie = jar(&answer);
    assert_eq!(wire.send("GET", PROFILE, &[("cookie", &cookie)], "").await.status, 200);

    let refreshed = wire.send("POST", REFRESH, &[APP, ("cookie", &cookie)], "").await;
    assert_eq!((refreshed.status, refreshed.cookies().len()), (200, 2));
    assert_ne!(jar(&refreshed), cookie);
    assert_eq!(refreshed.json()["Data"]["accessToken"], "");
    let left = wire.send("POST", LOGOUT, &[APP, ("cookie", &jar(&refreshed))], "").await;
    assert!(left.cookies().iter().all(|cookie| cookie.contains("=;") && cookie.contains("Max-Age=0")));
    let after = wire.send("GET", PROFILE, &[("cookie", &jar(&refreshed))], "").await;
    assert_eq!(after.code().as_deref(), Some("signedOut"));
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_secure_wherever_there_is_tls() {
    let portal = crate::support::Portal::with_people_and(&["--public-url", "https://bills.utility.example/"]).await;
    let wire = crate::support::raw::RawClient::to(portal.address);
    let answer = login(&wire, "master@sinar.example", PASSWORD, &[APP]).await;
    assert_eq!(answer.cookies().len(), 3);
    assert!(answer.cookies().iter().all(|cookie| cookie.split("; ").any(|part| part == "Secure")));
}

/// Another site can make a browser send our cookies, but not our header.
#[tokio::test(flavor = "multi_thread")]
async fn writes_with_cookies_need_the_header() {
    let (_portal, wire) = portal().await;
    let cookie = jar(&login(&wire, "payer@sinar.example", PASSWORD, &[APP]).await);
    let theirs = ("cookie", cookie.as_str());
    let pay = "/billpayment-svc/api/v1/Payment/MakePayment";
    let answer = wire.send("POST", pay, &[theirs], "{}").await;
    assert_eq!((answer.status, answer.code().as_deref()), (403, Some("sessionHeaderMissing")));
    assert_eq!(wire.send("POST", pay, &[theirs, APP], "{}").await.status, 400, "with it, only the body is wrong");
    // Another site cannot end the session, and a script cannot get the cookie's tokens in a body.
    for path in [REFRESH, LOGOUT] {
        let answer = wire.send("POST", path, &[theirs], "").await;
        assert_eq!((answer.status, answer.code().as_deref()), (403, Some("sessionHeaderMissing")), "{path}");
        assert!(answer.cookies().is_empty());
    }
    let still = wire.send("GET", PROFILE, &[theirs], "").await;
    assert_eq!(still.status, 200, "the session goes on");
    // Signing in needs no session, so it needs no header.
    let body = json!({ "username": "payer@sinar.example", "password": PASSWORD }).to_string();
    assert_eq!(wire.send("POST", LOGIN, &[theirs], body).await.status, 200);
}

/// A new sign-in replaces the cookies, so the old session could not be ended any more by its user.
#[tokio::test(flavor = "multi_thread")]
async fn signing_in_again_ends_the_session_that_the_browser_had() {
    let (_portal, wire) = portal().await;
    let first = jar(&login(&wire, "master@sinar.example", PASSWORD, &[APP]).await);
    let elsewhere = jar(&login(&wire, "master@sinar.example", PASSWORD, &[APP]).await);
    let wrong = login(&wire, "viewer@sinar.example", "Wrong-password1", &[APP, ("cookie", &first)]).await;
    assert_eq!(wrong.code().as_deref(), Some("wrongCredentials"));
    assert_eq!(wire.send("GET", PROFILE, &[("cookie", &first)], "").await.status, 200, "no new sign-in");
    let again = jar(&login(&wire, "viewer@sinar.example", PASSWORD, &[APP, ("cookie", &first)]).await);
    for (cookies, status) in [(&first, 401), (&elsewhere, 200), (&again, 200)] {
        assert_eq!(wire.send("GET", PROFILE, &[("cookie", cookies)], "").await.status, status);
    }
}

/// A public page asks whether its browser is signed in, and learns only the side.
#[tokio::test(flavor = "multi_thread")]
async fn a_public_page_learns_on_which_side_its_browser_is_signed_in() {
    let (portal, wire) = portal().await;
    let side = async |cookies: &str| {
        let headers = [APP, ("cookie", cookies)];
        let answer = wire.send("GET", "/portal/api/v1/Portal", &headers, "").await;
        answer.json()["Data"]["signedInAs"].clone()
    };
    let customer = jar(&login(&wire, "viewer@sinar.example", PASSWORD, &[APP]).await);
    let body = json!({ "username": "ict@utility.example", "password": PASSWORD }).to_string();
    let staff = jar(&wire.send("POST", &format!("{ADMIN}/Login"), &[APP], body).await);
    assert_eq!((side(&customer).await, side(&staff).await), (json!("customer"), json!("staff")));
    assert_eq!(side("").await, json!(null));
    let forged = customer.replace('=', "=x");
    assert_eq!(side(&forged).await, json!(null));
    // A bearer token of a program does not count as a browser's session.
    let tokens = login(&wire, "viewer@sinar.example", PASSWORD, &[]).await;
    let token = bearer(tokens.json()["Data"]["accessToken"].as_str().expect("a token"));
    let answer = wire.send("GET", "/portal/api/v1/Portal", &[("authorization", &token)], "").await;
    assert_eq!(answer.json()["Data"]["signedInAs"], json!(null));

    wire.send("POST", LOGOUT, &[APP, ("cookie", &customer)], "{}").await;
    assert_eq!(side(&customer).await, json!(null));
    portal.advance(silence(60));
    assert_eq!(side(&staff).await, json!(null), "idle for too long");
}
