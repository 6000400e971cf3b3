//! A change to a staff user takes effect on their next request, every time.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetAdminProfile;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::payments::staff::GetAdminAllPaymentsCards;
use gridbill_core::permission::Role;
use gridbill_core::staff::{DeleteTNBUser, DeleteUser, GetTNBUsersCards, UpdateStaffUserRequest, UpdateTNBUser};

use super::one;
use crate::support::given::SINAR;
use crate::support::{Portal, either, sql};
use crate::team::{id_of, session_of};

fn rounds() -> usize {
    either(25, 250)
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_roles() {
    let portal = Portal::with_people().await;
    let ict = session_of(&portal, "ict@utility.example").await;
    let glb = session_of(&portal, "glb@utility.example").await;
    let user_id = id_of(portal.pool(), "glb@utility.example").await;
    let mut held = 0;
    for round in 0..rounds() {
        // The ICT role cannot see payments.
        let sees = round % 2 == 1;
        let request = UpdateStaffUserRequest {
            user_id: user_id.clone(),
            username: "Goh".to_owned(),
            nickname: None,
            mobile_no: "12345678".to_owned(),
            role: Some(if sees { Role::GlbAccountManager } else { Role::Ict }),
        };
        ict.call::<UpdateTNBUser>(request).await.expect("changed");
        let payments = glb.call::<GetAdminAllPaymentsCards>(Nothing {}).await;
        held += usize::from(payments.is_ok() == sees);
    }
    assert_eq!(held, rounds());
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_removals() {
    let portal = Portal::with_people().await;
    let ict = session_of(&portal, "ict@utility.example").await;
    let user_id = id_of(portal.pool(), "glb@utility.example").await;
    let mut held = 0;
    for _ in 0..rounds() {
        let glb = session_of(&portal, "glb@utility.example").await;
        glb.call::<GetTNBUsersCards>(Nothing {}).await.expect("may look");
        ict.call::<DeleteTNBUser>(one(&user_id)).await.expect("removed");
        let refused = glb.call::<GetAdminProfile>(Nothing {}).await.expect_err("out");
        held += usize::from((refused.status, refused.code()) == (401, Code::SignedOut));
        let query = "update person set deleted_at = null, disabled_at = null where email = 'glb@utility.example'";
        sql::run(portal.pool(), query, &[]).await;
    }
    assert_eq!(held, rounds());
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_business_users_removals() {
    let portal = Portal::with_people().await;
    let ict = session_of(&portal, "ict@utility.example").await;
    let user_id = id_of(portal.pool(), "viewer@sinar.example").await;
    let mut held = 0;
    for _ in 0..rounds() {
        let viewer = session_of(&portal, "viewer@sinar.example").await;
        assert_eq!(
            viewer.call::<GetUserProfile>(Nothing {}).await.expect("a profile").bulk_id.expect("one").as_str(),
            SINAR
        );
        ict.call::<DeleteUser>(one(&user_id)).await.expect("removed");
        let refused = viewer.call::<GetUserProfile>(Nothing {}).await.expect_err("out");
        held += usize::from((refused.status, refused.code()) == (401, Code::SignedOut));
        let query = "update person set deleted_at = null, disabled_at = null where email = 'viewer@sinar.example'";
        sql::run(portal.pool(), query, &[]).await;
    }
    assert_eq!(held, rounds());
}
