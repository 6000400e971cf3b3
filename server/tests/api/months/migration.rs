//! A database from before partitioning has the same rows after the migration, in monthly partitions.

use gridbill::check;
use sqlx::PgPool;

use super::{rows, run};
use crate::support::database::{Database, migrations_before};

const BEFORE: &str = "
    insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
    values ('3000000001', 'Sinar', 'R1', 2, '2026-01-01');
    insert into person (person_id, email, name, is_staff, role, bulk_id, created_at)
    select gen_random_uuid(), role || '@sinar.example', role, false, role, '3000000001', '2026-01-01'
    from unnest(array['master', 'member']) role;
    insert into fact (subject, kind, data, about, bulk_id, actor_name, happened_at)
    select 'group:' || n, 'GroupDeleted', '{}', 'Group ' || n, '3000000001', 'Aminah',
           timestamptz '2026-01-15T00:00:00Z' + n * interval '10 days'
    from generate_series(1, 30) n;
    insert into notification (fact_id, person_id, bulk_id, about, notified_at, read_at, deleted_at)
    select fact_id, person_id, f.bulk_id, about, happened_at, case when fact_id % 2 = 0 then happened_at end,
           case when fact_id % 5 = 0 then happened_at end
    from fact f cross join person order by fact_id, email;
    delete from notification where fact_id = 30;
    insert into security_event (happened_at, kind, outcome, email, address, user_agent, call, left_out)
    select timestamptz '2025-10-31T15:59:59Z' + n * interval '20 days', 'signIn', 'succeeded', 'a@b.example',
           '127.0.0.1', 'x', 'Login', n
    from generate_series(0, 19) n";

/// Returns all rows of both tables as text.
#[expect(clippy::disallowed_methods, reason = "the tables differ before and after the migration")]
async fn everything(pool: &PgPool) -> String {
    let all = "select (select jsonb_agg(n order by notification_id) from notification n)::text
                      || (select jsonb_agg(e order by event_id) from security_event e)::text";
    sqlx::query_scalar(all).fetch_one(pool).await.expect("rows")
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_before_are_the_same_in_their_months() {
    let database = Database::empty().await;
    let pool = gridbill::database::pool(2).connect(&database.url()).await.expect("the database answers");
    migrations_before("0051").await.run(&pool).await.expect("migrated");
    let mut connection = pool.acquire().await.expect("a connection");
    run(&mut connection, BEFORE).await.expect("filled");
    let before = everything(&pool).await;
    gridbill::database::migrate(&pool).await.expect("migrated");
    assert_eq!(everything(&pool).await, before);
    for (table, count) in [("notification", 58), ("security_event", 20)] {
        let of_each = rows(&pool, table).await;
        assert_eq!(of_each.iter().map(|(_, count)| count).sum::<i64>(), count, "{table}");
        assert!(of_each.len() > 9 && of_each.iter().all(|(name, _)| !name.ends_with("default")), "{of_each:?}");
    }
    let (_, findings) = check::look(&pool).await.expect("a check");
    let finding = findings.iter().find(|finding| finding.invariant == "a notification has the time of its fact");
    assert_eq!(finding.expect("an invariant").broken, 0);

    // Ids continue, and constraints still refuse the same rows.
    let again = "insert into notification (fact_id, person_id, bulk_id, about, notified_at)
                 select fact_id, person_id, bulk_id, about, happened_at from fact cross join lateral (
                     select person_id from person order by email limit 1) p
                 where fact_id = ";
    run(&mut connection, &format!("{again} 30")).await.expect("notified");
    let newest = sqlx::query_scalar!(r#"select max(notification_id) as "newest!" from notification"#);
    assert_eq!(newest.fetch_one(&pool).await.expect("a number"), 61);
    let told = "insert into notification (fact_id, person_id, about, notified_at)";
    for (statement, constraint) in [
        (format!("{again} 30").as_str(), "fact_id_person_id_notified_at_key"),
        (format!("{told} select 99, person_id, '', now() from person").as_str(), "fact_id_fkey"),
        (format!("{told} values (1, gen_random_uuid(), '', now())").as_str(), "person_id_fkey"),
        ("update notification set bulk_id = '3000000009'", "bulk_id_fkey"),
    ] {
        let refused = run(&mut connection, statement).await.expect_err("refused");
        let refused = refused.as_database_error().and_then(|error| error.constraint().map(str::to_owned));
        assert!(refused.as_deref().is_some_and(|name| name.ends_with(constraint)), "{statement}: {refused:?}");
    }
}
