//! Staff users: adding, changing, removing and reminding them.

use chrono::TimeDelta;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetAdminProfile;
use gridbill_core::permission::Role;
use gridbill_core::staff::{
    AddTNBUser, DeleteTNBUser, GetTNBUsersTable, ResendActivationTNBUser, StaffUser, StaffUsersRequest, UpdateTNBUser,
};
use gridbill_core::{Code, Instant};
use serde_json::{Value, json};

use super::{added, asked, one};
use crate::support::clock::noon;
use crate::support::{Actor, Portal, sql};
use crate::team::{id_of, notes, people_state, refusal_parts, session_of};

async fn found(ict: &Actor, email: &str) -> Option<StaffUser> {
    let page = ict.call::<GetTNBUsersTable>(StaffUsersRequest::default()).await.expect("a list");
    page.items.into_iter().find(|user| user.email_address == email)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_staff_user_gets_a_link_an_e_mail_and_a_fact() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let mut request = asked(" New.One@Utility.Example ", Role::GlbAccountManager);
    request.nickname = Some("Mail".to_owned());
    let user_id = ict.in_malay().call::<AddTNBUser>(request).await.expect("a new user").user_id;
    let row = found(&ict, "new.one@utility.example").await.expect("a row");
    assert_eq!(
        (row.user_id.as_str(), row.role, row.nickname.as_deref()),
        (user_id.as_str(), Role::GlbAccountManager, Some("Mail"))
    );
    assert_eq!((u8::from(row.activity), row.activation_sent_at, row.is_self), (3, Some(noon()), false));
    let query = "select password_hash, password_reset_required, activated_at, is_staff, bulk_id from person
                 where email = 'new.one@utility.example'";
    let (password_hash, password_reset_required, activated_at, is_staff, bulk_id) =
        sql::row::<(Option<String>, bool, Option<chrono::DateTime<chrono::Utc>>, bool, Option<String>)>(
            portal.pool(),
            query,
            &[],
        )
        .await;
    assert!(is_staff && password_reset_required);
    assert_eq!((password_hash, activated_at, bulk_id), (None, None, None));
    let query = "select recipient, language, body_text from mail where recipient like 'new.one@%'";
    let (recipient, language, text) = sql::row::<(String, String, String)>(portal.pool(), query, &[]).await;
    assert_eq!((recipient.as_str(), language.as_str()), ("new.one@utility.example", "ms"));
    assert!(text.contains("/admin/verifyActivation#"), "{text}");
    assert_eq!(notes(portal.pool()).await, [("StaffAdded".into(), "Hana".into(), "new.one@utility.example".into())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_names_its_field_and_changes_nothing() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let before = people_state(portal.pool()).await;
    let good = serde_json::to_value(asked("new@utility.example", Role::Ict)).expect("a request");
    let exists = "This email address already exists on portal.";
    for (field, value, status, code, sentence) in [
        ("emailAddress", json!(""), 422, "EmailRequired", "Please enter an email address."),
        ("emailAddress", json!("a@b"), 422, "EmailInvalid", "Please enter a valid email address."),
        ("emailAddress", json!("PCCR@utility.example"), 409, "StaffEmailInUse", exists),
        ("emailAddress", json!("viewer@sinar.example"), 409, "StaffEmailInUse", exists),
        ("username", json!(" "), 422, "NameRequired", "Please enter a full name."),
        (
            "username",
            json!("\u{7}\u{7}"),
            422,
            "NameInvalid",
            "Please enter a valid name. It cannot contain \"U+0007\".",
        ),
        ("nickname", json!("<b>"), 422, "NicknameInvalid", "A nickname cannot contain \"<\"."),
        ("mobileNo", json!(""), 422, "MobileRequired", "Please enter a mobile number."),
        (
            "mobileNo",
            json!("0123"),
            422,
            "MobileLength",
            "Enter a Malaysian mobile number such as 0123456789. It has 8 to 11 digits after the 0.",
        ),
        ("role", Value::Null, 422, "RoleRequired", "Please choose a role."),
        ("role", json!("master"), 422, "RoleRequired", "Please choose a role."),
    ] {
        let mut request = good.clone();
        request[field] = value.clone();
        let refused = ict.call_raw::<AddTNBUser>(request).await.expect_err("a refusal");
        let expected = (status, code.to_owned(), vec![field.to_owned()], sentence.to_owned());
        assert_eq!(refusal_parts(&refused), expected, "{field} {value}");
    }
    let all = ict.call_raw::<AddTNBUser>(json!({})).await.expect_err("a refusal");
    let fields: Vec<_> = all.fields().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["emailAddress", "username", "mobileNo", "role"]);
    assert_eq!(people_state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_twenty_concurrent_users_with_an_address_is_added() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let adds = (0..20).map(|_| ict.call::<AddTNBUser>(asked("new@utility.example", Role::Ict)));
    let answers = futures::future::join_all(adds).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter_map(Result::err) {
        assert_eq!(refused.fields(), [("emailAddress", Code::StaffEmailInUse)]);
    }
    assert_eq!(notes(portal.pool()).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_recorded_with_the_previous_values() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let glb = session_of(&portal, "glb@utility.example").await;
    let user_id = id_of(portal.pool(), "glb@utility.example").await;
    let steps = [
        (
            json!({ "username": "Goh Ah Kow", "nickname": "Ah Kow", "mobileNo": "1234567890" }),
            Some("Ah Kow"),
            Role::GlbAccountManager,
        ),
        (
            json!({ "username": "Goh Ah Kow", "mobileNo": "1234567890", "role": "pccrAdmin" }),
            Some("Ah Kow"),
            Role::PccrAdmin,
        ),
        (json!({ "username": "Goh", "nickname": "", "mobileNo": "1234567890" }), None, Role::PccrAdmin),
    ];
    for (mut request, nickname, role) in steps {
        request["userId"] = json!(user_id);
        ict.call_raw::<UpdateTNBUser>(request.clone()).await.expect("changed");
        ict.call_raw::<UpdateTNBUser>(request.clone()).await.expect("as it was");
        let row = found(&ict, "glb@utility.example").await.expect("a row");
        assert_eq!((row.nickname.as_deref(), row.role, row.mobile_no.as_deref()), (nickname, role, Some("1234567890")));
        assert_eq!(row.username, request["username"].as_str().expect("a name"));
        assert_eq!(glb.call::<GetAdminProfile>(Nothing {}).await.expect("a profile").role, Some(role));
    }
    let query = "select data from fact where kind = 'StaffChanged' order by fact_id";
    let details = sql::values::<Value>(portal.pool(), query, &[]).await;
    assert_eq!(details.len(), 3, "saving unchanged values is no change");
    assert_eq!(
        (&details[1]["before"]["role"], &details[1]["after"]["role"]),
        (&json!("glbAccountManager"), &json!("pccrAdmin"))
    );
    assert_eq!(details[0]["before"]["username"], json!("Goh"));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_user_changes_their_own_role_or_leaves() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let own = id_of(portal.pool(), "ict@utility.example").await;
    let viewer = id_of(portal.pool(), "viewer@sinar.example").await;
    let glb = id_of(portal.pool(), "glb@utility.example").await;
    let before = people_state(portal.pool()).await;
    let form = |user_id: &str, role: &str| json!({ "userId": user_id, "username": "Hana", "mobileNo": "12345678", "role": role });
    let refused = ict.call_raw::<UpdateTNBUser>(form(&own, "pccrAdmin")).await.expect_err("the own role");
    let yourself = "You cannot do this to your own account.".to_owned();
    assert_eq!(refusal_parts(&refused), (422, "UserIsYourself".to_owned(), vec![], yourself.clone()));
    let refused = ict.call::<DeleteTNBUser>(one(&own)).await.expect_err("the own user");
    assert_eq!(refusal_parts(&refused), (422, "UserIsYourself".to_owned(), vec![], yourself));
    let refused = ict.call_raw::<UpdateTNBUser>(form(&glb, "viewer")).await.expect_err("no staff role");
    assert_eq!(refused.fields(), [("role", Code::RoleRequired)]);
    let mut nameless = form(&glb, "ict");
    nameless["username"] = json!("");
    let refused = ict.call_raw::<UpdateTNBUser>(nameless).await.expect_err("no name");
    assert_eq!(refused.fields(), [("username", Code::NameRequired)]);
    // A business user is not a staff user, so not found.
    for user_id in [viewer.as_str(), "", "x", "01890000-0000-7000-8000-000000000000"] {
        for refused in [
            ict.call_raw::<UpdateTNBUser>(form(user_id, "ict")).await.expect_err("no staff user"),
            ict.call_raw::<DeleteTNBUser>(json!({ "userId": user_id })).await.expect_err("no staff user"),
            ict.call_raw::<ResendActivationTNBUser>(json!({ "userId": user_id })).await.expect_err("no staff user"),
        ] {
            assert_eq!((refused.status, refused.code()), (404, Code::UserNotFound), "{user_id}");
        }
    }
    assert_eq!(people_state(portal.pool()).await, before);
    ict.call_raw::<UpdateTNBUser>(form(&own, "ict")).await.expect("the own name may be changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_user_is_signed_out_and_the_address_is_free() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let glb = session_of(&portal, "glb@utility.example").await;
    let user_id = id_of(portal.pool(), "glb@utility.example").await;
    ict.call::<DeleteTNBUser>(one(&user_id)).await.expect("removed");
    assert_eq!(glb.call::<GetAdminProfile>(Nothing {}).await.expect_err("out").code(), Code::SignedOut);
    assert!(found(&ict, "glb@utility.example").await.is_none());
    let again = ict.call::<DeleteTNBUser>(one(&user_id)).await.expect_err("gone");
    assert_eq!((again.status, again.code()), (404, Code::UserNotFound));
    let back = added(&ict, "glb@utility.example", Role::GlbAccountManager).await;
    assert_ne!(back, user_id);
    let kinds: Vec<_> = notes(portal.pool()).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["UserDeleted", "StaffAdded"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_is_sent_again_until_it_is_used() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let user_id = added(&ict, "new@utility.example", Role::Ict).await;
    portal.advance(TimeDelta::minutes(10));
    let ict = session_of(&portal, "ict@utility.example").await;
    ict.call::<ResendActivationTNBUser>(one(&user_id)).await.expect("sent");
    let sent: Instant = noon().plus_seconds(600);
    assert_eq!(found(&ict, "new@utility.example").await.expect("a row").activation_sent_at, Some(sent));
    let query = "select count(*) from link where expires_at > $1";
    let links = sql::value::<i64>(portal.pool(), query, &[&sent.utc()]).await;
    assert_eq!(links, 1, "the earlier link is no longer good");
    sql::run(portal.pool(), "update person set activated_at = now() where email = 'new@utility.example'", &[]).await;
    let refused = ict.call::<ResendActivationTNBUser>(one(&user_id)).await.expect_err("active");
    let sentence = "This user is already active, so no link is needed.";
    assert_eq!(refusal_parts(&refused), (422, "UserIsNotInvited".to_owned(), vec![], sentence.to_owned()));
    assert_eq!(found(&ict, "new@utility.example").await.expect("a row").activation_sent_at, None);
    // A user who never activated the account can be removed too, and the link becomes invalid.
    let second = added(&ict, "second@utility.example", Role::Ict).await;
    ict.call::<DeleteTNBUser>(one(&second)).await.expect("removed");
    let query = "select count(*) from link where person_id::text = $1";
    let links = sql::value::<i64>(portal.pool(), query, &[&second]).await;
    assert_eq!(links, 0);
}

/// The last two administrators remove or demote each other at the same time. One of them remains.
#[tokio::test(flavor = "multi_thread")]
async fn two_administrators_who_remove_each_other_leave_one() {
    let portal = Portal::with_people().await;
    let emails = ["pccr@utility.example", "ict@utility.example"];
    let ids = [id_of(portal.pool(), emails[0]).await, id_of(portal.pool(), emails[1]).await];
    let demote =
        |id: &str| json!({ "userId": id, "username": "Name", "mobileNo": "12345678", "role": "glbAccountManager" });
    let mut last = 0;
    for round in 0..30 {
        let (pccr, ict) = (session_of(&portal, emails[0]).await, session_of(&portal, emails[1]).await);
        let answers: [Result<Value, _>; 2] = if round % 3 == 0 {
            let (one, other) = (demote(&ids[1]), demote(&ids[0]));
            tokio::join!(pccr.call_raw::<UpdateTNBUser>(one), ict.call_raw::<UpdateTNBUser>(other)).into()
        } else {
            let (first, second) = (json!({ "userId": ids[1] }), json!({ "userId": ids[0] }));
            tokio::join!(pccr.call_raw::<DeleteTNBUser>(first), ict.call_raw::<DeleteTNBUser>(second)).into()
        };
        let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
        assert_eq!(refused.len(), 1, "round {round}: {refused:?}");
        // The loser is either refused by the guard or told the reason.
        assert!([Code::LastUserAdmin, Code::SignedOut, Code::Forbidden].contains(&refused[0].code()), "{refused:?}");
        last += usize::from(refused[0].code() == Code::LastUserAdmin);
        let query = "
            select count(*) from person
            where is_staff and disabled_at is null and activated_at is not null and role in ('pccrAdmin', 'ict')";
        let remain = sql::value::<i64>(portal.pool(), query, &[]).await;
        assert_eq!(remain, 1);
        let query = "update person set deleted_at = null, disabled_at = null,
                                       role = case email when 'ict@utility.example' then 'ict' else 'pccrAdmin' end
                     where email = any($1)";
        sql::run(portal.pool(), query, &[&emails]).await;
    }
    assert!(last > 0, "the calls never overlapped");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_who_can_sign_in_must_remain() {
    let portal = Portal::with_people().await;
    // The other administrator never activated the account, so does not count.
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    sql::run(portal.pool(), "update person set activated_at = null where email = 'ict@utility.example'", &[]).await;
    let ict = id_of(portal.pool(), "ict@utility.example").await;
    pccr.call::<DeleteTNBUser>(one(&ict)).await.expect("the remover remains");
    let glb = id_of(portal.pool(), "glb@utility.example").await;
    pccr.call::<DeleteTNBUser>(one(&glb)).await.expect("not an administrator");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_some_roles_look_after_the_utilitys_people() {
    let portal = Portal::with_people().await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    glb.call::<GetTNBUsersTable>(StaffUsersRequest::default()).await.expect("may look");
    let refused = glb.call::<AddTNBUser>(asked("x@utility.example", Role::Ict)).await.expect_err("views only");
    assert_eq!((refused.status, refused.code()), (403, Code::Forbidden));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    added(&pccr, "x@utility.example", Role::Ict).await;
    let master = portal.sign_in("master@sinar.example").await;
    let refused = master.call::<GetTNBUsersTable>(StaffUsersRequest::default()).await.expect_err("a customer");
    assert_eq!((refused.status, refused.code()), (403, Code::Forbidden));
}
