//! Notifications: words, links, filters, marking as read, deleting and restoring, and only for their recipient.

pub mod emails;
mod many;

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::notifications::{
    ChosenNotifications, DeleteLogs, GetNotificationLogs, LiteLogs, LiteNotificationsRequest, Notification, ReadLogs,
    RestoreLogs, RestoreNotificationsRequest,
};
use gridbill_core::payments::staff::{PaymentReject, ReconciliationRequest, RejectRequest, RequestReconciliation};
use gridbill_core::payments::{MakePayment, PaymentMade};
use gridbill_core::team::DeleteBulkUser;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::{Actor, Portal, money, sql};
use crate::team::id_of;

/// A portal with two payments of RM 100.00: a difference was requested for one, and the other was declined.
struct World {
    portal: Portal,
    made: Vec<PaymentMade>,
    account_no: String,
    payer: Actor,
    pccr: Actor,
}

async fn world() -> World {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let mut made = Vec::new();
    for bill in &bills {
        made.push(payer.call::<MakePayment>(eft(std::slice::from_ref(bill), "100.00")).await.expect("a payment"));
    }
    let e_bulk_payment_id = made[0].e_bulk_payment_id.clone();
    let difference =
        ReconciliationRequest { e_bulk_payment_id, reconcile_amount: money("30.00"), reconcile_type: 1, version: None };
    pccr.call::<RequestReconciliation>(difference).await.expect("requested");
    portal.advance(TimeDelta::minutes(1));
    let declined = RejectRequest { e_bulk_payment_id: made[1].e_bulk_payment_id.clone(), remark: None, version: None };
    pccr.call::<PaymentReject>(declined).await.expect("declined");
    World { account_no: account_of(&bills[0]).to_string(), portal, made, payer, pccr }
}

async fn listed(actor: &Actor, request: Value) -> Vec<Notification> {
    let page = actor.call_raw::<GetNotificationLogs>(request).await.expect("notifications");
    serde_json::from_value(page["items"].clone()).expect("notifications")
}

async fn titles(actor: &Actor, request: Value) -> Vec<String> {
    listed(actor, request).await.into_iter().map(|one| one.title).collect()
}

async fn unread(actor: &Actor) -> i64 {
    actor.call::<LiteLogs>(LiteNotificationsRequest { count: 3 }).await.expect("the newest").unread
}

fn of(notifications: &[Notification]) -> ChosenNotifications {
    let list = notifications.iter().map(|one| one.id.clone()).collect();
    ChosenNotifications { list, matching: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_side_reads_it_in_its_own_words_with_a_link_to_the_record() {
    let World { portal, made, payer, pccr, .. } = world().await;
    let told = listed(&payer, json!({})).await;
    let [declined, difference] = &told[..] else { panic!("{told:?}") };
    assert!(declined.title.contains(made[1].transaction_no.as_str()), "{}", declined.title);
    assert!(difference.title.contains("RM\u{a0}70.00 was received instead of RM\u{a0}100.00"), "{}", difference.title);
    assert!(declined.created_date.seconds_since(difference.created_date) == 60 && !declined.has_read);
    let link = difference.link.as_ref().expect("a link");
    assert_eq!((link.screen.as_str(), &link.params["transactionNo"][..]), ("payment", made[0].transaction_no.as_str()));
    // Staff are notified of payments to decide, but not of their own decisions.
    let decided = listed(&pccr, json!({})).await;
    assert_eq!(decided.len(), 2);
    assert_eq!(decided[0].link.as_ref().expect("a link").screen, "staffPayment");
    assert!(titles(&payer.in_malay(), json!({})).await[0].contains("menolak pembayaran"));
    let lite = payer.call::<LiteLogs>(LiteNotificationsRequest { count: 1 }).await.expect("the newest");
    assert_eq!((lite.items.len(), &lite.items[0], lite.unread), (1, declined, 2));
    // A viewer sees the same notifications. Other companies and roles see none.
    assert_eq!(listed(&portal.sign_in("viewer@sinar.example").await, json!({})).await.len(), 2);
    assert_eq!(listed(&portal.sign_in("master@majlis.example").await, json!({})).await.len(), 0);
    assert_eq!(listed(&portal.sign_in_staff("glb@utility.example").await, json!({})).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn notifications_are_filtered_by_number_day_and_unread() {
    let World { portal, made, payer, account_no, pccr } = world().await;
    let count = async |request: Value| listed(&payer, request).await.len();
    let number = made[0].transaction_no.as_str();
    assert_eq!(count(json!({ "filter": { "transactionNo": number } })).await, 1);
    assert_eq!(count(json!({ "filter": { "search": number } })).await, 1);
    assert_eq!(count(json!({ "filter": { "accountNo": account_no } })).await, 1);
    assert_eq!(listed(&pccr, json!({ "filter": { "accountNo": account_no } })).await.len(), 1);
    assert_eq!(count(json!({ "filter": { "search": "P0000000000000" } })).await, 0);
    // Each field that is set narrows the list.
    let other = made[1].transaction_no.as_str();
    assert_eq!(count(json!({ "filter": { "transactionNo": number, "search": other } })).await, 0);
    assert_eq!(count(json!({ "filter": { "transactionNo": number, "search": "Johor" } })).await, 0);
    assert_eq!(count(json!({ "filter": { "transactionNo": number, "accountNo": account_no } })).await, 1);
    // Existing clients send empty texts for filters that are not set.
    assert_eq!(count(json!({ "filter": { "transactionNo": "", "accountNo": "" } })).await, 2);
    assert_eq!(count(json!({ "filter": { "transactionNo": format!(" {number} "), "accountNo": null } })).await, 1);
    assert_eq!(count(json!({ "startDate": "2026-11-20", "endDate": "2026-11-20" })).await, 2);
    assert_eq!(count(json!({ "endDate": "2026-11-19" })).await, 0);
    assert_eq!(count(json!({ "startDate": "2026-11-21" })).await, 0);
    let newest = listed(&payer, json!({ "requestCount": 1 })).await;
    assert_eq!(newest.len(), 1);
    let older = listed(&payer, json!({ "lastId": newest[0].id, "requestCount": 100 })).await;
    assert_eq!(older.len(), 1);
    assert_ne!(older[0].id, newest[0].id);
    for first in [json!("0"), json!(0), json!(""), json!(null)] {
        assert_eq!(count(json!({ "lastId": first })).await, 2, "{first}");
    }
    let last: i64 = newest[0].id.parse().expect("a number");
    assert_eq!(count(json!({ "lastId": last })).await, 1);
    payer.call::<ReadLogs>(of(&newest)).await.expect("read");
    assert_eq!(titles(&payer, json!({ "filter": { "unread": false } })).await, [newest[0].title.as_str()]);
    assert_eq!(titles(&payer, json!({ "filter": { "unread": true } })).await, [older[0].title.as_str()]);
    for wrong in [json!({ "lastId": "x" }), json!({ "filter": { "search": "ab" } })] {
        payer.call_raw::<GetNotificationLogs>(wrong).await.expect_err("refused");
    }
    // A notification about added accounts is also found by an account's number.
    given_processed(portal.pool(), &account_no).await;
    assert_eq!(count(json!({ "filter": { "search": account_no } })).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_clients_get_the_next_page_in_the_order_of_times() {
    let portal = Portal::with_people().await;
    portal.damage(emails::CROSSED).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let all = listed(&payer, json!({ "requestCount": 100 })).await;
    let [newer, older] = &all[..] else { panic!("{all:?}") };
    assert!(newer.created_date > older.created_date, "{all:?}");
    let next = listed(&payer, json!({ "lastId": newer.id, "requestCount": 1 })).await;
    assert_eq!(next.iter().collect::<Vec<_>>(), [older]);
    assert_eq!(listed(&payer, json!({ "lastId": older.id })).await.len(), 0);
    // The id decides after a notification that has gone, or of another user.
    assert_eq!(listed(&payer, json!({ "lastId": 1_000 })).await.len(), 2);
}

/// Inserts a fact that a job added an account, and notifies the payer.
async fn given_processed(pool: &PgPool, account_no: &str) {
    let data = json!({ "tagged": [account_no], "failed": [], "untagged": [], "changed": [] });
    let query = "
        with new as (
            insert into fact (subject, kind, data, about, bulk_id, actor_name, happened_at)
            values ('bulkAccount:' || $1, 'AccountsProcessed', $2, $1, $1, 'Tagging', '2026-11-20T04:00:00Z')
            returning fact_id, bulk_id, about, happened_at
        )
        insert into notification (fact_id, person_id, bulk_id, about, notified_at)
        select fact_id, person_id, new.bulk_id, about, happened_at from new, person where email = 'payer@sinar.example'";
    sql::run(pool, query, &[&SINAR, &data]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_read_and_delete_only_their_own_notifications() {
    let World { portal, payer, pccr, .. } = world().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let told = listed(&payer, json!({})).await;
    // Other users cannot change these notifications.
    for other in [&viewer, &pccr] {
        assert_eq!(other.call::<ReadLogs>(of(&told)).await.expect("nothing").count, 0);
        assert_eq!(other.call::<DeleteLogs>(of(&told)).await.expect("nothing").count, 0);
    }
    assert_eq!(unread(&payer).await, 2);
    assert_eq!(payer.call::<ReadLogs>(of(&told[..1])).await.expect("read").count, 1);
    assert_eq!(payer.call::<ReadLogs>(of(&told[..1])).await.expect("read before").count, 0);
    assert_eq!((unread(&payer).await, unread(&viewer).await), (1, 2));

    let deleted = payer.call::<DeleteLogs>(of(&told)).await.expect("deleted");
    assert_eq!((deleted.count, listed(&payer, json!({})).await.len(), unread(&payer).await), (2, 0, 0));
    let undo = RestoreNotificationsRequest { changed_at: deleted.changed_at };
    viewer.call::<RestoreLogs>(undo.clone()).await.expect("nothing of theirs");
    assert_eq!(listed(&payer, json!({})).await.len(), 0);
    payer.call::<RestoreLogs>(undo.clone()).await.expect("brought back");
    assert_eq!((listed(&payer, json!({})).await.len(), unread(&payer).await), (2, 1));

    // All matching notifications, up to the newest that the page showed.
    let older = &told[1];
    let matching = json!({ "matching": { "newestId": older.id } });
    assert_eq!(payer.call_raw::<ReadLogs>(matching).await.expect("read")["count"], 1);
    assert_eq!(payer.call_raw::<DeleteLogs>(json!({ "matching": {} })).await.expect("deleted")["count"], 2);
    let refused = payer.call_raw::<ReadLogs>(json!({ "list": ["x"] })).await.expect_err("no id");
    assert_eq!(refused.code(), Code::Unreadable);

    // After a day a deletion cannot be undone.
    portal.advance(TimeDelta::hours(25));
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<RestoreLogs>(undo).await.expect("nothing");
    assert_eq!(listed(&payer, json!({})).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_left_sees_no_notifications_of_the_company() {
    let World { portal, payer, .. } = world().await;
    let told = listed(&payer, json!({})).await;
    let master = portal.sign_in("master@sinar.example").await;
    let user_id = id_of(portal.pool(), "payer@sinar.example").await;
    master.call_raw::<DeleteBulkUser>(json!({ "userId": user_id })).await.expect("removed");
    let payer = portal.sign_in("payer@sinar.example").await;
    assert_eq!((listed(&payer, json!({})).await.len(), unread(&payer).await), (0, 0));
    assert_eq!(payer.call::<DeleteLogs>(of(&told)).await.expect("nothing").count, 0);
    assert_eq!(payer.call_raw::<DeleteLogs>(json!({ "matching": {} })).await.expect("nothing")["count"], 0);
    let signed_out = Actor::new(portal.address).call_raw::<GetNotificationLogs>(json!({})).await;
    assert_eq!(signed_out.expect_err("signed out").status, 401);
}
