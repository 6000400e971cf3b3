//! `kill -9` while the documents of hundreds of bills are written: another process starts again, and only one file is
//! stored.

use std::time::Duration;

use gridbill_core::downloads::{Download, DownloadBills, DownloadState, GetDownloadFile, GetDownloads};
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::{Login, LoginRequest};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::process::{Home, age_worker, free_address};
use crate::support::given::{self, SINAR};
use crate::support::portal::PASSWORD;
use crate::support::{Actor, sql};

/// Large enough that a job writes them, and that the kill comes in the middle.
const BILLS: i32 = 300;
/// Time for another process to take over the dead process's job and finish it.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Waits until a download satisfies the condition, and returns it.
async fn until(actor: &Actor, what: &str, is_so: impl Fn(&Download) -> bool) -> Download {
    let began = Instant::now();
    loop {
        let listed = actor.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
        if let Some(found) = listed.into_iter().find(|one| is_so(one)) {
            return found;
        }
        assert!(began.elapsed() < TIMEOUT, "never happened: {what}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_are_put_together_though_the_server_is_killed_in_the_middle() {
    let home = Home::make("downloads");
    let pool = home.database().await;
    given::people_in(&pool).await;
    given::bills(&pool, SINAR, BILLS, "100.10").await;
    let mut server = home.serve(free_address()).await;
    let visitor = Actor::new(server.address);
    let login = LoginRequest {
        username: "master@sinar.example".to_owned(),
        password: PASSWORD.to_owned(),
        invitation_token: None,
    };
    let master = visitor.with_token(
        visitor.call::<Login>(login).await.expect("signed in").tokens().expect("no second factor").access_token,
    );
    master.call_raw::<DownloadBills>(json!({ "id": SINAR })).await.expect("requested");
    let seen = until(&master, "some are done", |one| one.done > 0).await;
    assert!(seen.state == DownloadState::Running && seen.done < seen.total, "{seen:?}");
    server.kill();
    age_worker(&pool, server.id()).await;
    let server = home.serve(free_address()).await;
    let master = master.at(server.address);
    let ready = until(&master, "it is ready", |one| one.state == DownloadState::Ready).await;
    assert_eq!((ready.done, ready.total), (i64::from(BILLS), i64::from(BILLS)));
    let (status, bytes) = master.send(&GetDownloadFile::ENTRY, json!({ "downloadId": ready.download_id })).await;
    assert_eq!(status, 200);
    let archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    assert_eq!(archive.len(), usize::try_from(BILLS).unwrap());
    let attempt = sql::value::<i32>(&pool, "select attempt from download", &[]).await;
    assert_eq!(attempt, 2);
}
