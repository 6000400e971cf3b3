//! Wrong attempts: the same answer for everybody, five of them lock.

use futures::future::join_all;
use serde_json::json;

use super::{ADMIN, login, portal};
use crate::support::portal::PASSWORD;
use crate::support::raw::Raw;

/// What the person is told: status, code, sentence, flags.
fn told(answer: &Raw) -> serde_json::Value {
    let error = answer.json()["Error"].take();
    json!([answer.status, error["code"], error["errorMessage"], error["params"], error["fields"]])
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_attempts_lock_and_unknown_people_look_the_same() {
    let (_portal, wire) = portal().await;
    for attempt in 1..=7 {
        let known = login(&wire, "master@sinar.example", "Wrong-password1", &[]).await;
        let unknown = login(&wire, "nobody@sinar.example", "Wrong-password1", &[]).await;
        assert_eq!(told(&known), told(&unknown), "attempt {attempt}");
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

/// Guessing in parallel gains nothing: a hundred at once count as five, and the right one among them finds it locked.
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
    assert_eq!(attempts, [1, 2, 3, 4], "each of the four was told once");
    let stored = sqlx::query_scalar!("select attempts from login_attempts where email = 'payer@sinar.example'");
    assert_eq!(stored.fetch_one(portal.pool()).await.expect("a count"), 5);
    assert_eq!(login(&wire, "payer@sinar.example", PASSWORD, &[]).await.code().as_deref(), Some("accountLocked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_wrong_is_said_by_field_and_not_counted() {
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
    let counted = sqlx::query_scalar!(r#"select count(*) as "count!" from login_attempts"#);
    assert_eq!(counted.fetch_one(portal.pool()).await.expect("a count"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_somebody_with_the_password_learns_that_an_account_is_not_activated() {
    let (portal, wire) = portal().await;
    sqlx::query!(
        "update person set activated_at = null where email in ('keeper@sinar.example', 'glb@utility.example')"
    )
    .execute(portal.pool())
    .await
    .expect("not activated");
    let wrong = login(&wire, "keeper@sinar.example", "wrong", &[]).await;
    assert_eq!(wrong.code().as_deref(), Some("wrongCredentials"));
    let right = login(&wire, "keeper@sinar.example", PASSWORD, &[("accept-language", "ms")]).await;
    let error = right.json()["Error"].take();
    assert_eq!((&error["code"], &error["params"]["isNonActivatedUser"]), (&json!("accountNotActivated"), &json!(true)));
    assert!(error["errorMessage"].as_str().is_some_and(|text| text.starts_with("Akaun anda belum diaktifkan.")));
    let body = json!({ "username": "glb@utility.example", "password": PASSWORD }).to_string();
    let staff = wire.send("POST", &format!("{ADMIN}/Login"), &[], body).await;
    assert_eq!(staff.code().as_deref(), Some("accountNotActivated"));
}
