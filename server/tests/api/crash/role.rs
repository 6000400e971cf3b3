//! The program owns its private database, but is not a superuser of that PostgreSQL.

use sqlx::{Connection as _, PgConnection, PgPool};

use super::process::Home;
use crate::support::sql;

/// Returns objects of the portal and its queue that the program does not own.
async fn not_the_programs(pool: &PgPool) -> Vec<String> {
    let query = "
        select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = relnamespace
        where n.nspname in ('public', 'months', 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'S')
          and pg_get_userbyid(relowner) <> current_user
        union all
        select proname::text from pg_proc p join pg_namespace n on n.oid = pronamespace
        where n.nspname in ('public', 'graphile_worker') and pg_get_userbyid(proowner) <> current_user
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        union all
        select nspname::text from pg_namespace
        where nspname in ('months', 'graphile_worker') and pg_get_userbyid(nspowner) <> current_user
        union all
        select datname::text from pg_database where datname = 'gridbill' and pg_get_userbyid(datdba) <> current_user";
    sql::values(pool, query, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_is_no_superuser_and_takes_over_an_earlier_versions_database() {
    let home = Home::make("role");
    let pool = home.database().await;
    let query = "select rolsuper, rolcreaterole, rolreplication, rolbypassrls from pg_roles
                 where rolname = current_user";
    let (is_superuser, creates_roles, replicates, bypasses) =
        sql::row::<(bool, bool, bool, bool)>(&pool, query, &[]).await;
    assert_eq!((is_superuser, creates_roles, replicates, bypasses), (false, false, false, false));
    let mut connection = pool.acquire().await.expect("a connection").detach();
    for forbidden in [
        "copy (select 1) to program 'true'",
        "select pg_read_file('/etc/passwd')",
        "alter system set fsync = off",
        "create role other superuser",
        "set session_replication_role = replica",
        "create function runs() returns int language c as 'libc', 'getpid'",
    ] {
        assert!(sql::try_run_script(&mut connection, forbidden).await.is_err(), "{forbidden}");
    }
    assert_eq!(not_the_programs(&pool).await, Vec::<String>::new());

    // In earlier versions the superuser owned everything, and no other role existed.
    let mut superuser = PgConnection::connect(&home.superusers_url()).await.expect("the superuser connects");
    let handed_over = "reassign owned by portal to gridbill; alter database gridbill owner to gridbill";
    sql::run_script(&mut superuser, handed_over).await;
    assert!(!not_the_programs(&pool).await.is_empty());
    let migrated = home.run(&["migrate"]);
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    assert_eq!(not_the_programs(&pool).await, Vec::<String>::new());
    let checked = home.run(&["check"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
