//! `kill -9` during real runs: no document is marked without a run, and each run has its file.

use std::time::Duration;

use gridbill_core::accounting::{RunAccounting, SaveAccountingProfile};
use gridbill_core::downloads::{DownloadState, GetDownloads};
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::{Login, LoginRequest};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::time::sleep;

use super::journal;
use crate::crash::process::{Home, age_worker, free_address};
use crate::support::given::{self, SINAR};
use crate::support::portal::{PASSWORD, until};
use crate::support::{Actor, RefusedCall, sql};

/// New bills before each run.
const BILLS: i32 = 300;
/// Milliseconds from the call to the kill: before the run, in its middle, and after it.
const DELAYS: [u64; 6] = [10, 60, 150, 300, 600, 1_200];

/// Returns the number of runs, of documents that their sums count, and of documents that are marked.
async fn stored(pool: &PgPool) -> (i64, i64, i64) {
    let query = "select (select count(*) from accounting_run),
                 (select coalesce(sum(documents), 0)::bigint from accounting_run),
                 (select count(*) from accounting_document where is_current)";
    sql::row(pool, query, &[]).await
}

async fn run(payer: &Actor, profile_id: &Value) -> Result<Value, RefusedCall> {
    let request = json!({ "id": SINAR, "profileId": profile_id, "version": 1, "isSample": false });
    payer.call_raw::<RunAccounting>(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_run_leaves_no_mark_without_a_file() {
    let home = Home::make("accounting");
    let pool = home.database().await;
    given::people_in(&pool).await;
    given::bills(&pool, SINAR, 1, "100.10").await;
    let address = free_address();
    let visitor = Actor::new(address);
    let mut server = home.serve(address).await;
    let login = LoginRequest {
        username: "payer@sinar.example".to_owned(),
        password: PASSWORD.to_owned(),
        invitation_token: None,
    };
    let tokens = visitor.call::<Login>(login).await.expect("signed in").tokens().expect("no second factor");
    let payer = visitor.with_token(tokens.access_token);
    let saved = payer.call_raw::<SaveAccountingProfile>(json!({ "id": SINAR, "draft": journal("Books") })).await;
    let profile_id = saved.expect("a profile")["profileId"].clone();
    for delay in DELAYS {
        given::bills(&pool, SINAR, BILLS, "100.10").await;
        let call = tokio::spawn({
            let (payer, profile_id) = (payer.clone(), profile_id.clone());
            async move { run(&payer, &profile_id).await.is_ok() }
        });
        sleep(Duration::from_millis(delay)).await;
        assert!(server.is_running(), "it ended by itself");
        server.kill();
        age_worker(&pool, server.id()).await;
        // The call has no answer if the process died first.
        let is_acknowledged = call.await.unwrap_or_default();
        server = home.serve(address).await;
        let (runs, documents, marked) = stored(&pool).await;
        assert_eq!(documents, marked, "after {delay} ms: {runs} runs");
        assert!(!is_acknowledged || runs > 0, "after {delay} ms an answered run is gone");
    }
    // What no run has exported yet is exported now. Nothing is left if the last run was committed.
    let last = run(&payer, &profile_id).await;
    let (runs, documents, marked) = stored(&pool).await;
    let bills = 1 + i64::from(BILLS) * i64::try_from(DELAYS.len()).expect("a count");
    assert_eq!((documents, marked), (bills, bills), "{last:?}");
    let names = until("the files", async || {
        let listed = payer.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
        let is_ready = listed.iter().all(|one| one.state == DownloadState::Ready);
        is_ready.then(|| listed.into_iter().map(|one| one.name).collect::<Vec<_>>())
    })
    .await;
    let mut expected: Vec<String> = (1..=runs).rev().map(|run_no| format!("Books {run_no}.csv")).collect();
    expected.sort();
    let mut names = names;
    names.sort();
    assert_eq!(names, expected, "each run has its file");
    let check = home.run(&["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}
