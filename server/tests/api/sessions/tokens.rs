//! Access and refresh tokens: lifetime, and reuse of a spent token.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{ADMIN, LOGOUT, PROFILE, REFRESH, login, minutes, pair, portal, profile, refresh, silence};
use crate::support::portal::PASSWORD;
use crate::support::raw::bearer;
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_gives_tokens_that_open_the_own_side_only() {
    let (_portal, wire) = portal().await;
    let answer = login(&wire, "  Master@Sinar.Example ", PASSWORD, &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.cookies().is_empty(), "a client without cookies was sent some");
    let data = answer.json()["Data"].take();
    assert_eq!(data["expiresIn"], 300);
    assert_eq!((&data["isAdmin"], &data["isPasswordResetRequired"]), (&json!(false), &json!(false)));
    let (access, refresh) = pair(&data);
    assert_eq!(profile(&wire, &access).await.json()["Data"]["email"], "master@sinar.example");
    // The name of the scheme may be in any case (RFC 9110, 11.1), and more than one space may follow it.
    for header in [format!("bearer {access}"), format!("BEARER  {access}")] {
        let answer = wire.send("GET", PROFILE, &[("authorization", &header)], "").await;
        assert_eq!(answer.status, 200, "{header}");
    }
    // A refresh token opens no call, and works only on its own side.
    assert_eq!(profile(&wire, &refresh).await.code().as_deref(), Some("signedOut"));
    let body = json!({ "refreshToken": refresh }).to_string();
    let other = wire.send("POST", &format!("{ADMIN}/RefreshToken"), &[], body).await;
    assert_eq!((other.status, other.code().as_deref()), (401, Some("signedOut")));
    // Staff have their own sign-in.
    assert_eq!(login(&wire, "pccr@utility.example", PASSWORD, &[]).await.code().as_deref(), Some("wrongCredentials"));
    let (staff, _) = wire.sign_in("pccr@utility.example").await;
    let answer = wire.send("GET", &format!("{ADMIN}/GetAdminProfile"), &[("authorization", &bearer(&staff))], "").await;
    assert_eq!(answer.json()["Data"]["role"], "pccrAdmin");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_access_token_is_valid_for_five_minutes_at_most() {
    let (portal, wire) = portal().await;
    let (access, refresh_token) = wire.sign_in("master@sinar.example").await;
    portal.advance(TimeDelta::seconds(299));
    assert_eq!(profile(&wire, &access).await.status, 200);
    portal.advance(TimeDelta::seconds(1));
    let answer = profile(&wire, &access).await;
    assert_eq!((answer.status, answer.code().as_deref()), (401, Some("signedOut")));
    let (next, _) = refresh(&wire, &refresh_token).await.expect("the session goes on");
    assert_eq!(profile(&wire, &next).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_tokens_rotate_and_a_stolen_one_ends_the_family() {
    let (_portal, wire) = portal().await;
    let (_, first) = wire.sign_in("master@sinar.example").await;
    let (_, other) = wire.sign_in("master@sinar.example").await;
    let (_, second) = refresh(&wire, &first).await.expect("the second pair");
    assert_ne!(first, second);
    // As if the answer was lost: while the new pair is unused, the old token gives another new pair.
    let (access, again) = refresh(&wire, &first).await.expect("the same step again");
    assert_eq!(profile(&wire, &access).await.status, 200);
    // Once the new pair is used, a request with the old token indicates theft.
    assert_eq!(refresh(&wire, &first).await, Err("signedOut".to_owned()));
    for token in [&second, &again] {
        assert_eq!(refresh(&wire, token).await, Err("signedOut".to_owned()), "the session has ended");
    }
    assert_eq!(profile(&wire, &access).await.code().as_deref(), Some("signedOut"), "at once, not after five minutes");
    assert!(refresh(&wire, &other).await.is_ok(), "another sign-in is another family");
}

#[tokio::test(flavor = "multi_thread")]
async fn refreshing_with_the_new_token_uses_the_new_pair_too() {
    let (_portal, wire) = portal().await;
    let (_, first) = wire.sign_in("master@sinar.example").await;
    let (_, second) = refresh(&wire, &first).await.expect("the second pair");
    let (_, third) = refresh(&wire, &second).await.expect("the third pair");
    assert_eq!(refresh(&wire, &first).await, Err("signedOut".to_owned()));
    assert_eq!(refresh(&wire, &third).await, Err("signedOut".to_owned()), "a token two steps back ends the session");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_after_inactivity_and_after_a_day() {
    let (portal, wire) = portal().await;
    let (_, silent) = wire.sign_in("viewer@sinar.example").await;
    let (_, mut token) = wire.sign_in("master@sinar.example").await;
    portal.advance(silence(-1));
    (_, token) = refresh(&wire, &token).await.expect("just in time");
    portal.advance(TimeDelta::seconds(2));
    assert_eq!(refresh(&wire, &silent).await, Err("sessionExpired".to_owned()));
    assert_eq!(refresh(&wire, &silent).await, Err("signedOut".to_owned()), "the session stays ended");
    // Refreshed every ten minutes, a session lasts for one day from its beginning.
    let mut passed = silence(1).num_seconds();
    while passed + 600 <= 24 * 3600 {
        portal.advance(minutes(10));
        passed += 600;
        (_, token) = refresh(&wire, &token).await.unwrap_or_else(|code| panic!("{code} after {passed} s"));
    }
    portal.advance(TimeDelta::seconds(24 * 3600 - passed + 1));
    assert_eq!(refresh(&wire, &token).await, Err("signedOut".to_owned()), "the user was never inactive for 15 minutes");
}

/// Calls of a page that only reads also keep the session active.
#[tokio::test(flavor = "multi_thread")]
async fn activity_keeps_the_session() {
    let (portal, wire) = portal().await;
    let (access, token) = wire.sign_in("master@sinar.example").await;
    portal.advance(minutes(4));
    assert_eq!(profile(&wire, &access).await.status, 200);
    portal.advance(minutes(12));
    assert!(refresh(&wire, &token).await.is_ok(), "twelve minutes after the last call");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_logout_kills_the_access_token_at_once() {
    let (_portal, wire) = portal().await;
    let (access, token) = wire.sign_in("master@sinar.example").await;
    let body = json!({ "refreshToken": token }).to_string();
    assert_eq!(wire.send("POST", LOGOUT, &[], body.clone()).await.status, 200);
    assert_eq!(profile(&wire, &access).await.code().as_deref(), Some("signedOut"));
    assert_eq!(refresh(&wire, &token).await, Err("signedOut".to_owned()));
    assert_eq!(wire.send("POST", LOGOUT, &[], body).await.status, 200, "signing out twice is no mistake");
}

#[tokio::test(flavor = "multi_thread")]
async fn disabling_and_changed_roles_work_on_the_next_request() {
    let (portal, wire) = portal().await;
    let (viewer, viewers_next) = wire.sign_in("viewer@sinar.example").await;
    let (payer, _) = wire.sign_in("payer@sinar.example").await;
    sql::run(portal.pool(), "update person set disabled_at = now() where email = 'viewer@sinar.example'", &[]).await;
    assert_eq!(profile(&wire, &viewer).await.code().as_deref(), Some("signedOut"));
    assert_eq!(refresh(&wire, &viewers_next).await, Err("signedOut".to_owned()));
    let answer = login(&wire, "viewer@sinar.example", PASSWORD, &[]).await;
    assert_eq!(answer.code().as_deref(), Some("wrongCredentials"));

    let pay = || wire.send("POST", "/billpayment-svc/api/v1/Payment/MakePayment", &[], "{}");
    assert_eq!(pay().await.code().as_deref(), Some("signedOut"));
    let headers = [("authorization", bearer(&payer))];
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let pay = || wire.send("POST", "/billpayment-svc/api/v1/Payment/MakePayment", &headers, "{}");
    assert_eq!(pay().await.status, 400, "may pay; only the body is wrong");
    let query = "update person set role = 'viewer', make_payments = false where email = 'payer@sinar.example'";
    sql::run(portal.pool(), query, &[]).await;
    assert_eq!(pay().await.code().as_deref(), Some("forbidden"));
}

fn encoded(text: &str) -> String {
    openssl::base64::encode_block(text.as_bytes()).replace('+', "-").replace('/', "_").replace('=', "")
}

fn decoded(text: &str) -> Vec<u8> {
    let padded = format!("{}{}", text.replace('-', "+").replace('_', "/"), "=".repeat((4 - text.len() % 4) % 4));
    openssl::base64::decode_block(&padded).expect("base64")
}

/// Tokens with a wrong signature or algorithm.
#[tokio::test(flavor = "multi_thread")]
async fn forged_access_tokens_open_nothing() {
    use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
    let (portal, wire) = portal().await;
    let (access, _) = wire.sign_in("master@sinar.example").await;
    let parts: Vec<&str> = access.split('.').collect();
    let [header, claims, signature] = parts[..] else { panic!("three parts") };
    let read: Value = serde_json::from_slice(&decoded(claims)).expect("claims");
    let query = "select value from secret where name = 'access token'";
    let secret = sql::value::<Vec<u8>>(portal.pool(), query, &[]).await;
    let signed = |algorithm, secret: &[u8]| {
        encode(&Header::new(algorithm), &read, &EncodingKey::from_secret(secret)).expect("a token")
    };
    assert_eq!(profile(&wire, &signed(Algorithm::HS256, &secret)).await.status, 200, "the forger's tools work");
    let unsigned = |algorithm: &str| encoded(&json!({ "alg": algorithm, "typ": "JWT" }).to_string());
    let later = json!({ "sid": read["sid"], "generation": 1, "exp": 9_999_999_999_i64 });
    let flipped = format!("{}A", &signature[..signature.len() - 1]);
    let flipped = if flipped == signature { format!("{}Q", &signature[..signature.len() - 1]) } else { flipped };
    for (what, token) in [
        ("no algorithm", format!("{}.{claims}.", unsigned("none"))),
        ("no algorithm, with the signature", format!("{}.{claims}.{signature}", unsigned("None"))),
        ("another algorithm, our secret", signed(Algorithm::HS512, &secret)),
        ("our algorithm, another secret", signed(Algorithm::HS256, b"another")),
        ("no secret", signed(Algorithm::HS256, b"")),
        ("claims changed", format!("{header}.{}.{signature}", encoded(&later.to_string()))),
        ("signature changed", format!("{header}.{claims}.{flipped}")),
        ("asymmetric header", format!("{}.{claims}.{signature}", unsigned("RS256"))),
        ("cut", format!("{header}.{claims}")),
        ("empty", String::new()),
        ("a word", "token".to_owned()),
    ] {
        let answer = profile(&wire, &token).await;
        assert_eq!((answer.status, answer.code().as_deref()), (401, Some("signedOut")), "{what}");
    }
    // A correctly signed token of a session that does not exist.
    let ghost = json!({ "sid": "01890000-0000-7000-8000-000000000000", "generation": 1, "exp": 9_999_999_999_i64 });
    let ghost = encode(&Header::new(Algorithm::HS256), &ghost, &EncodingKey::from_secret(&secret)).expect("a token");
    assert_eq!(profile(&wire, &ghost).await.code().as_deref(), Some("signedOut"));
}

/// Two tabs refresh at the same time, many times, and both stay signed in.
#[tokio::test(flavor = "multi_thread")]
async fn several_tabs_may_refresh_at_once() {
    let (_portal, wire) = portal().await;
    let (_, mut token) = wire.sign_in("master@sinar.example").await;
    for round in 0..10 {
        let asked = futures::future::join_all((0..4).map(|_| refresh(&wire, &token))).await;
        let pairs: Vec<_> =
            asked.into_iter().map(|pair| pair.unwrap_or_else(|code| panic!("{round}: {code}"))).collect();
        for (access, _) in &pairs {
            assert_eq!(profile(&wire, access).await.status, 200);
        }
        token.clone_from(&pairs[round % 4].1);
    }
    let answer = wire.send("GET", PROFILE, &[], "").await;
    assert_eq!(answer.code().as_deref(), Some("signedOut"));
    assert_eq!(wire.send("POST", REFRESH, &[], "{}").await.code().as_deref(), Some("signedOut"));
}

/// Signing out needs only the access token.
#[tokio::test(flavor = "multi_thread")]
async fn a_logout_with_the_access_token_alone_ends_the_session() {
    let (portal, wire) = portal().await;
    let staff_logout = "/user-svc/api/v1/Admin/Logout";
    for (email, door) in [("master@sinar.example", LOGOUT), ("pccr@utility.example", staff_logout)] {
        let path = if door == LOGOUT { PROFILE.to_owned() } else { format!("{ADMIN}/GetAdminProfile") };
        let status = |access: String| {
            let (wire, path) = (wire.clone(), path.clone());
            async move { wire.send("GET", &path, &[("authorization", &bearer(&access))], "").await.status }
        };
        for (body, minutes_later) in [("", 0), ("{}", 0), ("", 6)] {
            let (access, token) = wire.sign_in(email).await;
            let (other, _) = wire.sign_in(email).await;
            // An expired access token opens nothing, but still identifies the session to end.
            portal.advance(minutes(minutes_later));
            let answer = wire.send("POST", door, &[("authorization", &bearer(&access))], body).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            assert_eq!(status(access).await, 401);
            let service = door.replace("Logout", "RefreshToken");
            let refreshed = wire.send("POST", &service, &[], json!({ "refreshToken": token }).to_string()).await;
            assert_eq!(refreshed.code().as_deref(), Some("signedOut"), "{email}: the session goes on");
            assert_eq!(status(other).await, if minutes_later == 0 { 200 } else { 401 }, "another session goes on");
        }
    }
    // The other side's logout ends nothing, and neither does a forged token.
    let (access, _) = wire.sign_in("master@sinar.example").await;
    wire.send("POST", staff_logout, &[("authorization", &bearer(&access))], "").await;
    assert_eq!(profile(&wire, &access).await.status, 200);
    let forged = wire.send("POST", LOGOUT, &[("authorization", "Bearer forged")], "").await;
    assert_eq!((forged.status, forged.code().as_deref()), (401, Some("signedOut")));
}

/// A spent token is accepted again in case its answer was lost, and the earlier pair is then revoked.
#[tokio::test(flavor = "multi_thread")]
async fn a_replayed_refresh_token_leaves_one_pair_alive() {
    let (portal, wire) = portal().await;
    let (_, first) = wire.sign_in("master@sinar.example").await;
    let mut pairs = vec![refresh(&wire, &first).await.expect("the second pair")];
    for _ in 0..3 {
        portal.advance(TimeDelta::seconds(11));
        pairs.push(refresh(&wire, &first).await.expect("another pair instead"));
    }
    let (last, revoked) = pairs.split_last().expect("pairs");
    for (access, _) in revoked {
        assert_eq!(profile(&wire, access).await.code().as_deref(), Some("signedOut"), "a revoked pair opens");
    }
    assert_eq!(profile(&wire, &last.0).await.status, 200);
    let (access, next) = refresh(&wire, &last.1).await.expect("the session goes on");
    assert_eq!(profile(&wire, &access).await.status, 200);
    // A revoked token must have been copied, so the session ends.
    assert_eq!(refresh(&wire, &revoked[1].1).await, Err("signedOut".to_owned()));
    assert_eq!(profile(&wire, &access).await.code().as_deref(), Some("signedOut"));
    assert_eq!(refresh(&wire, &next).await, Err("signedOut".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_replays_at_once_leave_one_pair_alive() {
    let (portal, wire) = portal().await;
    let (_, first) = wire.sign_in("master@sinar.example").await;
    let (lost, _) = refresh(&wire, &first).await.expect("the second pair");
    for round in 0..3 {
        portal.advance(TimeDelta::seconds(11));
        let pairs = futures::future::join_all((0..20).map(|_| refresh(&wire, &first))).await;
        let mut pairs: Vec<_> = pairs.into_iter().map(|pair| pair.expect("a pair")).collect();
        pairs.sort();
        pairs.dedup();
        assert_eq!(pairs.len(), 1, "round {round}: tabs that ask together get the same pair");
    }
    assert_eq!(profile(&wire, &lost).await.code().as_deref(), Some("signedOut"));
    let query = "select s.generation, s.previous_generation from session s";
    let (generation, previous_generation) = sql::row::<(i32, i32)>(portal.pool(), query, &[]).await;
    assert_eq!((generation, previous_generation), (5, 1));
}
