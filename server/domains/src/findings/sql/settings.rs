//! Queries of thresholds and muted rules.

use gridbill_core::audit::AuditSettings;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Day, Instant};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// The thresholds that a company has set.
pub struct StoredSettings {
    pub settings: Json<AuditSettings>,
    pub version: i64,
    /// The name of the user who changed them last.
    pub changed_by: String,
    pub changed_at: Instant,
}

pub async fn find(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<StoredSettings>> {
    sqlx::query_as!(
        StoredSettings,
        r#"select s.settings as "settings: Json<AuditSettings>", s.version, p.name as changed_by,
                  s.changed_at as "changed_at: Instant"
           from audit_setting s join person p on p.person_id = s.changed_by where s.bulk_id = $1"#,
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Locks the thresholds, and returns them with their version.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Option<(Json<AuditSettings>, i64)>> {
    sqlx::query!(
        r#"select settings as "settings: Json<AuditSettings>", version from audit_setting where bulk_id = $1 for update"#,
        bulk_id.as_str(),
    )
    .map(|row| (row.settings, row.version))
    .fetch_optional(db)
    .await
}

/// Stores thresholds as the next version. Returns false if that version was stored by another user.
pub async fn store(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    settings: &AuditSettings,
    version: i64,
    by: Uuid,
    at: Instant,
) -> sqlx::Result<bool> {
    let stored = sqlx::query!(
        "insert into audit_setting as s (bulk_id, settings, version, changed_by, changed_at) values ($1, $2, $3::bigint + 1, $4, $5)
         on conflict (bulk_id) do update
         set settings = excluded.settings, version = excluded.version, changed_by = excluded.changed_by,
             changed_at = excluded.changed_at
         where s.version = $3",
        bulk_id.as_str(),
        Json(settings) as _,
        version,
        by,
        at.utc(),
    )
    .execute(db)
    .await?;
    Ok(stored.rows_affected() == 1)
}

/// Whether the account is in the bulk account. Locks the account, so that it stays there.
pub async fn is_own(db: &mut PgConnection, bulk_id: &BulkId, account_no: &AccountNo) -> sqlx::Result<bool> {
    let found = sqlx::query!(
        "select from electricity_account where bulk_id = $1 and account_no = $2 for share",
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Counts the rules that are muted today, except the given rule of the given account.
pub async fn muted_count(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    account_no: &AccountNo,
    rule: &str,
    today: Day,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from audit_mute
           where bulk_id = $1 and until >= $4 and (account_no, rule) <> ($2, $3)"#,
        bulk_id.as_str(),
        account_no.as_str(),
        rule,
        today.date(),
    )
    .fetch_one(db)
    .await
}

/// A rule to mute for an account.
pub struct NewMute<'a> {
    pub account_no: &'a AccountNo,
    pub rule: &'a str,
    pub until: Day,
    pub reason: &'a str,
}

/// Mutes a rule, or changes its last day and reason.
pub async fn mute(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mute: NewMute<'_>,
    by: Uuid,
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into audit_mute (bulk_id, account_no, rule, until, reason, muted_by, muted_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (bulk_id, account_no, rule) do update
         set until = excluded.until, reason = excluded.reason, muted_by = excluded.muted_by, muted_at = excluded.muted_at",
        bulk_id.as_str(),
        mute.account_no.as_str(),
        mute.rule,
        mute.until.date(),
        mute.reason,
        by,
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Ends the muting of a rule. Returns false if it was not muted.
pub async fn unmute(db: &mut PgConnection, bulk_id: &BulkId, account_no: &AccountNo, rule: &str) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from audit_mute where bulk_id = $1 and account_no = $2 and rule = $3",
        bulk_id.as_str(),
        account_no.as_str(),
        rule,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// A muted rule as it is stored.
pub struct MutedRow {
    pub account_no: AccountNo,
    pub reference_id: Option<String>,
    pub rule: String,
    pub until: Day,
    pub reason: String,
    pub muted_by: String,
    pub muted_at: Instant,
}

/// Lists the rules that are muted today, for all accounts or for one account.
pub async fn muted(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    account_no: Option<&AccountNo>,
    today: Day,
) -> sqlx::Result<Vec<MutedRow>> {
    sqlx::query_as!(
        MutedRow,
        r#"select m.account_no as "account_no: AccountNo", a.reference_id, m.rule, m.until as "until: Day", m.reason,
                  p.name as muted_by, m.muted_at as "muted_at: Instant"
           from audit_mute m
           join electricity_account a on a.bulk_id = m.bulk_id and a.account_no = m.account_no
           join person p on p.person_id = m.muted_by
           where m.bulk_id = $1 and m.until >= $2 and ($3::text is null or m.account_no = $3)
           order by m.account_no, m.rule"#,
        bulk_id.as_str(),
        today.date(),
        account_no.map(AccountNo::as_str),
    )
    .fetch_all(db)
    .await
}

/// Lists the accounts with a bill since a day, by number.
pub async fn billed_accounts(db: impl PgExecutor<'_>, bulk_id: &BulkId, since: Day) -> sqlx::Result<Vec<AccountNo>> {
    sqlx::query_scalar!(
        r#"select distinct account_no as "account_no: AccountNo" from bill
           where bulk_id = $1 and invoice_date >= $2 order by 1"#,
        bulk_id.as_str(),
        since.date(),
    )
    .fetch_all(db)
    .await
}
