//! A change to a user takes effect on their next request, every time.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::number::MemberId;
use gridbill_core::payments::MakePayment;
use gridbill_core::permission::Role;
use gridbill_core::team::{
    DeleteBulkUser, GetManageUsersCards, TeamCardsRequest, TeamPermission, TransferMasterBulkUser,
    TransferMasterRequest, UpdateBulkUser, UpdateMemberRequest,
};
use serde_json::json;

use super::{bulk, id_of, one, session_of};
use crate::support::given::SINAR;
use crate::support::{Actor, Portal, either, sql};

fn rounds() -> usize {
    either(25, 250)
}

/// Whether the user may pay. An empty payment is refused either by the guard or for its missing fields.
async fn may_pay(actor: &Actor) -> bool {
    actor.call_raw::<MakePayment>(json!({})).await.expect_err("a payment of nothing").code() != Code::Forbidden
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_roles() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, "master@sinar.example").await;
    let viewer = session_of(&portal, "viewer@sinar.example").await;
    let user_id = id_of(portal.pool(), "viewer@sinar.example").await;
    let mut held = 0;
    for round in 0..rounds() {
        let pays = round % 2 == 0;
        let (role, ticked) =
            if pays { (Role::Member, TeamPermission::MakePayments) } else { (Role::Viewer, TeamPermission::ViewOnly) };
        let request = UpdateMemberRequest {
            user_id: MemberId(user_id.clone()),
            nickname: None,
            role,
            permissions: Some(vec![ticked]),
        };
        master.call::<UpdateBulkUser>(request).await.expect("changed");
        held += usize::from(may_pay(&viewer).await == pays);
    }
    assert_eq!(held, rounds());
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_removals() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, "master@sinar.example").await;
    let user_id = id_of(portal.pool(), "viewer@sinar.example").await;
    let mut held = 0;
    for _ in 0..rounds() {
        let query = "update person set bulk_id = $1, role = 'viewer' where email = 'viewer@sinar.example'";
        sql::run(portal.pool(), query, &[&SINAR]).await;
        let viewer = session_of(&portal, "viewer@sinar.example").await;
        viewer.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
        master.call::<DeleteBulkUser>(one(&user_id)).await.expect("removed");
        let refused = viewer.call::<GetUserProfile>(Nothing {}).await.expect_err("signed out");
        held += usize::from((refused.status, refused.code()) == (401, Code::SignedOut));
    }
    assert_eq!(held, rounds());
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_transfers() {
    let portal = Portal::with_people().await;
    let emails = ["master@sinar.example", "payer@sinar.example"];
    let ids = [id_of(portal.pool(), emails[0]).await, id_of(portal.pool(), emails[1]).await];
    let mut held = 0;
    for round in 0..rounds() {
        let (old, new) = (round % 2, (round + 1) % 2);
        let (master, heir) = (session_of(&portal, emails[old]).await, session_of(&portal, emails[new]).await);
        let cards = async |actor: &Actor| actor.call::<GetManageUsersCards>(TeamCardsRequest { id: bulk(SINAR) }).await;
        assert_eq!(cards(&heir).await.expect_err("not yet").code(), Code::Forbidden);
        let user_id = ids[new].clone();
        let request = TransferMasterRequest { user_id: MemberId(user_id), nickname: None };
        master.call::<TransferMasterBulkUser>(request).await.expect("transferred");
        let (old, new) = tokio::join!(cards(&master), cards(&heir));
        held += usize::from(old.expect_err("signed out").code() == Code::SignedOut && new.is_ok());
    }
    assert_eq!(held, rounds());
}
