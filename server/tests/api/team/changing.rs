//! Changing nickname, role and permissions of users, and removing users.

use gridbill_core::Code;
use gridbill_core::number::MemberId;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::permission::Role;
use gridbill_core::staff::UpdateTNBUser;
use gridbill_core::team::{DeleteBulkUser, TeamPermission, UpdateBulkUser, UpdateMemberRequest};
use serde_json::{Value, json};

use super::{found, id_of, invite, notes, one, people_state, refusal_parts, session_of};
use crate::support::given::{self, SINAR, eft};
use crate::support::{Portal, sql};

const PERMISSIONS: &str = "Please select Roles and Permissions.";

#[tokio::test(flavor = "multi_thread")]
async fn nickname_role_and_permissions_of_a_person_and_of_an_invitation() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let viewer = id_of(portal.pool(), "viewer@sinar.example").await;
    let invitation = invite(&master, "guest@sinar.example").await;
    for (user_id, email) in [(viewer, "viewer@sinar.example"), (invitation, "guest@sinar.example")] {
        let steps: [(Value, Option<&str>, Role, [bool; 2]); 6] = [
            (
                json!({ "nickname": "Dee", "role": "member", "permissions": ["makePayments"] }),
                Some("Dee"),
                Role::Member,
                [true, false],
            ),
            // Without permissions in the request, a Member keeps the previous ones; the nickname stays too.
            (json!({ "role": "member" }), Some("Dee"), Role::Member, [true, false]),
            (
                json!({ "role": "member", "permissions": ["makePayments", "manageAccounts"] }),
                Some("Dee"),
                Role::Member,
                [true, true],
            ),
            (
                json!({ "nickname": " ", "role": "member", "permissions": ["manageAccounts"] }),
                None,
                Role::Member,
                [false, true],
            ),
            (
                json!({ "nickname": "D.", "role": "viewer", "permissions": ["viewOnly"] }),
                Some("D."),
                Role::Viewer,
                [false, false],
            ),
            (json!({ "role": "viewer" }), Some("D."), Role::Viewer, [false, false]),
        ];
        for (mut request, nickname, role, permissions) in steps {
            request["userId"] = json!(user_id);
            master.call_raw::<UpdateBulkUser>(request.clone()).await.expect("changed");
            let row = found(&master, email).await.expect("a row");
            let seen = [row.permissions.make_payments, row.permissions.manage_accounts];
            assert_eq!((row.nickname.as_deref(), row.role, seen), (nickname, role, permissions), "{email} {request}");
        }
    }
    let changes = notes(portal.pool()).await.into_iter().filter(|(kind, ..)| kind == "MemberChanged").count();
    assert_eq!(changes, 8, "two steps of each change nothing, and record no fact");
    let query = "select data from fact where kind = 'MemberChanged' order by fact_id";
    let details = sql::values::<Value>(portal.pool(), query, &[]).await;
    assert_eq!(details[0]["before"]["role"], json!("viewer"));
    assert_eq!(
        details[0]["after"],
        json!({ "nickname": "Dee", "role": "member", "permissions": { "makePayments": true, "manageAccounts": false } })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn fixed_values_are_refused_and_unchanged() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let pool = portal.pool();
    let (own, viewer) = (id_of(pool, "master@sinar.example").await, id_of(pool, "viewer@sinar.example").await);
    let before = people_state(pool).await;
    for (user_id, mut request, code, fields, sentence) in [
        (
            &viewer,
            json!({ "role": "member", "permissions": [] }),
            "PermissionsRequired",
            vec!["permissions"],
            PERMISSIONS,
        ),
        (
            &viewer,
            json!({ "role": "member", "permissions": ["viewOnly"] }),
            "PermissionsRequired",
            vec!["permissions"],
            PERMISSIONS,
        ),
        (
            &viewer,
            json!({ "role": "viewer", "permissions": ["makePayments"] }),
            "PermissionsRequired",
            vec!["permissions"],
            PERMISSIONS,
        ),
        (&viewer, json!({ "role": "master" }), "RoleRequired", vec!["role"], "Please choose a role."),
        (&viewer, json!({ "role": "ict" }), "RoleRequired", vec!["role"], "Please choose a role."),
        (
            &viewer,
            json!({ "role": "viewer", "nickname": "\u{7}" }),
            "NicknameInvalid",
            vec!["nickname"],
            "A nickname cannot contain \"U+0007\".",
        ),
        (
            &own,
            json!({ "role": "viewer" }),
            "UserIsMaster",
            vec![],
            "This is the Master user. Transfer the master role to another user first.",
        ),
        (
            &own,
            json!({ "role": "member", "permissions": ["makePayments"] }),
            "UserIsMaster",
            vec![],
            "This is the Master user. Transfer the master role to another user first.",
        ),
    ] {
        request["userId"] = json!(user_id);
        let fields: Vec<_> = fields.into_iter().map(str::to_owned).collect();
        let expected = (422, code.to_owned(), fields, sentence.to_owned());
        let refused = master.call_raw::<UpdateBulkUser>(request.clone()).await.expect_err("a refusal");
        assert_eq!(refusal_parts(&refused), expected, "{request}");
        let refused = pccr.call_raw::<UpdateBulkUser>(request.clone()).await.expect_err("a refusal");
        assert_eq!(refusal_parts(&refused), expected, "{request} by staff");
    }
    assert_eq!(people_state(pool).await, before);
    // The Master's own nickname may be changed.
    let request = json!({ "userId": own, "role": "master", "nickname": "Boss" });
    master.call_raw::<UpdateBulkUser>(request).await.expect("changed");
    let row = found(&master, "master@sinar.example").await.expect("a row");
    assert_eq!((row.nickname.as_deref(), row.role), (Some("Boss"), Role::Master));
}

/// Invariants 8 and 9 refer to the time of the action. A user who later left or changed role violates neither.
#[tokio::test(flavor = "multi_thread")]
async fn past_actions_of_a_user_violate_no_invariant() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = session_of(&portal, "payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let decision =
        DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id, version: None, awaits_second_officer: None };
    pccr.call::<PaymentAccept>(decision).await.expect("accepted");
    let (payer, pccr) = ("payer@sinar.example", "pccr@utility.example");
    let master = session_of(&portal, "master@sinar.example").await;
    master.call::<DeleteBulkUser>(one(&id_of(portal.pool(), payer).await)).await.expect("removed");
    let ict = session_of(&portal, "ict@utility.example").await;
    let user_id = id_of(portal.pool(), pccr).await;
    let request = json!({ "userId": user_id, "username": "Farid", "mobileNo": "12345678", "role": "ict" });
    ict.call_raw::<UpdateTNBUser>(request).await.expect("another role");
    let broken = async || {
        let (_, findings) = gridbill::check::look(portal.pool()).await.expect("a check");
        findings.iter().filter(|finding| finding.broken > 0).map(|finding| finding.invariant).collect::<Vec<_>>()
    };
    assert_eq!(broken().await, [""; 0]);
    // Without those facts the check reports the payment, which proves that it checks.
    sql::run(portal.pool(), "alter table fact disable trigger append_only", &[]).await;
    sql::run(portal.pool(), "delete from notification", &[]).await;
    sql::run(portal.pool(), "delete from fact where kind in ('MemberRemoved', 'StaffChanged')", &[]).await;
    assert_eq!(broken().await, ["who decided holds the scope for it", "who paid is of the payment's bulk account"]);
}

/// A removed user keeps an account without a bulk account, and can be invited again by any company.
#[tokio::test(flavor = "multi_thread")]
async fn a_removed_user_may_be_invited_again() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let keeper = portal.sign_in("keeper@sinar.example").await;
    let id = id_of(portal.pool(), "keeper@sinar.example").await;
    let request = json!({ "userId": id, "role": "member", "nickname": "Slow one" });
    master.call_raw::<UpdateBulkUser>(request).await.expect("a nickname");
    master.call::<DeleteBulkUser>(one(&id)).await.expect("removed");
    assert!(found(&master, "keeper@sinar.example").await.is_none());
    let gone = keeper.call::<gridbill_core::identity::GetUserProfile>(gridbill_core::endpoint::Nothing {}).await;
    assert_eq!(gone.expect_err("their sessions ended").status, 401);
    let again = portal.sign_in("keeper@sinar.example").await;
    let profile = again.call::<gridbill_core::identity::GetUserProfile>(gridbill_core::endpoint::Nothing {}).await;
    let profile = profile.expect("a profile");
    assert_eq!((profile.role, profile.bulk_id, profile.nickname), (None, None, None));
    let twice = master.call::<DeleteBulkUser>(one(&id)).await.expect_err("gone already");
    assert_eq!((twice.status, twice.code()), (404, Code::UserNotFound));
    invite(&master, "keeper@sinar.example").await;
    invite(&portal.sign_in("master@majlis.example").await, "keeper@sinar.example").await;
    let kinds: Vec<_> = notes(portal.pool()).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["MemberChanged", "MemberRemoved", "Invited", "Invited"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_master_stays() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let own = id_of(portal.pool(), "master@sinar.example").await;
    let before = people_state(portal.pool()).await;
    let refused = master.call::<DeleteBulkUser>(one(&own)).await.expect_err("the own user");
    let sentence = "You cannot do this to your own account.";
    assert_eq!(refusal_parts(&refused), (422, "UserIsYourself".to_owned(), vec![], sentence.to_owned()));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let refused = pccr.call::<DeleteBulkUser>(one(&own)).await.expect_err("the Master");
    let sentence = "This is the Master user. Transfer the master role to another user first.";
    assert_eq!(refusal_parts(&refused), (422, "UserIsMaster".to_owned(), vec![], sentence.to_owned()));
    assert_eq!(people_state(portal.pool()).await, before);
}

/// Staff find users of any bulk account, and the fact belongs to that bulk account.
#[tokio::test(flavor = "multi_thread")]
async fn staff_change_and_remove_people_of_any_bulk_account() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let viewer = id_of(portal.pool(), "viewer@sinar.example").await;
    let request = UpdateMemberRequest {
        user_id: MemberId(viewer.clone()),
        nickname: None,
        role: Role::Member,
        permissions: Some(vec![TeamPermission::ManageAccounts]),
    };
    pccr.call::<UpdateBulkUser>(request).await.expect("changed");
    let master = session_of(&portal, "master@sinar.example").await;
    assert_eq!(found(&master, "viewer@sinar.example").await.expect("a row").role, Role::Member);
    pccr.call::<DeleteBulkUser>(one(&viewer)).await.expect("removed");
    assert!(found(&master, "viewer@sinar.example").await.is_none());
    let accounts = sql::values::<Option<String>>(portal.pool(), "select bulk_id from fact", &[]).await;
    assert_eq!(accounts, [Some("3000000001".to_owned()), Some("3000000001".to_owned())]);
    for user_id in [viewer.as_str(), "not an id", "01890000-0000-7000-8000-000000000000"] {
        let refused = pccr.call::<DeleteBulkUser>(one(user_id)).await.expect_err("no such user");
        assert_eq!((refused.status, refused.code()), (404, Code::UserNotFound), "{user_id}");
    }
}

/// Users of another bulk account answer byte for byte like unknown ones.
#[tokio::test(flavor = "multi_thread")]
async fn users_of_another_bulk_account_are_not_found() {
    let portal = Portal::with_people().await;
    let (sinar, majlis) =
        (portal.sign_in("master@sinar.example").await, session_of(&portal, "master@majlis.example").await);
    let theirs = [
        id_of(portal.pool(), "viewer@sinar.example").await,
        id_of(portal.pool(), "master@sinar.example").await,
        invite(&sinar, "guest@sinar.example").await,
        id_of(portal.pool(), "ict@utility.example").await,
    ];
    let before = people_state(portal.pool()).await;
    let writes = ["UpdateBulkUser", "DeleteBulkUser", "TransferMasterBulkUser", "ResendInvitation"];
    for entry in gridbill_core::team::ENDPOINTS.iter().filter(|entry| writes.contains(&entry.name)) {
        let ask = async |user_id: &str| majlis.send(entry, json!({ "userId": user_id, "role": "viewer" })).await;
        let missing = ask("01890000-0000-7000-8000-000000000000").await;
        assert_eq!(missing.0, 404);
        assert!(String::from_utf8_lossy(&missing.1).contains("\"userNotFound\""));
        for user_id in theirs.iter().map(String::as_str).chain(["", "x", "../..", "\u{1}"]) {
            assert_eq!(ask(user_id).await, missing, "{} {user_id}", entry.name);
        }
    }
    assert_eq!(people_state(portal.pool()).await, before);
}
