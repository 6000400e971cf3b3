//! Tables partitioned by month: rows reach their month's partition, also without one at first. Old rows are dropped by
//! month during writes, and the program needs no right to create tables.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use gridbill::database::months::{self, Monthly};
use gridbill::serve::tidy::tidy;
use gridbill_core::notifications::{
    ChosenNotifications, GetNotificationLogs, LiteLogs, LiteNotificationsRequest, ReadLogs,
};
use gridbill_core::payments::MakePayment;
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use crate::support::database::Database;
use crate::support::given::{self, SINAR, eft};
use crate::support::{Portal, sql};

/// Returns the partitions with rows, and their number of rows.
async fn rows(pool: &PgPool, table: &str) -> Vec<(String, i64)> {
    let question = format!(
        "select c.relname::text, count(*) from {table} r join pg_class c on c.oid = r.tableoid group by 1 order by 1"
    );
    sql::rows(pool, &question, &[]).await
}

async fn partitions(pool: &PgPool, table: &str) -> Vec<String> {
    let query = "select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
                 where i.inhparent = ('public.' || $1::text)::regclass order by 1";
    sql::values(pool, query, &[&table]).await
}

/// Returns a portal without monthly partitions, whatever the date.
async fn without_months() -> Portal {
    let portal = Portal::with_people().await;
    let drop_all = r"do $$
        declare part text;
        begin
            for part in select relname from pg_class
                        where relnamespace = 'months'::regnamespace and relkind = 'r' and relname not like '%\_default'
            loop execute format('drop table months.%I', part); end loop;
        end $$";
    sql::run_script(&mut portal.superuser().await, drop_all).await;
    portal
}

async fn happened(portal: &Portal, at: &[&str]) {
    let at: Vec<_> = at.iter().map(|at| gridbill_core::Instant::parse(at).expect("an instant").utc()).collect();
    let query = "insert into security_event (happened_at, kind, outcome, address, user_agent, call)
                 select at, 'signIn', 'succeeded', '127.0.0.1', '', 'Login' from unnest($1::timestamptz[]) at";
    sql::run(portal.pool(), query, &[&at]).await;
}

fn counted(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_month_that_nobody_added_move_into_it() {
    let portal = without_months().await;
    let pool = portal.pool();
    // The last second of a January and the first instant of February at +08:00.
    happened(&portal, &["2019-01-31T15:59:59Z", "2019-01-31T16:00:00Z", "2026-11-20T04:00:00Z"]).await;
    assert_eq!(rows(pool, "security_event").await, counted(&[("security_event_default", 3)]));
    assert_eq!(months::outside(pool, Monthly::SecurityEvents).await.expect("a count"), 3);

    months::add(pool, portal.app.now()).await.expect("added");
    let of_each = [("security_event_2019_01", 1), ("security_event_2019_02", 1), ("security_event_2026_11", 1)];
    assert_eq!(rows(pool, "security_event").await, counted(&of_each));
    assert_eq!(months::outside(pool, Monthly::SecurityEvents).await.expect("a count"), 0);
    let added = partitions(pool, "security_event").await;
    let ahead = ["security_event_2026_12", "security_event_2027_01", "security_event_default"];
    assert!(ahead.iter().all(|name| added.iter().any(|added| added == name)) && added.len() == 6, "{added:?}");

    // Repeated calls, also by two processes at the same time, change nothing.
    let (one, other) = tokio::join!(months::add(pool, portal.app.now()), months::add(pool, portal.app.now()));
    one.and(other).expect("nothing to add");
    assert_eq!(partitions(pool, "security_event").await, added);
    portal.advance(TimeDelta::days(31));
    let (one, other) = tokio::join!(months::add(pool, portal.app.now()), months::add(pool, portal.app.now()));
    one.and(other).expect("a month each");
    assert_eq!(partitions(pool, "security_event").await.len(), 7);
    assert_eq!(partitions(pool, "notification").await.len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_notified_in_a_month_without_a_partition() {
    let portal = without_months().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let told = pccr.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    assert_eq!(rows(portal.pool(), "notification").await, counted(&[("notification_default", 1)]));

    tidy(&portal.app).await.expect("cleaned up");
    assert_eq!(rows(portal.pool(), "notification").await, counted(&[("notification_2026_11", 1)]));
    assert_eq!(pccr.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications"), told);
    payer.call::<MakePayment>(eft(&bills[1..], "100.00")).await.expect("another payment");
    assert_eq!(rows(portal.pool(), "notification").await, counted(&[("notification_2026_11", 2)]));
    let first = told["items"][0]["id"].as_str().expect("an id").to_owned();
    let chosen = ChosenNotifications { list: vec![first], matching: None };
    assert_eq!(pccr.call::<ReadLogs>(chosen).await.expect("read").count, 1);
    assert_eq!(pccr.call::<LiteLogs>(LiteNotificationsRequest { count: 3 }).await.expect("the newest").unread, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn months_that_are_too_old_are_dropped_and_nothing_else() {
    let portal = without_months().await;
    // 396 days before 20 November 2026 is in October 2025, so all of October stays.
    happened(
        &portal,
        &["2025-08-05T00:00:00Z", "2025-09-30T15:59:59Z", "2025-09-30T16:00:00Z", "2026-11-19T00:00:00Z"],
    )
    .await;
    tidy(&portal.app).await.expect("cleaned up");
    let left = [("security_event_2025_10", 1), ("security_event_2026_11", 1)];
    assert_eq!(rows(portal.pool(), "security_event").await, counted(&left));
    let kept = partitions(portal.pool(), "security_event").await;
    assert_eq!(kept[0], "security_event_2025_10", "{kept:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_is_dropped_between_those_who_write() {
    let portal = without_months().await;
    let pool = portal.pool().clone();
    happened(&portal, &["2024-01-05T00:00:00Z", "2024-02-05T00:00:00Z", "2026-11-20T04:00:00Z"]).await;
    months::add(&pool, portal.app.now()).await.expect("added");
    let mut writing = pool.begin().await.expect("a transaction");
    sql::run(&mut *writing, "update security_event set left_out = 1", &[]).await;

    let before = portal.app.now();
    let dropping = {
        let pool = pool.clone();
        tokio::spawn(async move { months::drop_before(&pool, Monthly::SecurityEvents, before).await })
    };
    // Writers wait no longer than the drop waits for the open transaction.
    let mut longest = Duration::ZERO;
    for _ in 0..15 {
        let began = Instant::now();
        happened(&portal, &["2026-11-20T04:00:00Z"]).await;
        longest = longest.max(began.elapsed());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(longest < Duration::from_secs(2), "a write waited {longest:?}");
    assert!(partitions(&pool, "security_event").await.contains(&"security_event_2024_01".to_owned()));
    writing.commit().await.expect("committed");
    dropping.await.expect("no panic").expect("dropped");
    assert_eq!(rows(&pool, "security_event").await, counted(&[("security_event_2026_11", 16)]));
}

/// Dropping a month of notifications takes no lock that delays users of facts, people or bulk accounts.
#[tokio::test(flavor = "multi_thread")]
async fn a_month_of_notifications_is_dropped_without_a_lock_on_what_it_refers_to() {
    let portal = Portal::with_people().await;
    let mut owner = portal.superuser().await;
    months::add(portal.pool(), gridbill_core::Instant::parse("2019-05-05T00:00:00Z").expect("an instant"))
        .await
        .expect("three months");
    sql::try_run_script(&mut owner, "begin; select drop_month('notification', '2020-01-01')").await.expect("dropped");
    let query = "select distinct c.relname::text from pg_locks l join pg_class c on c.oid = l.relation
                 where l.pid = pg_backend_pid() and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
                   and l.mode not in ('AccessShareLock') order by 1";
    let locked = sql::values::<String>(&mut owner, query, &[]).await;
    assert_eq!(locked, ["notification"]);
    sql::run_script(&mut owner, "rollback").await;
}

/// Runs a statement and undoes it. Returns the SQLSTATE if it was refused.
async fn refused(connection: &mut PgConnection, statement: &str) -> Option<String> {
    sql::run_script(&mut *connection, "savepoint before").await;
    let done = sql::try_run_script(&mut *connection, statement).await;
    sql::run_script(&mut *connection, "rollback to before").await;
    done.err().and_then(|error| error.as_database_error()?.code().map(|code| code.into_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_without_a_right_to_tables_adds_and_drops_months() {
    let portal = without_months().await;
    happened(&portal, &["2019-01-05T00:00:00Z"]).await;
    let mut owner = portal.superuser().await;
    let program = format!("gridbill_test_program_{}", std::process::id());
    sql::try_run_script(
        &mut owner,
        &format!(
            "begin; create role {program};
             grant select, insert, update, delete on notification, security_event, fact to {program};
             set role {program}"
        ),
    )
    .await
    .expect("a role");
    let forbidden = Some("42501".to_owned());
    let calls = [
        "select add_month('security_event', '2026-11-20')",
        "select drop_month('security_event', '2026-11-20')",
        "select outside_months('security_event')",
    ];
    for call in calls {
        assert_eq!(refused(&mut owner, call).await, forbidden, "{call}");
    }
    let grant =
        "grant execute on function add_month(text, timestamptz), drop_month(text, timestamptz), outside_months(text)";
    sql::try_run_script(&mut owner, &format!("reset role; {grant} to {program}; set role {program}"))
        .await
        .expect("granted");
    for call in calls {
        assert_eq!(refused(&mut owner, call).await, None, "{call}");
    }
    for statement in [
        "create table public.mine ()",
        "create table months.mine ()",
        "select * from months.security_event_default",
        "drop table months.security_event_default",
        "drop table security_event",
        "truncate security_event",
        "alter table security_event detach partition months.security_event_default",
    ] {
        assert_eq!(refused(&mut owner, statement).await, forbidden, "{statement}");
    }
    // The functions refuse tables without months.
    for statement in [
        "select drop_month('fact', '2030-01-01')",
        "select add_month('fact', '2026-11-20')",
        "select outside_months('fact')",
    ] {
        assert_eq!(refused(&mut owner, statement).await.as_deref(), Some("20000"), "{statement}");
    }
    sql::run_script(&mut owner, "rollback").await;
}

/// Inserts a fact, and a notification about the fact for each of two users.
const NOTIFIED: &str = "
    insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
    values ('3000000001', 'Sinar', 'R1', 2, '2026-01-01');
    insert into person (person_id, email, name, is_staff, role, bulk_id, created_at)
    select gen_random_uuid(), role || '@sinar.example', role, false, role, '3000000001', '2026-01-01'
    from unnest(array['master', 'member']) role;
    insert into fact (subject, kind, data, about, bulk_id, actor_name, happened_at)
    values ('group:1', 'GroupDeleted', '{}', 'Group 1', '3000000001', 'Aminah', '2026-01-15');
    insert into notification (fact_id, person_id, bulk_id, about, notified_at)
    select fact_id, person_id, f.bulk_id, about, happened_at from fact f cross join person";

/// Keys and references of a partitioned table hold in each partition.
#[tokio::test(flavor = "multi_thread")]
async fn notifications_refuse_duplicates_and_unknown_references() {
    let database = Database::create().await;
    let pool = gridbill::database::pool(2).connect(&database.url()).await.expect("the database answers");
    let mut connection = pool.acquire().await.expect("a connection");
    sql::run_script(&mut *connection, NOTIFIED).await;
    for (statement, constraint) in [
        (
            "insert into notification (fact_id, person_id, about, notified_at)
             select fact_id, person_id, about, notified_at from notification",
            "fact_id_person_id_notified_at_key",
        ),
        (
            "insert into notification (fact_id, person_id, about, notified_at) select 99, person_id, '', now() from person",
            "fact_id_fkey",
        ),
        (
            "insert into notification (fact_id, person_id, about, notified_at)
             select fact_id, gen_random_uuid(), '', now() from fact",
            "person_id_fkey",
        ),
        ("update notification set bulk_id = '3000000009'", "bulk_id_fkey"),
    ] {
        let refused = sql::try_run_script(&mut *connection, statement).await.expect_err("refused");
        let refused = refused.as_database_error().and_then(|error| error.constraint().map(str::to_owned));
        assert!(refused.as_deref().is_some_and(|name| name.ends_with(constraint)), "{statement}: {refused:?}");
    }
}
