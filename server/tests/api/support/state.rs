//! Fingerprints and checks of payment data, for tests that a refusal changes nothing.

use super::sql;
use gridbill_core::payments::Status;
use sqlx::PgPool;

/// Returns a fingerprint of all data that a payment affects.
pub async fn state(pool: &PgPool) -> String {
    let jobs = jobs(pool).await;
    let query = "
        select concat_ws(' ',
        (select md5(coalesce(string_agg(t::text, '|' order by t.payment_id), '')) from payment t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.payment_id, t.invoice_no), '')) from payment_item t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.payment_id, t.version, t.place), ''))
         from payment_reference t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.fact_id), '')) from fact t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.payment_id), '')) from receipt t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.payment_id), '')) from account_credit t),
        (select md5(coalesce(string_agg(t::text, '|' order by t.payment_id), '')) from fpx_request t),
        (select count(*) from fpx_message), (select count(*) from answered_call),
        (select md5(coalesce(string_agg(invoice_no || status, '|' order by invoice_no), '')) from bill))";
    let state = sql::value::<String>(pool, query, &[]).await;
    format!("{state} {jobs}")
}

/// Returns the number of unfinished jobs.
pub async fn jobs(pool: &PgPool) -> i64 {
    sql::value(pool, "select count(*) from graphile_worker._private_jobs", &[]).await
}

/// Returns the statuses of all bills, ordered by number.
pub async fn bill_statuses(pool: &PgPool) -> Vec<Status> {
    sql::values(pool, "select status from bill order by invoice_no", &[]).await
}

/// Checks the domain's invariants that SQL can check, and returns each violation.
pub async fn broken_invariants(pool: &PgPool) -> Vec<String> {
    let query = "
        select 'bill ' || b.invoice_no || ' says ' || b.status || ', its payment ' || coalesce(p.status::text, 'none')
        from bill b left join payment_item i on i.invoice_no = b.invoice_no and i.live
        left join payment p using (payment_id)
        where not (b.status is not distinct from p.status or p.status is null and b.status = case when b.closed in ('paidElsewhere', 'carried') then 4 else 1 end)
        union all
        select p.transaction_no || ' does not add up' from payment p
        where p.amount <> (select sum(amount) from payment_item i where i.payment_id = p.payment_id)
           or p.invoices <> (select count(*) from payment_item i where i.payment_id = p.payment_id)
        union all
        select p.transaction_no || ' is in another state than its last event' from payment p
        where p.status <> (select to_status from payment_fact e where e.payment_id = p.payment_id
                           order by place desc limit 1)
        union all
        select p.transaction_no || ' has events that do not follow each other' from payment p
        where exists (select from (select from_status, lag(to_status) over (order by place) as before
                                   from payment_fact e where e.payment_id = p.payment_id) chain
                      where from_status is distinct from before)
        union all
        select p.transaction_no || ' has a receipt and is not paid, or none and is' from payment p
        where payment_is_paid(p.status) <> exists (select from receipt r where r.payment_id = p.payment_id)
        union all
        select p.transaction_no || ' credits another amount than was paid too much' from payment p
        left join account_credit c using (payment_id)
        where payment_is_paid(p.status) and coalesce(c.amount, 0)
              <> case when p.reconcile_type = 2 then p.reconcile_amount else 0 end";
    sql::values(pool, query, &[]).await
}

/// Returns the number of jobs that failed at least once.
pub async fn failed_jobs(pool: &PgPool) -> i64 {
    let query = "select count(*) from graphile_worker._private_jobs where last_error is not null";
    sql::value(pool, query, &[]).await
}

/// Deletes every job, as if all had reached their last attempt.
pub async fn lose_jobs(pool: &PgPool) {
    sql::run(pool, "delete from graphile_worker._private_jobs", &[]).await;
}
