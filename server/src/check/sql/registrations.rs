//! Invariants of registrations and of the accounts that they bring.

use gridbill_core::registration::RegistrationStatus;
use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 5 and 9, for registrations.
pub async fn registrations(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            5,
            "a registration stands where its last step left it, and each step begins where the one before ended",
            "with steps as (
                   select registration_id, kind, from_status, to_status as led,
                          lag(to_status, 1, $1::smallint) over (partition by registration_id order by place) as began,
                          row_number() over (partition by registration_id order by place desc) = 1 as is_last
                   from registration_fact
               ), wrong as (
                   select registration_id, kind || ' from ' || began || ' to ' || led as why from steps
                   where from_status is distinct from began
                      or led is distinct from registration_led_to(began, kind)
                   union all
                   select registration_id, 'is at ' || r.status || ', its last step led to ' || coalesce(led::text, 'nowhere')
                   from registration r left join steps using (registration_id)
                   where coalesce(is_last, true) and r.status <> coalesce(led, $1)
               )
               select registration_id || ': ' || why as what, count(*) over () as of from wrong limit 10",
            RegistrationStatus::Unregistered as i16
        ),
        // The job that fixes the last account completes the application in a transaction of its own, or its next
        // attempt does. Job keys as in `accounts::tagging`.
        broken!(
            db,
            5,
            "a registration that was approved with errors has some that are not put right yet",
            "select r.registration_id || ' at ' || r.status || ' of ' || r.bulk_id as what, count(*) over () as of
               from registration r
               cross join lateral (
                   select count(*) as errors from tagging t
                   where t.bulk_id = r.bulk_id and t.error_type is not null and t.forgotten_at is null) e
               where r.status = $1 and e.errors = 0
                 and not exists (select from tagging t where t.bulk_id = r.bulk_id and t.done_at is null)
                 and not exists (select from graphile_worker._private_jobs j
                                 where j.key in ('tag ' || r.bulk_id, 'tag later ' || r.bulk_id)
                                   and (j.locked_at is not null or j.attempts < j.max_attempts))
               limit 10",
            RegistrationStatus::AcceptedWithError as i16
        ),
        broken!(
            db,
            9,
            "a bulk account is the company's that registered it",
            "select r.registration_id || ' of ' || r.registration_no || ', ' || b.bulk_id || ' of ' || b.registration_no
                          as what,
                      count(*) over () as of
               from registration r join bulk_account b using (bulk_id)
               where r.registration_no <> b.registration_no limit 10"
        ),
        broken!(
            db,
            9,
            "a company has one bulk account and one live application, except those stored before companies were compared",
            "with twice as (
                   select one.bulk_id || ' and ' || other.bulk_id || ' of ' || one.registration_no as what
                   from bulk_account one join bulk_account other
                        on is_same_company(one.registration_no, other.registration_no) and one.bulk_id < other.bulk_id
                   where not one.repeats_company and not other.repeats_company
                   union all
                   select one.registration_id || ' and ' || other.registration_id || ' of ' || one.registration_no
                   from registration one join registration other
                        on is_same_company(one.registration_no, other.registration_no)
                           and one.registration_id < other.registration_id
                   where registration_is_live(one.status) and registration_is_live(other.status)
                     and not one.repeats_company and not other.repeats_company
               )
               select what as what, count(*) over () as of from twice limit 10"
        ),
    ])
}

/// Finds the bulk accounts and live applications that repeat the company of an older one. They were stored before
/// companies were compared by the parts of their numbers.
pub async fn repeated_companies(db: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select 'bulk account ' || b.bulk_id || ' (' || b.registration_no || ') and bulk account ' || older.bulk_id
                  || ' (' || older.registration_no || ')' as "what!"
           from bulk_account b join bulk_account older
                on is_same_company(b.registration_no, older.registration_no)
                   and (older.created_at, older.bulk_id) < (b.created_at, b.bulk_id)
           where b.repeats_company
           union all
           select 'application ' || r.registration_id || ' (' || r.registration_no || ') and application '
                  || older.registration_id || ' (' || older.registration_no || ')'
           from registration r join registration older
                on is_same_company(r.registration_no, older.registration_no)
                   and (older.created_at, older.registration_id) < (r.created_at, r.registration_id)
           where r.repeats_company and registration_is_live(r.status) and registration_is_live(older.status)
           order by 1"#
    )
    .fetch_all(db)
    .await
}
