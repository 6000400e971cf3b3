//! The activity log: who sees which facts, details, filters, export, and the limit of six months.

mod many;
mod tampering;

use chrono::TimeDelta;
use gridbill_core::accounts::EnterCustomerView;
use gridbill_core::accounts::groups::CreateGroup;
use gridbill_core::activity::{ActivityActor, ActivityLog, ActivitySubject, GetActivityCheck, GetActivityLogs};
use gridbill_core::downloads::{DownloadState, ExportList, GetDownloadFile};
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::profile::SetUserPreference;
use gridbill_core::payments::staff::{PaymentAccept, PaymentReject, RejectRequest};
use gridbill_core::payments::{MakePayment, PaymentMade};
use gridbill_core::permission::Role;
use gridbill_core::team::UpdateBulkUser;
use serde_json::{Value, json};

use crate::notifications::emails::CROSSED;
use crate::support::given::{self, MAJLIS, SINAR, account_of, eft};
use crate::support::{Actor, Portal};
use crate::team::{self, id_of};

/// A portal with a payment that an officer declined, a group and a changed role.
struct World {
    portal: Portal,
    made: PaymentMade,
    bill: String,
    account_no: String,
    master: Actor,
    payer: Actor,
    pccr: Actor,
}

async fn world() -> World {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let master = team::session_of(&portal, "master@sinar.example").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    portal.advance(TimeDelta::minutes(1));
    let declined = RejectRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        remark: Some("No".to_owned()),
        version: None,
    };
    pccr.call::<PaymentReject>(declined).await.expect("declined");
    let account_no = account_of(&bills[0]).to_string();
    let group = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [account_no] });
    master.call_raw::<CreateGroup>(group).await.expect("a group");
    let user_id = id_of(portal.pool(), "viewer@sinar.example").await;
    let role = json!({ "userId": user_id, "nickname": "Dev", "role": "viewer" });
    master.call_raw::<UpdateBulkUser>(role).await.expect("changed");
    World { bill: bills[0].to_string(), account_no, portal, made, master, payer, pccr }
}

async fn listed(actor: &Actor, request: Value) -> Vec<ActivityLog> {
    let page = actor.call_raw::<GetActivityLogs>(request).await.expect("a log");
    serde_json::from_value(page["items"].clone()).expect("a log")
}

async fn titles(actor: &Actor, request: Value) -> Vec<String> {
    listed(actor, request).await.into_iter().map(|one| one.title).collect()
}

async fn count(actor: &Actor, request: Value) -> usize {
    listed(actor, request).await.len()
}

fn subjects(all: &[ActivityLog]) -> Vec<ActivitySubject> {
    all.iter().map(|one| one.subject).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_sees_who_did_what_from_where_and_what_it_changed() {
    let World { portal: _portal, master, made, pccr, .. } = world().await;
    let all = listed(&master, json!({})).await;
    use ActivitySubject::{Accounts, Payments, People};
    assert_eq!(subjects(&all), [People, Accounts, Payments, Payments]);
    let [changed, group, declined, submitted] = &all[..] else { panic!("{all:?}") };
    let number = made.transaction_no.as_str();
    assert_eq!((submitted.who.as_str(), submitted.email.as_deref()), ("Badrul", Some("payer@sinar.example")));
    assert_eq!((submitted.acting_role, submitted.address.as_deref()), (Some(Role::Member), Some("127.0.0.1")));
    assert!(submitted.title.contains(number) && submitted.device.is_some(), "{submitted:?}");
    let link = submitted.link.as_ref().expect("a link");
    assert_eq!((link.screen.as_str(), &link.params["transactionNo"][..]), ("payment", number));
    assert_eq!(group.title, "Group Utara was created with 1 account.");
    assert_eq!(changed.changes[0].label, "Nickname");
    assert_eq!((changed.changes[0].before.as_deref(), changed.changes[0].after.as_deref()), (None, Some("Dev")));
    // Customers see the name of the utility's staff, and no address or device.
    assert_eq!((declined.who.as_str(), declined.acting_role), ("Farid", Some(Role::PccrAdmin)));
    assert_eq!((&declined.email, &declined.address, &declined.device), (&None, &None, &None));
    let status = &declined.changes[0];
    assert_eq!((status.before.as_deref(), status.after.as_deref()), (Some("Processing"), Some("Declined")));
    assert!(all.iter().all(|one| one.bulk_id.is_none() && one.company_name.is_none() && one.damage.is_none()));

    let malay = listed(&master.in_malay(), json!({})).await;
    assert!(malay[2].title.contains("menolak pembayaran") && malay[2].changes[1].label == "Catatan", "{:?}", malay[2]);
    // Staff see the address of each action, and the bulk account in whose log it is.
    let staffs = listed(&pccr, json!({ "bulkId": SINAR })).await;
    assert_eq!(staffs.len(), 4);
    assert_eq!(
        (staffs[2].address.as_deref(), staffs[2].email.as_deref()),
        (Some("127.0.0.1"), Some("pccr@utility.example"))
    );
    assert_eq!(staffs[2].bulk_id.as_ref().map(ToString::to_string).as_deref(), Some(SINAR));
    assert!(
        staffs[2].company_name.is_some() && staffs[1].link.as_ref().is_some_and(|link| link.screen == "bulkAccount")
    );
    assert_eq!(staffs[2].changes[0].before.as_deref(), Some("Pending Approval"));
}

#[tokio::test(flavor = "multi_thread")]
async fn others_see_what_their_permissions_show_and_what_they_did_themselves() {
    let World { portal, master, payer, pccr, .. } = world().await;
    use ActivitySubject::{Accounts, Payments, People};
    let theme = json!({ "preferenceCode": "theme", "configValue": "dark" });
    payer.call_raw::<SetUserPreference>(theme.clone()).await.expect("changed");
    // Of facts about people, they see only their own actions.
    assert_eq!(subjects(&listed(&payer, json!({})).await), [People, Accounts, Payments, Payments]);
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(subjects(&listed(&viewer, json!({})).await), [Accounts, Payments, Payments]);
    assert_eq!(count(&master, json!({})).await, 5);
    assert_eq!(
        titles(&payer, json!({ "filter": { "by": "me" } })).await[0],
        "payer@sinar.example changed the profile."
    );
    // Another company sees none of these facts, and cannot request them.
    let other = portal.sign_in("master@majlis.example").await;
    assert_eq!(count(&other, json!({})).await, 0);
    assert_eq!(count(&other, json!({ "bulkId": MAJLIS })).await, 0);
    let refused = other.call_raw::<GetActivityLogs>(json!({ "bulkId": SINAR })).await.expect_err("not found");
    let nobodys = other.call_raw::<GetActivityLogs>(json!({ "bulkId": "3000000099" })).await.expect_err("not found");
    assert_eq!((refused.status, refused.code()), (404, nobodys.code()));
    // A user without a bulk account sees their own actions.
    given::person_without_account(portal.pool(), "new@baru.example").await;
    let newcomer = portal.sign_in("new@baru.example").await;
    newcomer.call_raw::<SetUserPreference>(theme).await.expect("changed");
    assert_eq!(count(&newcomer, json!({})).await, 1);
    assert_eq!(count(&newcomer, json!({ "filter": { "search": "payer" } })).await, 0);

    // Staff who serve customers see everything. Other staff see people, operations and their own actions.
    let everything = count(&pccr, json!({})).await;
    assert!(everything >= 6, "{everything}");
    assert_eq!(count(&portal.sign_in_staff("glb@utility.example").await, json!({})).await, everything);
    let ict = portal.sign_in_staff("ict@utility.example").await;
    assert!(listed(&ict, json!({})).await.iter().all(|one| one.subject == People));
    let signed_out = Actor::new(portal.address).call_raw::<GetActivityLogs>(json!({})).await;
    assert_eq!(signed_out.expect_err("signed out").status, 401);
    let asked = payer.call::<GetActivityCheck>(Nothing {}).await;
    assert_eq!(asked.expect_err("staff's").status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_filtered_by_number_name_subject_side_and_day() {
    let World { portal, made, bill, account_no, master, pccr, .. } = world().await;
    let number = made.transaction_no.as_str();
    for actor in [&master, &pccr] {
        let found = async |filter: Value| count(actor, json!({ "bulkId": SINAR, "filter": filter })).await;
        assert_eq!(found(json!({ "transactionNo": number })).await, 2);
        assert_eq!(found(json!({ "search": number })).await, 2);
        assert_eq!(found(json!({ "search": account_no })).await, 2);
        assert_eq!(found(json!({ "search": bill })).await, 2);
        assert_eq!(found(json!({ "search": "Utara" })).await, 1);
        assert_eq!(found(json!({ "search": "P0000000000000" })).await, 0);
        assert_eq!(found(json!({ "username": "badrul" })).await, 1);
        assert_eq!(found(json!({ "username": "PAYER@sinar" })).await, 1);
        assert_eq!(found(json!({ "subject": "payments" })).await, 2);
        assert_eq!(found(json!({ "subject": "people", "by": "customers" })).await, 1);
        assert_eq!(found(json!({ "by": "staff" })).await, 1);
        assert_eq!(found(json!({ "by": "automatic" })).await, 0);
    }
    // Customers cannot search by the address of the utility's staff. Staff can search by the number of a bulk account.
    assert_eq!(count(&master, json!({ "filter": { "username": "pccr@" } })).await, 0);
    assert_eq!(count(&pccr, json!({ "filter": { "username": "pccr@" } })).await, 1);
    assert_eq!(count(&pccr, json!({ "filter": { "search": SINAR } })).await, 4);
    assert_eq!(count(&pccr, json!({ "filter": { "search": MAJLIS } })).await, 0);
    assert_eq!(count(&master, json!({ "startDate": "2026-11-20", "endDate": "2026-11-20" })).await, 4);
    assert_eq!(count(&master, json!({ "endDate": "2026-11-19" })).await, 0);
    // The form that existing clients send.
    let unfilled = json!({ "transactionNo": "", "username": "" });
    let newest = listed(&master, json!({ "requestCount": 1, "lastId": 0, "filter": unfilled })).await;
    assert_eq!((newest.len(), newest[0].subject), (1, ActivitySubject::People));
    assert_eq!(count(&master, json!({ "lastId": newest[0].id, "requestCount": 100 })).await, 3);
    for wrong in [json!({ "lastId": "x" }), json!({ "filter": { "search": "ab" } })] {
        master.call_raw::<GetActivityLogs>(wrong).await.expect_err("refused");
    }
    // A fact older than six months is not shown, with any filter.
    portal.advance(TimeDelta::days(184));
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(count(&master, json!({ "startDate": "2026-11-01" })).await, 0);
    let by = serde_json::to_value(ActivityActor::Me).expect("written");
    assert_eq!(count(&master, json!({ "filter": { "by": by } })).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_clients_get_the_next_page_in_the_order_of_times() {
    let portal = Portal::with_people().await;
    portal.damage(CROSSED).await;
    let master = portal.sign_in("master@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    for actor in [&master, &pccr] {
        let all = listed(actor, json!({ "requestCount": 100 })).await;
        let [newer, older] = &all[..] else { panic!("{all:?}") };
        let next = listed(actor, json!({ "lastId": newer.id, "requestCount": 1 })).await;
        assert_eq!(next.iter().map(|one| &one.id).collect::<Vec<_>>(), [&older.id]);
        assert_eq!(count(actor, json!({ "lastId": older.id })).await, 0);
        // The id decides after an entry that is not in the log.
        assert_eq!(count(actor, json!({ "lastId": 1_000 })).await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_find_what_their_own_did_with_a_bulk_account_by_its_number() {
    let portal = Portal::with_people_and(&["--second-officer-above", "50.00"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    portal.advance(TimeDelta::minutes(1));
    // Requests accept this spelling of `eBulkPaymentID` too.
    pccr.call_raw::<PaymentAccept>(json!({ "eBulkPaymentId": made.e_bulk_payment_id })).await.expect("proposed");
    portal.advance(TimeDelta::minutes(1));
    let glb = portal.sign_in_staff("glb@utility.example").await;
    glb.call_raw::<EnterCustomerView>(json!({ "id": SINAR })).await.expect("entered");

    let found = listed(&pccr, json!({ "filter": { "search": SINAR } })).await;
    assert_eq!(subjects(&found), [ActivitySubject::CustomerView, ActivitySubject::Payments, ActivitySubject::Payments]);
    for one in &found {
        assert_eq!(one.bulk_id.as_ref().map(ToString::to_string).as_deref(), Some(SINAR), "{one:?}");
        assert!(one.company_name.is_some(), "{one:?}");
    }
    assert_eq!(count(&pccr, json!({ "filter": { "search": MAJLIS } })).await, 0);
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(count(&master, json!({})).await, 1, "customers see neither");
}

#[tokio::test(flavor = "multi_thread")]
async fn matching_entries_are_exported_with_their_changes() {
    let World { portal: _portal, master, pccr, .. } = world().await;
    let export = async |actor: &Actor, list: &str, request: Value| {
        let asked = json!({ "list": list, "request": request, "format": "csv" });
        let made = actor.call_raw::<ExportList>(asked).await.expect("an export");
        assert_eq!(made["state"], serde_json::to_value(DownloadState::Ready).expect("written"));
        let (status, file) = actor.send(&GetDownloadFile::ENTRY, json!({ "downloadId": made["downloadId"] })).await;
        assert_eq!(status, 200);
        String::from_utf8(file).expect("a text")
    };
    let file = export(&master, "activity", json!({ "filter": { "subject": "payments" } })).await;
    assert_eq!(file.lines().count(), 3, "{file}");
    assert!(file.contains("Status: Processing → Declined") && file.contains("Badrul"), "{file}");
    assert!(!file.contains("pccr@utility.example"), "{file}");
    let file = export(&pccr, "staffActivity", json!({ "bulkId": SINAR })).await;
    assert!(file.lines().count() == 5 && file.contains(SINAR) && file.contains("pccr@utility.example"), "{file}");
}
