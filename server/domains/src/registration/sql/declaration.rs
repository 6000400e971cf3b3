//! Queries of declarations.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::files::StoredFile;

/// The metadata of a file.
pub struct NewDeclaration<'a> {
    pub owner_id: Uuid,
    pub name: &'a str,
    pub kind: &'a str,
}

pub async fn is_own(db: impl PgExecutor<'_>, owner_id: Uuid, file_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from stored_file where file_id = $1 and owner_id = $2) as "is!""#,
        file_id,
        owner_id,
    )
    .fetch_one(db)
    .await
}

pub async fn lock_person(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    // `for no key update` does not block inserts of rows that refer to the person.
    sqlx::query!("select person_id from person where person_id = $1 for no key update", person_id)
        .fetch_one(db)
        .await
        .map(drop)
}

pub async fn add(
    db: &mut PgConnection,
    written: &StoredFile,
    new: NewDeclaration<'_>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into stored_file (file_id, owner_id, name, kind, size, sha256, stored_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        written.file_id,
        new.owner_id,
        new.name,
        new.kind,
        written.size,
        written.sha256,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Locks the user's files that are not needed: the replaced file, and those beyond the newest few, unless an
/// application has them. Skips a file that a concurrent save has locked.
pub async fn unused(
    db: &mut PgConnection,
    owner_id: Uuid,
    replaced: Option<Uuid>,
    limit: i64,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select file_id from stored_file where file_id in (
             select file_id from (
                 select f.file_id, row_number() over (order by f.stored_at desc, f.file_id) as place from stored_file f
                 where f.owner_id = $1
                   and not exists (select from registration r where r.declaration_id = f.file_id)
                   and not exists (select from registration_submission s where s.declaration_id = f.file_id)
             ) ranked where place > $3 or file_id = $2
         ) for update skip locked",
        owner_id,
        replaced,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Locks unused files of all users that were stored before the given instant.
pub async fn unused_since(db: &mut PgConnection, before: Instant) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select f.file_id from stored_file f
         where f.stored_at < $1
           and not exists (select from registration r where r.declaration_id = f.file_id)
           and not exists (select from registration_submission s where s.declaration_id = f.file_id)
         limit 1000 for update skip locked",
        before.utc(),
    )
    .fetch_all(db)
    .await
}

/// Deletes the rows of locked files. Checks again that no application has them, because one may have taken a file just
/// before the lock.
pub async fn delete(db: &mut PgConnection, locked: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "delete from stored_file f where f.file_id = any($1)
           and not exists (select from registration r where r.declaration_id = f.file_id)
           and not exists (select from registration_submission s where s.declaration_id = f.file_id)
         returning f.file_id",
        locked,
    )
    .fetch_all(db)
    .await
}

pub struct FoundDeclaration {
    pub file_id: Uuid,
    pub name: String,
    pub kind: String,
    pub sha256: Vec<u8>,
}

/// The declaration in the applicant's current draft.
pub async fn of_maker(
    db: impl PgExecutor<'_>,
    registration_id: Uuid,
    person_id: Uuid,
) -> sqlx::Result<Option<FoundDeclaration>> {
    sqlx::query_as!(
        FoundDeclaration,
        "select f.file_id, f.name, f.kind, f.sha256 from registration r join stored_file f on f.file_id = r.declaration_id
         where r.registration_id = $1 and r.person_id = $2",
        registration_id,
        person_id,
    )
    .fetch_optional(db)
    .await
}

/// The declaration of the last submission.
pub async fn submitted(db: impl PgExecutor<'_>, registration_id: Uuid) -> sqlx::Result<Option<FoundDeclaration>> {
    sqlx::query_as!(
        FoundDeclaration,
        "select f.file_id, f.name, f.kind, f.sha256 from registration r
         join registration_submission s on s.registration_id = r.registration_id and s.submission = r.submissions
         join stored_file f on f.file_id = s.declaration_id
         where r.registration_id = $1",
        registration_id,
    )
    .fetch_optional(db)
    .await
}
