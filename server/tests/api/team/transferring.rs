//! Transferring the master role to another user, once and finally.

use gridbill_core::Code;
use gridbill_core::number::MemberId;
use gridbill_core::permission::Role;
use gridbill_core::team::{TransferMasterBulkUser, TransferMasterRequest};
use serde_json::json;
use sqlx::PgPool;

use super::{all_members, found, id_of, invite, notes, people_state, refusal_parts, session_of};
use crate::support::given::{self, SINAR};
use crate::support::{Portal, sql};

fn to(user_id: &str) -> TransferMasterRequest {
    TransferMasterRequest { user_id: MemberId(user_id.to_owned()), nickname: None }
}

async fn masters(pool: &PgPool) -> Vec<String> {
    sql::values(pool, "select email from person where bulk_id = $1 and role = 'master'", &[&SINAR]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_changes_roles_and_sessions_and_notifies() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let elsewhere = session_of(&portal, "master@sinar.example").await;
    let payer = session_of(&portal, "payer@sinar.example").await;
    let payer_id = id_of(portal.pool(), "payer@sinar.example").await;
    let request = json!({ "userId": payer_id, "nickname": "Chief" });
    master.call_raw::<TransferMasterBulkUser>(request).await.expect("transferred");
    for old in [&master, &elsewhere] {
        let refused = old.call::<gridbill_core::identity::GetUserProfile>(gridbill_core::endpoint::Nothing {}).await;
        assert_eq!(refused.expect_err("signed out").code(), Code::SignedOut);
    }
    // The new Master keeps the session.
    let rows = all_members(&payer).await;
    let shown: Vec<_> = rows.iter().map(|row| (row.email.as_str(), row.role, row.nickname.as_deref())).collect();
    assert_eq!(shown[0], ("payer@sinar.example", Role::Master, Some("Chief")));
    let old = found(&payer, "master@sinar.example").await.expect("a row");
    assert_eq!((old.role, old.permissions), (Role::Viewer, gridbill_core::permission::Permissions::default()));
    let query = "select recipient, body_text from mail order by recipient";
    let emails = sql::rows::<(String, String)>(portal.pool(), query, &[]).await;
    let to: Vec<_> = emails.iter().map(|(recipient, _)| recipient.as_str()).collect();
    assert_eq!(to, ["master@sinar.example", "payer@sinar.example"]);
    assert!(emails[0].1.contains("Badrul") && emails[1].1.contains("Aminah"));
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
    sql::run(pool, "update person set activated_at = null where email = 'keeper@sinar.example'", &[]).await;
    let invitation = invite(&master, "guest@sinar.example").await;
    let before = people_state(pool).await;
    for (user_id, status, code, sentence) in [
        (&own, 422, "UserIsYourself", "You cannot do this to your own account."),
        (&invitation, 422, "UserNotActive", "Only a user who has activated their account can become Master."),
        (&keeper, 422, "UserNotActive", "Only a user who has activated their account can become Master."),
        (&"nobody".to_owned(), 404, "UserNotFound", "We could not find this user."),
    ] {
        let refused = master.call::<TransferMasterBulkUser>(to(user_id)).await.expect_err("a refusal");
        assert_eq!(refusal_parts(&refused), (status, code.to_owned(), vec![], sentence.to_owned()), "{user_id}");
    }
    let long = json!({ "userId": payer, "nickname": "x".repeat(51) });
    let refused = master.call_raw::<TransferMasterBulkUser>(long).await.expect_err("too long");
    assert_eq!(refused.fields(), [("nickname", Code::NicknameTooLong)]);
    assert_eq!(people_state(pool).await, before);
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
    // The old Master's sessions each send four transfers.
    let mut sessions = vec![];
    for _ in 0..5 {
        sessions.push(session_of(&portal, "master@sinar.example").await);
    }
    let mut heirs = vec![];
    for n in 0..10 {
        heirs.push(id_of(portal.pool(), &format!("heir{n}@sinar.example")).await);
    }
    for round in 0..4 {
        let transfers = (0..20).map(|n| {
            let (session, heir) = (sessions[n % 5].clone(), heirs[n % 10].clone());
            async move { session.call::<TransferMasterBulkUser>(to(&heir)).await }
        });
        let answers = futures::future::join_all(transfers).await;
        let won = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(won, 1, "round {round}");
        for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
            let sensible = [Code::SignedOut, Code::Forbidden, Code::MasterChanged];
            assert!(sensible.contains(&refused.code()), "round {round}: {refused:?}");
        }
        let masters = masters(portal.pool()).await;
        assert!(masters.len() == 1 && masters[0].starts_with("heir"), "{masters:?}");
        // Undo the transfer directly in the database, because no call can.
        let mut tx = portal.pool().begin().await.expect("a transaction");
        sql::run(&mut *tx, "update person set role = 'viewer' where bulk_id = $1 and role = 'master'", &[&SINAR]).await;
        sql::run(&mut *tx, "update person set role = 'master' where email = 'master@sinar.example'", &[]).await;
        tx.commit().await.expect("committed");
        sessions.clear();
        for _ in 0..5 {
            sessions.push(session_of(&portal, "master@sinar.example").await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_transfer_one_company_after_the_other() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let master = session_of(&portal, "master@sinar.example").await;
    let pool = portal.pool();
    let (own, payer) = (id_of(pool, "master@sinar.example").await, id_of(pool, "payer@sinar.example").await);
    let refused = pccr.call::<TransferMasterBulkUser>(to(&own)).await.expect_err("the Master already");
    assert_eq!(refused.code(), Code::UserIsMaster);
    pccr.call::<TransferMasterBulkUser>(to(&payer)).await.expect("transferred");
    assert_eq!(masters(pool).await, ["payer@sinar.example"]);
    // The new Master reads who transferred the role, which was not the old Master.
    let query = "select body_text from mail where recipient = 'payer@sinar.example'";
    let email = sql::value::<String>(pool, query, &[]).await;
    assert!(email.contains("Farid") && !email.contains("Aminah"), "{email}");
    let refused = master.call::<gridbill_core::identity::GetUserProfile>(gridbill_core::endpoint::Nothing {}).await;
    assert_eq!(refused.expect_err("signed out").code(), Code::SignedOut);
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let refused = glb.call::<TransferMasterBulkUser>(to(&own)).await.expect_err("views only");
    assert_eq!(refused.code(), Code::Forbidden);
    for n in 0..8 {
        let next = if n % 2 == 0 { &own } else { &payer };
        pccr.call::<TransferMasterBulkUser>(to(next)).await.expect("transferred");
    }
}

/// Several staff transfer the role to different users. Those who saw an outdated Master are refused.
#[tokio::test(flavor = "multi_thread")]
async fn staff_at_once_make_one_master() {
    let portal = Portal::with_people().await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let mut heirs = vec![];
    for email in ["payer@sinar.example", "keeper@sinar.example", "viewer@sinar.example"] {
        heirs.push(id_of(portal.pool(), email).await);
    }
    let transfers = heirs.iter().map(|heir| pccr.call::<TransferMasterBulkUser>(to(heir)));
    let answers = futures::future::join_all(transfers).await;
    assert!(answers.iter().any(Result::is_ok));
    for refused in answers.into_iter().filter_map(Result::err) {
        assert_eq!((refused.status, refused.code()), (409, Code::MasterChanged), "{refused:?}");
    }
    assert_eq!(masters(portal.pool()).await.len(), 1);
}
