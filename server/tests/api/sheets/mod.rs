//! Workbooks of accounts over HTTP: the template, and uploads of filled-in workbooks.

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::accounts::UploadedAccounts;
use gridbill_core::downloads::{ExportList, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::sheet::{LIMITS, read};
use rust_xlsxwriter::{Formula, Workbook};
use serde_json::json;

use crate::declarations::hostile;
use crate::support::Portal;
use crate::support::given::{self, SINAR};
use crate::support::raw::{RawClient, RawResponse, bearer};

const UPLOAD: &str = "/account-svc/api/v1/BulkRegistration/UploadAddAccountExcel";
const TEMPLATE: &str = "/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate";
const NEW: &str = "kamala@baru.example";

/// Starts a portal with a new applicant.
async fn portal() -> (Portal, RawClient, String) {
    let portal = Portal::with_people().await;
    given::person_without_account(portal.pool(), NEW).await;
    let wire = RawClient::to(portal.address);
    let (token, _) = wire.sign_in(NEW).await;
    (portal, wire, bearer(&token))
}

/// Builds multipart form data with one part for each file.
fn form(files: &[&[u8]]) -> Vec<u8> {
    let mut body = Vec::new();
    for file in files {
        body.extend_from_slice(
            b"--gridbill\r\nContent-Disposition: form-data; name=\"File\"; filename=\"accounts.xlsx\"\r\n\r\n",
        );
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--gridbill--\r\n");
    body
}

async fn upload(wire: &RawClient, token: &str, language: &str, file: &[u8]) -> RawResponse {
    let headers = [
        ("authorization", token),
        ("accept-language", language),
        ("content-type", "multipart/form-data; boundary=gridbill"),
    ];
    wire.send("POST", UPLOAD, &headers, form(&[file])).await
}

fn workbook(rows: &[(String, String)]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "Account number").unwrap();
    for (line, (number, reference)) in (1..).zip(rows) {
        sheet.write(line, 0, number).unwrap().write(line, 1, reference).unwrap();
    }
    book.save_to_buffer().unwrap()
}

/// Staff use the same workbook to add accounts for customers.
#[tokio::test]
async fn staff_have_the_template_too() {
    let (_portal, wire, _) = portal().await;
    for email in ["pccr@utility.example", "glb@utility.example"] {
        let authorization = bearer(&wire.sign_in(email).await.0);
        let answer = wire.send("GET", TEMPLATE, &[("authorization", &authorization)], "").await;
        assert_eq!(answer.status, 200, "{email}");
        assert_eq!(read(&answer.body, 2, &LIMITS).unwrap().rows.len(), 1);
    }
    assert_eq!(wire.send("GET", TEMPLATE, &[], "").await.status, 401);
}

#[tokio::test]
async fn the_template_is_in_the_callers_language_and_is_read_when_filled_in() {
    let (_portal, wire, token) = portal().await;
    for (language, name, heading) in [
        ("en", "Add%20Accounts%20Template.xlsx", ["Account number", "Reference ID"]),
        ("ms", "Templat%20Tambah%20Akaun.xlsx", ["Nombor akaun", "ID rujukan"]),
    ] {
        let answer = wire.send("GET", TEMPLATE, &[("authorization", &token), ("accept-language", language)], "").await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.headers["content-disposition"].to_str().unwrap(),
            format!("attachment; filename=\"{}\"; filename*=UTF-8''{name}", name.replace("%20", " "))
        );
        let rows = read(&answer.body, 2, &LIMITS).unwrap().rows;
        assert_eq!((rows.len(), &rows[0].cells[..]), (1, &heading.map(str::to_owned)[..]));
        let empty = upload(&wire, &token, language, &answer.body).await;
        assert_eq!((empty.status, empty.code().as_deref()), (422, Some("sheetEmpty")));
    }
}

#[tokio::test]
async fn every_row_is_answered_with_what_is_wrong_with_it() {
    let (_portal, wire, token) = portal().await;
    let mut rows: Vec<(String, String)> =
        (0..9_998).map(|count| (format!("22{count:010}"), format!("Block {count}"))).collect();
    rows.push(("220000000007".into(), String::new()));
    rows.push(("210000000001".into(), "=a name that is too long".into()));
    let answer = upload(&wire, &token, "en", &workbook(&rows)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let accounts: UploadedAccounts = serde_json::from_value(answer.json()["Data"].take()).unwrap();
    assert_eq!((accounts.rows.len(), accounts.ok, accounts.wrong), (10_000, 9_999, 1));
    assert_eq!((accounts.rows[9_998].line, accounts.rows[9_998].refusal), (10_000, Some(Code::AccountRepeated)));
    assert_eq!(accounts.rows[9_999].reference_id, "=a name that is");
    assert!(accounts.rows[9_999].is_reference_cut);
}

/// Existing clients cannot choose what is done with hidden rows, so these are read, and named in the answer.
#[tokio::test]
async fn hidden_rows_and_formulas_are_read_and_a_row_with_totals_is_left_out() {
    let (_portal, wire, token) = portal().await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_column(0, 0, ["Account number", "220000000001", "220000000002", "Total"]).unwrap();
    let sum = |result: &str| Formula::new("=SUBTOTAL(109,C2:C3)").set_result(result);
    sheet.write_formula(1, 1, Formula::new("=\"Block \"&1").set_result("Block 1")).unwrap();
    sheet.write_formula(3, 1, sum("2")).unwrap().write_formula(3, 2, sum("120.00")).unwrap();
    sheet.set_row_hidden(2).unwrap();
    let answer = upload(&wire, &token, "en", &book.save_to_buffer().unwrap()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let accounts: UploadedAccounts = serde_json::from_value(answer.json()["Data"].take()).unwrap();
    assert_eq!((accounts.ok, accounts.wrong, accounts.hidden), (2, 0, vec![3]));
    assert_eq!(accounts.rows[0].reference_id, "Block 1");
}

/// The list has a heading, further columns, and a row of totals with formulas.
#[tokio::test(flavor = "multi_thread")]
async fn an_exported_list_of_accounts_is_uploaded_as_it_is() {
    let (portal, wire, token) = portal().await;
    given::bills(portal.pool(), SINAR, 3, "100.10").await;
    let master = portal.sign_in("master@sinar.example").await;
    for (actor, language) in [(master.in_malay(), "ms"), (master, "en")] {
        let asked = json!({ "list": "accounts", "request": { "id": SINAR }, "format": "xlsx" });
        let made = actor.call_raw::<ExportList>(asked).await.unwrap();
        let (status, file) = actor.send(&GetDownloadFile::ENTRY, json!({ "downloadId": made["downloadId"] })).await;
        assert_eq!(status, 200);
        let rows = read(&file, 2, &LIMITS).unwrap().rows.len();
        let answer = upload(&wire, &token, language, &file).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let accounts: UploadedAccounts = serde_json::from_value(answer.json()["Data"].take()).unwrap();
        // All but the heading and the totals.
        assert!(rows > 4);
        assert_eq!((accounts.rows.len(), accounts.wrong), (rows - 2, 0), "{:?}", accounts.rows);
    }
}

#[tokio::test]
async fn hostile_workbooks_are_refused_with_the_code_of_core_and_the_portal_stays_up() {
    let (_portal, wire, token) = portal().await;
    let files = hostile("sheets");
    assert!(files.len() >= 40, "{} files", files.len());
    for language in ["en", "ms"] {
        // All at the same time: uploads are processed one after the other, to limit memory.
        let answers = join_all(files.iter().map(|(_, _, file)| upload(&wire, &token, language, file))).await;
        for ((name, code, _), answer) in files.iter().zip(answers) {
            // Hidden rows are included over HTTP.
            let code = code.as_str().filter(|code| *code != "sheetRowsHidden");
            assert_eq!(answer.code().as_deref(), code, "{name}");
            assert_eq!(answer.status, if code.is_some() { 422 } else { 200 }, "{name}");
        }
    }
    let large = upload(&wire, &token, "en", &[b"PK\x03\x04".to_vec(), vec![0; 3 << 20]].concat()).await;
    assert_eq!((large.status, large.code().as_deref()), (413, Some("fileTooLarge")));
    let larger = upload(&wire, &token, "en", &vec![0; 6 << 20]).await;
    assert_eq!((larger.status, larger.code().as_deref()), (413, Some("tooLarge")));
    assert_eq!(wire.send("GET", "/healthz", &[], "").await.status, 200);
}

#[tokio::test]
async fn malformed_uploads_and_callers_without_permission_are_refused() {
    let (_portal, wire, token) = portal().await;
    let multipart = ("content-type", "multipart/form-data; boundary=gridbill");
    for (kind, body) in [
        (multipart, form(&[])),
        (multipart, form(&[b"one", b"two"])),
        (multipart, b"--gridbill\r\ncut".to_vec()),
        (("content-type", "application/json"), b"{}".to_vec()),
    ] {
        let answer = wire.send("POST", UPLOAD, &[("authorization", &token), kind], body).await;
        assert_eq!((answer.status, answer.code().as_deref()), (400, Some("unreadable")));
    }
    let (staff, _) = wire.sign_in("pccr@utility.example").await;
    assert_eq!(upload(&wire, &bearer(&staff), "en", &workbook(&[])).await.status, 403);
    assert_eq!(upload(&wire, "Bearer nobody", "en", &workbook(&[])).await.status, 401);
    assert_eq!(wire.send("GET", TEMPLATE, &[], "").await.status, 401);
}
