//! Queries of chains, of seals, and of what the daily look at them found.

use futures::stream::BoxStream;
use gridbill_core::{Day, Instant};
use sqlx::{PgConnection, PgPool};

use crate::facts::chain::Row;

/// A day's seal.
#[derive(Debug)]
pub struct Seal {
    pub day: Day,
    /// The facts up to this one, beginning after the seal before.
    pub through: i64,
    pub facts: i64,
    pub previous: Option<Vec<u8>>,
    pub hash: Vec<u8>,
}

pub async fn last_seal(db: &PgPool) -> sqlx::Result<Option<Seal>> {
    sqlx::query_as!(
        Seal,
        r#"select day as "day: Day", through, facts, previous, hash from fact_seal order by day desc limit 1"#,
    )
    .fetch_optional(db)
    .await
}

pub async fn seals(db: &mut PgConnection) -> sqlx::Result<Vec<Seal>> {
    sqlx::query_as!(Seal, r#"select day as "day: Day", through, facts, previous, hash from fact_seal order by day"#,)
        .fetch_all(db)
        .await
}

/// Waits a moment for whoever is writing a fact, and fails when that takes longer. From then on whoever wants to write one waits,
/// until the transaction ends.
#[expect(clippy::disallowed_methods, reason = "a table is not locked by a prepared statement")]
pub async fn lock_facts(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::raw_sql("set local lock_timeout = '200ms'; lock table fact in share mode").execute(&mut *db).await?;
    Ok(())
}

/// The number of the last fact.
pub async fn last_fact(db: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(fact_id), 0) as "last!" from fact"#).fetch_one(db).await
}

/// The last of a subject's facts.
pub struct Head {
    pub subject: String,
    pub hash: Vec<u8>,
    /// How many of its facts are new.
    pub facts: i64,
}

/// The last fact of each subject among those after one up to another, by subject.
pub fn heads(db: &PgPool, after: i64, through: i64) -> BoxStream<'_, sqlx::Result<Head>> {
    sqlx::query_as!(
        Head,
        r#"select distinct on (subject) subject, hash, count(*) over (partition by subject) as "facts!"
           from fact where fact_id > $1 and fact_id <= $2 order by subject, place desc"#,
        after,
        through,
    )
    .fetch(db)
}

/// Adds a day's seal, unless the day has one.
pub async fn add_seal(db: &PgPool, seal: &Seal, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fact_seal (day, through, facts, sealed_at, previous, hash) values ($1, $2, $3, $4, $5, $6)
         on conflict (day) do nothing",
        seal.day.date(),
        seal.through,
        seal.facts,
        now.utc(),
        seal.previous,
        seal.hash,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Every fact, subject by subject and in their places.
pub fn all(db: &mut PgConnection) -> BoxStream<'_, sqlx::Result<Row>> {
    sqlx::query_as!(
        Row,
        r#"select fact_id, subject, place, kind, data::text as "data!", about, bulk_id, actor_id::text, actor_name,
                  acting_role, address, device, happened_at as "happened_at: Instant", previous, hash
           from fact order by subject, place"#,
    )
    .fetch(db)
}

/// Lets the statements of this transaction take as long as they need: all facts are read by one.
pub async fn without_timeout(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query_scalar!("select set_config('statement_timeout', '0', true)").fetch_one(db).await.map(drop)
}

/// Those facts, each with the hash of the one that stands before it in its chain.
pub async fn beside_those_before(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<(Row, Option<Vec<u8>>)>> {
    let rows = sqlx::query!(
        r#"select f.fact_id, f.subject, f.place, f.kind, f.data::text as "data!", f.about, f.bulk_id,
                  f.actor_id::text as actor_id, f.actor_name, f.acting_role, f.address, f.device,
                  f.happened_at as "happened_at: Instant", f.previous, f.hash, earlier.hash as "hash_before?"
           from fact f left join fact earlier on earlier.subject = f.subject and earlier.place = f.place - 1
           where f.fact_id = any($1)"#,
        ids,
    );
    let beside = rows.fetch_all(db).await?.into_iter().map(|row| {
        let fact = Row {
            fact_id: row.fact_id,
            subject: row.subject,
            place: row.place,
            kind: row.kind,
            data: row.data,
            about: row.about,
            bulk_id: row.bulk_id,
            actor_id: row.actor_id,
            actor_name: row.actor_name,
            acting_role: row.acting_role,
            address: row.address,
            device: row.device,
            happened_at: row.happened_at,
            previous: row.previous,
            hash: row.hash,
        };
        (fact, row.hash_before)
    });
    Ok(beside.collect())
}

/// What a look at all facts found.
#[derive(Debug)]
pub struct Check {
    pub day: Day,
    pub checked_at: Instant,
    pub facts: i64,
    /// How many chains and seals do not hold.
    pub broken: i64,
    /// The first of them.
    pub findings: Vec<String>,
}

pub async fn last_check(db: &PgPool) -> sqlx::Result<Option<Check>> {
    sqlx::query_as!(
        Check,
        r#"select day as "day: Day", checked_at as "checked_at: Instant", facts, broken, findings
           from fact_check order by day desc limit 1"#,
    )
    .fetch_optional(db)
    .await
}

/// Keeps what was found, unless another process did on that day.
pub async fn add_check(db: &PgPool, check: &Check) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fact_check (day, checked_at, facts, broken, findings) values ($1, $2, $3, $4, $5)
         on conflict (day) do nothing",
        check.day.date(),
        check.checked_at.utc(),
        check.facts,
        check.broken,
        &check.findings,
    )
    .execute(db)
    .await
    .map(drop)
}
