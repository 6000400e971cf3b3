//! The master role goes to somebody else: with the own password, once, for good.

use chrono::TimeDelta;
use gridbill_core::permission::Role;
use gridbill_core::team::{AdminTransferMasterBulkUser, TransferMasterBulkUser, TransferMasterRequest};
use gridbill_core::{Code, Problem};
use serde_json::json;
use sqlx::PgPool;

use super::{everybody, found, id_of, invite, notes, people_state, session_of, told};
use crate::support::Portal;
use crate::support::given::{self, SINAR};
use crate::support::portal::PASSWORD;

fn to(user_id: &str, password: &str) -> TransferMasterRequest {
    TransferMasterRequest { user_id: user_id.to_owned(), nickname: None, password: password.to_owned() }
}

async fn masters(pool: &PgPool) -> Vec<String> {
    let masters = sqlx::query_scalar!("select email from person where bulk_id = $1 and role = 'master'", SINAR);
    masters.fetch_all(pool).await.expect("masters")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_role_the_sessions_the_letters_and_the_note() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let elsewhere = session_of(&portal, "master@sinar.example").await;
    let payer = session_of(&portal, "payer@sinar.example").await;
    let payer_id = id_of(portal.pool(), "payer@sinar.example").await;
    let request = json!({ "userId": payer_id, "nickname": "Chief", "password": PASSWORD });
    master.call_raw::<TransferMasterBulkUser>(request).await.expect("transferred");
    for old in [&master, &elsewhere] {
        let refused = old.call::<gridbill_core::identity::GetUserProfile>(gridbill_core::endpoint::Nothing {}).await;
        assert_eq!(refused.expect_err("signed out").code(), Code::SignedOut);
    }
    // The new one needs no new session.
    let rows = everybody(&payer).await;
    let shown: Vec<_> = rows.iter().map(|row| (row.email.as_str(), row.role, row.nickname.as_deref())).collect();
    assert_eq!(shown[0], ("payer@sinar.example", Role::Master, Some("Chief")));
    let old = found(&payer, "master@sinar.example").await.expect("a row");
    assert_eq!((old.role, old.permissions), (Role::Viewer, gridbill_core::permission::Permissions::default()));
    let letters = sqlx::query!(r#"select recipient, body_text as "text!" from mail order by recipient"#);
    let letters = letters.fetch_all(portal.pool()).await.expect("letters");
    let to: Vec<_> = letters.iter().map(|letter| letter.recipient.as_str()).collect();
    assert_eq!(to, ["master@sinar.example", "payer@sinar.example"]);
    assert!(letters[0].text.contains("Badrul") && letters[1].text.contains("Aminah"));
    assert_eq!(
        notes(portal.pool()).await,
        [("MasterTransferred".into(), "Aminah".into(), "payer@sinar.example".into())]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_leaves_the_master() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let pool = portal.pool();
    let (own, payer) = (id_of(pool, "master@sinar.example").await, id_of(pool, "payer@sinar.example").await);
    let keeper = id_of(pool, "keeper@sinar.example").await;
    sqlx::query!("update person set activated_at = null where email = 'keeper@sinar.example'")
        .execute(pool)
        .await
        .expect("new");
    let invitation = invite(&master, "guest@sinar.example").await;
    let before = people_state(pool).await;
    for (user_id, password, status, code, fields, sentence) in [
        (&payer, "", 422, "PasswordRequired", vec!["password"], "Please enter your password."),
        (
            &payer,
            "wrong",
            422,
            "IncorrectPassword",
            vec!["password"],
            "Oops! It seems like you have entered an incorrect password. Please try again.",
        ),
        (&own, PASSWORD, 422, "UserIsYourself", vec![], "You cannot do this to your own account."),
        (
            &invitation,
            PASSWORD,
            422,
            "UserNotActive",
            vec![],
            "Only somebody who has activated their account can become Master.",
        ),
        (
            &keeper,
            PASSWORD,
            422,
            "UserNotActive",
            vec![],
            "Only somebody who has activated their account can become Master.",
        ),
        (&"nobody".to_owned(), PASSWORD, 404, "UserNotFound", vec![], "We could not find this user."),
    ] {
        let refused = master.call::<TransferMasterBulkUser>(to(user_id, password)).await.expect_err("a refusal");
        let fields: Vec<_> = fields.into_iter().map(str::to_owned).collect();
        assert_eq!(told(&refused), (status, code.to_owned(), fields, sentence.to_owned()), "{user_id}");
    }
    let both = json!({ "userId": payer, "nickname": "x".repeat(51) });
    let refused = master.call_raw::<TransferMasterBulkUser>(both).await.expect_err("two fields");
    assert_eq!(refused.fields(), [("nickname", Code::NicknameInvalid), ("password", Code::PasswordRequired)]);
    assert_eq!(people_state(pool).await, before);
    let malay = master.in_malay().call::<TransferMasterBulkUser>(to(&payer, "wrong")).await.expect_err("a refusal");
    assert_eq!(malay.body.error_message, Problem::new(Code::IncorrectPassword).sentence(gridbill_core::Language::Ms));
}

/// A stolen session does not become the Master's password.
#[tokio::test(flavor = "multi_thread")]
async fn the_password_cannot_be_guessed() {
    let portal = Portal::with_people().await;
    let payer = id_of(portal.pool(), "payer@sinar.example").await;
    let master = session_of(&portal, "master@sinar.example").await;
    let guesses = (0..20).map(|n| {
        let (master, payer) = (master.clone(), payer.clone());
        async move { master.call::<TransferMasterBulkUser>(to(&payer, &format!("guess {n}"))).await }
    });
    let answers = futures::future::join_all(guesses).await;
    let wrong = |code| answers.iter().filter(|answer| answer.as_ref().expect_err("a refusal").code() == code).count();
    assert_eq!((wrong(Code::IncorrectPassword), wrong(Code::TooManyAttempts)), (5, 15));
    let refused = master.call::<TransferMasterBulkUser>(to(&payer, PASSWORD)).await.expect_err("too late");
    assert_eq!(
        (refused.status, refused.code(), refused.body.params["minutes"].clone()),
        (429, Code::TooManyAttempts, json!(15))
    );
    assert_eq!(masters(portal.pool()).await, ["master@sinar.example"]);
    // Another person's guesses are their own; and after a quarter of an hour it is forgotten.
    portal.advance(TimeDelta::minutes(15));
    let master = session_of(&portal, "master@sinar.example").await;
    master.call::<TransferMasterBulkUser>(to(&payer, PASSWORD)).await.expect("transferred");
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_transfers_at_once_make_one_master() {
    let portal = Portal::with_people().await;
    for n in 0..10 {
        let email = format!("heir{n}@sinar.example");
        let name = "Heir";
        let heir =
            given::Person { email: &email, name, role: "viewer", bulk_id: Some(SINAR), pays: false, keeps: false };
        given::person(portal.pool(), heir).await;
    }
    // The same session asks four times, so that the guesses' limit is not what decides.
    let mut sessions = vec![];
    for _ in 0..5 {
        sessions.push(session_of(&portal, "master@sinar.example").await);
    }
    let mut heirs = vec![];
    for n in 0..10 {
        heirs.push(id_of(portal.pool(), &format!("heir{n}@sinar.example")).await);
    }
    for round in 0..4 {
        sqlx::query!("delete from rate").execute(portal.pool()).await.expect("forgotten");
        let transfers = (0..20).map(|n| {
            let (session, heir) = (sessions[n % 5].clone(), heirs[n % 10].clone());
            async move { session.call::<TransferMasterBulkUser>(to(&heir, PASSWORD)).await }
        });
        let answers = futures::future::join_all(transfers).await;
        let won = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(won, 1, "round {round}");
        for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
            let sensible = [Code::SignedOut, Code::Forbidden, Code::TooManyAttempts];
            assert!(sensible.contains(&refused.code()), "round {round}: {refused:?}");
        }
        let masters = masters(portal.pool()).await;
        assert!(masters.len() == 1 && masters[0].starts_with("heir"), "{masters:?}");
        // And back, as only the database may.
        let mut tx = portal.pool().begin().await.expect("a transaction");
        sqlx::query!("update person set role = 'viewer' where bulk_id = $1 and role = 'master'", SINAR)
            .execute(&mut *tx)
            .await
            .expect("nobody");
        sqlx::query!("update person set role = 'master' where email = 'master@sinar.example'")
            .execute(&mut *tx)
            .await
            .expect("Aminah");
        tx.commit().await.expect("committed");
        sessions.clear();
        for _ in 0..5 {
            sessions.push(session_of(&portal, "master@sinar.example").await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_transfer_with_their_own_password() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let master = session_of(&portal, "master@sinar.example").await;
    let pool = portal.pool();
    let (own, payer) = (id_of(pool, "master@sinar.example").await, id_of(pool, "payer@sinar.example").await);
    let refused = pccr.call::<AdminTransferMasterBulkUser>(to(&own, PASSWORD)).await.expect_err("the Master already");
    assert_eq!(refused.code(), Code::UserIsMaster);
    let refused = pccr.call::<AdminTransferMasterBulkUser>(to(&payer, "wrong")).await.expect_err("not their password");
    assert_eq!(refused.fields(), [("password", Code::IncorrectPassword)]);
    pccr.call::<AdminTransferMasterBulkUser>(to(&payer, PASSWORD)).await.expect("transferred");
    assert_eq!(masters(pool).await, ["payer@sinar.example"]);
    let refused = master.call::<gridbill_core::identity::GetUserProfile>(gridbill_core::endpoint::Nothing {}).await;
    assert_eq!(refused.expect_err("signed out").code(), Code::SignedOut);
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let refused = glb.call::<AdminTransferMasterBulkUser>(to(&own, PASSWORD)).await.expect_err("views only");
    assert_eq!(refused.code(), Code::Forbidden);
    // More than five companies in a quarter of an hour: only wrong passwords count.
    for n in 0..8 {
        let next = if n % 2 == 0 { &own } else { &payer };
        pccr.call::<AdminTransferMasterBulkUser>(to(next, PASSWORD)).await.expect("transferred");
    }
}

/// Several of the staff, each to somebody else: the ones who looked at an old Master are told.
#[tokio::test(flavor = "multi_thread")]
async fn staff_at_once_make_one_master() {
    let portal = Portal::with_people().await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let mut heirs = vec![];
    for email in ["payer@sinar.example", "keeper@sinar.example", "viewer@sinar.example"] {
        heirs.push(id_of(portal.pool(), email).await);
    }
    let transfers = heirs.iter().map(|heir| pccr.call::<AdminTransferMasterBulkUser>(to(heir, PASSWORD)));
    let answers = futures::future::join_all(transfers).await;
    assert!(answers.iter().any(Result::is_ok));
    for refused in answers.into_iter().filter_map(Result::err) {
        assert_eq!((refused.status, refused.code()), (409, Code::MasterChanged), "{refused:?}");
    }
    assert_eq!(masters(portal.pool()).await.len(), 1);
}
