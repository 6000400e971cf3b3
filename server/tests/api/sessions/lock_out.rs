//! Wrong passwords: the same answer for known and unknown users, and five attempts lock the network they come from.

use futures::future::join_all;
use serde_json::json;

use super::{ADMIN, APP, LOGIN, LOGOUT, jar, login, portal};
use crate::support::portal::PASSWORD;
use crate::support::raw::{Headers, RawClient, RawResponse};
use crate::support::{Portal, sql};

/// Returns the visible part of a refusal: status, code, sentence, flags.
fn visible_refusal(answer: &RawResponse) -> serde_json::Value {
    let error = answer.json()["Error"].take();
    json!([answer.status, error["code"], error["errorMessage"], error["params"], error["fields"]])
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_attempts_lock_and_unknown_people_look_the_same() {
    let (_portal, wire) = portal().await;
    for attempt in 1..=7 {
        let known = login(&wire, "master@sinar.example", "Wrong-password1", &[]).await;
        let unknown = login(&wire, "nobody@sinar.example", "Wrong-password1", &[]).await;
        assert_eq!(visible_refusal(&known), visible_refusal(&unknown), "attempt {attempt}");
        let error = known.json()["Error"].take();
        let locked = attempt >= 5;
        assert_eq!(known.status, 422);
        assert_eq!(error["code"], if locked { "accountLocked" } else { "wrongCredentials" });
        assert_eq!(error["params"]["attempt"], attempt.min(5));
        assert_eq!(error["params"]["isUserPasswordLocked"], locked);
        assert_eq!(error["params"]["isNonActivatedUser"], false);
        if !locked {
            let sentence = format!(
                "Attempt {attempt} of 5: the e-mail or the password is wrong. Not registered yet? Register first."
            );
            assert_eq!(error["errorMessage"], sentence.as_str());
        }
    }
    let right = login(&wire, "MASTER@sinar.example", PASSWORD, &[("accept-language", "ms")]).await;
    let error = right.json()["Error"].take();
    assert_eq!(error["code"], "accountLocked", "the right password comes too late");
    assert!(error["errorMessage"].as_str().is_some_and(|text| text.starts_with("Akaun anda dikunci")), "{error}");
    let other = login(&wire, "viewer@sinar.example", PASSWORD, &[]).await;
    assert_eq!(other.status, 200, "a colleague is not locked out with them");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_forgets_the_wrong_attempts_before_it() {
    let (_portal, wire) = portal().await;
    for _ in 0..3 {
        for attempt in 1..=4 {
            let answer = login(&wire, "payer@sinar.example", "wrong", &[]).await;
            assert_eq!(answer.json()["Error"]["params"]["attempt"], attempt);
        }
        assert_eq!(login(&wire, "payer@sinar.example", PASSWORD, &[]).await.status, 200);
    }
}

/// A hundred simultaneous guesses count as five, and the right password among them is refused as locked.
#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_attempts_at_once_are_no_more_than_five() {
    let (portal, wire) = portal().await;
    let answers = join_all((0..100).map(|_| login(&wire, "payer@sinar.example", "wrong", &[]))).await;
    let mut told = answers.iter().map(|answer| {
        let error = answer.json()["Error"].take();
        (error["code"].as_str().expect("a code").to_owned(), error["params"]["attempt"].as_i64().expect("a count"))
    });
    let mut attempts: Vec<_> =
        told.by_ref().filter(|(code, _)| code == "wrongCredentials").map(|told| told.1).collect();
    attempts.sort_unstable();
    assert_eq!(attempts, [1, 2, 3, 4], "each of the four counts was reported once");
    let query = "select attempts from login_attempts where email = 'payer@sinar.example'";
    let stored = sql::value::<i32>(portal.pool(), query, &[]).await;
    assert_eq!(stored, 5);
    assert_eq!(login(&wire, "payer@sinar.example", PASSWORD, &[]).await.code().as_deref(), Some("accountLocked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_input_is_refused_by_field_and_not_counted() {
    let (portal, wire) = portal().await;
    for (email, password, codes) in [
        ("", "", vec!["emailRequired", "passwordRequired"]),
        ("master", PASSWORD, vec!["emailInvalid"]),
        ("master@sinar.example", "", vec!["passwordRequired"]),
    ] {
        let answer = login(&wire, email, password, &[]).await;
        let fields = answer.json()["Error"]["fields"].take();
        let found: Vec<_> = fields.as_array().expect("fields").iter().map(|field| field["code"].clone()).collect();
        assert_eq!((answer.status, found), (422, codes.iter().map(|code| json!(code)).collect()), "{email}");
    }
    let counted = sql::value::<i64>(portal.pool(), "select count(*) from login_attempts", &[]).await;
    assert_eq!(counted, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_right_password_reveals_that_an_account_is_not_activated() {
    let (portal, wire) = portal().await;
    let query = "update person set activated_at = null where email in ('keeper@sinar.example', 'glb@utility.example')";
    sql::run(portal.pool(), query, &[]).await;
    let wrong = login(&wire, "keeper@sinar.example", "wrong", &[]).await;
    assert_eq!(wrong.code().as_deref(), Some("wrongCredentials"));
    let right = login(&wire, "keeper@sinar.example", PASSWORD, &[("accept-language", "ms")]).await;
    let error = right.json()["Error"].take();
    let flags = json!({ "attempt": 1, "isNonActivatedUser": true, "isUserPasswordLocked": false });
    assert_eq!((&error["code"], &error["params"]), (&json!("accountNotActivated"), &flags));
    assert!(error["errorMessage"].as_str().is_some_and(|text| text.starts_with("Akaun anda belum diaktifkan.")));
    let body = json!({ "username": "glb@utility.example", "password": PASSWORD }).to_string();
    let staff = wire.send("POST", &format!("{ADMIN}/Login"), &[], body).await;
    assert_eq!(staff.code().as_deref(), Some("accountNotActivated"));
}

/// Starts a portal that reads the caller's address from a header.
async fn portal_behind_a_proxy(flags: &[&str]) -> (Portal, RawClient) {
    let portal = Portal::with_people_and(&[&["--address-header", "x-forwarded-for"], flags].concat()).await;
    let wire = RawClient::to(portal.address);
    (portal, wire)
}

/// Signs in at the customers' or the staff's page.
async fn sign_in_from(wire: &RawClient, email: &str, password: &str, headers: Headers<'_>) -> RawResponse {
    let door = if email.ends_with("@utility.example") { format!("{ADMIN}/Login") } else { LOGIN.to_owned() };
    wire.send("POST", &door, headers, json!({ "username": email, "password": password }).to_string()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_lock_their_own_network_and_not_the_owner_elsewhere() {
    let (_portal, wire) = portal_behind_a_proxy(&[]).await;
    for email in ["master@sinar.example", "pccr@utility.example", "nobody@sinar.example", "nobody@utility.example"] {
        for attempt in 1..=6 {
            // Hosts of one network count together.
            let address = format!("198.51.100.{attempt}");
            let answer = sign_in_from(&wire, email, "Wrong-password1", &[("x-forwarded-for", &address)]).await;
            let code = if attempt < 5 { "wrongCredentials" } else { "accountLocked" };
            assert_eq!((answer.status, answer.code().as_deref()), (422, Some(code)), "{email} {attempt}");
            assert_eq!(answer.json()["Error"]["params"]["attempt"], attempt.min(5), "{email}");
        }
        let there = sign_in_from(&wire, email, PASSWORD, &[("x-forwarded-for", "198.51.100.200")]).await;
        assert_eq!(there.code().as_deref(), Some("accountLocked"), "{email}: the right password comes too late there");
        let elsewhere = sign_in_from(&wire, email, PASSWORD, &[("x-forwarded-for", "198.51.101.1")]).await;
        let expected = if email.starts_with("nobody") { 422 } else { 200 };
        assert_eq!(elsewhere.status, expected, "{email}: {}", elsewhere.text());
        // A successful sign-in from elsewhere does not unlock the network.
        let there = sign_in_from(&wire, email, PASSWORD, &[("x-forwarded-for", "198.51.100.1")]).await;
        assert_eq!(there.code().as_deref(), Some("accountLocked"), "{email}");
    }
}

/// Returns the device cookie that an answer sets.
fn device_of(answer: &RawResponse) -> String {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let cookies = answer.cookies();
    let cookie = cookies.iter().find(|cookie| cookie.starts_with("gridbill_device=")).expect("the device's cookie");
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.split("; ").any(|part| part == attribute), "{cookie} lacks {attribute}");
    }
    cookie.split(';').next().expect("a pair").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_device_can_still_sign_in() {
    let (portal, wire) = portal().await;
    for (email, other) in
        [("master@sinar.example", "payer@sinar.example"), ("pccr@utility.example", "glb@utility.example")]
    {
        let first = sign_in_from(&wire, email, PASSWORD, &[APP]).await;
        let device = device_of(&first);
        let others = device_of(&sign_in_from(&wire, other, PASSWORD, &[APP]).await);
        // The device cookie survives a logout, which removes only the session's cookies.
        let left = wire.send("POST", LOGOUT, &[APP, ("cookie", &jar(&first))], "").await;
        assert!(left.cookies().iter().all(|cookie| !cookie.starts_with("gridbill_device")), "{:?}", left.cookies());
        for _ in 0..5 {
            sign_in_from(&wire, email, "Wrong-password1", &[]).await;
        }
        let locked = |answer: RawResponse| assert_eq!(answer.code().as_deref(), Some("accountLocked"), "{email}");
        locked(sign_in_from(&wire, email, PASSWORD, &[APP]).await);
        locked(sign_in_from(&wire, email, PASSWORD, &[APP, ("cookie", &others)]).await);
        locked(sign_in_from(&wire, email, PASSWORD, &[APP, ("cookie", "gridbill_device=00")]).await);
        let known = [APP, ("cookie", device.as_str())];
        assert_eq!(device_of(&sign_in_from(&wire, email, PASSWORD, &known).await), device, "it stays the same");
        locked(sign_in_from(&wire, email, PASSWORD, &[APP]).await);
        // Two people who share a browser are both recognised.
        let both = device_of(&sign_in_from(&wire, email, PASSWORD, &[APP, ("cookie", &device)]).await);
        let shared = sign_in_from(&wire, other, PASSWORD, &[APP, ("cookie", &both)]).await;
        let shared = device_of(&shared);
        assert_eq!(sign_in_from(&wire, email, PASSWORD, &[APP, ("cookie", &shared)]).await.status, 200);
        // A recognised device has five attempts of its own, so it does not help guessing.
        for attempt in 1..=5 {
            let answer = sign_in_from(&wire, email, "Wrong-password1", &known).await;
            assert_eq!(answer.json()["Error"]["params"]["attempt"], attempt, "{email}");
        }
        locked(sign_in_from(&wire, email, PASSWORD, &known).await);
    }
    let stored = sql::values::<Vec<u8>>(portal.pool(), "select token_hash from known_device", &[]).await;
    assert!(stored.iter().all(|hash| hash.len() == 32), "only hashes are stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_all_other_devices() {
    let (_portal, wire) = portal().await;
    let email = "viewer@sinar.example";
    let lost = device_of(&login(&wire, email, PASSWORD, &[APP]).await);
    let here = login(&wire, email, PASSWORD, &[APP]).await;
    let body = json!({ "oldPassword": PASSWORD, "newPassword": "another-Passw0rd" }).to_string();
    let path = "/user-svc/api/v1/User/ChangePassword";
    let changed = wire.send("PATCH", path, &[APP, ("cookie", &jar(&here))], body).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    for _ in 0..5 {
        login(&wire, email, "Wrong-password1", &[]).await;
    }
    let with = |device: String| {
        let wire = wire.clone();
        async move { login(&wire, email, "another-Passw0rd", &[APP, ("cookie", &device)]).await.status }
    };
    assert_eq!((with(lost).await, with(device_of(&here)).await), (422, 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_from_many_networks_have_a_wider_limit() {
    let (portal, wire) = portal_behind_a_proxy(&["--wrong-passwords-per-account", "12"]).await;
    let people = ["payer@sinar.example", "nobody@sinar.example", "glb@utility.example"];
    for email in people {
        let known = match email {
            "nobody@sinar.example" => None,
            _ => Some(device_of(&sign_in_from(&wire, email, PASSWORD, &[APP, ("x-forwarded-for", "192.0.2.1")]).await)),
        };
        for attempt in 0..12 {
            let network = format!("198.51.{attempt}.1");
            let answer = sign_in_from(&wire, email, "Wrong-password1", &[("x-forwarded-for", &network)]).await;
            assert_eq!(answer.code().as_deref(), Some("wrongCredentials"), "{email} {attempt}");
        }
        for password in ["Wrong-password1", PASSWORD] {
            let answer = sign_in_from(&wire, email, password, &[("x-forwarded-for", "198.51.77.1")]).await;
            assert_eq!((answer.status, answer.code().as_deref()), (429, Some("tooManyAttempts")), "{email}");
            assert_eq!(answer.json()["Error"]["params"]["minutes"], 60);
            assert_eq!(answer.headers["retry-after"], "3600");
        }
        if let Some(device) = known {
            let answer = sign_in_from(&wire, email, PASSWORD, &[APP, ("cookie", &device)]).await;
            assert_eq!(answer.status, 200, "{email}: the owner's device goes on");
        }
    }
    portal.advance(super::minutes(60));
    let answer = sign_in_from(&wire, people[0], PASSWORD, &[("x-forwarded-for", "198.51.77.1")]).await;
    assert_eq!(answer.status, 200, "the window is over");
}
