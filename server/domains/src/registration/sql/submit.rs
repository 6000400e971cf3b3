//! Queries of submitting an application.

use gridbill_core::registration::{RegistrationForm, RegistrationStatus};
use gridbill_core::{Code, Instant};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::error::{Answer, OnConstraint as _};

/// An application that passed all checks.
pub struct CheckedApplication<'a> {
    pub form: &'a RegistrationForm,
    pub declaration_id: Uuid,
    /// Number of accounts to add.
    pub accounts: i32,
    /// The version of the terms that the user agreed to.
    pub terms_version: Option<&'a str>,
}

/// Lets applications of one company be submitted one after the other. Indexes refuse two that have the same 12 digits, or
/// only the same old number, but not one that has both and one that has only the old number.
pub async fn lock_company(db: &mut PgConnection, registration_no: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('company ' || coalesce(old_company_no($1), company_no($1)), 0))",
        registration_no,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Whether the company has a bulk account.
pub async fn is_registered(db: &mut PgConnection, registration_no: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bulk_account where is_same_company(registration_no, $1)) as "is!""#,
        registration_no,
    )
    .fetch_one(db)
    .await
}

/// Whether the company has another live application.
pub async fn has_other_application(
    db: &mut PgConnection,
    registration_no: &str,
    registration_id: Uuid,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from registration
                          where is_same_company(registration_no, $1) and registration_is_live(status)
                            and registration_id <> $2) as "has!""#,
        registration_no,
        registration_id,
    )
    .fetch_one(db)
    .await
}

/// Filters the accounts that a user without a bulk account has found by this company's number. The user must have
/// looked the number up, and the accounts must still be in no bulk account. Otherwise the call would reveal which
/// company an account belongs to.
pub async fn found(
    db: &mut PgConnection,
    person_id: Uuid,
    registration_no: &str,
    accounts: &[&str],
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select m.account_no from account_master m
         where m.account_no = any($3) and is_same_company(m.registration_no, $2)
           and exists (select from account_lookup l
                       where l.person_id = $1 and l.kind = 'company' and is_same_company(l.subject, $2))
           and not exists (select from electricity_account a where a.account_no = m.account_no)",
        person_id,
        registration_no,
        accounts as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Submits the application with its accounts, and returns the number of the submission.
/// Fails with [`Code::CompanyHasApplication`] when another live application has the company's number.
pub async fn submit(
    db: &mut PgConnection,
    registration_id: Uuid,
    status: RegistrationStatus,
    whole: &CheckedApplication<'_>,
    now: Instant,
) -> Answer<i32> {
    let details = &whole.form.details;
    let submission = sqlx::query_scalar!(
        "update registration
         set status = $2, form = $3, declaration_id = $4, registration_no = $5, company_name = $6, business_type = $7,
             submissions = submissions + 1, submitted_at = $8, updated_at = $8, draft_version = draft_version + 1,
             remark = null, answer_by = null, remind_on = '{}'
         where registration_id = $1 returning submissions",
        registration_id,
        status as i16,
        Json(whole.form) as _,
        whole.declaration_id,
        details.registration_no,
        details.company_name,
        whole.form.business_type,
        now.utc(),
    )
    .fetch_one(&mut *db)
    .await
    .on_constraint("one_live_application_of_a_company", Code::CompanyHasApplication)?;
    sqlx::query!(
        "insert into registration_submission (registration_id, submission, form, declaration_id, accounts, submitted_at,
                                             terms_version)
         values ($1, $2, $3, $4, $5, $6, $7)",
        registration_id,
        submission,
        Json(whole.form) as _,
        whole.declaration_id,
        whole.accounts,
        now.utc(),
        whole.terms_version,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into registration_account (registration_id, submission, place, account_no, reference_id, is_select, source)
         select registration_id, $2, place, account_no, reference_id, true, source
         from registration_account where registration_id = $1 and submission = 0 and is_select",
        registration_id,
        submission,
    )
    .execute(db)
    .await?;
    Ok(submission)
}

/// Copies another application's data into an empty draft. The version continues from the old one, so that a tab that
/// still shows the old draft is refused as outdated.
pub async fn copy(db: &mut PgConnection, from: Uuid, into: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update registration new
         set form = old.form, declaration_id = old.declaration_id, registration_no = old.registration_no,
             company_name = old.company_name, business_type = old.business_type, step = 0,
             draft_version = old.draft_version + 1, updated_at = $3
         from registration old where new.registration_id = $2 and old.registration_id = $1",
        from,
        into,
        now.utc(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into registration_account (registration_id, submission, place, account_no, reference_id, is_select, source)
         select $2, 0, place, account_no, reference_id, is_select, source
         from registration_account where registration_id = $1 and submission = 0",
        from,
        into,
    )
    .execute(db)
    .await
    .map(drop)
}
