//! Business users: everyone who registered.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::staff::{AdminSendNewActivationLink, DeleteUser};

use super::one;
use crate::support::given;
use crate::support::{Portal, sql};
use crate::team::{id_of, invite, notes, people_state, refusal_parts, session_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_user_is_out_at_once_and_may_register_again() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let viewer = session_of(&portal, "viewer@sinar.example").await;
    let user_id = id_of(portal.pool(), "viewer@sinar.example").await;
    ict.call::<DeleteUser>(one(&user_id)).await.expect("removed");
    assert_eq!(viewer.call::<GetUserProfile>(Nothing {}).await.expect_err("out").code(), Code::SignedOut);
    given::person_without_account(portal.pool(), "viewer@sinar.example").await;
    let query = "select kind, bulk_id, actor_name, about from fact";
    let (kind, bulk_id, actor_name, about) =
        sql::row::<(String, Option<String>, String, String)>(portal.pool(), query, &[]).await;
    assert_eq!((kind.as_str(), actor_name.as_str(), about.as_str()), ("UserDeleted", "Hana", "viewer@sinar.example"));
    assert_eq!(bulk_id.as_deref(), Some(given::SINAR));
    let again = ict.call::<DeleteUser>(one(&user_id)).await.expect_err("gone");
    assert_eq!((again.status, again.code()), (404, Code::UserNotFound));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_changes_nothing() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let master = session_of(&portal, "master@sinar.example").await;
    // Staff users and invitations are not business users.
    let invitation = invite(&master, "guest@sinar.example").await;
    let pccr = id_of(portal.pool(), "pccr@utility.example").await;
    let own = id_of(portal.pool(), "master@sinar.example").await;
    let before = people_state(portal.pool()).await;
    let refused = ict.call::<DeleteUser>(one(&own)).await.expect_err("a Master");
    let sentence = "This is the Master user. Transfer the master role to another user first.";
    assert_eq!(refusal_parts(&refused), (422, "UserIsMaster".to_owned(), vec![], sentence.to_owned()));
    let refused = ict.call::<AdminSendNewActivationLink>(one(&own)).await.expect_err("active");
    let sentence = "This user is already active, so no link is needed.";
    assert_eq!(refusal_parts(&refused), (422, "UserIsNotInvited".to_owned(), vec![], sentence.to_owned()));
    for user_id in [invitation.as_str(), &pccr, "", "x", "01890000-0000-7000-8000-000000000000"] {
        for refused in [
            ict.call::<DeleteUser>(one(user_id)).await.expect_err("no business user"),
            ict.call::<AdminSendNewActivationLink>(one(user_id)).await.expect_err("no business user"),
        ] {
            assert_eq!((refused.status, refused.code()), (404, Code::UserNotFound), "{user_id}");
        }
    }
    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(glb.call::<DeleteUser>(one(&own)).await.expect_err("views only").code(), Code::Forbidden);
    assert_eq!(people_state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_activation_link_is_sent_again() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    given::person_without_account(portal.pool(), "late@baru.example").await;
    let query = "update person set activated_at = null, language = 'ms' where email = 'late@baru.example'";
    sql::run(portal.pool(), query, &[]).await;
    let user_id = id_of(portal.pool(), "late@baru.example").await;
    for _ in 0..2 {
        ict.call::<AdminSendNewActivationLink>(one(&user_id)).await.expect("sent");
    }
    let query = "select language, body_text from mail where recipient = 'late@baru.example'";
    let emails = sql::rows::<(String, String)>(portal.pool(), query, &[]).await;
    assert_eq!(emails.len(), 2);
    assert!(emails.iter().all(|(language, text)| language == "ms" && text.contains("/account/activate#")));
    let query = "select count(*) from link where kind = 'activation' and expires_at > $1";
    let good = sql::value::<i64>(portal.pool(), query, &[&portal.app.now().utc()]).await;
    assert_eq!(good, 1);
    assert_eq!(notes(portal.pool()).await.len(), 2);
}
