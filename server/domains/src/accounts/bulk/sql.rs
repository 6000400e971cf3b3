//! Queries of bulk accounts.

use gridbill_core::accounts::{BulkAccountsCards, BulkProfile, ProfileChange};
use gridbill_core::company::CompanyDetails;
use gridbill_core::number::BulkId;
use gridbill_core::{Day, Instant, Money};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};

/// Fills in name and number from their columns, which are authoritative and which every list reads. A company imported
/// from the utility's records has no other details yet.
fn with_columns(details: CompanyDetails, company_name: String, registration_no: String) -> CompanyDetails {
    CompanyDetails { company_name, registration_no, ..details }
}

/// Loads company and contacts, without the figures.
pub async fn profile(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<Option<BulkProfile>> {
    let row = sqlx::query!(
        r#"select bulk_id as "bulk_id: BulkId", company_name, registration_no, business_type,
                  details as "details: Json<CompanyDetails>", created_at as "created_at: Instant", version
           from bulk_account where bulk_id = $1"#,
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| BulkProfile {
        bulk_id: row.bulk_id,
        business_type: row.business_type,
        details: with_columns(row.details.0, row.company_name, row.registration_no),
        created_at: row.created_at,
        version: row.version,
        last_bill_date: None,
        last_payment_date: None,
        total_unpaid_bills: None,
        latest_total_amount: None,
        latest_current_charges: None,
        latest_outstanding_charges: None,
    }))
}

/// Figures of a bulk account's bills and payments.
pub struct Figures {
    pub last_bill_date: Option<Day>,
    pub last_payment_date: Option<Instant>,
    pub total_unpaid_bills: i64,
    pub latest_total_amount: Option<Money>,
    pub latest_current_charges: Option<Money>,
    pub latest_outstanding_charges: Option<Money>,
}

/// Loads the figures from stored totals and from the ends of the indexes `bills_by_invoice_date` and
/// `payments_of_bulk`, without summing bills. "Latest" is the batch extracted last, as on home.
pub async fn figures(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<Figures> {
    sqlx::query_as!(
        Figures,
        r#"with rows as (
               select bill_batch_id, extraction_date, standing, sum(bills) as bills, sum(amount) as amount,
                      sum(current_charge) as current_charge, sum(outstanding_amount) as outstanding_amount
               from bill_total where bulk_id = $1
               group by bill_batch_id, extraction_date, standing having sum(bills) > 0
           ), latest as (
               select sum(amount) as amount, sum(current_charge) as current_charge,
                      sum(outstanding_amount) as outstanding_amount
               from rows where bill_batch_id =
                   (select bill_batch_id from rows order by extraction_date desc, bill_batch_id desc limit 1)
           )
           select (select invoice_date from bill where bulk_id = $1 order by invoice_date desc, invoice_no desc limit 1)
                      as "last_bill_date?: Day",
                  (select requested_at from payment where bulk_id = $1 and payment_is_paid(status)
                   order by requested_at desc, transaction_no desc limit 1) as "last_payment_date?: Instant",
                  coalesce((select sum(bills) from rows where standing <> 'paid'), 0)::bigint as "total_unpaid_bills!",
                  amount as "latest_total_amount?: Money", current_charge as "latest_current_charges?: Money",
                  outstanding_amount as "latest_outstanding_charges?: Money"
           from latest"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

pub struct Locked {
    pub version: i32,
    pub details: CompanyDetails,
}

/// Locks the row and returns company and contacts. The lock still lets accounts be added and removed.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Option<Locked>> {
    let row = sqlx::query!(
        r#"select company_name, registration_no, details as "details: Json<CompanyDetails>", version
           from bulk_account where bulk_id = $1 for no key update"#,
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Locked {
        version: row.version,
        details: with_columns(row.details.0, row.company_name, row.registration_no),
    }))
}

/// Locks only the row, to serialise changes that depend on the whole bulk account, such as a limit on queued items.
pub async fn lock_row(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<()> {
    sqlx::query_scalar!("select bulk_id from bulk_account where bulk_id = $1 for no key update", bulk_id.as_str())
        .fetch_one(db)
        .await
        .map(drop)
}

/// Stores the details as the next version.
pub async fn store(db: &mut PgConnection, bulk_id: &BulkId, details: &CompanyDetails) -> sqlx::Result<()> {
    sqlx::query!(
        "update bulk_account set company_name = $2, details = $3, version = version + 1 where bulk_id = $1",
        bulk_id.as_str(),
        details.company_name,
        Json(details) as _,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Lists the changes, newest first; changes made together keep the form's order.
pub async fn history(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<Vec<ProfileChange>> {
    sqlx::query_as!(
        ProfileChange,
        r#"select f.happened_at as "at: Instant", f.actor_name as by, c.change ->> 'field' as "field!",
                  c.change ->> 'before' as "before!", c.change ->> 'after' as "after!"
           from fact f
           cross join lateral jsonb_array_elements(f.data -> 'changes') with ordinality as c (change, place)
           where f.bulk_id = $1 and f.kind = 'BulkProfileChanged'
           order by f.happened_at desc, f.fact_id desc, c.place"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Finds the bulk account of a company number in any notation; the oldest, if an earlier version stored several.
pub async fn of_company(db: &PgPool, registration_no: &str) -> sqlx::Result<Option<BulkId>> {
    sqlx::query_scalar!(
        r#"select bulk_id as "bulk_id: BulkId" from bulk_account where is_same_company(registration_no, $1)
           order by repeats_company, created_at, bulk_id limit 1"#,
        registration_no,
    )
    .fetch_optional(db)
    .await
}

pub async fn cards(db: &PgPool, now: Instant) -> sqlx::Result<BulkAccountsCards> {
    let row = sqlx::query!(
        r#"select count(*) as "total!", count(*) filter (where business_type = 1) as "government!",
                  count(*) filter (where not exists (select from electricity_account a where a.bulk_id = b.bulk_id))
                      as "without_accounts!",
                  (select count(*) from electricity_account) as "accounts!"
           from bulk_account b"#,
    )
    .fetch_one(db)
    .await?;
    Ok(BulkAccountsCards {
        total: row.total,
        organisations: row.total - row.government,
        government: row.government,
        accounts: row.accounts,
        without_accounts: row.without_accounts,
        as_of: now,
    })
}
