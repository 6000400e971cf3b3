//! The program refuses a database that could lose acknowledged data.

use sqlx::PgPool;

use super::process::Home;
use crate::support::sql;

async fn set(pool: &PgPool, statement: &str) {
    sql::run_script(pool, statement).await;
    sql::run_script(pool, "select pg_reload_conf()").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgetful_database_is_not_served() {
    let home = Home::make("durability");
    home.database().await;
    // The program's own role may not change these settings.
    let pool = sqlx::PgPool::connect(&home.superusers_url()).await.expect("the superuser connects");
    for (forgetful, safe, told) in [
        ("alter system set fsync = off", "alter system reset fsync", "fsync off"),
        (
            "alter database gridbill set synchronous_commit = off",
            "alter database gridbill reset synchronous_commit",
            "synchronous_commit off",
        ),
    ] {
        set(&pool, forgetful).await;
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["worker"], &["migrate"]] {
            let (code, said) = home.ended(command).await;
            assert_eq!(code, Some(1), "{command:?}: {said}");
            assert!(said.contains(told), "{command:?}: {said}");
        }
        set(&pool, safe).await;
        assert!(home.run(&["migrate"]).status.success(), "refused after {safe}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_the_promised_replica_is_not_served() {
    let home = Home::make("replica");
    home.database().await;
    let pool = sqlx::PgPool::connect(&home.superusers_url()).await.expect("the superuser connects");
    let refused = async |told: &str| {
        for command in [&["serve", "--listen", "127.0.0.1:0", "--needs-replica"][..], &["worker", "--needs-replica"]] {
            let (code, said) = home.ended(command).await;
            assert_eq!(code, Some(1), "{command:?}: {said}");
            assert!(said.contains(told), "{command:?}: {said}");
        }
    };
    refused("synchronous_standby_names names none").await;
    set(&pool, "alter database gridbill set synchronous_commit = local").await;
    refused("synchronous_commit does not wait").await;
    assert!(home.run(&["migrate"]).status.success(), "nothing was promised here");
}
