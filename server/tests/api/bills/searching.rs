//! Search of bills and batches, numbers that are reported as not found, and the selectable part.

use gridbill_core::accounts::GetAccounts;
use gridbill_core::bills::{
    BatchFilter, BatchSortBy, BatchesRequest, Bill, BillFilter, CountBills, GetBillHistory, GetBillsByBatch,
    GetOutstandingBills, GetOutstandingCharges, OutstandingBillsRequest, SelectBills, SelectRequest,
};
use gridbill_core::endpoint::{Endpoint as _, EndpointSpec};
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::payments::{GetPaymentTransactions, MakePayment, Status};
use gridbill_core::{Money, Page};
use serde_json::{Value, json};

use super::{Model, all, all_batches, sinar};
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::{Actor, Portal};

async fn found(viewer: &Actor, typed: &str) -> Page<Bill> {
    let filter = BillFilter { search: Some(typed.to_owned()), ..BillFilter::default() };
    viewer
        .call::<GetOutstandingBills>(OutstandingBillsRequest { filter, record_count: Some(1_000), ..all() })
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_names_the_numbers_that_are_not_in_it() {
    let portal = Portal::with_people().await;
    let model = Model::store(portal.pool(), 4).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let [one, other] = [30, 31].map(|place| model.bills()[place].invoice_no.clone());
    let account = &model.bills()[2].account_no;

    let page = found(&viewer, &format!("{one} 799999999999 {other}\nKilang\t{account}")).await;
    assert_eq!(page.not_found, ["799999999999"]);
    assert!(page.items.iter().any(|bill| bill.invoice_no == one));
    let page = found(&viewer, &format!("{one}, {other}")).await;
    assert_eq!((page.total, page.not_found.len()), (2, 0));
    // A search for a single unknown number gives an empty list, and reports nothing as not found.
    let page = found(&viewer, "799999999999").await;
    assert_eq!((page.total, page.not_found.len()), (0, 0));

    // Numbers of another company's bills are reported as not found.
    given::bills(portal.pool(), MAJLIS, 1, "7.00").await;
    let stranger = portal.sign_in("master@majlis.example").await;
    let filter = BillFilter { search: Some(format!("{one} {other}")), ..BillFilter::default() };
    let id = BulkId::parse(MAJLIS).unwrap();
    let page = stranger.call::<GetOutstandingBills>(OutstandingBillsRequest { id, filter, ..all() }).await.unwrap();
    assert_eq!(page.not_found, [one.to_string(), other.to_string()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_are_found_by_their_bills_and_parted_by_what_can_be_paid() {
    let portal = Portal::with_people().await;
    let model = Model::store(portal.pool(), 5).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let bill = &model.bills()[7];
    for typed in [bill.invoice_no.as_str(), bill.bill_batch_id.as_str(), &bill.invoice_no.as_str()[4..]] {
        let filter = BatchFilter { search: Some(typed.to_owned()), payable: None };
        let page = viewer.call::<GetBillsByBatch>(BatchesRequest { filter, ..all_batches() }).await.unwrap();
        assert!(page.items.iter().any(|batch| batch.bill_batch_id == bill.bill_batch_id), "{typed}");
    }
    let filter = BatchFilter { search: Some(format!("{} 2899999999", bill.bill_batch_id)), payable: None };
    let page = viewer.call::<GetBillsByBatch>(BatchesRequest { filter, ..all_batches() }).await.unwrap();
    assert_eq!((page.total, page.not_found), (1, vec!["2899999999".to_owned()]));

    let batches = model.batches();
    for payable in [true, false] {
        let filter = BatchFilter { search: None, payable: Some(payable) };
        let page = viewer.call::<GetBillsByBatch>(BatchesRequest { filter, ..all_batches() }).await.unwrap();
        assert_eq!(page.items.len(), batches.iter().filter(|batch| (batch.selectable_bills > 0) == payable).count());
    }
    for sort in Sort::<BatchSortBy>::all() {
        let page = viewer.call::<GetBillsByBatch>(BatchesRequest { sort, ..all_batches() }).await.unwrap();
        let key = |batch: &gridbill_core::bills::Batch| match sort.by {
            BatchSortBy::ExtractionDate => format!("{:?}", batch.extraction_date),
            BatchSortBy::BillBatchId => batch.bill_batch_id.to_string(),
            BatchSortBy::DueDate => batch.due_date.map_or("9999".to_owned(), |day| day.to_string()),
            BatchSortBy::TotalBills => format!("{:09}", batch.total_bills),
            BatchSortBy::CurrentCharge => format!("{:>20}", batch.current_charge.to_string()),
            BatchSortBy::SelectableAmount => format!("{:>20}", batch.selectable_amount.to_string()),
        };
        let mut keys: Vec<String> = page.items.iter().map(key).collect();
        if sort.descends() {
            keys.reverse();
        }
        assert!(keys.is_sorted(), "{sort:?}: {keys:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counting_and_selecting_agree() {
    let portal = Portal::with_people().await;
    let mut model = Model::store(portal.pool(), 6).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    for round in 0..40 {
        let (request, _) = model.request(round);
        let (id, group_ids, filter) = (sinar(), request.group_ids, request.filter);
        let select = SelectRequest { id, group_ids, filter, invoice_nos: None, held_invoice_nos: Vec::new() };
        let counted = viewer.call::<CountBills>(select.clone()).await.unwrap();
        let selected = viewer.call::<SelectBills>(select).await.unwrap();
        assert_eq!(counted.bills, i64::try_from(selected.bills.len()).unwrap());
        assert_eq!(counted.total, Money::sum(selected.bills.iter().map(|bill| bill.amount)).unwrap());
        assert_eq!(counted.left_out, selected.left_out);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_number_without_a_digit_is_named_with_every_count() {
    let portal = Portal::with_people().await;
    let model = Model::store(portal.pool(), 6).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let payable: Vec<_> = model.bills().iter().filter(|bill| bill.status == Status::PaymentRequired).collect();
    let [one, other] = [0, 1].map(|place| payable[place].invoice_no.clone());
    let typed = format!("{one}\n41000000002\n{other}\t1,234.50\t24-11-2026\t40000\n2100 0000 001");
    let lost = ["41000000002", "2100 0000 001"];

    let page = found(&viewer, &typed).await;
    let both = found(&viewer, &format!("{one},{other}")).await;
    assert_eq!((page.total, &page.malformed[..]), (both.total, &lost.map(String::from)[..]));
    assert!(both.malformed.is_empty());
    let request = SelectRequest {
        id: sinar(),
        group_ids: None,
        filter: BillFilter { search: Some(typed), ..BillFilter::default() },
        invoice_nos: None,
        held_invoice_nos: Vec::new(),
    };
    assert_eq!(viewer.call::<SelectBills>(request.clone()).await.unwrap().malformed, lost);
    assert_eq!(viewer.call::<CountBills>(request).await.unwrap().malformed, lost);
    // A shortened number alone searches for a part of a number, so it is not malformed.
    assert!(found(&viewer, &one.as_str()[..11]).await.malformed.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_part_of_a_filter_narrows_nothing() {
    let portal = Portal::with_people().await;
    Model::store(portal.pool(), 7).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let total = async |actor: &Actor, entry: &EndpointSpec, narrowed: Value| {
        let (status, body) = actor.send(entry, narrowed.clone()).await;
        assert_eq!(status, 200, "{} {narrowed}: {}", entry.name, String::from_utf8_lossy(&body));
        let answer: Value = serde_json::from_slice(&body).unwrap();
        let data = &answer["Data"];
        data["total"].as_i64().or_else(|| data["bills"].as_i64()).unwrap_or_else(|| panic!("{answer}"))
    };
    let unpaid = [
        json!({ "id": SINAR, "groupIds": [] }),
        json!({ "id": SINAR, "groupIds": null, "filter": null, "sort": null }),
        json!({ "id": SINAR, "filter": { "batchIds": [], "accountNos": [], "search": " ", "payable": null } }),
        json!({ "id": SINAR, "filter": { "dueFrom": "", "dueTo": " " } }),
    ];
    for entry in [&GetOutstandingBills::ENTRY, &GetOutstandingCharges::ENTRY, &CountBills::ENTRY] {
        let all = total(&viewer, entry, json!({ "id": SINAR })).await;
        assert!(all > 0, "{}", entry.name);
        for narrowed in unpaid.clone() {
            assert_eq!(total(&viewer, entry, narrowed.clone()).await, all, "{} {narrowed}", entry.name);
        }
    }
    let others: [(&EndpointSpec, Value); 4] = [
        (&GetBillHistory::ENTRY, json!({ "groupIds": [], "tariffs": [], "invoicedFrom": "", "invoicedTo": "" })),
        (&GetAccounts::ENTRY, json!({ "groupIds": [], "states": [], "withoutGroup": null })),
        (&GetPaymentTransactions::ENTRY, json!({ "statuses": [], "methods": [], "bankIds": [], "from": "", "to": "" })),
        (&GetBillsByBatch::ENTRY, json!({ "search": "", "payable": null })),
    ];
    portal
        .sign_in("payer@sinar.example")
        .await
        .call::<MakePayment>(eft(&given::bills(portal.pool(), SINAR, 1, "7.00").await, "7.00"))
        .await
        .unwrap();
    for (entry, filter) in others {
        let all = total(&viewer, entry, json!({ "id": SINAR, "bulkId": SINAR })).await;
        assert!(all > 0, "{}", entry.name);
        for filter in [filter, Value::Null] {
            let narrowed = json!({ "id": SINAR, "bulkId": SINAR, "filter": filter });
            assert_eq!(total(&viewer, entry, narrowed.clone()).await, all, "{} {narrowed}", entry.name);
        }
    }
    // An invalid date is still refused, with its field.
    let wrong = json!({ "id": SINAR, "filter": { "dueFrom": "24 Nov" } });
    let refused = viewer.call_raw::<GetOutstandingBills>(wrong).await.unwrap_err();
    assert_eq!(refused.fields().first().map(|(field, _)| *field), Some("filter.dueFrom"));
}
