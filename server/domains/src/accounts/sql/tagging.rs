//! Queries of taggings. Each handles many accounts in one statement, in the order of their numbers.

use std::collections::HashMap;

use gridbill_core::Instant;
use gridbill_core::accounts::{AccountError, TaggingAction};
use gridbill_core::number::BulkId;
use gridbill_core::payments::Status;
use sqlx::{PgConnection, PgPool};

use crate::accounts::tagging::{AccountToTag, Asker};

/// Queues taggings, then dismisses the accounts' earlier errors. Returns the accounts for which a tagging was added.
/// The insert waits for a job that is just writing an error, so that error is dismissed, too.
pub async fn ask(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    by: Asker<'_>,
    action: TaggingAction,
    accounts: &[AccountToTag<'_>],
    now: Instant,
) -> sqlx::Result<Vec<String>> {
    let numbers: Vec<&str> = accounts.iter().map(|one| one.account_no).collect();
    let references: Vec<Option<&str>> = accounts.iter().map(|one| one.reference_id).collect();
    let taken = sqlx::query_scalar!(
        "insert into tagging (bulk_id, account_no, action, reference_id, requested_by, requested_by_name, requested_at)
         select $1, account_no, $2, reference_id, $5, $6, $7
         from unnest($3::text[], $4::text[]) as given (account_no, reference_id) order by account_no
         on conflict (bulk_id, account_no) where done_at is null do nothing
         returning account_no",
        bulk_id.as_str(),
        action as i16,
        &numbers as &[&str],
        &references as &[Option<&str>],
        by.person_id,
        by.name,
        now.utc(),
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "with locked as materialized (
             select tagging_id from tagging
             where bulk_id = $1 and account_no = any($2) and error_type is not null and forgotten_at is null
             order by account_no for update
         )
         update tagging t set forgotten_at = $3 from locked where t.tagging_id = locked.tagging_id",
        bulk_id.as_str(),
        &taken,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(taken)
}

/// Lists the bulk accounts with queued taggings.
pub async fn bulk_accounts_waiting(db: &mut PgConnection) -> sqlx::Result<Vec<BulkId>> {
    sqlx::query_scalar!(r#"select distinct bulk_id as "bulk_id: BulkId" from tagging where done_at is null"#)
        .fetch_all(db)
        .await
}

pub struct NextTagging {
    pub tagging_id: i64,
    pub account_no: String,
    pub action: TaggingAction,
}

/// Locks the next queued taggings by account number, beginning after the given account.
pub async fn lock_waiting(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    after: &str,
    limit: i64,
) -> sqlx::Result<Vec<NextTagging>> {
    sqlx::query_as!(
        NextTagging,
        r#"select tagging_id, account_no, action as "action: TaggingAction" from tagging
           where bulk_id = $1 and account_no > $2 and done_at is null
           order by account_no limit $3 for update"#,
        bulk_id.as_str(),
        after,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Locks the rows of the account master. Other bulk accounts and the feed's bills lock them too, so they wait.
pub async fn lock_in_master(db: &mut PgConnection, accounts: &[&str]) -> sqlx::Result<()> {
    sqlx::query!(
        "select from account_master where account_no = any($1) order by account_no for no key update",
        accounts as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

pub struct LockedBill {
    pub account_no: String,
    status: Status,
}

impl LockedBill {
    #[must_use]
    pub fn is_being_paid(&self) -> bool {
        self.status != Status::PaymentRequired
    }
}

/// Locks the accounts' unpaid bills, and the bills that they contain, in the order in which payments lock them. Includes bills that
/// belong to no bulk account yet. Returns the unpaid ones.
pub async fn lock_bills(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[&str]) -> sqlx::Result<Vec<LockedBill>> {
    sqlx::query_as!(
        LockedBill,
        r#"with locked as materialized (
             select account_no, status from bill
             where account_no = any($2) and (bulk_id = $1 or bulk_id is null)
               and (bill_is_unpaid(status) or closed = 'carried')
             order by invoice_no for update
           )
           select account_no, status as "status: Status" from locked where bill_is_unpaid(status)"#,
        bulk_id.as_str(),
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// The result of adding one account.
pub struct Tagged {
    pub account_no: String,
    pub error_type: Option<String>,
}

/// Adds accounts to the bulk account, with the bills that belong to no bulk account yet; the others get an error.
pub async fn tag(db: &mut PgConnection, bulk_id: &BulkId, taggings: &[i64], now: Instant) -> sqlx::Result<Vec<Tagged>> {
    if taggings.is_empty() {
        return Ok(Vec::new());
    }
    let taken = sqlx::query_scalar!(
        "insert into electricity_account (account_no, bulk_id, reference_id, tagged_at)
         select t.account_no, t.bulk_id, t.reference_id, $3
         from tagging t join account_master m on m.account_no = t.account_no and m.active
         where t.bulk_id = $1 and t.tagging_id = any($2) order by t.account_no
         on conflict (account_no) do nothing
         returning account_no",
        bulk_id.as_str(),
        taggings,
        now.utc(),
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "update bill set bulk_id = $1 where account_no = any($2) and bulk_id is null",
        bulk_id.as_str(),
        &taken,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query_as!(
        Tagged,
        "update tagging t set done_at = $3, error_type =
             case when t.account_no = any($4) then null
                  when m.account_no is null then 'notFound'
                  when a.bulk_id = t.bulk_id then 'duplicate'
                  when a.bulk_id is not null then 'belongsToAnother'
                  else 'inactive'
             end
         from tagging own
         left join account_master m on m.account_no = own.account_no
         left join electricity_account a on a.account_no = own.account_no
         where own.tagging_id = t.tagging_id and t.bulk_id = $1 and t.tagging_id = any($2)
         returning t.account_no, t.error_type",
        bulk_id.as_str(),
        taggings,
        now.utc(),
        &taken,
    )
    .fetch_all(db)
    .await
}

/// Removes accounts. Their unpaid bills go to the bulk account that adds the account next, with the bills that they contain: what
/// is owed once is asked of one company. Paid bills stay.
pub async fn untag(db: &mut PgConnection, bulk_id: &BulkId, taggings: &[i64], now: Instant) -> sqlx::Result<()> {
    if taggings.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "with recursive leaving as (
             select b.invoice_no
             from tagging t join bill b on b.account_no = t.account_no and b.bulk_id = t.bulk_id
             where t.bulk_id = $1 and t.tagging_id = any($2) and bill_is_unpaid(b.status)
             union
             select b.invoice_no from leaving l join bill b on b.carried_to = l.invoice_no
             where b.bulk_id = $1 and b.closed = 'carried'
         )
         update bill set bulk_id = null where invoice_no in (select invoice_no from leaving)",
        bulk_id.as_str(),
        taggings,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from electricity_account a using tagging t
         where t.bulk_id = $1 and t.tagging_id = any($2) and a.account_no = t.account_no and a.bulk_id = t.bulk_id",
        bulk_id.as_str(),
        taggings,
    )
    .execute(&mut *db)
    .await?;
    done(db, bulk_id, taggings, now).await
}

/// Sets or clears the reference IDs of accounts.
pub async fn update(db: &mut PgConnection, bulk_id: &BulkId, taggings: &[i64], now: Instant) -> sqlx::Result<()> {
    if taggings.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "update electricity_account a set reference_id = t.reference_id
         from tagging t
         where t.bulk_id = $1 and t.tagging_id = any($2) and a.account_no = t.account_no and a.bulk_id = t.bulk_id",
        bulk_id.as_str(),
        taggings,
    )
    .execute(&mut *db)
    .await?;
    done(db, bulk_id, taggings, now).await
}

async fn done(db: &mut PgConnection, bulk_id: &BulkId, taggings: &[i64], now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update tagging set done_at = $3 where bulk_id = $1 and tagging_id = any($2)",
        bulk_id.as_str(),
        taggings,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Checks why accounts cannot be added to this bulk account, or to a new one. Accounts that can be added are left out.
pub async fn errors_of(
    db: &PgPool,
    bulk_id: Option<&BulkId>,
    accounts: &[&str],
) -> sqlx::Result<HashMap<String, AccountError>> {
    let found = sqlx::query!(
        r#"select g.account_no as "account_no!", m.active as "active?", a.bulk_id as "bulk_id?"
           from unnest($1::text[]) as g (account_no)
           left join account_master m using (account_no) left join electricity_account a using (account_no)"#,
        accounts as &[&str],
    )
    .fetch_all(db)
    .await?;
    let own = bulk_id.map(BulkId::as_str);
    let errors = found.into_iter().filter_map(|row| {
        let error = AccountError::of(row.active, row.bulk_id.as_deref(), own)?;
        Some((row.account_no, error))
    });
    Ok(errors.collect())
}
