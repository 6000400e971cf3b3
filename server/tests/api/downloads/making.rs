//! Large files are written by jobs: progress, cancellation, retries, access and limits.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::downloads::{DownloadBills, DownloadState, ExportList, RetryDownload};
use serde_json::{Value, json};
use sqlx::{PgPool, Postgres, Transaction};

use super::World;
use crate::support::given::SINAR;
use crate::support::log::Log;
use crate::support::portal::{until, until_blocked};
use crate::support::sql;

/// More bills than a call writes inline.
const MANY: i32 = 101;

fn all() -> Value {
    json!({ "id": SINAR, "format": "zip" })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_download_is_queued_made_and_stored_for_a_day() {
    let world = World::with_bills(MANY).await;
    let download = world.bills(all()).await;
    assert_eq!((download.state, download.done, download.total), (DownloadState::Waiting, 0, i64::from(MANY)));
    assert_eq!(world.file(&world.master, &download.download_id).await, Err(404));
    world.portal.work();
    let ready = world.until(&download.download_id, DownloadState::Ready).await;
    assert_eq!((ready.done, ready.total), (i64::from(MANY), i64::from(MANY)));
    let file = world.file(&world.master, &download.download_id).await.unwrap();
    assert_eq!(Some(i64::try_from(file.len()).unwrap()), ready.bytes);
    assert_eq!(world.stored(), 1);
    world.portal.advance(TimeDelta::hours(25));
    let again = world.portal.sign_in("master@sinar.example").await;
    assert_eq!(world.file(&again, &download.download_id).await, Err(404));
    gridbill::serve::tidy::tidy(&world.portal.app).await.unwrap();
    assert!(world.listed(&again).await.is_empty());
    assert_eq!(world.stored(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_requester_has_the_file() {
    let world = World::with_bills(3).await;
    let download = world.export("outstandingBills", json!({ "id": SINAR }), "xlsx").await;
    let others = [
        world.portal.sign_in("viewer@sinar.example").await,
        world.portal.sign_in("master@majlis.example").await,
        world.portal.sign_in_staff("pccr@utility.example").await,
    ];
    for other in &others {
        assert!(world.listed(other).await.is_empty());
        assert_eq!(world.file(other, &download.download_id).await, Err(404));
        assert_eq!(world.cancel(other, &download.download_id).await, Err(404));
    }
    // A user who may no longer read the list cannot get its file either.
    sql::run(world.portal.pool(), "update download set what = jsonb_set(what, '{list}', '\"allPayments\"')", &[]).await;
    assert_eq!(world.file(&world.master, &download.download_id).await, Err(403));
    // For a user of another company the file is not found.
    sql::run(world.portal.pool(), "update download set bulk_id = '3000000002'", &[]).await;
    assert!(world.listed(&world.master).await.is_empty());
    assert_eq!(world.file(&world.master, &download.download_id).await, Err(404));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_download_leaves_no_file() {
    let world = World::with_bills(MANY).await;
    let waiting = world.bills(all()).await;
    world.cancel(&world.master, &waiting.download_id).await.unwrap();
    assert!(world.listed(&world.master).await.is_empty());
    let running = world.bills(all()).await;
    world.portal.work();
    let seen = world.until(&running.download_id, DownloadState::Running).await;
    assert!(seen.done < seen.total);
    world.cancel(&world.master, &running.download_id).await.unwrap();
    // The next download of the same person is made after it.
    let next = world.bills(all()).await;
    world.until(&next.download_id, DownloadState::Ready).await;
    assert_eq!(world.listed(&world.master).await.len(), 1);
    assert_eq!(world.stored(), 1);
    // Cancelling a finished download deletes its file.
    world.cancel(&world.master, &next.download_id).await.unwrap();
    assert_eq!((world.listed(&world.master).await.len(), world.stored()), (0, 0));
}

/// A killed process leaves its download as running. The process that takes over starts again, and later writes of the
/// old process are ignored.
#[tokio::test(flavor = "multi_thread")]
async fn a_download_of_a_killed_process_is_completed() {
    let world = World::with_bills(MANY).await;
    let download = world.bills(all()).await;
    sql::run(world.portal.pool(), "update download set state = 'running', attempt = 1, done = 77", &[]).await;
    world.portal.work();
    let ready = world.until(&download.download_id, DownloadState::Ready).await;
    assert_eq!(ready.done, i64::from(MANY));
    let attempt = sql::value::<i32>(world.portal.pool(), "select attempt from download", &[]).await;
    assert_eq!(attempt, 2);
    assert_eq!(world.stored(), 1);
}

/// After each file, the least recently served user is next, so that one user's queue does not delay others.
#[tokio::test(flavor = "multi_thread")]
async fn one_users_queue_does_not_delay_others() {
    let world = World::with_bills(MANY).await;
    for _ in 0..2 {
        world.bills(all()).await;
    }
    let others = ["viewer@sinar.example", "payer@sinar.example", "keeper@sinar.example"];
    for email in others {
        world.portal.sign_in(email).await.call_raw::<DownloadBills>(all()).await.expect("a download");
    }
    world.portal.work();
    let mut begun = until("all are made", async || {
        let query = "select p.email from download d join person p using (person_id) where d.state = 'ready'
                     order by d.begun";
        let rows = sql::values::<String>(world.portal.pool(), query, &[]).await;
        (rows.len() == 5).then_some(rows)
    })
    .await;
    begun.truncate(4);
    // These three requested their files at the same time, so their order is not fixed.
    begun[1..].sort_unstable();
    assert_eq!(begun, ["master@sinar.example", "keeper@sinar.example", "payer@sinar.example", "viewer@sinar.example"]);
}

/// A file whose process dies each time, for example for lack of memory, fails after ten attempts.
#[tokio::test(flavor = "multi_thread")]
async fn a_download_fails_after_ten_attempts() {
    let world = World::with_bills(MANY).await;
    let download = world.bills(all()).await;
    sql::run(world.portal.pool(), "update download set state = 'running', slot = 1, attempt = 10", &[]).await;
    world.portal.work();
    let failed = world.until(&download.download_id, DownloadState::Failed).await;
    assert_eq!(failed.code, Some(Code::Unexpected));
    world.retry(&download.download_id).await;
    world.until(&download.download_id, DownloadState::Ready).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_refuses_files_is_reported_and_retried() {
    let world = World::with_bills(MANY).await;
    let uploads = world.folder.join("uploads");
    std::fs::remove_dir_all(&uploads).unwrap();
    std::fs::write(&uploads, b"no folder").unwrap();
    let small = json!({ "list": "outstandingBills", "request": { "id": SINAR }, "format": "csv" });
    assert_eq!(
        world.master.call_raw::<ExportList>(small.clone()).await.expect_err("full").code(),
        Code::DownloadNotKept
    );
    let download = world.bills(all()).await;
    world.portal.work();
    let failed = world.until(&download.download_id, DownloadState::Failed).await;
    assert_eq!(failed.code, Some(Code::DownloadNotKept));
    assert_eq!(failed.problem.as_deref(), Some("The portal has no room for this file at the moment. Try again later."));
    std::fs::remove_file(&uploads).unwrap();
    world.retry(&download.download_id).await;
    world.until(&download.download_id, DownloadState::Ready).await;
    assert!(world.file(&world.master, &download.download_id).await.is_ok());
    let again = world.master.call_raw::<RetryDownload>(json!({ "downloadId": download.download_id })).await;
    assert_eq!(again.expect_err("it is ready").code(), Code::FileNotFound);
}

/// All requested bills were paid before the job ran. The download fails with that reason instead of an empty archive.
#[tokio::test(flavor = "multi_thread")]
async fn a_download_without_bills_fails_with_its_reason() {
    let world = World::with_bills(MANY).await;
    let download = world.bills(all()).await;
    sql::run(world.portal.pool(), "update bill set status = 4", &[]).await;
    world.portal.work();
    let failed = world.until(&download.download_id, DownloadState::Failed).await;
    let said = failed.problem.as_deref();
    assert_eq!((failed.code, said), (Some(Code::DownloadEmpty), Some("There is nothing to download.")));
    assert_eq!(world.stored(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disabled_user_gets_no_file() {
    let world = World::with_bills(MANY).await;
    let download = world.bills(all()).await;
    let query = "update person set disabled_at = now() where email = 'master@sinar.example'";
    sql::run(world.portal.pool(), query, &[]).await;
    world.portal.work();
    until("it failed", async || {
        let query = "select code from download where download_id::text = $1";
        let state = sql::value::<Option<String>>(world.portal.pool(), query, &[&download.download_id]).await;
        state.filter(|code| code == "SignedOut")
    })
    .await;
    assert_eq!(world.stored(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_has_at_most_twenty_queued_and_thirty_stored_downloads() {
    let world = World::with_bills(MANY).await;
    for _ in 0..20 {
        world.bills(all()).await;
    }
    let refused = world.master.call_raw::<DownloadBills>(all()).await.expect_err("too many");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyDownloads));
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    viewer.call_raw::<DownloadBills>(all()).await.expect("another person's");
    for _ in 0..32 {
        world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    }
    let listed = world.listed(&world.master).await;
    assert_eq!(listed.iter().filter(|one| one.state == DownloadState::Ready).count(), 30);
    until("the oldest are deleted", async || (world.stored() == 30).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_is_refused_above_twenty_queued_downloads() {
    let world = World::with_bills(MANY).await;
    let failed = world.bills(all()).await;
    sql::run(world.portal.pool(), "update download set state = 'failed', code = 'DownloadNotKept'", &[]).await;
    let mut waiting = Vec::new();
    for _ in 0..20 {
        waiting.push(world.bills(all()).await);
    }
    let again = json!({ "downloadId": failed.download_id });
    let refused = world.master.call_raw::<RetryDownload>(again).await.expect_err("too many");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyDownloads));
    world.cancel(&world.master, &waiting[0].download_id).await.unwrap();
    world.retry(&failed.download_id).await;
    world.until(&failed.download_id, DownloadState::Waiting).await;
}

/// The limit also holds if two colleagues request at the same time and do not see each other's row yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_wait_for_one_company() {
    let world = World::with_bills(MANY).await;
    let query = "
        insert into download (download_id, person_id, bulk_id, name, what, language, state, total, requested_at, expires_at)
        select gen_random_uuid(), person_id, $1, 'Bills.zip', '{}', 'en', 'waiting', 1, now(), now() + interval '1 day'
        from person, generate_series(1, 99) where email = 'keeper@sinar.example'";
    sql::run(world.portal.pool(), query, &[&SINAR]).await;
    // A colleague's call, not committed yet.
    let mut held = world.portal.pool().begin().await.unwrap();
    let query = "select bulk_id from bulk_account where bulk_id = $1 for no key update";
    sql::value::<String>(&mut *held, query, &[&SINAR]).await;
    let query = "
        insert into download (download_id, person_id, bulk_id, name, what, language, state, total, requested_at, expires_at)
        select gen_random_uuid(), person_id, $1, 'Bills.zip', '{}', 'en', 'waiting', 1, now(), now() + interval '1 day'
        from person where email = 'payer@sinar.example'";
    sql::run(&mut *held, query, &[&SINAR]).await;
    let colleague = async {
        until_blocked(&world.portal, 1).await;
        held.commit().await.unwrap();
    };
    let (asked, ()) = tokio::join!(world.master.call_raw::<DownloadBills>(all()), colleague);
    let refused = asked.expect_err("a hundred wait");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyDownloads));
    let said = &refused.body.error_message;
    assert!(said.starts_with("100 files are already being prepared, for you or for this company."), "{said}");
}

/// The oldest file is deleted even if the new file was requested before all others.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_of_a_job_replaces_the_oldest() {
    let world = World::with_bills(MANY).await;
    let large = world.bills(all()).await;
    for _ in 0..30 {
        world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    }
    world.portal.work();
    world.until(&large.download_id, DownloadState::Ready).await;
    let listed = world.listed(&world.master).await;
    assert_eq!(listed.iter().filter(|one| one.state == DownloadState::Ready).count(), 30);
    until("the oldest is deleted", async || (world.stored() == 30).then_some(())).await;
    assert!(world.file(&world.master, &large.download_id).await.is_ok());
}

/// A refused call changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_refused_deletes_no_older_file() {
    let world = World::with_bills(1).await;
    let request = json!({ "list": "outstandingBills", "request": { "id": SINAR }, "format": "csv" });
    let oldest = world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    for _ in 1..30 {
        world.portal.advance(TimeDelta::seconds(1));
        world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    }
    // Another call with the same key is running.
    let held = with_key(world.portal.pool(), "one").await;
    let refused = world.master.with_key("one").call_raw::<ExportList>(request.clone()).await.expect_err("at work");
    assert_eq!(refused.code(), Code::KeyInProgress);
    until("the file of the refused call is deleted", async || (world.stored() == 30).then_some(())).await;
    assert!(world.file(&world.master, &oldest.download_id).await.is_ok());
    held.rollback().await.unwrap();
    world.master.with_key("one").call_raw::<ExportList>(request).await.expect("an export");
    assert!(world.file(&world.master, &oldest.download_id).await.is_err());
    until("the oldest file is deleted", async || (world.stored() == 30).then_some(())).await;
}

/// Opens a transaction that holds the Master's idempotency key, like another call with it.
async fn with_key(pool: &PgPool, key: &str) -> Transaction<'static, Postgres> {
    let mut held = pool.begin().await.unwrap();
    let lock = "select pg_advisory_xact_lock(hashtextextended(person_id::text || $1, 0)) from person
                where email = 'master@sinar.example'";
    sql::run(&mut *held, lock, &[&key]).await;
    held
}

/// The file that was requested first may be finished last, and is then the newest.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_just_made_is_not_the_oldest() {
    let world = World::with_bills(MANY).await;
    let small = async || world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    let large = world.bills(all()).await;
    world.portal.advance(TimeDelta::seconds(1));
    for _ in 0..29 {
        small().await;
    }
    world.portal.advance(TimeDelta::seconds(1));
    world.portal.work();
    world.until(&large.download_id, DownloadState::Ready).await;
    world.portal.advance(TimeDelta::seconds(1));
    small().await;
    assert!(world.file(&world.master, &large.download_id).await.is_ok());
    assert_eq!(world.listed(&world.master).await.len(), 30);
}

/// A stored file with wrong content, or with none, is detected while it is sent, and the log names it.
// On one thread, so that the thread's subscriber receives everything.
#[tokio::test]
async fn a_file_that_is_damaged_in_the_store_does_not_arrive_whole() {
    let (log, _listening) = Log::listen();
    let world = World::with_bills(3).await;
    let download = world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    let query = "select file_id from download";
    let file_id = sql::value::<Option<uuid::Uuid>>(world.portal.pool(), query, &[]).await.unwrap();
    let name = file_id.simple().to_string();
    let stored = world.folder.join("uploads").join(&name[name.len() - 2..]).join(&name);
    let token = crate::support::raw::bearer(&world.wire.sign_in("master@sinar.example").await.0);
    let path = format!("/portal/api/v1/Downloads/File/{}", download.download_id);
    let mut altered = std::fs::read(&stored).unwrap();
    altered[10] ^= 1;
    for (named, damaged) in [altered, Vec::new()].into_iter().enumerate() {
        std::fs::write(&stored, damaged).unwrap();
        // The connection may close before the head of the answer was sent.
        let request = world.wire.request("GET", &path, &[("authorization", &token)], "");
        let whole = async { request.send().await?.bytes().await };
        assert!(whole.await.is_err(), "it came whole");
        let names = |line: &&str| line.contains("returned wrong bytes") && line.contains(&file_id.to_string());
        assert_eq!(log.text().lines().filter(names).count(), named + 1);
    }
}
