//! Counts, lists and searches of a bulk account's users.

use std::collections::BTreeSet;

use gridbill_core::permission::Role;
use gridbill_core::team::{
    ActivationStatus, Activity, GetManageUsersCards, GetManageUsersTable, PeopleFilter, TeamCardsRequest, TeamRequest,
};
use gridbill_core::{Code, Day, Instant};
use sqlx::PgPool;

use super::{all_members, bulk, invite, list};
use crate::support::clock::{noon, today};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Portal, sql};

async fn seen(pool: &PgPool, email: &str, at: Option<Instant>) {
    sql::run(pool, "update person set last_login_at = $2 where email = $1", &[&email, &at.map(Instant::utc)]).await;
}

async fn nickname(pool: &PgPool, email: &str, nickname: &str) {
    sql::run(pool, "update person set nickname = $2 where email = $1", &[&email, &nickname]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_invitations_are_one_list() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    seen(portal.pool(), "viewer@sinar.example", Some(noon().plus_seconds(-100 * 86_400))).await;
    let invitation = invite(&master, "Zara@Sinar.Example").await;
    let rows = all_members(&master).await;
    let emails: Vec<_> = rows.iter().map(|row| row.email.as_str()).collect();
    assert_eq!(
        emails,
        [
            "master@sinar.example",
            "payer@sinar.example",
            "keeper@sinar.example",
            "viewer@sinar.example",
            "zara@sinar.example"
        ]
    );
    let activities: Vec<_> = rows.iter().map(|row| row.activity).collect();
    // The Master has just signed in. Payer and keeper have never done so.
    let inactive = Activity::Inactive;
    assert_eq!(activities, [Activity::Active, inactive, inactive, inactive, Activity::InvitePending]);
    let zara = &rows[4];
    assert_eq!((zara.user_id.as_str(), zara.username.as_ref(), zara.role), (invitation.as_str(), None, Role::Viewer));
    assert!(!zara.is_activated && rows[..4].iter().all(|row| row.is_activated));
    assert_eq!(zara.invited_at, Some(noon()));
    assert_eq!(zara.invitation_expires_at, Some(noon().plus_seconds(7 * 86_400)));
    assert!(rows[1].permissions.make_payments && !rows[1].permissions.manage_accounts);

    let cards = master.call::<GetManageUsersCards>(TeamCardsRequest { id: bulk(SINAR) }).await.expect("cards");
    assert_eq!((cards.total, cards.active, cards.inactive, cards.invites_pending), (5, 1, 3, 1));
    assert_eq!((cards.max_user_limit, cards.as_of), (20, noon()));
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_and_pages_agree_with_the_whole() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    for email in ["b_1@sinar.example", "bx1@sinar.example", "c@sinar.example"] {
        invite(&master, email).await;
    }
    nickname(portal.pool(), "keeper@sinar.example", "50% & co").await;
    let find = async |filter: PeopleFilter| {
        let page = master.call::<GetManageUsersTable>(list(filter)).await.expect("a list");
        assert_eq!(page.total, page.items.len() as i64);
        page.items.into_iter().map(|row| row.email).collect::<Vec<_>>()
    };
    let text = |text: &str| PeopleFilter { search: Some(text.to_owned()), ..PeopleFilter::default() };
    assert_eq!(find(text("b_1")).await, ["b_1@sinar.example"], "an underscore is a sign like any other");
    assert_eq!(find(text("50%")).await, ["keeper@sinar.example"]);
    assert_eq!(find(text(" AMINAH ")).await, ["master@sinar.example"]);
    assert_eq!(find(text("50_")).await, [""; 0]);
    assert_eq!(find(text("\\\\\\")).await, [""; 0]);
    assert_eq!(find(text("  ")).await.len(), 7);
    let role = PeopleFilter { role: Some(Role::Viewer), ..PeopleFilter::default() };
    assert_eq!(find(role).await.len(), 4, "the viewer and three invitations");
    let pending = PeopleFilter { activity: Some(Activity::InvitePending), ..PeopleFilter::default() };
    assert_eq!(find(pending).await.len(), 3);
    let query = "update link set expires_at = $1
                 where invitation_id = (select invitation_id from invitation where email = 'c@sinar.example')";
    sql::run(portal.pool(), query, &[&noon().utc()]).await;
    let at = |status| PeopleFilter { activation_status: Some(status), ..PeopleFilter::default() };
    assert_eq!(find(at(ActivationStatus::Created)).await, ["b_1@sinar.example", "bx1@sinar.example"]);
    assert_eq!(find(at(ActivationStatus::NotActivated)).await, ["c@sinar.example"]);
    assert_eq!(find(at(ActivationStatus::Activated)).await.len(), 4);
    assert_eq!(find(at(ActivationStatus::PendingApproval)).await, [""; 0]);

    let whole: Vec<_> = all_members(&master).await.into_iter().map(|row| row.user_id).collect();
    for size in 1..8 {
        let (mut cursor, mut pages) = (None, Vec::new());
        loop {
            let request = TeamRequest { record_count: Some(size), cursor, ..list(PeopleFilter::default()) };
            let page = master.call::<GetManageUsersTable>(request).await.expect("a page");
            assert_eq!(page.total, 7);
            pages.extend(page.items.into_iter().map(|row| row.user_id));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(pages, whole, "{size} rows a page");
    }
    let request = TeamRequest { cursor: Some("00".to_owned()), ..list(PeopleFilter::default()) };
    let refused = master.call::<GetManageUsersTable>(request).await.expect_err("no cursor");
    assert_eq!((refused.status, refused.code()), (400, Code::CursorInvalid));
}

/// The filter is SQL and the row's activity is core's. Around the limit they must agree at every hour of every day.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_agree_on_active_users() {
    let portal = Portal::with_people().await;
    let master = super::session_of(&portal, "master@sinar.example").await;
    let mut instants = vec![];
    for months in [1, 2, 3] {
        let border = today().minus_months(months).begins();
        instants.extend((-40..=40).map(|hour| border.plus_seconds(hour * 3_600)));
        instants.extend([-1, 0, 1].map(|second| border.plus_seconds(second)));
    }
    instants.extend((0..70).map(|days| noon().plus_seconds(-days * 86_400)));
    let border = today().minus_months(2);
    // A viewer for each instant.
    let (mut active, mut inactive) = (BTreeSet::new(), BTreeSet::new());
    for at in &instants {
        let email = format!("at-{}@sinar.example", at.utc().timestamp());
        if active.contains(&email) || inactive.contains(&email) {
            continue;
        }
        let viewer = given::Person {
            email: &email,
            name: "Devi",
            role: "viewer",
            bulk_id: Some(SINAR),
            pays: false,
            keeps: false,
        };
        given::person(portal.pool(), viewer).await;
        seen(portal.pool(), &email, Some(*at)).await;
        let expected = if Day::at(*at) >= border { &mut active } else { &mut inactive };
        expected.insert(email);
    }
    assert!(active.len() > 50 && inactive.len() > 50 && instants.len() > 300, "{} of {}", active.len(), instants.len());
    for (activity, expected) in [(Activity::Active, &active), (Activity::Inactive, &inactive)] {
        let filter =
            || PeopleFilter { activity: Some(activity), search: Some("at-".into()), ..PeopleFilter::default() };
        let (mut cursor, mut found) = (None, BTreeSet::new());
        loop {
            let request = TeamRequest { record_count: Some(1_000), cursor, ..list(filter()) };
            let page = master.call::<GetManageUsersTable>(request).await.expect("a list");
            assert_eq!(page.total, i64::try_from(expected.len()).expect("few"), "{activity:?}");
            assert!(page.items.iter().all(|row| row.activity == activity), "{activity:?}");
            found.extend(page.items.into_iter().map(|row| row.email));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, *expected, "{activity:?}");
    }
    let cards = master.call::<GetManageUsersCards>(TeamCardsRequest { id: bulk(SINAR) }).await.expect("cards");
    assert_eq!(cards.active, i64::try_from(active.len()).expect("few"));
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_the_people_of_any_bulk_account() {
    let portal = Portal::with_people().await;
    for email in ["pccr@utility.example", "glb@utility.example"] {
        let staff = portal.sign_in_staff(email).await;
        for (bulk_id, people) in [(SINAR, 4), (MAJLIS, 1)] {
            let request = TeamRequest { id: bulk(bulk_id), ..list(PeopleFilter::default()) };
            let page = staff.call::<GetManageUsersTable>(request).await.expect("a list");
            let cards = staff.call::<GetManageUsersCards>(TeamCardsRequest { id: bulk(bulk_id) }).await;
            assert_eq!((page.total, cards.expect("cards").total), (people, people));
        }
        let request = TeamRequest { id: bulk("3000000099"), ..list(PeopleFilter::default()) };
        let refused = staff.call::<GetManageUsersTable>(request).await.expect_err("not found");
        assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
        let request = TeamCardsRequest { id: bulk("3000000099") };
        let refused = staff.call::<GetManageUsersCards>(request).await.expect_err("not found");
        assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    }
}

/// A deleted user is in no list and no count.
#[tokio::test(flavor = "multi_thread")]
async fn the_deleted_are_not_listed() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let query = "update person set disabled_at = now(), deleted_at = now() where email = 'viewer@sinar.example'";
    sql::run(portal.pool(), query, &[]).await;
    assert_eq!(all_members(&master).await.len(), 3);
    let cards = master.call::<GetManageUsersCards>(TeamCardsRequest { id: bulk(SINAR) }).await.expect("cards");
    assert_eq!(cards.total, 3);
    given::person_without_account(portal.pool(), "viewer@sinar.example").await;
    assert_eq!(all_members(&master).await.len(), 3);
}
