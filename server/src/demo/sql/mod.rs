//! Queries of the demo's users and accounts; its payments are in `sql/payments.rs`.

use gridbill_core::number::{AccountNo, InvoiceNo};
use gridbill_core::{Day, Instant, Money};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, PgExecutor, PgPool, Postgres};
use uuid::Uuid;

use super::payment::{DemoUser, Owed};
use super::plan::Company;

/// A statement that adds the demo's past. `.sqlx` does not describe these: every demo runs each of them.
macro_rules! statement {
    ($sql:literal $(, $argument:expr)* $(,)?) => { $crate::demo::sql::plain($sql)$(.bind(&$argument))* };
}

mod facts;
mod payments;
mod people;
mod queries;
mod registrations;
pub use facts::{Past, add_facts};
pub use payments::write_payments;
pub use people::{Sent, add_app, add_invitations, add_links, add_people};
pub use queries::{AskedBill, PastMessage, PastQuery, add_query, bill_to_ask_about, has_queries};
pub use registrations::{
    Listed, Moved, NewDraft, add_draft, add_errors, add_file, move_on, note_taggings, set_details, submit,
};

#[expect(clippy::disallowed_methods, reason = "the tests of the demo run every one of these statements")]
fn plain<'q>(sql: &'static str) -> Query<'q, Postgres, PgArguments> {
    sqlx::query(sql)
}

/// The stored parameters of the demo in this database.
pub async fn mark(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select value from secret where name = 'demo'").fetch_optional(db).await
}

/// Collects statistics, without which PostgreSQL plans the first calls badly. Autovacuum would do it after a minute.
pub async fn analyze(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    statement!("analyze").execute(db).await.map(drop)
}

pub async fn set_mark(db: impl PgExecutor<'_>, value: &[u8]) -> sqlx::Result<()> {
    statement!(
        "insert into secret (name, value) values ('demo', $1) on conflict (name) do update set value = excluded.value",
        value,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Whether the database holds data already.
pub async fn is_in_use(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from person) or exists (select from bulk_account) or exists (select from account_master)
           as "used!""#,
    )
    .fetch_one(db)
    .await
}

pub async fn has_people(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from person) as "has!""#).fetch_one(db).await
}

pub async fn add_companies(db: &mut PgConnection, companies: &[&Company], at: Instant) -> sqlx::Result<()> {
    let text = |field: fn(&Company) -> &String| companies.iter().map(|one| field(one).clone()).collect::<Vec<_>>();
    statement!(
        "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
         select bulk_id, name, registration_no, case when government then 1 else 2 end, $5
         from unnest($1::text[], $2::text[], $3::text[], $4::bool[]) as g (bulk_id, name, registration_no, government)",
        &text(|company| &company.bulk_id),
        &text(|company| &company.name),
        &text(|company| &company.registration_no),
        &companies.iter().map(|company| company.is_government).collect::<Vec<_>>(),
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn add_groups(db: &mut PgConnection, groups: &[(Uuid, &str, &str)], at: Instant) -> sqlx::Result<()> {
    statement!(
        "insert into account_group (group_id, bulk_id, name, created_at)
         select *, $4::timestamptz from unnest($1::uuid[], $2::text[], $3::text[])",
        &groups.iter().map(|(id, ..)| *id).collect::<Vec<_>>(),
        &groups.iter().map(|(_, bulk_id, _)| *bulk_id).collect::<Vec<_>>() as &[&str],
        &groups.iter().map(|(.., name)| *name).collect::<Vec<_>>() as &[&str],
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// An account to add to its bulk account.
pub struct Tag<'a> {
    pub account_no: &'a AccountNo,
    pub bulk_id: &'a str,
    pub reference_id: String,
    pub group_id: Option<Uuid>,
}

pub async fn tag(db: &mut PgConnection, tags: &[Tag<'_>], at: Instant) -> sqlx::Result<()> {
    statement!(
        "insert into electricity_account (account_no, bulk_id, reference_id, group_id, tagged_at)
         select *, $5::timestamptz from unnest($1::text[], $2::text[], $3::text[], $4::uuid[])",
        &tags.iter().map(|tag| tag.account_no.as_str()).collect::<Vec<_>>() as &[&str],
        &tags.iter().map(|tag| tag.bulk_id).collect::<Vec<_>>() as &[&str],
        &tags.iter().map(|tag| tag.reference_id.clone()).collect::<Vec<_>>(),
        &tags.iter().map(|tag| tag.group_id).collect::<Vec<_>>() as &[Option<Uuid>],
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Disables payment of a few bills, outside the newest batches.
pub async fn disable_some_payments(db: impl PgExecutor<'_>, from: Day, to: Day) -> sqlx::Result<()> {
    statement!(
        "update bill set disable_payment = true, closed = 'disabled', stop_reason = 'closed by the utility'
         where extraction_date between $1 and $2 and right(invoice_no, 2) = '37' and bill_has_no_payment(status)
           and total_amount_payable > 0 and not disable_payment",
        from.date(),
        to.date(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn staff(db: &PgPool) -> sqlx::Result<Vec<DemoUser>> {
    sqlx::query_as!(DemoUser, "select person_id, name, email from person where role = 'pccrAdmin' order by email",)
        .fetch_all(db)
        .await
}

/// Returns the user with an e-mail address.
pub async fn user(db: &mut PgConnection, email: &str) -> sqlx::Result<DemoUser> {
    sqlx::query_as!(DemoUser, "select person_id, name, email from person where email = $1", email).fetch_one(db).await
}

pub async fn has_data_requests(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from data_request) as "has!""#).fetch_one(db).await
}

pub async fn payers(db: &mut PgConnection, bulk_id: &str) -> sqlx::Result<Vec<DemoUser>> {
    sqlx::query_as!(
        DemoUser,
        "select person_id, name, email from person where bulk_id = $1 and (role = 'master' or make_payments)
         order by email",
        bulk_id,
    )
    .fetch_all(db)
    .await
}

pub async fn has_payments(db: &mut PgConnection, bulk_id: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from payment where bulk_id = $1) as "has!""#, bulk_id)
        .fetch_one(db)
        .await
}

/// Lists the payable bills, oldest batch first. Bills that the next bill names as paid are among them: the demo pays them now.
pub async fn owed(db: &mut PgConnection, bulk_id: &str, today: Day) -> sqlx::Result<Vec<Owed>> {
    sqlx::query_as!(
        Owed,
        r#"select $1::text as "bulk_id!", bill_batch_id, $2::date - extraction_date as "age_days!",
                  invoice_no as "invoice_no: InvoiceNo", account_no as "account_no: AccountNo",
                  total_amount_payable as "amount: Money"
           from bill
           where bulk_id = $1 and bill_is_selectable(status, total_amount_payable, current_charge, stop_reason is not null)
           order by bill_batch_id, invoice_no"#,
        bulk_id,
        today.date(),
    )
    .fetch_all(db)
    .await
}

/// The last payment number. No payment is made while the demo is being created.
pub async fn last_number(db: &mut PgConnection) -> sqlx::Result<u64> {
    let number = sqlx::query_scalar!("select last_value from transaction_number").fetch_one(db).await?;
    Ok(number.unsigned_abs())
}

pub async fn set_last_number(db: &mut PgConnection, number: u64) -> sqlx::Result<()> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    sqlx::query_scalar!("select setval('transaction_number', $1)", number).fetch_one(db).await.map(drop)
}
