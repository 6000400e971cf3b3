//! E-invoices: the columns of the feed, the state on the bill, and bills on hold in selections.

use std::fs;

use gridbill::feed::{self, Account, Bill, Outcome};
use gridbill_core::bills::{
    BatchesRequest, Closure, CountBills, EInvoiceStatus, GetBillDetails, GetBillHistory, GetBillsByBatch,
    GetOutstandingBills, HoldCause, InvoiceRequest, PrintPDF2, SelectBills, hold_cause,
};
use gridbill_core::downloads::{ExportList, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::{MakePayment, MakePaymentRequest, Status};
use gridbill_core::{Code, list};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::feed::Folder;
use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal, money, pdf_text, sql};

const LINK: &str = "https://myinvois.hasil.gov.my/F9D425P6DS7D8IU/share/YQH73576FY9VR57B";

async fn import(portal: &Portal, folder: &Folder, file: &str) -> Outcome {
    feed::import::<Bill>(&portal.app, &folder.file(file)).await.expect("imported")
}

async fn stored(pool: &PgPool) -> Vec<(String, Option<String>)> {
    sql::rows(pool, "select invoice_no, e_invoice_status from bill order by invoice_no", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_without_the_columns_leaves_e_invoices_as_they_are() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("e-invoices"));
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    assert_eq!(import(&portal, &folder, "bills.csv").await, Outcome { new: 4, ..Outcome::default() });
    let first = import(&portal, &folder, "bills-e-invoices.csv").await;
    assert_eq!(first, Outcome { changed: 3, unchanged: 1, ..Outcome::default() });
    let again = import(&portal, &folder, "bills-e-invoices.csv").await;
    assert_eq!(again, Outcome { unchanged: 4, ..Outcome::default() });
    let expected: Vec<_> = ["valid", "submitted", "cancelled", ""]
        .into_iter()
        .zip(1..)
        .map(|(status, n)| (format!("51000000000{n}"), Some(status.to_owned()).filter(|status| !status.is_empty())))
        .collect();
    assert_eq!(stored(portal.pool()).await, expected);
    // A file without the columns changes no e-invoice, even if it changes the bill.
    assert_eq!(import(&portal, &folder, "bills.csv").await, Outcome { unchanged: 4, ..Outcome::default() });
    folder.write("bills.csv", folder.read("bills.csv").replace("650.10", "651.00"));
    assert_eq!(import(&portal, &folder, "bills.csv").await.changed, 4);
    assert_eq!(stored(portal.pool()).await, expected);
    // Empty columns remove an e-invoice that the billing system has withdrawn.
    let content = folder.read("bills-e-invoices.csv").replace("42S512YACQBRSRHYKBXBTGQG22,,submitted,,", ",,,,");
    folder.write("bills-e-invoices.csv", content);
    assert_eq!(import(&portal, &folder, "bills-e-invoices.csv").await.rejected, 0);
    assert_eq!(stored(portal.pool()).await[1].1, None);
    // Only some of the columns refuse the whole file.
    let some = folder.read("bills-e-invoices.csv").replace(",eInvoiceCancelledAt", ",eInvoiceCancelled");
    let refused = feed::import::<Bill>(&portal.app, &folder.write("some.csv", some)).await.expect_err("refused");
    assert!(format!("{refused:#}").contains("missing \"eInvoiceCancelledAt\""), "{refused:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_e_invoices_are_refused_by_line() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("e-invoices-malformed"));
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    let outcome = import(&portal, &folder, "bills-e-invoices-malformed.csv").await;
    assert_eq!(outcome, Outcome { rejected: 12, ..Outcome::default() });
    let expected = fs::read_to_string("fixtures/feed/expected/bills-e-invoices-malformed.rejected.csv");
    assert_eq!(folder.read("bills-e-invoices-malformed.rejected.csv"), expected.expect("what is expected"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bill_has_the_state_the_link_and_the_time_for_rejection() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    given::set_e_invoices(portal.pool(), &bills[..1], "valid").await;
    given::set_e_invoices(portal.pool(), &bills[1..2], "cancelled").await;
    let details = async |place: usize| {
        let request = InvoiceRequest { invoice_no: bills[place].clone() };
        viewer.call::<GetBillDetails>(request).await.expect("a bill")
    };
    let valid = details(0).await;
    assert_eq!((valid.bill.hold, valid.bill.e_invoice_link.as_deref()), (None, Some(LINK)));
    let e_invoice = valid.e_invoice.expect("an e-invoice");
    assert_eq!((e_invoice.link.as_deref(), e_invoice.status), (Some(LINK), EInvoiceStatus::Valid));
    let ends = e_invoice.rejection_ends_at.map(|at| at.to_string());
    assert_eq!(ends.as_deref(), Some("2026-11-21T02:30:00.000Z"), "72 hours after validation");
    assert!(e_invoice.qr.is_some_and(|qr| qr.size > 20 && qr.path.starts_with('M')));
    let cancelled = details(1).await;
    assert_eq!(cancelled.bill.hold, Some(HoldCause::EInvoice));
    assert_eq!(cancelled.e_invoice.expect("an e-invoice").rejection_ends_at, None);
    assert_eq!(details(2).await.e_invoice, None);
    // The PDF has the same state and link.
    let request = json!({ "caNo": given::account_of(&bills[0]), "invoiceNo": bills[0] });
    let (_, bytes) = viewer.send(&PrintPDF2::ENTRY, request).await;
    let text = pdf_text(&bytes);
    assert!(text.contains("F9D425P6DS7D8IU") && text.contains("21Nov2026,10:30") && text.contains("/share/"), "{text}");
}

/// A cancelled bill is replaced by the account's newer bill of the same period.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_e_invoice_names_the_bill_that_replaces_it() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    given::set_e_invoices(portal.pool(), &bills[..1], "cancelled").await;
    given::set_e_invoices(portal.pool(), &bills[1..], "valid").await;
    let statement = "update bill set account_no = (select account_no from bill where invoice_no = $1),
                                     reading_start = '2026-10-01', reading_end = '2026-10-31'";
    sql::run(portal.pool(), statement, &[&bills[0].as_str()]).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let request = InvoiceRequest { invoice_no: bills[0].clone() };
    let found = viewer.call::<GetBillDetails>(request).await.expect("a bill");
    assert_eq!(found.e_invoice.expect("an e-invoice").replaced_by.as_ref(), Some(&bills[1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_filtered_by_valid_e_invoices_and_export_them() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    given::set_e_invoices(portal.pool(), &bills[..1], "valid").await;
    given::set_e_invoices(portal.pool(), &bills[1..2], "submitted").await;
    given::set_e_invoices(portal.pool(), &bills[2..3], "cancelled").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let numbers = |page: &Value| -> Vec<String> {
        let rows = page["items"].as_array().expect("items").iter();
        rows.map(|row| row["invoiceNo"].as_str().expect("a number").to_owned()).collect()
    };
    let expected =
        |places: std::ops::Range<usize>| -> Vec<String> { bills[places].iter().map(ToString::to_string).collect() };
    for (valid, places) in [(true, 0..1), (false, 1..4)] {
        let sort = json!({ "by": "invoiceNo", "direction": "asc" });
        let request = json!({ "id": SINAR, "filter": { "validEInvoice": valid }, "sort": sort });
        let page = viewer.call_raw::<GetOutstandingBills>(request.clone()).await.expect("a page");
        assert_eq!((numbers(&page), &page["total"]), (expected(places.clone()), &json!(places.len())), "{valid}");
        let mut history = numbers(&viewer.call_raw::<GetBillHistory>(request).await.expect("a page"));
        history.sort();
        assert_eq!(history, expected(places), "{valid}");
    }
    let request = json!({ "id": SINAR, "filter": { "validEInvoice": true } });
    for list in ["outstandingBills", "billHistory"] {
        let asked = json!({ "list": list, "request": request, "format": "csv" });
        let download = viewer.call_raw::<ExportList>(asked).await.expect("a file");
        let (_, bytes) = viewer.send(&GetDownloadFile::ENTRY, json!({ "downloadId": download["downloadId"] })).await;
        let file = String::from_utf8(bytes).expect("text");
        let rows: Vec<_> = file.lines().collect();
        assert_eq!(rows.len(), 2, "{file}");
        for name in ["E-invoice number", "E-invoice status", "E-invoice link", "E-invoice validated"] {
            assert!(rows[0].contains(name), "{file}");
        }
        assert!(rows[1].contains(LINK) && rows[1].contains("Valid") && rows[1].contains("F9D425P6DS7D8IU"), "{file}");
    }
}

async fn selected(actor: &Actor, filter: Value) -> (usize, Value) {
    let request = json!({ "id": SINAR, "filter": filter });
    let found = actor.call_raw::<SelectBills>(request.clone()).await.expect("bills");
    let chosen = found["bills"].as_array().expect("bills").len();
    let counted = actor.call_raw::<CountBills>(request).await.expect("a count");
    assert_eq!(
        (&counted["bills"], &counted["leftOut"]),
        (&json!(chosen), &found["leftOut"]),
        "the count is the selection"
    );
    (chosen, found["leftOut"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn selections_leave_out_bills_on_hold_and_one_of_them_can_still_be_paid() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 20, "100.00").await;
    sql::run(portal.pool(), "update bill set due_date = '2026-10-01', invoice_date = '2026-09-01'", &[]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    given::set_e_invoices(portal.pool(), &bills[..2], "cancelled").await;
    given::set_e_invoices(portal.pool(), &bills[2..4], "invalid").await;
    let held = json!([{ "reason": "billOnHold", "count": 2 }]);
    // Select all, pay overdue, a batch, a search and the e-invoices that are not valid.
    assert_eq!(selected(&payer, json!({})).await, (18, held.clone()));
    assert_eq!(selected(&payer, json!({ "payable": true, "overdue": true })).await, (18, held.clone()));
    assert_eq!(selected(&payer, json!({ "batchIds": ["2800000001"] })).await, (18, held.clone()));
    assert_eq!(selected(&payer, json!({ "dueFrom": "2026-10-01", "dueTo": "2026-10-01" })).await, (18, held.clone()));
    assert_eq!(selected(&payer, json!({ "validEInvoice": false })).await, (18, held));
    let account = given::account_of(&bills[0]);
    let one = json!([{ "reason": "billOnHold", "count": 1 }]);
    assert_eq!(selected(&payer, json!({ "search": account })).await, (0, one));
    assert_eq!(selected(&payer, json!({ "overdue": false })).await, (0, json!([])));
    let batches = BatchesRequest {
        id: gridbill_core::number::BulkId::parse(SINAR).expect("a number"),
        record_count: None,
        cursor: None,
        filter: gridbill_core::bills::BatchFilter::default(),
        sort: list::Sort::default(),
    };
    let batches = payer.call::<GetBillsByBatch>(batches).await.expect("a page").items;
    assert_eq!((batches[0].selectable_bills, batches[0].bills_on_hold), (20, 2));
    // A bill that the user chose is selected again, and can be paid.
    let request = json!({ "id": SINAR, "filter": {}, "invoiceNos": [bills[0]], "heldInvoiceNos": [bills[0]] });
    let again = payer.call_raw::<SelectBills>(request).await.expect("bills");
    assert_eq!((again["bills"][0]["invoiceNo"].as_str(), &again["leftOut"]), (Some(bills[0].as_str()), &json!([])));
    let payment = given::eft(&bills[..1], "100.00");
    assert_eq!(payer.call::<MakePayment>(payment.clone()).await.expect_err("on hold").code(), Code::BillsOnHold);
    let chosen = MakePaymentRequest { held_invoice_nos: vec![bills[0].clone()], ..payment };
    payer.call::<MakePayment>(chosen).await.expect("paid");
    // A bill in a payment is not on hold: it cannot be chosen.
    let left = json!([{ "reason": "billInPayment", "count": 1 }, { "reason": "billOnHold", "count": 1 }]);
    let (chosen, mut found) = selected(&payer, json!({})).await;
    found.as_array_mut().expect("reasons").sort_by_key(|one| one["reason"].to_string());
    assert_eq!((chosen, found), (18, left));
}

/// The function of the database and core decide alike.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_have_one_rule_of_holds() {
    let portal = Portal::with_people().await;
    let statuses = [None].into_iter().chain(EInvoiceStatus::ALL.iter().copied().map(Some));
    for e_invoice in statuses {
        for &status in Status::ALL {
            for (amount, charge, disabled, has_open_query, does_batch_wait) in [
                ("10.00", "10.00", false, false, false),
                ("10.00", "10.00", false, true, false),
                ("10.00", "10.00", false, false, true),
                ("10.00", "10.00", false, true, true),
                ("0.00", "10.00", false, false, false),
                ("0.00", "10.00", false, true, true),
                ("10.00", "0.00", false, false, true),
                ("10.00", "10.00", true, false, false),
                ("10.00", "10.00", true, true, true),
            ] {
                let query = "select bill_hold_cause($1, $2, $3, $4, $5, $6, $7)";
                let found = sql::value::<Option<String>>(
                    portal.pool(),
                    query,
                    &[
                        &i16::from(status.code()),
                        &money(amount).decimal(),
                        &money(charge).decimal(),
                        &disabled,
                        &e_invoice.map(EInvoiceStatus::code),
                        &has_open_query,
                        &does_batch_wait,
                    ],
                )
                .await;
                let (amount_due, charge) = (money(amount), money(charge));
                let expected = hold_cause(
                    status,
                    amount_due,
                    charge,
                    disabled.then_some(Closure::Disabled),
                    e_invoice,
                    has_open_query,
                    does_batch_wait,
                );
                assert_eq!(found.as_deref(), expected.map(HoldCause::code), "{status:?} {e_invoice:?} {amount}");
            }
        }
    }
    assert_eq!(HoldCause::ALL.len(), 3);
    assert_eq!(Code::BillOnHold.status(), 422);
}
