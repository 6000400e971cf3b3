//! Queries of the demo's applications.

use gridbill_core::company::CompanyDetails;
use gridbill_core::registration::{AnswerTime, RegistrationForm, RegistrationStatus};
use gridbill_core::{Day, Instant};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::files::StoredFile;

pub async fn set_details(db: &mut PgConnection, bulk_id: &str, details: &CompanyDetails) -> sqlx::Result<()> {
    statement!("update bulk_account set details = $2 where bulk_id = $1", bulk_id, Json(details))
        .execute(db)
        .await
        .map(drop)
}

pub async fn add_file(db: &mut PgConnection, written: &StoredFile, owner_id: Uuid, at: Instant) -> sqlx::Result<()> {
    statement!(
        "insert into stored_file (file_id, owner_id, name, kind, size, sha256, stored_at)
         values ($1, $2, 'Declaration Form.pdf', 'pdf', $3, $4, $5)",
        written.file_id,
        owner_id,
        written.size,
        written.sha256,
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A filled-in application.
pub struct NewDraft<'a> {
    pub registration_id: Uuid,
    pub person_id: Uuid,
    pub form: &'a RegistrationForm,
    pub file_id: Option<Uuid>,
    pub began: Instant,
    pub step: i16,
}

/// An account of an application.
pub struct Listed<'a> {
    pub account_no: &'a str,
    pub reference_id: String,
    pub is_select: bool,
}

pub async fn add_draft(db: &mut PgConnection, draft: &NewDraft<'_>, accounts: &[Listed<'_>]) -> sqlx::Result<()> {
    let details = &draft.form.details;
    statement!(
        "insert into registration (registration_id, person_id, status, business_type, registration_no, company_name, form,
                                   declaration_id, step, draft_version, created_at, updated_at)
         values ($1, $2, $10, $3, $4, $5, $6, $7, $8, 4, $9, $9)",
        draft.registration_id,
        draft.person_id,
        draft.form.business_type,
        details.registration_no,
        details.company_name,
        Json(draft.form),
        draft.file_id,
        draft.step,
        draft.began.utc(),
        RegistrationStatus::Unregistered as i16,
    )
    .execute(&mut *db)
    .await?;
    // The accounts are found by the company's number, and the lookup is recorded.
    statement!(
        "insert into account_lookup (looked_up_at, person_id, kind, subject, asked) values ($1, $2, 'company', $3, 1)",
        draft.began.utc(),
        draft.person_id,
        details.registration_no,
    )
    .execute(&mut *db)
    .await?;
    statement!(
        "insert into registration_account (registration_id, submission, place, account_no, reference_id, is_select, source)
         select $1, 0, place - 1, account_no, reference_id, is_select, 'auto'
         from unnest($2::text[], $3::text[], $4::bool[]) with ordinality
              as given (account_no, reference_id, is_select, place)",
        draft.registration_id,
        &accounts.iter().map(|one| one.account_no).collect::<Vec<_>>() as &[&str],
        &accounts.iter().map(|one| one.reference_id.clone()).collect::<Vec<_>>(),
        &accounts.iter().map(|one| one.is_select).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Submits the form with the selected accounts, except for the last `left_out`. Returns the number of accounts.
pub async fn submit(
    db: &mut PgConnection,
    registration_id: Uuid,
    (submission, left_out): (i32, i64),
    form: &RegistrationForm,
    file_id: Option<Uuid>,
    at: Instant,
) -> sqlx::Result<i32> {
    let accounts = statement!(
        "insert into registration_account (registration_id, submission, place, account_no, reference_id, is_select, source)
         select registration_id, $2, place, account_no, reference_id, true, source
         from registration_account where registration_id = $1 and submission = 0 and is_select
         order by place
         limit (select count(*) - $3::bigint from registration_account
                where registration_id = $1 and submission = 0 and is_select)",
        registration_id,
        submission,
        left_out,
    )
    .execute(&mut *db)
    .await?;
    let accounts = i32::try_from(accounts.rows_affected()).unwrap_or(i32::MAX);
    statement!(
        "insert into registration_submission (registration_id, submission, form, declaration_id, accounts, submitted_at)
         values ($1, $2, $3, $4, $5, $6)",
        registration_id,
        submission,
        Json(form),
        file_id,
        accounts,
        at.utc(),
    )
    .execute(&mut *db)
    .await?;
    statement!(
        "update registration set submissions = $2, submitted_at = $3, draft_version = draft_version + 1
         where registration_id = $1",
        registration_id,
        submission,
        at.utc(),
    )
    .execute(db)
    .await?;
    Ok(accounts)
}

/// The state of an application after a step.
pub struct Moved<'a> {
    pub registration_id: Uuid,
    pub status: RegistrationStatus,
    pub reviewer: Option<Uuid>,
    pub remark: Option<&'a str>,
    /// Set once the bulk account exists.
    pub bulk_id: Option<&'a str>,
    /// The time for the customer's answer, if one is expected.
    pub answer_time: Option<AnswerTime>,
    pub at: Instant,
}

/// Updates the status of the application and its bulk account.
pub async fn move_on(db: &mut PgConnection, moved: &Moved<'_>) -> sqlx::Result<()> {
    let today = Day::at(moved.at);
    let reminders = moved.answer_time.into_iter().flat_map(AnswerTime::reminders).filter(|day| *day > today);
    statement!(
        "with moved as (
             update registration
             set status = $2, reviewed_by = coalesce($3, reviewed_by),
                 reviewed_at = case when $3::uuid is null then reviewed_at else $4::timestamptz end,
                 remark = $5, bulk_id = $6, updated_at = $4, answer_by = $7, remind_on = $8
             where registration_id = $1 returning bulk_id)
         update bulk_account b set registration_status = $2 from moved where b.bulk_id = moved.bulk_id",
        moved.registration_id,
        moved.status as i16,
        moved.reviewer,
        moved.at.utc(),
        moved.remark,
        moved.bulk_id,
        moved.answer_time.map(|time| time.until.date()),
        &reminders.map(Day::date).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds the history of how a bulk account got its accounts.
pub async fn note_taggings(db: &mut PgConnection, bulk_id: &str, by: Uuid, by_name: &str) -> sqlx::Result<()> {
    statement!(
        "insert into tagging (bulk_id, account_no, action, reference_id, requested_by, requested_by_name, requested_at, done_at)
         select bulk_id, account_no, 1, reference_id, $2, $3, tagged_at, tagged_at
         from electricity_account where bulk_id = $1 order by account_no",
        bulk_id,
        by,
        by_name,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds accounts of an application that could not be added: one of another bulk account, an inactive one and an unknown
/// one.
pub async fn add_errors(db: &mut PgConnection, bulk_id: &str, other: &str, at: Instant) -> sqlx::Result<()> {
    statement!(
        "with wrong (place, account_no, error_type) as (
             select 1, min(account_no), 'belongsToAnother' from electricity_account where bulk_id = $2
             union all
             select 2, min(account_no), 'inactive' from account_master where not active
             union all
             select 3, min(number::text), 'notFound' from generate_series(220000000001, 220000000999, 7) number
             where not exists (select from account_master where account_no = number::text)
         ), listed as (
             insert into registration_account (registration_id, submission, place, account_no, is_select, source)
             select registration_id, submission, accounts + place, account_no, true, 'manual'
             from registration join registration_submission using (registration_id) cross join wrong where bulk_id = $1
         ), edited as (
             insert into registration_account (registration_id, submission, place, account_no, is_select, source)
             select registration_id, 0, accounts + place, account_no, true, 'manual'
             from registration join registration_submission using (registration_id) cross join wrong
             where bulk_id = $1 and submission = submissions
         ), counted as (
             update registration_submission s set accounts = accounts + 3 from registration r
             where r.bulk_id = $1 and s.registration_id = r.registration_id
         )
         insert into tagging (bulk_id, account_no, action, requested_by, requested_by_name, requested_at, done_at, error_type)
         select $1, account_no, 1, person_id, name, $3, $3, error_type
         from wrong cross join registration join person using (person_id) where registration.bulk_id = $1",
        bulk_id,
        other,
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
