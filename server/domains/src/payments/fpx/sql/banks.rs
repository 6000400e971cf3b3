//! Queries about the bank list that FPX sent.

use gridbill_core::Instant;
use gridbill_core::number::BankId;
use gridbill_core::payments::Bank;
use sqlx::{PgConnection, PgExecutor};

/// Lists the stored banks by name.
pub async fn banks(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Bank>> {
    sqlx::query_as!(
        Bank,
        r#"select bank_id as "bank_id: BankId", name as bank_name, online from fpx_bank order by lower(name), bank_id"#,
    )
    .fetch_all(db)
    .await
}

/// When FPX last sent the list.
pub async fn banks_at(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Instant>> {
    sqlx::query_scalar!(r#"select max(fetched_at) as "at: Instant" from fpx_bank"#).fetch_one(db).await
}

/// Replaces the stored bank list; deletes banks that are not in the new one.
pub async fn set_banks(db: &mut PgConnection, banks: &[Bank], at: Instant) -> sqlx::Result<()> {
    // Sorted, so that two processes that store a list lock rows in the same order and cannot deadlock.
    let mut banks: Vec<&Bank> = banks.iter().collect();
    banks.sort_by(|one, other| one.bank_id.as_str().cmp(other.bank_id.as_str()));
    let ids: Vec<&str> = banks.iter().map(|bank| bank.bank_id.as_str()).collect();
    let names: Vec<&str> = banks.iter().map(|bank| bank.bank_name.as_str()).collect();
    let online: Vec<bool> = banks.iter().map(|bank| bank.online).collect();
    sqlx::query!(
        "insert into fpx_bank (bank_id, name, online, fetched_at)
         select bank_id, name, online, $4 from unnest($1::text[], $2::text[], $3::bool[]) as bank (bank_id, name, online)
         on conflict (bank_id) do update
         set name = excluded.name, online = excluded.online, fetched_at = excluded.fetched_at",
        &ids as &[&str],
        &names as &[&str],
        &online,
        at.utc(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from fpx_bank where bank_id <> all($1)", &ids as &[&str]).execute(db).await.map(drop)
}
