//! Very many bills in one request.

use std::time::Instant;

use gridbill_core::payments::MakePayment;

use crate::support::given::{self, SINAR, eft, reference};
use crate::support::state::broken_invariants;
use crate::support::{Portal, sql};

/// Adds triggers that record each statement that writes to the tables of a payment.
async fn count_statements(portal: &Portal) {
    let mut script = String::from(
        "create table noted (at text);
         create function note_statement() returns trigger language plpgsql as
         $$ begin insert into noted values (tg_table_name || ' ' || lower(tg_op)); return null; end $$;",
    );
    for table in ["payment", "payment_item", "payment_reference", "fact", "bill"] {
        script.push_str(&format!(
            "create trigger noted after insert or update or delete on {table} for each statement
             execute function note_statement();"
        ));
    }
    sql::run_script(portal.pool(), &script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_bills_take_one_statement_for_each_table() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 10_000, "100.00").await;
    count_statements(&portal).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut request = eft(&bills, "1000000.00");
    request.reference_numbers = vec![reference("A1", "400000.00"), reference("A2", "600000.00")];
    let started = Instant::now();
    let made = payer.call::<MakePayment>(request).await.expect("a payment");
    println!("10,000 bills in {:?}", started.elapsed());
    let statements = sql::values::<String>(portal.pool(), "select at from noted order by at", &[]).await;
    let one_each = ["bill update", "fact insert", "payment insert", "payment_item insert", "payment_reference insert"];
    assert_eq!(statements, one_each);
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
    assert_eq!(made.transaction_no.as_str(), "P2611200000001");
}
