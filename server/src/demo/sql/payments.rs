//! Writes many payments at once, with one statement per table.

use chrono::{DateTime, Utc};
use gridbill_core::{Instant, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::facts::{Past, add_facts};
use crate::demo::payment::{DemoPayment, DemoRequest};
use crate::facts::Subject;

/// Writes payments with all their rows, and updates their bills' status.
pub async fn write_payments(db: &mut PgConnection, payments: &[DemoPayment]) -> anyhow::Result<()> {
    add_payments(db, payments).await?;
    add_items(db, payments).await?;
    add_references(db, payments).await?;
    add_events(db, payments).await?;
    add_requests(db, payments).await?;
    Ok(settle(db, payments).await?)
}

async fn add_payments(db: &mut PgConnection, payments: &[DemoPayment]) -> sqlx::Result<()> {
    let text = |field: fn(&DemoPayment) -> &str| payments.iter().map(|one| field(one).to_owned()).collect::<Vec<_>>();
    let at = |field: fn(&DemoPayment) -> Option<Instant>| {
        payments.iter().map(|one| field(one).map(Instant::utc)).collect::<Vec<Option<DateTime<Utc>>>>()
    };
    let money = |field: fn(&DemoPayment) -> Option<Money>| {
        payments.iter().map(|one| field(one).map(Money::decimal)).collect::<Vec<Option<Decimal>>>()
    };
    let counted = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    statement!(
        "insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, version,
                              bank_id, bank_name, requested_by, requested_at, reconcile_type, reconcile_amount,
                              paid_amount, credit_account_no, decided_by, decided_at, bank_code, posted_at, remark)
         select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::numeric[], $7::int[],
                              $8::int[], $9::int[], $10::text[], $11::text[], $12::uuid[], $13::timestamptz[],
                              $14::smallint[], $15::numeric[], $16::numeric[], $17::text[], $18::uuid[],
                              $19::timestamptz[], $20::text[], $21::timestamptz[], $22::text[])",
        &payments.iter().map(|payment| payment.payment_id).collect::<Vec<_>>(),
        &text(|payment| &payment.transaction_no),
        &text(|payment| &payment.bulk_id),
        &text(|payment| payment.method.code()),
        &payments.iter().map(|payment| payment.told.state.status as i16).collect::<Vec<_>>(),
        &payments.iter().map(|payment| payment.amount.decimal()).collect::<Vec<_>>(),
        &payments.iter().map(|payment| counted(payment.items.len())).collect::<Vec<_>>(),
        &payments.iter().map(|payment| payment.accounts).collect::<Vec<_>>(),
        &payments.iter().map(|payment| payment.told.state.version).collect::<Vec<_>>(),
        &text(|payment| payment.bank.0),
        &text(|payment| payment.bank.1),
        &payments.iter().map(|payment| payment.requested_by).collect::<Vec<_>>(),
        &payments.iter().map(|payment| payment.requested_at.utc()).collect::<Vec<_>>(),
        &payments
            .iter()
            .map(|payment| payment.told.state.reconcile.map(|(kind, _)| kind.reconcile_type()))
            .collect::<Vec<_>>() as &[Option<i16>],
        &money(|payment| payment.told.state.reconcile.map(|(_, amount)| amount)) as &[Option<Decimal>],
        &money(|payment| payment.told.state.paid) as &[Option<Decimal>],
        &payments
            .iter()
            .map(|payment| payment.told.state.credit_account_no.as_ref().map(ToString::to_string))
            .collect::<Vec<_>>() as &[Option<String>],
        &payments.iter().map(|payment| payment.decided.map(|(by, _)| by)).collect::<Vec<_>>() as &[Option<Uuid>],
        &at(|payment| payment.decided.map(|(_, at)| at)) as &[Option<DateTime<Utc>>],
        &payments.iter().map(|payment| payment.bank_code.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &at(|payment| payment.posted_at) as &[Option<DateTime<Utc>>],
        &payments.iter().map(|payment| payment.told.remark()).collect::<Vec<_>>() as &[Option<&str>],
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds the items, and sets the bills that are held to the status of their payment.
async fn add_items(db: &mut PgConnection, payments: &[DemoPayment]) -> sqlx::Result<()> {
    let items = || payments.iter().flat_map(|payment| payment.items.iter().map(move |item| (payment, item)));
    statement!(
        "insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
         select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::bool[])",
        &items().map(|(payment, _)| payment.bulk_id.as_str()).collect::<Vec<_>>() as &[&str],
        &items().map(|(payment, _)| payment.payment_id).collect::<Vec<_>>(),
        &items().map(|(_, item)| item.invoice_no.as_str()).collect::<Vec<_>>() as &[&str],
        &items().map(|(_, item)| item.account_no.as_str()).collect::<Vec<_>>() as &[&str],
        &items().map(|(_, item)| item.amount.decimal()).collect::<Vec<_>>(),
        &items().map(|(payment, _)| payment.told.state.status.is_live()).collect::<Vec<_>>(),
    )
    .execute(&mut *db)
    .await?;
    let live = || items().filter(|(payment, _)| payment.told.state.status.is_live());
    statement!(
        "update bill set status = live.status
         from unnest($1::text[], $2::smallint[]) as live (invoice_no, status)
         where bill.invoice_no = live.invoice_no",
        &live().map(|(_, item)| item.invoice_no.as_str()).collect::<Vec<_>>() as &[&str],
        &live().map(|(payment, _)| payment.told.state.status as i16).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

async fn add_references(db: &mut PgConnection, payments: &[DemoPayment]) -> sqlx::Result<()> {
    let references = || {
        payments.iter().flat_map(|payment| {
            payment.references.iter().map(move |(version, reference)| (payment, *version, reference))
        })
    };
    statement!(
        "insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method, bank_name)
         select bulk_id, payment_id, version, row_number() over (partition by payment_id, version order by place), number,
                amount, method, bank_name
         from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::numeric[], $6::text[], $7::text[])
              with ordinality as g (bulk_id, payment_id, version, number, amount, method, bank_name, place)",
        &references().map(|(payment, ..)| payment.bulk_id.as_str()).collect::<Vec<_>>() as &[&str],
        &references().map(|(payment, ..)| payment.payment_id).collect::<Vec<_>>(),
        &references().map(|(_, version, _)| version).collect::<Vec<_>>(),
        &references().map(|(.., reference)| reference.number.as_str()).collect::<Vec<_>>() as &[&str],
        &references().map(|(.., reference)| reference.amount.decimal()).collect::<Vec<_>>(),
        &references().map(|(payment, ..)| payment.method.code()).collect::<Vec<_>>() as &[&str],
        &references().map(|(payment, ..)| payment.bank.1).collect::<Vec<_>>() as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

async fn add_events(db: &mut PgConnection, payments: &[DemoPayment]) -> anyhow::Result<()> {
    let facts = payments.iter().flat_map(|payment| {
        payment.events.iter().map(move |event| Past {
            subject: Subject::Payment(payment.payment_id),
            fact: event.fact.clone().into(),
            about: &payment.transaction_no,
            bulk_id: Some(&payment.bulk_id),
            actor_id: event.person_id,
            actor_name: &event.actor,
            at: event.at,
        })
    });
    // Sorted by time across all payments, as they would have occurred.
    let mut facts: Vec<_> = facts.collect();
    facts.sort_by_key(|fact| fact.at);
    add_facts(db, &facts).await
}

/// Adds the messages to and from the gateway. No enquiry is scheduled, because no gateway knows these payments.
async fn add_requests(db: &mut PgConnection, payments: &[DemoPayment]) -> sqlx::Result<()> {
    let requests: Vec<(&DemoPayment, &DemoRequest)> =
        payments.iter().filter_map(|payment| Some((payment, payment.request.as_ref()?))).collect();
    statement!(
        "insert into fpx_request (tenant, payment_id, order_no, fields, sent_at, fpx_txn_id, fpx_txn_time, heard_code,
                                  heard_at, credit_code)
         select tenant, payment_id, order_no, fields, sent_at, fpx_txn_id, fpx_txn_time, heard_code, heard_at,
                case heard_code when '00' then '00' end
         from unnest($1::text[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
                     $9::timestamptz[])
              as r (tenant, payment_id, order_no, fields, sent_at, fpx_txn_id, fpx_txn_time, heard_code, heard_at)",
        &requests.iter().map(|(payment, _)| payment.bulk_id.as_str()).collect::<Vec<_>>() as &[&str],
        &requests.iter().map(|(payment, _)| payment.payment_id).collect::<Vec<_>>(),
        &requests.iter().map(|(payment, _)| payment.transaction_no.as_str()).collect::<Vec<_>>() as &[&str],
        &requests.iter().map(|(_, request)| request.fields.clone()).collect::<Vec<_>>(),
        &requests.iter().map(|(payment, _)| payment.requested_at.utc()).collect::<Vec<_>>(),
        &requests.iter().map(|(_, request)| request.fpx_txn_id.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &requests.iter().map(|(_, request)| request.fpx_txn_time.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &requests.iter().map(|(_, request)| Some(request.heard.as_ref()?.0.as_str())).collect::<Vec<_>>()
            as &[Option<&str>],
        &requests.iter().map(|(_, request)| Some(request.heard.as_ref()?.1.utc())).collect::<Vec<_>>()
            as &[Option<DateTime<Utc>>],
    )
    .execute(&mut *db)
    .await?;
    let mut messages: Vec<_> = requests
        .iter()
        .flat_map(|(payment, request)| request.messages.iter().map(move |message| (*payment, *request, message)))
        .collect();
    messages.sort_by_key(|(_, _, message)| message.at);
    statement!(
        "insert into fpx_message (at, way, order_no, raw, verdict, confirmed_amount, key_id)
         select at, way, order_no, raw, verdict, confirmed_amount, key_id
         from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[])
              with ordinality as g (at, way, order_no, raw, verdict, confirmed_amount, key_id, place)
         order by place",
        &messages.iter().map(|(_, _, message)| message.at.utc()).collect::<Vec<_>>(),
        &messages.iter().map(|(_, _, message)| message.way).collect::<Vec<_>>() as &[&str],
        &messages.iter().map(|(payment, ..)| payment.transaction_no.as_str()).collect::<Vec<_>>() as &[&str],
        &messages.iter().map(|(_, _, message)| message.raw.as_str()).collect::<Vec<_>>() as &[&str],
        &messages.iter().map(|(_, _, message)| message.verdict).collect::<Vec<_>>() as &[&str],
        &messages.iter().map(|(_, _, message)| message.confirmed_amount.map(Money::decimal)).collect::<Vec<_>>()
            as &[Option<Decimal>],
        &messages
            .iter()
            .map(|(_, request, message)| (message.way != "request").then_some(request.key_id.as_str()))
            .collect::<Vec<_>>() as &[Option<&str>],
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds receipts of paid payments, and credits of overpayments.
async fn settle(db: &mut PgConnection, payments: &[DemoPayment]) -> sqlx::Result<()> {
    let ids: Vec<Uuid> = payments.iter().map(|payment| payment.payment_id).collect();
    statement!(
        "insert into account_credit (bulk_id, payment_id, account_no, amount, at)
         select bulk_id, payment_id, credit_account_no, reconcile_amount, posted_at
         from payment where payment_id = any($1) and payment_is_paid(status) and reconcile_type = 2",
        &ids,
    )
    .execute(&mut *db)
    .await?;
    statement!(
        "insert into receipt (bulk_id, payment_id, receipt_no, amount, at)
         select p.bulk_id, p.payment_id, 'R' || substr(p.transaction_no, 2), p.amount + coalesce(c.amount, 0), p.posted_at
         from payment p left join account_credit c using (payment_id)
         where p.payment_id = any($1) and payment_is_paid(p.status)",
        &ids,
    )
    .execute(db)
    .await
    .map(drop)
}
