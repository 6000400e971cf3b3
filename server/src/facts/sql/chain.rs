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

/// The transactions that are writing facts: those that hold the lock which an insert takes.
pub async fn fact_writers(db: &PgPool) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select virtualtransaction as "transaction!" from pg_locks
           where locktype = 'relation' and relation = 'fact'::regclass and mode = 'RowExclusiveLock' and granted
             and database = (select oid from pg_database where datname = current_database())"#
    )
    .fetch_all(db)
    .await
}

/// The number of the last fact.
pub async fn last_fact(db: &PgPool) -> sqlx::Result<i64> {
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

/// A fact with the hash of its predecessor in its chain.
pub struct LinkedFact {
    pub fact: Row,
    pub hash_before: Option<Vec<u8>>,
}

macro_rules! linked_facts {
    ($db:expr, $only:literal, $($value:expr),+) => {
        Ok(sqlx::query!(
            r#"select f.fact_id, f.subject, f.place, f.kind, f.data::text as "data!", f.about, f.bulk_id,
                      f.actor_id::text as actor_id, f.actor_name, f.acting_role, f.address, f.device,
                      f.happened_at as "happened_at: Instant", f.previous, f.hash, earlier.hash as "hash_before?"
               from fact f left join fact earlier on earlier.subject = f.subject and earlier.place = f.place - 1
               where "# + $only,
            $($value),+
        )
        .fetch_all($db)
        .await?
        .into_iter()
        .map(|row| {
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
            LinkedFact { fact, hash_before: row.hash_before }
        })
        .collect())
    };
}

/// Facts by their numbers.
pub async fn list_linked_facts(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<LinkedFact>> {
    linked_facts!(db, "f.fact_id = any($1)", ids)
}

/// A page of the facts after one number up to another, in the order of their numbers.
pub async fn page(db: &PgPool, after: i64, through: i64, limit: i64) -> sqlx::Result<Vec<LinkedFact>> {
    linked_facts!(db, "f.fact_id > $1 and f.fact_id <= $2 order by f.fact_id limit $3", after, through, limit)
}

/// A seal whose facts are to be verified, with the seal before it.
pub struct ToCheck {
    pub day: Day,
    pub after: i64,
    pub hash_before: Option<Vec<u8>>,
    pub through: i64,
    pub facts: i64,
    pub previous: Option<Vec<u8>>,
    pub hash: Vec<u8>,
}

/// The seal that was verified the longest ago, and before that instant: first those that never were, the newest of them first.
pub async fn seal_to_check(db: &PgPool, before: Instant) -> sqlx::Result<Option<ToCheck>> {
    sqlx::query_as!(
        ToCheck,
        r#"select s.day as "day: Day", coalesce(b.through, 0) as "after!", b.hash as "hash_before?", s.through, s.facts,
                  s.previous, s.hash
           from fact_seal s
           left join fact_seal_check c using (day)
           left join lateral (
               select through, hash from fact_seal earlier where earlier.day < s.day order by earlier.day desc limit 1
           ) b on true
           where c.checked_at is null or c.checked_at < $1
           order by c.checked_at nulls first, s.day desc limit 1"#,
        before.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Stores what was found of a seal and its facts.
pub async fn add_seal_check(db: &PgPool, check: &Check) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fact_seal_check (day, checked_at, facts, broken, findings) values ($1, $2, $3, $4, $5)
         on conflict (day) do update set checked_at = excluded.checked_at, facts = excluded.facts, broken = excluded.broken,
                                         findings = excluded.findings",
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

/// Adds up what was found of all seals as that of a day: since when all of them were verified, and the first findings.
pub async fn add_up_checks(db: &PgPool, day: Day, findings: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fact_check (day, checked_at, facts, broken, findings)
         select $1, min(checked_at), sum(facts), sum(broken), array(
             select finding from fact_seal_check c cross join unnest(c.findings) with ordinality as f (finding, place)
             order by c.day, place limit $2
         )
         from fact_seal_check having count(*) > 0
         on conflict (day) do update set checked_at = excluded.checked_at, facts = excluded.facts, broken = excluded.broken,
                                         findings = excluded.findings",
        day.date(),
        findings,
    )
    .execute(db)
    .await
    .map(drop)
}

/// What was found of the facts of a seal, or on a day of all.
#[derive(Debug)]
pub struct Check {
    pub day: Day,
    pub checked_at: Instant,
    pub facts: i64,
    /// How many facts and seals do not hold.
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
