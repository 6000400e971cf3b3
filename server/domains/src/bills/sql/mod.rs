//! Queries of bills. "Outstanding" means unpaid, including credits; "owed" means payable now.

use gridbill_core::bills::{
    Bill, BillDetails, BillPayment, BilledUse, CarriedBill, ChargeKinds, Charges, Closure, DAILY_MONTHS, DailyBill,
    EInvoice, EInvoiceStatus, Quantity, Remainder, hold_cause, selection_refusal,
};
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo, TransactionNo};
use gridbill_core::payments::Status;
use gridbill_core::{Day, Instant, Language, Money};
use sqlx::PgExecutor;
use sqlx::types::Json;

pub mod cost;
pub mod issued;
pub mod kinds;
pub mod remind;
pub mod totals;

/// Loads bills of the bulk account, paid or not. Their payments and the use by bill are loaded separately, and core
/// computes the remainder. `portal` is the address of MyInvois.
#[expect(clippy::too_many_lines, reason = "one query and its columns")]
pub async fn details(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
    portal: &str,
    kinds: &ChargeKinds,
    language: Language,
) -> sqlx::Result<Vec<BillDetails>> {
    let numbers: Vec<_> = invoices.iter().map(|number| number.as_str().to_owned()).collect();
    sqlx::query!(
        r#"select b.invoice_no as "invoice_no: InvoiceNo", b.collective_invoice_no as "collective_invoice_no: InvoiceNo",
                  b.account_no as "account_no: AccountNo", a.reference_id as "reference_id?", g.name as "group_name?",
                  b.bill_batch_id as "bill_batch_id: BatchId", b.extraction_date as "extraction_date: Day",
                  b.invoice_date as "invoice_date: Day", b.due_date as "due_date: Day",
                  b.current_charge as "current_charge: Money", b.outstanding_amount as "outstanding_amount: Money",
                  b.total_amount_payable as "total_amount_payable: Money", b.status as "status: Status",
                  bill_closed(b.status, b.closed, b.disable_payment) as "closed: Closure", b.settled_amount as "settled_amount: Money",
                  m.premises_address, m.postal_code, m.city, m.state, m.company_name, b.bill_type, b.reading_type,
                  b.reading_start as "reading_start: Day", b.reading_end as "reading_end: Day", b.tariff,
                  b.consumption_kwh::text as "consumption_kwh?", b.maximum_demand_kw::text as "maximum_demand_kw?",
                  b.tax_amount as "tax_amount: Money", b.last_bill_no, b.last_amount_paid as "last_amount_paid: Money",
                  b.carried_to as "carried_to: InvoiceNo",
                  array(select p.invoice_no from bill p where p.carried_to = b.invoice_no and p.bulk_id = b.bulk_id
                        order by p.invoice_no) as "carries!: Vec<InvoiceNo>",
                  array(select p.carried_amount from bill p where p.carried_to = b.invoice_no and p.bulk_id = b.bulk_id
                        order by p.invoice_no) as "carried!: Vec<Money>",
                  c.charges as "charges?: Json<Charges>",
                  b.e_invoice_uuid, b.e_invoice_long_id, b.e_invoice_status as "e_invoice_status: EInvoiceStatus",
                  b.e_invoice_validated_at as "e_invoice_validated_at: Instant",
                  b.e_invoice_cancelled_at as "e_invoice_cancelled_at: Instant",
                  exists (select from query_bill q where q.bulk_id = b.bulk_id and q.invoice_no = b.invoice_no
                            and q.is_open) as "has_open_query!",
                  exists (select from batch_review r
                          where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting') as "does_batch_wait!",
                  (select n.invoice_no from bill n
                   where b.e_invoice_status = 'cancelled' and n.bulk_id = b.bulk_id and n.account_no = b.account_no
                     and (n.reading_start, n.reading_end) = (b.reading_start, b.reading_end)
                     and (n.invoice_date, n.invoice_no) > (b.invoice_date, b.invoice_no)
                     and n.e_invoice_status in ('submitted', 'valid')
                   order by n.invoice_date desc, n.invoice_no desc limit 1) as "replaced_by: InvoiceNo"
           from bill b
           left join bill_charges c on c.bulk_id = b.bulk_id and c.invoice_no = b.invoice_no
           join account_master m using (account_no)
           left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
           left join account_group g on g.group_id = a.group_id
           where b.bulk_id = $1 and b.invoice_no = any($2)"#,
        bulk_id.as_str(),
        &numbers,
    )
    .map(|row| {
        let refused = selection_refusal(row.status, row.total_amount_payable, row.current_charge, row.closed);
        let e_invoice = row.e_invoice_uuid.zip(row.e_invoice_status).map(|(uuid, status)| EInvoice {
            uuid,
            long_id: row.e_invoice_long_id,
            status,
            validated_at: row.e_invoice_validated_at,
            cancelled_at: row.e_invoice_cancelled_at,
        });
        let e_invoice = e_invoice.map(|one| one.shown(portal, row.replaced_by, language));
        BillDetails {
        bill: Bill {
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
            disable_payment: Closure::disables_payment(row.closed),
            closed: row.closed,
            settled_amount: row.settled_amount,
            payable: refused.is_none(),
            reason: refused,
            hold: hold_cause(
                row.status,
                row.total_amount_payable,
                row.current_charge,
                row.closed,
                row.e_invoice_status,
                row.has_open_query,
                row.does_batch_wait,
            ),
            e_invoice_uuid: e_invoice.as_ref().map(|one| one.uuid.clone()),
            e_invoice_status: row.e_invoice_status,
            e_invoice_link: e_invoice.as_ref().and_then(|one| one.link.clone()),
            e_invoice_validated_at: row.e_invoice_validated_at,
        },
        premises_address: row.premises_address,
        postal_code: row.postal_code,
        city: row.city,
        state: row.state,
        company_name: row.company_name,
        bill_type: row.bill_type,
        reading_type: row.reading_type,
        reading_start: row.reading_start,
        reading_end: row.reading_end,
        tariff: row.tariff,
        consumption_kwh: row.consumption_kwh,
        maximum_demand_kw: row.maximum_demand_kw,
        tax_amount: row.tax_amount,
        remainder: Remainder { rounding: Money::ZERO, adjustment: Money::ZERO },
        last_bill_no: row.last_bill_no,
        last_amount_paid: row.last_amount_paid,
        carried_to: row.carried_to,
        carries: row.carries.into_iter().zip(row.carried)
            .map(|(invoice_no, amount)| CarriedBill { invoice_no, amount }).collect(),
        charges: row.charges.map(|Json(charges)| charges.shown(kinds, language)),
        e_invoice,
        banking_app: None,
        use_by_bill: Vec::new(),
        payments: Vec::new(),
        }
    })
    .fetch_all(db)
    .await
}

/// Lists the use of the account's bills of up to 13 periods, up to and including each given bill, by their periods, oldest
/// first. A bill is invoiced after its period, so 800 days of invoices contain 13 bills of two months.
pub async fn use_by_bill(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<(InvoiceNo, BilledUse)>> {
    let numbers: Vec<_> = invoices.iter().map(|number| number.as_str().to_owned()).collect();
    sqlx::query!(
        r#"select b.invoice_no as "of: InvoiceNo", u.invoice_no as "invoice_no: InvoiceNo",
                  case when u.reading_end is not null then u.reading_start end as "from: Day",
                  coalesce(u.reading_end, u.invoice_date) as "until!: Day", u.consumption_kwh as "kwh!"
           from bill b
           cross join lateral (select e.*, dense_rank() over (order by coalesce(e.reading_end, e.invoice_date) desc) as period
                               from bill e
                               where e.bulk_id = b.bulk_id and e.account_no = b.account_no
                                 and (coalesce(e.reading_end, e.invoice_date), e.invoice_date, e.invoice_no)
                                     <= (coalesce(b.reading_end, b.invoice_date), b.invoice_date, b.invoice_no)
                                 and e.invoice_date > coalesce(b.reading_end, b.invoice_date) - 800
                                 and e.consumption_kwh is not null
                                 and (bill_counts(e.e_invoice_status) or e.invoice_no = b.invoice_no)) u
           where b.bulk_id = $1 and b.invoice_no = any($2) and u.period <= 13
           order by coalesce(u.reading_end, u.invoice_date), u.invoice_date, u.invoice_no"#,
        bulk_id.as_str(),
        &numbers,
    )
    .map(|row| {
        let kwh = Quantity::of(row.kwh);
        (row.of, BilledUse { invoice_no: row.invoice_no, from: row.from, until: row.until, kwh })
    })
    .fetch_all(db)
    .await
}

/// Lists the account's bills that have a period, by period, oldest first: from 24 months before the given bill's, those
/// that ended or were invoiced before it. None if the given bill does not exist.
pub async fn daily_use(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoice_no: &InvoiceNo,
) -> sqlx::Result<Option<Vec<DailyBill>>> {
    let rows = sqlx::query!(
        r#"select e.invoice_no as "invoice_no: InvoiceNo", e.invoice_date as "invoice_date: Day",
                  e.reading_start as "first: Day", e.reading_end as "last: Day", e.tariff, e.consumption_kwh as kwh,
                  e.current_charge as "current_charge: Money", e.total_amount_payable as "total: Money"
           from bill b
           join bill e on e.bulk_id = b.bulk_id and e.account_no = b.account_no
            and ((e.invoice_date, e.invoice_no) <= (b.invoice_date, b.invoice_no)
                 or coalesce(e.reading_end, e.invoice_date) < coalesce(b.reading_end, b.invoice_date))
            and coalesce(e.reading_end, e.invoice_date)
                >= (date_trunc('month', coalesce(b.reading_end, b.invoice_date)) - make_interval(months => $3))::date
            and (bill_counts(e.e_invoice_status) or e.invoice_no = b.invoice_no)
           where b.bulk_id = $1 and b.invoice_no = $2
           order by coalesce(e.reading_end, e.invoice_date), e.invoice_date, e.invoice_no"#,
        bulk_id.as_str(),
        invoice_no.as_str(),
        DAILY_MONTHS,
    )
    .fetch_all(db)
    .await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let bills = rows.into_iter().filter_map(|row| {
        let (first, last) = (row.first?, row.last?);
        let days = DailyBill::days_of(first, last)?;
        let kwh = row.kwh.map(Quantity::of);
        Some(DailyBill {
            invoice_no: row.invoice_no,
            invoice_date: row.invoice_date,
            first,
            last,
            days,
            tariff: row.tariff,
            kwh,
            kwh_a_day: kwh.map(|kwh| DailyBill::kwh_on_a_day(kwh, days)),
            current_charge: row.current_charge,
            cost_a_day: DailyBill::cost_on_a_day(row.current_charge, days),
            total_amount_payable: row.total,
        })
    });
    Ok(Some(bills.collect()))
}

/// The payments that hold or held a bill, newest first.
pub async fn payments(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoice_no: &InvoiceNo,
) -> sqlx::Result<Vec<BillPayment>> {
    sqlx::query_as!(
        BillPayment,
        r#"select p.transaction_no as "transaction_no: TransactionNo", p.requested_at as "payment_date: Instant",
                  coalesce(r.name, p.taken_over_payer, '') as "requested_by!", p.status as "status: Status",
                  i.amount as "amount: Money"
           from payment_item i join payment p using (payment_id) left join person r on r.person_id = p.requested_by
           where p.bulk_id = $1 and i.invoice_no = $2
           order by p.requested_at desc, p.transaction_no desc"#,
        bulk_id.as_str(),
        invoice_no.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Counts how many of these bills of the bulk account are paid.
pub async fn paid(db: impl PgExecutor<'_>, bulk_id: &BulkId, invoices: &[InvoiceNo]) -> sqlx::Result<i64> {
    let numbers: Vec<_> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_scalar!(
        r#"select count(*) as "paid!" from bill
           where bulk_id = $1 and invoice_no = any($2) and not bill_is_unpaid(status)"#,
        bulk_id.as_str(),
        &numbers as &[&str],
    )
    .fetch_one(db)
    .await
}

/// Lists the tariffs of bills invoiced on `since` or later, by name.
pub async fn tariffs(db: impl PgExecutor<'_>, bulk_id: &BulkId, since: Day) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select distinct tariff from bill where bulk_id = $1 and invoice_date >= $2 order by tariff",
        bulk_id.as_str(),
        since.date(),
    )
    .fetch_all(db)
    .await
}

/// Lists every bill of batches, given by number or by extraction day, batch by batch.
pub async fn of_batches(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    batch_ids: Option<&[String]>,
    days: Option<&[Day]>,
) -> sqlx::Result<Vec<InvoiceNo>> {
    let days: Option<Vec<_>> = days.map(|days| days.iter().map(|day| day.date()).collect());
    sqlx::query_scalar!(
        r#"select invoice_no as "invoice_no: InvoiceNo" from bill
           where bulk_id = $1 and ($2::text[] is null or bill_batch_id = any($2))
             and ($3::date[] is null or extraction_date = any($3))
           order by extraction_date, bill_batch_id, invoice_no"#,
        bulk_id.as_str(),
        batch_ids,
        days.as_deref(),
    )
    .fetch_all(db)
    .await
}
