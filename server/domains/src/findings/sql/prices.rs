//! Queries of published prices.

use gridbill_core::audit::Price;
use serde::Serialize;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};

/// Loads all prices.
pub async fn all(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Price>> {
    let prices = sqlx::query_scalar!(
        r#"select jsonb_build_object('tariff', tariff, 'kind', kind, 'block', nullif(block, ''), 'from', from_day,
                                     'to', to_day, 'rate', rate::text, 'unit', unit) as "price!: Json<Price>"
           from price"#
    )
    .fetch_all(db)
    .await?;
    Ok(prices.into_iter().map(|price| price.0).collect())
}

/// Serialises imports of prices until the transaction ends.
pub async fn lock(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('prices', 0))").execute(db).await.map(drop)
}

/// Returns the given tariffs that no account and no bill has.
pub async fn unknown_tariffs(db: &mut PgConnection, tariffs: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select tariff as "tariff!" from unnest($1::text[]) g (tariff)
           where not exists (select from account_master a where a.tariff = g.tariff)
             and not exists (select from bill b where b.tariff = g.tariff)"#,
        tariffs,
    )
    .fetch_all(db)
    .await
}

/// Inserts and updates prices that core accepted. Returns how many were new, and how many changed.
pub async fn store(db: &mut PgConnection, prices: &[&Price]) -> sqlx::Result<(u64, u64)> {
    let words: Result<Vec<_>, sqlx::Error> =
        prices.iter().map(|price| Ok((word(&price.kind)?, word(&price.unit)?))).collect();
    let (kinds, units): (Vec<String>, Vec<String>) = words?.into_iter().unzip();
    let blocks: Result<Vec<String>, sqlx::Error> =
        prices.iter().map(|price| price.block.as_ref().map_or_else(|| Ok(String::new()), word)).collect();
    let stored = sqlx::query!(
        r#"with stored as (
               insert into price as p (tariff, kind, block, from_day, to_day, rate, unit)
               select * from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::date[], $6::numeric[], $7::text[])
               on conflict (tariff, kind, block, from_day) do update
               set to_day = excluded.to_day, rate = excluded.rate, unit = excluded.unit
               where (p.to_day, p.rate, p.unit) is distinct from (excluded.to_day, excluded.rate, excluded.unit)
               returning xmax = 0 as is_new
           )
           select count(*) filter (where is_new) as "new!", count(*) filter (where not is_new) as "changed!" from stored"#,
        &prices.iter().map(|price| price.tariff.clone()).collect::<Vec<_>>(),
        &kinds,
        &blocks?,
        &prices.iter().map(|price| price.from.date()).collect::<Vec<_>>(),
        &prices.iter().map(|price| price.to.map(gridbill_core::Day::date)).collect::<Vec<_>>()
            as &[Option<chrono::NaiveDate>],
        &prices.iter().map(|price| price.rate.decimal()).collect::<Vec<_>>(),
        &units,
    )
    .fetch_one(db)
    .await?;
    Ok((stored.new.unsigned_abs(), stored.changed.unsigned_abs()))
}

/// Returns the name under which a code is sent and stored.
fn word<T: Serialize>(code: &T) -> Result<String, sqlx::Error> {
    let value = serde_json::to_value(code).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let word = value.as_str().map(str::to_owned);
    word.ok_or_else(|| sqlx::Error::Encode("a code that is not a text".into()))
}
