//! Preparing statements despite failures of processes and storage, and deleting them.

use std::time::Duration;

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::statements::{DownloadStatement, GetStatementOffer, GetStatements, RetryStatement};
use serde_json::json;
use sqlx::PgPool;

use super::{OWN, World, asked, asked_by_email, request, text};
use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::sql;

async fn mails(pool: &PgPool) -> i64 {
    sql::value(pool, "select count(*) from mail", &[]).await
}

/// Returns the names of users notified of facts of that kind.
async fn notified(pool: &PgPool, kind: &str) -> Vec<String> {
    let query = "select p.name from notification n join fact f using (fact_id) join person p using (person_id)
                 where f.kind = $1 order by p.name";
    sql::values(pool, query, &[&kind]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_arrives_by_email_and_is_downloaded() {
    let world = World::new().await;
    world.portal.work();
    let id = request(&world.viewer, asked_by_email(OWN, 3, "ms", "akaun@sinar.example")).await.expect("requested");
    let row = world.until_state(&id, "ready").await;
    assert_eq!((&row["from"], &row["to"]), (&json!("2026-08-21"), &json!("2026-11-20")));
    let query = "select recipient, language, subject, body_text from mail";
    let (recipient, language, subject, mail_text) =
        sql::row::<(String, String, String, String)>(world.pool(), query, &[]).await;
    assert_eq!((recipient.as_str(), language.as_str()), ("akaun@sinar.example", "ms"));
    assert_eq!(subject, format!("Penyata akaun {OWN} anda telah sedia"));
    assert!(mail_text.contains("Salam sejahtera Devi") && mail_text.contains("/billPayment/statements"), "{mail_text}");
    assert!(!mail_text.contains("RM"), "an e-mail says no amounts: {mail_text}");
    assert_eq!(notified(world.pool(), "StatementReady").await, ["Devi"]);
    let text = text(&world.viewer, &id).await;
    assert!(text.contains("Penyataakaun") && text.contains(OWN) && text.contains("SinarJayaSdn.Bhd."), "{text}");
    assert!(text.contains("Tiadabil,pembayaranataukreditdalamtempohini."), "{text}");
    // Measured by the portal's clock, which does not move.
    let offer = world.viewer.call_raw::<GetStatementOffer>(json!({})).await.expect("an offer");
    assert_eq!(offer["usualSeconds"], 0);
}

/// The connection breaks after the file was written, as in a kill. The statement is prepared again, and users are
/// notified once.
#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_job_continues() {
    let world = World::new().await;
    let id = request(&world.viewer, asked_by_email(OWN, 3, "en", "devi@sinar.example")).await.expect("requested");
    let mut held = world.pool().begin().await.expect("a transaction");
    sql::value::<String>(&mut *held, "select state from statement for update", &[]).await;
    world.portal.work();
    let cut = until("the job waits for the row", || async {
        let query = "select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock'
                       and query like 'update statement set state%'";
        sql::values(world.pool(), query, &[]).await.pop()
    });
    assert!(cut.await);
    held.rollback().await.expect("released");
    world.until_state(&id, "ready").await;
    assert_eq!(mails(world.pool()).await, 1);
    assert_eq!(notified(world.pool(), "StatementReady").await, ["Devi"]);
    text(&world.viewer, &id).await;
}

/// Another process adds a new job at its start.
#[tokio::test(flavor = "multi_thread")]
async fn a_statement_without_its_job_is_picked_up() {
    let world = World::new().await;
    let id = request(&world.viewer, asked(OWN, 3, "en")).await.expect("requested");
    world.portal.damage("delete from graphile_worker._private_jobs").await;
    world.portal.work();
    world.until_state(&id, "ready").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_statement_is_reported_and_can_be_retried() {
    let world = World::new().await;
    // Writing files fails, as if the storage were away.
    let uploads = world.files.join("uploads");
    std::fs::remove_dir_all(&uploads).expect("the folder");
    std::fs::write(&uploads, b"no folder").expect("a file in its place");
    world.portal.work();
    let id = request(&world.viewer, asked_by_email(OWN, 3, "en", "devi@sinar.example")).await.expect("requested");
    let row = world.until_state(&id, "failed").await;
    assert_eq!(row["failure"], "It's not you, it's us. Please check back later and try again.");
    let malay = super::row(&world.viewer.in_malay(), &id).await;
    assert_eq!(malay["failure"], "Masalah ini berpunca daripada kami, bukan anda. Sila cuba lagi kemudian.");
    assert_eq!(notified(world.pool(), "StatementFailed").await, ["Devi"]);
    let subjects = || async {
        sql::values::<String>(world.pool(), "select subject from mail order by created_at, subject", &[]).await
    };
    let not_made = format!("Your statement of account {OWN} could not be prepared");
    assert_eq!(subjects().await, std::slice::from_ref(&not_made));
    assert_eq!(world.viewer.send(&DownloadStatement::ENTRY, json!({ "statementId": id })).await.0, 404);
    std::fs::remove_file(&uploads).expect("the file");
    std::fs::create_dir(&uploads).expect("the folder");
    // A colleague retries it, becomes its owner, and is notified.
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let again = payer.call_raw::<RetryStatement>(json!({ "statementId": id })).await.expect("again");
    assert_eq!((&again["statementId"], &again["isAlreadyRequested"]), (&json!(id), &json!(false)));
    assert_eq!(world.until_state(&id, "ready").await["requestedBy"], "Badrul");
    assert_eq!(notified(world.pool(), "StatementReady").await, ["Badrul"]);
    let mut told = subjects().await;
    told.sort();
    assert_eq!(told, [not_made, format!("Your statement of account {OWN} is ready")]);
    // A ready statement is not prepared again.
    let again = world.viewer.call_raw::<RetryStatement>(json!({ "statementId": id })).await.expect("it is there");
    assert_eq!(again["isAlreadyRequested"], true);
}

/// A statement ends on the day of its request. This also holds for a retry, and for a request next to one queued since
/// yesterday.
#[tokio::test(flavor = "multi_thread")]
async fn a_period_ends_on_the_day_of_the_request() {
    let world = World::new().await;
    let id = request(&world.viewer, asked(OWN, 3, "en")).await.expect("requested");
    let row = world.row(&id).await;
    assert_eq!((&row["from"], &row["to"]), (&json!("2026-08-21"), &json!("2026-11-20")));
    sql::run(world.pool(), "update statement set state = 'failed', failure = 'Unavailable'", &[]).await;
    world.portal.advance(TimeDelta::days(19));
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    viewer.call_raw::<RetryStatement>(json!({ "statementId": id })).await.expect("again");
    let row = super::row(&viewer, &id).await;
    assert_eq!((&row["from"], &row["to"]), (&json!("2026-09-10"), &json!("2026-12-09")));
    assert_eq!(request(&viewer, asked(OWN, 3, "en")).await.expect("it is queued already"), id);
    world.portal.advance(TimeDelta::days(1));
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let next = request(&viewer, asked(OWN, 3, "en")).await.expect("requested");
    assert_ne!(next, id, "yesterday's statement is still queued, and ends yesterday");
    assert_eq!(super::row(&viewer, &next).await["to"], "2026-12-10");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_is_kept_for_ninety_days() {
    let world = World::new().await;
    world.portal.work();
    let id = request(&world.viewer, asked(OWN, 3, "en")).await.expect("requested");
    world.until_state(&id, "ready").await;
    let files = || walk(&world.files);
    assert_eq!(files(), 1);
    for (days, kept) in [(89, 1), (1, 0)] {
        world.portal.advance(TimeDelta::days(days));
        let viewer = world.portal.sign_in("viewer@sinar.example").await;
        let page = viewer.call_raw::<GetStatements>(json!({ "id": SINAR })).await.expect("statements");
        assert_eq!(page["total"], kept);
        let (status, body) = viewer.send(&DownloadStatement::ENTRY, json!({ "statementId": id })).await;
        let is_gone = String::from_utf8_lossy(&body).contains("statementNotFound");
        assert_eq!((status == 200, is_gone), (kept == 1, kept == 0));
        gridbill::serve::tidy::tidy(&world.portal.app).await.expect("cleaned up");
        assert_eq!(files(), usize::try_from(kept).expect("a few"));
        if kept == 0 {
            let refused = viewer.call_raw::<RetryStatement>(json!({ "statementId": id })).await.expect_err("gone");
            assert_eq!(refused.code(), Code::StatementNotFound);
        }
    }
    let rows = sql::value::<i64>(world.pool(), "select count(*) from statement", &[]).await;
    assert_eq!(rows, 0);
}

fn walk(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.map(|path| if path.is_dir() { walk(&path) } else { 1 }).sum()
}

/// Many simultaneous statements are complete, each for another account or period.
#[tokio::test(flavor = "multi_thread")]
async fn many_are_made_at_once() {
    let world = World::new().await;
    world.portal.work();
    let mut ids = Vec::new();
    for (months, language) in [1, 3, 6, 12].into_iter().flat_map(|months| [(months, "en"), (months, "ms")]) {
        ids.push(request(&world.viewer, asked(OWN, months, language)).await.expect("requested"));
    }
    for id in &ids {
        tokio::time::timeout(Duration::from_secs(20), world.until_state(id, "ready")).await.expect("in time");
    }
    let names = sql::value::<i64>(world.pool(), "select count(distinct file_id) from statement", &[]).await;
    assert_eq!(names, 8);
}
