//! Counts, lists and searches of users.

use gridbill_core::endpoint::Nothing;
use gridbill_core::permission::Role;
use gridbill_core::staff::{
    BusinessUsersRequest, GetTNBUsersCards, GetTNBUsersTable, GetUserTable, GetUsersCards, StaffUsersRequest,
};
use gridbill_core::team::{ActivationStatus, Activity, PeopleFilter};
use gridbill_core::{Code, Day};
use serde_json::json;

use super::added;
use crate::support::clock::{noon, today};
use crate::support::given::{self, SINAR};
use crate::support::{Portal, sql};
use crate::team::{invite, session_of};

#[tokio::test(flavor = "multi_thread")]
async fn the_utilitys_people() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    added(&ict, "new@utility.example", Role::GlbAccountManager).await;
    let list = async |filter: PeopleFilter| {
        let page = ict.call::<GetTNBUsersTable>(StaffUsersRequest { filter, ..StaffUsersRequest::default() }).await;
        let page = page.expect("a list");
        assert_eq!(page.total, page.items.len() as i64);
        page.items.into_iter().map(|user| (user.email_address, user.activity, user.is_self)).collect::<Vec<_>>()
    };
    let row = |email: &str, activity, is_self| (email.to_owned(), activity, is_self);
    let all_users = [
        row("pccr@utility.example", Activity::Inactive, false),
        row("glb@utility.example", Activity::Inactive, false),
        row("ict@utility.example", Activity::Active, true),
        row("new@utility.example", Activity::InvitePending, false),
    ];
    assert_eq!(list(PeopleFilter::default()).await, all_users);
    for (place, activity) in [(0..2, Activity::Inactive), (2..3, Activity::Active), (3..4, Activity::InvitePending)] {
        let filter = PeopleFilter { activity: Some(activity), ..PeopleFilter::default() };
        assert_eq!(list(filter).await, all_users[place]);
    }
    let glb = PeopleFilter { role: Some(Role::GlbAccountManager), ..PeopleFilter::default() };
    assert_eq!(list(glb).await.len(), 2);
    for (text, found) in [("FARID", 1), ("ict@", 1), ("%%%", 0), ("___", 0), ("nobody", 0)] {
        let filter = PeopleFilter { search: Some(text.to_owned()), ..PeopleFilter::default() };
        assert_eq!(list(filter).await.len(), found, "{text}");
    }
    let cards = ict.call::<GetTNBUsersCards>(Nothing {}).await.expect("cards");
    assert_eq!((cards.total, cards.active, cards.inactive, cards.invites_pending), (4, 1, 2, 1));
    let (mut cursor, mut seen) = (None, vec![]);
    loop {
        let request = StaffUsersRequest { record_count: Some(3), cursor, ..Default::default() };
        let page = ict.call::<GetTNBUsersTable>(request).await.expect("a page");
        seen.extend(page.items.into_iter().map(|user| user.email_address));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, all_users.iter().map(|(email, ..)| email.clone()).collect::<Vec<_>>());
}

/// Called by GET, where every query value is text.
#[tokio::test(flavor = "multi_thread")]
async fn business_users() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, "master@sinar.example").await;
    invite(&master, "guest@sinar.example").await;
    given::person_without_account(portal.pool(), "late@baru.example").await;
    let statement = "update person set activated_at = null, created_at = created_at + interval '1 hour'
                     where email = 'late@baru.example'";
    sql::run(portal.pool(), statement, &[]).await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let list = async |query: serde_json::Value| {
        let page = ict.call_raw::<GetUserTable>(query).await.expect("a list");
        let items = page["items"].as_array().expect("rows").clone();
        (page["total"].as_i64().expect("a count"), items)
    };
    let (total, rows) = list(json!({})).await;
    assert_eq!(
        (total, rows.len()),
        (6, 6),
        "five of two companies and one of none; staff and invitations are not among them"
    );
    assert_eq!(rows[0]["email"], json!("late@baru.example"), "the newest first");
    assert_eq!(
        (&rows[0]["activity"], &rows[0]["role"], &rows[0]["companyName"]),
        (&json!(3), &json!(null), &json!(null))
    );
    let viewer = rows.iter().find(|row| row["email"] == "viewer@sinar.example").expect("the viewer");
    assert_eq!(
        (&viewer["bulkId"], &viewer["companyName"], &viewer["role"]),
        (&json!(SINAR), &json!("Sinar Jaya Sdn. Bhd."), &json!("viewer"))
    );
    for (query, found) in [
        (json!({ "search": "sinar jaya" }), 4),
        (json!({ "search": "endon" }), 1),
        (json!({ "search": "@baru" }), 1),
        (json!({ "search": "guest" }), 0),
        (json!({ "search": "%%%" }), 0),
        (json!({ "activity": "3" }), 1),
        (json!({ "activity": "2" }), 5),
        (json!({ "activity": "1" }), 0),
        (json!({ "activity": "2", "search": "sinar" }), 4),
    ] {
        assert_eq!(list(query.clone()).await.0, found, "{query}");
    }
    let refused = ict.call_raw::<GetUserTable>(json!({ "activity": "4" })).await.expect_err("no activity");
    assert_eq!(
        (refused.status, refused.code(), refused.fields()),
        (400, Code::Unreadable, vec![("activity", Code::Unreadable)])
    );
    let (mut cursor, mut seen) = (None::<String>, vec![]);
    loop {
        let mut query = json!({ "count": "4" });
        if let Some(cursor) = &cursor {
            query["cursor"] = json!(cursor);
        }
        let page = ict.call_raw::<GetUserTable>(query).await.expect("a page");
        seen.extend(page["items"].as_array().expect("rows").iter().map(|row| row["userId"].clone()));
        cursor = page["next"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, rows.iter().map(|row| row["userId"].clone()).collect::<Vec<_>>());
    let cards = ict.call::<GetUsersCards>(Nothing {}).await.expect("cards");
    assert_eq!((cards.total, cards.active, cards.inactive, cards.invites_pending, cards.as_of), (6, 0, 5, 1, noon()));
}

/// States: registered with a valid link, with an expired link, activated, and activated with a pending application.
#[tokio::test(flavor = "multi_thread")]
async fn users_by_how_far_they_have_come() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    added(&ict, "new@utility.example", Role::GlbAccountManager).await;
    for email in ["late@baru.example", "fresh@baru.example", "waits@baru.example"] {
        given::person_without_account(portal.pool(), email).await;
    }
    let query = "update person set activated_at = null where email in ('late@baru.example', 'fresh@baru.example')";
    sql::run(portal.pool(), query, &[]).await;
    let query = "insert into link (token_hash, kind, person_id, created_at, expires_at)
                 select sha256(email::bytea), 'activation', person_id, $1::timestamptz,
                        $1 + case email when 'fresh@baru.example' then interval '1 hour' else interval '0' end
                 from person where activated_at is null and not is_staff";
    sql::run(portal.pool(), query, &[&noon().utc()]).await;
    let query = "
        insert into registration (registration_id, person_id, status, business_type, registration_no, form, submitted_at,
                                  created_at, updated_at)
        select gen_random_uuid(), person_id, 2, 2, 'R-WAITS', '{}', $1, $1, $1 from person where email = 'waits@baru.example'";
    sql::run(portal.pool(), query, &[&noon().utc()]).await;
    let found = async |status: &str| {
        let page = ict.call_raw::<GetUserTable>(json!({ "activationStatus": status })).await.expect("a list");
        let items = page["items"].as_array().expect("rows").clone();
        assert_eq!(page["total"], json!(items.len()));
        items.iter().map(|row| row["email"].as_str().expect("an address").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("created").await, ["fresh@baru.example"]);
    assert_eq!(found("notActivated").await, ["late@baru.example"]);
    assert_eq!(found("pendingApproval").await, ["waits@baru.example"]);
    assert_eq!(found("activated").await.len(), 6);
    let staff = async |status| {
        let filter = PeopleFilter { activation_status: Some(status), ..PeopleFilter::default() };
        let page = ict.call::<GetTNBUsersTable>(StaffUsersRequest { filter, ..StaffUsersRequest::default() }).await;
        page.expect("a list").items.into_iter().map(|user| user.email_address).collect::<Vec<_>>()
    };
    assert_eq!(staff(ActivationStatus::Created).await, ["new@utility.example"]);
    assert_eq!(staff(ActivationStatus::Activated).await.len(), 3);
    let refused = ict.call_raw::<GetUserTable>(json!({ "activationStatus": "sleeping" })).await.expect_err("no status");
    assert_eq!((refused.status, refused.code()), (400, Code::Unreadable));
}

/// Both lists and both cards agree with core's rule at the limit.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_agree_on_active_users() {
    let portal = Portal::with_people().await;
    let ict = session_of(&portal, "ict@utility.example").await;
    let border = today().minus_months(2);
    let mut seen = [0, 0];
    for seconds in (-30..=30).map(|hour| hour * 3_600).chain([-1, 1]) {
        let at = border.begins().plus_seconds(seconds);
        sql::run(portal.pool(), "update person set last_login_at = $1", &[&at.utc()]).await;
        let activity = Activity::of(false, Some(at), today());
        assert_eq!(activity == Activity::Active, Day::at(at) >= border);
        seen[usize::from(activity == Activity::Active)] += 1;
        let filter = PeopleFilter { activity: Some(activity), ..PeopleFilter::default() };
        let staff = ict.call::<GetTNBUsersTable>(StaffUsersRequest { filter, ..StaffUsersRequest::default() }).await;
        let request = BusinessUsersRequest { activity: Some(activity as u32), ..BusinessUsersRequest::default() };
        let business = ict.call::<GetUserTable>(request).await.expect("a list");
        assert_eq!((staff.expect("a list").total, business.total), (3, 5), "{at}");
        assert!(business.items.iter().all(|user| user.activity == activity), "{at}");
        let (staff, business) =
            (ict.call::<GetTNBUsersCards>(Nothing {}).await, ict.call::<GetUsersCards>(Nothing {}).await);
        let (staff, business) = (staff.expect("cards"), business.expect("cards"));
        let expected = if activity == Activity::Active { (3, 0, 5, 0) } else { (0, 3, 0, 5) };
        assert_eq!((staff.active, staff.inactive, business.active, business.inactive), expected, "{at}");
    }
    assert!(seen.iter().all(|times| *times > 20), "{seen:?}");
}
