//! Database rows of the model.

use gridbill_core::bills::Bill;
use gridbill_core::number::{AccountNo, InvoiceNo};
use gridbill_core::payments::Status;
use sqlx::PgPool;
use uuid::Uuid;

use super::model::TRANSACTION;
use crate::support::clock::noon;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::sql;

/// An account of the company whose bills are requested.
#[derive(sqlx::FromRow)]
pub struct Account {
    pub account_no: AccountNo,
    pub reference_id: Option<String>,
    pub group_id: Option<String>,
    pub group_name: Option<String>,
}

/// Inserts forty accounts, some with groups and some with reference IDs, and an account of another company and one of
/// no company.
pub async fn accounts(pool: &PgPool) -> (Vec<String>, Vec<Account>) {
    let groups = ["Kilang Selatan", "Kedai Utara", "Pejabat"].map(|name| (Uuid::now_v7(), name));
    for (group_id, name) in groups {
        let query = "insert into account_group (group_id, bulk_id, name, created_at) values ($1, $2, $3, $4)";
        sql::run(pool, query, &[&group_id, &SINAR, &name, &noon().utc()]).await;
    }
    let query = "
        insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                    state, sector, tariff, active)
        select '21' || lpad(n::text, 10, '0'), 'R', 'A company', 'Lot ' || n, 'Shah Alam', '40000', 'Selangor',
               'Commercial', 'Low Voltage General', true
        from generate_series(1, 42) n";
    sql::run(pool, query, &[]).await;
    let query = "
        insert into electricity_account (account_no, bulk_id, reference_id, group_id, tagged_at)
        select account_no, case when n = 41 then $2 else $1 end,
               case when n = 41 or n % 3 = 0 then null when n = 7 then '100%_ Hijau' when n = 8 then '100 Hijau'
                    when n % 5 = 0 then 'Kedai ' || n else 'Gerai ' || n end,
               case when n = 41 or n % 4 = 3 then null else ($3::uuid[])[1 + n % 4] end, $4
        from (select account_no, row_number() over (order by account_no) as n from account_master) m where n < 42";
    sql::run(pool, query, &[&SINAR, &MAJLIS, &groups.map(|(group_id, _)| group_id), &noon().utc()]).await;
    let query = "select account_no, reference_id, group_id::text, name as group_name
                 from electricity_account left join account_group using (group_id)
                 where electricity_account.bulk_id = $1 order by account_no";
    (groups.map(|(id, _)| id.to_string()).to_vec(), sql::rows(pool, query, &[&SINAR]).await)
}

/// Inserts the bills, and copies that no list may show: paid, of another company, and of no company.
pub async fn bills(pool: &PgPool, bills: &[Bill]) {
    let query = "
        insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                          invoice_date, due_date, bill_type, reading_type, tariff, current_charge,
                          outstanding_amount, tax_amount, total_amount_payable, status, disable_payment, closed)
        select case copy when 0 then invoice_no else copy || substr(invoice_no, 2) end, collective_invoice_no,
               case copy when 8 then '210000000041' when 9 then '210000000042' else account_no end,
               case copy when 8 then $2 when 9 then null else $1 end, bill_batch_id, extraction_date,
               extraction_date + 1, due_date, 'Normal', 'actual', 'Low Voltage General', current_charge,
               outstanding_amount, 0, total_amount_payable, case copy when 7 then 4 else status end, disable_payment,
               case when disable_payment then 'disabled' end
        from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::date[], $9::numeric[],
                    $10::numeric[], $11::numeric[], $12::smallint[], $13::boolean[])
             as b (invoice_no, collective_invoice_no, account_no, bill_batch_id, extraction_date, due_date,
                   current_charge, outstanding_amount, total_amount_payable, status, disable_payment),
             unnest(array[0, 7, 8, 9]) copy";
    sql::run(
        pool,
        query,
        &[
            &SINAR,
            &MAJLIS,
            &column(bills, |bill| bill.invoice_no.to_string()),
            &column(bills, |bill| bill.collective_invoice_no.to_string()),
            &column(bills, |bill| bill.account_no.to_string()),
            &column(bills, |bill| bill.bill_batch_id.to_string()),
            &column(bills, |bill| bill.extraction_date.date()),
            &column(bills, |bill| bill.due_date.map(gridbill_core::Day::date)),
            &column(bills, |bill| bill.current_charge.decimal()),
            &column(bills, |bill| bill.outstanding_amount.decimal()),
            &column(bills, |bill| bill.total_amount_payable.decimal()),
            &column(bills, |bill| i16::from(bill.status.code())),
            &column(bills, |bill| bill.disable_payment),
        ],
    )
    .await;
}

/// Inserts a payment that contains those bills.
pub async fn payment(pool: &PgPool, bills: &[&Bill]) {
    let query = "
        with payer as (select person_id from person where email = 'payer@sinar.example'), made as (
            insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts,
                                 requested_by, requested_at)
            select $1, $2, $3, 'EFT_GIRO', $6, 100, 1, 1, person_id, $4 from payer returning payment_id, bulk_id)
        insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
        select made.bulk_id, payment_id, invoice_no, account_no, total_amount_payable, true
        from made, bill where invoice_no = any($5)";
    sql::run(
        pool,
        query,
        &[
            &Uuid::now_v7(),
            &TRANSACTION,
            &SINAR,
            &noon().utc(),
            &bills.iter().map(|bill| bill.invoice_no.to_string()).collect::<Vec<_>>(),
            &(Status::PendingApproval as i16),
        ],
    )
    .await;
}

pub async fn pay(pool: &PgPool, invoices: &[InvoiceNo]) {
    let invoices: Vec<_> = invoices.iter().map(ToString::to_string).collect();
    let query = "update bill set status = $2 where invoice_no = any($1)";
    sql::run(pool, query, &[&invoices, &(Status::Paid as i16)]).await;
}

fn column<T>(bills: &[Bill], value: impl Fn(&Bill) -> T) -> Vec<T> {
    bills.iter().map(value).collect()
}
