//! Inviting users, and every reason to refuse an invitation.

use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint;
use gridbill_core::permission::Role;
use gridbill_core::team::{
    AddBulkUser, AddMemberRequest, ResendInvitation,
    TeamPermission::{MakePayments, ManageAccounts, ViewOnly},
};
use serde_json::json;

use super::{all_members, asked, bulk, found, invite, notes, one, people_state, refusal_parts};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::portal::until_blocked;
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_has_a_link_an_e_mail_and_a_notification() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let request = AddMemberRequest {
        id: None,
        email: " Nor.Azila@Sinar.Example ".to_owned(),
        nickname: Some(" Kak Nor ".to_owned()),
        permissions: vec![ManageAccounts, MakePayments],
    };
    let added = master.in_malay().call::<AddBulkUser>(request).await.expect("an invitation");
    let row = found(&master, "nor.azila@sinar.example").await.expect("a row");
    assert_eq!((&row.user_id, row.nickname.as_deref(), row.role), (&added.user_id, Some("Kak Nor"), Role::Member));
    assert!(row.permissions.make_payments && row.permissions.manage_accounts);
    let query = "select kind, invitation_id::text, used_at from link";
    let (kind, id, used_at) =
        sql::row::<(String, String, Option<chrono::DateTime<chrono::Utc>>)>(portal.pool(), query, &[]).await;
    assert_eq!((kind.as_str(), id, used_at), ("invitation", added.user_id.clone(), None));
    let query = "select recipient, language, body_text from mail";
    let (recipient, language, text) = sql::row::<(String, String, String)>(portal.pool(), query, &[]).await;
    assert_eq!((recipient.as_str(), language.as_str()), ("nor.azila@sinar.example", "ms"));
    assert!(text.contains("/account/register#") && text.contains("Sinar Jaya Sdn. Bhd."), "{text}");
    assert_eq!(notes(portal.pool()).await, [("Invited".into(), "Aminah".into(), "nor.azila@sinar.example".into())]);
}

/// A registered user is invited in their own language.
#[tokio::test(flavor = "multi_thread")]
async fn a_registered_user_is_invited_in_their_language() {
    let portal = Portal::with_people().await;
    given::person_without_account(portal.pool(), "new@baru.example").await;
    sql::run(portal.pool(), "update person set language = 'ms' where email = 'new@baru.example'", &[]).await;
    let master = portal.sign_in("master@sinar.example").await;
    invite(&master, "new@baru.example").await;
    let language = sql::value::<String>(portal.pool(), "select language from mail", &[]).await;
    assert_eq!(language, "ms");
}

/// A user who never activated gets a link to register. The e-mail says so, and does not use the name, which a stranger
/// may have typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_never_activated_is_invited_to_register() {
    let portal = Portal::with_people().await;
    given::person_without_account(portal.pool(), "new@baru.example").await;
    sql::run(portal.pool(), "update person set activated_at = null where email = 'new@baru.example'", &[]).await;
    let master = portal.sign_in("master@sinar.example").await;
    let invitation = invite(&master, "new@baru.example").await;
    master.call::<ResendInvitation>(one(&invitation)).await.expect("sent again");
    let emails = sql::values::<String>(portal.pool(), "select body_text from mail", &[]).await;
    assert_eq!(emails.len(), 2);
    for text in emails {
        assert!(text.contains("Registering takes about two minutes"), "{text}");
        assert!(!text.contains("sign in") && !text.contains("Kamala"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_names_its_field_and_changes_nothing() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    invite(&master, "waits@sinar.example").await;
    let before = people_state(portal.pool()).await;
    let long = "n".repeat(51);
    for (request, status, code, field, sentence) in [
        (json!({ "permissions": ["viewOnly"] }), 422, "EmailRequired", "email", "Please enter an email address."),
        (
            json!({ "email": "a@b", "permissions": ["viewOnly"] }),
            422,
            "EmailInvalid",
            "email",
            "Please enter a valid email address.",
        ),
        (
            json!({ "email": "a@b.my" }),
            422,
            "PermissionsRequired",
            "permissions",
            "Please select Roles and Permissions.",
        ),
        (
            json!({ "email": "a@b.my", "permissions": ["viewOnly", "makePayments"] }),
            422,
            "PermissionsRequired",
            "permissions",
            "Please select Roles and Permissions.",
        ),
        (
            json!({ "email": "a@b.my", "nickname": long, "permissions": ["viewOnly"] }),
            422,
            "NicknameTooLong",
            "nickname",
            "A nickname has at most 50 characters.",
        ),
        (
            json!({ "email": "PAYER@sinar.example", "permissions": ["viewOnly"] }),
            409,
            "UserAlreadyInBulkAccount",
            "email",
            "This user is already in current bulk account.",
        ),
        (
            json!({ "email": "waits@sinar.example", "permissions": ["viewOnly"] }),
            409,
            "UserAlreadyInBulkAccount",
            "email",
            "This user is already in current bulk account.",
        ),
        (
            json!({ "email": "master@majlis.example", "permissions": ["viewOnly"] }),
            409,
            "UserInAnotherBulkAccount",
            "email",
            "This person already belongs to another bulk account. Please use another e-mail address.",
        ),
        (
            json!({ "email": "pccr@utility.example", "permissions": ["viewOnly"] }),
            409,
            "EmailInUse",
            "email",
            "Email Address already in used.",
        ),
    ] {
        let refused = master.call_raw::<AddBulkUser>(request.clone()).await.expect_err("a refusal");
        let expected = (status, code.to_owned(), vec![field.to_owned()], sentence.to_owned());
        assert_eq!(refusal_parts(&refused), expected, "{request}");
    }
    let nothing = master.call_raw::<AddBulkUser>(json!({})).await.expect_err("a refusal");
    assert_eq!(nothing.fields(), [("email", Code::EmailRequired), ("permissions", Code::PermissionsRequired)]);
    let odd = json!({ "email": "a@b.my", "permissions": ["everything"] });
    assert_eq!(master.call_raw::<AddBulkUser>(odd).await.expect_err("a refusal").status, 400);
    assert_eq!(people_state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_is_a_setting_and_counts_invitations() {
    let portal = Portal::with_people_and(&["--max-members", "6"]).await;
    let master = portal.sign_in("master@sinar.example").await;
    invite(&master, "five@sinar.example").await;
    invite(&master, "six@sinar.example").await;
    let before = people_state(portal.pool()).await;
    let refused = master.call::<AddBulkUser>(asked("seven@sinar.example", &[ViewOnly])).await.expect_err("full");
    assert_eq!(
        (refused.status, refused.code(), refused.body.params["limit"].clone()),
        (409, Code::UsersLimitReached, json!(6))
    );
    assert_eq!(
        refused.body.error_message,
        "This bulk account has the maximum of 6 users. Remove one before you add another."
    );
    // If the user is already in the bulk account, that is reported instead of the limit.
    let refused = master.call::<AddBulkUser>(asked("six@sinar.example", &[ViewOnly])).await.expect_err("there");
    assert_eq!(refused.code(), Code::UserAlreadyInBulkAccount);
    assert_eq!(people_state(portal.pool()).await, before);
    let majlis = portal.sign_in("master@majlis.example").await;
    invite(&majlis, "seven@sinar.example").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_at_once_stay_under_the_limit() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let adds = (0..50).map(|n| {
        let (master, email) = (master.clone(), format!("guest{n}@sinar.example"));
        async move { master.call::<AddBulkUser>(asked(&email, &[ViewOnly])).await }
    });
    let answers = futures::future::join_all(adds).await;
    let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    assert_eq!(answers.len() - refused.len(), 16, "twenty less the four that were there");
    assert!(refused.iter().all(|refused| refused.code() == Code::UsersLimitReached), "{refused:?}");
    assert_eq!(all_members(&master).await.len(), 20);
    assert_eq!(notes(portal.pool()).await.len(), 16);
}

/// The call waits for another invitation of the same address, which is not committed yet.
#[tokio::test(flavor = "multi_thread")]
async fn the_bulk_account_is_locked_until_the_invitation_is_stored() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let mut held = portal.pool().begin().await.expect("a transaction");
    let query = "
        insert into invitation (invitation_id, bulk_id, email, role, make_payments, manage_accounts, invited_by, invited_at, sent_at)
        select gen_random_uuid(), $1, 'guest@sinar.example', 'viewer', false, false, person_id, now(), now()
        from person where email = 'master@sinar.example'";
    sql::run(&mut *held, query, &[&SINAR]).await;
    let adding =
        tokio::spawn(async move { master.call::<AddBulkUser>(asked("guest@sinar.example", &[ViewOnly])).await });
    until_blocked(&portal, 1).await;
    let lock = "select bulk_id from bulk_account where bulk_id = $1 for no key update nowait";
    let refused = sql::try_run(&mut *held, lock, &[&SINAR]).await.expect_err("the call holds the lock");
    assert_eq!(refused.as_database_error().and_then(|error| error.code()).as_deref(), Some("55P03"), "{refused}");
    held.rollback().await.expect("released");
    adding.await.expect("a call").expect("an invitation");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_invitations_of_an_address_are_one() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let adds = (0..50).map(|_| master.call::<AddBulkUser>(asked("guest@sinar.example", &[ViewOnly])));
    let answers = futures::future::join_all(adds).await;
    let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    assert_eq!(refused.len(), 49);
    assert!(refused.iter().all(|refused| refused.code() == Code::UserAlreadyInBulkAccount), "{refused:?}");
    let emails = sql::value::<i64>(portal.pool(), "select count(*) from mail", &[]).await;
    assert_eq!(emails, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_invite_into_any_bulk_account() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let request = |bulk_id: &str, email: &str| AddMemberRequest {
        id: Some(bulk(bulk_id)),
        email: email.to_owned(),
        nickname: None,
        permissions: vec![MakePayments],
    };
    pccr.call::<AddBulkUser>(request(SINAR, "guest@sinar.example")).await.expect("an invitation");
    let query = "select bulk_id, actor_name from fact";
    let (note_bulk_id, actor_name) = sql::row::<(Option<String>, String)>(portal.pool(), query, &[]).await;
    assert_eq!((note_bulk_id.as_deref(), actor_name.as_str()), (Some(SINAR), "Farid"));
    for (bulk_id, email, code) in [
        (SINAR, "guest@sinar.example", Code::UserAlreadyInBulkAccount),
        (SINAR, "payer@sinar.example", Code::UserAlreadyInBulkAccount),
        (MAJLIS, "payer@sinar.example", Code::UserInAnotherBulkAccount),
        (MAJLIS, "ict@utility.example", Code::EmailInUse),
    ] {
        let refused = pccr.call::<AddBulkUser>(request(bulk_id, email)).await.expect_err("a refusal");
        assert_eq!(refused.fields(), [("email", code)]);
    }
    let refused = pccr.call::<AddBulkUser>(request("3000000099", "a@b.my")).await.expect_err("not found");
    assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let refused = glb.call::<AddBulkUser>(request(SINAR, "a@b.my")).await.expect_err("views only");
    assert_eq!((refused.status, refused.code()), (403, Code::Forbidden));
}

/// Among customers, only the Master may list users.
#[tokio::test(flavor = "multi_thread")]
async fn members_and_viewers_may_not_list_users() {
    let portal = Portal::with_people().await;
    for email in ["payer@sinar.example", "keeper@sinar.example", "viewer@sinar.example"] {
        let person = portal.sign_in(email).await;
        for entry in gridbill_core::team::ENDPOINTS
            .iter()
            .filter(|entry| entry.path().contains("BulkUser") && entry.path().contains("/User/"))
        {
            let (status, body) = person.send(entry, json!({ "userId": "x", "role": "viewer", "id": SINAR })).await;
            assert_eq!(status, 403, "{email} {}: {}", entry.name, String::from_utf8_lossy(&body));
        }
        let refused = person.call::<AddBulkUser>(asked("a@b.my", &[ViewOnly])).await.expect_err("forbidden");
        assert_eq!(refused.code(), Code::Forbidden, "{}", AddBulkUser::ENTRY.name);
    }
}
