//! E-mails of notifications: immediately, or once a day with each notification in exactly one e-mail.

use chrono::TimeDelta;
use gridbill::serve::jobs::write_digests;
use gridbill_core::identity::profile::SetUserPreference;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{ReconciliationRequest, RequestReconciliation};
use gridbill_core::permission::Role;
use gridbill_core::staff::AddTNBUser;
use serde_json::json;
use sqlx::{PgExecutor, PgPool};

use crate::staff::asked;
use crate::support::given::{self, SINAR, eft};
use crate::support::portal::until;
use crate::support::{Actor, Portal, money, sql};

async fn wants(actor: &Actor, way: &str) {
    let request = json!({ "preferenceCode": "notificationEmail", "configValue": way });
    actor.call_raw::<SetUserPreference>(request).await.expect("chosen");
}

/// Returns the recipients of all e-mails.
async fn written_to(pool: &PgPool) -> Vec<String> {
    sql::values(pool, "select recipient from mail order by recipient", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn users_get_e_mails_immediately_or_daily_as_chosen() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    for (actor, schedule) in [(&payer, "never"), (&viewer, "atOnce"), (&pccr, "atOnce")] {
        wants(actor, schedule).await;
    }
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let number = made.transaction_no.as_str();
    let query = "select recipient, subject, body_text from mail";
    let (recipient, subject, text) = sql::row::<(String, String, String)>(portal.pool(), query, &[]).await;
    assert!(recipient == "pccr@utility.example" && subject.contains(number), "{subject}");
    assert!(text.contains(&format!("/admin/payments/{number}")), "{text}");
    assert!(text.contains("You asked for an e-mail about each notification."), "{text}");
    // Users who can act get an e-mail in any case, and only one.
    let e_bulk_payment_id = made.e_bulk_payment_id.clone();
    let difference =
        ReconciliationRequest { e_bulk_payment_id, reconcile_amount: money("30.00"), reconcile_type: 1, version: None };
    pccr.call::<RequestReconciliation>(difference).await.expect("requested");
    let at_once = ["master@sinar.example", "payer@sinar.example", "pccr@utility.example", "viewer@sinar.example"];
    assert_eq!(written_to(portal.pool()).await, at_once);

    // It is noon: unread notifications come in one e-mail, once a day. Those that were e-mailed already are not repeated.
    // Nor are they after a pause.
    wants(&viewer, "never").await;
    for actor in [&payer, &viewer] {
        wants(actor, "daily").await;
    }
    given_deleted(portal.pool(), "Johor").await;
    for _ in 0..2 {
        write_digests(&portal.app).await.expect("written");
    }
    let query = "select recipient, body_text from mail where subject = '1 unread notification'";
    let (recipient, text) = sql::row::<(String, String)>(portal.pool(), query, &[]).await;
    assert!(recipient == "payer@sinar.example" && text.contains("Johor") && !text.contains(number), "{text}");
    assert!(text.contains("/notifications"), "{text}");
    // On the next day nothing is sent before eight, and nothing is repeated after it.
    portal.advance(TimeDelta::hours(18));
    write_digests(&portal.app).await.expect("too early");
    portal.advance(TimeDelta::hours(3));
    write_digests(&portal.app).await.expect("nothing new");
    assert_eq!(written_to(portal.pool()).await.len(), 5);
}

/// "Immediately" begins with the next notification. A daily reader who chose it for a moment loses none.
#[tokio::test(flavor = "multi_thread")]
async fn a_moment_at_immediately_takes_nothing_from_the_daily_e_mail() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in("payer@sinar.example").await;
    wants(&payer, "daily").await;
    given_deleted(portal.pool(), "Johor").await;
    for way in ["atOnce", "daily"] {
        wants(&payer, way).await;
    }
    write_digests(&portal.app).await.expect("written");
    let text = sql::value::<String>(portal.pool(), "select body_text from mail", &[]).await;
    assert!(text.contains("Johor"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_about_security_says_that_it_is_always_sent() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    wants(&pccr, "never").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    ict.call::<AddTNBUser>(asked("new@utility.example", Role::GlbAccountManager)).await.expect("a new user");
    let query = "select body_text from mail where recipient = 'pccr@utility.example'";
    let text = sql::value::<String>(portal.pool(), query, &[]).await;
    assert!(text.contains("This e-mail is sent to everyone whom it concerns."), "{text}");
    assert!(!text.contains("You asked for"), "{text}");
    // A digest does not repeat it.
    wants(&pccr, "daily").await;
    write_digests(&portal.app).await.expect("nothing new");
    assert_eq!(sql::values::<String>(portal.pool(), query, &[]).await.len(), 1);
}

/// Two notifications of one person, inserted together: the earlier one has the higher id.
pub const CROSSED: &str = "
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
async fn a_notification_is_in_one_daily_e_mail_only() {
    let portal = Portal::with_people().await;
    portal.damage(CROSSED).await;
    wants(&portal.sign_in("payer@sinar.example").await, "daily").await;
    write_digests(&portal.app).await.expect("written");
    portal.advance(TimeDelta::days(1));
    write_digests(&portal.app).await.expect("nothing new");
    assert_eq!(written_to(portal.pool()).await, ["payer@sinar.example"]);
}

/// Notifies the payer that the group of that name was deleted.
async fn given_deleted(db: impl PgExecutor<'_>, group: &str) {
    let query = "
        with new as (
            insert into fact (subject, kind, data, about, bulk_id, actor_name, happened_at)
            values ('group:' || $2, 'GroupDeleted', jsonb_build_object('groupId', $2::text, 'accounts', jsonb_build_array()),
                    $2, $1, 'Aminah', '2026-11-20T03:00:00Z')
            returning fact_id, bulk_id, about, happened_at
        )
        insert into notification (fact_id, person_id, bulk_id, about, notified_at)
        select fact_id, person_id, new.bulk_id, about, happened_at from new, person where email = 'payer@sinar.example'";
    sql::run(db, query, &[&SINAR, &group]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_commit_is_in_one_daily_e_mail_too() {
    let portal = Portal::with_people().await;
    wants(&portal.sign_in("payer@sinar.example").await, "daily").await;
    // The notification with the first id commits last.
    let mut late = portal.pool().begin().await.expect("a transaction");
    given_deleted(&mut *late, "Johor").await;
    given_deleted(portal.pool(), "Kedah").await;
    let app = portal.app.clone();
    let writing = tokio::spawn(async move { write_digests(&app).await });
    until("they are written, or wait for open transactions", async || {
        let query = "select count(*) from pg_stat_activity
                     where datname = current_database() and query like 'select virtualtransaction%'";
        let waits = sql::value::<i64>(portal.pool(), query, &[]).await > 0;
        (waits || writing.is_finished()).then_some(())
    })
    .await;
    late.commit().await.expect("notified");
    writing.await.expect("a task").expect("written");
    portal.advance(TimeDelta::days(1));
    write_digests(&portal.app).await.expect("written");
    let emails = sql::values::<String>(portal.pool(), "select body_text from mail", &[]).await;
    for group in ["Johor", "Kedah"] {
        let naming = emails.iter().filter(|email| email.contains(group)).count();
        assert_eq!(naming, 1, "{group}: {emails:?}");
    }
}
