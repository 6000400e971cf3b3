//! Queries of emission factors and of the bills of a report.

use std::collections::HashMap;

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use gridbill_core::Day;
use gridbill_core::bills::Quantity;
use gridbill_core::carbon::{CarbonAccount, CarbonBill, EmissionFactor, region_of_state};
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use rust_decimal::Decimal;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};

/// Loads all factors with all their revisions.
pub async fn factors(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<EmissionFactor>> {
    let factors = sqlx::query_scalar!(
        r#"select jsonb_build_object('region', region, 'from', from_day, 'published', published,
                                     'factor', factor::text, 'source', source, 'isProvisional', is_provisional)
                  as "factor!: Json<EmissionFactor>"
           from emission_factor"#
    )
    .fetch_all(db)
    .await?;
    Ok(factors.into_iter().map(|factor| factor.0).collect())
}

/// Serialises imports of factors until the transaction ends.
pub async fn lock(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('factors', 0))").execute(db).await.map(drop)
}

/// Inserts factors that core accepted as new.
pub async fn insert(db: &mut PgConnection, factors: &[&EmissionFactor]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into emission_factor (region, from_day, published, factor, source, is_provisional)
         select * from unnest($1::text[], $2::date[], $3::date[], $4::numeric[], $5::text[], $6::boolean[])",
        &factors.iter().map(|factor| factor.region.code().to_owned()).collect::<Vec<_>>(),
        &factors.iter().map(|factor| factor.from.date()).collect::<Vec<_>>(),
        &factors.iter().map(|factor| factor.published.date()).collect::<Vec<_>>(),
        &factors.iter().map(|factor| Decimal::new(factor.factor.millionths(), 6)).collect::<Vec<_>>(),
        &factors.iter().map(|factor| factor.source.clone()).collect::<Vec<_>>(),
        &factors.iter().map(|factor| factor.is_provisional).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Loads the accounts of a bulk account with their grids and groups.
pub async fn accounts(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<HashMap<AccountNo, CarbonAccount>> {
    let accounts = sqlx::query!(
        r#"select e.account_no as "account_no: AccountNo", e.reference_id, m.state, g.name as "group_name?"
           from electricity_account e join account_master m using (account_no)
                left join account_group g on g.bulk_id = e.bulk_id and g.group_id = e.group_id
           where e.bulk_id = $1"#,
        bulk_id.as_str(),
    )
    .fetch(db)
    .map_ok(|row| {
        let region = region_of_state(&row.state);
        let (group_name, reference_id) = (row.group_name, row.reference_id);
        (row.account_no.clone(), CarbonAccount { account_no: row.account_no, region, group_name, reference_id })
    });
    accounts.try_collect().await
}

/// Streams the bills whose days may be in the months from `from` to `to`. Both days are first days of months. A reading
/// never ends after its invoice date, so earlier invoices have no days in these months.
pub fn bills<'e>(
    db: impl PgExecutor<'e> + 'e,
    bulk_id: &'e BulkId,
    from: Day,
    to: Day,
) -> BoxStream<'e, sqlx::Result<CarbonBill>> {
    sqlx::query!(
        r#"select account_no as "account_no: AccountNo", invoice_no as "invoice_no: InvoiceNo",
                  invoice_date as "invoice_date: Day", reading_start as "first_day: Day",
                  reading_end as "last_day: Day", consumption_kwh,
                  not bill_counts(e_invoice_status) as "is_cancelled!"
           from bill
           where bulk_id = $1 and invoice_date >= $2
             and coalesce(reading_start, invoice_date) < $3::date + interval '1 month'"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
    )
    .fetch(db)
    .map_ok(|row| CarbonBill {
        account_no: row.account_no,
        invoice_no: row.invoice_no,
        invoice_date: row.invoice_date,
        first_day: row.first_day,
        last_day: row.last_day,
        kwh: row.consumption_kwh.map(Quantity::of),
        is_cancelled: row.is_cancelled,
    })
    .boxed()
}
