//! Access to outstanding bills, and refused requests.

use gridbill_core::bills::{
    BatchesRequest, BillFilter, BillSortBy, BulkRequest, GetBillDetails, GetBillsByBatch, GetOutstandingBills,
    GetOutstandingBillsCard, GetOutstandingCharges, InvoiceRequest, OutstandingBillsRequest, SelectBills,
    SelectRequest,
};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Language};

use super::{all, all_batches, model, sinar};
use crate::support::Portal;
use crate::support::given::{self, MAJLIS, SINAR};

#[tokio::test(flavor = "multi_thread")]
async fn unknown_bills_and_those_of_others_get_the_same_answer() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let stranger = portal.sign_in("master@majlis.example").await;
    assert_eq!(stranger.call::<GetOutstandingBills>(all()).await.unwrap_err().code(), Code::BulkAccountNotFound);
    assert_eq!(stranger.call::<GetOutstandingCharges>(all()).await.unwrap_err().status, 404);
    let card = stranger.call::<GetOutstandingBillsCard>(BulkRequest { id: sinar() }).await;
    assert_eq!(card.unwrap_err().status, 404);
    let batches = all_batches();
    assert_eq!(stranger.call::<GetBillsByBatch>(batches).await.unwrap_err().status, 404);
    let mut select = SelectRequest {
        id: sinar(),
        group_ids: None,
        filter: BillFilter::default(),
        invoice_nos: None,
        held_invoice_nos: Vec::new(),
    };
    assert_eq!(stranger.call::<SelectBills>(select.clone()).await.unwrap_err().status, 404);
    select.id = BulkId::parse(MAJLIS).unwrap();
    select.invoice_nos = Some(bills.clone());
    let own = stranger.call::<SelectBills>(select).await.unwrap();
    assert_eq!((own.bills.len(), own.left_out.len()), (0, 0));

    let theirs = stranger.call::<GetBillDetails>(InvoiceRequest { invoice_no: bills[0].clone() }).await.unwrap_err();
    let nobodys = InvoiceRequest { invoice_no: given::invoice("999999999999") };
    let nobodys = stranger.call::<GetBillDetails>(nobodys).await.unwrap_err();
    assert_eq!((theirs.code(), theirs.status), (Code::BillNotFound, 404));
    assert_eq!(theirs.body, nobodys.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_read_in_customer_view_mode_only() {
    let portal = Portal::with_people().await;
    given::bills(portal.pool(), SINAR, 2, "100.00").await;
    for email in ["pccr@utility.example", "glb@utility.example"] {
        let staff = portal.sign_in_staff(email).await;
        assert_eq!(staff.call::<GetOutstandingBills>(all()).await.unwrap_err().code(), Code::Forbidden);
        let viewing = staff.with("x-bulk-account", SINAR);
        assert_eq!(viewing.call::<GetOutstandingBills>(all()).await.unwrap().total, 2);
        let elsewhere = staff.with("x-bulk-account", MAJLIS);
        assert_eq!(elsewhere.call::<GetOutstandingBills>(all()).await.unwrap_err().status, 404);
    }
    let ict = portal.sign_in_staff("ict@utility.example").await.with("x-bulk-account", SINAR);
    assert_eq!(ict.call::<GetOutstandingBills>(all()).await.unwrap_err().code(), Code::Forbidden);
    assert_eq!(portal.visitor().call::<GetOutstandingBills>(all()).await.unwrap_err().code(), Code::SignedOut);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cursor_of_another_list_or_order_is_refused() {
    let portal = Portal::with_people().await;
    given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let first = OutstandingBillsRequest { record_count: Some(2), ..all() };
    let cursor = viewer.call::<GetOutstandingBills>(first.clone()).await.unwrap().next.unwrap();
    let next = OutstandingBillsRequest { cursor: Some(cursor.clone()), ..first };
    assert_eq!(viewer.call::<GetOutstandingBills>(next.clone()).await.unwrap().items.len(), 2);
    for sort in model::orders().into_iter().filter(|sort| (sort.by, sort.descends()) != (BillSortBy::DueDate, false)) {
        let other = OutstandingBillsRequest { sort, ..next.clone() };
        assert_eq!(viewer.call::<GetOutstandingBills>(other).await.unwrap_err().code(), Code::CursorInvalid);
    }
    assert_eq!(viewer.call::<GetOutstandingCharges>(next.clone()).await.unwrap_err().code(), Code::CursorInvalid);
    let batches = BatchesRequest { cursor: Some(cursor.clone()), ..all_batches() };
    assert_eq!(viewer.call::<GetBillsByBatch>(batches).await.unwrap_err().code(), Code::CursorInvalid);
    for altered in [format!("{cursor}00"), cursor[2..].to_owned(), "?".to_owned(), String::new()] {
        let altered = OutstandingBillsRequest { cursor: Some(altered), ..next.clone() };
        let refused = viewer.call::<GetOutstandingBills>(altered).await.unwrap_err();
        assert_eq!((refused.code(), refused.status), (Code::CursorInvalid, 400));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_name_the_field_and_speak_the_callers_language() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let search = |text: &str| {
        let filter = BillFilter { search: Some(text.to_owned()), ..BillFilter::default() };
        OutstandingBillsRequest { filter, ..all() }
    };
    let refused = viewer.call::<GetOutstandingBills>(search("ab")).await.unwrap_err();
    assert_eq!(refused.fields(), [("filter.search", Code::SearchTooShort)]);
    assert_eq!(refused.body.error_message, "Enter at least 3 characters.");
    let refused = viewer.in_malay().call::<GetOutstandingBills>(search("ab")).await.unwrap_err();
    assert_eq!(refused.body.error_message, "Masukkan sekurang-kurangnya 3 aksara.");
    let many = vec!["210000000001"; 1_001].join(",");
    let refused = viewer.call::<GetOutstandingBills>(search(&many)).await.unwrap_err();
    assert_eq!((refused.code(), refused.body.params["limit"].as_u64()), (Code::SearchTooMany, Some(1_000)));

    let unknown = InvoiceRequest { invoice_no: given::invoice("999999999999") };
    let refused = viewer.in_malay().call::<GetBillDetails>(unknown).await.unwrap_err();
    assert_eq!(refused.body.error_message, Code::BillNotFound.sentence(Language::Ms));
    let short = serde_json::json!({ "invoiceNo": "12" });
    assert_eq!(viewer.call_raw::<GetBillDetails>(short).await.unwrap_err().code(), Code::InvoiceNumberInvalid);
    let day = serde_json::json!({ "id": SINAR, "filter": { "dueFrom": "20 Nov" } });
    let refused = viewer.call_raw::<GetOutstandingBills>(day).await.unwrap_err();
    assert_eq!(refused.fields(), [("filter.dueFrom", Code::DateInvalid)]);
    // The form that existing clients send: only the number of rows.
    given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let bare = serde_json::json!({ "id": SINAR, "recordCount": 2 });
    assert_eq!(viewer.call_raw::<GetOutstandingBills>(bare).await.unwrap()["items"].as_array().unwrap().len(), 2);
}
