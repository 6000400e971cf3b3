//! Queries about the database itself.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor, PgPool};

mod schema;

pub use schema::schema;

pub struct Durability {
    pub fsync: String,
    pub synchronous_commit: String,
    pub synchronous_standby_names: String,
}

pub async fn durability(pool: &PgPool) -> sqlx::Result<Durability> {
    sqlx::query_as!(
        Durability,
        r#"select current_setting('fsync') as "fsync!", current_setting('synchronous_commit') as "synchronous_commit!",
                  current_setting('synchronous_standby_names') as "synchronous_standby_names!""#,
    )
    .fetch_one(pool)
    .await
}

pub async fn newest_migration(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(version), 0) as "version!" from _sqlx_migrations where success"#)
        .fetch_one(db)
        .await
}

/// Returns how far the primary's log is written, in bytes. It includes everything that is committed.
pub async fn written(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select (pg_current_wal_flush_lsn() - '0/0')::bigint as "bytes!""#).fetch_one(db).await
}

/// Returns how far a standby has replayed the log, in bytes; `None` if the server is not a standby.
pub async fn replayed(db: impl PgExecutor<'_>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as bytes"
    )
    .fetch_one(db)
    .await
}

/// Makes the functions of the job queue call `public.pg_notify`, which publishes, in place of PostgreSQL's.
pub async fn publish_jobs(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "do $$
         declare
             changed regprocedure;
         begin
             for changed in
                 select oid from pg_proc
                 where pronamespace = 'graphile_worker'::regnamespace and prosrc like '%pg_notify%' and proconfig is null
             loop
                 execute format('alter function %s set search_path = public, pg_catalog', changed);
             end loop;
         end $$",
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds a missing partition. Returns whether a partition was missing.
pub async fn add_month(db: &PgPool, table: &str, now: Instant) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select add_month($1, $2) as "added!""#, table, now.utc()).fetch_one(db).await
}

/// Drops the oldest partition whose month ended before `before`. Returns whether there was such a partition.
pub async fn drop_month(db: &PgPool, table: &str, before: Instant) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select drop_month($1, $2) as "dropped!""#, table, before.utc()).fetch_one(db).await
}

pub async fn outside_months(db: &PgPool, table: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select outside_months($1) as "rows!""#, table).fetch_one(db).await
}

/// Waits for other processes that prepare the private PostgreSQL. The lock ends with the connection.
pub async fn lock_roles(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_lock($1)", 1_i64).execute(connection).await.map(drop)
}

/// Creates the program's role, which is not a superuser.
#[expect(clippy::disallowed_methods, reason = "a role cannot be created by a prepared statement")]
pub async fn create_role(connection: &mut PgConnection) -> sqlx::Result<()> {
    let exists = sqlx::query_scalar!(r#"select exists (select from pg_roles where rolname = 'portal') as "exists!""#)
        .fetch_one(&mut *connection)
        .await?;
    if !exists {
        sqlx::raw_sql("create role portal login createdb nosuperuser nocreaterole noreplication nobypassrls")
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Returns the owner of the portal's database, if the database exists.
pub async fn owner_of_database(connection: &mut PgConnection) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select pg_get_userbyid(datdba)::text as "owner!" from pg_database where datname = 'gridbill'"#
    )
    .fetch_optional(connection)
    .await
}

/// Creates the portal's database.
#[expect(clippy::disallowed_methods, reason = "a database cannot be created by a prepared statement")]
pub async fn create_database(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::raw_sql("create database gridbill owner portal").execute(connection).await.map(drop)
}

/// Makes the program's role the owner of the database and of all objects that the current superuser owns in it.
/// `reassign owned` refuses to do this for the role that initdb created. Objects of extensions keep their owner.
#[expect(clippy::disallowed_methods, reason = "owners cannot be changed by prepared statements")]
pub async fn hand_over(connection: &mut PgConnection) -> sqlx::Result<()> {
    const STATEMENTS: &str = r"
        do $$
        declare
            me oid := (select oid from pg_roles where rolname = current_user);
            change text;
        begin
            for change in
                with mine as (
                    select n.oid, n.nspname from pg_namespace n
                    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
                )
                select format('alter schema %I owner to portal', nspname)
                from pg_namespace join mine using (oid, nspname) where nspowner = me
                union all
                select format('alter %s %I.%I owner to portal',
                              case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                                           else 'table' end, nspname, relname)
                from pg_class c join mine on mine.oid = relnamespace
                where relowner = me and relkind in ('r', 'p', 'v', 'm', 'S')
                  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                                  and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i'))))
                union all
                select format('alter routine %s owner to portal', p.oid::regprocedure)
                from pg_proc p join mine on mine.oid = pronamespace
                where proowner = me
                  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
                                  and d.deptype = 'e')
                union all
                select format('alter type %I.%I owner to portal', nspname, typname)
                from pg_type t join mine on mine.oid = typnamespace left join pg_class c on c.oid = typrelid
                where typowner = me and (typtype in ('e', 'd', 'r') or (typtype = 'c' and c.relkind = 'c'))
                  and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid
                                  and d.deptype = 'e')
            loop
                execute change;
            end loop;
        end $$;
        alter database gridbill owner to portal";
    sqlx::raw_sql(STATEMENTS).execute(connection).await.map(drop)
}

/// Whether this database has the demo's data. Such a portal is a sandbox: its companies are fictional.
pub async fn is_demo(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from secret where name = 'demo') as "demo!""#).fetch_one(db).await
}
