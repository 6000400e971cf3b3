//! `gridbill check` finds sessions that should have ended (invariant 10).

use gridbill::check;
use sqlx::PgPool;

use super::{begin, portal};
use crate::support::sql;

async fn broken(pool: &PgPool) -> Vec<String> {
    let (_, findings) = check::look(pool).await.expect("a check");
    let about = findings.into_iter().filter(|finding| finding.number == 10);
    about.flat_map(|finding| finding.rows).collect()
}

/// Sets the sessions' times by the database's clock, which the check uses.
async fn now_at_work(pool: &PgPool) {
    sql::run(pool, "update session set started_at = now(), last_active_at = now()", &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_outlives_its_person_is_found() {
    let (portal, _) = portal().await;
    let pool = portal.pool();
    let query = "select person_id from person where email = 'payer@sinar.example'";
    let person_id = sql::value::<uuid::Uuid>(pool, query, &[]).await;
    begin(&portal.app, person_id).await;
    now_at_work(pool).await;
    assert!(broken(pool).await.is_empty());

    sql::run(pool, "update person set disabled_at = now() where email = 'payer@sinar.example'", &[]).await;
    let rows = broken(pool).await;
    assert_eq!(rows.len(), 1, "disabled: {rows:?}");
    assert!(rows[0].contains("payer@sinar.example is disabled"), "{rows:?}");
    sql::run(pool, "update person set deleted_at = now() where email = 'payer@sinar.example'", &[]).await;
    assert!(broken(pool).await[0].contains("is deleted"));
    let query = "update person set disabled_at = null, deleted_at = null, activated_at = null
                 where email = 'payer@sinar.example'";
    sql::run(pool, query, &[]).await;
    assert!(broken(pool).await[0].contains("is not activated"));
    let query = "update person set activated_at = now(), sessions_ended_at = now() + interval '1 hour'
                 where email = 'payer@sinar.example'";
    sql::run(pool, query, &[]).await;
    assert!(broken(pool).await[0].contains("it began before its end"));

    // Sessions that expired or were ended are not reported.
    for over in 0..3 {
        now_at_work(pool).await;
        assert_eq!(broken(pool).await.len(), 1);
        let query = match over {
            0 => "update session set last_active_at = now() - interval '16 minutes'",
            1 => "update session set started_at = now() - interval '25 hours'",
            _ => "update session set ended_at = now()",
        };
        sql::run(pool, query, &[]).await;
        assert!(broken(pool).await.is_empty(), "over in way {over}");
    }
}
