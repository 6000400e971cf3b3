//! A search for a number does not read all bills.

use gridbill_core::endpoint::Endpoint;
use gridbill_core::payments::staff::GetAdminAllPayments;
use gridbill_core::payments::{GetPaymentTransactions, MakePayment};
use serde_json::{Value, json};

use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::{Actor, Portal, sql};

const BILLS: i32 = 12_000;
/// Far fewer than all bills, and more than a search needs.
const MAX_READ: i64 = 600;

/// Returns the number of rows of a table read so far, through the only connection.
async fn rows_read(portal: &Portal, table: &str) -> i64 {
    sql::value::<Option<String>>(portal.pool(), "select pg_stat_force_next_flush()::text as flushed", &[]).await;
    let query = "select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables where relname = $1";
    sql::value(portal.pool(), query, &[&table]).await
}

async fn found<E: Endpoint>(portal: &Portal, actor: &Actor, search: &str) -> (Value, i64, i64) {
    let request = json!({ "bulkId": SINAR, "filter": { "search": search } });
    let before = (rows_read(portal, "bill").await, rows_read(portal, "payment_item").await);
    let page = actor.call_raw::<E>(request).await.expect("a page");
    let after = (rows_read(portal, "bill").await, rows_read(portal, "payment_item").await);
    (page["total"].clone(), after.0 - before.0, after.1 - before.1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_searched_number_reads_what_it_finds() {
    let portal = Portal::with_people_and(&["--connections", "2"]).await;
    let bills = given::bills(portal.pool(), SINAR, BILLS, "100.00").await;
    sql::run(portal.pool(), "update bill set bill_batch_id = '28' || substr(invoice_no, 4, 8)", &[]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let total = |bills: &[_]| format!("{}.00", bills.len() * 100);
    let (few, many) = bills.split_at(10);
    let made = payer.call::<MakePayment>(eft(few, &total(few))).await.expect("a payment");
    let mut rest = eft(many, &total(many));
    rest.reference_numbers = many
        .chunks(9_000)
        .enumerate()
        .map(|(place, part)| given::reference(&format!("OTHER{place}"), &total(part)))
        .collect();
    payer.call::<MakePayment>(rest).await.expect("another payment");
    sql::run(portal.pool(), "analyze", &[]).await;

    let mut taken = portal.with_one_connection().await;
    // Flush the statistics of these connections first, so that they are not counted later.
    for connection in &mut taken {
        let query = "select pg_stat_force_next_flush()::text as flushed";
        sql::value::<Option<String>>(&mut **connection, query, &[]).await;
    }
    sql::value::<Option<String>>(portal.pool(), "select pg_stat_force_next_flush()::text as flushed", &[]).await;
    let query = "select bill_batch_id from bill where invoice_no = $1";
    let batch = sql::value::<String>(portal.pool(), query, &[&few[0].as_str()]).await;
    let numbers = [
        made.transaction_no.to_string(),
        few[0].to_string(),
        account_of(&few[0]).to_string(),
        batch,
        crate::support::given::number_of(few),
    ];
    for number in numbers {
        // After five runs PostgreSQL may switch to a generic plan, which ignores the number.
        for _ in 0..7 {
            let (total, of_bills, of_items) = found::<GetPaymentTransactions>(&portal, &payer, &number).await;
            assert_eq!(total, 1, "{number}");
            assert!(of_bills < MAX_READ && of_items < MAX_READ, "{number} reads {of_bills} bills, {of_items} items");
            let (total, of_bills, of_items) = found::<GetAdminAllPayments>(&portal, &pccr, &number).await;
            assert_eq!(total, 1, "{number}");
            assert!(of_bills < MAX_READ && of_items < MAX_READ, "{number} reads {of_bills} bills, {of_items} items");
        }
    }
}
