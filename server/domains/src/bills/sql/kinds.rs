//! Queries of the kinds of charges.

use chrono::NaiveDate;
use gridbill_core::Day;
use gridbill_core::bills::{ChargeKindEntry, ChargeKinds};
use serde::Serialize;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};

/// Loads all kinds.
pub async fn all(db: impl PgExecutor<'_>) -> sqlx::Result<ChargeKinds> {
    let entries = sqlx::query_scalar!(
        r#"select jsonb_build_object('kind', kind, 'nameEn', name_en, 'nameMs', name_ms, 'role', role, 'sign', sign,
                                     'unit', unit, 'inFundBase', in_fund_base, 'inConsumption', in_consumption,
                                     'from', from_day, 'to', to_day) as "entry!: Json<ChargeKindEntry>"
           from charge_kind"#
    )
    .fetch_all(db)
    .await?;
    Ok(ChargeKinds::new(entries.into_iter().map(|entry| entry.0).collect()))
}

/// Inserts and updates kinds. Returns how many were new, and how many changed.
pub async fn store(db: &mut PgConnection, entries: &[ChargeKindEntry]) -> sqlx::Result<(u64, u64)> {
    let text = |field: fn(&ChargeKindEntry) -> &str| entries.iter().map(|entry| field(entry).to_owned()).collect();
    let (kinds, english, malay): (Vec<String>, Vec<String>, Vec<String>) =
        (text(|entry| entry.kind.as_str()), text(|entry| &entry.name_en), text(|entry| &entry.name_ms));
    let roles: Result<Vec<String>, sqlx::Error> = entries.iter().map(|entry| word(&entry.role)).collect();
    let signs: Result<Vec<String>, sqlx::Error> = entries.iter().map(|entry| word(&entry.sign)).collect();
    let units: Result<Vec<Option<String>>, sqlx::Error> =
        entries.iter().map(|entry| entry.unit.as_ref().map(word).transpose()).collect();
    let stored = sqlx::query!(
        r#"with stored as (
               insert into charge_kind as k (kind, from_day, to_day, name_en, name_ms, role, sign, unit, in_fund_base,
                                             in_consumption)
               select * from unnest($1::text[], $2::date[], $3::date[], $4::text[], $5::text[], $6::text[], $7::text[],
                                    $8::text[], $9::bool[], $10::bool[])
               on conflict (kind, from_day) do update
               set to_day = excluded.to_day, name_en = excluded.name_en, name_ms = excluded.name_ms, role = excluded.role,
                   sign = excluded.sign, unit = excluded.unit, in_fund_base = excluded.in_fund_base,
                   in_consumption = excluded.in_consumption
               where k is distinct from excluded
               returning xmax = 0 as is_new
           )
           select count(*) filter (where is_new) as "new!", count(*) filter (where not is_new) as "changed!" from stored"#,
        &kinds,
        &entries.iter().map(|entry| entry.from.date()).collect::<Vec<_>>(),
        &entries.iter().map(|entry| entry.to.map(Day::date)).collect::<Vec<_>>() as &[Option<NaiveDate>],
        &english,
        &malay,
        &roles?,
        &signs?,
        &units? as &[Option<String>],
        &entries.iter().map(|entry| entry.in_fund_base).collect::<Vec<_>>(),
        &entries.iter().map(|entry| entry.in_consumption).collect::<Vec<_>>(),
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
