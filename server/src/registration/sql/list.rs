//! Queries of lists of applications. Their text is put together when the program is compiled.

use gridbill_core::Instant;
use gridbill_core::registration::{RegistrationRow, RegistrationStatus, UserType};
use sqlx::PgPool;
use uuid::Uuid;

use crate::registration::list::Narrow;

/// An application in a list, and its place there.
pub struct Row {
    pub registration_id: Uuid,
    pub submitted_at: Instant,
    company_name: String,
    registration_no: String,
    business_type: i16,
    status: RegistrationStatus,
    submitted_by: String,
    reviewed_by: Option<String>,
    accounts: i32,
}

/// How many characters of its ID people call an application by.
const CALLED: usize = 8;

impl Row {
    pub fn shown(self) -> RegistrationRow {
        let registration_id = self.registration_id.to_string();
        RegistrationRow {
            application_id: registration_id.chars().take(CALLED).collect(),
            registration_id,
            company_name: self.company_name,
            registration_no: self.registration_no,
            business_type: self.business_type,
            status: self.status,
            user_type: UserType::BulkCustomer,
            user_type_code: UserType::BulkCustomer.code(),
            submitted_date: Some(self.submitted_at),
            submitted_by: self.submitted_by,
            reviewed_by: self.reviewed_by,
            total_accounts: i64::from(self.accounts),
        }
    }
}

/// A query over applications that were submitted; the filter's parameters are $1 to $3.
macro_rules! of_registrations {
    ($row:ident, $select:tt, $joined:tt, $rest:tt, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            "select "
                + $select
                + " from registration r "
                + $joined
                + r#" where r.status <> 1
                     and ($1::text is null or r.company_name ilike $1 or r.registration_no ilike $1
                          or r.registration_id::text ilike $1)
                     and ($2::smallint[] is null or r.status = any($2))
                     and ($3::smallint is null or r.business_type = $3) "#
                + $rest,
            $narrow.pattern,
            $narrow.statuses.as_deref(),
            $narrow.business_type,
            $($more,)*
        )
    };
}

/// The columns of a row.
macro_rules! rows {
    ($rest:tt, $narrow:expr $(, $more:expr)*) => {
        of_registrations!(
            Row,
            r#"r.registration_id, r.submitted_at as "submitted_at!: Instant", r.company_name,
               r.registration_no as "registration_no!", r.business_type as "business_type!",
               r.status as "status: RegistrationStatus", maker.name as submitted_by, reviewer.name as "reviewed_by?",
               s.accounts"#,
            "join person maker using (person_id)
             join registration_submission s on s.registration_id = r.registration_id and s.submission = r.submissions
             left join person reviewer on reviewer.person_id = r.reviewed_by",
            $rest,
            $narrow
            $(, $more)*
        )
    };
}

/// A page of them, after that place, the newest first.
pub async fn page(db: &PgPool, narrow: &Narrow, after: Option<&(Instant, Uuid)>, rows: i64) -> sqlx::Result<Vec<Row>> {
    rows!(
        "and ($4::timestamptz is null or (r.submitted_at, r.registration_id) < ($4, $5::uuid))
         order by r.submitted_at desc, r.registration_id desc limit $6",
        narrow,
        after.map(|(at, _)| at.utc()),
        after.map(|(_, registration_id)| *registration_id),
        rows
    )
    .fetch_all(db)
    .await
}

/// One that was submitted.
pub async fn one(db: &PgPool, registration_id: Uuid) -> sqlx::Result<Option<Row>> {
    let all = Narrow::default();
    rows!("and r.registration_id = $4", all, registration_id).fetch_optional(db).await
}

struct Count {
    rows: i64,
}

pub async fn count(db: &PgPool, narrow: &Narrow) -> sqlx::Result<i64> {
    Ok(of_registrations!(Count, r#"count(*) as "rows!""#, "", "", narrow).fetch_one(db).await?.rows)
}
