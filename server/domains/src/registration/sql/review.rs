//! Queries for the review of an application.

use gridbill_core::registration::{AnswerTime, Declaration, RegistrationForm, RegistrationStatus};
use gridbill_core::{Day, Instant, Language};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

/// The user who made an application.
pub struct Applicant {
    pub person_id: Uuid,
    pub name: String,
    pub email: String,
    pub language: Language,
}

/// Finds the applicant of a submitted application.
pub async fn applicant(db: impl PgExecutor<'_>, registration_id: Uuid) -> sqlx::Result<Option<Applicant>> {
    sqlx::query_as!(
        Applicant,
        r#"select person_id, name, email, language as "language: Language"
           from registration join person using (person_id) where registration_id = $1 and registration_is_submitted(registration.status)"#,
        registration_id,
    )
    .fetch_optional(db)
    .await
}

/// A decision of staff.
pub struct Decided<'a> {
    pub registration_id: Uuid,
    pub status: RegistrationStatus,
    pub by: Uuid,
    pub remark: Option<&'a str>,
    /// The time for the customer's answer, if one is expected.
    pub answer_time: Option<AnswerTime>,
    pub at: Instant,
}

pub async fn decided(db: &mut PgConnection, decided: Decided<'_>) -> sqlx::Result<()> {
    let reminders = decided.answer_time.map_or_else(Vec::new, |time| time.reminders().map(Day::date).to_vec());
    sqlx::query!(
        "update registration
         set status = $2, reviewed_by = $3, reviewed_at = $5, updated_at = $5, remark = $4, answer_by = $6, remind_on = $7
         where registration_id = $1",
        decided.registration_id,
        decided.status as i16,
        decided.by,
        decided.remark,
        decided.at.utc(),
        decided.answer_time.map(|time| time.until.date()),
        &reminders,
    )
    .execute(db)
    .await
    .map(drop)
}

/// One submission of an application.
pub struct Submission {
    pub form: RegistrationForm,
    pub declaration: Declaration,
    pub terms_version: Option<String>,
}

pub async fn submission(db: &PgPool, registration_id: Uuid, submission: i32) -> sqlx::Result<Option<Submission>> {
    let row = sqlx::query!(
        r#"select s.form as "form: Json<RegistrationForm>", s.terms_version, f.file_id, f.name, f.kind, f.size,
                  f.stored_at as "stored_at: Instant"
           from registration_submission s join stored_file f on f.file_id = s.declaration_id
           where s.registration_id = $1 and s.submission = $2"#,
        registration_id,
        submission,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Submission {
        form: row.form.0,
        declaration: super::draft::declaration(row.file_id, row.name, &row.kind, row.size, row.stored_at),
        terms_version: row.terms_version,
    }))
}

/// The progress of a submission's accounts.
pub struct Figures {
    /// Since the previous submission; 0 for the first.
    pub added: i64,
    pub removed: i64,
    pub processed: i64,
    pub failed: i64,
}

pub async fn figures(db: &PgPool, registration_id: Uuid, submission: i32) -> sqlx::Result<Figures> {
    sqlx::query_as!(
        Figures,
        r#"with now as (select account_no from registration_account where registration_id = $1 and submission = $2),
                before as (select account_no from registration_account where registration_id = $1 and submission = $2 - 1
                           and $2 > 1)
           select case when $2 > 1 then (select count(*) from (select * from now except select * from before) a)
                       else 0 end as "added!",
                  (select count(*) from (select * from before except select * from now) r) as "removed!",
                  (select count(*) from now where exists (
                       select from tagging t where t.bulk_id = r.bulk_id and t.account_no = now.account_no
                       and t.done_at is not null)) as "processed!",
                  (select count(*) from tagging t where t.bulk_id = r.bulk_id and t.error_type is not null
                   and t.forgotten_at is null) as "failed!"
           from registration r where r.registration_id = $1"#,
        registration_id,
        submission,
    )
    .fetch_one(db)
    .await
}
