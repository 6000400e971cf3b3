//! Queries for registering.

use gridbill_core::identity::Side;
use gridbill_core::identity::person::CheckedRegistration;
use gridbill_core::identity::registering::TERMS_VERSION;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A person, with the data for e-mails and facts.
pub struct LinkRecipient {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub language: Language,
    pub is_active: bool,
    /// Whether another portal had the user. The utility named the user then, and the password is set with the first
    /// link.
    pub is_taken_over: bool,
}

struct LinkRecipientRow {
    person_id: Uuid,
    email: String,
    name: String,
    language: String,
    is_active: bool,
    is_taken_over: bool,
}

impl From<LinkRecipientRow> for LinkRecipient {
    fn from(row: LinkRecipientRow) -> Self {
        let LinkRecipientRow { person_id, email, name, language, is_active, is_taken_over } = row;
        Self { person_id, email, name, language: Language::accepted(&language), is_active, is_taken_over }
    }
}

/// Returns the person, unless disabled.
pub async fn find_recipient(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<LinkRecipient>> {
    let row = sqlx::query_as!(
        LinkRecipientRow,
        r#"select person_id, email, name, language, activated_at is not null as "is_active!",
                  exists (select from takeover_user u
                          where u.person_id = p.person_id and u.bulk_id = p.bulk_id) as "is_taken_over!"
           from person p where person_id = $1 and disabled_at is null"#,
        person_id,
    );
    Ok(row.fetch_optional(db).await?.map(LinkRecipient::from))
}

/// Returns the person with that e-mail address, unless disabled, or taken over without an activation e-mail so far.
/// Locks the row.
pub async fn find_recipient_by_email(
    db: &mut PgConnection,
    email: &str,
    side: Side,
) -> sqlx::Result<Option<LinkRecipient>> {
    let row = sqlx::query_as!(
        LinkRecipientRow,
        r#"select person_id, email, name, language, activated_at is not null as "is_active!",
                  exists (select from takeover_user u
                          where u.person_id = p.person_id and u.bulk_id = p.bulk_id) as "is_taken_over!"
           from person p
           where email = $1 and is_staff = $2 and disabled_at is null and not awaits_takeover(person_id, bulk_id)
           for update"#,
        email,
        side.is_staff(),
    );
    Ok(row.fetch_optional(db).await?.map(LinkRecipient::from))
}

/// Whether an address can be registered: it is unused, or belongs to a registration that was not activated in time. The
/// address of a user who was taken over is used: a stranger who registers it would enter the company.
pub async fn is_free(db: impl PgExecutor<'_>, email: &str, now: Instant) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select not exists (
               select from person p where email = $1 and deleted_at is null
               and (is_staff or activated_at is not null or disabled_at is not null
                    or exists (select from takeover_user u where u.person_id = p.person_id and u.bulk_id = p.bulk_id)
                    or exists (select from link l where l.person_id = p.person_id and kind = 'activation'
                               and used_at is null and expires_at > $2))) as "free!""#,
        email,
        now.utc(),
    )
    .fetch_one(db)
    .await
}

/// Locks and returns the customer who registered with that address and has not activated the account. A user who was
/// taken over did not register.
pub async fn lock_waiting(db: &mut PgConnection, email: &str) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from person p
         where email = $1 and not is_staff and activated_at is null and disabled_at is null
           and not exists (select from takeover_user u where u.person_id = p.person_id and u.bulk_id = p.bulk_id)
         for update",
        email,
    )
    .fetch_optional(db)
    .await
}

/// A new registration.
pub struct NewUser<'a> {
    pub person_id: Uuid,
    pub form: &'a CheckedRegistration,
    pub password_hash: &'a str,
    pub language: Language,
    pub activated_at: Option<Instant>,
}

/// Overwrites an earlier registration. Everyone who registers has accepted the terms.
pub async fn renew(db: &mut PgConnection, new: &NewUser<'_>, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set name = $2, password_hash = $3, identification_type = $4, identification_no = $5,
                mobile_no = $6, language = $7, activated_at = $8, created_at = $9,
                terms_version = $10, terms_accepted_at = $9
         where person_id = $1",
        new.person_id,
        new.form.name,
        new.password_hash,
        new.form.identification_type.code(),
        new.form.identification_no,
        new.form.mobile_no.as_str(),
        new.language.tag(),
        new.activated_at.map(Instant::utc),
        now.utc(),
        TERMS_VERSION,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds the person. Returns false if the address is taken, also by a concurrent registration.
pub async fn add(db: &mut PgConnection, new: &NewUser<'_>, now: Instant) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into person (person_id, email, name, password_hash, identification_type, identification_no, mobile_no,
                             language, activated_at, created_at, is_staff, terms_version, terms_accepted_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, $11, $10)
         on conflict (email) where deleted_at is null do nothing",
        new.person_id,
        new.form.email,
        new.form.name,
        new.password_hash,
        new.form.identification_type.code(),
        new.form.identification_no,
        new.form.mobile_no.as_str(),
        new.language.tag(),
        new.activated_at.map(Instant::utc),
        now.utc(),
        TERMS_VERSION,
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

pub async fn activate(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("update person set activated_at = $2 where person_id = $1", person_id, now.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Records that a member of staff signed in with the link and must set a password first.
pub async fn set_awaiting_password(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set password_reset_required = true, last_login_at = $2 where person_id = $1",
        person_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Activates a person who proved the address with a link other than that of the registration. A stranger may have
/// made the registration, so all its data is discarded.
pub async fn activate_and_discard_registration(
    db: &mut PgConnection,
    person_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set activated_at = $2, name = email, identification_type = null, identification_no = null,
                mobile_no = null, terms_version = null, terms_accepted_at = null
         where person_id = $1",
        person_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn set_password(db: &mut PgConnection, person_id: Uuid, password_hash: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set password_hash = $2, password_reset_required = false where person_id = $1",
        person_id,
        password_hash,
    )
    .execute(db)
    .await
    .map(drop)
}
