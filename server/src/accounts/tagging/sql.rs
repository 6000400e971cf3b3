//! Queries of taggings. Each does many accounts in one statement, in the order of their numbers.

use gridbill_core::Instant;
use gridbill_core::accounts::{AccountError, TaggingAction};
use gridbill_core::number::BulkId;
use sqlx::{PgConnection, PgPool};

use super::{Asker, Wanted};

/// Asks for it; an error of before is forgotten. How many accounts were taken.
pub async fn ask(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    by: Asker<'_>,
    action: TaggingAction,
    accounts: &[Wanted<'_>],
    now: Instant,
) -> sqlx::Result<i64> {
    let numbers: Vec<&str> = accounts.iter().map(|one| one.account_no).collect();
    let references: Vec<Option<&str>> = accounts.iter().map(|one| one.reference_id).collect();
    sqlx::query!(
        "update tagging set forgotten_at = $3
         where bulk_id = $1 and account_no = any($2) and error_type is not null and forgotten_at is null",
        bulk_id.as_str(),
        &numbers as &[&str],
        now.utc(),
    )
    .execute(&mut *db)
    .await?;
    let taken = sqlx::query!(
        "insert into tagging (bulk_id, account_no, action, reference_id, requested_by, requested_by_name, requested_at)
         select $1, account_no, $2, reference_id, $5, $6, $7
         from unnest($3::text[], $4::text[]) as given (account_no, reference_id) order by account_no
         on conflict (bulk_id, account_no) where done_at is null do nothing",
        bulk_id.as_str(),
        action as i16,
        &numbers as &[&str],
        &references as &[Option<&str>],
        by.person_id,
        by.name,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(i64::try_from(taken.rows_affected()).unwrap_or(i64::MAX))
}

pub struct Waiting {
    pub tagging_id: i64,
    pub action: TaggingAction,
}

/// What waits, held; what another job holds is left to it.
pub async fn waiting(db: &mut PgConnection, bulk_id: &BulkId, most: i64) -> sqlx::Result<Vec<Waiting>> {
    sqlx::query_as!(
        Waiting,
        r#"select tagging_id, action as "action: TaggingAction" from tagging
           where bulk_id = $1 and done_at is null
           order by account_no limit $2 for update skip locked"#,
        bulk_id.as_str(),
        most,
    )
    .fetch_all(db)
    .await
}

/// Takes accounts into the bulk account, with the bills that waited for it; the others get their error.
pub async fn tag(db: &mut PgConnection, bulk_id: &BulkId, taggings: &[i64], now: Instant) -> sqlx::Result<()> {
    if taggings.is_empty() {
        return Ok(());
    }
    // Whoever commits first has an account: the second waits here, and then finds it taken.
    sqlx::query!(
        "insert into electricity_account (account_no, bulk_id, reference_id, tagged_at)
         select t.account_no, t.bulk_id, t.reference_id, $3
         from tagging t join account_master m on m.account_no = t.account_no and m.active
         where t.bulk_id = $1 and t.tagging_id = any($2) order by t.account_no
         on conflict (account_no) do nothing",
        bulk_id.as_str(),
        taggings,
        now.utc(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update bill b set bulk_id = a.bulk_id
         from tagging t join electricity_account a on a.account_no = t.account_no and a.bulk_id = t.bulk_id
         where t.bulk_id = $1 and t.tagging_id = any($2) and b.account_no = a.account_no and b.bulk_id is null",
        bulk_id.as_str(),
        taggings,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update tagging t set done_at = $3, error_type =
             case when m.account_no is null then 'notFound'
                  when a.bulk_id is distinct from t.bulk_id and a.bulk_id is not null then 'belongsToAnother'
                  when a.bulk_id is null then 'inactive'
                  when a.tagged_at < t.requested_at then 'duplicate'
             end
         from tagging own
         left join account_master m on m.account_no = own.account_no
         left join electricity_account a on a.account_no = own.account_no
         where own.tagging_id = t.tagging_id and t.bulk_id = $1 and t.tagging_id = any($2)",
        bulk_id.as_str(),
        taggings,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Takes accounts out. Bills that no payment holds wait again for whoever takes the account next; the others stay.
pub async fn untag(db: &mut PgConnection, bulk_id: &BulkId, taggings: &[i64], now: Instant) -> sqlx::Result<()> {
    if taggings.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "update bill b set bulk_id = null
         from tagging t
         where t.bulk_id = $1 and t.tagging_id = any($2) and b.account_no = t.account_no and b.bulk_id = t.bulk_id
           and b.status = 1 and not exists (select from payment_item i where i.invoice_no = b.invoice_no)",
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

/// Gives accounts another reference ID, or none.
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

/// Why an account could not be taken into that bulk account, or into a new one.
pub async fn error_of(db: &PgPool, bulk_id: Option<&BulkId>, account_no: &str) -> sqlx::Result<Option<AccountError>> {
    let found = sqlx::query!(
        r#"select m.active, a.bulk_id as "bulk_id?" from account_master m left join electricity_account a using (account_no)
           where m.account_no = $1"#,
        account_no,
    )
    .fetch_optional(db)
    .await?;
    Ok(match found {
        None => Some(AccountError::NotFound),
        Some(row) if row.bulk_id.is_some() && row.bulk_id.as_deref() == bulk_id.map(BulkId::as_str) => {
            Some(AccountError::Duplicate)
        }
        Some(row) if row.bulk_id.is_some() => Some(AccountError::BelongsToAnother),
        Some(row) if !row.active => Some(AccountError::Inactive),
        Some(_) => None,
    })
}
