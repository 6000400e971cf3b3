//! Queries of drafts.

use gridbill_core::company::parse_registration_no;
use gridbill_core::number::BulkId;
use gridbill_core::registration::declaration::FileKind;
use gridbill_core::registration::{
    AccountSource, Application, ApplicationAccount, Declaration, GOVERNMENT, PRIVATE, RegistrationForm,
    RegistrationStatus,
};
use gridbill_core::{Day, Instant};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

pub use super::LockedPerson;

/// Finds the user's own application, with its declaration: the open application, or else the last. For a member of a
/// bulk account: the application from which it was made, or a pending one. For a user who has left a bulk account: only
/// applications begun after that account's.
pub async fn application(db: &PgPool, person_id: Uuid, bulk_id: Option<&BulkId>) -> sqlx::Result<Option<Application>> {
    let found = sqlx::query!(
        r#"select r.registration_id, r.status as "status: RegistrationStatus", r.form as "form: Json<RegistrationForm>",
                  (select count(*) from registration_account a
                   where a.registration_id = r.registration_id and a.submission = 0 and a.is_select) as "accounts!",
                  r.step, r.draft_version, r.remark, r.answer_by as "answer_by: Day", f.file_id as "file_id?", f.name as "name?", f.kind as "kind?",
                  f.size as "size?", f.stored_at as "stored_at?: Instant"
           from registration r left join stored_file f on f.file_id = r.declaration_id
           where r.person_id = $1
             and (r.bulk_id = $2::text
                  or r.bulk_id is null and ($2::text is null or registration_awaits_approval(r.status)
                                            or registration_awaits_answer(r.status)))
             and (r.bulk_id is not null
                  or not exists (select from registration made
                                 where made.person_id = r.person_id and made.bulk_id is not null
                                   and made.created_at > r.created_at))
           order by registration_is_open(r.status) desc, r.created_at desc, r.updated_at desc limit 1"#,
        person_id,
        bulk_id.map(BulkId::as_str),
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|row| Application {
        registration_id: row.registration_id.to_string(),
        status: row.status,
        form: row.form.0,
        total_accounts: row.accounts,
        declaration: match (row.file_id, row.name, row.kind, row.size, row.stored_at) {
            (Some(file_id), Some(file_name), Some(kind), Some(size), Some(uploaded_at)) => {
                Some(declaration(file_id, file_name, &kind, size, uploaded_at))
            }
            _ => None,
        },
        step: u8::try_from(row.step).unwrap_or(0),
        draft_version: row.draft_version,
        remark: row.remark,
        answer_by: row.answer_by,
    }))
}

pub fn declaration(file_id: Uuid, file_name: String, kind: &str, size: i64, uploaded_at: Instant) -> Declaration {
    let kind = match kind {
        "png" => FileKind::Png,
        "jpeg" => FileKind::Jpeg,
        _ => FileKind::Pdf,
    };
    Declaration { file_id: file_id.to_string(), file_name, kind, size, uploaded_at }
}

/// Locks a user, so that concurrent calls about their applications run one after the other. `None` when the user was
/// removed.
pub async fn lock_person(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<LockedPerson>> {
    Ok(super::lock_people(db, &[person_id]).await?.pop())
}

/// A user's open application.
pub struct OpenApplication {
    pub registration_id: Uuid,
    pub status: RegistrationStatus,
    pub draft_version: i32,
}

/// Locks the user's open application.
pub async fn open(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<OpenApplication>> {
    sqlx::query_as!(
        OpenApplication,
        r#"select registration_id, status as "status: RegistrationStatus", draft_version
           from registration where person_id = $1 and registration_is_open(status) for update"#,
        person_id,
    )
    .fetch_optional(db)
    .await
}

/// Adds an empty draft.
pub async fn begin(db: &mut PgConnection, id: Uuid, person_id: Uuid, now: Instant) -> sqlx::Result<Uuid> {
    sqlx::query_scalar!(
        "insert into registration (registration_id, person_id, status, form, draft_version, created_at, updated_at)
         values ($1, $2, $4, '{}', 0, $3, $3) returning registration_id",
        id,
        person_id,
        now.utc(),
        RegistrationStatus::Unregistered as i16,
    )
    .fetch_one(db)
    .await
}

/// Finds a file that the user uploaded; `None` if the text names no such file.
pub async fn own_file(db: &mut PgConnection, person_id: Uuid, file_id: Option<&str>) -> sqlx::Result<Option<Uuid>> {
    let Some(file_id) = file_id.and_then(|id| Uuid::try_parse(id.trim()).ok()) else { return Ok(None) };
    sqlx::query_scalar!(
        "select file_id from stored_file where owner_id = $1 and file_id = $2 for key share",
        person_id,
        file_id,
    )
    .fetch_optional(db)
    .await
}

/// Saves the draft and returns its new version. A submitted application keeps its company and number.
pub async fn save(
    db: &mut PgConnection,
    registration_id: Uuid,
    form: &RegistrationForm,
    declaration_id: Option<Uuid>,
    step: Option<i16>,
    now: Instant,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "update registration
         set form = $2, declaration_id = $3, step = coalesce($4, step), draft_version = draft_version + 1, updated_at = $5,
             registration_no = case when registration_is_submitted(status) then registration_no else $6 end,
             company_name = case when registration_is_submitted(status) then company_name else $7 end,
             business_type = case when registration_is_submitted(status) then business_type else $8 end
         where registration_id = $1 returning draft_version",
        registration_id,
        Json(form) as _,
        declaration_id,
        step,
        now.utc(),
        parse_registration_no(&form.details.registration_no).ok(),
        form.details.company_name.trim(),
        form.business_type.filter(|code| [GOVERNMENT, PRIVATE].contains(code)),
    )
    .fetch_one(db)
    .await
}

/// Replaces the accounts of the draft.
pub async fn set_accounts(
    db: &mut PgConnection,
    registration_id: Uuid,
    accounts: &[ApplicationAccount],
) -> sqlx::Result<()> {
    sqlx::query!("delete from registration_account where registration_id = $1 and submission = 0", registration_id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into registration_account (registration_id, submission, place, account_no, reference_id, is_select, source)
         select $1, 0, place - 1, account_no, reference_id, is_select, source
         from unnest($2::text[], $3::text[], $4::bool[], $5::text[]) with ordinality
              as given (account_no, reference_id, is_select, source, place)",
        registration_id,
        &accounts.iter().map(|one| one.account_no.as_str()).collect::<Vec<_>>() as &[&str],
        &accounts.iter().map(|one| one.reference_id.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &accounts.iter().map(|one| one.is_select).collect::<Vec<_>>(),
        &accounts.iter().map(|one| source(one.source)).collect::<Vec<_>>() as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

const fn source(source: AccountSource) -> &'static str {
    match source {
        AccountSource::Auto => "auto",
        AccountSource::Manual => "manual",
        AccountSource::Upload => "upload",
    }
}
