//! `gridbill check` finds sessions that should have ended (invariant 10).

use gridbill::check;
use sqlx::PgPool;

use super::{begin, portal};

async fn broken(pool: &PgPool) -> Vec<String> {
    let (_, findings) = check::look(pool).await.expect("a check");
    let about = findings.into_iter().filter(|finding| finding.number == 10);
    about.flat_map(|finding| finding.rows).collect()
}

/// Sets the sessions' times by the database's clock, which the check uses.
async fn now_at_work(pool: &PgPool) {
    sqlx::query!("update session set started_at = now(), last_active_at = now()").execute(pool).await.expect("now");
}

macro_rules! change {
    ($pool:expr, $sql:literal) => {
        sqlx::query!($sql).execute($pool).await.map(drop).expect("changed")
    };
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_outlives_its_person_is_found() {
    let (portal, _) = portal().await;
    let pool = portal.pool();
    let person_id = sqlx::query_scalar!("select person_id from person where email = 'payer@sinar.example'");
    let person_id = person_id.fetch_one(pool).await.expect("a person");
    begin(&portal.app, person_id).await;
    now_at_work(pool).await;
    assert!(broken(pool).await.is_empty());

    change!(pool, "update person set disabled_at = now() where email = 'payer@sinar.example'");
    let rows = broken(pool).await;
    assert_eq!(rows.len(), 1, "disabled: {rows:?}");
    assert!(rows[0].contains("payer@sinar.example is disabled"), "{rows:?}");
    change!(pool, "update person set deleted_at = now() where email = 'payer@sinar.example'");
    assert!(broken(pool).await[0].contains("is deleted"));
    change!(
        pool,
        "update person set disabled_at = null, deleted_at = null, activated_at = null
                   where email = 'payer@sinar.example'"
    );
    assert!(broken(pool).await[0].contains("is not activated"));
    change!(
        pool,
        "update person set activated_at = now(), sessions_ended_at = now() + interval '1 hour'
                   where email = 'payer@sinar.example'"
    );
    assert!(broken(pool).await[0].contains("it began before its end"));

    // Sessions that expired or were ended are not reported.
    for over in 0..3 {
        now_at_work(pool).await;
        assert_eq!(broken(pool).await.len(), 1);
        match over {
            0 => change!(pool, "update session set last_active_at = now() - interval '16 minutes'"),
            1 => change!(pool, "update session set started_at = now() - interval '25 hours'"),
            _ => change!(pool, "update session set ended_at = now()"),
        }
        assert!(broken(pool).await.is_empty(), "over in way {over}");
    }
}
