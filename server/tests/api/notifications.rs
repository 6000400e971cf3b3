//! What people are told of: listed in their words, with links that they may open, read, deleted and brought back; nobody
//! else's; as quick for whoever has very many.

use chrono::TimeDelta;
use gridbill::database::months;
use gridbill::serve::jobs::write_digests;
use gridbill_core::identity::profile::SetUserPreference;
use gridbill_core::notifications::{
    ChosenNotifications, DeleteLogs, GetNotificationLogs, LiteLogs, LiteNotificationsRequest, Notification, ReadLogs,
    RestoreLogs, RestoreNotificationsRequest,
};
use gridbill_core::payments::staff::{PaymentReject, ReconciliationRequest, RejectRequest, RequestReconciliation};
use gridbill_core::payments::{MakePayment, PaymentMade};
use gridbill_core::team::DeleteBulkUser;
use gridbill_core::{Code, Instant};
use serde_json::{Value, json};
use sqlx::{Executor as _, PgExecutor, PgPool};

use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::plans::{self, nodes};
use crate::support::portal::until;
use crate::support::{Actor, Portal, money};
use crate::team::id_of;

/// Two payments of RM 100.00; of one a difference is asked for, the other is declined.
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
    pccr.call::<RequestReconciliation>(difference).await.expect("asked");
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
    // Staff hear of what they are to decide; what they decide themselves is no news to them.
    let decided = listed(&pccr, json!({})).await;
    assert_eq!(decided.len(), 2);
    assert_eq!(decided[0].link.as_ref().expect("a link").screen, "staffPayment");
    assert!(titles(&payer.in_malay(), json!({})).await[0].contains("menolak pembayaran"));
    let lite = payer.call::<LiteLogs>(LiteNotificationsRequest { count: 1 }).await.expect("the newest");
    assert_eq!((lite.items.len(), &lite.items[0], lite.unread), (1, declined, 2));
    // A viewer sees the same payments; of another company nobody hears.
    assert_eq!(listed(&portal.sign_in("viewer@sinar.example").await, json!({})).await.len(), 2);
    assert_eq!(listed(&portal.sign_in("master@majlis.example").await, json!({})).await.len(), 0);
    assert_eq!(listed(&portal.sign_in_staff("glb@utility.example").await, json!({})).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_narrowed_by_number_by_day_and_by_what_is_unread() {
    let World { portal, made, payer, account_no, pccr } = world().await;
    let count = async |request: Value| listed(&payer, request).await.len();
    let number = made[0].transaction_no.as_str();
    assert_eq!(count(json!({ "filter": { "transactionNo": number } })).await, 1);
    assert_eq!(count(json!({ "filter": { "search": number } })).await, 1);
    assert_eq!(count(json!({ "filter": { "accountNo": account_no } })).await, 1);
    assert_eq!(listed(&pccr, json!({ "filter": { "accountNo": account_no } })).await.len(), 1);
    assert_eq!(count(json!({ "filter": { "search": "P0000000000000" } })).await, 0);
    // Existing clients send empty texts for what is not filled in.
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
    // An account that came in is told of by its number, too.
    given_processed(portal.pool(), &account_no).await;
    assert_eq!(count(json!({ "filter": { "search": account_no } })).await, 2);
}

/// A job took an account in, and the payer was told.
async fn given_processed(pool: &PgPool, account_no: &str) {
    let data = json!({ "tagged": [account_no], "failed": [], "untagged": [], "changed": [] });
    sqlx::query!(
        "with new as (
             insert into fact (subject, kind, data, about, bulk_id, actor_name, happened_at)
             values ('bulkAccount:' || $1, 'AccountsProcessed', $2, $1, $1, 'Tagging', '2026-11-20T04:00:00Z')
             returning fact_id, bulk_id, about, happened_at
         )
         insert into notification (fact_id, person_id, bulk_id, about, notified_at)
         select fact_id, person_id, new.bulk_id, about, happened_at from new, person where email = 'payer@sinar.example'",
        SINAR,
        data,
    )
    .execute(pool)
    .await
    .expect("told");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_read_or_deleted_is_ones_own_and_a_deletion_is_undone() {
    let World { portal, payer, pccr, .. } = world().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let told = listed(&payer, json!({})).await;
    // Nobody else's is there.
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

    // All that match, up to what was on show.
    let older = &told[1];
    let matching = json!({ "matching": { "newestId": older.id } });
    assert_eq!(payer.call_raw::<ReadLogs>(matching).await.expect("read")["count"], 1);
    assert_eq!(payer.call_raw::<DeleteLogs>(json!({ "matching": {} })).await.expect("deleted")["count"], 2);
    let refused = payer.call_raw::<ReadLogs>(json!({ "list": ["x"] })).await.expect_err("no id");
    assert_eq!(refused.code(), Code::Unreadable);

    // After a day nobody can bring it back.
    portal.advance(TimeDelta::hours(25));
    gridbill::serve::tidy::tidy(&portal.app).await.expect("tidied");
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<RestoreLogs>(undo).await.expect("nothing");
    assert_eq!(listed(&payer, json!({})).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_left_the_company_sees_nothing_of_it_any_more() {
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
    assert_eq!(signed_out.expect_err("nobody").status, 401);
}

async fn wants(actor: &Actor, way: &str) {
    let request = json!({ "preferenceCode": "notificationEmail", "configValue": way });
    actor.call_raw::<SetUserPreference>(request).await.expect("chosen");
}

/// Whom e-mails went to.
async fn written_to(pool: &PgPool) -> Vec<String> {
    let letters = sqlx::query_scalar!("select recipient from mail order by recipient");
    letters.fetch_all(pool).await.expect("letters")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_it_is_written_to_at_once_or_once_a_day() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    for actor in [&payer, &viewer, &pccr] {
        wants(actor, "atOnce").await;
    }
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let number = made.transaction_no.as_str();
    let letter = sqlx::query!(r#"select recipient, subject, body_text as "text!" from mail"#);
    let letter = letter.fetch_one(portal.pool()).await.expect("one letter");
    assert!(letter.recipient == "pccr@utility.example" && letter.subject.contains(number), "{}", letter.subject);
    assert!(letter.text.contains(&format!("/admin/payments/{number}")), "{}", letter.text);
    // Who can act is written to in any case, and not twice.
    let e_bulk_payment_id = made.e_bulk_payment_id.clone();
    let difference =
        ReconciliationRequest { e_bulk_payment_id, reconcile_amount: money("30.00"), reconcile_type: 1, version: None };
    pccr.call::<RequestReconciliation>(difference).await.expect("asked");
    let at_once = ["master@sinar.example", "payer@sinar.example", "pccr@utility.example", "viewer@sinar.example"];
    assert_eq!(written_to(portal.pool()).await, at_once);

    // Noon: what is unread comes in one e-mail, once on a day.
    wants(&payer, "daily").await;
    for _ in 0..2 {
        write_digests(&portal.app).await.expect("written");
    }
    let digest =
        sqlx::query!(r#"select recipient, body_text as "text!" from mail where subject = '1 unread notification'"#);
    let digest = digest.fetch_one(portal.pool()).await.expect("one digest");
    assert!(digest.recipient == "payer@sinar.example" && digest.text.contains(number), "{}", digest.text);
    assert!(digest.text.contains("/notifications"), "{}", digest.text);
    // The next day before eight nothing; then nothing that was in the one before.
    portal.advance(TimeDelta::hours(18));
    write_digests(&portal.app).await.expect("too early");
    portal.advance(TimeDelta::hours(3));
    write_digests(&portal.app).await.expect("nothing new");
    assert_eq!(written_to(portal.pool()).await.len(), 5);
}

/// Two of one person that were told at once: the first of them has the higher number.
const CROSSED: &str = "
    insert into fact (subject, place, kind, data, about, bulk_id, actor_name, happened_at, hash)
    select 'group:' || n, 1, 'GroupDeleted', jsonb_build_object('groupId', n::text, 'accounts', jsonb_build_array()),
           'Group ' || n, '3000000001', 'Aminah', timestamptz '2026-11-20T03:00:00Z' - n * interval '1 second', 'x'
    from generate_series(1, 2) n;
    insert into notification (fact_id, person_id, bulk_id, about, notified_at)
    select fact_id, person_id, f.bulk_id, f.about, happened_at
    from fact f cross join person p
    where f.kind = 'GroupDeleted' and p.email = 'payer@sinar.example'
    order by happened_at desc";

#[tokio::test(flavor = "multi_thread")]
async fn what_was_in_one_daily_email_is_in_no_other() {
    let portal = Portal::with_people().await;
    portal.damage(CROSSED).await;
    wants(&portal.sign_in("payer@sinar.example").await, "daily").await;
    write_digests(&portal.app).await.expect("written");
    portal.advance(TimeDelta::days(1));
    write_digests(&portal.app).await.expect("nothing new");
    assert_eq!(written_to(portal.pool()).await, ["payer@sinar.example"]);
}

/// The payer is told that a group of that name was deleted.
async fn given_deleted(db: impl PgExecutor<'_>, group: &str) {
    sqlx::query!(
        "with new as (
             insert into fact (subject, kind, data, about, bulk_id, actor_name, happened_at)
             values ('group:' || $2, 'GroupDeleted', jsonb_build_object('groupId', $2::text, 'accounts', jsonb_build_array()),
                     $2, $1, 'Aminah', '2026-11-20T03:00:00Z')
             returning fact_id, bulk_id, about, happened_at
         )
         insert into notification (fact_id, person_id, bulk_id, about, notified_at)
         select fact_id, person_id, new.bulk_id, about, happened_at from new, person where email = 'payer@sinar.example'",
        SINAR,
        group,
    )
    .execute(db)
    .await
    .expect("told");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_committed_late_is_in_one_daily_email_too() {
    let portal = Portal::with_people().await;
    wants(&portal.sign_in("payer@sinar.example").await, "daily").await;
    // The first one to get its number is the last one to be committed.
    let mut late = portal.pool().begin().await.expect("a transaction");
    given_deleted(&mut *late, "Johor").await;
    given_deleted(portal.pool(), "Kedah").await;
    let app = portal.app.clone();
    let writing = tokio::spawn(async move { write_digests(&app).await });
    until("they are written, or that waits", async || {
        let waiting = sqlx::query_scalar!(
            r#"select count(*) as "n!" from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"#
        );
        let waits = waiting.fetch_one(portal.pool()).await.expect("a count") > 0;
        (waits || writing.is_finished()).then_some(())
    })
    .await;
    late.commit().await.expect("told");
    writing.await.expect("a task").expect("written");
    portal.advance(TimeDelta::days(1));
    write_digests(&portal.app).await.expect("written");
    let letters = sqlx::query_scalar!(r#"select body_text as "text!" from mail"#).fetch_all(portal.pool()).await;
    let letters = letters.expect("letters");
    for group in ["Johor", "Kedah"] {
        let naming = letters.iter().filter(|letter| letter.contains(group)).count();
        assert_eq!(naming, 1, "{group}: {letters:?}");
    }
}

/// 100,000 notifications of one person, the newest 40,000 unread, beside as many of each of three colleagues.
const MANY: &str = "
    insert into fact (subject, place, kind, data, about, bulk_id, actor_name, happened_at, hash)
    select 'group:' || n, 1, 'GroupDeleted', jsonb_build_object('groupId', n::text, 'accounts', jsonb_build_array()),
           'Group ' || n, '3000000001', 'Aminah', timestamptz '2026-11-20T03:00:00Z' - n * interval '3 minutes', 'x'
    from generate_series(1, 100000) n;
    insert into notification (fact_id, person_id, bulk_id, about, notified_at, read_at)
    select fact_id, person_id, f.bulk_id, f.about, happened_at,
           case when happened_at < '2026-08-28' then happened_at end
    from fact f cross join person p
    where f.kind = 'GroupDeleted' and p.bulk_id = '3000000001'
    order by happened_at";

/// Those of the last six months, one every three minutes: from 20 May 0:00 to 20 November 11:00.
const KEPT: i64 = (184 * 24 + 11) * 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_are_listed_by_their_index_and_go_by_months() {
    let portal = Portal::with_people().await;
    for day in ["2026-04-25", "2026-07-25", "2026-10-25"] {
        let instant = Instant::parse(&format!("{day}T00:00:00Z")).expect("an instant");
        months::add(portal.pool(), instant).await.expect("three months");
    }
    portal.damage(MANY).await;
    portal.superuser().await.execute("vacuum analyze notification").await.expect("vacuumed");
    let (plans, _observing) = plans::of(&portal).await;
    let (app, address) = portal.second().await;
    let payer = portal.sign_in("payer@sinar.example").await.at(address);
    let mut wrong = Vec::new();
    // A first page says how many match in all, for which it may read the person's part of an index. No month is read that is too
    // old, or, where one is asked for, that is another.
    let mut look = |asked: &str, most: f64, is_counted: bool, month: Option<&str>| {
        for plan in plans.taken() {
            let mut all = Vec::new();
            nodes(&plan["Plan"], &mut all);
            let query = plan["Query Text"].as_str().unwrap_or_default().to_owned();
            for node in all {
                let number = |name: &str| node[name].as_f64().unwrap_or_default();
                let kind = node["Node Type"].as_str().unwrap_or_default();
                let relation = node["Relation Name"].as_str().unwrap_or_default();
                let of_table = relation == "fact" || relation.starts_with("notification");
                let is_wanted = month.map_or(relation >= "notification_2026_05", |month| relation == month);
                if relation.starts_with("notification") && number("Actual Loops") > 0.0 && !is_wanted {
                    wrong.push(format!("{asked}: reads {relation}: {query}"));
                }
                let rows = (number("Actual Rows") + number("Rows Removed by Filter")) * number("Actual Loops");
                if of_table && rows > most && (kind == "Seq Scan" || !is_counted) {
                    wrong.push(format!("{asked}: {rows} rows by {kind}: {query}"));
                }
            }
        }
    };
    payer.call::<LiteLogs>(LiteNotificationsRequest { count: 3 }).await.expect("the newest");
    look("lite", 1_000.0, false, None);
    let mut request = json!({});
    for (page, is_first) in [("the first page", true), ("the next page", false)] {
        let answer = payer.call_raw::<GetNotificationLogs>(request.clone()).await.expect("a page");
        assert_eq!((answer["total"].as_i64(), answer["items"].as_array().map(Vec::len)), (Some(KEPT), Some(100)));
        look(page, 101.0, is_first, None);
        request["cursor"] = answer["next"].clone();
    }
    for (asked, request, month) in [
        ("unread", json!({ "filter": { "unread": true } }), None),
        ("days", json!({ "startDate": "2026-06-01", "endDate": "2026-06-30" }), Some("notification_2026_06")),
    ] {
        let answer = payer.call_raw::<GetNotificationLogs>(request).await.expect("a page");
        assert!(answer["total"].as_i64() > Some(200), "{asked}: {}", answer["total"]);
        look(asked, 101.0, true, month);
    }
    let one = payer.call_raw::<GetNotificationLogs>(json!({ "filter": { "transactionNo": "Group 77" } })).await;
    assert_eq!(one.expect("found")["total"], 1);
    look("by number", 101.0, false, None);
    let read = payer.call_raw::<ReadLogs>(json!({ "matching": {} })).await.expect("read");
    assert!(read["count"].as_i64() > Some(30_000), "{read}");
    assert_eq!(unread(&payer).await, 0);
    drop(app);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // April is too old. What is left of May is too old in part, and is not listed.
    gridbill::serve::tidy::tidy(&portal.app).await.expect("tidied");
    let left = sqlx::query!(
        r#"select count(*) as "left!", min(notified_at) as "oldest!: gridbill_core::Instant" from notification"#
    );
    let left = left.fetch_one(portal.pool()).await.expect("a count");
    assert_eq!(left.left, 4 * (KEPT + 19 * 480));
    assert_eq!(gridbill_core::Day::at(left.oldest).to_string(), "2026-05-01");
    let answer = payer.call_raw::<GetNotificationLogs>(json!({})).await.expect("a page");
    assert_eq!(answer["total"], KEPT);
}
