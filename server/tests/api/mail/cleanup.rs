//! Periodic deletion of old rows.

use chrono::TimeDelta;
use gridbill_core::identity::registering::LinkKind;

use super::*;
use crate::support::sql;

#[derive(Debug, PartialEq, sqlx::FromRow)]
struct RemainingRows {
    rates: i64,
    links: i64,
    sessions: i64,
    tokens: i64,
    letters: i64,
}

async fn left(portal: &Portal) -> RemainingRows {
    let query = "select (select count(*) from rate) as rates, (select count(*) from link) as links,
                 (select count(*) from session) as sessions, (select count(*) from refresh_token) as tokens,
                 (select count(*) from mail) as letters";
    sql::row(portal.pool(), query, &[]).await
}

async fn after(portal: &Portal, by: TimeDelta) -> RemainingRows {
    portal.advance(by);
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    left(portal).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_row_is_deleted_after_its_time() {
    let portal = Portal::with_people().await;
    portal.sign_in("master@sinar.example").await;
    sql::run(portal.pool(), "delete from rate", &[]).await;
    sql::run(portal.pool(), "insert into rate values ('a test', 'somebody', $1, 3)", &[&noon().utc()]).await;
    let seconds = LinkKind::Activation.seconds();
    let query = "insert into link (token_hash, kind, person_id, created_at, expires_at)
                 select '', 'activation', person_id, $1, $2 from person limit 1";
    sql::run(portal.pool(), query, &[&noon().utc(), &noon().plus_seconds(seconds).utc()]).await;
    put(&portal.app, AINA, changed()).await;
    put(&portal.app, AINA, changed()).await;
    let query = "update mail set accepted_at = $1 where mail_id = (select mail_id from mail limit 1)";
    sql::run(portal.pool(), query, &[&noon().utc()]).await;

    let all = RemainingRows { rates: 1, links: 1, sessions: 1, tokens: 1, letters: 2 };
    assert_eq!(after(&portal, TimeDelta::days(1)).await, all);
    assert_eq!(after(&portal, TimeDelta::seconds(1)).await, RemainingRows { rates: 0, ..all });
    let all = RemainingRows { rates: 0, ..left(&portal).await };
    assert_eq!(after(&portal, TimeDelta::days(29) - TimeDelta::seconds(1)).await, all);
    let all = RemainingRows { sessions: 0, tokens: 0, letters: 1, ..all };
    assert_eq!(after(&portal, TimeDelta::seconds(1)).await, all, "e-mails that were never accepted are deleted");
    assert_eq!(after(&portal, TimeDelta::days(60) - TimeDelta::seconds(1)).await, all);
    let all = RemainingRows { letters: 0, ..all };
    assert_eq!(after(&portal, TimeDelta::seconds(1)).await, all, "accepted e-mails are deleted");
    assert_eq!(after(&portal, TimeDelta::seconds(seconds - 1)).await, all);
    assert_eq!(after(&portal, TimeDelta::seconds(1)).await, RemainingRows { links: 0, ..all });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_cleanup_step_does_not_stop_the_others() {
    let portal = Portal::with_people().await;
    let query = "insert into link (token_hash, kind, person_id, created_at, expires_at)
                 select '', 'activation', person_id, $1, $2 from person limit 1";
    sql::run(portal.pool(), query, &[&noon().utc(), &noon().plus_seconds(LinkKind::Activation.seconds()).utc()]).await;
    assert_eq!(left(&portal).await.links, 1);
    portal.advance(TimeDelta::days(100));
    // Reading the e-mails fails, and later steps of the cleanup still run.
    portal.damage("alter table mail rename to away").await;
    gridbill::serve::tidy::tidy(&portal.app).await.expect_err("the table is missing");
    portal.damage("alter table away rename to mail").await;
    assert_eq!(left(&portal).await.links, 0);
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_cleanup_of_rates_does_not_stop_that_of_sessions() {
    let portal = Portal::with_people().await;
    portal.sign_in("master@sinar.example").await;
    assert_eq!(left(&portal).await.sessions, 1);
    portal.advance(TimeDelta::days(100));
    // Reading the rate counts fails, and the sessions are still cleaned up.
    portal.damage("alter table rate rename to away").await;
    gridbill::serve::tidy::tidy(&portal.app).await.expect_err("the table is missing");
    portal.damage("alter table away rename to rate").await;
    assert_eq!(left(&portal).await.sessions, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn e_mails_too_old_to_be_sent_lose_their_text() {
    let portal = Portal::with_people().await;
    put(&portal.app, AINA, changed()).await;
    let says_something = async |by: TimeDelta| {
        portal.advance(by);
        gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
        sql::values::<bool>(portal.pool(), "select body_text <> '' or body_html <> '' from mail", &[]).await
    };
    assert_eq!(says_something(TimeDelta::days(3) - TimeDelta::seconds(1)).await, [true]);
    assert_eq!(says_something(TimeDelta::seconds(1)).await, [false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_answers_are_deleted_by_the_kind_of_call() {
    const FEW: i64 = 2_500;
    let portal = Portal::with_people().await;
    for endpoint in ["MakePayment", "AdminFPXManualRequery", "ExportList"] {
        let query = "insert into answered_call (person_id, key, endpoint, request_hash, answer, at)
                     select person_id, $1 || n, $1, '', '{}', $2
                     from (select person_id from person limit 1) p, generate_series(1, $3::bigint) n";
        sql::run(portal.pool(), query, &[&endpoint, &noon().utc(), &FEW]).await;
    }
    let left = async |by: TimeDelta| {
        portal.advance(by);
        gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
        let query = "select count(*) from answered_call group by endpoint order by endpoint";
        sql::values::<i64>(portal.pool(), query, &[]).await
    };
    assert_eq!(left(TimeDelta::days(30)).await, [FEW, FEW, FEW]);
    assert_eq!(left(TimeDelta::seconds(1)).await, [FEW], "neither an enquiry nor a file moves money");
    assert_eq!(left(TimeDelta::days(700) - TimeDelta::seconds(1)).await, [FEW]);
    assert_eq!(left(TimeDelta::seconds(1)).await, [0_i64; 0]);
}
