//! Access to applications: the applicant, and after submission staff who manage bulk accounts. For other users they are
//! not found.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::activity::GetActivityLogs;
use gridbill_core::endpoint::{Endpoint, Nothing};
use gridbill_core::identity::{GetUserProfile, Login, LoginRequest};
use gridbill_core::registration::{
    GetRegistrationAccounts, GetRegistrationApplication, GetRegistrationApplicationByID, GetRegistrationRecord,
    RedoApplication, RegisterBulkAccount, RegistrationRemarkLog, RegistrationStatus, ReviewAction,
    SaveRegistrationDraft, UpdateBulkAccountRegistrationStatus, UpdateRegistrationRecord, WithdrawApplication,
};
use gridbill_core::staff::DeleteUser;
use serde_json::{Value, json};

use super::{Applicant, ROC, accounts, applicant, decide, emails, form, known, led, steps};
use crate::registering::invited;
use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal, given, sql};
use crate::team::{id_of, invite};

const NOWHERE: &str = "01890000-0000-7000-8000-000000000000";

async fn not_there<E: Endpoint>(actor: &Actor, request: impl Fn(&str) -> Value, id: &str) {
    let theirs = actor.send(&E::ENTRY, request(id)).await;
    for missing in [NOWHERE, "no id"] {
        assert_eq!(actor.send(&E::ENTRY, request(missing)).await, theirs, "{}", E::ENTRY.name);
    }
    let answer: Value = serde_json::from_slice(&theirs.1).expect("an envelope");
    assert_eq!((theirs.0, &answer["Error"]["code"]), (404, &json!("registrationNotFound")), "{}", E::ENTRY.name);
}

async fn reads_nothing(actor: &Actor, id: &str) {
    let by_id = |id: &str| json!({ "id": id });
    not_there::<GetRegistrationRecord>(actor, by_id, id).await;
    not_there::<RegistrationRemarkLog>(actor, by_id, id).await;
    not_there::<GetRegistrationAccounts>(actor, by_id, id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_of_another_user_is_not_found() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &id, ReviewAction::RequestForInfo, Some("More.")).await.unwrap();
    let lina = applicant(&portal, "other@baru.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    for actor in [&lina.actor, &master] {
        reads_nothing(actor, &id).await;
        assert!(actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().is_none());
    }
    let form = form(ROC, &lina.file_id);
    not_there::<UpdateRegistrationRecord>(&lina.actor, |id| json!({ "registrationId": id, "form": form }), &id).await;
    not_there::<RedoApplication>(&lina.actor, |id| json!({ "registrationId": id }), &id).await;
    // Staff who manage bulk accounts may read, and only some of them may decide.
    let ict = portal.sign_in_staff("ict@utility.example").await;
    reads_nothing(&ict, &id).await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    for actor in [&staff, &glb] {
        actor.call_raw::<GetRegistrationRecord>(json!({ "id": id })).await.unwrap();
        actor.call_raw::<GetRegistrationApplicationByID>(json!({ "id": id })).await.unwrap();
    }
    let refused = decide(&glb, &id, ReviewAction::Approve, None).await.unwrap_err();
    assert_eq!(refused.code(), Code::Forbidden);
    // An applicant who has left the bulk account has left its application.
    kamala.actor.call_raw::<GetRegistrationRecord>(json!({ "id": id })).await.expect("one's own");
    sql::run(
        portal.pool(),
        "update registration set bulk_id = $1 where registration_id::text = $2",
        &[&given::SINAR, &id],
    )
    .await;
    reads_nothing(&kamala.actor, &id).await;
    // A Master cannot register a second company.
    let refused = master.call_raw::<SaveRegistrationDraft>(json!({ "form": {} })).await.unwrap_err();
    assert_eq!(refused.code(), Code::RegistersAnother);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_its_makers_only() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await.actor;
    let saved = kamala.call_raw::<SaveRegistrationDraft>(json!({ "form": {} })).await.unwrap();
    let id = saved["registrationId"].as_str().unwrap();
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    reads_nothing(&staff, id).await;
    not_there::<GetRegistrationApplicationByID>(&staff, |id| json!({ "id": id }), id).await;
    let decision = |id: &str| json!({ "registrationId": id, "action": "approve" });
    not_there::<UpdateBulkAccountRegistrationStatus>(&staff, decision, id).await;
    assert_eq!(kamala.call_raw::<RegistrationRemarkLog>(json!({ "id": id })).await.unwrap(), json!([]));
}

/// An applicant who joined another company cannot become Master of this one.
#[tokio::test(flavor = "multi_thread")]
async fn no_user_gets_a_second_bulk_account() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    let master = portal.sign_in("master@sinar.example").await;
    invite(&master, "new@baru.example").await;
    let query = "update person set bulk_id = $1, role = 'viewer' where email = 'new@baru.example'";
    sql::run(portal.pool(), query, &[&given::SINAR]).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    // The applicant cannot answer any more, so staff can only reject.
    let before = emails(portal.pool(), "new@baru.example").await;
    for action in [ReviewAction::Approve, ReviewAction::RequestForInfo] {
        let refused = decide(&staff, &id, action, Some("A remark")).await.unwrap_err();
        assert_eq!(refused.code(), Code::ApplicantInAnotherBulkAccount, "{action:?}");
    }
    assert_eq!(emails(portal.pool(), "new@baru.example").await, before);
    assert_eq!(kamala.standing().await.bulk_id.expect("theirs").as_str(), given::SINAR);
    decide(&staff, &id, ReviewAction::Reject, Some("You joined another company.")).await.unwrap();
}

/// An approved application belongs to the company. A user who left that company starts empty, without the earlier
/// rejected application.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_left_may_register_another_company() {
    const EMAIL: &str = "new@baru.example";
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, EMAIL).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let rejected = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    decide(&staff, &rejected, ReviewAction::Reject, Some("No.")).await.unwrap();
    portal.advance(TimeDelta::minutes(1));
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    portal.work();
    kamala.stands(RegistrationStatus::Approved).await;
    sql::run(portal.pool(), "update person set bulk_id = null, role = null where email = $1", &[&EMAIL]).await;
    let kamala = Applicant { actor: portal.sign_in(EMAIL).await, ..kamala };
    let standing = kamala.standing().await;
    assert_eq!(
        (standing.status, standing.registration_id, standing.bulk_id),
        (RegistrationStatus::Unregistered, None, None)
    );
    assert!(kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().is_none());
    let profile = kamala.actor.call::<GetUserProfile>(Nothing {}).await.unwrap();
    assert_eq!((profile.registration_status_id, profile.bulk_id), (1, None));
    let anew = kamala.register("202009999999", &["219990000001".to_owned()]).await.unwrap().registration_id;
    let standing = kamala.standing().await;
    assert_eq!((standing.status, standing.registration_id), (RegistrationStatus::PendingApproval, Some(anew)));
}

/// A user who joined another company after a rejection is not offered a restart, which would be refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_joined_another_company_gets_that_companys_status() {
    const EMAIL: &str = "new@baru.example";
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, EMAIL).await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &id, ReviewAction::Reject, Some("No.")).await.unwrap();
    let query = "update person set bulk_id = $2, role = 'viewer' where email = $1";
    sql::run(portal.pool(), query, &[&EMAIL, &given::SINAR]).await;
    let kamala = Applicant { actor: portal.sign_in(EMAIL).await, ..kamala };
    let standing = kamala.standing().await;
    assert_eq!((standing.status, standing.registration_id), (RegistrationStatus::Approved, None));
    assert_eq!(standing.bulk_id.expect("theirs").as_str(), given::SINAR);
    assert!(kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().is_none());
}

/// A user who joined another company withdraws the old application. The new company's log does not show it.
#[tokio::test(flavor = "multi_thread")]
async fn an_application_is_in_no_log_of_a_company_that_its_maker_joined() {
    const EMAIL: &str = "new@baru.example";
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, EMAIL).await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    let query = "update person set bulk_id = $2, role = 'viewer' where email = $1";
    sql::run(portal.pool(), query, &[&EMAIL, &given::SINAR]).await;
    let kamala = portal.sign_in(EMAIL).await;
    kamala.call_raw::<WithdrawApplication>(json!({ "registrationId": id })).await.unwrap();
    let master = portal.sign_in("master@sinar.example").await;
    let log = master.call_raw::<GetActivityLogs>(json!({})).await.unwrap().to_string();
    assert!(!log.contains("Baru Berhad"), "{log}");
    let query = "select bulk_id from fact where kind = 'RegistrationWithdrawn'";
    let in_log = sql::value::<Option<String>>(portal.pool(), query, &[]).await;
    assert_eq!(in_log, None);
}

/// An application whose applicant was deleted is not approved, because the company would have no Master.
#[tokio::test(flavor = "multi_thread")]
async fn an_application_of_a_deleted_user_is_not_approved() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    sql::run(portal.pool(), "update person set disabled_at = created_at where email = 'new@baru.example'", &[]).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let refused = decide(&staff, &id, ReviewAction::Approve, None).await.unwrap_err();
    assert_eq!(refused.code(), Code::ApplicantGone);
    let refused = decide(&staff, &id, ReviewAction::RequestForInfo, Some("Where is it?")).await.unwrap_err();
    assert_eq!(refused.code(), Code::ApplicantGone);
    decide(&staff, &id, ReviewAction::Reject, Some("You are gone.")).await.unwrap();
    assert_eq!(emails(portal.pool(), "new@baru.example").await, [""; 0], "an e-mail would be of no use");
}

/// Deleting a user withdraws their pending application, and another user can register the company immediately.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_persons_application_is_withdrawn_with_them() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    for (email, is_asked) in [("new@baru.example", false), ("next@baru.example", true)] {
        let maker = applicant(&portal, email).await;
        let id = maker.register(ROC, &numbers).await.unwrap().registration_id;
        if is_asked {
            decide(&staff, &id, ReviewAction::RequestForInfo, Some("More.")).await.unwrap();
        }
        let before = emails(portal.pool(), email).await;
        let user_id = id_of(portal.pool(), email).await;
        ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.unwrap();
        let last = steps(portal.pool(), &id).await.pop();
        assert_eq!(last, led(&[("withdraw", 8)]).pop(), "{email}");
        let log = staff.call_raw::<RegistrationRemarkLog>(json!({ "id": id })).await.unwrap();
        let log = log.as_array().and_then(|log| log.last()).expect("a step");
        assert_eq!(log["by"], json!("Hana"), "the officer who deleted the user");
        assert_eq!(emails(portal.pool(), email).await, before);
    }
    let lina = applicant(&portal, "other@baru.example").await;
    lina.register(ROC, &numbers).await.unwrap();
}

/// Between approval and creation of the bulk account, its future Master can neither join another company nor be
/// removed.
#[tokio::test(flavor = "multi_thread")]
async fn a_future_master_neither_joins_another_company_nor_is_removed() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let (_, token) = invited(&portal, given::SINAR, "new@baru.example").await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    let by_invitation = LoginRequest {
        username: "new@baru.example".to_owned(),
        password: PASSWORD.to_owned(),
        invitation_token: Some(token),
    };
    let refused = portal.visitor().call::<Login>(by_invitation).await.unwrap_err();
    assert_eq!(refused.code(), Code::JoinsWhileRegistering);
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let user_id = id_of(portal.pool(), "new@baru.example").await;
    let refused = ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.unwrap_err();
    assert_eq!(refused.code(), Code::ApplicantInProcess);
    portal.work();
    kamala.stands(RegistrationStatus::Approved).await;
    let refused = ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.unwrap_err();
    assert_eq!(refused.code(), Code::UserIsMaster);
}

/// The maximum number of accounts of an application fits in one request, and all are added.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_accounts_are_one_application() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 10_000).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let mut listed = accounts(&numbers);
    for one in &mut listed {
        one.reference_id = Some("SIXTEEN-LETTERS!".to_owned());
    }
    let request = json!({ "form": form(ROC, &kamala.file_id), "accounts": listed });
    let submitted = kamala.actor.call_raw::<RegisterBulkAccount>(request).await.unwrap();
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, submitted["registrationId"].as_str().unwrap(), ReviewAction::Approve, None).await.unwrap();
    portal.work();
    let standing = kamala.stands(RegistrationStatus::Approved).await;
    assert_eq!((standing.processed_accounts, standing.total_accounts), (10_000, 10_000));
}
