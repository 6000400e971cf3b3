//! Limit of simultaneous reads per user.

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use sqlx::PgConnection;

use super::PROFILE;
use crate::support::portal::until;
use crate::support::raw::{RawClient, bearer};
use crate::support::{Portal, given, sql};

/// Returns a value once this number of reads waits for the table of bills.
async fn waiting(portal: &Portal, count: i64) -> Option<()> {
    let query = "select count(*) from pg_locks where not granted and relation = 'bill'::regclass";
    let waits = sql::value::<i64>(portal.pool(), query, &[]).await;
    (waits == count).then_some(())
}

/// Reads by POST without a permission count towards the limit too.
#[tokio::test(flavor = "multi_thread")]
async fn logs_and_checks_count_towards_a_users_reads() {
    let portal = Portal::with_people_and(&["--reads-per-person", "2"]).await;
    let wire = RawClient::to(portal.address);
    let greedy = bearer(&wire.sign_in("master@sinar.example").await.0);
    let mut held = portal.pool().begin().await.expect("a transaction");
    lock_what_they_read(&mut held).await;
    let checked = format!(r#"{{ "bulkId": "{}", "accounts": [{{ "accountNo": "210000000099" }}] }}"#, given::SINAR);
    let mut answers = FuturesUnordered::new();
    for (path, body) in [
        ("/notification-svc/api/v1/Notification/GetActivityLogs", "{}"),
        ("/notification-svc/api/v1/Notification/GetNotificationLogs", "{}"),
        ("/portal/api/v1/Accounts/CheckAccounts", checked.as_str()),
    ] {
        for _ in 0..5 {
            let (wire, greedy, body) = (wire.clone(), greedy.clone(), body.to_owned());
            answers.push(tokio::spawn(async move {
                (path, wire.send("POST", path, &[("authorization", &greedy)], body).await)
            }));
        }
    }
    for _ in 0..13 {
        let (path, answer) = answers.next().await.expect("a read").expect("an answer");
        assert_eq!((answer.status, answer.code().as_deref()), (429, Some("tooManyAtOnce")), "{path}");
    }
    held.rollback().await.expect("released");
    while let Some(answer) = answers.next().await {
        let (path, answer) = answer.expect("an answer");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
}

async fn lock_what_they_read(held: &mut PgConnection) {
    let lock = "lock table fact, notification, account_master in access exclusive mode";
    sql::run(held, lock, &[]).await;
}

/// A user's reads queue behind each other, but do not delay other users.
#[tokio::test(flavor = "multi_thread")]
async fn one_users_reads_leave_connections_for_others() {
    let portal = Portal::with_people_and(&["--reads-per-person", "2"]).await;
    let wire = RawClient::to(portal.address);
    let greedy = bearer(&wire.sign_in("master@sinar.example").await.0);
    let other = bearer(&wire.sign_in("viewer@sinar.example").await.0);
    // Lists of bills wait for this transaction.
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "lock table bill in access exclusive mode", &[]).await;
    let list = format!("/billpayment-svc/api/v1/Bills/GetOutstandingBills/{}", given::SINAR);
    let read = |who: &str| {
        let (wire, list, who) = (wire.clone(), list.clone(), who.to_owned());
        tokio::spawn(async move { wire.send("POST", &list, &[("authorization", &who)], "{}").await })
    };
    let mut answers: FuturesUnordered<_> = (0..30).map(|_| read(&greedy)).collect();
    until("two of them wait for the database", || waiting(&portal, 2)).await;
    // Calls without a permission are light, and are not limited.
    assert_eq!(wire.send("GET", PROFILE, &[("authorization", &greedy)], "").await.status, 200);
    let others_read = read(&other);
    until("the other user's read is at the database as well", || waiting(&portal, 3)).await;
    for _ in 0..28 {
        let answer = answers.next().await.expect("a read").expect("an answer");
        assert_eq!((answer.status, answer.code().as_deref()), (429, Some("tooManyAtOnce")));
        assert_eq!(answer.headers["retry-after"], "2");
    }
    assert_eq!(waiting(&portal, 3).await, Some(()), "never more than two of theirs");
    held.rollback().await.expect("released");
    while let Some(answer) = answers.next().await {
        assert_eq!(answer.expect("an answer").status, 200);
    }
    assert_eq!(others_read.await.expect("an answer").status, 200);
    assert_eq!(read(&greedy).await.expect("an answer").status, 200, "the permits were released");
}
