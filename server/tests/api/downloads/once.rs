//! A download is created once for each idempotency key (docs/http.md#idempotency-keys).

use gridbill_core::Code;
use gridbill_core::downloads::{DownloadBills, DownloadState, ExportList, RetryDownload};
use gridbill_core::endpoint::Endpoint;
use serde_json::{Value, json};

use super::{World, read};
use crate::support::Actor;
use crate::support::given::SINAR;
use crate::support::portal::until;

/// More bills than a call writes inline.
const MANY: i32 = 130;

/// Repeats a request, and checks that each answer has the same bytes.
async fn again<E: Endpoint>(actor: &Actor, request: Value) -> Value {
    let (status, first) = actor.send(&E::ENTRY, request.clone()).await;
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&first));
    for _ in 0..5 {
        assert_eq!(actor.send(&E::ENTRY, request.clone()).await, (200, first.clone()));
    }
    serde_json::from_slice::<Value>(&first).expect("JSON")["Data"].take()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_makes_one_file() {
    let world = World::with_bills(MANY).await;
    let rows = |format| json!({ "list": "outstandingBills", "request": { "id": SINAR }, "format": format });
    let small = read(again::<ExportList>(&world.master.with_key("rows"), rows("csv")).await);
    assert_eq!(small.state, DownloadState::Ready);
    assert_eq!((world.listed(&world.master).await.len(), world.stored()), (1, 1));
    assert!(world.file(&world.master, &small.download_id).await.is_ok());
    // Of simultaneous calls one download is stored, and the files of the others are deleted.
    let (rivals, entry) = (world.master.with_key("rivals"), ExportList::ENTRY);
    let answers = futures::future::join_all((0..4).map(|_| rivals.send(&entry, rows("csv")))).await;
    let made: Vec<_> = answers.into_iter().filter(|(status, _)| *status == 200).collect();
    assert!(!made.is_empty() && made.iter().all(|answer| *answer == made[0]));
    until("one file is left of them", async || (world.stored() == 2).then_some(())).await;
    assert_eq!(world.listed(&world.master).await.len(), 2);
    let reused = world.master.with_key("rows").call_raw::<ExportList>(rows("xlsx")).await.expect_err("refused");
    assert_eq!((reused.status, reused.code()), (422, Code::KeyReused));
    // Without a key, as existing clients call, a second request makes another file.
    world.export("outstandingBills", json!({ "id": SINAR }), "csv").await;
    assert_eq!(world.listed(&world.master).await.len(), 3);

    let large = json!({ "id": SINAR, "format": "zip" });
    let large = read(again::<DownloadBills>(&world.master.with_key("bills"), large).await);
    assert_eq!(large.state, DownloadState::Waiting);
    assert_eq!(world.listed(&world.master).await.len(), 4);
    world.portal.work();
    world.until(&large.download_id, DownloadState::Ready).await;
    assert_eq!(world.stored(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_tries_again_once() {
    let world = World::with_bills(MANY).await;
    let download = world.bills(json!({ "id": SINAR, "format": "zip" })).await;
    world.portal.damage("update download set state = 'failed', code = 'Unexpected'").await;
    let retried = json!({ "downloadId": download.download_id });
    let waiting = read(again::<RetryDownload>(&world.master.with_key("retry"), retried).await);
    assert_eq!((waiting.download_id, waiting.state), (download.download_id, DownloadState::Waiting));
}
