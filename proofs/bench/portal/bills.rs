//! The data of the measurements: the demo's bills, and a company with as many unpaid bills as one payment takes.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{BULK_ID, EMAIL, PASSWORD};

/// Prints versions and sizes.
#[expect(clippy::disallowed_methods, reason = "figures of a report; not a query of the portal")]
pub async fn about(pool: &PgPool) -> anyhow::Result<String> {
    let about = sqlx::query_scalar::<_, String>(
        "select format('PostgreSQL %s, %s bills of %s bulk accounts, %s',
                       current_setting('server_version'), (select count(*) from bill),
                       (select count(*) from bulk_account), pg_size_pretty(pg_database_size(current_database())))",
    );
    Ok(format!("gridbill {} on {}", env!("CARGO_PKG_VERSION"), about.fetch_one(pool).await?))
}

/// Adds the company with that many bills, unless it exists.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
pub async fn make(pool: &PgPool, count: usize) -> anyhow::Result<()> {
    let count = i32::try_from(count)?;
    let hash = gridbill::auth::password::hash(PASSWORD, b"the bench's salt")?;
    sqlx::query(
        "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
         values ($1, 'Bench Sdn Bhd', $1, 2, now()) on conflict do nothing",
    )
    .bind(BULK_ID)
    .execute(pool)
    .await?;
    sqlx::query(
        "insert into person (person_id, email, name, password_hash, role, bulk_id, is_staff, activated_at, created_at)
         values ($1, $2, 'Bench', $3, 'master', $4, false, now(), now()) on conflict do nothing",
    )
    .bind(Uuid::now_v7())
    .bind(EMAIL)
    .bind(hash)
    .bind(BULK_ID)
    .execute(pool)
    .await?;
    let tables = [
        "insert into account_master
         select '229' || lpad(n::text, 9, '0'), $1, 'Bench Sdn Bhd', 'Lot ' || n, 'Shah Alam', '40000', 'Selangor',
                'Commercial', 'Low Voltage General', true
         from generate_series(1, $2) n on conflict do nothing",
        "insert into electricity_account (account_no, bulk_id, tagged_at)
         select '229' || lpad(n::text, 9, '0'), $1, now() from generate_series(1, $2) n on conflict do nothing",
        "insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                           invoice_date, due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount,
                           tax_amount, total_amount_payable)
         select '999' || lpad(n::text, 9, '0'), '999999999999', '229' || lpad(n::text, 9, '0'), $1, '2899999999',
                current_date - 10, current_date - 10, current_date + 20, 'Normal', 'actual', 'Low Voltage General',
                100, 0, 0, 100
         from generate_series(1, $2) n on conflict do nothing",
    ];
    for table in tables {
        sqlx::query(table).bind(BULK_ID).bind(count).execute(pool).await?;
    }
    sqlx::query("analyze bill").execute(pool).await?;
    Ok(())
}

/// Returns that many payable bills of the company.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
pub async fn payable(pool: &PgPool, count: usize) -> anyhow::Result<Vec<String>> {
    let invoices = sqlx::query_scalar(
        "select invoice_no from bill where bulk_id = $1 and bill_has_no_payment(status) order by invoice_no limit $2",
    );
    let invoices: Vec<String> = invoices.bind(BULK_ID).bind(i64::try_from(count)?).fetch_all(pool).await?;
    anyhow::ensure!(invoices.len() == count, "only {} of the company's bills can be paid", invoices.len());
    Ok(invoices)
}

/// Removes payments that an interrupted measurement left behind.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
pub async fn left_behind(pool: &PgPool) -> anyhow::Result<Vec<Uuid>> {
    let payments =
        sqlx::query_scalar("select payment_id from payment where bulk_id = $1 and payment_awaits_approval(status)");
    Ok(payments.bind(BULK_ID).fetch_all(pool).await?)
}
