//! Measures staff's lists among a hundred thousand payments: home, pending payments, all payments in each order, searches.

use serde_json::json;
use sqlx::PgPool;

use crate::Bench;
use crate::calls::{Call, asked, measured, posted};

/// Adds payments of every bulk account up to the wanted number; one of a hundred is pending.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
async fn make(pool: &PgPool, all: i32) -> anyhow::Result<()> {
    for statement in [
        "insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, requested_by,
                              requested_at)
         select md5('payment ' || n)::uuid, 'P9' || lpad(n::text, 12, '0'), m.bulk_id, 'EFT_GIRO',
                case when n % 100 = 0 then 2 when n % 100 = 1 then 7 else 4 end, 100 + n % 900, 1, 1, m.person_id,
                now() - n * interval '2 minutes'
         from generate_series(1, $1) n
         join (select person_id, bulk_id, row_number() over (order by person_id) - 1 as place, count(*) over () as people
               from person where bulk_id is not null and not is_staff) m on m.place = n % m.people
         where (select count(*) from payment) < $1 on conflict do nothing",
        "insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method)
         select p.bulk_id, p.payment_id, 1, 0, 'EFT' || lpad(n::text, 8, '0'), 100 + n % 900, 'EFT_GIRO'
         from generate_series(1, $1) n, payment p
         where p.payment_id = md5('payment ' || n)::uuid on conflict do nothing",
    ] {
        sqlx::query(statement).bind(all).execute(pool).await?;
    }
    sqlx::raw_sql("analyze payment, payment_reference").execute(pool).await?;
    Ok(())
}

pub async fn measure(bench: &Bench, pool: &PgPool, tokens: [&str; 2]) -> anyhow::Result<()> {
    let (all, rounds) = (bench.all_payments, bench.rounds * 3);
    make(pool, all).await?;
    println!("\nWhat staff see of {all} payments: milliseconds over HTTP, the middle and the longest of {rounds}");
    measured(bench, rounds, &calls(), tokens).await
}

fn calls() -> Vec<(&'static str, bool, Call)> {
    let service = |call: &str, body| posted(format!("/payments-svc/api/v1/Admin/{call}"), body);
    let payments = |body| service("GetAdminAllPayments", body);
    let found = |by: &str, text: &str| payments(json!({ "filter": { by: text } }));
    vec![
        ("landing", true, asked("/portal/api/v1/StaffHome")),
        ("pending approvals, counted", true, service("GetAdminPendingPaymentsCards", json!({}))),
        ("pending approvals, the first 100", true, service("GetAdminPendingPayments", json!({}))),
        ("all payments, counted", true, service("GetAdminAllPaymentsCards", json!({}))),
        ("all payments, the first 100", true, payments(json!({}))),
        ("all payments by amount", true, payments(json!({ "sort": { "by": "transactionAmount" } }))),
        ("all payments that failed", true, payments(json!({ "filter": { "statuses": [5] } }))),
        ("all payments searched by number", true, found("search", "P9000000012345")),
        ("all payments searched by a part of one", true, found("search", "012345")),
        ("all payments searched by a reference", true, found("search", "EFT00012345")),
        ("money that came too late", true, posted("/portal/api/v1/Admin/LateConfirmations", json!({}))),
        ("statements of the bank", true, posted("/portal/api/v1/BankStatements", json!({}))),
        ("registrations", true, posted("/account-svc/api/v1/BulkRegistration/BulkUserRegistrationTable", json!({}))),
        ("staff users", true, posted("/user-svc/api/v1/Admin/GetTNBUsersTable", json!({}))),
    ]
}
