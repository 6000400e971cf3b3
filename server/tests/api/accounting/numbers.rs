//! Numbers of the accounting program come back.

use gridbill_core::Code;
use gridbill_core::accounting::{
    GetAccountingDocuments, GetAccountingRuns, ReadAccountingNumbers, SetAccountingNumbers, UploadAccountingNumbers,
};
use gridbill_core::endpoint::Endpoint as _;
use rust_xlsxwriter::{Format, Formula, Workbook};
use serde_json::{Value, json};

use super::{World, journal};
use crate::support::given::{self, SINAR};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_stored_for_all_documents_or_for_none() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let first = world.bills[0].to_string();
    let set = async |numbers: Value| {
        let request = json!({ "id": SINAR, "profileId": id, "numbers": numbers });
        world.payer.call_raw::<SetAccountingNumbers>(request).await
    };
    let number = |ours: &str, theirs: &str| json!({ "documentNo": ours, "theirNo": theirs });
    let refused = set(json!([number(&first, "PI-1"), number("999", "PI-2")])).await.expect_err("unknown");
    assert_eq!(refused.fields(), [("numbers.1.documentNo", Code::AccountingDocumentUnknown)]);
    let refused = set(json!([number(&first, "PI-1"), number(&first, "PI-2")])).await.expect_err("twice");
    assert_eq!(refused.fields(), [("numbers.1.documentNo", Code::AccountingDocumentRepeated)]);
    assert_eq!(set(json!([])).await.expect_err("none").code(), Code::AccountingNumbersRequired);
    assert_eq!(set(json!([number(&first, " PI-1 ")])).await.expect("set")["documents"], 1);
    assert_eq!(set(json!([number(&first, "PI-1")])).await.expect("unchanged")["documents"], 0);
    let list = async |request: Value| {
        let page = world.payer.call_raw::<GetAccountingDocuments>(request).await.expect("documents");
        page["items"].as_array().expect("items").clone()
    };
    let found = list(json!({ "id": SINAR, "search": "pi-1" })).await;
    assert_eq!((found.len(), &found[0]["documentNo"], &found[0]["theirNo"]), (1, &json!(first), &json!("PI-1")));
    assert_eq!(list(json!({ "id": SINAR, "profileId": id, "runNo": 1, "hasTheirNo": false })).await.len(), 2);
    let runs = world.payer.call_raw::<GetAccountingRuns>(json!({ "id": SINAR, "profileId": id })).await.expect("runs");
    assert_eq!(runs["items"][0]["numbered"], 1);
    set(json!([number(&first, "")])).await.expect("removed");
    assert_eq!(list(json!({ "id": SINAR, "hasTheirNo": true })).await.len(), 0);
}

/// Uploads files with numbers as a user.
struct Uploader {
    wire: RawClient,
    token: String,
    bulk_id: &'static str,
    profile_id: String,
}

impl Uploader {
    async fn new(world: &World, email: &str, bulk_id: &'static str, profile_id: &str) -> Self {
        let wire = RawClient::to(world.portal.address);
        let token = bearer(&wire.sign_in(email).await.0);
        Self { wire, token, bulk_id, profile_id: profile_id.to_owned() }
    }

    async fn send(&self, file: &[u8]) -> RawResponse {
        self.send_with(&[], file).await
    }

    /// Uploads a file with further form data before it.
    async fn send_with(&self, fields: &[(&str, &str)], file: &[u8]) -> RawResponse {
        let field = |name: &str| format!("--gridbill\r\nContent-Disposition: form-data; name=\"{name}\"");
        let mut body = Vec::new();
        for (name, value) in [("profileId", self.profile_id.as_str())].iter().chain(fields) {
            body.extend_from_slice(format!("{}\r\n\r\n{value}\r\n", field(name)).as_bytes());
        }
        body.extend_from_slice(format!("{}; filename=\"numbers\"\r\n\r\n", field("File")).as_bytes());
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--gridbill--\r\n");
        let headers =
            [("authorization", self.token.as_str()), ("content-type", "multipart/form-data; boundary=gridbill")];
        let path = UploadAccountingNumbers::ENTRY.path().replace("{id}", self.bulk_id);
        self.wire.send("POST", &path, &headers, body).await
    }

    async fn read(&self, file: &[u8]) -> ReadAccountingNumbers {
        Self::numbers(&self.send(file).await)
    }

    fn numbers(answer: &RawResponse) -> ReadAccountingNumbers {
        let body: Value = serde_json::from_slice(&answer.body).expect("an envelope");
        serde_json::from_value(body["Data"].clone()).unwrap_or_else(|error| panic!("{error}: {body}"))
    }

    /// Returns status and code of a refused file.
    async fn refused(&self, file: &[u8]) -> (u16, String) {
        let answer = self.send(file).await;
        (answer.status, answer.code().expect("a refusal"))
    }
}

/// A workbook with these rows under a heading.
fn workbook(rows: &[(&str, &str)]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (line, (ours, theirs)) in (0..).zip([("Document", "Number")].iter().chain(rows)) {
        sheet.write(line, 0, *ours).expect("a cell");
        sheet.write(line, 1, *theirs).expect("a cell");
    }
    book.save_to_buffer().expect("a workbook")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_and_a_text_give_the_same_numbers_and_store_nothing() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let uploader = Uploader::new(&world, "payer@sinar.example", SINAR, &id).await;
    let [first, second, third] = [0, 1, 2].map(|place: usize| world.bills[place].to_string());
    let rows = [(first.as_str(), "PI-1"), (second.as_str(), ""), (third.as_str(), " PI-3 ")];
    let of_workbook = uploader.read(&workbook(&rows)).await;
    let numbers: Vec<(&str, &str)> =
        of_workbook.numbers.iter().map(|number| (number.document_no.as_str(), number.their_no.as_str())).collect();
    assert_eq!(numbers, [(first.as_str(), "PI-1"), (third.as_str(), "PI-3")]);
    assert!(of_workbook.wrong.is_empty());
    let text = format!("Document,Number\r\n{first},PI-1\r\n{second},\r\n{third},PI-3\r\n");
    assert_eq!(uploader.read(text.as_bytes()).await, of_workbook);
    // As Excel writes them: Unicode Text, and CSV in Windows-1252.
    let marked = format!("\u{feff}{}", text.replace(',', "\t"));
    let utf16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(uploader.read(&utf16).await, of_workbook);
    let windows = [b"Num\xe9ro".as_slice(), text.trim_start_matches("Document").as_bytes()].concat();
    assert_eq!(uploader.read(&windows).await, of_workbook);
    let query = "select count(*) from accounting_document where their_no is not null";
    let stored = sql::value::<i64>(world.pool(), query, &[]).await;
    assert_eq!(stored, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_rows_of_a_workbook_are_included_or_left_out() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let uploader = Uploader::new(&world, "payer@sinar.example", SINAR, &id).await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, theirs) in [(0, "PI-1"), (1, "PI-2")] {
        sheet.write(row, 0, world.bills[row as usize].as_str()).expect("a cell").write(row, 1, theirs).expect("a cell");
    }
    sheet.set_row_hidden(0).expect("hidden");
    let file = book.save_to_buffer().expect("a workbook");
    assert_eq!(uploader.refused(&file).await, (422, "sheetRowsHidden".to_owned()));
    for (choice, expected) in [("include", &["PI-1", "PI-2"][..]), ("leaveOut", &["PI-2"])] {
        let read = Uploader::numbers(&uploader.send_with(&[("hiddenRows", choice)], &file).await);
        let numbers: Vec<&str> = read.numbers.iter().map(|number| number.their_no.as_str()).collect();
        assert_eq!(numbers, expected, "{choice}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_rows_of_a_file_are_named_and_dangerous_files_refused() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let uploader = Uploader::new(&world, "payer@sinar.example", SINAR, &id).await;
    let [first, second] = [0, 1].map(|place: usize| world.bills[place].to_string());
    let long = "x".repeat(41);
    let rows = [
        (first.as_str(), "PI-1"),
        (first.as_str(), "PI-2"),
        ("999999999999", "PI-3"),
        (second.as_str(), long.as_str()),
    ];
    let read = uploader.read(&workbook(&rows)).await;
    let wrong: Vec<_> = read.wrong.iter().map(|row| (row.line, row.code)).collect();
    let expected = [
        (3, Code::AccountingDocumentRepeated),
        (4, Code::AccountingDocumentUnknown),
        (5, Code::AccountingTheirNumberInvalid),
    ];
    assert_eq!((wrong.as_slice(), read.numbers.len()), (expected.as_slice(), 1));
    assert!(read.wrong[1].sentence.contains("999999999999"));

    // A formula of a program that does not calculate has no result.
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, first.as_str()).expect("a cell").write_formula(0, 1, Formula::new("=1+1")).expect("a formula");
    let formula = uploader.refused(&book.save_to_buffer().expect("a workbook")).await;
    assert_eq!(formula, (422, "sheetHasFormula".to_owned()));
    // Hidden sheets are not read.
    let mut book = Workbook::new();
    book.add_worksheet().write(0, 0, "Document").expect("a cell");
    let hidden = book.add_worksheet();
    hidden.set_hidden(true).write(0, 0, first.as_str()).expect("a cell");
    hidden.write(0, 1, "PI-1").expect("a cell");
    let hidden = uploader.refused(&book.save_to_buffer().expect("a workbook")).await;
    assert_eq!(hidden, (422, "accountingNumbersRequired".to_owned()));
    // Merged cells have their value in the first one only, so the second row has no document.
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.merge_range(0, 0, 1, 0, first.as_str(), &Format::new()).expect("merged");
    sheet.write(0, 1, "PI-1").expect("a cell");
    sheet.write(1, 1, "PI-2").expect("a cell");
    let merged = uploader.read(&book.save_to_buffer().expect("a workbook")).await;
    let wrong: Vec<_> = merged.wrong.iter().map(|row| (row.line, row.code)).collect();
    assert_eq!((wrong.as_slice(), merged.numbers.len()), ([(2, Code::AccountingDocumentUnknown)].as_slice(), 1));

    assert_eq!(uploader.refused(b"PK").await, (422, "sheetNotXlsx".to_owned()));
    assert_eq!(uploader.refused(&[0xff, 0xfe, 0x00]).await, (422, "sheetNotXlsx".to_owned()));
    assert_eq!(uploader.refused(b"Document,Number\r\n").await, (422, "accountingNumbersRequired".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_50_000_rows_is_refused_as_text_and_as_workbook() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let uploader = Uploader::new(&world, "payer@sinar.example", SINAR, &id).await;
    let numbers: Vec<String> = (0..50_000).map(|row| format!("{row:012}")).collect();
    let rows: Vec<(&str, &str)> = numbers.iter().map(|number| (number.as_str(), "PI-1")).collect();
    assert_eq!(uploader.refused(&workbook(&rows)).await, (422, "sheetTooManyRows".to_owned()));
    let text: String = rows.iter().map(|(ours, theirs)| format!("{ours},{theirs}\r\n")).collect();
    assert_eq!(uploader.refused(text.as_bytes()).await, (422, "accountingNumbersTooMany".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_of_another_company_are_unknown() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let ours = world.bills[0].to_string();
    // Another company has a profile of its own, which has exported no such document.
    given::bills(world.pool(), given::MAJLIS, 1, "5.00").await;
    let master = world.portal.sign_in("master@majlis.example").await;
    let request = json!({ "id": given::MAJLIS, "draft": journal("Books") });
    let saved = master.call_raw::<gridbill_core::accounting::SaveAccountingProfile>(request).await.expect("a profile");
    let theirs = saved["profileId"].as_str().expect("an id");
    let text = format!("{ours},PI-1\r\n");
    let uploader = Uploader::new(&world, "master@majlis.example", given::MAJLIS, theirs).await;
    let read = uploader.read(text.as_bytes()).await;
    assert_eq!((read.numbers.len(), read.wrong[0].code), (0, Code::AccountingDocumentUnknown));
    // Neither the profile nor the bulk account of another company is found.
    let foreign = Uploader { profile_id: id.clone(), ..uploader };
    assert_eq!(foreign.refused(text.as_bytes()).await, (404, "accountingProfileNotFound".to_owned()));
    let foreign = Uploader { bulk_id: SINAR, ..foreign };
    assert_eq!(foreign.refused(text.as_bytes()).await.0, 404);
}
