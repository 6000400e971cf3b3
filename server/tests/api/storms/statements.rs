//! A payment takes one statement per table for any number of bills. Triggers in the test's database count the
//! statements, also the parts of a statement that write no row: a receipt before the payment is paid, references of FPX.

use std::collections::BTreeMap;

use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept, PaymentReject, RejectRequest};
use gridbill_core::payments::{MakePayment, MakePaymentRequest, Status};
use sqlx::PgPool;

use super::every_invariant_holds;
use crate::support::given::{self, SINAR, eft, fpx, reference};
use crate::support::portal::until;
use crate::support::{Actor, Portal, sql};

/// Number of bills in the largest supported payment.
const MANY: i32 = 10_000;

/// Adds triggers that count writing statements by table.
async fn count_statements(pool: &PgPool) {
    let triggers = "
        create table written (place bigint generated always as identity, line text not null);
        create function note() returns trigger language plpgsql as $$
        begin
            insert into written (line) values (lower(tg_op) || ' ' || tg_table_name);
            return null;
        end
        $$;
        do $$
        declare name text;
        begin
            -- What bills and payments come to is added up by triggers of those statements, and folded meanwhile. The notifier
            -- deletes what was published.
            for name in select tablename from pg_tables
                        where schemaname = 'public' and tablename not in ('written', 'published')
                          and tablename not in ('bill_total', 'billed_account', 'billed_account_change',
                                                'billed_accounts', 'account_total', 'payment_total') loop
                execute format('create trigger note after insert or update or delete on %I
                                for each statement execute function note()', name);
            end loop;
        end
        $$;";
    sql::run_script(pool, triggers).await;
}

/// Returns and clears the statements recorded so far.
async fn written(pool: &PgPool) -> BTreeMap<String, usize> {
    let query = "with gone as (delete from written returning line) select line from gone";
    let mut counts = BTreeMap::new();
    for line in sql::values::<String>(pool, query, &[]).await {
        // The session's activity and a sign-in's security event are written at other times. Workers look for events of
        // webhooks all the time.
        if !["update session", "insert security_event", "update webhook_event"].contains(&line.as_str()) {
            *counts.entry(line).or_default() += 1;
        }
    }
    counts
}

fn once_each(lines: &[&str]) -> BTreeMap<String, usize> {
    lines.iter().map(|line| ((*line).to_owned(), 1)).collect()
}

async fn make(actor: &Actor, key: &str, request: MakePaymentRequest) -> DecisionRequest {
    let made = actor.with_key(key).call::<MakePayment>(request).await.expect("a payment");
    DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id, version: None, awaits_second_officer: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_bills_in_one_payment_takes_one_statement_for_each_table() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, MANY, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    count_statements(portal.pool()).await;

    let references = (0..10).map(|number| reference(&format!("EFT{number}"), "100000.00")).collect();
    let by_eft = MakePaymentRequest { reference_numbers: references, ..eft(&bills, "1000000.00") };
    let payment = make(&payer, "pay", by_eft).await;
    let made = [
        "insert payment",
        "insert payment_item",
        "insert payment_reference",
        "insert fact",
        "insert notification",
        "insert webhook_event",
        "update bill",
        "insert audit_due",
        "insert settlement_due",
        "insert answered_call",
    ];
    assert_eq!(written(portal.pool()).await, once_each(&made));

    let payment = RejectRequest { e_bulk_payment_id: payment.e_bulk_payment_id, remark: None, version: None };
    let rejected = pccr.with_key("reject").call::<PaymentReject>(payment).await.expect("rejected");
    assert_eq!(rejected.status, Status::Declined);
    let released = [
        "delete bank_money_awaited",
        "delete bank_line_used",
        "update payment",
        "insert receipt",
        "update payment_item",
        "update bill",
        "insert audit_due",
        "insert settlement_due",
        "insert fact",
        "insert notification",
        "insert webhook_event",
        "insert answered_call",
    ];
    assert_eq!(written(portal.pool()).await, once_each(&released));

    make(&payer, "fpx", fpx(&bills[..9_000], "900000.00")).await;
    let started = [
        "insert payment",
        "insert payment_item",
        "insert payment_reference",
        "insert fact",
        "insert notification",
        "insert webhook_event",
        "update bill",
        "insert audit_due",
        "insert settlement_due",
        "insert fpx_request",
        "insert fpx_message",
        "insert answered_call",
    ];
    assert_eq!(written(portal.pool()).await, once_each(&started));

    let payment = make(&payer, "pay-again", eft(&bills[9_000..], "100000.00")).await;
    written(portal.pool()).await;
    pccr.with_key("accept").call::<PaymentAccept>(payment).await.expect("accepted");
    let accepted = [
        "insert bank_money_awaited",
        "update payment",
        "insert receipt",
        "update bill",
        "insert audit_due",
        "insert settlement_due",
        "insert fact",
        "insert notification",
        "insert webhook_event",
        "insert answered_call",
    ];
    assert_eq!(written(portal.pool()).await, once_each(&accepted));
    portal.work();
    let posted = [
        "update payment",
        "update bill",
        "insert audit_due",
        "insert settlement_due",
        "insert fact",
        "insert notification",
        "insert webhook_event",
        "insert receipt",
    ];
    let counts = until("the payment is posted", async || {
        let counts = written(portal.pool()).await;
        (!counts.is_empty()).then_some(counts)
    });
    assert_eq!(counts.await, once_each(&posted));
    every_invariant_holds(&portal).await;
}
