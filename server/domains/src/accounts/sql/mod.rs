//! Queries of a bulk account's accounts, apart from their lists.

use gridbill_core::accounts::{AccountCards, AccountError, TaggingAction, TaggingEvent, TaggingProgress};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::recorded_name::display_name;
use gridbill_core::{Instant, Language, Money};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

pub mod lookup;
pub mod search;
pub mod tagging;
pub mod totals;

pub async fn cards(db: &PgPool, bulk_id: &BulkId, now: Instant) -> sqlx::Result<AccountCards> {
    let row = sqlx::query!(
        r#"select count(*) as "total!", count(*) filter (where m.active) as "active!",
                  count(*) filter (where a.group_id is null) as "without_group!",
                  (select count(*) from account_group g where g.bulk_id = $1) as "groups!",
                  (select count(*) from tagging t where t.bulk_id = $1 and t.done_at is null) as "pending!",
                  (select count(*) from tagging t
                   where t.bulk_id = $1 and t.error_type is not null and t.forgotten_at is null) as "errors!"
           from electricity_account a join account_master m using (account_no) where a.bulk_id = $1"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await?;
    Ok(AccountCards {
        total: row.total,
        active: row.active,
        inactive: row.total - row.active,
        without_group: row.without_group,
        groups: row.groups,
        pending: row.pending,
        errors: row.errors,
        as_of: now,
    })
}

pub struct Details {
    pub company_name: String,
    pub unpaid_bills: i64,
    pub amount_in_payment: Money,
    pub credit_amount: Money,
}

pub async fn details(db: &PgPool, bulk_id: &BulkId, account_no: &AccountNo) -> sqlx::Result<Details> {
    sqlx::query_as!(
        Details,
        r#"select m.company_name, count(b.*) as "unpaid_bills!",
                  coalesce(sum(b.total_amount_payable) filter (where standing = 'inPayment'), 0)
                      as "amount_in_payment!: Money",
                  coalesce(-sum(b.total_amount_payable) filter (where standing = 'credit'), 0) as "credit_amount!: Money"
           from account_master m
           left join bill b on b.bulk_id = $1 and b.account_no = m.account_no and bill_is_unpaid(b.status)
           left join lateral (
               select bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment) as standing
           ) s on true
           where m.account_no = $2 group by m.company_name"#,
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_one(db)
    .await
}

/// Lists the taggings of an account in this bulk account, newest first, at most 100.
pub async fn history(
    db: &PgPool,
    bulk_id: &BulkId,
    account_no: &AccountNo,
    language: Language,
) -> sqlx::Result<Vec<TaggingEvent>> {
    let rows = sqlx::query!(
        r#"select action as "action: TaggingAction", requested_at as "requested_at: Instant", requested_by_name,
                  done_at as "done_at: Instant", error_type, reference_id
           from tagging where bulk_id = $1 and account_no = $2 order by tagging_id desc limit 100"#,
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_all(db)
    .await?;
    let events = rows.into_iter().map(|row| TaggingEvent {
        action: row.action,
        requested_at: row.requested_at,
        requested_by: display_name(row.requested_by_name, language),
        done_at: row.done_at,
        error_type: row.error_type.as_deref().and_then(AccountError::from_code),
        reference_id: row.reference_id,
    });
    Ok(events.collect())
}

/// The progress of all taggings since the oldest one that is still queued.
pub async fn progress(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<TaggingProgress> {
    sqlx::query_as!(
        TaggingProgress,
        r#"with began as (select min(requested_at) as at from tagging where bulk_id = $1 and done_at is null)
           select count(*) filter (where done_at is null) as "pending!",
                  count(*) filter (where done_at is not null) as "done!",
                  count(*) filter (where error_type is not null) as "errors!"
           from tagging, began where bulk_id = $1 and requested_at >= began.at"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// An account of the bulk account whose row is locked.
pub struct Locked {
    pub account_no: String,
    pub reference_id: Option<String>,
    pub group_id: Option<Uuid>,
}

/// Locks the accounts that are in the bulk account, ordered by number as in all code so that locks cannot deadlock.
pub async fn lock_all(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[&str]) -> sqlx::Result<Vec<Locked>> {
    sqlx::query_as!(
        Locked,
        "select account_no, reference_id, group_id from electricity_account
         where bulk_id = $1 and account_no = any($2) order by account_no for update",
        bulk_id.as_str(),
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Returns the groups that belong to the bulk account, and keeps them from being deleted until the transaction ends.
pub async fn lock_groups(db: &mut PgConnection, bulk_id: &BulkId, groups: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select group_id from account_group where bulk_id = $1 and group_id = any($2) order by group_id for key share",
        bulk_id.as_str(),
        groups,
    )
    .fetch_all(db)
    .await
}

/// Lists the accounts with a bill that a payment in progress holds.
pub async fn being_paid(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[&str]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select distinct account_no from bill where bulk_id = $1 and account_no = any($2) and bill_is_in_payment(status)",
        bulk_id.as_str(),
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// A queued tagging of an account.
pub struct QueuedTagging {
    pub account_no: String,
    pub action: TaggingAction,
}

/// Lists the queued taggings of the accounts.
pub async fn list_queued(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[&str],
) -> sqlx::Result<Vec<QueuedTagging>> {
    sqlx::query_as!(
        QueuedTagging,
        r#"select account_no, action as "action: TaggingAction" from tagging
           where bulk_id = $1 and account_no = any($2) and done_at is null"#,
        bulk_id.as_str(),
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Lists the accounts that were ever removed from the bulk account.
pub async fn taken_out(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[&str]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select distinct account_no from tagging
         where bulk_id = $1 and account_no = any($2) and action = 2 and done_at is not null and error_type is null",
        bulk_id.as_str(),
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Puts each locked account into its group, or into none.
pub async fn regroup(db: &mut PgConnection, bulk_id: &BulkId, moved: &[(&str, Option<Uuid>)]) -> sqlx::Result<()> {
    let accounts: Vec<&str> = moved.iter().map(|(account_no, _)| *account_no).collect();
    let groups: Vec<Option<Uuid>> = moved.iter().map(|(_, group_id)| *group_id).collect();
    sqlx::query!(
        "update electricity_account a set group_id = given.group_id
         from unnest($2::text[], $3::uuid[]) as given (account_no, group_id)
         where a.bulk_id = $1 and a.account_no = given.account_no",
        bulk_id.as_str(),
        &accounts as &[&str],
        &groups as &[Option<Uuid>],
    )
    .execute(db)
    .await
    .map(drop)
}

pub struct Errored {
    pub account_no: String,
    pub reference_id: Option<String>,
}

/// Locks the accounts that could not be added, by number.
pub async fn lock_errors(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[&str]) -> sqlx::Result<Vec<Errored>> {
    sqlx::query_as!(
        Errored,
        "select account_no, reference_id from tagging
         where bulk_id = $1 and account_no = any($2) and error_type is not null and forgotten_at is null
         order by account_no for update",
        bulk_id.as_str(),
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Dismisses the errors of locked accounts.
pub async fn dismiss_errors(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[&str],
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tagging set forgotten_at = $3
         where bulk_id = $1 and account_no = any($2) and error_type is not null and forgotten_at is null",
        bulk_id.as_str(),
        accounts as &[&str],
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
