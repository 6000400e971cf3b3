//! Bank statements: uploading them, matching lines to pending payments, deciding.

mod columns;
mod deciding;
mod instructions;
mod matching;
mod once;
mod races;
mod transfers;
mod uploading;

use gridbill_core::bank_statements::{
    BankLine, BankLinesRequest, BankStatement, BankStatementRequest, Columns, DecideBankLines, DecideLine,
    DecideLinesRequest, DecidedLines, GetBankStatement, GetBankStatementLines, SetBankStatementColumns,
    SetColumnsRequest, StatementUploaded,
};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{MakePayment, MakePaymentRequest, PaymentMade};

use crate::support::given::{self, SINAR, eft, reference};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Actor, Portal, RefusedCall, sql};

pub const UPLOAD: &str = "/portal/api/v1/BankStatements/Upload";
pub const BANK: &str = "MBB0228";
/// A bank other than [`BANK`].
pub const OTHER: &str = "ABB0232";
pub const HEADING: &str = "Date,Reference,Amount";
pub const PCCR: &str = "pccr@utility.example";
/// Day, reference and amount are in the first three columns.
pub const COLUMNS: Columns = Columns {
    day: Some(0),
    reference: Some(1),
    description: None,
    amount: Some(2),
    credit: None,
    debit: None,
    direction: None,
    currency: None,
    status: None,
    ignored: Vec::new(),
};

/// Signs in and uploads a file as a statement of that bank.
pub async fn send(portal: &Portal, email: &str, bank: &str, file: &[u8]) -> RawResponse {
    let token = bearer(&RawClient::to(portal.address).sign_in(email).await.0);
    send_as(portal, &token, bank, file).await
}

/// Uploads a file with the given `Authorization` header.
pub async fn send_as(portal: &Portal, token: &str, bank: &str, file: &[u8]) -> RawResponse {
    let mut body = format!(
        "--gridbill\r\nContent-Disposition: form-data; name=\"bankId\"\r\n\r\n{bank}\r\n\
         --gridbill\r\nContent-Disposition: form-data; name=\"File\"; filename=\"november.csv\"\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--gridbill--\r\n");
    let headers = [("authorization", token), ("content-type", "multipart/form-data; boundary=gridbill")];
    RawClient::to(portal.address).send("POST", UPLOAD, &headers, body).await
}

pub async fn uploaded(portal: &Portal, file: &[u8]) -> StatementUploaded {
    let answer = send(portal, PCCR, BANK, file).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_value(answer.json()["Data"].take()).expect("a statement")
}

pub async fn set_columns(pccr: &Actor, statement_id: &str, columns: Columns) -> Result<(), RefusedCall> {
    let request = SetColumnsRequest { statement_id: statement_id.to_owned(), columns };
    pccr.call::<SetBankStatementColumns>(request).await.map(drop)
}

/// Uploads lines of day, reference and amount, and sets the columns if needed.
pub async fn statement(portal: &Portal, pccr: &Actor, lines: &[String]) -> String {
    let file = format!("{HEADING}\n{}\n", lines.join("\n"));
    let StatementUploaded { statement_id, needs_columns, .. } = uploaded(portal, file.as_bytes()).await;
    if needs_columns {
        set_columns(pccr, &statement_id, COLUMNS).await.expect("the columns");
    }
    statement_id
}

pub async fn read(staff: &Actor, statement_id: &str) -> BankStatement {
    let request = BankStatementRequest { statement_id: statement_id.to_owned() };
    staff.call::<GetBankStatement>(request).await.expect("the statement")
}

/// Returns all lines, in the order in which the screen shows them.
pub async fn lines(staff: &Actor, statement_id: &str) -> Vec<BankLine> {
    let mut lines = Vec::new();
    let mut cursor = None;
    loop {
        let request = BankLinesRequest {
            statement_id: statement_id.to_owned(),
            search: None,
            group: None,
            fit: None,
            record_count: Some(100),
            cursor,
        };
        let page = staff.call::<GetBankStatementLines>(request).await.expect("lines");
        lines.extend(page.items);
        assert!(lines.len() <= usize::try_from(page.total).expect("a total"));
        cursor = page.next;
        if cursor.is_none() {
            return lines;
        }
    }
}

/// Returns the request that decides a line as proposed.
pub fn as_proposed(line: &BankLine) -> Option<DecideLine> {
    let (payment, proposal) = line.payment.as_ref().zip(line.proposal)?;
    let e_bulk_payment_id = payment.e_bulk_payment_id.clone();
    Some(DecideLine { line: line.line, e_bulk_payment_id, decision: proposal.decision, amount: proposal.amount })
}

pub async fn decide(staff: &Actor, statement_id: &str, lines: &[BankLine]) -> Result<DecidedLines, RefusedCall> {
    let lines = lines.iter().filter_map(as_proposed).collect();
    staff.call::<DecideBankLines>(DecideLinesRequest { statement_id: statement_id.to_owned(), lines }).await
}

/// Returns a request to pay that bill with that reference number.
pub fn transfer(bill: &InvoiceNo, number: &str) -> MakePaymentRequest {
    MakePaymentRequest {
        reference_numbers: vec![reference(number, "100.00")],
        ..eft(std::slice::from_ref(bill), "100.00")
    }
}

/// Makes `count` pending payments of RM 100.00, with references `EFT10000` and up.
pub async fn payments(portal: &Portal, count: i32) -> Vec<PaymentMade> {
    let bills = given::bills(portal.pool(), SINAR, count, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut made = Vec::new();
    for (place, bill) in bills.iter().enumerate() {
        let request = transfer(bill, &number(place));
        made.push(payer.call::<MakePayment>(request).await.expect("a payment"));
    }
    made
}

pub fn number(place: usize) -> String {
    format!("EFT{}", 10_000 + place)
}

/// Returns one line of the file.
pub fn line(place: usize, amount: &str) -> String {
    format!("20/11/2026,{},\"{amount}\"", number(place))
}

/// Returns the number of payments with that status.
pub async fn with_status(portal: &Portal, status: i16) -> i64 {
    sql::value(portal.pool(), "select count(*) from payment where status = $1", &[&status]).await
}
