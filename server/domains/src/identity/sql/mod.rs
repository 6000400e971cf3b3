//! Queries for signing in and for profiles.

use gridbill_core::identity::Side;
use gridbill_core::identity::profile::Tutorial;
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

pub mod invitations;
pub mod links;
pub mod policy;
pub mod profile;
pub mod registering;
pub mod sessions;
pub mod sso;
pub mod takeover;

/// Returns the number of wrong attempts from that network or known device.
pub async fn attempts(db: impl PgExecutor<'_>, email: &str, side: Side, network: &str) -> sqlx::Result<i32> {
    let attempts = sqlx::query_scalar!(
        "select attempts from login_attempts where email = $1 and is_staff = $2 and network = $3",
        email,
        side.is_staff(),
        network,
    );
    Ok(attempts.fetch_optional(db).await?.unwrap_or_default())
}

/// Counts a wrong attempt, up to the limit.
pub async fn count_attempt(
    db: impl PgExecutor<'_>,
    email: &str,
    side: Side,
    network: &str,
    now: Instant,
    limit: i32,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into login_attempts as a (email, is_staff, network, attempts, last_at) values ($1, $2, $3, 1, $4)
         on conflict (email, is_staff, network) do update set attempts = least(a.attempts + 1, $5), last_at = $4
         returning attempts",
        email,
        side.is_staff(),
        network,
        now.utc(),
        limit,
    )
    .fetch_one(db)
    .await
}

/// Deletes the wrong attempts of that origin. Returns false if they reached the limit.
pub async fn delete_attempts(
    db: impl PgExecutor<'_>,
    email: &str,
    side: Side,
    network: &str,
    limit: i32,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"with forgotten as (
               delete from login_attempts where email = $1 and is_staff = $2 and network = $3 and attempts < $4)
           select not exists (select from login_attempts
                              where email = $1 and is_staff = $2 and network = $3 and attempts >= $4) as "open!""#,
        email,
        side.is_staff(),
        network,
        limit,
    )
    .fetch_one(db)
    .await
}

/// Deletes wrong attempts from all origins, including those that locked the account.
pub async fn delete_all_attempts(db: impl PgExecutor<'_>, email: &str, side: Side) -> sqlx::Result<()> {
    sqlx::query!("delete from login_attempts where email = $1 and is_staff = $2", email, side.is_staff())
        .execute(db)
        .await
        .map(drop)
}

pub struct PersonRow {
    pub person_id: Uuid,
    pub name: String,
    pub password_hash: Option<String>,
    pub activated: bool,
    pub password_reset_required: bool,
}

pub async fn person(db: impl PgExecutor<'_>, email: &str, side: Side) -> sqlx::Result<Option<PersonRow>> {
    sqlx::query_as!(
        PersonRow,
        r#"select person_id, name, password_hash, activated_at is not null as "activated!", password_reset_required
           from person where email = $1 and is_staff = $2 and disabled_at is null"#,
        email,
        side.is_staff(),
    )
    .fetch_optional(db)
    .await
}

pub async fn note_login(db: impl PgExecutor<'_>, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set previous_login_at = last_login_at, last_login_at = $2 where person_id = $1",
        person_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Locks the person. Returns false if the password was changed or the person was disabled since the check.
pub async fn lock(db: impl PgExecutor<'_>, person_id: Uuid, password_hash: &str) -> sqlx::Result<bool> {
    let locked = sqlx::query_scalar!(
        "select person_id from person where person_id = $1 and password_hash = $2 and disabled_at is null for update",
        person_id,
        password_hash,
    );
    Ok(locked.fetch_optional(db).await?.is_some())
}

pub struct ProfileRow {
    pub nickname: Option<String>,
    pub mobile_no: Option<String>,
    pub identification_type: Option<String>,
    pub identification_no: Option<String>,
    pub email_opting: bool,
    pub company_name: Option<String>,
    /// As written in the utility's records.
    pub sector: Option<String>,
    pub registration_status: i16,
    pub previous_login_at: Option<Instant>,
    pub password_reset_required: bool,
    /// The version that the person accepted last.
    pub terms_version: Option<String>,
}

/// Returns the profile's data that the session does not have.
pub async fn profile(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<ProfileRow> {
    sqlx::query_as!(
        ProfileRow,
        r#"select p.nickname, p.mobile_no, p.identification_type, p.identification_no, p.email_opting,
                  b.company_name as "company_name?",
                  (select m.sector from electricity_account a join account_master m using (account_no)
                   where a.bulk_id = p.bulk_id order by a.account_no limit 1) as sector,
                  case when p.is_staff then $2
                       else coalesce(b.registration_status,
                                     (select r.status from registration r
                                      where r.person_id = p.person_id and r.bulk_id is null
                                        and not exists (select from registration made
                                                        where made.person_id = p.person_id and made.bulk_id is not null
                                                          and made.created_at > r.created_at)
                                      order by registration_is_open(r.status) desc, r.created_at desc, r.updated_at desc limit 1), $3)
                  end::smallint as "registration_status!",
                  p.previous_login_at as "previous_login_at: Instant", p.password_reset_required, p.terms_version
           from person p left join bulk_account b using (bulk_id) where p.person_id = $1"#,
        person_id,
        RegistrationStatus::Approved as i16,
        RegistrationStatus::Unregistered as i16,
    )
    .fetch_one(db)
    .await
}

/// Returns the guided tours that the person completed or skipped.
pub async fn tutorials(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Vec<Tutorial>> {
    sqlx::query_as!(
        Tutorial,
        r#"select tutorial_id as user_tutorial_id, completed_at as "completed_at: Instant"
           from tutorial where person_id = $1 order by tutorial_id"#,
        person_id,
    )
    .fetch_all(db)
    .await
}

/// A user who signs in with a second factor.
pub struct SigningIn {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub language: Language,
    pub is_staff: bool,
    pub bulk_id: Option<BulkId>,
    pub password_reset_required: bool,
}

struct SigningInRow {
    person_id: Uuid,
    email: String,
    name: String,
    language: String,
    is_staff: bool,
    bulk_id: Option<String>,
    password_reset_required: bool,
}

impl From<SigningInRow> for SigningIn {
    fn from(row: SigningInRow) -> Self {
        Self {
            person_id: row.person_id,
            email: row.email,
            name: row.name,
            language: Language::accepted(&row.language),
            is_staff: row.is_staff,
            bulk_id: row.bulk_id.as_deref().and_then(|bulk_id| BulkId::parse(bulk_id).ok()),
            password_reset_required: row.password_reset_required,
        }
    }
}

/// Returns the user, unless disabled or not activated.
pub async fn signing_in(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<SigningIn>> {
    let row = sqlx::query_as!(
        SigningInRow,
        "select person_id, email, name, language, is_staff, bulk_id, password_reset_required from person
         where person_id = $1 and disabled_at is null and activated_at is not null",
        person_id,
    );
    Ok(row.fetch_optional(db).await?.map(SigningIn::from))
}

/// As [`signing_in`], by the e-mail address.
pub async fn signing_in_by_email(db: &mut PgConnection, email: &str) -> sqlx::Result<Option<SigningIn>> {
    let row = sqlx::query_as!(
        SigningInRow,
        "select person_id, email, name, language, is_staff, bulk_id, password_reset_required from person
         where email = $1 and disabled_at is null and activated_at is not null",
        email,
    );
    Ok(row.fetch_optional(db).await?.map(SigningIn::from))
}
