//! Queries for a user's own profile.

use gridbill_core::identity::profile::{DateRange, Preferences};
use gridbill_core::number::BulkId;
use gridbill_core::{Day, Instant, Language};
use serde::Serialize;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// The fields of their profile that a user may change.
#[derive(PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    pub name: String,
    pub mobile_no: Option<String>,
    pub email_opting: bool,
}

/// Locks the person, unless disabled. Also returns the language of their e-mails.
pub async fn lock(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<(OwnProfile, Language)>> {
    let row = sqlx::query!(
        "select name, mobile_no, email_opting, language
         from person where person_id = $1 and disabled_at is null for no key update",
        person_id,
    );
    Ok(row.fetch_optional(db).await?.map(|row| {
        let own = OwnProfile { name: row.name, mobile_no: row.mobile_no, email_opting: row.email_opting };
        (own, Language::accepted(&row.language))
    }))
}

/// The address and the bulk account of a user.
pub struct NewsReader {
    pub email: String,
    pub bulk_id: Option<BulkId>,
}

/// Finds a user who is not disabled or deleted.
pub async fn news_reader(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Option<NewsReader>> {
    sqlx::query_as!(
        NewsReader,
        r#"select email, bulk_id as "bulk_id: BulkId" from person
           where person_id = $1 and disabled_at is null and deleted_at is null"#,
        person_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn update(db: &mut PgConnection, person_id: Uuid, own: &OwnProfile) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set name = $2, mobile_no = $3, email_opting = $4 where person_id = $1",
        person_id,
        own.name,
        own.mobile_no,
        own.email_opting,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Locks the person, unless disabled. Returns the version of the terms that they accepted last.
pub async fn lock_terms(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<Option<String>>> {
    sqlx::query_scalar!(
        "select terms_version from person where person_id = $1 and disabled_at is null for no key update",
        person_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn accept_terms(db: &mut PgConnection, person_id: Uuid, version: &str, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set terms_version = $2, terms_accepted_at = $3 where person_id = $1",
        person_id,
        version,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub struct PasswordRow {
    pub password_hash: Option<String>,
    pub password_reset_required: bool,
}

pub async fn password(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<PasswordRow> {
    sqlx::query_as!(
        PasswordRow,
        "select password_hash, password_reset_required from person where person_id = $1",
        person_id,
    )
    .fetch_one(db)
    .await
}

/// Stores the new password. Returns false if the stored password is no longer the old password.
pub async fn replace_password(
    db: &mut PgConnection,
    person_id: Uuid,
    old_hash: Option<&str>,
    new_hash: &str,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update person set password_hash = $3, password_reset_required = false
         where person_id = $1 and password_hash is not distinct from $2 and disabled_at is null",
        person_id,
        old_hash,
        new_hash,
    );
    Ok(done.execute(db).await?.rows_affected() == 1)
}

pub async fn language(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Language> {
    let language = sqlx::query_scalar!("select language from person where person_id = $1", person_id);
    Ok(Language::accepted(&language.fetch_one(db).await?))
}

pub struct ViewedRow {
    pub company_name: String,
    pub registration_status: i16,
    /// The sector of its first electricity account; `None` without an account.
    pub sector: Option<String>,
}

pub async fn bulk_account(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<ViewedRow>> {
    sqlx::query_as!(
        ViewedRow,
        "select company_name, registration_status,
                (select m.sector from electricity_account a join account_master m using (account_no)
                 where a.bulk_id = b.bulk_id order by a.account_no limit 1) as sector
         from bulk_account b where bulk_id = $1",
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Records that a guided tour was completed; only the first time is stored.
pub async fn complete_tutorial(
    db: impl PgExecutor<'_>,
    person_id: Uuid,
    tutorial_id: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into tutorial (person_id, tutorial_id, completed_at) values ($1, $2, $3) on conflict do nothing",
        person_id,
        tutorial_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns the preferences. [`lock`] the person first in a transaction that changes them.
pub async fn preferences(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Preferences> {
    let row = sqlx::query!(
        r#"select language, theme, density, hidden_columns, single_keys, notification_email,
                  favourite_from as "from: Day", favourite_to as "to: Day"
           from person where person_id = $1"#,
        person_id,
    )
    .fetch_one(db)
    .await?;
    let favourite_dates = row.from.zip(row.to).map(|(start_date, end_date)| DateRange { start_date, end_date });
    Ok(Preferences {
        language: Some(row.language),
        theme: row.theme,
        density: row.density,
        columns: row.hidden_columns,
        single_keys: row.single_keys,
        notification_email: row.notification_email,
        favourite_dates,
    })
}

pub async fn set_preferences(db: &mut PgConnection, person_id: Uuid, wanted: &Preferences) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set language = coalesce($2, language), theme = $3, favourite_from = $4, favourite_to = $5,
                           density = $6, hidden_columns = $7, notification_email = $8, single_keys = $9
         where person_id = $1",
        person_id,
        wanted.language,
        wanted.theme,
        wanted.favourite_dates.map(|dates| dates.start_date.date()),
        wanted.favourite_dates.map(|dates| dates.end_date.date()),
        wanted.density,
        wanted.columns,
        wanted.notification_email,
        wanted.single_keys,
    )
    .execute(db)
    .await
    .map(drop)
}
