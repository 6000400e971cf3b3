//! Home of customers: each figure equals a count of the rows, covers only the own company, and requires permission.

mod staff;

use std::collections::BTreeMap;

use gridbill_core::accounts::{AccountCards, GetAccountCards};
use gridbill_core::bills::{
    BillFilter, BulkRequest, CountBills, DueWindow, GetOutstandingBills, GetOutstandingBillsCard,
    GetOutstandingCharges, OutstandingCard, SelectRequest,
};
use gridbill_core::home::{
    GetBillDataForGraph, GetHome, GetLatestBillSummary, GetPaymentDataForGraph, GetTop3Cards, Home,
};
use gridbill_core::number::BulkId;
use gridbill_core::payments::staff::{PaymentReject, RejectRequest};
use gridbill_core::payments::{GetPaymentTransactions, GetTransactionsCards, MakePayment};
use gridbill_core::{Code, Day, Money};
use serde_json::json;

use crate::support::clock::today;
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::raw::{RawClient, bearer};
use crate::support::{Actor, Portal, money, sql};
use crate::team;

fn of(bulk_id: &str) -> BulkRequest {
    BulkRequest { id: BulkId::parse(bulk_id).expect("a bulk account") }
}

async fn home(actor: &Actor) -> Home {
    actor.call::<GetHome>(of(SINAR)).await.expect("home")
}

/// Inserts bills around every limit: overdue or not, due soon or later, of other months, credits, disabled. Also
/// accounts in three states, some inactive, a payment in progress and a declined one.
async fn sinar() -> (Portal, Actor) {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let bills = given::bills(pool, SINAR, 60, "100.00").await;
    given::bills(pool, MAJLIS, 9, "77.00").await;
    let query = "
        update bill b set due_date = case when n = 30 then null else $2::date + (n - 40)::int end,
                   invoice_date = $2::date - (n * 5)::int,
                   outstanding_amount = case n % 3 when 0 then n when 1 then -2 else 0 end,
                   bill_batch_id = case when n < 25 then '2800000002' else b.bill_batch_id end,
                   extraction_date = case when n < 25 then $2::date - 3 else b.extraction_date end,
                   total_amount_payable = case when n % 11 = 0 then -5 else 100 + n end, disable_payment = n % 13 = 0
        from (select invoice_no, row_number() over (order by invoice_no) as n from bill where bulk_id = $1) o
        where b.invoice_no = o.invoice_no";
    sql::run(pool, query, &[&SINAR, &today().date()]).await;
    let query = "
        update account_master set state = case when n % 5 = 0 then 'Sabah' when n % 2 = 0 then 'Johor' else state end,
               active = n % 7 <> 0
        from (select account_no as a, row_number() over (order by account_no) as n from account_master) o where a = account_no";
    sql::run(pool, query, &[]).await;
    sql::run(pool, "update bill set status = 4 where invoice_no = $1", &[&bills[50].as_str()]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    // These bills are payable: their numbers are multiples of neither 11 nor 13.
    let held = [bills[0].clone(), bills[1].clone()];
    payer.call::<MakePayment>(eft(&held, "203.00")).await.expect("a payment");
    let declined = payer.call::<MakePayment>(eft(&[bills[2].clone()], "103.00")).await.expect("a payment");
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let decision = RejectRequest { e_bulk_payment_id: declined.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(decision).await.expect("declined");
    (portal, payer)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_equals_the_list_behind_it() {
    let (portal, payer) = sinar().await;
    let home = home(&payer).await;
    let bills = home.bills.expect("bills");
    let id = of(SINAR).id;
    let count = async |filter: BillFilter| {
        let asked =
            SelectRequest { id: id.clone(), group_ids: None, filter, invoice_nos: None, held_invoice_nos: Vec::new() };
        let list = json!({ "id": SINAR, "recordCount": 1, "filter": asked.filter });
        let listed = payer.call_raw::<GetOutstandingBills>(list).await.expect("a list")["total"].as_i64();
        let counted = payer.call::<CountBills>(asked).await.expect("a count");
        assert_eq!(listed, Some(counted.bills));
        (counted.bills, counted.total)
    };
    let payable = BillFilter { payable: Some(true), ..BillFilter::default() };
    let overdue = count(BillFilter { overdue: Some(true), ..payable.clone() }).await;
    assert!(overdue.0 > 3);
    assert_eq!((bills.overdue.bills, bills.overdue.amount), overdue);
    assert_eq!(bills.due_soon_until, today().plus_days(7));
    let within = async |due| count(BillFilter { due: Some(due), ..payable.clone() }).await;
    let mut late = 0;
    for (due, figure) in [
        (DueWindow::Overdue, bills.overdue),
        (DueWindow::PastDue, bills.past_due),
        (DueWindow::In7Days, bills.due_soon),
        (DueWindow::In14Days, bills.due_in_14_days),
        (DueWindow::In30Days, bills.due_in_30_days),
    ] {
        let listed = within(due).await;
        assert_eq!((figure.bills, figure.amount), listed, "{due:?}");
        late += if matches!(due, DueWindow::Overdue | DueWindow::PastDue) { listed.0 } else { 0 };
    }
    assert!(bills.past_due.bills > 0 && bills.due_soon.bills > 0);
    // Overdue bills are in neither of the figures about upcoming bills.
    let before_today = count(BillFilter { due_to: Some(today().plus_days(-1)), ..payable.clone() }).await;
    assert_eq!(late, before_today.0);

    let charged = json!({ "id": SINAR, "filter": { "payable": true } });
    let charged = payer.call_raw::<GetOutstandingCharges>(charged).await.expect("charges");
    let rows = charged["items"].as_array().expect("rows");
    assert_eq!((charged["total"].as_i64(), rows.len()), (Some(bills.charges.bills), 17));
    let charges = rows.iter().map(|row| money(row["outstandingAmount"].as_str().expect("an amount")));
    assert_eq!(bills.charges.amount, Money::sum(charges).expect("a sum"));

    let card = payer.call::<GetOutstandingBillsCard>(of(SINAR)).await.expect("the card");
    assert_eq!(bills.owed, OutstandingCard { as_of: bills.owed.as_of, ..card });
    assert_eq!((card.bills_in_payment, card.amount_in_payment), (2, money("203.00")));

    let cards = payer.call_raw::<GetTransactionsCards>(json!({ "bulkId": SINAR })).await.expect("cards");
    let payments = home.payments.expect("payments");
    assert_eq!(json!(payments.action_required), cards["actionRequired"]);
    assert_eq!((payments.processing, payments.unsuccessful), (1, 1));
    let unsuccessful = json!({ "bulkId": SINAR, "filter": { "statuses": [5, 6, 11] } });
    let unsuccessful = payer.call_raw::<GetPaymentTransactions>(unsuccessful).await.expect("a list");
    assert_eq!(unsuccessful["total"], json!(payments.unsuccessful));

    let accounts = home.accounts;
    let all: AccountCards =
        serde_json::from_value(payer.call_raw::<GetAccountCards>(json!({ "id": SINAR })).await.expect("cards"))
            .expect("cards");
    assert_eq!((accounts.total, accounts.inactive, accounts.errors), (all.total, all.inactive, all.errors));
    assert!(all.inactive > 5);
    let query = "select state, count(*) from electricity_account join account_master using (account_no)
                 where bulk_id = $1 group by state";
    let counted: BTreeMap<String, i64> = sql::rows(portal.pool(), query, &[&SINAR]).await.into_iter().collect();
    assert_eq!(counted.len(), 3);
    assert!(accounts.states.is_sorted_by_key(|state| std::cmp::Reverse(state.accounts)));
    assert_eq!(
        accounts.states.iter().map(|one| (one.state.clone(), one.accounts)).collect::<BTreeMap<_, _>>(),
        counted
    );
    let code =
        |state: &str| accounts.states.iter().find(|one| one.state == state).and_then(|one| one.state_code.as_deref());
    assert_eq!((code("Johor"), code("Sabah")), (Some("JOH"), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_single_calls_agree_with_home() {
    let (portal, payer) = sinar().await;
    let home = home(&payer).await;
    let (bills, payments) = (home.bills.expect("bills"), home.payments.expect("payments"));
    let top = payer.call::<GetTop3Cards>(of(SINAR)).await.expect("three cards");
    let figures = (top.electricity_accounts, top.inactive_accounts, top.unsuccessful_payments);
    assert_eq!(figures, (home.accounts.total, home.accounts.inactive, 1));
    let graph = payer.call::<GetBillDataForGraph>(of(SINAR)).await.expect("a graph");
    assert_eq!(graph.months, bills.months);
    let paid = payer.call::<GetPaymentDataForGraph>(of(SINAR)).await.expect("a graph");
    assert_eq!(paid.months, payments.months);
    let latest = payer.call::<GetLatestBillSummary>(of(SINAR)).await.expect("a summary").latest;
    assert_eq!(latest, bills.latest);

    // Six months, each present, with all bills of any status.
    let months: Vec<String> = graph.months.iter().map(|month| month.month.to_string()).collect();
    assert_eq!(months, ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"]);
    for month in &graph.months {
        let query = "select count(*), coalesce(sum(total_amount_payable), 0) from bill
                     where bulk_id = $1 and date_trunc('month', invoice_date) = $2::date";
        let (bills, amount) = sql::row::<(i64, Money)>(portal.pool(), query, &[&SINAR, &month.month.date()]).await;
        assert_eq!((month.bills, month.amount), (bills, amount), "{month:?}");
    }
    assert!(graph.months.iter().filter(|month| month.bills > 0).count() > 4);
    let latest = latest.expect("a batch");
    assert_eq!((latest.bill_batch_id.as_str(), latest.total_bills, latest.bills_in_payment), ("2800000002", 24, 2));
    assert_eq!(latest.extraction_date, today().plus_days(-3));
    let query = "select sum(total_amount_payable) from bill where bulk_id = $1 and bill_batch_id = '2800000002'";
    let total = sql::value::<Money>(portal.pool(), query, &[&SINAR]).await;
    assert_eq!(latest.total_amount, total);
    assert!(latest.payable_bills > 0 && latest.amount_payable > Money::ZERO);

    // No bill of a batch that waits can be paid.
    let wait = "insert into batch_review (bill_batch_id, extraction_date, state)
                values ('2800000002', '2026-11-01', 'waiting')";
    sql::run(portal.pool(), wait, &[]).await;
    let waiting = payer.call::<GetLatestBillSummary>(of(SINAR)).await.expect("a summary").latest.expect("a batch");
    assert_eq!((waiting.total_bills, waiting.payable_bills, waiting.amount_payable), (24, 0, Money::ZERO));
}

/// A payment counts in the month in which it was made, at +08:00, with the amount paid.
#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_of_the_month_in_which_it_was_made() {
    let (portal, payer) = sinar().await;
    let when = [
        ("2026-05-31T15:59:59Z", None),
        ("2026-05-31T16:00:00Z", Some("2026-06-01")),
        ("2026-10-31T15:59:59Z", Some("2026-10-01")),
        ("2026-10-31T16:00:00Z", Some("2026-11-01")),
    ];
    for (made, month) in when {
        let query = "update payment set requested_at = $1::text::timestamptz, status = 4 where invoices = 2";
        sql::run(portal.pool(), query, &[&made]).await;
        let paid = payer.call::<GetPaymentDataForGraph>(of(SINAR)).await.expect("a graph");
        let found: Vec<(Day, i64, Money)> = paid
            .months
            .iter()
            .filter(|one| one.payments > 0)
            .map(|one| (one.month, one.payments, one.amount))
            .collect();
        let expected: Vec<_> =
            month.into_iter().map(|day| (Day::parse(day).expect("a day"), 1, money("203.00"))).collect();
        assert_eq!(found, expected, "{made}");
    }
}

/// Missing money was paid meanwhile, and excess money was received.
#[tokio::test(flavor = "multi_thread")]
async fn a_month_has_what_was_received_by_its_payments() {
    let (portal, payer) = sinar().await;
    for (kind, paid, received) in [(1_i16, "200.00", "203.00"), (2_i16, "206.00", "206.00")] {
        let query = "update payment set status = 4, reconcile_type = $1, reconcile_amount = 3, paid_amount = $2
                     where invoices = 2";
        sql::run(portal.pool(), query, &[&kind, &money(paid).decimal()]).await;
        let months = payer.call::<GetPaymentDataForGraph>(of(SINAR)).await.expect("a graph").months;
        let found: Vec<_> = months.iter().filter(|one| one.payments > 0).map(|one| one.amount).collect();
        assert_eq!(found, [money(received)], "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn home_is_the_companys_own_and_has_what_its_reader_may_see() {
    let (portal, _) = sinar().await;
    let master = portal.sign_in("master@sinar.example").await;
    team::invite(&master, "guest@sinar.example").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(home(&master).await.invitations, Some(1));
    assert_eq!(home(&viewer).await.invitations, None);

    let majlis = portal.sign_in("master@majlis.example").await;
    let theirs = majlis.call::<GetHome>(of(MAJLIS)).await.expect("home").bills.expect("bills");
    assert_eq!((theirs.owed.total_bills, theirs.owed.amount_payable), (9, money("693.00")));
    assert_eq!(majlis.call::<GetHome>(of(SINAR)).await.expect_err("not theirs").code(), Code::BulkAccountNotFound);

    // Without an electricity account, bills and payments are closed, and Home shows the rest.
    sql::run(portal.pool(), "delete from electricity_account where bulk_id = $1", &[&MAJLIS]).await;
    let closed = majlis.call::<GetHome>(of(MAJLIS)).await.expect("home");
    assert_eq!((closed.bills, closed.payments, closed.invitations, closed.accounts.total), (None, None, None, 0));
    assert_eq!(closed.queries, None);
    let refused = majlis.call::<GetTop3Cards>(of(MAJLIS)).await.expect_err("closed");
    assert_eq!(refused.code(), Code::NoWorkingAccount);
}

#[tokio::test(flavor = "multi_thread")]
async fn home_reads_no_bill_and_fits_into_six_kilobytes() {
    let (portal, _) = sinar().await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("viewer@sinar.example").await.0);
    let entry = gridbill_core::registry::endpoints().find(|entry| entry.name == "GetHome").expect("home");
    let headers = [("authorization", token.as_str()), ("accept-encoding", "gzip")];
    let answer = wire.call(entry, &json!({ "id": SINAR }), "", &headers).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.len() < 6_144, "{} bytes", answer.body.len());

    let (plans, _observing) = crate::support::plans::of(&portal).await;
    let (_app, address) = portal.second().await;
    let again = RawClient::to(address);
    let token = bearer(&again.sign_in("viewer@sinar.example").await.0);
    plans.taken();
    assert_eq!(again.call(entry, &json!({ "id": SINAR }), "", &[("authorization", token.as_str())]).await.status, 200);
    let taken = plans.taken();
    assert!(taken.len() > 5, "{} plans", taken.len());
    for plan in taken {
        let mut all = Vec::new();
        crate::support::plans::nodes(&plan["Plan"], &mut all);
        assert!(all.iter().all(|node| node["Relation Name"] != "bill"), "{}", plan["Query Text"]);
    }
}
