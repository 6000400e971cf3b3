//! Queries of the people of a bulk account: a person is a row, and so is an open invitation. Their text is put together
//! when the program is compiled.

use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::team::{Activity, TeamMember};
use gridbill_core::{Day, Instant};
use sqlx::PgPool;
use uuid::Uuid;

use crate::team::list::Narrow;

/// A row, and its place in the list: the Master, then people by name, then invitations by address.
pub struct Row {
    pub rank: i32,
    pub place: String,
    pub user_id: Uuid,
    pub name: Option<String>,
    pub email: String,
    pub nickname: Option<String>,
    pub role: Role,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub is_activated: bool,
    pub last_login_at: Option<Instant>,
    pub sent_at: Option<Instant>,
    pub expires_at: Option<Instant>,
}

impl Row {
    pub fn shown(self, today: Day) -> TeamMember {
        TeamMember {
            user_id: self.user_id.to_string(),
            username: self.name,
            email: self.email,
            nickname: self.nickname,
            role: self.role,
            permissions: Permissions { make_payments: self.make_payments, manage_accounts: self.manage_accounts },
            is_activated: self.is_activated,
            activity: Activity::of(!self.is_activated, self.last_login_at, today),
            last_logged_in: self.last_login_at,
            invited_at: self.sent_at,
            invitation_expires_at: self.expires_at,
        }
    }
}

/// A query over everybody of the bulk account $1: the filter's parameters are $2 to $7, `$activity` is their activity.
macro_rules! of_team {
    ($row:ident, $select:tt, $rest:tt, $bulk_id:expr, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            r#"with everybody as (
                   select case role when 'master' then 0 else 1 end as rank, lower(name) as place, person_id as user_id, name,
                          email, nickname, role, make_payments, manage_accounts, activated_at is not null as is_activated,
                          last_login_at, null::timestamptz as sent_at, null::timestamptz as expires_at
                   from person where bulk_id = $1 and deleted_at is null
                   union all
                   select 2, i.email, i.invitation_id, null, i.email, i.nickname, i.role, i.make_payments, i.manage_accounts,
                          false, null, i.sent_at,
                          (select max(l.expires_at) from link l where l.invitation_id = i.invitation_id)
                   from invitation i where i.bulk_id = $1 and i.accepted_at is null and i.withdrawn_at is null
               ), matching as (
                   select *, case when not is_activated then 3 when last_login_at >= $5 then 1 else 2 end as activity
                   from everybody
                   where ($2::text is null or name ilike $2 or nickname ilike $2 or email ilike $2)
                     and ($3::text is null or role = $3)
               )
               select "#
                + $select
                + " from matching where ($4::smallint is null or activity = $4)
                      and ($6::text is null
                           or case $6 when 'activated' then is_activated
                                      when 'pendingApproval' then is_activated and exists (
                                          select from registration r where r.person_id = user_id and r.status = 2)
                                      else not is_activated and ($6 = 'created') = coalesce(
                                          coalesce(expires_at, (select max(l.expires_at) from link l
                                                                where l.person_id = user_id and l.kind = 'activation'))
                                              > $7, false)
                              end) "
                + $rest,
            $bulk_id.as_str(),
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

/// A page, after that place.
pub async fn page(
    db: &PgPool,
    bulk_id: &BulkId,
    narrow: &Narrow,
    after: Option<&(i32, String, Uuid)>,
    rows: i64,
) -> sqlx::Result<Vec<Row>> {
    of_team!(
        Row,
        r#"rank as "rank!", place as "place!", user_id as "user_id!", name, email as "email!", nickname,
           role as "role!: Role", make_payments as "make_payments!", manage_accounts as "manage_accounts!",
           is_activated as "is_activated!", last_login_at as "last_login_at: Instant", sent_at as "sent_at: Instant",
           expires_at as "expires_at: Instant""#,
        "and ($8::int is null or (rank, place, user_id) > ($8, $9, $10)) order by rank, place, user_id limit $11",
        bulk_id,
        narrow,
        after.map(|(rank, ..)| *rank),
        after.map(|(_, place, _)| place.as_str()),
        after.map(|(.., user_id)| *user_id),
        rows
    )
    .fetch_all(db)
    .await
}

struct Count {
    rows: i64,
}

/// How many match in all.
pub async fn count(db: &PgPool, bulk_id: &BulkId, narrow: &Narrow) -> sqlx::Result<i64> {
    let count = of_team!(Count, r#"count(*) as "rows!""#, "", bulk_id, narrow).fetch_one(db).await?;
    Ok(count.rows)
}

pub struct Counts {
    pub total: i64,
    pub active: i64,
    pub awaited: i64,
}

pub async fn counts(db: &PgPool, bulk_id: &BulkId, active_since: Instant) -> sqlx::Result<Counts> {
    let narrow = Narrow { active_since: Some(active_since), ..Narrow::default() };
    of_team!(
        Counts,
        r#"count(*) as "total!", count(*) filter (where activity = 1) as "active!",
           count(*) filter (where activity = 3) as "awaited!""#,
        "",
        bulk_id,
        narrow
    )
    .fetch_one(db)
    .await
}
