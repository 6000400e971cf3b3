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

/// One query for a scope, a search and an order. The filter's parameters are $1 to $8, the place to go on from $9 and $10.
macro_rules! listed {
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $scope:tt, $search:tt, $place:tt, $order:tt) => {{
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
                 and "#
                + $search
                + r#"
                 and "#
                + $place
                + " order by "
                + $order
                + " limit $11",
            $narrow.bulk_id.as_ref().map(BulkId::as_str),
            $narrow.statuses.as_deref(),
            $narrow.methods.as_deref() as Option<&[&str]>,
            $narrow.from.map(Instant::utc),
            $narrow.before.map(Instant::utc),
            $narrow.numbers.as_deref(),
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

/// The same query for one bulk account, found by its index, and for all; searched, and not.
macro_rules! scoped {
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $place:tt, $order:tt) => {
        match ($narrow.bulk_id.is_some(), $narrow.numbers.is_some()) {
            (true, true) => searched!(listed, ($db, $narrow, $after, $rows, "p.bulk_id = $1",), ($place, $order)),
            (true, false) => unsearched!(listed, ($db, $narrow, $after, $rows, "p.bulk_id = $1",), ($place, $order)),
            (false, true) => searched!(listed, ($db, $narrow, $after, $rows, "$1::text is null",), ($place, $order)),
            (false, false) => unsearched!(listed, ($db, $narrow, $after, $rows, "$1::text is null",), ($place, $order)),
        }
    };
}

/// A query of the payments that a searched text finds. Each part uses an index of its own; a search that was one of many
/// conditions would read all payments, or all bills.
macro_rules! searched {
    ($query:ident, ($($before:tt)*), ($($after:tt)*)) => {
        $query!(
            $($before)*
            "p.payment_id in (
                select payment_id from payment where transaction_no = any($6)
                union all
                select payment_id from payment_reference where number = $7 or number ilike $8
                union all
                select payment_id from payment_item where invoice_no = any($6)
                union all
                select payment_id from payment_item where account_no = any($6)
                union all
                select i.payment_id from bill join payment_item i using (invoice_no) where bill.bill_batch_id = any($6)
                union all
                select payment_id from payment join bulk_account using (bulk_id) where company_name ilike $8
                union all
                select payment_id from payment join person on person_id = requested_by where name ilike $8)",
            $($after)*
        )
    };
}

/// The same query without a searched text.
macro_rules! unsearched {
    ($query:ident, ($($before:tt)*), ($($after:tt)*)) => {
        $query!($($before)* "$6::text[] is null and $7::text is null and $8::text is null", $($after)*)
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
            "(p.requested_at, p.transaction_no) < (coalesce($9::timestamptz, 'infinity'), coalesce($10::text, ''))",
            "p.requested_at desc, p.transaction_no desc"
        ),
        (By::PaymentDate, true) => scoped!(
            db,
            narrow,
            date(cursor, sort)?,
            rows,
            "(p.requested_at, p.transaction_no) > (coalesce($9::timestamptz, '-infinity'), coalesce($10::text, ''))",
            "p.requested_at, p.transaction_no"
        ),
        (By::TransactionAmount, false) => scoped!(
            db,
            narrow,
            amount(cursor, sort)?,
            rows,
            "(p.amount, p.transaction_no) < (coalesce($9::numeric, 'infinity'), coalesce($10::text, ''))",
            "p.amount desc, p.transaction_no desc"
        ),
        (By::TransactionAmount, true) => scoped!(
            db,
            narrow,
            amount(cursor, sort)?,
            rows,
            "(p.amount, p.transaction_no) > (coalesce($9::numeric, '-infinity'), coalesce($10::text, ''))",
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
    macro_rules! counted {
        ($search:tt,) => {
            sqlx::query_scalar!(
                r#"select count(*) as "count!"
                   from payment p
                   where ($1::text is null or p.bulk_id = $1) and ($2::smallint[] is null or p.status = any($2))
                     and ($3::text[] is null or p.method = any($3))
                     and ($4::timestamptz is null or p.requested_at >= $4)
                     and ($5::timestamptz is null or p.requested_at < $5)
                     and "#
                    + $search,
                narrow.bulk_id.as_ref().map(BulkId::as_str),
                narrow.statuses.as_deref(),
                narrow.methods.as_deref() as Option<&[&str]>,
                narrow.from.map(Instant::utc),
                narrow.before.map(Instant::utc),
                narrow.numbers.as_deref(),
                narrow.text,
                narrow.pattern,
            )
            .fetch_one(db)
            .await
        };
    }
    if narrow.numbers.is_some() { searched!(counted, (), ()) } else { unsearched!(counted, (), ()) }
}
