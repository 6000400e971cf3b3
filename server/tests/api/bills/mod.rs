//! Outstanding bills: every filter, order and page, compared with a simple model.

use std::collections::BTreeSet;

use gridbill_core::bills::{
    BatchFilter, BatchesRequest, Bill, BillDetails, BillFilter, BillState, BulkRequest, Closure, GetBillDetails,
    GetBillsByBatch, GetDailyUse, GetOutstandingBills, GetOutstandingBillsCard, GetOutstandingCharges, InvoiceRequest,
    OutstandingBillsRequest, SelectBills, SelectRequest, Standing, bill_amount_group, bill_state, selection_refusal,
};
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::payments::{MakePayment, Status};
use gridbill_core::{Code, Page};

use crate::support::clock::today;
use crate::support::given::{self, SINAR, eft};
use crate::support::{Actor, Portal, money, sql};

mod banking_app;
mod cost;
mod counted;
mod due;
mod history;
mod model;
mod refusing;
mod reminders;
mod rows;
mod searching;
mod totals;

use model::Model;

fn sinar() -> BulkId {
    BulkId::parse(SINAR).unwrap()
}

fn all() -> OutstandingBillsRequest {
    OutstandingBillsRequest {
        id: sinar(),
        record_count: None,
        cursor: None,
        group_ids: None,
        filter: BillFilter::default(),
        sort: Sort::default(),
    }
}

fn all_batches() -> BatchesRequest {
    BatchesRequest {
        id: sinar(),
        record_count: None,
        cursor: None,
        filter: BatchFilter::default(),
        sort: Sort::default(),
    }
}

/// Returns the bills of all pages, and checks that each page reports the same total.
async fn pages(actor: &Actor, mut request: OutstandingBillsRequest, charges: bool) -> Vec<Bill> {
    let mut bills = Vec::new();
    loop {
        let page: Page<Bill> = if charges {
            actor.call::<GetOutstandingCharges>(request.clone()).await.unwrap()
        } else {
            actor.call::<GetOutstandingBills>(request.clone()).await.unwrap()
        };
        bills.extend(page.items);
        let listed = i64::try_from(bills.len()).unwrap();
        let Some(next) = page.next else {
            assert_eq!(page.total, listed);
            return bills;
        };
        assert!(listed < page.total, "a row came twice");
        request.cursor = Some(next);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_filter_order_and_page_agrees_with_the_model() {
    let portal = Portal::with_people().await;
    let mut model = Model::store(portal.pool(), 1).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    for round in 0..120 {
        let (request, charges) = model.request(round);
        let expected = model.list(&request, charges);
        assert_eq!(pages(&viewer, request.clone(), charges).await, expected, "round {round}: {request:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn selecting_all_that_match_is_the_selectable_part_of_the_list_beyond_its_page() {
    let portal = Portal::with_people().await;
    let mut model = Model::store(portal.pool(), 2).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    for round in 0..60 {
        let (request, _) = model.request(round);
        let listed = model.list(&OutstandingBillsRequest { sort: Sort::default(), ..request.clone() }, false);
        let (id, group_ids, filter) = (sinar(), request.group_ids, request.filter);
        let select = SelectRequest { id, group_ids, filter, invoice_nos: None, held_invoice_nos: Vec::new() };
        let selected = viewer.call::<SelectBills>(select).await.unwrap();
        let reason =
            |bill: &Bill| selection_refusal(bill.status, bill.total_amount_payable, bill.current_charge, bill.closed);
        let expected: Vec<_> =
            listed.iter().filter(|bill| reason(bill).is_none()).map(|bill| &bill.invoice_no).collect();
        assert_eq!(selected.bills.iter().map(|bill| &bill.invoice_no).collect::<Vec<_>>(), expected);
        for bill in &selected.bills {
            let listed = listed.iter().find(|listed| listed.invoice_no == bill.invoice_no).unwrap();
            assert_eq!((&bill.account_no, bill.amount), (&listed.account_no, listed.total_amount_payable));
        }
        let mut codes: Vec<_> = listed.iter().filter_map(reason).collect();
        codes.sort();
        codes.dedup();
        assert_eq!(selected.left_out.iter().map(|left_out| left_out.reason).collect::<Vec<_>>(), codes);
        for left_out in &selected.left_out {
            let count = listed.iter().filter(|bill| reason(bill) == Some(left_out.reason)).count();
            assert_eq!(left_out.count, i64::try_from(count).unwrap());
        }
    }
    let kept = model.bills().iter().take(9).map(|bill| bill.invoice_no.clone()).collect();
    let again = SelectRequest {
        id: sinar(),
        group_ids: None,
        filter: BillFilter::default(),
        invoice_nos: Some(kept),
        held_invoice_nos: Vec::new(),
    };
    let again = viewer.call::<SelectBills>(again).await.unwrap();
    let left_out: i64 = again.left_out.iter().map(|left_out| left_out.count).sum();
    assert_eq!(i64::try_from(again.bills.len()).unwrap() + left_out, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_and_the_card_are_sums_of_cores_figures() {
    let portal = Portal::with_people().await;
    let model = Model::store(portal.pool(), 3).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;

    let mut batches = Vec::new();
    let mut request = BatchesRequest { record_count: Some(2), ..all_batches() };
    loop {
        let page = viewer.call::<GetBillsByBatch>(request.clone()).await.unwrap();
        assert_eq!(page.total, 7);
        batches.extend(page.items);
        let Some(next) = page.next else { break };
        request.cursor = Some(next);
    }
    assert_eq!(batches, model.batches());

    let card = viewer.call::<GetOutstandingBillsCard>(BulkRequest { id: sinar() }).await.unwrap();
    let overdue: Vec<_> = model
        .bills()
        .iter()
        .filter(|bill| {
            let state = bill_state(bill.total_amount_payable, bill.status, bill.closed, bill.due_date, today());
            state == BillState::PaymentOverdue
        })
        .collect();
    let of = |column: fn(&Bill) -> String| {
        let values: BTreeSet<_> = model.bills().iter().map(column).collect();
        i64::try_from(values.len()).unwrap()
    };
    assert!(!overdue.is_empty());
    assert_eq!(card.total_bills, i64::try_from(model.bills().len()).unwrap());
    assert_eq!(card.total_accounts, of(|bill| bill.account_no.to_string()));
    assert_eq!(card.total_batches, of(|bill| bill.bill_batch_id.to_string()));
    let parts = [
        (Standing::Payable, card.payable_bills, card.amount_payable),
        (Standing::InPayment, card.bills_in_payment, card.amount_in_payment),
        (Standing::NotPayable, card.bills_not_payable, card.amount_not_payable),
    ];
    for (standing, bills, amount) in parts {
        let of = model::standing_at(model.bills(), standing);
        assert!(bills > 10, "{standing:?}");
        assert_eq!(bills, i64::try_from(of.len()).unwrap(), "{standing:?}");
        assert_eq!(amount, model::total(of, |bill| bill.total_amount_payable), "{standing:?}");
    }
    let payable = model::standing_at(model.bills(), Standing::Payable);
    let accounts: BTreeSet<_> = payable.iter().map(|bill| &bill.account_no).collect();
    assert_eq!(card.payable_accounts, i64::try_from(accounts.len()).unwrap());
    let credits = model::standing_at(model.bills(), Standing::Credit);
    let below = credits.iter().filter(|bill| bill.total_amount_payable < money("0")).count();
    assert_eq!(card.credit_bills, i64::try_from(below).unwrap());
    assert_eq!(card.credit_amount, model::total(credits, |bill| bill.total_amount_payable).absolute());
    assert_eq!(card.overdue_amount, model::total(overdue.iter().copied(), |bill| bill.total_amount_payable));
    assert_eq!(card.overdue_bills, i64::try_from(overdue.len()).unwrap());
    assert_eq!(card.as_of, portal.app.now());
}

/// Core and the database's function agree on the standing of every bill.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_agree_on_a_bills_state() {
    let portal = Portal::start().await;
    for &status in Status::ALL {
        for amount in ["-0.01", "0.00", "0.01"] {
            for charge in ["-0.01", "0.00", "0.01"] {
                for disabled in [false, true] {
                    let (amount, charge) = (money(amount), money(charge));
                    let query = "select bill_standing($1, $2, $3, $4), bill_is_selectable($1, $2, $3, $4)";
                    let (standing, is_selectable) = sql::row::<(String, bool)>(
                        portal.pool(),
                        query,
                        &[&(status as i16), &amount.decimal(), &charge.decimal(), &disabled],
                    )
                    .await;
                    let expected = bill_amount_group(status, amount, charge, disabled.then_some(Closure::Disabled));
                    assert_eq!(standing, expected.code(), "{status:?} {amount} {charge} {disabled}");
                    assert_eq!(is_selectable, expected == Standing::Payable);
                }
            }
        }
    }
}

/// Rounding: a bill of RM 369.17 asks for RM 369.15, and shows the difference.
#[tokio::test(flavor = "multi_thread")]
async fn a_bills_lines_make_its_total() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "369.15").await;
    let query = "update bill set current_charge = 369.17, outstanding_amount = 0 where invoice_no = $1";
    sql::run(portal.pool(), query, &[&bills[0].as_str()]).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let found = viewer.call::<GetBillDetails>(InvoiceRequest { invoice_no: bills[0].clone() }).await.unwrap();
    assert_eq!((found.remainder.rounding, found.remainder.adjustment), (money("-0.02"), money("0.00")));
    let exact = viewer.call::<GetBillDetails>(InvoiceRequest { invoice_no: bills[1].clone() }).await.unwrap();
    assert_eq!(exact.remainder.rounding, money("0.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn use_and_cost_a_day_are_those_of_the_accounts_bills_until_the_bill() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "310.00").await;
    let query = "
        update bill set account_no = (select account_no from bill where invoice_no = $1), current_charge = 310,
               invoice_date = d.until, reading_start = d.until - 30, reading_end = d.until, consumption_kwh = 620
        from (values ($1::text, '2026-08-31'::date), ($2, '2026-09-30'), ($3, '2026-10-31')) d (number, until)
        where invoice_no = d.number";
    sql::run(portal.pool(), query, &[&bills[0].as_str(), &bills[1].as_str(), &bills[2].as_str()]).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let found = viewer.call::<GetDailyUse>(InvoiceRequest { invoice_no: bills[1].clone() }).await.unwrap().bills;
    // A later bill of the account is not compared.
    assert_eq!(found.iter().map(|bill| &bill.invoice_no).collect::<Vec<_>>(), [&bills[0], &bills[1]]);
    assert_eq!((found[1].days, found[1].cost_a_day), (31, money("10.00")));
    assert_eq!(found[1].kwh_a_day.map(|kwh| kwh.shown()), Some("20".to_owned()));

    // A bill that was invoiced late is placed by its period.
    let late = "update bill set reading_start = '2026-07-01', reading_end = '2026-07-31' where invoice_no = $1";
    sql::run(portal.pool(), late, &[&bills[2].as_str()]).await;
    let daily = viewer.call::<GetDailyUse>(InvoiceRequest { invoice_no: bills[1].clone() }).await.unwrap().bills;
    assert_eq!(daily.iter().map(|bill| &bill.invoice_no).collect::<Vec<_>>(), [&bills[2], &bills[0], &bills[1]]);
    let used =
        viewer.call::<GetBillDetails>(InvoiceRequest { invoice_no: bills[1].clone() }).await.unwrap().use_by_bill;
    assert_eq!(used.iter().map(|bill| &bill.invoice_no).collect::<Vec<_>>(), [&bills[2], &bills[0], &bills[1]]);
    // Later periods are no part of its use, but a bill that was invoiced before may prove a finding on it.
    let of_late = || InvoiceRequest { invoice_no: bills[2].clone() };
    let used = viewer.call::<GetBillDetails>(of_late()).await.unwrap().use_by_bill;
    assert_eq!(used.iter().map(|bill| &bill.invoice_no).collect::<Vec<_>>(), [&bills[2]]);
    assert_eq!(viewer.call::<GetDailyUse>(of_late()).await.unwrap().bills.len(), 3);
    let stranger = portal.sign_in("master@majlis.example").await;
    let theirs = stranger.call::<GetDailyUse>(InvoiceRequest { invoice_no: bills[1].clone() }).await.unwrap_err();
    assert_eq!(theirs.code(), Code::BillNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_without_a_due_date_are_last_or_first_if_descending() {
    let portal = Portal::with_people().await;
    let model = Model::store(portal.pool(), 4).await;
    let undated = model.bills().iter().filter(|bill| bill.due_date.is_none()).count();
    assert!(undated > 10);
    let viewer = portal.sign_in("viewer@sinar.example").await;
    // A page size at which pages end among the bills without a due date.
    let request = OutstandingBillsRequest { record_count: Some(7), ..all() };
    let listed = pages(&viewer, request.clone(), false).await;
    assert!(listed[listed.len() - undated..].iter().all(|bill| bill.due_date.is_none()));
    let sort = Sort { descending: Some(true), ..Sort::default() };
    let mut turned = pages(&viewer, OutstandingBillsRequest { sort, ..request }, false).await;
    turned.reverse();
    assert_eq!(turned, listed);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_total_is_known_even_when_the_rest_was_paid_meanwhile() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 5, "100.00").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let first = OutstandingBillsRequest { record_count: Some(3), ..all() };
    let page = viewer.call::<GetOutstandingBills>(first.clone()).await.unwrap();
    assert_eq!((page.items.len(), page.total), (3, 5));
    rows::pay(portal.pool(), &bills[3..]).await;
    let rest = OutstandingBillsRequest { cursor: page.next, ..first.clone() };
    let rest = viewer.call::<GetOutstandingBills>(rest).await.unwrap();
    // The total is that of the first page, because later pages do not count again.
    assert_eq!((rest.items.len(), rest.total, rest.next), (0, 5, None));
    rows::pay(portal.pool(), &bills).await;
    let none = viewer.call::<GetOutstandingBills>(first).await.unwrap();
    assert_eq!((none.items.len(), none.total, none.next), (0, 0, None));
    let card = viewer.call::<GetOutstandingBillsCard>(BulkRequest { id: sinar() }).await.unwrap();
    assert_eq!((card.total_bills, card.amount_payable), (0, money("0")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_in_a_payment_has_its_state_and_the_reason_why_it_is_left_out() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");

    let listed = pages(&payer, all(), false).await;
    assert_eq!(listed.len(), 3);
    let held = listed.iter().find(|bill| bill.invoice_no == bills[0]).unwrap();
    assert_eq!(held.status, Status::PendingApproval);
    let select = SelectRequest {
        id: sinar(),
        group_ids: None,
        filter: BillFilter::default(),
        invoice_nos: None,
        held_invoice_nos: Vec::new(),
    };
    let selected = payer.call::<SelectBills>(select).await.unwrap();
    assert_eq!(selected.bills.len(), 2);
    assert_eq!((selected.left_out[0].reason, selected.left_out[0].count), (Code::BillInPayment, 1));
    let batches = all_batches();
    let batch = &payer.call::<GetBillsByBatch>(batches).await.unwrap().items[0];
    assert_eq!((batch.total_bills, batch.selectable_bills, batch.selectable_amount), (3, 2, money("200")));
    assert_eq!((batch.current_charge, batch.amount_in_payment), (money("200"), money("100")));
    let card = payer.call::<GetOutstandingBillsCard>(BulkRequest { id: sinar() }).await.unwrap();
    assert_eq!((card.amount_payable, card.amount_in_payment), (money("200"), money("100")));

    let filter = BillFilter { search: Some(made.transaction_no.to_string()), ..BillFilter::default() };
    let found = pages(&payer, OutstandingBillsRequest { filter, ..all() }, false).await;
    assert_eq!(found.iter().map(|bill| &bill.invoice_no).collect::<Vec<_>>(), [&bills[0]]);

    let details: BillDetails =
        payer.call::<GetBillDetails>(InvoiceRequest { invoice_no: bills[0].clone() }).await.unwrap();
    assert_eq!(&details.bill, held);
    assert_eq!(details.company_name, "A company");
    let [payment] = &details.payments[..] else { panic!("one payment") };
    assert_eq!((&payment.transaction_no, payment.status), (&made.transaction_no, Status::PendingApproval));
    assert_eq!((payment.requested_by.as_str(), payment.amount), ("Badrul", money("100")));
}
