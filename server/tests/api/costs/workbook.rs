//! Workbooks of codings.

use gridbill_core::Code;
use gridbill_core::Language;
use gridbill_core::costs::{CODING_COLUMNS, UploadedCodings};
use gridbill_core::sheet::{LIMITS, coding_workbook, read};
use rust_xlsxwriter::{Format, Formula, Workbook};
use serde_json::{Value, json};

use super::{coding, part, set, world};
use crate::support::given::SINAR;
use crate::support::raw::{RawClient, RawResponse, bearer};

const READ: &str = "/portal/api/v1/CostCentres/ReadWorkbook/3000000001";
const DOWNLOAD: &str = "/portal/api/v1/CostCentres/Workbook/3000000001";

async fn upload(wire: &RawClient, token: &str, file: &[u8]) -> RawResponse {
    upload_with(wire, token, "", file).await
}

/// Uploads a file with further form data before it.
async fn upload_with(wire: &RawClient, token: &str, fields: &str, file: &[u8]) -> RawResponse {
    let head = "--gridbill\r\nContent-Disposition: form-data; name=\"File\"; filename=\"codings.xlsx\"\r\n\r\n";
    let mut body = format!("{fields}{head}").into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--gridbill--\r\n");
    let headers = [("authorization", token), ("content-type", "multipart/form-data; boundary=gridbill")];
    wire.send("POST", READ, &headers, body).await
}

fn data<T: serde::de::DeserializeOwned>(answer: &RawResponse) -> T {
    let body: Value = serde_json::from_slice(&answer.body).expect("an envelope");
    serde_json::from_value(body["Data"].clone()).unwrap_or_else(|error| panic!("{error}: {body}"))
}

fn row(cells: [&str; CODING_COLUMNS]) -> [String; CODING_COLUMNS] {
    cells.map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downloaded_workbook_is_filled_in_and_read_again() {
    let (portal, keeper, accounts) = world().await;
    assert_eq!(SINAR, "3000000001");
    set(&keeper, &[coding(&accounts[0], &[("2026-01-01", None, json!([part("HQ", 10_000)]))])]).await.expect("coded");
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("keeper@sinar.example").await.0);
    let answer = wire.send("GET", DOWNLOAD, &[("authorization", token.as_str())], "").await;
    assert_eq!(answer.status, 200);
    let rows = read(&answer.body, CODING_COLUMNS, &LIMITS).expect("a workbook").rows;
    // A heading, three accounts without a coding, and the coded one at the end.
    assert_eq!(rows.len(), 5);
    assert_eq!(rows[4].cells, [accounts[0].as_str(), "2026-01-01", "", "HQ", "100", "6100-01"]);
    assert!(rows[1..4].iter().all(|row| row.cells[1..].iter().all(String::is_empty)));

    // Only the coded account is in it. Another row is added.
    let mut filled: Vec<_> = rows[1..].iter().map(|row| row.cells.clone().try_into().expect("six cells")).collect();
    filled.push(row([&accounts[1], "2026-07-01", "", "plant-1", "100", "6200"]));
    let answer = upload(&wire, &token, &coding_workbook(&filled, Language::En)).await;
    let codings: UploadedCodings = data(&answer);
    assert_eq!((codings.accounts.len(), codings.wrong.len()), (2, 0));
    let saved: Vec<Value> =
        codings.accounts.iter().map(|account| serde_json::to_value(account).expect("JSON")).collect();
    assert_eq!(set(&keeper, &saved).await.expect("coded")["accounts"], json!(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn shares_days_and_hidden_rows_are_read_as_a_spreadsheet_program_shows_them() {
    let (portal, _keeper, accounts) = world().await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("keeper@sinar.example").await.0);
    let mut book = Workbook::new();
    let (percent, day) = (Format::new().set_num_format("0.00%"), Format::new().set_num_format("dd/mm/yyyy"));
    let sheet = book.add_worksheet();
    for (row, account, share) in [(0, &accounts[0], 0.3333), (1, &accounts[0], 0.6667), (2, &accounts[1], 1.0)] {
        sheet.write(row, 0, account.as_str()).expect("a cell").write(row, 5, "6100").expect("a cell");
        sheet.write_number_with_format(row, 4, share, &percent).expect("a cell");
    }
    sheet.write(0, 1, "31/1/2026").expect("a cell").write(0, 3, "HQ").expect("a cell");
    sheet.write_with_format(1, 1, 46_053, &day).expect("a cell").write(1, 3, "PLANT-1").expect("a cell");
    sheet.write(2, 1, "1 Jan 2026").expect("a cell").write(2, 3, "HQ").expect("a cell");
    sheet.write(3, 0, "Total").expect("a cell").write_formula(3, 4, Formula::new("=SUM(E1:E3)")).expect("a cell");
    sheet.set_row_hidden(2).expect("hidden");
    let file = book.save_to_buffer().expect("a workbook");

    let refused = upload(&wire, &token, &file).await;
    assert_eq!((refused.status, refused.code()), (422, Some("sheetRowsHidden".to_owned())));
    assert!(refused.text().contains("Hidden rows in this workbook (1): 3."), "{}", refused.text());
    for (choice, count) in [("include", 2), ("leaveOut", 1)] {
        let field = format!("--gridbill\r\nContent-Disposition: form-data; name=\"hiddenRows\"\r\n\r\n{choice}\r\n");
        let codings: UploadedCodings = data(&upload_with(&wire, &token, &field, &file).await);
        assert_eq!((codings.accounts.len(), codings.wrong.len()), (count, 0), "{codings:?}");
        let coded = codings.accounts.iter().find(|coded| coded.account_no.to_string() == accounts[0]).expect("coded");
        let [period] = coded.periods.as_slice() else { panic!("one period: {coded:?}") };
        let shares: Vec<_> = period.parts.iter().map(|part| part.share).collect();
        assert_eq!((period.from.to_string().as_str(), shares), ("2026-01-31", vec![3_333, 6_667]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_rows_are_named_and_formulas_and_foreign_files_refused() {
    let (portal, _keeper, accounts) = world().await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("keeper@sinar.example").await.0);
    let rows = [
        row([&accounts[0], "2026-01-01", "", "HQ", "99.99", "6100"]),
        // The value of merged cells is in the first one only.
        row(["", "2026-01-01", "", "HQ", "0.01", "6100"]),
        row([&accounts[1], "2026-01-01", "", "NOWHERE", "100", "6100"]),
    ];
    let codings: UploadedCodings = data(&upload(&wire, &token, &coding_workbook(&rows, Language::En)).await);
    let wrong: Vec<_> = codings.wrong.iter().map(|wrong| (wrong.line, wrong.code)).collect();
    assert_eq!(wrong, [(2, Code::SharesNotWhole), (3, Code::AccountNumberRequired), (4, Code::CostCentreUnknown)]);
    assert!(codings.wrong[0].sentence.contains("99.99%"));

    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, accounts[0].as_str()).expect("a cell");
    sheet.write_formula(0, 4, Formula::new("=50+50")).expect("a formula");
    let formula = upload(&wire, &token, &book.save_to_buffer().expect("a workbook")).await;
    assert_eq!((formula.status, formula.code()), (422, Some("sheetHasFormula".to_owned())));
    let mut book = Workbook::new();
    book.add_worksheet().write(0, 0, "Accounts").expect("a sheet");
    let hidden = book.add_worksheet();
    hidden.set_hidden(true).write(0, 0, accounts[0].as_str()).expect("a cell");
    let hidden = upload(&wire, &token, &book.save_to_buffer().expect("a workbook")).await;
    assert_eq!(hidden.code(), Some("sheetEmpty".to_owned()), "hidden sheets are not read");
    let foreign = upload(&wire, &token, b"PK").await;
    assert_eq!(foreign.code(), Some("sheetNotXlsx".to_owned()));
}
