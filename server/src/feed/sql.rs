//! Queries of the feed: a whole chunk per statement.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use gridbill_core::bills::{BillAmounts, EInvoice, Quantity};
use gridbill_core::number::{BatchId, BulkId, InvoiceNo};
use gridbill_core::{Day, Instant, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::account::Account;
use super::bill::Bill;
use super::charges::BillCharges;
use super::field::Refusal;
use super::settlement::Settlement;

/// Inserts and updates accounts. Returns how many were new, and how many changed.
pub async fn store_accounts(connection: &mut PgConnection, rows: &[Account]) -> sqlx::Result<(u64, u64)> {
    let text = |field: fn(&Account) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    let stored = sqlx::query!(
        r#"with given as (
               select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                                    $8::text[], $9::text[], $10::bool[])
                   as g (account_no, registration_no, company_name, premises_address, city, postal_code, state, sector,
                         tariff, active)
           ), stored as (
               insert into account_master as m
               select * from given order by account_no
               on conflict (account_no) do update
               set registration_no = excluded.registration_no, company_name = excluded.company_name,
                   premises_address = excluded.premises_address, city = excluded.city,
                   postal_code = excluded.postal_code, state = excluded.state, sector = excluded.sector,
                   tariff = excluded.tariff, active = excluded.active
               where m is distinct from excluded
               returning xmax = 0 as is_new
           )
           select count(*) filter (where is_new) as "new!", count(*) filter (where not is_new) as "changed!" from stored"#,
        &text(|row| row.account_no.as_str()),
        &text(|row| &row.registration_no),
        &text(|row| &row.company_name),
        &text(|row| &row.premises_address),
        &text(|row| &row.city),
        &text(|row| &row.postal_code),
        &text(|row| row.state),
        &text(|row| &row.sector),
        &text(|row| &row.tariff),
        &rows.iter().map(|row| row.active).collect::<Vec<_>>(),
    )
    .fetch_one(connection)
    .await?;
    Ok((stored.new.unsigned_abs(), stored.changed.unsigned_abs()))
}

/// Begins the reviews of new batches, in the transaction that stores their first bills. A batch that gets further bills
/// is checked again; if no officer released it, it waits again while new batches wait.
pub async fn begin_reviews(connection: &mut PgConnection, rows: &[Bill], wait: bool) -> sqlx::Result<()> {
    let text = |field: fn(&Bill) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    let (invoices, batches) = (text(|row| row.invoice_no.as_str()), text(|row| row.bill_batch_id.as_str()));
    let accounts = text(|row| row.account_no.as_str());
    sqlx::query!(
        "insert into batch_review (bill_batch_id, extraction_date, state, released_at)
         select g.bill_batch_id, max(g.extraction_date), case when $3 then 'waiting' else 'released' end,
                case when not $3 then now() end
         from unnest($1::text[], $2::date[], $4::text[]) as g (bill_batch_id, extraction_date, account_no)
         join account_master m using (account_no)
         where not exists (select from bill b where b.bill_batch_id = g.bill_batch_id)
         group by g.bill_batch_id order by g.bill_batch_id
         on conflict (bill_batch_id) do nothing",
        &batches,
        &rows.iter().map(|row| row.extraction_date.date()).collect::<Vec<NaiveDate>>(),
        wait,
        &accounts,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "with grown as (
             select bill_batch_id from batch_review
             where bill_batch_id in (select g.bill_batch_id
                                     from unnest($1::text[], $2::text[], $4::text[]) as g (invoice_no, bill_batch_id, account_no)
                                     join account_master m using (account_no)
                                     left join bill b on b.invoice_no = g.invoice_no
                                     where b.invoice_no is null
                                        or (b.account_no = g.account_no and b.bill_batch_id <> g.bill_batch_id
                                            and bill_has_no_payment(b.status)))
             order by bill_batch_id for update
         )
         update batch_review r
         set arrived_at = now(), checked_at = null, version = version + 1,
             state = case when $3 and released_by is null then 'waiting' else state end,
             released_at = case when $3 and released_by is null then null else released_at end
         from grown where r.bill_batch_id = grown.bill_batch_id",
        &invoices,
        &batches,
        wait,
        &accounts,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// The result of storing bills.
pub struct StoredBills {
    pub new: u64,
    pub changed: u64,
    /// The batches with a bill that its bulk account did not have in this batch before.
    pub issued: Vec<(BulkId, BatchId)>,
}

/// Inserts and updates bills.
///
/// Unchanged rows are not touched. The conditions of the update are checked on the locked row, so a concurrent payment
/// keeps the amount with which it was made. A new bill goes to the bulk account of its electricity account; a bill
/// without a bulk account moves there now. A file without the columns of e-invoices leaves stored e-invoices as they are.
#[expect(clippy::too_many_lines, reason = "one statement, which names every column of a bill")]
pub async fn store_bills(connection: &mut PgConnection, rows: &[Bill]) -> sqlx::Result<StoredBills> {
    let text = |field: fn(&Bill) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    let day = |field: fn(&Bill) -> Day| rows.iter().map(|row| field(row).date()).collect::<Vec<NaiveDate>>();
    let maybe_day = |field: fn(&Bill) -> Option<Day>| {
        rows.iter().map(|row| field(row).map(Day::date)).collect::<Vec<Option<NaiveDate>>>()
    };
    let money = |field: fn(&Bill) -> Money| rows.iter().map(|row| field(row).decimal()).collect::<Vec<Decimal>>();
    let e_invoices = || rows.iter().map(|row| row.e_invoice.as_ref());
    let e_text = |field: fn(&EInvoice) -> Option<&str>| {
        e_invoices().map(|one| one.and_then(field).map(str::to_owned)).collect::<Vec<Option<String>>>()
    };
    let e_time = |field: fn(&EInvoice) -> Option<Instant>| {
        e_invoices().map(|one| one.and_then(field).map(Instant::utc)).collect::<Vec<Option<DateTime<Utc>>>>()
    };
    // Waits for accounts that are being added to or removed from a bulk account. Otherwise a new bill could miss its
    // bulk account, or stay behind in the old one.
    sqlx::query!(
        "select from account_master where account_no = any($1) order by account_no for share",
        &text(|row| row.account_no.as_str()),
    )
    .execute(&mut *connection)
    .await?;
    let stored = sqlx::query!(
        r#"with given as (
               select g.*, e.bulk_id
               from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::date[], $7::date[],
                           $8::text[], $9::text[], $10::date[], $11::date[], $12::text[], $13::numeric[],
                           $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[], $18::numeric[],
                           $19::text[], $20::numeric[], $21::text[], $22::text[], $23::text[], $24::timestamptz[],
                           $25::timestamptz[], $27::text[])
                    as g (invoice_no, collective_invoice_no, account_no, bill_batch_id, extraction_date, invoice_date,
                          due_date, bill_type, reading_type, reading_start, reading_end, tariff, consumption_kwh,
                          maximum_demand_kw, current_charge, outstanding_amount, tax_amount, total_amount_payable,
                          last_bill_no, last_amount_paid, e_invoice_uuid, e_invoice_long_id, e_invoice_status,
                          e_invoice_validated_at, e_invoice_cancelled_at, stop_reason)
               join account_master a on a.account_no = g.account_no
               left join electricity_account e on e.account_no = g.account_no
           ), different as (
               select g.* from given g left join bill b using (invoice_no)
               where b.invoice_no is null
                  or (b.bulk_id is null and g.bulk_id is not null)
                  or ($26 and (b.e_invoice_uuid, b.e_invoice_long_id, b.e_invoice_status, b.e_invoice_validated_at,
                               b.e_invoice_cancelled_at)
                              is distinct from
                              (g.e_invoice_uuid, g.e_invoice_long_id, g.e_invoice_status, g.e_invoice_validated_at,
                               g.e_invoice_cancelled_at))
                  or ($28 and b.stop_reason is distinct from g.stop_reason)
                  or (b.collective_invoice_no, b.account_no, b.bill_batch_id, b.extraction_date, b.invoice_date,
                      b.due_date, b.bill_type, b.reading_type, b.reading_start, b.reading_end, b.tariff,
                      b.consumption_kwh, b.maximum_demand_kw, b.current_charge, b.outstanding_amount, b.tax_amount,
                      b.total_amount_payable, b.last_bill_no, b.last_amount_paid)
                     is distinct from
                     (g.collective_invoice_no, g.account_no, g.bill_batch_id, g.extraction_date, g.invoice_date,
                      g.due_date, g.bill_type, g.reading_type, g.reading_start, g.reading_end, g.tariff,
                      g.consumption_kwh, g.maximum_demand_kw, g.current_charge, g.outstanding_amount, g.tax_amount,
                      g.total_amount_payable, g.last_bill_no, g.last_amount_paid)
           ), stored as (
               insert into bill as b (
                   invoice_no, collective_invoice_no, account_no, bill_batch_id, extraction_date, invoice_date,
                   due_date, bill_type, reading_type, reading_start, reading_end, tariff, consumption_kwh,
                   maximum_demand_kw, current_charge, outstanding_amount, tax_amount, total_amount_payable,
                   last_bill_no, last_amount_paid, e_invoice_uuid, e_invoice_long_id, e_invoice_status,
                   e_invoice_validated_at, e_invoice_cancelled_at, stop_reason, bulk_id)
               -- In the order in which payments lock them, so that neither waits for the other in a circle.
               select * from different order by invoice_no
               on conflict (invoice_no) do update
               set collective_invoice_no = excluded.collective_invoice_no, bill_batch_id = excluded.bill_batch_id,
                   extraction_date = excluded.extraction_date, invoice_date = excluded.invoice_date,
                   due_date = excluded.due_date, bill_type = excluded.bill_type,
                   reading_type = excluded.reading_type, reading_start = excluded.reading_start,
                   reading_end = excluded.reading_end, tariff = excluded.tariff,
                   consumption_kwh = excluded.consumption_kwh, maximum_demand_kw = excluded.maximum_demand_kw,
                   current_charge = excluded.current_charge, outstanding_amount = excluded.outstanding_amount,
                   tax_amount = excluded.tax_amount, total_amount_payable = excluded.total_amount_payable,
                   last_bill_no = excluded.last_bill_no, last_amount_paid = excluded.last_amount_paid,
                   e_invoice_uuid = case when $26 then excluded.e_invoice_uuid else b.e_invoice_uuid end,
                   e_invoice_long_id = case when $26 then excluded.e_invoice_long_id else b.e_invoice_long_id end,
                   e_invoice_status = case when $26 then excluded.e_invoice_status else b.e_invoice_status end,
                   e_invoice_validated_at =
                       case when $26 then excluded.e_invoice_validated_at else b.e_invoice_validated_at end,
                   e_invoice_cancelled_at =
                       case when $26 then excluded.e_invoice_cancelled_at else b.e_invoice_cancelled_at end,
                   stop_reason = case when $28 then excluded.stop_reason else b.stop_reason end,
                   bulk_id = coalesce(b.bulk_id, excluded.bulk_id)
               where b.account_no = excluded.account_no
                 and (bill_has_no_payment(b.status) or b.closed in ('paidElsewhere', 'carried')
                      or (b.current_charge, b.outstanding_amount, b.tax_amount, b.total_amount_payable)
                         is not distinct from
                         (excluded.current_charge, excluded.outstanding_amount, excluded.tax_amount,
                          excluded.total_amount_payable))
               returning invoice_no, bulk_id, bill_batch_id, xmax = 0 as is_new
           ), issued as (
               -- The table still shows the bills before this statement.
               select distinct s.bulk_id, s.bill_batch_id from stored s left join bill b using (invoice_no)
               where s.bulk_id is not null
                 and (b.bulk_id, b.bill_batch_id) is distinct from (s.bulk_id, s.bill_batch_id)
           )
           select count(*) filter (where is_new) as "new!", count(*) filter (where not is_new) as "changed!",
                  array(select bulk_id from issued order by bulk_id, bill_batch_id) as "bulk_ids!: Vec<BulkId>",
                  array(select bill_batch_id from issued order by bulk_id, bill_batch_id) as "batch_ids!: Vec<BatchId>"
           from stored"#,
        &text(|row| row.invoice_no.as_str()),
        &text(|row| row.collective_invoice_no.as_str()),
        &text(|row| row.account_no.as_str()),
        &text(|row| row.bill_batch_id.as_str()),
        &day(|row| row.extraction_date),
        &day(|row| row.invoice_date),
        &maybe_day(|row| row.due_date) as &[Option<NaiveDate>],
        &text(|row| &row.bill_type),
        &text(|row| row.reading_type),
        &maybe_day(|row| row.reading_start) as &[Option<NaiveDate>],
        &maybe_day(|row| row.reading_end) as &[Option<NaiveDate>],
        &text(|row| &row.tariff),
        &rows.iter().map(|row| row.consumption_kwh).collect::<Vec<_>>() as &[Option<Decimal>],
        &rows.iter().map(|row| row.maximum_demand_kw).collect::<Vec<_>>() as &[Option<Decimal>],
        &money(|row| row.current_charge),
        &money(|row| row.outstanding_amount),
        &money(|row| row.tax_amount),
        &money(|row| row.total_amount_payable),
        &rows.iter().map(|row| row.last_bill_no.as_ref().map(ToString::to_string)).collect::<Vec<_>>()
            as &[Option<String>],
        &rows.iter().map(|row| row.last_amount_paid.map(Money::decimal)).collect::<Vec<_>>() as &[Option<Decimal>],
        &e_text(|one| Some(&one.uuid)) as &[Option<String>],
        &e_text(|one| one.long_id.as_deref()) as &[Option<String>],
        &e_text(|one| Some(one.status.code())) as &[Option<String>],
        &e_time(|one| one.validated_at) as &[Option<DateTime<Utc>>],
        &e_time(|one| one.cancelled_at) as &[Option<DateTime<Utc>>],
        // All rows are of one file.
        rows.iter().any(|row| row.has_e_invoice),
        &rows.iter().map(|row| row.disable_payment.clone()).collect::<Vec<_>>() as &[Option<String>],
        rows.iter().any(|row| row.has_disable_payment),
    )
    .fetch_one(connection)
    .await?;
    let issued = stored.bulk_ids.into_iter().zip(stored.batch_ids).collect();
    Ok(StoredBills { new: stored.new.unsigned_abs(), changed: stored.changed.unsigned_abs(), issued })
}

/// Lists the accounts of these bills whose bills must be settled again: one of them contains, contained or may contain others,
/// or settlements paid one of these bills.
pub async fn accounts_with_balances(connection: &mut PgConnection, rows: &[Bill]) -> sqlx::Result<Vec<String>> {
    let text = |field: fn(&Bill) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    sqlx::query_scalar!(
        r#"select distinct g.account_no as "account_no!"
           from unnest($1::text[], $2::text[], $3::numeric[]) as g (invoice_no, account_no, outstanding_amount)
           where g.outstanding_amount <> 0
              or exists (select from bill b where b.account_no = g.account_no
                                              and (b.outstanding_amount <> 0 or b.carried_to is not null))
              or exists (select from bill b where b.invoice_no = g.invoice_no and b.settled_amount > 0)
           order by 1"#,
        &text(|row| row.invoice_no.as_str()),
        &text(|row| row.account_no.as_str()),
        &rows.iter().map(|row| row.outstanding_amount.decimal()).collect::<Vec<_>>(),
    )
    .fetch_all(connection)
    .await
}

/// Closes the bills that the utility closed, or that the account's next bill names as paid in full, and opens those that no longer
/// are. The next bill may have come first, and may have named another bill before. What makes a bill paid by its settlements is
/// left to their allocation, which knows the day.
pub async fn close_bills(connection: &mut PgConnection, rows: &[Bill]) -> sqlx::Result<()> {
    let mut concerned: Vec<String> = rows.iter().map(|row| row.invoice_no.to_string()).collect();
    concerned.extend(rows.iter().filter_map(|row| row.last_bill_no.as_ref()).map(ToString::to_string));
    sqlx::query!(
        "with concerned as materialized (
             select g.invoice_no from unnest($1::text[]) as g (invoice_no)
             union select b.invoice_no from unnest($1::text[]) as g (invoice_no) join bill b on b.reported_by = g.invoice_no
         ), reported as (
             select p.invoice_no, (select n.invoice_no from bill n
                                   where n.last_bill_no = p.invoice_no and n.account_no = p.account_no
                                     and n.last_amount_paid = p.total_amount_payable and p.total_amount_payable > 0
                                     and bill_counts(n.e_invoice_status)
                                   order by n.invoice_date, n.invoice_no limit 1) as reported_by
             from concerned join bill p using (invoice_no)
         ), closable as (
             select b.invoice_no, b.closed as closed_now, r.reported_by,
                    bill_closure(b.total_amount_payable, b.settled_amount, b.closed is not distinct from 'carried',
                                 b.stop_reason is not null, r.reported_by is not null) as closed
             from reported r join bill b using (invoice_no)
             order by b.invoice_no for no key update of b
         ), changed as (
             -- What settlements pay is allocated next, which tells webhooks of a bill that is open again.
             select invoice_no, reported_by,
                    case when 'paidElsewhere' in (closed, closed_now) then closed_now else closed end as closed
             from closable
         )
         update bill b
         set reported_by = c.reported_by, closed = c.closed, disable_payment = closure_disables_payment(c.closed)
         from changed c
         where b.invoice_no = c.invoice_no and (b.reported_by, b.closed) is distinct from (c.reported_by, c.closed)",
        &concerned,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// A bill that the previous statement did not store.
pub struct NotStored {
    /// Its position in the chunk, from 1.
    pub place: i64,
    pub account_known: bool,
    /// Another account that has an invoice with this number.
    pub other_account: Option<String>,
}

impl NotStored {
    pub fn refusal(&self) -> Refusal {
        match &self.other_account {
            _ if !self.account_known => {
                Refusal::of("accountNo", "This account is unknown. Import the file of accounts first.")
            }
            Some(account) => Refusal::of("invoiceNo", format!("Account {account} has an invoice of this number.")),
            None => Refusal::of(
                "totalAmountPayable",
                "The amounts of a bill that is paid, or in a payment, cannot be changed.",
            ),
        }
    }
}

pub async fn bills_not_stored(connection: &mut PgConnection, rows: &[Bill]) -> sqlx::Result<Vec<NotStored>> {
    let text = |field: fn(&Bill) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    let money = |field: fn(&Bill) -> Money| rows.iter().map(|row| field(row).decimal()).collect::<Vec<Decimal>>();
    sqlx::query_as!(
        NotStored,
        r#"select g.place as "place!", a.account_no is not null as "account_known!",
                  case when b.account_no <> g.account_no then b.account_no end as other_account
           from unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[])
                with ordinality as g (invoice_no, account_no, current_charge, outstanding_amount, tax_amount,
                                      total_amount_payable, place)
           left join account_master a using (account_no)
           left join bill b using (invoice_no)
           where (b.account_no, b.current_charge, b.outstanding_amount, b.tax_amount, b.total_amount_payable)
                 is distinct from
                 (g.account_no, g.current_charge, g.outstanding_amount, g.tax_amount, g.total_amount_payable)"#,
        &text(|row| row.invoice_no.as_str()),
        &text(|row| row.account_no.as_str()),
        &money(|row| row.current_charge),
        &money(|row| row.outstanding_amount),
        &money(|row| row.tax_amount),
        &money(|row| row.total_amount_payable),
    )
    .fetch_all(connection)
    .await
}

/// Loads and locks the amounts of the existing bills, so that they cannot change until the lines are stored.
pub async fn lock_bills(
    connection: &mut PgConnection,
    invoices: &[String],
) -> sqlx::Result<HashMap<String, BillAmounts>> {
    let rows = sqlx::query!(
        r#"select invoice_no, current_charge as "current_charge: Money", outstanding_amount as "outstanding_amount: Money",
                  tax_amount as "tax_amount: Money", total_amount_payable as "total_amount_payable: Money",
                  consumption_kwh
           from bill where invoice_no = any($1) order by invoice_no for share"#,
        invoices,
    )
    .fetch_all(connection)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let amounts = BillAmounts {
            current_charge: row.current_charge,
            outstanding_amount: row.outstanding_amount,
            tax_amount: row.tax_amount,
            total_amount_payable: row.total_amount_payable,
            consumption_kwh: row.consumption_kwh.map(Quantity::of),
        };
        (row.invoice_no, amounts)
    });
    Ok(rows.collect())
}

/// Inserts and updates the lines of bills. Returns for how many bills they were new, and for how many they changed.
pub async fn store_charges(connection: &mut PgConnection, rows: &[&BillCharges]) -> sqlx::Result<(u64, u64)> {
    let charges: Result<Vec<_>, _> = rows.iter().map(|row| serde_json::to_value(&row.charges)).collect();
    let stored = sqlx::query!(
        r#"with stored as (
               insert into bill_charges as c (bulk_id, invoice_no, charges)
               select b.bulk_id, b.invoice_no, g.charges
               from unnest($1::text[], $2::jsonb[]) as g (invoice_no, charges) join bill b using (invoice_no)
               order by b.invoice_no
               on conflict (invoice_no) do update set charges = excluded.charges
               where c.charges is distinct from excluded.charges
               returning xmax = 0 as is_new
           )
           select count(*) filter (where is_new) as "new!", count(*) filter (where not is_new) as "changed!" from stored"#,
        &rows.iter().map(|row| row.invoice_no.to_string()).collect::<Vec<_>>(),
        &charges.map_err(|error| sqlx::Error::Encode(error.into()))?,
    )
    .fetch_one(connection)
    .await?;
    Ok((stored.new.unsigned_abs(), stored.changed.unsigned_abs()))
}

/// The result of storing settlements.
pub struct StoredSettlements {
    /// The numbers of new ones.
    pub new: HashSet<String>,
    /// Accounts that do not exist.
    pub unknown: HashSet<String>,
    /// Numbers of reversals that take back a reversal.
    pub of_reversals: HashSet<String>,
    /// Numbers of stored settlements with other content.
    pub different: HashSet<String>,
}

/// Inserts settlements of known accounts, without those that take back a stored reversal. A stored settlement is never changed.
pub async fn store_settlements(connection: &mut PgConnection, rows: &[Settlement]) -> sqlx::Result<StoredSettlements> {
    let text = |field: fn(&Settlement) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    let maybe = |field: fn(&Settlement) -> Option<&str>| {
        rows.iter().map(|row| field(row).map(str::to_owned)).collect::<Vec<Option<String>>>()
    };
    let (numbers, accounts) = (text(|row| &row.settlement_no), text(|row| row.account_no.as_str()));
    let invoices = maybe(|row| row.invoice_no.as_ref().map(InvoiceNo::as_str));
    let (methods, references) = (text(|row| row.method.code()), text(|row| &row.reference));
    let days: Vec<NaiveDate> = rows.iter().map(|row| row.paid_on.date()).collect();
    let amounts: Vec<Decimal> = rows.iter().map(|row| row.amount.decimal()).collect();
    let reversals = maybe(|row| row.reversal_of.as_deref());
    let new = sqlx::query_scalar!(
        r#"insert into settlement (settlement_no, account_no, bulk_id, invoice_no, method, paid_on, amount, reversal_of, reference)
           select g.settlement_no, g.account_no, e.bulk_id, g.invoice_no, g.method, g.paid_on, g.amount, g.reversal_of, g.reference
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::numeric[], $7::text[], $8::text[])
                as g (settlement_no, account_no, invoice_no, method, paid_on, amount, reversal_of, reference)
           join account_master m on m.account_no = g.account_no
           left join electricity_account e on e.account_no = g.account_no
           where not exists (select from settlement t where t.settlement_no = g.reversal_of and t.reversal_of is not null)
           order by g.settlement_no
           on conflict (settlement_no) do nothing
           returning settlement_no"#,
        &numbers,
        &accounts,
        &invoices as &[Option<String>],
        &methods,
        &days,
        &amounts,
        &reversals as &[Option<String>],
        &references,
    )
    .fetch_all(&mut *connection)
    .await?;
    let wrong = sqlx::query!(
        r#"select g.settlement_no as "settlement_no!", g.account_no as "account_no!", m.account_no is null as "is_unknown!",
                  s.settlement_no is null as "is_of_reversal!"
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::numeric[], $7::text[], $8::text[])
                as g (settlement_no, account_no, invoice_no, method, paid_on, amount, reversal_of, reference)
           left join account_master m on m.account_no = g.account_no
           left join settlement s on s.settlement_no = g.settlement_no
           where m.account_no is null
              or (s.account_no, s.invoice_no, s.method, s.paid_on, s.amount, s.reversal_of, s.reference)
                 is distinct from (g.account_no, g.invoice_no, g.method, g.paid_on, g.amount, g.reversal_of, g.reference)"#,
        &numbers,
        &accounts,
        &invoices as &[Option<String>],
        &methods,
        &days,
        &amounts,
        &reversals as &[Option<String>],
        &references,
    )
    .fetch_all(connection)
    .await?;
    let (unknown, wrong): (Vec<_>, Vec<_>) = wrong.into_iter().partition(|row| row.is_unknown);
    let (of_reversals, different): (Vec<_>, Vec<_>) = wrong.into_iter().partition(|row| row.is_of_reversal);
    Ok(StoredSettlements {
        new: new.into_iter().collect(),
        unknown: unknown.into_iter().map(|row| row.account_no).collect(),
        of_reversals: of_reversals.into_iter().map(|row| row.settlement_no).collect(),
        different: different.into_iter().map(|row| row.settlement_no).collect(),
    })
}
