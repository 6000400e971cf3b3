//! Queries of payment groups, by tenant first.

use gridbill_core::bills::{Closure, HoldCause};
use gridbill_core::number::{BankId, BulkId, InvoiceNo, PaymentGroupNo, TransactionNo};
use gridbill_core::payments::{GroupAttempt, PaymentGroupSummary, PaymentMethod, PaymentPlan, Status};
use gridbill_core::{Code, Instant, Money};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::make::{Hold, LockedBill};

pub struct NewGroup<'a> {
    pub bulk_id: &'a BulkId,
    pub plan: &'a PaymentPlan,
    pub amount: Money,
    pub invoices: usize,
    pub requested_by: Uuid,
    pub now: Instant,
}

/// Adds a group with its planned payments, under the next number, prefixed with its day.
pub async fn add_group(db: &mut PgConnection, new: &NewGroup<'_>) -> sqlx::Result<PaymentGroupNo> {
    let compact = new.now.compact();
    let day = compact.get(2..8).unwrap_or_default();
    let group_no = sqlx::query_scalar!(
        r#"insert into payment_group (bulk_id, group_no, method, amount, invoices, payments, requested_by, made_at)
           values ($1, 'G' || $2::text || lpad((nextval('payment_group_number') % 10000000)::text, 7, '0'), $3, $4, $5, $6, $7, $8)
           returning group_no as "group_no: PaymentGroupNo""#,
        new.bulk_id.as_str(),
        day,
        new.plan.payment_method.code(),
        new.amount.decimal(),
        count(new.invoices),
        count(new.plan.payments.len()),
        new.requested_by,
        new.now.utc(),
    )
    .fetch_one(&mut *db)
    .await?;
    let amounts: Vec<Decimal> = new.plan.payments.iter().map(|payment| payment.total_amount.decimal()).collect();
    let invoices: Vec<i32> = new.plan.payments.iter().map(|payment| count(payment.invoice_nos.len())).collect();
    sqlx::query!(
        "insert into payment_group_part (bulk_id, group_no, place, amount, invoices)
         select $1, $2, place, amount, invoices
         from unnest($3::numeric[], $4::integer[]) with ordinality as part (amount, invoices, place)",
        new.bulk_id.as_str(),
        group_no.as_str(),
        &amounts,
        &invoices,
    )
    .execute(db)
    .await?;
    Ok(group_no)
}

/// Adds the bills of a group. Each has a place in the plan, and the hold in spite of which it was chosen.
pub async fn add_items(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_no: &PaymentGroupNo,
    items: &[(&LockedBill, i32, Option<&Hold>)],
) -> sqlx::Result<()> {
    let places: Vec<i32> = items.iter().map(|(_, place, _)| *place).collect();
    let invoices: Vec<&str> = items.iter().map(|(bill, ..)| bill.invoice_no.as_str()).collect();
    let accounts: Vec<&str> = items.iter().map(|(bill, ..)| bill.account_no.as_str()).collect();
    let amounts: Vec<Decimal> = items.iter().map(|(bill, ..)| bill.amount.decimal()).collect();
    let causes: Vec<Option<&str>> = items.iter().map(|(.., hold)| Some(hold.as_ref()?.cause.code())).collect();
    let sources: Vec<Option<&str>> = items.iter().map(|(.., hold)| Some(hold.as_ref()?.source.as_str())).collect();
    sqlx::query!(
        "insert into payment_group_item (bulk_id, group_no, place, invoice_no, account_no, amount, is_held, hold_cause,
                                         hold_source)
         select $1, $2, place, invoice_no, account_no, amount, hold_cause is not null, hold_cause, hold_source
         from unnest($3::integer[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[])
              as item (place, invoice_no, account_no, amount, hold_cause, hold_source)",
        bulk_id.as_str(),
        group_no.as_str(),
        &places,
        &invoices as &[&str],
        &accounts as &[&str],
        &amounts,
        &causes as &[Option<&str>],
        &sources as &[Option<&str>],
    )
    .execute(db)
    .await
    .map(drop)
}

/// A group whose row this transaction has locked.
pub struct LockedGroup {
    pub method: PaymentMethod,
    /// The name of the user who began it.
    pub requested_by: String,
}

/// Locks a group.
pub async fn lock_group(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_no: &PaymentGroupNo,
) -> sqlx::Result<Option<LockedGroup>> {
    sqlx::query_as!(
        LockedGroup,
        r#"select g.method as "method: PaymentMethod", p.name as requested_by
           from payment_group g join person p on p.person_id = g.requested_by
           where g.bulk_id = $1 and g.group_no = $2 for update of g"#,
        bulk_id.as_str(),
        group_no.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// A bill of a plan.
pub struct PlannedItem {
    pub place: i32,
    pub invoice_no: InvoiceNo,
    pub amount: Money,
    /// The hold in spite of which the user chose it.
    pub hold: Option<Hold>,
}

/// Returns the stored hold of a bill.
fn hold(invoice_no: &InvoiceNo, cause: Option<HoldCause>, source: Option<String>) -> Option<Hold> {
    Some(Hold { invoice_no: invoice_no.clone(), cause: cause?, source: source? })
}

/// Lists the bills of a plan, by number.
pub async fn planned_items(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    group_no: &PaymentGroupNo,
) -> sqlx::Result<Vec<PlannedItem>> {
    sqlx::query!(
        r#"select place, invoice_no as "invoice_no: InvoiceNo", amount as "amount: Money",
                  hold_cause as "hold_cause: HoldCause", hold_source
           from payment_group_item where bulk_id = $1 and group_no = $2 order by invoice_no"#,
        bulk_id.as_str(),
        group_no.as_str(),
    )
    .map(|row| PlannedItem {
        place: row.place,
        hold: hold(&row.invoice_no, row.hold_cause, row.hold_source),
        invoice_no: row.invoice_no,
        amount: row.amount,
    })
    .fetch_all(db)
    .await
}

/// Stores the bills that a payment leaves out, with the name of core's code for each.
pub async fn add_left_out(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_no: &PaymentGroupNo,
    payment_id: Uuid,
    left_out: &[(InvoiceNo, Code)],
) -> sqlx::Result<()> {
    let invoices: Vec<&str> = left_out.iter().map(|(invoice_no, _)| invoice_no.as_str()).collect();
    let reasons: Vec<&str> = left_out.iter().map(|(_, reason)| reason.name()).collect();
    sqlx::query!(
        "insert into payment_group_left_out (bulk_id, group_no, payment_id, invoice_no, reason)
         select $1, $2, $3, invoice_no, reason from unnest($4::text[], $5::text[]) as l (invoice_no, reason)",
        bulk_id.as_str(),
        group_no.as_str(),
        payment_id,
        &invoices as &[&str],
        &reasons as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

/// A group with its bank and the number of all matching groups.
pub struct SummaryRow {
    pub summary: PaymentGroupSummary,
    pub bank_id: Option<BankId>,
    pub total: i64,
}

/// Lists the groups of a bulk account, the newest first, or finds one of them.
pub async fn summaries(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    group_no: Option<&PaymentGroupNo>,
    unfinished_only: bool,
    rows: i64,
) -> sqlx::Result<Vec<SummaryRow>> {
    sqlx::query!(
        r#"with part as (
               select q.group_no, p.status, p.amount as paid_amount,
                      case when p.status is null then (
                          select sum(i.amount)
                          from payment_group_item i join bill b on b.bulk_id = i.bulk_id and b.invoice_no = i.invoice_no
                          where i.bulk_id = q.bulk_id and i.group_no = q.group_no and i.place = q.place
                            and b.total_amount_payable = i.amount
                            and bill_is_selectable(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
                      ) end as open_amount
               from payment_group_part q
               left join lateral (
                   select p.status, p.amount from payment p
                   where p.bulk_id = q.bulk_id and p.group_no = q.group_no and p.group_place = q.place and payment_is_live(p.status)
                   order by payment_is_paid(p.status) desc limit 1
               ) p on true
               where q.bulk_id = $1 and ($2::text is null or q.group_no = $2)
           ), figure as (
               select group_no, count(*) filter (where payment_is_paid(status)) as paid,
                      count(*) filter (where not payment_is_paid(status)) as in_progress,
                      count(open_amount) as open,
                      coalesce(sum(paid_amount) filter (where payment_is_paid(status)), 0) as paid_amount,
                      coalesce(sum(open_amount), 0) as open_amount
               from part group by group_no
           )
           select g.group_no as "group_no: PaymentGroupNo", g.method as "payment_method: PaymentMethod",
                  g.amount as "total_amount: Money", g.invoices::bigint as "total_invoices!", r.name as requested_by,
                  g.made_at as "made_at: Instant", g.payments::bigint as "payments!", f.paid as "paid!",
                  f.in_progress as "in_progress!", f.open as "open!", f.paid_amount as "paid_amount!: Money",
                  f.open_amount as "open_amount!: Money",
                  (select p.bank_id from payment p where p.bulk_id = g.bulk_id and p.group_no = g.group_no
                   order by p.requested_at desc, p.transaction_no desc limit 1) as "bank_id: BankId",
                  count(*) over () as "total!"
           from payment_group g join figure f using (group_no) join person r on r.person_id = g.requested_by
           where g.bulk_id = $1 and (not $3 or f.open > 0)
           order by g.made_at desc, g.group_no desc limit $4"#,
        bulk_id.as_str(),
        group_no.map(PaymentGroupNo::as_str),
        unfinished_only,
        rows,
    )
    .map(|row| SummaryRow {
        summary: PaymentGroupSummary {
            group_no: row.group_no,
            payment_method: row.payment_method,
            total_amount: row.total_amount,
            total_invoices: row.total_invoices,
            requested_by: row.requested_by,
            made_at: row.made_at,
            payments: row.payments,
            paid: row.paid,
            in_progress: row.in_progress,
            open: row.open,
            paid_amount: row.paid_amount,
            open_amount: row.open_amount,
        },
        bank_id: row.bank_id,
        total: row.total,
    })
    .fetch_all(db)
    .await
}

/// A planned payment.
pub struct Part {
    pub place: i32,
    pub amount: Money,
    pub invoices: i64,
}

pub async fn parts(db: impl PgExecutor<'_>, bulk_id: &BulkId, group_no: &PaymentGroupNo) -> sqlx::Result<Vec<Part>> {
    sqlx::query_as!(
        Part,
        r#"select place, amount as "amount: Money", invoices::bigint as "invoices!"
           from payment_group_part where bulk_id = $1 and group_no = $2 order by place"#,
        bulk_id.as_str(),
        group_no.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Lists the payments of a group, each with its place, in the order in which they were made.
pub async fn attempts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    group_no: &PaymentGroupNo,
) -> sqlx::Result<Vec<(i32, GroupAttempt)>> {
    sqlx::query!(
        r#"select group_place as "place!", transaction_no as "transaction_no: TransactionNo", status as "status: Status",
                  amount as "amount: Money", requested_at as "made_at: Instant",
                  exists (select from fpx_alert a join fpx_request r using (order_no)
                          where r.payment_id = payment.payment_id and a.reason = 'lateApproval' and a.settled_at is null)
                      as "is_money_late!"
           from payment where bulk_id = $1 and group_no = $2 order by requested_at, transaction_no"#,
        bulk_id.as_str(),
        group_no.as_str(),
    )
    .map(|row| {
        let attempt = GroupAttempt {
            transaction_no: row.transaction_no,
            status: row.status,
            amount: row.amount,
            made_at: row.made_at,
            is_money_late: row.is_money_late,
        };
        (row.place, attempt)
    })
    .fetch_all(db)
    .await
}

/// A bill of a plan as it is now. A bill that has left the bulk account has no current values.
pub struct CurrentItem {
    pub place: i32,
    pub invoice_no: InvoiceNo,
    pub amount: Money,
    /// The hold in spite of which the user chose it.
    pub hold: Option<Hold>,
    /// The name of core's code, if the live payment of its place leaves it out.
    pub left_out: Option<String>,
    pub status: Option<Status>,
    pub amount_now: Option<Money>,
    pub current_charge: Option<Money>,
    pub closed: Option<Closure>,
    pub hold_now: Option<Hold>,
}

/// Lists the bills of a plan as they are now, by number.
pub async fn current_items(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    group_no: &PaymentGroupNo,
) -> sqlx::Result<Vec<CurrentItem>> {
    sqlx::query!(
        r#"select i.place, i.invoice_no as "invoice_no: InvoiceNo", i.amount as "amount: Money",
                  i.hold_cause as "hold_cause: HoldCause", i.hold_source, l.reason as "left_out?",
                  b.status as "status?: Status", b.total_amount_payable as "amount_now?: Money",
                  b.current_charge as "current_charge?: Money", 
                  bill_closed(b.status, b.closed, b.disable_payment) as "closed: Closure",
                  h.cause as "cause_now?: HoldCause",
                  bill_hold_source(h.bulk_id, h.invoice_no, h.cause) as source_now
           from payment_group_item i
           left join bill b on b.bulk_id = i.bulk_id and b.invoice_no = i.invoice_no
           left join (select l.bulk_id, l.group_no, l.invoice_no, min(l.reason) as reason
                      from payment_group_left_out l join payment p using (payment_id)
                      where l.bulk_id = $1 and l.group_no = $2 and payment_is_live(p.status)
                      group by l.bulk_id, l.group_no, l.invoice_no) l
             on l.bulk_id = i.bulk_id and l.group_no = i.group_no and l.invoice_no = i.invoice_no
           left join bill_on_hold h on h.bulk_id = i.bulk_id and h.invoice_no = i.invoice_no
           where i.bulk_id = $1 and i.group_no = $2 order by i.invoice_no"#,
        bulk_id.as_str(),
        group_no.as_str(),
    )
    .map(|row| CurrentItem {
        place: row.place,
        hold: hold(&row.invoice_no, row.hold_cause, row.hold_source),
        hold_now: hold(&row.invoice_no, row.cause_now, row.source_now),
        invoice_no: row.invoice_no,
        amount: row.amount,
        left_out: row.left_out,
        status: row.status,
        amount_now: row.amount_now,
        current_charge: row.current_charge,
        closed: row.closed,
    })
    .fetch_all(db)
    .await
}

/// Converts a number of bills or payments, which is small.
fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
