//! Queries for chains, seals and the findings of the daily verification.

use futures::stream::BoxStream;
use gridbill_core::{Day, Instant};
use sqlx::{PgConnection, PgPool};

use crate::facts::chain::ChainedFact;

/// The seal of a day.
#[derive(Debug)]
pub struct Seal {
    pub day: Day,
    /// The id of the last fact under this seal. Its first fact follows the previous seal.
    pub through: i64,
    pub facts: i64,
    pub previous: Option<Vec<u8>>,
    /// The root of its tree; none for a seal of an earlier version.
    pub root: Option<Vec<u8>>,
    pub hash: Vec<u8>,
}

pub async fn last_seal(db: &PgPool) -> sqlx::Result<Option<Seal>> {
    sqlx::query_as!(
        Seal,
        r#"select day as "day: Day", through, facts, previous, root, hash from fact_seal order by day desc limit 1"#,
    )
    .fetch_optional(db)
    .await
}

pub async fn seals(db: &mut PgConnection) -> sqlx::Result<Vec<Seal>> {
    sqlx::query_as!(
        Seal,
        r#"select day as "day: Day", through, facts, previous, root, hash from fact_seal order by day"#,
    )
    .fetch_all(db)
    .await
}

/// Returns the transactions that are writing facts, by the lock that an insert takes.
pub async fn fact_writers(db: &PgPool) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select virtualtransaction as "transaction!" from pg_locks
           where locktype = 'relation' and relation = 'fact'::regclass and mode = 'RowExclusiveLock' and granted
             and database = (select oid from pg_database where datname = current_database())"#
    )
    .fetch_all(db)
    .await
}

/// Returns the id of the last fact.
pub async fn last_fact(db: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(fact_id), 0) as "last!" from fact"#).fetch_one(db).await
}

/// The last fact of a subject within a range.
pub struct Head {
    pub subject: String,
    pub hash: Vec<u8>,
    /// Number of the subject's facts in the range.
    pub facts: i64,
}

/// Returns the last fact of each subject with an id above `after` and up to `through`, ordered by subject.
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

/// Adds a day's seal, unless the day has a seal.
pub async fn add_seal(db: &PgPool, seal: &Seal, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fact_seal (day, through, facts, sealed_at, previous, root, hash) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (day) do nothing",
        seal.day.date(),
        seal.through,
        seal.facts,
        now.utc(),
        seal.previous,
        seal.root,
        seal.hash,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Queries facts as `chained_fact!` reads them, with further columns and joins. `f` is the fact.
macro_rules! query_facts {
    ($columns:literal, $joins:literal, $rest:literal $(, $value:expr)*) => {
        sqlx::query!(
            r#"select f.fact_id, f.subject, f.place, f.kind, f.data::text as "data!", f.about, f.bulk_id,
                      f.actor_id::text as actor_id, f.actor_name, f.acting_role, f.address, f.device,
                      f.happened_at as "happened_at: Instant", f.previous, f.hash,
                      f.form, f.kept::text as kept, f.actor_salt, f.content_salt, f.actor_digest, f.content_digest,
                      a.subject as "actor_erased_in?", c.subject as "content_erased_in?",
                      case when coalesce(f.content_erased_by, 0) >= coalesce(f.actor_erased_by, 0) then c.data else a.data end
                          -> 'facts' -> encode(f.hash, 'hex') ->> 'rest' as erased_rest "# + $columns + r#"
               from fact f
               left join fact a on a.fact_id = f.actor_erased_by and a.kind = 'PersonErased'
                               and (a.data -> 'facts' -> encode(f.hash, 'hex') ->> 'actor')::boolean
               left join fact c on c.fact_id = f.content_erased_by and c.kind = 'PersonErased'
                               and (c.data -> 'facts' -> encode(f.hash, 'hex') ->> 'content')::boolean
               "# + $joins + " " + $rest,
            $($value),*
        )
    };
}

/// Reads a row of `query_facts!`. Each query has a row type of its own, so this is a macro, too.
macro_rules! chained_fact {
    ($row:ident) => {
        ChainedFact {
            fact_id: $row.fact_id,
            subject: $row.subject,
            place: $row.place,
            kind: $row.kind,
            data: $row.data,
            about: $row.about,
            bulk_id: $row.bulk_id,
            actor_id: $row.actor_id,
            actor_name: $row.actor_name,
            acting_role: $row.acting_role,
            address: $row.address,
            device: $row.device,
            happened_at: $row.happened_at,
            previous: $row.previous,
            hash: $row.hash,
            form: $row.form,
            kept: $row.kept,
            actor_salt: $row.actor_salt,
            content_salt: $row.content_salt,
            actor_digest: $row.actor_digest,
            content_digest: $row.content_digest,
            actor_erased_in: $row.actor_erased_in,
            content_erased_in: $row.content_erased_in,
            erased_rest: $row.erased_rest,
        }
    };
}

/// Returns every fact, ordered by subject and place.
pub fn all(db: &mut PgConnection) -> BoxStream<'_, sqlx::Result<ChainedFact>> {
    query_facts!("", "", "order by f.subject, f.place").map(|row| chained_fact!(row)).fetch(db)
}

/// A fact, and whether the utility's staff acted.
pub struct ProvableFact {
    pub fact: ChainedFact,
    pub is_of_staff: bool,
}

/// Returns the facts of subjects, ordered by subject and place.
pub async fn of_subjects(db: &mut PgConnection, subjects: &[String]) -> sqlx::Result<Vec<ProvableFact>> {
    query_facts!(
        r#", coalesce(p.is_staff, false) as "is_of_staff!""#,
        "left join person p on p.person_id = f.actor_id",
        "where f.subject = any($1) order by f.subject, f.place",
        subjects
    )
    .map(|row| ProvableFact { fact: chained_fact!(row), is_of_staff: row.is_of_staff })
    .fetch_all(db)
    .await
}

/// A fact with the hash of its predecessor in its chain.
pub struct LinkedFact {
    pub fact: ChainedFact,
    pub hash_before: Option<Vec<u8>>,
}

macro_rules! linked_facts {
    ($rest:literal, $($value:expr),+) => {
        query_facts!(
            r#", earlier.hash as "hash_before?""#,
            "left join fact earlier on earlier.subject = f.subject and earlier.place = f.place - 1",
            $rest,
            $($value),+
        )
        .map(|row| LinkedFact { fact: chained_fact!(row), hash_before: row.hash_before })
    };
}

/// Returns facts by id.
pub async fn list_linked_facts(db: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<LinkedFact>> {
    linked_facts!("where f.fact_id = any($1)", ids).fetch_all(db).await
}

/// Returns a page of the facts with an id above `after` and up to `through`, ordered by id.
pub async fn page(db: &PgPool, after: i64, through: i64, limit: i64) -> sqlx::Result<Vec<LinkedFact>> {
    linked_facts!("where f.fact_id > $1 and f.fact_id <= $2 order by f.fact_id limit $3", after, through, limit)
        .fetch_all(db)
        .await
}

/// A seal to verify, with the hash and last fact of the previous seal.
pub struct ToCheck {
    pub day: Day,
    pub after: i64,
    pub hash_before: Option<Vec<u8>>,
    pub through: i64,
    pub facts: i64,
    pub previous: Option<Vec<u8>>,
    /// The root of its tree; none for a seal of an earlier version.
    pub root: Option<Vec<u8>>,
    pub hash: Vec<u8>,
}

/// Returns the next seal to verify, if it was not verified since `before`: first seals that were never verified,
/// newest first, then the least recently verified.
pub async fn seal_to_check(db: &PgPool, before: Instant) -> sqlx::Result<Option<ToCheck>> {
    sqlx::query_as!(
        ToCheck,
        r#"select s.day as "day: Day", coalesce(b.through, 0) as "after!", b.hash as "hash_before?", s.through, s.facts,
                  s.previous, s.root, s.hash
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

/// Stores the findings about a seal and its facts.
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

/// Stores the summary of all seals for a day: the time since which all of them were verified, and the first
/// findings.
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

/// Findings about the facts of a seal, or about all facts on a day.
#[derive(Debug)]
pub struct Check {
    pub day: Day,
    pub checked_at: Instant,
    pub facts: i64,
    /// Number of facts and seals that are invalid.
    pub broken: i64,
    /// The first findings.
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
