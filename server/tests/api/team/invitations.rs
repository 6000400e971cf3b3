//! Sending invitations again, and withdrawing them.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::staff::{AdminSendNewActivationLink, ResendActivationTNBUser, UserRequest};
use gridbill_core::team::{
    AddBulkUser, DeleteBulkUser, GetManageUsersTable, PeopleFilter, ResendInvitation, TeamPermission,
};

use super::{asked, found, id_of, invite, list, notes, one, people_state, refusal_parts, session_of};
use crate::support::clock::noon;
use crate::support::{Portal, sql};

/// Returns the number of valid links.
async fn good_links(portal: &Portal) -> i64 {
    let query = "select count(*) from link where used_at is null and expires_at > $1";
    sql::value(portal.pool(), query, &[&portal.app.now().utc()]).await
}

async fn emails(portal: &Portal) -> i64 {
    sql::value(portal.pool(), "select count(*) from mail where recipient = 'guest@sinar.example'", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_invitation_is_sent_again_with_a_new_link() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, "master@sinar.example").await;
    let invitation = invite(&master, "guest@sinar.example").await;
    portal.advance(TimeDelta::days(8));
    assert_eq!(good_links(&portal).await, 0);
    let master = session_of(&portal, "master@sinar.example").await;
    let row = found(&master, "guest@sinar.example").await.expect("an expired invitation is still listed");
    assert_eq!(row.invitation_expires_at, Some(noon().plus_seconds(7 * 86_400)));
    master.call::<ResendInvitation>(one(&invitation)).await.expect("sent");
    portal.advance(TimeDelta::seconds(5));
    session_of(&portal, "pccr@utility.example").await.call::<ResendInvitation>(one(&invitation)).await.expect("sent");
    assert_eq!((good_links(&portal).await, emails(&portal).await), (1, 3), "earlier links are no longer good");
    let row = found(&master, "guest@sinar.example").await.expect("a row");
    let sent = noon().plus_seconds(8 * 86_400 + 5);
    assert_eq!((row.invited_at, row.invitation_expires_at), (Some(sent), Some(sent.plus_seconds(7 * 86_400))));
    let kinds: Vec<_> = notes(portal.pool()).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["Invited", "InvitationSentAgain", "InvitationSentAgain"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_joined_gets_no_link() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let payer = id_of(portal.pool(), "payer@sinar.example").await;
    let before = people_state(portal.pool()).await;
    let refused = master.call::<ResendInvitation>(one(&payer)).await.expect_err("a person");
    let sentence = "This user is already active, so no link is needed.";
    assert_eq!(refusal_parts(&refused), (422, "UserIsNotInvited".to_owned(), vec![], sentence.to_owned()));
    assert_eq!(people_state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawn_invitation_leaves_no_link_and_room_for_another() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let first = invite(&master, "guest@sinar.example").await;
    master.call::<DeleteBulkUser>(one(&first)).await.expect("withdrawn");
    assert_eq!(good_links(&portal).await, 0);
    assert!(found(&master, "guest@sinar.example").await.is_none());
    for refused in [
        master.call::<DeleteBulkUser>(one(&first)).await.expect_err("gone"),
        master.call::<ResendInvitation>(one(&first)).await.expect_err("gone"),
    ] {
        assert_eq!((refused.status, refused.code()), (404, Code::UserNotFound));
    }
    let second = invite(&master, "guest@sinar.example").await;
    assert_ne!(first, second);
    session_of(&portal, "pccr@utility.example").await.call::<DeleteBulkUser>(one(&second)).await.expect("withdrawn");
    assert_eq!((good_links(&portal).await, emails(&portal).await), (0, 2));
    let kinds: Vec<_> = notes(portal.pool()).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["Invited", "InvitationWithdrawn", "Invited", "InvitationWithdrawn"]);
    let page = master.call::<GetManageUsersTable>(list(PeopleFilter::default())).await.expect("a list");
    assert_eq!(page.total, 4);
}

/// Several users resend an invitation while another withdraws it. There is no deadlock, and it is withdrawn once.
#[tokio::test(flavor = "multi_thread")]
async fn sending_again_and_taking_back_do_not_block_each_other() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    for round in 0..10 {
        let invitation = invite(&master, "guest@sinar.example").await;
        let again = (0..6).map(|_| master.call::<ResendInvitation>(one(&invitation)));
        let (again, removed) =
            tokio::join!(futures::future::join_all(again), master.call::<DeleteBulkUser>(one(&invitation)));
        removed.expect("withdrawn");
        let refused = again.into_iter().filter_map(Result::err);
        assert!(refused.into_iter().all(|refused| refused.code() == Code::UserNotFound), "round {round}");
        assert_eq!(good_links(&portal).await, 0, "round {round}");
    }
}

/// Invitations go to unverified addresses, so they are limited per address and per sender.
#[tokio::test(flavor = "multi_thread")]
async fn invitations_and_their_repeats_have_a_rate() {
    let portal = Portal::with_people_and(&["--invitations-per-email=3", "--invitations-per-person=5"]).await;
    let master = portal.sign_in("master@sinar.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let too_many = |refused: crate::support::RefusedCall| {
        assert_eq!((refused.status, refused.code()), (429, Code::TooManyAttempts));
        assert_eq!(refused.body.params["minutes"], 60);
    };
    let invitation = invite(&master, "guest@sinar.example").await;
    for _ in 0..2 {
        master.call::<ResendInvitation>(one(&invitation)).await.expect("sent");
    }
    too_many(master.call::<ResendInvitation>(one(&invitation)).await.expect_err("a fourth e-mail"));
    too_many(staff.call::<ResendInvitation>(one(&invitation)).await.expect_err("nor from another sender"));
    assert_eq!(emails(&portal).await, 3);
    // Withdrawing and inviting again counts towards the limit too.
    master.call::<DeleteBulkUser>(one(&invitation)).await.expect("withdrawn");
    let add = |email: &str| asked(email, &[TeamPermission::ViewOnly]);
    too_many(master.call::<AddBulkUser>(add("guest@sinar.example")).await.expect_err("a fourth e-mail"));
    too_many(master.call::<AddBulkUser>(add("another@sinar.example")).await.expect_err("five were tried already"));
    portal.advance(TimeDelta::hours(1));
    let master = session_of(&portal, "master@sinar.example").await;
    invite(&master, "guest@sinar.example").await;

    // Also for staff users, and for business users who have not activated their accounts.
    let query = "update person set activated_at = null where email in ('ict@utility.example', 'viewer@sinar.example')";
    sql::run(portal.pool(), query, &[]).await;
    let staff = session_of(&portal, "pccr@utility.example").await;
    let user = |id: String| UserRequest { user_id: id };
    let ict = id_of(portal.pool(), "ict@utility.example").await;
    for _ in 0..3 {
        staff.call::<ResendActivationTNBUser>(user(ict.clone())).await.expect("sent");
    }
    too_many(staff.call::<ResendActivationTNBUser>(user(ict)).await.expect_err("a fourth e-mail"));
    let viewer = id_of(portal.pool(), "viewer@sinar.example").await;
    staff.call::<AdminSendNewActivationLink>(user(viewer.clone())).await.expect("the fifth");
    too_many(staff.call::<AdminSendNewActivationLink>(user(viewer)).await.expect_err("a sixth of this person"));
}
