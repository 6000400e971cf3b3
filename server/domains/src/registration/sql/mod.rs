//! Queries of applications that several use cases share.

use gridbill_core::accounts::AccountError;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Day, Instant};
use serde_json::Value;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::application::Registration;

pub mod answer;
pub mod declaration;
pub mod draft;
pub mod notice;
pub mod process;
pub mod review;
pub mod submit;

/// Selects an application; $1 is its id or its bulk account.
macro_rules! registration {
    ($rest:tt, $named:expr) => {
        sqlx::query_as!(
            Registration,
            r#"select registration_id, person_id, status as "status: RegistrationStatus", registration_no, company_name,
                      business_type, submissions, draft_version, remark, answer_by as "answer_by: Day",
                      bulk_id as "bulk_id: BulkId"
               from registration where "#
                + $rest,
            $named,
        )
    };
}

pub async fn registration(db: &PgPool, registration_id: Uuid) -> sqlx::Result<Option<Registration>> {
    registration!("registration_id = $1", registration_id).fetch_optional(db).await
}

pub async fn lock(db: &mut PgConnection, registration_id: Uuid) -> sqlx::Result<Option<Registration>> {
    registration!("registration_id = $1 for update", registration_id).fetch_optional(db).await
}

pub async fn lock_processed(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Option<Registration>> {
    registration!("bulk_id = $1 and registration_awaits_accounts(status) for update", bulk_id.as_str())
        .fetch_optional(db)
        .await
}

/// Locks the user's application that awaits a decision or an answer.
pub async fn lock_waiting(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<Registration>> {
    registration!(
        "person_id = $1 and (registration_awaits_approval(status) or registration_awaits_answer(status)) for update",
        person_id
    )
    .fetch_optional(db)
    .await
}

/// A user whose row is locked, with their bulk account.
pub struct LockedPerson {
    pub person_id: Uuid,
    pub bulk_id: Option<BulkId>,
}

/// Locks users in the order of their ids; deleted and disabled users are left out.
pub async fn lock_people(db: &mut PgConnection, people: &[Uuid]) -> sqlx::Result<Vec<LockedPerson>> {
    sqlx::query_as!(
        LockedPerson,
        r#"select person_id, bulk_id as "bulk_id: BulkId" from person
           where person_id = any($1) and deleted_at is null and disabled_at is null order by person_id
           for no key update"#,
        people,
    )
    .fetch_all(db)
    .await
}

/// A fact of an application.
pub struct Happened {
    pub kind: String,
    pub data: Value,
    pub at: Instant,
    pub by: String,
}

/// Lists the facts of a subject, oldest first.
pub async fn facts(db: &PgPool, subject: &str) -> sqlx::Result<Vec<Happened>> {
    sqlx::query_as!(
        Happened,
        r#"select kind, data, happened_at as "at: Instant", actor_name as by from fact where subject = $1 order by place"#,
        subject,
    )
    .fetch_all(db)
    .await
}

/// Lists the selected accounts of a submission, each with its current error. An account in the application's own bulk
/// account is no error.
pub async fn submitted_accounts(
    db: &PgPool,
    registration_id: Uuid,
    submission: i32,
) -> sqlx::Result<Vec<(String, Option<AccountError>)>> {
    let rows = sqlx::query!(
        r#"select s.account_no, m.active as "active?", a.bulk_id as "holder?", r.bulk_id as own
           from registration r join registration_account s using (registration_id)
           left join account_master m on m.account_no = s.account_no
           left join electricity_account a on a.account_no = s.account_no
           where r.registration_id = $1 and s.submission = $2 and s.is_select"#,
        registration_id,
        submission,
    )
    .fetch_all(db)
    .await?;
    let accounts = rows.into_iter().map(|row| {
        let error = AccountError::of(row.active, row.holder.as_deref(), row.own.as_deref());
        (row.account_no, error.filter(|error| *error != AccountError::Duplicate))
    });
    Ok(accounts.collect())
}

pub struct RegistrationState {
    pub registration_id: Option<Uuid>,
    /// `None` while the user has neither an application nor a bulk account.
    pub status: Option<i16>,
    /// After a submission: the business type of the last submission.
    pub business_type: Option<i16>,
    /// The number of submissions so far.
    pub submissions: i32,
    pub processed: i64,
    pub total: i64,
    pub bulk_id: Option<BulkId>,
    pub answer_by: Option<Day>,
    pub is_notified: bool,
}

/// Finds the status of the user's application: the open one, or else the last, chosen as in `draft::application`.
pub async fn find_state(db: &PgPool, person_id: Uuid) -> sqlx::Result<RegistrationState> {
    sqlx::query_as!(
        RegistrationState,
        r#"select r.registration_id as "registration_id?",
                  coalesce(r.status, b.registration_status) as status,
                  r.business_type as "business_type?", coalesce(r.submissions, 0) as "submissions!",
                  case when registration_is_processed(r.status) then s.accounts
                       when registration_awaits_accounts(r.status) then (
                           select count(distinct a.account_no) from registration_account a
                           join tagging t on t.bulk_id = r.bulk_id and t.account_no = a.account_no and t.done_at is not null
                           where a.registration_id = r.registration_id and a.submission = r.submissions)
                       else 0 end::bigint as "processed!",
                  case when registration_is_editable(r.status) then (
                           select count(*) from registration_account a
                           where a.registration_id = r.registration_id and a.submission = 0 and a.is_select)
                       else coalesce(s.accounts, 0) end::bigint as "total!",
                  coalesce(r.bulk_id, p.bulk_id) as "bulk_id: BulkId", r.answer_by as "answer_by?: Day",
                  exists (select from government_notice n where n.person_id = p.person_id and n.sent_at is null)
                      as "is_notified!"
           from person p
           left join lateral (
               select * from registration r
               where r.person_id = p.person_id
                 and (r.bulk_id = p.bulk_id
                      or r.bulk_id is null and (p.bulk_id is null or registration_awaits_approval(r.status)
                                                or registration_awaits_answer(r.status)))
                 and (r.bulk_id is not null
                      or not exists (select from registration made
                                     where made.person_id = r.person_id and made.bulk_id is not null
                                       and made.created_at > r.created_at))
               order by registration_is_open(r.status) desc, r.created_at desc, r.updated_at desc limit 1
           ) r on true
           left join registration_submission s on s.registration_id = r.registration_id and s.submission = r.submissions
           left join bulk_account b on b.bulk_id = p.bulk_id
           where p.person_id = $1"#,
        person_id,
    )
    .fetch_one(db)
    .await
}

/// Finds the user who applied for a bulk account.
pub async fn applicant_of(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from registration where bulk_id = $1 order by created_at desc limit 1",
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// The bulk account's own status.
pub async fn status_of(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<Option<i16>> {
    let status =
        sqlx::query_scalar!("select registration_status from bulk_account where bulk_id = $1", bulk_id.as_str());
    status.fetch_optional(db).await
}

/// Stores the request; a request for a later day replaces an earlier one.
pub async fn ask_for_notice(db: &PgPool, person_id: Uuid, on: Day, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into government_notice as n (person_id, asked_at, on_day) values ($1, $2, $3)
         on conflict (person_id) do update set asked_at = excluded.asked_at, on_day = excluded.on_day, sent_at = null
         where n.on_day < excluded.on_day",
        person_id,
        now.utc(),
        on.date(),
    )
    .execute(db)
    .await
    .map(drop)
}

#[expect(clippy::struct_field_names, reason = "the fields are named like the columns")]
pub struct Company {
    pub company_name: Option<String>,
    pub premises_address: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    pub state: Option<String>,
    pub accounts: i64,
    pub is_registered: bool,
    /// Another user's live application has this number.
    pub has_application: bool,
}

/// Finds the data about a company number. Name and address come from the first of its accounts that is in no bulk
/// account.
pub async fn company(db: &PgPool, registration_no: &str, asker: Uuid) -> sqlx::Result<Company> {
    sqlx::query_as!(
        Company,
        r#"with free as (
               select m.* from account_master m
               where is_same_company(m.registration_no, $1)
                 and not exists (select from electricity_account a where a.account_no = m.account_no)
           )
           select m.company_name as "company_name?", m.premises_address as "premises_address?", m.city as "city?",
                  m.postal_code as "postal_code?", m.state as "state?", (select count(*) from free) as "accounts!",
                  exists (select from bulk_account where is_same_company(registration_no, $1)) as "is_registered!",
                  exists (select from registration r
                          where is_same_company(r.registration_no, $1) and registration_is_live(r.status) and r.person_id <> $2) as "has_application!"
           from (values (1)) one
           left join lateral (select * from free order by active desc, account_no limit 1) m on true"#,
        registration_no,
        asker,
    )
    .fetch_one(db)
    .await
}

/// The address of an account that is in no bulk account or in the user's own; otherwise `None`.
pub async fn premises(db: &PgPool, account_no: &AccountNo, own: Option<&BulkId>) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select m.premises_address from account_master m left join electricity_account a using (account_no)
         where m.account_no = $1 and (a.bulk_id is null or a.bulk_id = $2)",
        account_no.as_str(),
        own.map(BulkId::as_str),
    )
    .fetch_optional(db)
    .await
}

/// Whether the bulk account of a user whose row is locked is being created. The user is then about to become its
/// Master.
pub async fn is_being_made(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from registration where person_id = $1 and status = $2 and bulk_id is null) as "is!""#,
        person_id,
        RegistrationStatus::PostProcessing as i16,
    )
    .fetch_one(db)
    .await
}
