//! Queries of lists of users. Their text is put together when the program is compiled.

use gridbill_core::Day;
use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use gridbill_core::team::Activity;
use gridbill_core::users::{BusinessUser, StaffUser};
use sqlx::PgPool;
use uuid::Uuid;

use crate::team::Narrow;

pub struct Counts {
    pub total: i64,
    pub active: i64,
    pub awaited: i64,
}

pub async fn counts(db: &PgPool, are_staff: bool, active_since: Instant) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"select count(*) as "total!",
                  count(*) filter (where activated_at is not null and last_login_at >= $2) as "active!",
                  count(*) filter (where activated_at is null) as "awaited!"
           from person where is_staff = $1 and deleted_at is null"#,
        are_staff,
        active_since.utc(),
    )
    .fetch_one(db)
    .await
}

struct Count {
    rows: i64,
}

/// Somebody of the utility's people, and their place in the list.
pub struct StaffRow {
    pub place: String,
    pub person_id: Uuid,
    email: String,
    name: String,
    nickname: Option<String>,
    mobile_no: Option<String>,
    role: Role,
    is_activated: bool,
    last_login_at: Option<Instant>,
    sent_at: Option<Instant>,
}

impl StaffRow {
    pub fn shown(self, today: Day, asker: Uuid) -> StaffUser {
        StaffUser {
            user_id: self.person_id.to_string(),
            email_address: self.email,
            username: self.name,
            nickname: self.nickname,
            mobile_no: self.mobile_no,
            role: self.role,
            activity: Activity::of(!self.is_activated, self.last_login_at, today),
            last_logged_in: self.last_login_at,
            activation_sent_at: self.sent_at.filter(|_| !self.is_activated),
            is_self: self.person_id == asker,
        }
    }
}

/// A query over the utility's people; the filter's parameters are $1 to $6.
macro_rules! of_staff {
    ($row:ident, $select:tt, $rest:tt, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            "select "
                + $select
                + r#" from person p
                   where is_staff and deleted_at is null
                     and ($1::text is null or name ilike $1 or nickname ilike $1 or email ilike $1)
                     and ($2::text is null or role = $2)
                     and ($3::smallint is null
                          or case when activated_at is null then 3 when last_login_at >= $4 then 1 else 2 end = $3)
                     and ($5::text is null
                          or case $5 when 'activated' then activated_at is not null
                                     when 'pendingApproval' then activated_at is not null and exists (
                                         select from registration r where r.person_id = p.person_id and r.status = 2)
                                     else activated_at is null and ($5 = 'created') = coalesce(
                                         (select max(l.expires_at) from link l
                                          where l.person_id = p.person_id and l.kind in ('activation', 'staffActivation'))
                                             > $6, false)
                             end) "#
                + $rest,
            $narrow.pattern,
            $narrow.role,
            $narrow.activity,
            $narrow.active_since.map(Instant::utc),
            $narrow.activation,
            $narrow.now.map(Instant::utc),
            $($more,)*
        )
    };
}

/// A page of the utility's people, after that place.
pub async fn staff(
    db: &PgPool,
    narrow: &Narrow,
    after: Option<&(String, Uuid)>,
    rows: i64,
) -> sqlx::Result<Vec<StaffRow>> {
    of_staff!(
        StaffRow,
        r#"lower(name) as "place!", person_id, email, name, nickname, mobile_no, role as "role!: Role",
           activated_at is not null as "is_activated!", last_login_at as "last_login_at: Instant",
           (select max(created_at) from link l where l.person_id = p.person_id and kind = 'staffActivation')
               as "sent_at: Instant""#,
        "and ($7::text is null or (lower(name), person_id) > ($7, $8::uuid)) order by lower(name), person_id limit $9",
        narrow,
        after.map(|(place, _)| place.as_str()),
        after.map(|(_, person_id)| *person_id),
        rows
    )
    .fetch_all(db)
    .await
}

pub async fn staff_count(db: &PgPool, narrow: &Narrow) -> sqlx::Result<i64> {
    Ok(of_staff!(Count, r#"count(*) as "rows!""#, "", narrow).fetch_one(db).await?.rows)
}

/// Somebody who registered.
pub struct BusinessRow {
    pub person_id: Uuid,
    pub created_at: Instant,
    email: String,
    name: String,
    mobile_no: Option<String>,
    role: Option<Role>,
    bulk_id: Option<BulkId>,
    company_name: Option<String>,
    is_activated: bool,
    last_login_at: Option<Instant>,
    sent_at: Option<Instant>,
}

impl BusinessRow {
    pub fn shown(self, today: Day) -> BusinessUser {
        BusinessUser {
            user_id: self.person_id.to_string(),
            email: self.email,
            username: self.name,
            mobile_no: self.mobile_no,
            role: self.role,
            bulk_id: self.bulk_id,
            company_name: self.company_name,
            activity: Activity::of(!self.is_activated, self.last_login_at, today),
            last_logged_in: self.last_login_at,
            created_at: self.created_at,
            activation_sent_at: self.sent_at.filter(|_| !self.is_activated),
        }
    }
}

/// A query over business users; the filter's parameters are $1 to $5.
macro_rules! of_business {
    ($row:ident, $select:tt, $rest:tt, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            "select "
                + $select
                + r#" from person p left join bulk_account b using (bulk_id)
                   where not is_staff and deleted_at is null
                     and ($1::text is null or name ilike $1 or email ilike $1 or company_name ilike $1)
                     and ($2::smallint is null
                          or case when activated_at is null then 3 when last_login_at >= $3 then 1 else 2 end = $2)
                     and ($4::text is null
                          or case $4 when 'activated' then activated_at is not null
                                     when 'pendingApproval' then activated_at is not null and exists (
                                         select from registration r where r.person_id = p.person_id and r.status = 2)
                                     else activated_at is null and ($4 = 'created') = coalesce(
                                         (select max(l.expires_at) from link l
                                          where l.person_id = p.person_id and l.kind in ('activation', 'staffActivation'))
                                             > $5, false)
                             end) "#
                + $rest,
            $narrow.pattern,
            $narrow.activity,
            $narrow.active_since.map(Instant::utc),
            $narrow.activation,
            $narrow.now.map(Instant::utc),
            $($more,)*
        )
    };
}

/// A page of business users, after that place.
pub async fn business(
    db: &PgPool,
    narrow: &Narrow,
    after: Option<&(Instant, Uuid)>,
    rows: i64,
) -> sqlx::Result<Vec<BusinessRow>> {
    of_business!(
        BusinessRow,
        r#"person_id, p.created_at as "created_at: Instant", email, name, mobile_no, role as "role: Role",
           bulk_id as "bulk_id: BulkId", company_name as "company_name?", activated_at is not null as "is_activated!",
           last_login_at as "last_login_at: Instant",
           (select max(l.created_at) from link l where l.person_id = p.person_id and kind = 'activation')
               as "sent_at: Instant""#,
        "and ($6::timestamptz is null or (p.created_at, person_id) < ($6, $7::uuid))
         order by p.created_at desc, person_id desc limit $8",
        narrow,
        after.map(|(created_at, _)| created_at.utc()),
        after.map(|(_, person_id)| *person_id),
        rows
    )
    .fetch_all(db)
    .await
}

pub async fn business_count(db: &PgPool, narrow: &Narrow) -> sqlx::Result<i64> {
    Ok(of_business!(Count, r#"count(*) as "rows!""#, "", narrow).fetch_one(db).await?.rows)
}
