//! The lists of unpaid bills, narrowed and ordered.

use gridbill_core::bills::{Bill, BillSort, BillSortBy};
use gridbill_core::number::{AccountNo, BatchId, InvoiceNo};
use gridbill_core::payments::Status;
use gridbill_core::{Day, Money};
use sqlx::{PgConnection, PgPool};

use crate::bills::narrow::Narrow;
use crate::bills::order::After;

/// A query over all unpaid bills of a bulk account. It is apart from the narrowed one, whose every parameter makes
/// the planner guess: this one is planned once, walks an index from the cursor on, and counts in another.
macro_rules! all {
    ([$($tail:literal)+] $slice:ident, $key:expr) => {
        sqlx::query!(
            "with matching as not materialized (select * from bill where bulk_id = $1 and status <> 4), "
            $(+ $tail)+,
            $slice.narrow.bulk_id.as_str(),
            $slice.rows,
            $slice.after.invoice,
            $key,
        )
    };
}

/// A query over the unpaid bills that a list is narrowed to.
macro_rules! narrowed {
    ([$($tail:literal)+] $slice:ident, $key:expr) => {{
        let narrow = $slice.narrow;
        let numbers = narrow.search.as_ref();
        sqlx::query!(
            r#"with matching as not materialized (
                   select * from bill b
                   where b.bulk_id = $1 and b.status <> 4
                     and ($5::text[] is null
                          or b.account_no = any($5) or b.invoice_no = any($6) or b.collective_invoice_no = any($6)
                          or b.bill_batch_id = any($7)
                          or b.invoice_no in (select i.invoice_no from payment_item i join payment p using (payment_id)
                                              where p.bulk_id = $1 and p.transaction_no = any($8)))
                     and ($9::text is null
                          or b.account_no in (select a.account_no
                                              from electricity_account a left join account_group g using (bulk_id, group_id)
                                              where a.bulk_id = $1 and (strpos(lower(a.reference_id), lower($9)) > 0
                                                                        or strpos(lower(g.name), lower($9)) > 0)))
                     and ($10::text[] is null or b.bill_batch_id = any($10))
                     and ($11::text[] is null or b.account_no = any($11))
                     and ($12::text[] is null
                          or b.account_no in (select account_no from electricity_account
                                              where bulk_id = $1 and group_id::text = any($12)))
                     and ($13::text[] is null or b.invoice_no = any($13))
                     and ($14::boolean is null
                          or bill_is_overdue(b.status, b.total_amount_payable, b.due_date, $15) = $14)
                     and ($16::date is null or b.due_date >= $16)
                     and ($17::date is null or b.due_date <= $17)
                     and (not $18::boolean or b.outstanding_amount > 0)
               ), "# $(+ $tail)+,
            narrow.bulk_id.as_str(),
            $slice.rows,
            $slice.after.invoice,
            $key,
            numbers.map(|numbers| &numbers.accounts[..]),
            numbers.map(|numbers| &numbers.invoices[..]),
            numbers.map(|numbers| &numbers.batches[..]),
            numbers.map(|numbers| &numbers.transactions[..]),
            narrow.text.as_deref(),
            narrow.batches.as_deref(),
            narrow.accounts.as_deref(),
            narrow.groups.as_deref(),
            narrow.invoices.as_deref(),
            narrow.overdue,
            narrow.today.date(),
            narrow.due_from.map(Day::date),
            narrow.due_to.map(Day::date),
            narrow.charges,
        )
    }};
}

/// A page of bills in one order. Only its rows are looked up elsewhere.
macro_rules! bills {
    ($from:ident, $db:ident, $slice:ident, $sign:literal, $direction:literal, $column:literal, $place:literal, $key:expr) => {
        $from!(
            ["slice as (select * from matching b where (" $column ", b.invoice_no) " $sign " (" $place ", $3) order by "
                 $column $direction ", b.invoice_no" $direction " limit $2) "
             r#"select b.invoice_no as "invoice_no!: InvoiceNo", b.collective_invoice_no as "collective_invoice_no!: InvoiceNo",
                       b.account_no as "account_no!: AccountNo", a.reference_id as "reference_id?", g.name as "group_name?",
                       b.bill_batch_id as "bill_batch_id!: BatchId", b.extraction_date as "extraction_date!: Day",
                       b.invoice_date as "invoice_date!: Day", b.due_date as "due_date?: Day",
                       b.current_charge as "current_charge!: Money", b.outstanding_amount as "outstanding_amount!: Money",
                       b.total_amount_payable as "total_amount_payable!: Money", b.status as "status!: Status",
                       b.disable_payment as "disable_payment!", (select count(*) from matching) as "total!"
                from slice b
                left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
                left join account_group g on g.group_id = a.group_id
                order by "# $column $direction ", b.invoice_no" $direction]
            $slice, $key
        )
        .map(|row| {
            let bill = Bill {
                invoice_no: row.invoice_no,
                collective_invoice_no: row.collective_invoice_no,
                account_no: row.account_no,
                reference_id: row.reference_id,
                group_name: row.group_name,
                bill_batch_id: row.bill_batch_id,
                extraction_date: row.extraction_date,
                invoice_date: row.invoice_date,
                due_date: row.due_date,
                collective_invoice_due_date: row.due_date,
                current_charge: row.current_charge,
                outstanding_amount: row.outstanding_amount,
                total_amount_payable: row.total_amount_payable,
                status: row.status,
                disable_payment: row.disable_payment,
            };
            (row.total, bill)
        })
        .fetch_all($db)
        .await
    };
}

/// Each order and direction is a query of its own, so that it can walk an index from the cursor on.
macro_rules! ordered {
    ($from:ident, $db:ident, $slice:ident) => {{
        let slice = $slice;
        match (slice.sort.by, slice.sort.descending) {
            (BillSortBy::DueDate, false) => {
                bills!(
                    $from,
                    $db,
                    slice,
                    ">",
                    "",
                    "coalesce(b.due_date, 'infinity'::date)",
                    "coalesce($4, 'infinity'::date)",
                    slice.after.date
                )
            }
            (BillSortBy::DueDate, true) => {
                bills!(
                    $from,
                    $db,
                    slice,
                    "<",
                    " desc",
                    "coalesce(b.due_date, 'infinity'::date)",
                    "coalesce($4, 'infinity'::date)",
                    slice.after.date
                )
            }
            (BillSortBy::TotalAmountPayable, false) => {
                bills!($from, $db, slice, ">", "", "b.total_amount_payable", "$4", slice.after.amount.decimal())
            }
            (BillSortBy::TotalAmountPayable, true) => {
                bills!($from, $db, slice, "<", " desc", "b.total_amount_payable", "$4", slice.after.amount.decimal())
            }
            (BillSortBy::AccountNo, false) => {
                bills!($from, $db, slice, ">", "", "b.account_no", "$4", slice.after.text)
            }
            (BillSortBy::AccountNo, true) => {
                bills!($from, $db, slice, "<", " desc", "b.account_no", "$4", slice.after.text)
            }
            (BillSortBy::InvoiceNo, false) => {
                bills!($from, $db, slice, ">", "", "b.invoice_no", "$4", slice.after.text)
            }
            (BillSortBy::InvoiceNo, true) => {
                bills!($from, $db, slice, "<", " desc", "b.invoice_no", "$4", slice.after.text)
            }
            (BillSortBy::BillBatchId, false) => {
                bills!($from, $db, slice, ">", "", "b.bill_batch_id", "$4", slice.after.text)
            }
            (BillSortBy::BillBatchId, true) => {
                bills!($from, $db, slice, "<", " desc", "b.bill_batch_id", "$4", slice.after.text)
            }
        }
    }};
}

/// A part of a list.
pub struct Slice<'a> {
    pub narrow: &'a Narrow,
    pub sort: BillSort,
    pub after: &'a After,
    pub rows: i64,
}

/// The unpaid bills of a slice, one more than its rows, and how many there are in all.
pub async fn page(db: &mut PgConnection, slice: Slice<'_>) -> sqlx::Result<(Vec<Bill>, i64)> {
    let found = read(&mut *db, &Slice { rows: slice.rows + 1, ..slice }).await?;
    let total = if let Some((total, _)) = found.first() {
        *total
    } else {
        // The rows after the cursor are gone; those before it may be there.
        let start = After::start(slice.sort.descending);
        read(db, &Slice { after: &start, rows: 1, ..slice }).await?.first().map_or(0, |(total, _)| *total)
    };
    Ok((found.into_iter().map(|(_, bill)| bill).collect(), total))
}

async fn read(db: &mut PgConnection, slice: &Slice<'_>) -> sqlx::Result<Vec<(i64, Bill)>> {
    if slice.narrow.is_narrow() { ordered!(narrowed, db, slice) } else { ordered!(all, db, slice) }
}

/// What core needs to say whether a bill can be selected.
pub struct MatchingBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub batch_id: BatchId,
    pub amount: Money,
    pub current_charge: Money,
    pub status: Status,
    pub disable_payment: bool,
}

/// Every unpaid bill that matches, in the order in which they are paid.
pub async fn matching(db: &PgPool, narrow: &Narrow) -> sqlx::Result<Vec<MatchingBill>> {
    let slice = Slice { narrow, sort: BillSort::default(), after: &After::start(false), rows: i64::MAX };
    narrowed!(
        [r#"slice as (select * from matching b
                      where (coalesce(b.due_date, 'infinity'::date), b.invoice_no) > (coalesce($4, 'infinity'::date), $3)
                      order by coalesce(b.due_date, 'infinity'::date), b.invoice_no limit $2)
            select invoice_no as "invoice_no!: InvoiceNo", account_no as "account_no!: AccountNo",
                   bill_batch_id as "batch_id!: BatchId", total_amount_payable as "amount!: Money", current_charge as "current_charge!: Money",
                   status as "status!: Status", disable_payment as "disable_payment!" from slice"#]
        slice, slice.after.date
    )
    .map(|row| MatchingBill {
        invoice_no: row.invoice_no,
        account_no: row.account_no,
        batch_id: row.batch_id,
        amount: row.amount,
        current_charge: row.current_charge,
        status: row.status,
        disable_payment: row.disable_payment,
    })
    .fetch_all(db)
    .await
}
