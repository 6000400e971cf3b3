//! The queries of lists of payments. Their text is put together when the program is compiled, so that each order
//! has its own checked query and can use its index.

use chrono::{DateTime, Utc};
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::{PaymentMethod, Status, Transaction, TransactionSort, TransactionSortBy as By};
use gridbill_core::{Instant, Money};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use sqlx::PgPool;

use super::{Narrow, name};
use crate::cursor;
use crate::error::Answer;

/// One query for a scope and an order. The filter's parameters are $1 to $9, the place to go on from $10 and $11.
macro_rules! listed {
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $scope:tt, $place:tt, $order:tt) => {{
        let (value, transaction_no) = $after;
        sqlx::query_as!(
            Transaction,
            r#"select p.transaction_no as "transaction_no: TransactionNo", p.payment_id::text as "e_bulk_payment_id!",
                      p.bulk_id as "bulk_id: BulkId", b.company_name, p.requested_at as "payment_date: Instant",
                      p.method as "payment_method: PaymentMethod", p.bank_name,
                      array(select r.number from payment_reference r where r.payment_id = p.payment_id
                            order by r.version, r.place) as "reference_numbers!",
                      p.amount as "transaction_amount: Money", p.paid_amount as "paid_amount: Money",
                      p.invoices::bigint as "total_invoices!", p.accounts::bigint as "total_accounts!",
                      person.name as requested_by, p.status as "status: Status"
               from payment p
               join bulk_account b using (bulk_id)
               join person on person.person_id = p.requested_by
               where "#
                + $scope
                + r#" and ($2::smallint[] is null or p.status = any($2))
                 and ($3::text[] is null or p.method = any($3))
                 and ($4::timestamptz is null or p.requested_at >= $4)
                 and ($5::timestamptz is null or p.requested_at < $5)
                 and (not $6::bool
                      or b.company_name ilike $9 or person.name ilike $9
                      or p.payment_id in (
                          select payment_id from payment where transaction_no = any($7)
                          union all
                          select payment_id from payment_reference where number = $8 or number ilike $9
                          union all
                          select i.payment_id from payment_item i where i.invoice_no = any($7)
                          union all
                          select i.payment_id from bill join payment_item i using (invoice_no)
                          where bill.account_no = any($7)
                          union all
                          select i.payment_id from bill join payment_item i using (invoice_no)
                          where bill.bill_batch_id = any($7)))
                 and "#
                + $place
                + " order by "
                + $order
                + " limit $12",
            $narrow.bulk_id.as_ref().map(BulkId::as_str),
            $narrow.statuses.as_deref(),
            $narrow.methods.as_deref() as Option<&[&str]>,
            $narrow.from.map(Instant::utc),
            $narrow.before.map(Instant::utc),
            $narrow.search,
            &$narrow.numbers,
            $narrow.text,
            $narrow.pattern,
            value,
            transaction_no,
            $rows,
        )
        .fetch_all($db)
        .await
    }};
}

/// The same query for one bulk account, found by its index, and for all.
macro_rules! scoped {
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $place:tt, $order:tt) => {
        if $narrow.bulk_id.is_some() {
            listed!($db, $narrow, $after, $rows, "p.bulk_id = $1", $place, $order)
        } else {
            listed!($db, $narrow, $after, $rows, "$1::text is null", $place, $order)
        }
    };
}

pub async fn page(
    db: &PgPool,
    narrow: &Narrow,
    sort: TransactionSort,
    cursor: Option<&str>,
    rows: i64,
) -> Answer<Vec<Transaction>> {
    let page = match (sort.by, sort.ascending) {
        (By::PaymentDate, false) => scoped!(
            db,
            narrow,
            date(cursor, sort)?,
            rows,
            "(p.requested_at, p.transaction_no) < (coalesce($10::timestamptz, 'infinity'), coalesce($11::text, ''))",
            "p.requested_at desc, p.transaction_no desc"
        ),
        (By::PaymentDate, true) => scoped!(
            db,
            narrow,
            date(cursor, sort)?,
            rows,
            "(p.requested_at, p.transaction_no) > (coalesce($10::timestamptz, '-infinity'), coalesce($11::text, ''))",
            "p.requested_at, p.transaction_no"
        ),
        (By::TransactionAmount, false) => scoped!(
            db,
            narrow,
            amount(cursor, sort)?,
            rows,
            "(p.amount, p.transaction_no) < (coalesce($10::numeric, 'infinity'), coalesce($11::text, ''))",
            "p.amount desc, p.transaction_no desc"
        ),
        (By::TransactionAmount, true) => scoped!(
            db,
            narrow,
            amount(cursor, sort)?,
            rows,
            "(p.amount, p.transaction_no) > (coalesce($10::numeric, '-infinity'), coalesce($11::text, ''))",
            "p.amount, p.transaction_no"
        ),
    };
    Ok(page?)
}

fn date(cursor: Option<&str>, sort: TransactionSort) -> Answer<(Option<DateTime<Utc>>, Option<String>)> {
    let (value, transaction_no) = after::<Instant>(cursor, sort)?;
    Ok((value.map(Instant::utc), transaction_no))
}

fn amount(cursor: Option<&str>, sort: TransactionSort) -> Answer<(Option<Decimal>, Option<String>)> {
    let (value, transaction_no) = after::<Money>(cursor, sort)?;
    Ok((value.map(Money::decimal), transaction_no))
}

/// The value and the payment that a cursor of this order names; nothing at the top of the list.
fn after<T: DeserializeOwned>(cursor: Option<&str>, sort: TransactionSort) -> Answer<(Option<T>, Option<String>)> {
    let place = cursor::read(&name(sort), cursor)?;
    Ok(place.unzip())
}

/// How many match in all.
pub async fn count(db: &PgPool, narrow: &Narrow) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from payment p join bulk_account b using (bulk_id) join person on person.person_id = p.requested_by
           where ($1::text is null or p.bulk_id = $1) and ($2::smallint[] is null or p.status = any($2))
             and ($3::text[] is null or p.method = any($3))
             and ($4::timestamptz is null or p.requested_at >= $4)
             and ($5::timestamptz is null or p.requested_at < $5)
             and (not $6::bool
                  or b.company_name ilike $9 or person.name ilike $9
                  or p.payment_id in (
                      select payment_id from payment where transaction_no = any($7)
                      union all
                      select payment_id from payment_reference where number = $8 or number ilike $9
                      union all
                      select i.payment_id from payment_item i where i.invoice_no = any($7)
                      union all
                      select i.payment_id from bill join payment_item i using (invoice_no)
                      where bill.account_no = any($7)
                      union all
                      select i.payment_id from bill join payment_item i using (invoice_no)
                      where bill.bill_batch_id = any($7)))"#,
        narrow.bulk_id.as_ref().map(BulkId::as_str),
        narrow.statuses.as_deref(),
        narrow.methods.as_deref() as Option<&[&str]>,
        narrow.from.map(Instant::utc),
        narrow.before.map(Instant::utc),
        narrow.search,
        &narrow.numbers,
        narrow.text,
        narrow.pattern,
    )
    .fetch_one(db)
    .await
}
