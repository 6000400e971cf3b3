//! Queries of the file of closed payments.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use gridbill_core::number::BulkId;
use gridbill_core::payments::{PaymentMethod, Status};
use gridbill_core::{Day, Instant, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::feed::PastPayment;

/// Returns those of the bulk accounts that were taken over.
pub async fn find_companies(connection: &mut PgConnection, bulk_ids: &[String]) -> sqlx::Result<HashSet<String>> {
    let known = sqlx::query_scalar!("select bulk_id from takeover where bulk_id = any($1)", bulk_ids);
    Ok(known.fetch_all(connection).await?.into_iter().collect())
}

/// A locked bill.
pub struct PastBill {
    pub account_no: String,
    pub bulk_id: Option<String>,
    pub total: Money,
    /// What settlements have paid of it.
    pub settled: Money,
    /// The live payment that holds it.
    pub held_by: Option<String>,
}

/// Locks bills by number, and reads them with the payments that hold them. Two statements: one that waits for a lock
/// does not see the payment that the other transaction made.
pub async fn lock_bills(connection: &mut PgConnection, invoices: &[String]) -> sqlx::Result<HashMap<String, PastBill>> {
    sqlx::query!("select from bill where invoice_no = any($1) order by invoice_no for no key update", invoices)
        .execute(&mut *connection)
        .await?;
    let rows = sqlx::query!(
        r#"select b.invoice_no, b.account_no, b.bulk_id, b.total_amount_payable as "total: Money",
                  b.settled_amount as "settled: Money", p.transaction_no as "held_by?"
           from bill b
           left join payment_item i on i.invoice_no = b.invoice_no and i.live
           left join payment p on p.payment_id = i.payment_id
           where b.invoice_no = any($1)"#,
        invoices,
    )
    .fetch_all(connection)
    .await?;
    let bills = rows.into_iter().map(|row| {
        let bill = PastBill {
            account_no: row.account_no,
            bulk_id: row.bulk_id,
            total: row.total,
            settled: row.settled,
            held_by: row.held_by,
        };
        (row.invoice_no, bill)
    });
    Ok(bills.collect())
}

/// A stored payment with the number of a row.
pub struct StoredPayment {
    pub is_taken_over: bool,
    bulk_id: BulkId,
    method: PaymentMethod,
    status: Status,
    made_at: Instant,
    payer: Option<String>,
    bank_name: Option<String>,
    reference: Option<String>,
    /// Invoice, account and amount of each bill, by invoice.
    items: Vec<String>,
}

impl StoredPayment {
    /// Whether the row says what is stored.
    pub fn is_same(&self, row: &PastPayment) -> bool {
        let mut items: Vec<String> =
            row.items.iter().map(|item| format!("{} {} {}", item.invoice_no, item.account_no, item.amount)).collect();
        items.sort_unstable();
        self.is_taken_over
            && self.bulk_id == row.bulk_id
            && self.method == row.method
            && self.status == row.status
            && Day::at(self.made_at) == row.paid_on
            && self.payer == row.paid_by
            && self.bank_name == row.bank_name
            && self.reference == row.bank_reference
            && self.items == items
    }
}

/// Reads the payments with these numbers.
pub async fn find_payments(
    connection: &mut PgConnection,
    numbers: &[String],
) -> sqlx::Result<HashMap<String, StoredPayment>> {
    let rows = sqlx::query!(
        r#"select p.transaction_no, p.taken_over_at is not null as "is_taken_over!", p.bulk_id as "bulk_id: BulkId",
                  p.method as "method: PaymentMethod", p.status as "status: Status",
                      p.requested_at as "made_at: Instant",
                  p.taken_over_payer as payer, p.bank_name,
                  (select min(r.number) from payment_reference r where r.payment_id = p.payment_id) as reference,
                  array(select i.invoice_no || ' ' || i.account_no || ' ' || i.amount from payment_item i
                        where i.payment_id = p.payment_id order by i.invoice_no) as "items!"
           from payment p where p.transaction_no = any($1)"#,
        numbers,
    )
    .fetch_all(connection)
    .await?;
    let payments = rows.into_iter().map(|row| {
        let stored = StoredPayment {
            is_taken_over: row.is_taken_over,
            bulk_id: row.bulk_id,
            method: row.method,
            status: row.status,
            made_at: row.made_at,
            payer: row.payer,
            bank_name: row.bank_name,
            reference: row.reference,
            items: row.items,
        };
        (row.transaction_no, stored)
    });
    Ok(payments.collect())
}

/// A payment to store.
pub struct NewPastPayment<'a> {
    pub payment_id: Uuid,
    pub payment: &'a PastPayment,
    /// The sum of its items.
    pub amount: Money,
}

/// Adds payments with their bills, references and receipts, and sets the status of the bills that they paid, which
/// are locked. A payment is made, and posted, when its day begins. A receipt has the payment's number, as receipts of
/// this portal have.
pub async fn add_payments(
    connection: &mut PgConnection,
    payments: &[NewPastPayment<'_>],
    now: Instant,
) -> sqlx::Result<()> {
    let text = |field: fn(&PastPayment) -> &str| {
        payments.iter().map(|new| field(new.payment).to_owned()).collect::<Vec<String>>()
    };
    let maybe = |field: fn(&PastPayment) -> Option<&str>| {
        payments.iter().map(|new| field(new.payment).map(str::to_owned)).collect::<Vec<Option<String>>>()
    };
    let count = |count: fn(&PastPayment) -> usize| {
        payments.iter().map(|new| i32::try_from(count(new.payment)).unwrap_or(i32::MAX)).collect::<Vec<i32>>()
    };
    let items = || payments.iter().flat_map(|new| new.payment.items.iter().map(move |item| (new, item)));
    sqlx::query!(
        r#"with given as materialized (
               select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::numeric[],
                   $7::int[],
                                    $8::int[], $9::text[], $10::text[], $11::text[], $12::timestamptz[])
                   as g (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, bank_name,
                       payer,
                         reference, made_at)
           ), items as materialized (
               select * from unnest($13::uuid[], $14::text[], $15::text[], $16::numeric[])
                   as i (payment_id, invoice_no, account_no, amount)
           ), payment as (
               insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts,
                   bank_name,
                                    requested_at, posted_at, taken_over_at, taken_over_payer)
               select payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, bank_name,
                   made_at,
                      case when payment_is_paid(status) then made_at end, $17, payer
               from given order by transaction_no
           ), item as (
               insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
               select g.bulk_id, g.payment_id, i.invoice_no, i.account_no, i.amount, payment_is_paid(g.status)
               from items i join given g using (payment_id) order by i.invoice_no
           ), reference as (
               insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method, bank_name)
               select bulk_id, payment_id, 1, 1, reference, amount, method, bank_name from given
                   where reference is not null
           ), receipt as (
               insert into receipt (bulk_id, payment_id, receipt_no, amount, at)
               select bulk_id, payment_id, 'R' || substr(transaction_no, 2), amount, made_at
               from given where payment_is_paid(status)
           )
           update bill b set status = g.status, closed = null, disable_payment = false
           from items i join given g using (payment_id)
           where b.invoice_no = i.invoice_no and payment_is_paid(g.status)"#,
        &payments.iter().map(|new| new.payment_id).collect::<Vec<Uuid>>(),
        &text(|row| row.transaction_no.as_str()),
        &text(|row| row.bulk_id.as_str()),
        &text(|row| row.method.code()),
        &payments.iter().map(|new| new.payment.status as i16).collect::<Vec<i16>>(),
        &payments.iter().map(|new| new.amount.decimal()).collect::<Vec<Decimal>>(),
        &count(|row| row.items.len()),
        &count(|row| row.items.iter().map(|item| item.account_no.as_str()).collect::<HashSet<_>>().len()),
        &maybe(|row| row.bank_name.as_deref()) as &[Option<String>],
        &maybe(|row| row.paid_by.as_deref()) as &[Option<String>],
        &maybe(|row| row.bank_reference.as_deref()) as &[Option<String>],
        &payments.iter().map(|new| new.payment.paid_on.begins().utc()).collect::<Vec<DateTime<Utc>>>(),
        &items().map(|(new, _)| new.payment_id).collect::<Vec<Uuid>>(),
        &items().map(|(_, item)| item.invoice_no.to_string()).collect::<Vec<String>>(),
        &items().map(|(_, item)| item.account_no.to_string()).collect::<Vec<String>>(),
        &items().map(|(_, item)| item.amount.decimal()).collect::<Vec<Decimal>>(),
        now.utc(),
    )
    .execute(connection)
    .await
    .map(drop)
}
