//! Documents of many bills: an archive, one PDF with an index, and the files that existing clients request.

use std::io::Cursor;

use gridbill_core::Code;
use gridbill_core::downloads::{DownloadBills, DownloadState};
use gridbill_core::payments::{MakePayment, MakePaymentRequest};
use serde_json::json;

use super::World;
use super::workbook::{self, Cell};
use crate::support::given::{self, MAJLIS, SINAR, eft, reference};
use crate::support::sql;

const ALL: &str = "/billpayment-svc/api/v1/Bills/DownloadAllFiles";
const REPORT: &str = "/billpayment-svc/api/v1/Bills/CreateExcelReportBill";
const PAYMENT: &str = "/payments-svc/api/v1/Admin/GetAdminPaymentDetailsExcel";

fn names(zip: &[u8]) -> Vec<String> {
    let archive = zip::ZipArchive::new(Cursor::new(zip)).expect("an archive");
    archive.file_names().map(|name| name.expect("a name").into_owned()).collect()
}

fn pages(pdf: &[u8]) -> usize {
    lopdf::Document::load_mem(pdf).expect("a PDF").get_pages().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn chosen_bills_are_an_archive_or_one_pdf_with_an_index() {
    let world = World::with_bills(5).await;
    let bills = given::bills(world.portal.pool(), SINAR, 1, "7.00").await;
    let chosen = json!({ "id": SINAR, "invoiceNos": [bills[0], "510000000001", "510000000003"] });
    let zip = world.bills(chosen.clone()).await;
    assert_eq!((zip.state, zip.total, zip.name.as_str()), (DownloadState::Ready, 3, "Bills 2026-11-20.zip"));
    let file = world.file(&world.master, &zip.download_id).await.unwrap();
    let names = names(&file);
    assert_eq!(names.len(), 3);
    assert!(names.contains(&format!("2800000001/Bill {}.pdf", bills[0])), "{names:?}");
    let mut asked = chosen;
    asked["format"] = json!("pdf");
    let pdf = world.bills(asked).await;
    let file = world.file(&world.master, &pdf.download_id).await.unwrap();
    assert_eq!(pages(&file), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_match_are_had_and_of_a_batch_the_paid_ones_too() {
    let world = World::with_bills(6).await;
    let query = "update bill set bill_batch_id = '2800000002' where right(invoice_no, 1)::int > 4";
    sql::run(world.portal.pool(), query, &[]).await;
    let matching = world.bills(json!({ "id": SINAR, "filter": { "batchIds": ["2800000002"] } })).await;
    assert_eq!(matching.total, 2);
    sql::run(world.portal.pool(), "update bill set status = 4 where invoice_no = '510000000006'", &[]).await;
    let matching = world.bills(json!({ "id": SINAR, "filter": { "batchIds": ["2800000002"] } })).await;
    assert_eq!(matching.total, 1);
    let whole = world.bills(json!({ "id": SINAR, "batchIds": ["2800000002"] })).await;
    assert_eq!(whole.total, 2);
    let nothing = world.master.call_raw::<DownloadBills>(json!({ "id": SINAR, "batchIds": ["2800000009"] })).await;
    assert_eq!(nothing.expect_err("refused").code(), Code::DownloadEmpty);
    let endon = world.portal.sign_in("master@majlis.example").await;
    let others = json!({ "id": MAJLIS, "invoiceNos": ["510000000001"] });
    assert_eq!(endon.call_raw::<DownloadBills>(others).await.expect_err("refused").code(), Code::DownloadEmpty);
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_clients_have_batches_by_number_or_by_day() {
    let world = World::with_bills(4).await;
    let master = "master@sinar.example";
    let zip = world.get(master, &format!("{ALL}?bulkCA={SINAR}&batchIds=2800000001,2800000002")).await;
    assert_eq!((zip.status, names(&zip.body).len()), (200, 4));
    assert_eq!(zip.headers["content-type"], "application/zip");
    assert_eq!(
        zip.headers["content-disposition"],
        "attachment; filename=\"Bills 2026-11-20.zip\"; filename*=UTF-8''Bills%202026-11-20.zip"
    );
    assert_eq!(zip.headers["content-length"], zip.body.len().to_string().as_str());
    let pdf = world.get(master, &format!("{ALL}?bulkCA={SINAR}&extractDates=2026-11-10&format=pdf")).await;
    assert_eq!((pdf.status, pages(&pdf.body)), (200, 5));
    for (query, status) in [
        (format!("bulkCA={SINAR}"), 422),
        (format!("bulkCA={SINAR}&batchIds=2800000009"), 422),
        (format!("bulkCA={SINAR}&extractDates=today"), 422),
        (format!("bulkCA={MAJLIS}&batchIds=2800000001"), 404),
    ] {
        assert_eq!(world.get(master, &format!("{ALL}?{query}")).await.status, status, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_clients_have_the_bills_as_a_workbook() {
    let world = World::with_bills(4).await;
    sql::run(world.portal.pool(), "update bill set status = 4 where invoice_no = '510000000002'", &[]).await;
    let report = async |flags: &str| {
        let path = format!("{REPORT}?collectiveContractAccountNo={SINAR}{flags}");
        let answer = world.get("viewer@sinar.example", &path).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        workbook::rows(&answer.body, 1)
    };
    assert_eq!(report("").await.len(), 1 + 3 + 1);
    assert_eq!(report("&isCurrent=true&isTotal=false").await.len(), 1 + 3);
    let all = report("&isCurrent=false&isTotal=true").await;
    assert_eq!(all.len(), 1 + 4 + 1);
    assert!(matches!(&all[&6]["J"], Cell::Formula { result, .. } if result == "400.40"));
    let path = format!("{REPORT}?collectiveContractAccountNo={MAJLIS}");
    assert_eq!(world.get("viewer@sinar.example", &path).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_have_a_payment_as_a_workbook() {
    let world = World::new().await;
    let bills = given::bills(world.portal.pool(), SINAR, 3, "100.10").await;
    let paid = world.master.call::<MakePayment>(eft(&bills, "300.30")).await.unwrap();
    let number = serde_json::to_value(&paid).unwrap()["transactionNo"].as_str().unwrap().to_owned();
    let path = format!("{PAYMENT}?transactionNo={number}");
    let answer = world.get("glb@utility.example", &path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let disposition = &answer.headers["content-disposition"];
    let named =
        "attachment; filename=\"Payment Details Report.xlsx\"; filename*=UTF-8''Payment%20Details%20Report.xlsx";
    assert_eq!(disposition, named);
    let about = workbook::rows(&answer.body, 1);
    assert_eq!(about[&1]["B"], Cell::Text(number));
    let invoices = workbook::rows(&answer.body, 2);
    assert_eq!(invoices.len(), 1 + 3 + 1);
    assert!(matches!(&invoices[&5]["F"], Cell::Formula { result, .. } if result == "300.30"));
    assert_eq!(world.get("ict@utility.example", &path).await.status, 403);
    assert_eq!(world.get("master@sinar.example", &path).await.status, 403);
    let unknown = format!("{PAYMENT}?transactionNo=P2601010009999");
    assert_eq!(world.get("pccr@utility.example", &unknown).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_workbook_is_of_the_payment_of_that_number_alone() {
    let world = World::new().await;
    let bills = given::bills(world.portal.pool(), SINAR, 2, "100.10").await;
    let first = world.master.call::<MakePayment>(eft(&bills[..1], "100.10")).await.unwrap();
    let number = first.transaction_no.as_str();
    let second =
        MakePaymentRequest { reference_numbers: vec![reference(number, "100.10")], ..eft(&bills[1..], "100.10") };
    world.master.call::<MakePayment>(second).await.unwrap();
    let answer = world.get("glb@utility.example", &format!("{PAYMENT}?transactionNo={number}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(workbook::rows(&answer.body, 1)[&1]["B"], Cell::Text(number.to_owned()));
    assert_eq!(workbook::rows(&answer.body, 2)[&2]["A"], Cell::Text(bills[0].to_string()));
}
