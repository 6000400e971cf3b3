//! `kill -9` while thousands of accounts are added to a bulk account.

use std::time::Duration;

use gridbill_core::accounts::AddAccounts;
use gridbill_core::identity::{Login, LoginRequest};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::time::{Instant, sleep};

use super::process::{Home, Server, age_worker, free_address};
use crate::accounts::{billed, known, numbers};
use crate::support::given::{self, SINAR};
use crate::support::portal::PASSWORD;
use crate::support::{Actor, sql};

/// Six batches of the job, so that the process is killed in the middle of them twice.
const ACCOUNTS: usize = 3_000;

async fn done(pool: &PgPool) -> usize {
    let done = sql::value::<i64>(pool, "select count(*) from tagging where done_at is not null", &[]).await;
    usize::try_from(done).expect("a count")
}

/// Kills the server when more accounts are done than before, but not all.
async fn kill_at_work(server: &mut Server, pool: &PgPool, before: usize) -> usize {
    let began = Instant::now();
    while done(pool).await <= before {
        assert!(began.elapsed() < Duration::from_secs(45), "nothing is done");
        sleep(Duration::from_millis(2)).await;
    }
    assert!(server.is_running(), "it ended by itself");
    server.kill();
    age_worker(pool, server.id()).await;
    let done = done(pool).await;
    assert!(done < ACCOUNTS, "all was done before it was killed");
    done
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_taken_once_each_though_the_server_is_killed_twice() {
    let home = Home::make("tagging");
    let pool = home.database().await;
    given::people_in(&pool).await;
    let accounts = numbers(0, ACCOUNTS);
    known(&pool, &accounts, true).await;
    billed(&pool, &accounts).await;
    let mut server = home.serve(free_address()).await;
    let visitor = Actor::new(server.address);
    let login = LoginRequest {
        username: "keeper@sinar.example".to_owned(),
        password: PASSWORD.to_owned(),
        invitation_token: None,
    };
    let keeper = visitor.with_token(
        visitor.call::<Login>(login).await.expect("signed in").tokens().expect("no second factor").access_token,
    );
    let rows: Vec<Value> = accounts.iter().map(|account_no| json!({ "accountNo": account_no })).collect();
    let asked = keeper.call_raw::<AddAccounts>(json!({ "bulkId": SINAR, "childAccounts": rows })).await;
    assert_eq!(asked.expect("requested"), json!({ "accounts": ACCOUNTS }));
    let mut at = Vec::new();
    for _ in 0..2 {
        at.push(kill_at_work(&mut server, &pool, at.last().copied().unwrap_or(0)).await);
        server = home.serve(free_address()).await;
    }
    let began = Instant::now();
    while done(&pool).await < ACCOUNTS {
        assert!(began.elapsed() < Duration::from_secs(60), "{} are done", done(&pool).await);
        sleep(Duration::from_millis(20)).await;
    }
    eprintln!("killed at {at:?} of {ACCOUNTS}; the rest took {:?}", began.elapsed());
    let query = "select (select count(*) from electricity_account where bulk_id = $1 and account_no like '217%'),
                 (select count(distinct account_no) from tagging where error_type is null),
                 (select count(*) from tagging),
                 (select count(*) from bill where bulk_id = $1)";
    let (accounts, tagged, taggings, bills) = sql::row::<(i64, i64, i64, i64)>(&pool, query, &[&SINAR]).await;
    assert_eq!([accounts, tagged, taggings, bills], [i64::try_from(ACCOUNTS).expect("a count"); 4]);
    let check = home.run(&["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}
