//! Queries of applications beside those of their use cases.

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Day, Instant};
use sqlx::PgPool;
use uuid::Uuid;

pub struct Standing {
    pub registration_id: Option<Uuid>,
    pub status: i16,
    pub processed: i64,
    pub total: i64,
    pub bulk_id: Option<BulkId>,
    pub is_notified: bool,
}

/// Where the person's application stands: the open one, else the last.
pub async fn standing(db: &PgPool, person_id: Uuid) -> sqlx::Result<Standing> {
    sqlx::query_as!(
        Standing,
        r#"select r.registration_id as "registration_id?",
                  coalesce(r.status, b.registration_status, 1)::smallint as "status!",
                  case when r.status in (6, 7) then s.accounts
                       when r.status = 5 then (
                           select count(*) from registration_account a
                           join tagging t on t.bulk_id = r.bulk_id and t.account_no = a.account_no and t.done_at is not null
                           where a.registration_id = r.registration_id and a.submission = r.submissions)
                       else 0 end::bigint as "processed!",
                  case when r.status in (1, 4) then (
                           select count(*) from registration_account a
                           where a.registration_id = r.registration_id and a.submission = 0 and a.is_select)
                       else coalesce(s.accounts, 0) end::bigint as "total!",
                  coalesce(r.bulk_id, p.bulk_id) as "bulk_id: BulkId",
                  exists (select from government_notice n where n.person_id = p.person_id and n.sent_at is null)
                      as "is_notified!"
           from person p
           left join lateral (
               select * from registration r where r.person_id = p.person_id
               order by r.status in (1, 2, 4, 5) desc, r.created_at desc, r.updated_at desc limit 1
           ) r on true
           left join registration_submission s on s.registration_id = r.registration_id and s.submission = r.submissions
           left join bulk_account b on b.bulk_id = p.bulk_id
           where p.person_id = $1"#,
        person_id,
    )
    .fetch_one(db)
    .await
}

/// Keeps the wish; one for a later day takes the place of one of before.
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

pub struct Company {
    pub company_name: Option<String>,
    pub premises_address: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    pub state: Option<String>,
    pub accounts: i64,
    pub is_registered: bool,
    /// Somebody else's, or an own one that is no draft any more.
    pub has_application: bool,
}

/// What is known of a company number: the first of its accounts says its name and an address.
pub async fn company(db: &PgPool, registration_no: &str, asker: Uuid) -> sqlx::Result<Company> {
    sqlx::query_as!(
        Company,
        r#"select m.company_name as "company_name?", m.premises_address as "premises_address?", m.city as "city?",
                  m.postal_code as "postal_code?", m.state as "state?",
                  (select count(*) from account_master where registration_no = $1) as "accounts!",
                  exists (select from bulk_account where registration_no = $1) as "is_registered!",
                  exists (select from registration r where r.registration_no = $1 and r.status in (2, 4, 5, 6, 7)
                          and r.person_id <> $2) as "has_application!"
           from (values (1)) one
           left join lateral (
               select * from account_master where registration_no = $1 order by active desc, account_no limit 1
           ) m on true"#,
        registration_no,
        asker,
    )
    .fetch_one(db)
    .await
}

pub struct Suggested {
    pub account_no: AccountNo,
    pub premises_address: String,
    pub active: bool,
    pub bulk_id: Option<BulkId>,
}

pub async fn suggested(
    db: &PgPool,
    registration_no: &str,
    after: Option<&str>,
    rows: i64,
) -> sqlx::Result<Vec<Suggested>> {
    sqlx::query_as!(
        Suggested,
        r#"select m.account_no as "account_no: AccountNo", m.premises_address, m.active, a.bulk_id as "bulk_id?: BulkId"
           from account_master m left join electricity_account a using (account_no)
           where m.registration_no = $1 and ($2::text is null or m.account_no > $2)
           order by m.account_no limit $3"#,
        registration_no,
        after,
        rows,
    )
    .fetch_all(db)
    .await
}

pub async fn count_suggested(db: &PgPool, registration_no: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from account_master where registration_no = $1"#,
        registration_no,
    )
    .fetch_one(db)
    .await
}

/// Where an account is; none when the account master does not know it.
pub async fn premises(db: &PgPool, account_no: &AccountNo) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select premises_address from account_master where account_no = $1", account_no.as_str())
        .fetch_optional(db)
        .await
}
