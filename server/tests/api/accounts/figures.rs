//! Totals of bills and payments in a bulk account's profile equal the sums over its rows.

use gridbill_core::accounts::{GetProfile, RemoveChildAccount};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::{Instant, Money};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{FIRST, worked};
use crate::support::clock::today;
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::portal::until;
use crate::support::{Actor, Portal, sql};
use crate::team::session_of;

const FIGURES: [&str; 6] = [
    "lastBillDate",
    "lastPaymentDate",
    "totalUnpaidBills",
    "latestTotalAmount",
    "latestCurrentCharges",
    "latestOutstandingCharges",
];

async fn figures(actor: &Actor, bulk_id: &str) -> [Value; 6] {
    let profile = actor.call_raw::<GetProfile>(json!({ "id": bulk_id })).await.expect("a profile");
    FIGURES.map(|name| profile[name].clone())
}

/// Inserts twelve bills, five of them in a newer batch that has charges from earlier bills, a credit and a disabled
/// bill.
async fn two_batches(pool: &PgPool) -> Vec<InvoiceNo> {
    let bills = given::bills(pool, SINAR, 12, "100.00").await;
    let query = "
        update bill b
        set bill_batch_id = '2800000002', extraction_date = $2::date - 3, invoice_date = $2::date - 3 - n::int,
            outstanding_amount = case n when 1 then 12.34 when 2 then -2 else 0 end,
            current_charge = 100 + n, total_amount_payable = case n when 3 then -40 else 110.05 + n end,
            disable_payment = n = 4
        from (select invoice_no, row_number() over (order by invoice_no) as n from bill where bulk_id = $1) o
        where b.invoice_no = o.invoice_no and n <= 5";
    sql::run(pool, query, &[&SINAR, &today().date()]).await;
    bills
}

/// Computes the same figures from the bills and payments themselves.
async fn added_up(pool: &PgPool) -> [Value; 6] {
    let query = "select max(invoice_date)::text, count(*) filter (where status <> 4),
                        sum(total_amount_payable) filter (where bill_batch_id = '2800000002'),
                        sum(current_charge) filter (where bill_batch_id = '2800000002'),
                        sum(outstanding_amount) filter (where bill_batch_id = '2800000002')
                 from bill where bulk_id = $1";
    let (last_bill, unpaid, total, current, outstanding) =
        sql::row::<(String, i64, Money, Money, Money)>(pool, query, &[&SINAR]).await;
    let query = "select max(requested_at) from payment where bulk_id = $1 and status = 4";
    let paid = sql::value::<Option<Instant>>(pool, query, &[&SINAR]).await;
    [json!(last_bill), json!(paid), json!(unpaid), json!(total), json!(current), json!(outstanding)]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_profile_has_totals_of_bills_and_payments() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let bills = two_batches(pool).await;
    given::bills(pool, MAJLIS, 3, "77.00").await;
    let glb = session_of(&portal, "glb@utility.example").await;
    let before = figures(&glb, SINAR).await;
    assert_eq!(before, added_up(pool).await);
    assert_eq!((&before[1], &before[2], &before[5]), (&Value::Null, &json!(12), &json!("10.34")));

    // A later payment that is not paid yet is not the last paid payment, and its bills count as unpaid.
    let payer = portal.sign_in("payer@sinar.example").await;
    let paid = payer.call::<MakePayment>(eft(&bills[6..8], "200.00")).await.expect("a payment");
    portal.advance(chrono::TimeDelta::minutes(4));
    payer.call::<MakePayment>(eft(&bills[8..9], "100.00")).await.expect("a payment");
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let decision =
        DecisionRequest { e_bulk_payment_id: paid.e_bulk_payment_id, version: None, awaits_second_officer: None };
    pccr.call::<PaymentAccept>(decision).await.expect("accepted");
    portal.work();
    until("it is posted", async || (!figures(&pccr, SINAR).await[1].is_null()).then_some(())).await;
    let after = figures(&pccr, SINAR).await;
    assert_eq!(after, added_up(pool).await);
    assert_eq!((&after[1], &after[2]), (&json!("2026-11-20T04:00:00.000Z"), &json!(10)));
    assert_eq!((&after[0], &after[3..]), (&before[0], &before[3..]));
    let viewer = session_of(&portal, "viewer@sinar.example").await;
    assert_eq!(figures(&viewer, SINAR).await, after);

    // Another bulk account has its own figures.
    let theirs = figures(&pccr, MAJLIS).await;
    let day = json!(today().plus_days(-10));
    assert_eq!(theirs, [day, Value::Null, json!(3), json!("231.00"), json!("231.00"), json!("0.00")]);
}

/// Where bills and payments are closed to customers, their totals are closed too. Staff still see them.
#[tokio::test(flavor = "multi_thread")]
async fn without_an_account_customers_see_no_figures() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    portal.work();
    let master = session_of(&portal, "master@sinar.example").await;
    let remove = json!({ "bulkId": SINAR, "accountNo": FIRST });
    master.call_raw::<RemoveChildAccount>(remove).await.expect("requested");
    worked(pool).await;
    assert_eq!(figures(&master, SINAR).await, [const { Value::Null }; 6]);
    let glb = session_of(&portal, "glb@utility.example").await;
    assert_eq!(figures(&glb, SINAR).await[2], json!(0));
}
