//! The search call of existing clients returns the rows of the list.

use gridbill_core::Code;
use gridbill_core::bills::{
    BillHistoryRequest, GetBillHistory, HistoryFilter, PastBill, SearchBills, SearchBillsRequest,
};
use serde_json::json;

use super::recount::{everything, recounted, store};
use super::{asked, history};
use crate::support::Portal;
use crate::support::clock::today;
use crate::support::given::SINAR;

#[tokio::test(flavor = "multi_thread")]
async fn the_search_of_existing_clients_finds_the_rows_of_the_list() {
    let portal = Portal::with_people().await;
    let model = store(portal.pool(), 13).await;
    let all = everything(portal.pool()).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    // Skip the first bills, whose invoice numbers look like account numbers: a single criterion matches only one kind.
    let bills: Vec<&PastBill> = all.iter().filter(|bill| !bill.invoice_no.as_str().starts_with('2')).collect();
    let accounts = format!("{}, {},299999999999", bills[0].account_no, bills[9].account_no);
    let [account, other] = [&bills[3].account_no, &bills[40].account_no];
    let cases = [
        ("accountNo", account.to_string()),
        ("accountNo", format!("{account},{other}")),
        ("billBatchId", bills[5].bill_batch_id.to_string()),
        ("billBatchId", format!("{}, {}", bills[5].bill_batch_id, bills[70].bill_batch_id)),
        ("invoiceNo", bills[20].invoice_no.to_string()),
        ("invoiceNo", bills[20].collective_invoice_no.to_string()),
        ("referenceId", "gerai".to_owned()),
    ];
    let mut rows = 0;
    for (criteria, text) in cases {
        let searched = viewer.call::<SearchBills>(asked(criteria, &text)).await.unwrap();
        let filter = HistoryFilter { search: Some(text.clone()), ..HistoryFilter::default() };
        let list = BillHistoryRequest { filter, record_count: Some(1_000), ..history() };
        let listed = viewer.call::<GetBillHistory>(list.clone()).await.unwrap();
        let expected: Vec<PastBill> = recounted(&all, &model, &list);
        // The list also matches an invoice with the same number as an account; this criterion matches accounts only.
        let meant = |bill: &PastBill| criteria != "accountNo" || text.contains(bill.account_no.as_str());
        let expected: Vec<PastBill> = expected.into_iter().filter(meant).collect();
        assert_eq!(searched.items, expected, "{criteria} {text}");
        assert!(listed.total >= searched.total, "{criteria} {text}");
        rows += searched.items.len();
    }
    assert!(rows > 100, "only {rows} rows were compared");

    let searched =
        viewer.call::<SearchBills>(asked("accountNo", &accounts.replace("299999999999", "219999999999"))).await;
    assert_eq!(searched.unwrap().not_found, ["219999999999"]);
    assert_eq!(
        viewer.call::<SearchBills>(asked("accountNo", &accounts)).await.expect_err("no account").code(),
        Code::AccountNumberPrefix
    );

    // Only bills invoiced in the period are found, and paging continues where the last page ended.
    let period = SearchBillsRequest {
        start_date: Some(today().plus_days(-60)),
        end_date: Some(today().plus_days(-20)),
        record_count: Some(7),
        ..asked("referenceId", "gerai")
    };
    let first = viewer.call::<SearchBills>(period.clone()).await.unwrap();
    let next = viewer.call::<SearchBills>(SearchBillsRequest { cursor: first.next.clone(), ..period }).await.unwrap();
    let within = |bill: &&PastBill| {
        let days = today().days_since(bill.invoice_date);
        (20..=60).contains(&days) && bill.reference_id.as_ref().is_some_and(|name| name.contains("Gerai"))
    };
    assert_eq!(first.total, i64::try_from(all.iter().filter(within).count()).unwrap());
    assert!(first.items.len() == 7 && next.items.iter().all(|bill| !first.items.contains(bill)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_cannot_be_made_is_refused_field_by_field() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let nothing = viewer.call_raw::<SearchBills>(json!({ "id": SINAR })).await.expect_err("nothing is asked for");
    assert_eq!(nothing.status, 422);
    assert_eq!(
        nothing.fields(),
        [("startDate", Code::PeriodRequired), ("endDate", Code::PeriodRequired), ("criteria", Code::SearchByRequired)]
    );
    for (criteria, text, code) in [
        ("accountNo", "12", Code::AccountNumberPrefix),
        ("accountNo", "2112", Code::AccountNumberLength),
        ("billBatchId", "2912345678", Code::BatchIdInvalid),
        ("invoiceNo", "1", Code::InvoiceNumberInvalid),
        ("referenceId", "ab", Code::SearchTooShort),
        ("referenceId", "12345678901234567", Code::ReferenceIdLength),
    ] {
        let refused = viewer.call::<SearchBills>(asked(criteria, text)).await.expect_err("refused");
        assert_eq!((refused.status, refused.fields()), (422, vec![("searchString", code)]), "{criteria} {text}");
    }
    let unknown = viewer.call::<SearchBills>(asked("companyName", "sinar")).await.expect_err("refused");
    assert_eq!((unknown.status, unknown.fields()), (400, vec![("criteria", Code::Unreadable)]));
    let reversed = SearchBillsRequest { end_date: Some(today().plus_days(-300)), ..asked("referenceId", "abc") };
    let refused = viewer.in_malay().call::<SearchBills>(reversed).await.expect_err("refused");
    assert_eq!(refused.fields(), [("endDate", Code::DateRangeReversed)]);
    assert_eq!(refused.body.error_message, "Tarikh tamat tidak boleh lebih awal daripada tarikh mula.");
}
