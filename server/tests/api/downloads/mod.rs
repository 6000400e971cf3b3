//! Files made for users: content, access and creation.

mod documents;
mod injection;
mod making;
mod once;
mod packs;
mod rows;
mod sen;
mod statement;
pub mod workbook;

use std::path::PathBuf;

use gridbill_core::downloads::{
    CancelDownload, Download, DownloadBills, DownloadState, ExportList, GetDownloadFile, GetDownloads, RetryDownload,
};
use gridbill_core::endpoint::{Endpoint, Nothing};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::given::{self, SINAR};
use crate::support::portal::until;
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Actor, Portal};

/// A portal with its own file store.
struct World {
    portal: Portal,
    wire: RawClient,
    master: Actor,
    folder: PathBuf,
}

impl World {
    async fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("gridbill-downloads-{}", Uuid::now_v7().simple()));
        let url = format!("file://{}", folder.display());
        let portal = Portal::with_people_and(&["--files-url", &url]).await;
        let (wire, master) = (RawClient::to(portal.address), portal.sign_in("master@sinar.example").await);
        Self { portal, wire, master, folder }
    }

    async fn with_bills(count: i32) -> Self {
        let world = Self::new().await;
        given::bills(world.portal.pool(), SINAR, count, "100.10").await;
        world
    }

    async fn export(&self, list: &str, request: Value, format: &str) -> Download {
        let asked = json!({ "list": list, "request": request, "format": format });
        read(self.master.call_raw::<ExportList>(asked).await.expect("an export"))
    }

    /// Exports a list that is small enough to be written inline, and returns the file.
    async fn file_of(&self, list: &str, request: Value, format: &str) -> Vec<u8> {
        let download = self.export(list, request, format).await;
        assert_eq!(download.state, DownloadState::Ready, "{list}");
        self.file(&self.master, &download.download_id).await.expect("a file")
    }

    async fn file(&self, actor: &Actor, download_id: &str) -> Result<Vec<u8>, u16> {
        let (status, bytes) = actor.send(&GetDownloadFile::ENTRY, json!({ "downloadId": download_id })).await;
        if status == 200 { Ok(bytes) } else { Err(status) }
    }

    /// Sends a GET and returns the answer with its headers.
    async fn get(&self, email: &str, path: &str) -> RawResponse {
        let token = bearer(&self.wire.sign_in(email).await.0);
        self.wire.send("GET", path, &[("authorization", &token)], "").await
    }

    async fn bills(&self, wanted: Value) -> Download {
        read(self.master.call_raw::<DownloadBills>(wanted).await.expect("a download"))
    }

    async fn listed(&self, actor: &Actor) -> Vec<Download> {
        actor.call::<GetDownloads>(Nothing {}).await.expect("downloads").items
    }

    async fn cancel(&self, actor: &Actor, download_id: &str) -> Result<(), u16> {
        let asked = json!({ "downloadId": download_id });
        actor.call_raw::<CancelDownload>(asked).await.map(drop).map_err(|refused| refused.status)
    }

    async fn retry(&self, download_id: &str) {
        self.master.call_raw::<RetryDownload>(json!({ "downloadId": download_id })).await.expect("again");
    }

    /// Waits until a download of the Master has that state.
    async fn until(&self, download_id: &str, state: DownloadState) -> Download {
        until("that state", async || {
            self.listed(&self.master).await.into_iter().find(|one| one.download_id == download_id && one.state == state)
        })
        .await
    }

    /// Returns the number of files in the store.
    fn stored(&self) -> usize {
        fn count(folder: &std::path::Path) -> usize {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
        }
        count(&self.folder.join("uploads"))
    }
}

impl Drop for World {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

fn read(value: Value) -> Download {
    serde_json::from_value(value).expect("a download")
}
