//! Government entities that asked for a notice get it on the 8th at +08:00, each once.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;
use futures::future::join_all;
use gridbill::serve::jobs::send_window_notices;
use gridbill_core::Instant;
use gridbill_core::announcements::WriteAnnouncement;
use gridbill_core::endpoint::Nothing;
use gridbill_core::registration::GovernmentRegistrationNotification;
use serde_json::json;
use sqlx::PgPool;
use tokio::time::sleep;

use crate::announcements::form;
use crate::support::given;
use crate::support::portal::until;
use crate::support::{Portal, sql};

fn set_clock(portal: &Portal, to: &str) {
    let to = Instant::parse(to).expect("an instant");
    portal.advance(TimeDelta::seconds(to.seconds_since(portal.app.now())));
}

/// A new person requests a notice at that time.
async fn asks(portal: &Portal, email: &str, at: &str) {
    given::person_without_account(portal.pool(), email).await;
    set_clock(portal, at);
    portal.sign_in(email).await.call::<GovernmentRegistrationNotification>(Nothing {}).await.expect("requested");
}

/// Inserts this number of people who will get a notice on 8 November.
async fn waiting(pool: &PgPool, count: i32) {
    let query = "
        with people as (
            insert into person (person_id, email, name, password_hash, is_staff, activated_at, created_at)
            select gen_random_uuid(), 'council' || n || '@majlis.example', 'Council', '', false, now(), now()
            from generate_series(1, $1::int) n returning person_id)
        insert into government_notice (person_id, asked_at, on_day) select person_id, '2026-11-01', '2026-11-08' from people";
    sql::run(pool, query, &[&count]).await;
}

/// Returns the number of e-mails of each recipient.
async fn emails(pool: &PgPool) -> BTreeMap<String, i64> {
    let rows = sql::rows(pool, "select recipient, count(*) from mail group by recipient", &[]).await;
    rows.into_iter().collect()
}

async fn each_once(pool: &PgPool, count: usize) {
    let emails = emails(pool).await;
    assert_eq!((emails.len(), emails.values().copied().max()), (count, Some(1)));
    let left = sql::value::<i64>(pool, "select count(*) from government_notice where sent_at is null", &[]).await;
    assert_eq!(left, 0);
}

/// During a freeze of registration the e-mail would be wrong. It is sent after the freeze.
#[tokio::test(flavor = "multi_thread")]
async fn no_e_mail_is_sent_while_registration_is_frozen() {
    let portal = Portal::with_people().await;
    asks(&portal, "council@majlis.example", "2026-12-01T09:00:00+08:00").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let mut frozen = form("Upgrade");
    for (field, value) in [("fromDay", "2026-12-08"), ("fromTime", "00:00"), ("toDay", "2026-12-09")] {
        frozen[field] = json!(value);
    }
    frozen["freezes"] = json!(["registration"]);
    ict.call_raw::<WriteAnnouncement>(json!({ "form": frozen })).await.expect("an announcement");
    for at in ["2026-12-08T00:00:00+08:00", "2026-12-09T13:59:59+08:00"] {
        set_clock(&portal, at);
        send_window_notices(&portal.app).await.unwrap();
        assert!(emails(portal.pool()).await.is_empty(), "{at}");
    }
    set_clock(&portal, "2026-12-09T14:00:00+08:00");
    send_window_notices(&portal.app).await.unwrap();
    each_once(portal.pool(), 1).await;
}

#[tokio::test]
async fn the_e_mail_is_sent_when_the_8th_begins_and_not_before() {
    let portal = Portal::start().await;
    asks(&portal, "council@majlis.example", "2026-12-01T09:00:00+08:00").await;
    asks(&portal, "kerajaan@negeri.example", "2026-12-02T09:00:00+08:00").await;
    sql::run(portal.pool(), "update person set language = 'ms' where email like 'kerajaan%'", &[]).await;
    for at in ["2026-12-02T09:00:00+08:00", "2026-12-07T23:59:59+08:00"] {
        set_clock(&portal, at);
        send_window_notices(&portal.app).await.unwrap();
        assert!(emails(portal.pool()).await.is_empty(), "{at}");
    }
    set_clock(&portal, "2026-12-08T00:00:00+08:00");
    for _ in 0..3 {
        send_window_notices(&portal.app).await.unwrap();
    }
    each_once(portal.pool(), 2).await;
    let link = format!("{}/bulkAccount/register", portal.app.config.public_url());
    let query = "select language, subject, body_text, body_html from mail order by language";
    let rows = sql::rows::<(String, String, String, String)>(portal.pool(), query, &[]).await;
    for ((stored_language, stored_subject, text, html), language, subject, day) in [
        (&rows[0], "en", "Government entities can register now", "until 27 Dec 2026"),
        (&rows[1], "ms", "Entiti kerajaan kini boleh mendaftar", "sehingga 27 Dis 2026"),
    ] {
        assert_eq!((stored_language.as_str(), stored_subject.as_str()), (language, subject));
        assert!(text.contains(day) && html.contains(day) && text.contains(&link), "{text}");
    }
    // After another request, the next month has another e-mail.
    asks(&portal, "other@majlis.example", "2026-12-28T00:00:00+08:00").await;
    let again = portal.sign_in("council@majlis.example").await;
    again.call::<GovernmentRegistrationNotification>(Nothing {}).await.unwrap();
    send_window_notices(&portal.app).await.unwrap();
    each_of(&portal, 1, 2).await;
    set_clock(&portal, "2027-01-08T00:00:00+08:00");
    send_window_notices(&portal.app).await.unwrap();
    assert_eq!(emails(portal.pool()).await["council@majlis.example"], 2);
    assert_eq!(emails(portal.pool()).await["other@majlis.example"], 1);
    assert_eq!(emails(portal.pool()).await["kerajaan@negeri.example"], 1);
}

async fn each_of(portal: &Portal, most: i64, count: usize) {
    let emails = emails(portal.pool()).await;
    assert_eq!((emails.len(), emails.values().copied().max()), (count, Some(most)));
}

#[tokio::test]
async fn a_portal_that_was_down_notifies_later_in_this_window_or_the_next() {
    let portal = Portal::start().await;
    asks(&portal, "council@majlis.example", "2026-12-01T09:00:00+08:00").await;
    for (at, emails_then) in [
        ("2026-12-28T00:00:00+08:00", 0),
        ("2027-01-07T23:59:59+08:00", 0),
        ("2027-01-19T15:00:00+08:00", 1),
        ("2027-02-08T00:00:00+08:00", 1),
    ] {
        set_clock(&portal, at);
        send_window_notices(&portal.app).await.unwrap();
        assert_eq!(emails(portal.pool()).await.len(), emails_then, "{at}");
    }
    each_once(portal.pool(), 1).await;
}

#[tokio::test]
async fn users_with_a_bulk_account_and_removed_users_get_no_notice() {
    let portal = Portal::with_people().await;
    waiting(portal.pool(), 3).await;
    sql::run(portal.pool(), "update person set disabled_at = now() where email = 'council1@majlis.example'", &[]).await;
    let query = "update person set bulk_id = $1, role = 'viewer' where email = 'council2@majlis.example'";
    sql::run(portal.pool(), query, &[&given::MAJLIS]).await;
    send_window_notices(&portal.app).await.unwrap();
    assert_eq!(emails(portal.pool()).await.into_keys().collect::<Vec<_>>(), ["council3@majlis.example"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_concurrent_jobs_notify_each_user_once() {
    let portal = Portal::start().await;
    let (other, _) = portal.second().await;
    waiting(portal.pool(), 1_234).await;
    join_all((0..10).map(|turn| send_window_notices(if turn % 2 == 0 { &portal.app } else { &other }))).await;
    send_window_notices(&portal.app).await.unwrap();
    each_once(portal.pool(), 1_234).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_processes_notify_each_user_once() {
    let portal = Portal::start().await;
    waiting(portal.pool(), 2_000).await;
    let mut are_cut = 0;
    for turn in 0..12 {
        let (process, _) = portal.second().await;
        let telling = tokio::spawn(async move { send_window_notices(&process).await });
        sleep(Duration::from_millis(5 * turn)).await;
        while !telling.is_finished() {
            // The database sees the same when a process is killed.
            let query = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
                           and query like '%insert into mail%'";
            let ended = sql::value::<i64>(portal.pool(), query, &[]).await;
            if ended > 0 {
                break;
            }
        }
        are_cut += usize::from(telling.await.unwrap().is_err());
    }
    assert!(are_cut > 0, "no process was killed in the middle");
    send_window_notices(&portal.app).await.unwrap();
    each_once(portal.pool(), 2_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_send_pending_notices_when_they_start() {
    let portal = Portal::start().await;
    waiting(portal.pool(), 500).await;
    let (other, _) = portal.second().await;
    portal.work();
    tokio::spawn(gridbill::serve::jobs::work(other, std::future::pending()));
    until("all got their notice", async || {
        let query = "select count(*) from government_notice where sent_at is null";
        let left = sql::value::<i64>(portal.pool(), query, &[]).await;
        (left == 0).then_some(())
    })
    .await;
    each_once(portal.pool(), 500).await;
}
