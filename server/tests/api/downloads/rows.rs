//! An export has the rows of the list, in the list's order.

use gridbill_core::bills::{Bill, GetBillsByBatch, GetOutstandingBills};
use gridbill_core::downloads::{DownloadState, ExportList};
use gridbill_core::payments::staff::{PaymentAccept, RequestReconciliation};
use gridbill_core::payments::{MakePayment, MakeReconciliationPaymentInsufficient};
use gridbill_core::{Code, Money, Page};
use serde_json::{Value, json};

use super::World;
use super::workbook::{self, Cell};
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::portal::until;
use crate::support::sql;

/// Parses a CSV file with its byte order mark.
pub fn records(bytes: &[u8]) -> Vec<Vec<String>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").expect("a mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    reader.records().map(|record| record.expect("a record").iter().map(str::to_owned).collect()).collect()
}

/// Inserts bills of several amounts, days, batches and groups.
async fn various(world: &World) {
    given::bills(world.portal.pool(), SINAR, 60, "100.10").await;
    let query = "update bill set total_amount_payable = current_charge + (right(invoice_no, 2)::int % 7) * 11.11,
                 outstanding_amount = (right(invoice_no, 2)::int % 7) * 11.11,
                 due_date = due_date - (right(invoice_no, 2)::int % 5) * 20,
                 bill_batch_id = '280000000' || (right(invoice_no, 2)::int % 3 + 1)";
    sql::run(world.portal.pool(), query, &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_those_of_the_list_for_every_filter_and_order() {
    let world = World::new().await;
    various(&world).await;
    let mut seen = 0;
    for filter in [
        json!({}),
        json!({ "overdue": true }),
        json!({ "batchIds": ["2800000002"] }),
        json!({ "dueFrom": "2026-10-01", "dueTo": "2026-11-30", "payable": true }),
        json!({ "search": "51" }),
        json!({ "batchIds": ["2800000009"] }),
    ] {
        for by in ["dueDate", "totalAmountPayable", "accountNo", "invoiceNo"] {
            for descending in [false, true] {
                let request = json!({ "id": SINAR, "filter": filter, "sort": { "by": by, "descending": descending }, "recordCount": 1000 });
                let listed = world.master.call_raw::<GetOutstandingBills>(request.clone()).await;
                let Ok(listed) = listed else {
                    let asked = json!({ "list": "outstandingBills", "request": request, "format": "csv" });
                    assert!(world.master.call_raw::<ExportList>(asked).await.is_err());
                    continue;
                };
                let listed: Page<Bill> = serde_json::from_value(listed).unwrap();
                let records = records(&world.file_of("outstandingBills", request.clone(), "csv").await);
                let exported: Vec<_> =
                    records[1..].iter().map(|record| (record[0].clone(), record[9].clone())).collect();
                let bills = listed.items.iter();
                let expected: Vec<_> =
                    bills.map(|bill| (bill.invoice_no.to_string(), bill.total_amount_payable.to_string())).collect();
                assert_eq!(exported, expected, "{request}");
                seen += exported.len();
                let sheet = workbook::rows(&world.file_of("outstandingBills", request.clone(), "xlsx").await, 1);
                let numbers: Vec<_> =
                    (2..=exported.len() + 1).map(|row| sheet[&u32::try_from(row).unwrap()]["A"].clone()).collect();
                let texts: Vec<_> = exported.iter().map(|(number, _)| Cell::Text(number.clone())).collect();
                assert_eq!(numbers, texts);
            }
        }
    }
    assert!(seen > 300, "{seen} rows were compared");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_has_typed_cells_and_totals_that_are_formulas() {
    let world = World::new().await;
    various(&world).await;
    let file = world.file_of("outstandingBills", json!({ "id": SINAR }), "xls").await;
    let sheet = workbook::rows(&file, 1);
    assert_eq!(sheet[&1]["A"], Cell::Text("Invoice number".to_owned()));
    assert!(matches!(sheet[&2]["B"], Cell::Text(_)), "an account is a text");
    assert!(matches!(sheet[&2]["G"], Cell::Number(days) if days.fract() == 0.0), "a day is a number");
    let amount = |row: u32| match sheet[&row]["J"] {
        Cell::Number(amount) => Money::parse(&format!("{amount:.2}")).unwrap(),
        _ => panic!("no amount"),
    };
    let total = Money::sum((2..=61).map(amount)).unwrap();
    let formula = "SUBTOTAL(109,J2:J61)".to_owned();
    assert_eq!(sheet[&62]["J"], Cell::Formula { formula, result: total.to_string() });
    let xml = workbook::part(&file, "xl/worksheets/sheet1.xml").unwrap();
    assert!(
        xml.contains("<autoFilter ref=\"A1:P61\"/>") && xml.contains("state=\"frozen\""),
        "filters and a header that stays"
    );
    let styles = workbook::part(&file, "xl/styles.xml").unwrap();
    assert!(styles.contains("#,##0.00") || styles.contains("numFmtId=\"4\""));
    assert!(styles.contains("dd mmm yyyy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_without_amounts_has_no_row_of_totals() {
    let world = World::with_bills(3).await;
    let file = world.file_of("members", json!({ "id": SINAR }), "xlsx").await;
    let csv = records(&world.file_of("members", json!({ "id": SINAR }), "csv").await);
    let sheet = workbook::rows(&file, 1);
    assert_eq!(sheet.len(), csv.len(), "the header and the members");
    assert!(csv.len() > 2 && sheet.values().all(|row| row.get("A") != Some(&Cell::Text("Total".to_owned()))));
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_in_the_callers_language() {
    let world = World::with_bills(3).await;
    let malay = world.master.in_malay();
    let asked = json!({ "list": "outstandingBills", "request": { "id": SINAR }, "format": "csv" });
    let download = super::read(malay.call_raw::<ExportList>(asked).await.unwrap());
    assert_eq!(download.name, "Bil belum dibayar 2026-11-20.csv");
    let records = records(&world.file(&malay, &download.download_id).await.unwrap());
    assert_eq!(records[0][0], "Nombor invois");
    assert_eq!(records[1][10], "Bayaran Diperlukan", "as the screen has it");
}

/// Every list of customers and staff is exported exactly as its call answers.
#[tokio::test(flavor = "multi_thread")]
async fn every_list_is_exported_as_its_call_answers() {
    let world = World::with_bills(5).await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let of_customer = [
        ("batches", json!({ "id": SINAR })),
        ("outstandingBills", json!({ "id": SINAR })),
        ("outstandingCharges", json!({ "id": SINAR })),
        ("payments", json!({ "bulkId": SINAR })),
        ("accounts", json!({ "id": SINAR })),
        ("accountsInNoGroup", json!({ "id": SINAR })),
        ("groups", json!({ "id": SINAR })),
        ("members", json!({ "id": SINAR })),
    ];
    let of_staff = [
        ("accountsForStaff", json!({ "id": SINAR })),
        ("allPayments", json!({})),
        ("pendingPayments", json!({})),
        ("bulkAccounts", json!({})),
        ("allPendingAccounts", json!({})),
        ("businessUsers", json!({})),
        ("staffUsers", json!({})),
        ("registrations", json!({})),
    ];
    let asked = of_customer.map(|one| (&world.master, one)).into_iter().chain(of_staff.map(|one| (&pccr, one)));
    for (actor, (list, request)) in asked {
        for format in ["xlsx", "csv"] {
            let asked = json!({ "list": list, "request": request, "format": format });
            let answer = actor.call_raw::<ExportList>(asked).await;
            let download = super::read(answer.unwrap_or_else(|refused| panic!("{list}: {:?}", refused.body)));
            assert_eq!(download.state, DownloadState::Ready);
            let file = world.file(actor, &download.download_id).await.expect(list);
            let rows = if format == "csv" { records(&file).len() } else { workbook::rows(&file, 1).len() };
            assert!(rows > 0, "{list} has no header");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn users_who_may_not_read_a_list_cannot_export_it() {
    let world = World::with_bills(3).await;
    let refused = async |actor: &crate::support::Actor, list: &str, request: Value| {
        let asked = json!({ "list": list, "request": request, "format": "csv" });
        actor.call_raw::<ExportList>(asked).await.expect_err("refused").code()
    };
    let endon = world.portal.sign_in("master@majlis.example").await;
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    assert_eq!(refused(&endon, "outstandingBills", json!({ "id": SINAR })).await, Code::BulkAccountNotFound);
    assert_eq!(refused(&viewer, "members", json!({ "id": SINAR })).await, Code::Forbidden);
    assert_eq!(refused(&world.master, "allPayments", json!({})).await, Code::Forbidden);
    assert_eq!(refused(&ict, "allPayments", json!({})).await, Code::Forbidden);
    assert_eq!(refused(&ict, "outstandingBills", json!({ "id": SINAR })).await, Code::Forbidden);
    for name in ["alerts", "nothing", "GetOutstandingBills"] {
        assert_eq!(refused(&world.master, name, json!({})).await, Code::ListUnknown);
    }
    assert_eq!(refused(&world.master, "outstandingBills", json!({ "id": MAJLIS })).await, Code::BulkAccountNotFound);
    assert!(world.listed(&world.master).await.is_empty() && world.stored() == 0);
}

/// Staff in customer view mode export what customers of the company see.
#[tokio::test(flavor = "multi_thread")]
async fn staff_export_what_they_view() {
    let world = World::with_bills(4).await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let asked = json!({ "list": "batches", "request": { "id": SINAR }, "format": "csv", "viewBulkId": SINAR });
    let download = super::read(pccr.call_raw::<ExportList>(asked).await.unwrap());
    let records = records(&world.file(&pccr, &download.download_id).await.unwrap());
    let viewing = pccr.with("x-bulk-account", SINAR);
    let listed = viewing.call_raw::<GetBillsByBatch>(json!({ "id": SINAR })).await.unwrap();
    assert_eq!(records[1][0], listed["items"][0]["billBatchId"]);
    assert_eq!(records[1][3], "4");
}

/// A user without a company gets no data of the company that the request names.
#[tokio::test(flavor = "multi_thread")]
async fn a_customers_export_ignores_the_named_company() {
    let world = World::new().await;
    given::person_without_account(world.portal.pool(), "kamala@baru.example").await;
    let kamala = world.portal.sign_in("kamala@baru.example").await;
    let asked = json!({ "list": "activity", "request": {}, "format": "csv", "viewBulkId": SINAR });
    let download = super::read(kamala.call_raw::<ExportList>(asked).await.unwrap());
    assert_eq!(world.listed(&kamala).await.len(), 1, "it is not theirs");
    assert!(world.file(&kamala, &download.download_id).await.is_ok());
}

/// The export shows the sum of the receipts, and not the first amount that an officer found before the difference was
/// paid.
#[tokio::test(flavor = "multi_thread")]
async fn payments_are_exported_with_what_was_received() {
    let world = World::new().await;
    let bills = given::bills(world.portal.pool(), SINAR, 3, "100.10").await;
    let pccr = world.portal.sign_in_staff("pccr@utility.example").await;
    let mut made = Vec::new();
    for bill in &bills {
        made.push(world.master.call::<MakePayment>(eft(std::slice::from_ref(bill), "100.10")).await.unwrap());
    }
    let short = json!({ "eBulkPaymentID": made[0].e_bulk_payment_id, "reconcileAmount": "40.00", "reconcileType": 1 });
    pccr.call_raw::<RequestReconciliation>(short).await.unwrap();
    let rest = json!({
        "transactionNo": made[0].transaction_no, "bankId": given::BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": "000777",
    });
    world.master.call_raw::<MakeReconciliationPaymentInsufficient>(rest).await.unwrap();
    for paid in &made[..2] {
        pccr.call_raw::<PaymentAccept>(json!({ "eBulkPaymentID": paid.e_bulk_payment_id })).await.unwrap();
    }
    world.portal.work();
    until("both are posted", async || {
        let posted = sql::value::<i64>(world.portal.pool(), "select count(*) from receipt", &[]).await;
        (posted == 2).then_some(())
    })
    .await;

    let sheet = workbook::rows(&world.file_of("payments", json!({ "bulkId": SINAR }), "xlsx").await, 1);
    assert_eq!(sheet[&1]["J"], Cell::Text("Paid (RM)".to_owned()));
    for payment in &made {
        let number = Cell::Text(payment.transaction_no.to_string());
        let row = sheet.values().find(|row| row.get("A") == Some(&number)).unwrap();
        let received = (payment.transaction_no != made[2].transaction_no).then_some(Cell::Number(100.1));
        assert_eq!(row.get("J"), received.as_ref(), "{number:?}");
    }
    assert!(matches!(&sheet[&5]["J"], Cell::Formula { result, .. } if result == "200.20"));
}

/// Whether a sheet prints one page wide on A4, in landscape, and with its first row on every page.
fn printing(file: &[u8], sheet: usize) -> (bool, bool, bool) {
    let xml = workbook::part(file, &format!("xl/worksheets/sheet{sheet}.xml")).expect("a sheet");
    let setup = xml.split("<pageSetup ").nth(1).and_then(|rest| rest.split("/>").next()).expect("its page");
    let is_a_page_wide = xml.contains("<pageSetUpPr fitToPage=\"1\"/>")
        && setup.contains("paperSize=\"9\"")
        && setup.contains("fitToHeight=\"0\"")
        && !setup.contains("fitToWidth");
    let book = workbook::part(file, "xl/workbook.xml").expect("a workbook");
    let title = format!("<definedName name=\"_xlnm.Print_Titles\" localSheetId=\"{}\">", sheet - 1);
    let repeats = book.split(&title).nth(1).and_then(|rest| rest.split("</definedName>").next());
    (is_a_page_wide, setup.contains("orientation=\"landscape\""), repeats.is_some_and(|rows| rows.ends_with("!$1:$1")))
}

#[tokio::test(flavor = "multi_thread")]
async fn workbooks_are_printed_one_page_wide_with_their_head_row_and_wide_ones_in_landscape() {
    let world = World::with_bills(5).await;
    let wide = world.file_of("outstandingBills", json!({ "id": SINAR }), "xlsx").await;
    assert_eq!(printing(&wide, 1), (true, true, true));
    let group = json!({ "id": SINAR, "groupName": "North", "accountNumbers": [] });
    world.master.call_raw::<gridbill_core::accounts::groups::CreateGroup>(group).await.unwrap();
    let narrow = world.file_of("groups", json!({ "id": SINAR }), "xlsx").await;
    assert_eq!(printing(&narrow, 1), (true, false, true));
    let asked = json!({ "id": SINAR, "statementPeriod": 3, "format": "xlsx" });
    let statement = world.master.call_raw::<gridbill_core::downloads::DownloadCombinedStatement>(asked).await.unwrap();
    let statement = world.file(&world.master, &super::read(statement).download_id).await.unwrap();
    // The first sheet has names and values. The sheets of accounts and entries are wide.
    assert_eq!(printing(&statement, 1), (true, false, false));
    assert_eq!([printing(&statement, 2), printing(&statement, 3)], [(true, true, true); 2]);
    let payment = given::bills(world.portal.pool(), SINAR, 1, "9.00").await;
    let paid = world.master.call::<gridbill_core::payments::MakePayment>(given::eft(&payment, "9.00")).await.unwrap();
    let path = format!("/payments-svc/api/v1/Admin/GetAdminPaymentDetailsExcel?transactionNo={}", paid.transaction_no);
    let details = world.get("glb@utility.example", &path).await;
    assert_eq!(printing(&details.body, 1), (true, false, false));
    assert!(printing(&details.body, 2).2);
}
