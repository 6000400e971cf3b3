//! Files of queries.

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::queries::AddQueryFile;
use serde_json::Value;

use super::{answer, close, open, seen};
use crate::declarations::{MULTIPART, fixture, form, pdf};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, sql};

async fn add(wire: &RawClient, token: &str, bulk_id: &str, query: &Value, name: &str, file: &[u8]) -> RawResponse {
    let path = AddQueryFile::ENTRY.path().replace("{id}", bulk_id);
    let body = form(&[("File", name, file)], &[("queryId", query.as_str().expect("an id"))]);
    wire.send("POST", &path, &[("authorization", token), ("content-type", MULTIPART)], body).await
}

async fn download(wire: &RawClient, token: &str, bulk_id: &str, query: &Value, file_id: &str) -> RawResponse {
    let query = query.as_str().expect("an id");
    let path = format!("/portal/api/v1/Queries/File/{bulk_id}?queryId={query}&fileId={file_id}");
    wire.send("GET", &path, &[("authorization", token)], "").await
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_add_files_that_pass_the_checks_and_read_them() {
    let folder = std::env::temp_dir().join(format!("gridbill-query-files-{}", uuid::Uuid::now_v7().simple()));
    let portal = Portal::with_people_and(&["--files-url", &format!("file://{}", folder.display())]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let query = open(&payer, &bills[0]).await;
    let wire = RawClient::to(portal.address);
    let mut tokens = Vec::new();
    for email in ["payer@sinar.example", "pccr@utility.example", "viewer@sinar.example", "master@majlis.example"] {
        tokens.push(bearer(&wire.sign_in(email).await.0));
    }
    let [payers, staffs, viewers, strangers] = [0, 1, 2, 3].map(|place: usize| tokens[place].as_str());

    let picture = add(&wire, payers, SINAR, &query, "meter.exe", &fixture("a plain jpeg")).await;
    assert_eq!(picture.status, 200, "{}", picture.text());
    let picture = picture.json()["Data"].clone();
    assert_eq!((picture["fileName"].as_str(), picture["author"].as_str()), (Some("meter.jpg"), Some("customer")));
    let reading = add(&wire, staffs, SINAR, &query, "reading.pdf", &pdf()).await;
    assert_eq!(reading.json()["Data"]["author"], "staff", "{}", reading.text());
    assert_eq!(seen(&payer, &query).await.files.len(), 2);

    let file_id = picture["fileId"].as_str().expect("an id");
    for token in [payers, staffs, viewers] {
        let file = download(&wire, token, SINAR, &query, file_id).await;
        assert_eq!((file.status, file.body), (200, fixture("a plain jpeg")));
    }
    for (token, bulk_id, code) in [
        (strangers, SINAR, "bulkAccountNotFound"),
        (strangers, MAJLIS, "fileNotFound"),
        (staffs, MAJLIS, "fileNotFound"),
    ] {
        let file = download(&wire, token, bulk_id, &query, file_id).await;
        assert_eq!((file.status, file.code().as_deref()), (404, Some(code)));
    }

    for (token, bulk_id, file, status, code) in [
        (payers, SINAR, b"a program".to_vec(), 422, "fileKindUnknown"),
        (payers, SINAR, Vec::new(), 422, "fileEmpty"),
        (payers, SINAR, [pdf(), vec![b' '; 5 << 20]].concat(), 413, "fileTooLarge"),
        (viewers, SINAR, pdf(), 403, "forbidden"),
        (strangers, SINAR, pdf(), 404, "bulkAccountNotFound"),
        (staffs, MAJLIS, pdf(), 404, "queryNotFound"),
    ] {
        let refused = add(&wire, token, bulk_id, &query, "form.pdf", &file).await;
        assert_eq!((refused.status, refused.code().as_deref()), (status, Some(code)));
    }
    answer(&pccr, &query, "It is right.").await;
    close(&payer, &query, true).await.expect("accepted");
    let late = add(&wire, payers, SINAR, &query, "form.pdf", &pdf()).await;
    assert_eq!((late.status, late.code().as_deref()), (409, Some("queryEnded")));
    // The refused file's bytes are recorded as an orphan, and only the two files have rows.
    let rows = sql::value::<i64>(portal.pool(), "select count(*) from query_file", &[]).await;
    assert_eq!(rows, 2);
    std::fs::remove_dir_all(&folder).expect("removed");
}
