//! `kill -9` during uploads: acknowledged files exist, and no bytes without a row remain.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use gridbill_core::identity::{Login, LoginRequest};
use gridbill_core::registration::Declaration;
use serde_json::Value;
use sqlx::PgPool;
use tokio::task::JoinSet;
use tokio::time::sleep;
use uuid::Uuid;

use super::{MULTIPART, UPLOAD, form, pdf};
use crate::crash::process::{Home, free_address};
use crate::support::portal::{PASSWORD, until};
use crate::support::raw::bearer;
use crate::support::{Actor, client, given, sql};

const PEOPLE: i32 = 4;

/// Collects the names of all files, without the suffix of files being written.
fn names(folder: &Path, names_in_it: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names(&path, names_in_it);
        } else {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            names_in_it.insert(name.split('#').next().unwrap_or_default().to_owned());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_files_survive_and_stray_files_are_known() {
    let home = Home::make("uploads");
    let pool = home.database().await;
    let address = free_address();
    let mut server = home.serve(address).await;
    let mut tokens = Vec::new();
    for person in 0..PEOPLE {
        let username = format!("new{person}@baru.example");
        given::person_without_account(&pool, &username).await;
        let login = LoginRequest { username, password: PASSWORD.to_owned(), invitation_token: None };
        tokens.push(bearer(
            &Actor::new(address)
                .call::<Login>(login)
                .await
                .expect("a customer")
                .tokens()
                .expect("no second factor")
                .access_token,
        ));
    }
    let file = [pdf(), vec![b' '; 1 << 20]].concat();
    for round in 0..6 {
        let mut uploads = JoinSet::new();
        for token in tokens.clone() {
            let body = form(&[("File", "form.pdf", &file)], &[]);
            uploads.spawn(async move { last_taken(address, &token, &body).await });
        }
        // Wait for the first file before the first kill, because on a busy machine no fixed pause is long enough.
        if round == 0 {
            until("a file is taken", async || (stored(&pool).await > 0).then_some(())).await;
        }
        sleep(Duration::from_millis(150 + 70 * round)).await;
        server.kill();
        let last: Vec<Uuid> = uploads.join_all().await.into_iter().flatten().collect();
        let rows = sql::values::<Uuid>(&pool, "select file_id from stored_file", &[]).await;
        assert!(last.iter().all(|file_id| rows.contains(file_id)), "round {round}: an acknowledged file is missing");
        let strays = sql::values::<Uuid>(&pool, "select file_id from stray_file", &[]).await;
        let mut there = BTreeSet::new();
        names(&home.folder().join("files"), &mut there);
        let named = |ids: &[Uuid]| ids.iter().map(|id| id.simple().to_string()).collect::<BTreeSet<_>>();
        assert!(named(&rows).is_subset(&there), "round {round}: a row without its bytes");
        let known: BTreeSet<_> = named(&rows).union(&named(&strays)).cloned().collect();
        assert!(there.is_subset(&known), "round {round}: bytes without a row");
        server = home.serve(address).await;
    }
    assert!(stored(&pool).await > 0, "nothing was uploaded");
}

async fn stored(pool: &PgPool) -> i64 {
    sql::value(pool, "select count(*) from stored_file", &[]).await
}

/// Uploads until the server stops answering. Returns the id of the last acknowledged file.
async fn last_taken(address: SocketAddr, token: &str, body: &[u8]) -> Option<Uuid> {
    let (client, mut last) = (client(), None);
    loop {
        let request = client.post(format!("http://{address}{UPLOAD}")).header("authorization", token);
        let sent = request.header("content-type", MULTIPART).body(body.to_vec()).send().await;
        let Ok(answer) = sent else { return last };
        let Ok(mut answer) = answer.json::<Value>().await else { return last };
        let Ok(taken) = serde_json::from_value::<Declaration>(answer["Data"].take()) else { return last };
        last = Uuid::parse_str(&taken.file_id).ok();
    }
}
