//! Queries of emission factors, of certificates, and of the bills of a report.

use std::collections::HashMap;

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use gridbill_core::Day;
use gridbill_core::bills::Quantity;
use gridbill_core::carbon::{CarbonAccount, CarbonBill, EmissionFactor, EnergyCertificate, region_of_state};
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

/// Why a certificate is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum CertificateRefusal {
    /// The account is not in the account master.
    UnknownAccount,
    /// It withdraws a certificate that is not stored.
    NotStored,
    /// A certificate of the number with other content is stored.
    Different,
    /// The certificate was withdrawn.
    Withdrawn,
}

/// The result of storing certificates.
pub struct StoredCertificates {
    pub new: u64,
    pub withdrawn: u64,
    /// By number.
    pub refused: HashMap<String, CertificateRefusal>,
}

/// Inserts certificates of known accounts, and withdraws those whose row has 0 kWh. Nothing else of a stored certificate
/// is changed.
pub async fn store_certificates(
    db: &mut PgConnection,
    certificates: &[EnergyCertificate],
) -> sqlx::Result<StoredCertificates> {
    let text = |field: fn(&EnergyCertificate) -> &str| -> Vec<String> {
        certificates.iter().map(|certificate| field(certificate).to_owned()).collect()
    };
    let (numbers, accounts) = (text(|one| &one.certificate_no), text(|one| one.account_no.as_str()));
    let from: Vec<_> = certificates.iter().map(|one| one.from.date()).collect();
    let to: Vec<_> = certificates.iter().map(|one| one.to.date()).collect();
    let kwh: Vec<Decimal> = certificates.iter().map(|one| one.kwh.decimal()).collect();
    let sources = text(|one| &one.source);
    let inserted = sqlx::query!(
        "insert into energy_certificate (certificate_no, account_no, from_day, to_day, kwh, source)
         select g.certificate_no, account_no, g.from_day, g.to_day, g.kwh, g.source
         from unnest($1::text[], $2::text[], $3::date[], $4::date[], $5::numeric[], $6::text[])
              as g (certificate_no, account_no, from_day, to_day, kwh, source)
              join account_master using (account_no)
         where g.kwh > 0
         order by g.certificate_no
         on conflict (certificate_no) do nothing",
        &numbers,
        &accounts,
        &from,
        &to,
        &kwh,
        &sources,
    )
    .execute(&mut *db)
    .await?;
    let withdrawn = sqlx::query!(
        "update energy_certificate c set withdrawn_at = now()
         from unnest($1::text[], $2::text[], $3::date[], $4::date[], $5::numeric[], $6::text[])
              as g (certificate_no, account_no, from_day, to_day, kwh, source)
         where g.kwh = 0 and c.withdrawn_at is null and c.certificate_no = g.certificate_no
           and (c.account_no, c.from_day, c.to_day, c.source) = (g.account_no, g.from_day, g.to_day, g.source)",
        &numbers,
        &accounts,
        &from,
        &to,
        &kwh,
        &sources,
    )
    .execute(&mut *db)
    .await?;
    let refused = sqlx::query!(
        r#"select certificate_no as "certificate_no!", refusal as "refusal!: CertificateRefusal"
           from (select g.certificate_no,
                        case when m.account_no is null then 'unknownAccount'
                             when c.certificate_no is null then 'notStored'
                             when (c.account_no, c.from_day, c.to_day, c.source) <> (g.account_no, g.from_day, g.to_day, g.source)
                                  or g.kwh > 0 and c.kwh <> g.kwh then 'different'
                             when g.kwh > 0 and c.withdrawn_at is not null then 'withdrawn'
                        end as refusal
                 from unnest($1::text[], $2::text[], $3::date[], $4::date[], $5::numeric[], $6::text[])
                      as g (certificate_no, account_no, from_day, to_day, kwh, source)
                      left join account_master m on m.account_no = g.account_no
                      left join energy_certificate c on c.certificate_no = g.certificate_no) rows
           where refusal is not null"#,
        &numbers,
        &accounts,
        &from,
        &to,
        &kwh,
        &sources,
    )
    .fetch_all(db)
    .await?;
    Ok(StoredCertificates {
        new: inserted.rows_affected(),
        withdrawn: withdrawn.rows_affected(),
        refused: refused.into_iter().map(|row| (row.certificate_no, row.refusal)).collect(),
    })
}

/// Loads the certificates of a bulk account's accounts with days in the months from `from` to `to`, which are first days.
pub async fn certificates(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    from: Day,
    to: Day,
) -> sqlx::Result<Vec<EnergyCertificate>> {
    sqlx::query!(
        r#"select c.certificate_no, c.account_no as "account_no: AccountNo", c.from_day as "from: Day", c.to_day as "to: Day",
                  c.kwh, c.source
           from electricity_account e join energy_certificate c on c.account_no = e.account_no
           where e.bulk_id = $1 and c.withdrawn_at is null
             and c.to_day >= $2 and c.from_day < $3::date + interval '1 month'"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
    )
    .fetch(db)
    .map_ok(|row| EnergyCertificate {
        certificate_no: row.certificate_no,
        account_no: row.account_no,
        from: row.from,
        to: row.to,
        kwh: Quantity::of(row.kwh),
        source: row.source,
    })
    .try_collect()
    .await
}

/// Loads the accounts of a bulk account, and those that left it and whose bills it keeps, with their grids and groups.
pub async fn accounts(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<HashMap<AccountNo, CarbonAccount>> {
    let accounts = sqlx::query!(
        r#"select m.account_no as "account_no: AccountNo", e.reference_id as "reference_id?", m.state, g.name as "group_name?"
           from account_master m
                left join electricity_account e on e.bulk_id = $1 and e.account_no = m.account_no
                left join account_group g on g.bulk_id = e.bulk_id and g.group_id = e.group_id
           where m.account_no in (select account_no from electricity_account where bulk_id = $1
                                  union select account_no from bill where bulk_id = $1)"#,
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
