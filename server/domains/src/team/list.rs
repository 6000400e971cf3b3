//! The list of a bulk account's people and open invitations, its counts, and the filter of all lists of people.

use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::team::{ActivationStatus, Activity, MemberSortBy, PeopleFilter, TeamCards, TeamMember, TeamRequest};
use gridbill_core::{Day, Instant, Page, Problem};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::sql;
use crate::app::App;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

/// The filter of a list of people. Rows `p` are persons, or invitations with the same columns.
pub struct People<'a> {
    filter: &'a PeopleFilter,
    /// The search pattern. Each list searches different columns.
    pub pattern: Option<String>,
    now: Instant,
}

/// SQL for the latest expiry of the links that activate a person's account, or of an invitation's links.
macro_rules! until {
    ($before:literal, $behind:literal) => {
        concat!(
            $before,
            "(select max(l.expires_at) from link l
              where l.invitation_id = p.person_id
                 or (l.person_id = p.person_id and l.kind in ('activation', 'staffActivation')))",
            $behind
        )
    };
}

impl<'a> People<'a> {
    /// Fails with Core's refusal of the search text, at that field.
    pub fn new(field: &str, filter: &'a PeopleFilter, now: Instant) -> Result<Self, Problem> {
        let pattern = searched_pattern(field, filter.search.as_deref())?;
        Ok(Self { filter, pattern, now })
    }

    /// Adds all conditions except the search.
    pub fn narrow(&self, only: &mut Filter<'_>) {
        only.and_some("p.role = {}", self.filter.role.map(Role::code));
        let since = Activity::active_since(Day::at(self.now)).begins().utc();
        match self.filter.activity {
            None => {}
            Some(Activity::InvitePending) => only.and("p.activated_at is null", &[]),
            Some(Activity::Active) => {
                only.and("p.activated_at is not null and p.last_login_at >= {}", &[&since]);
            }
            Some(Activity::Inactive) => {
                only.and("p.activated_at is not null and coalesce(p.last_login_at < {}, true)", &[&since]);
            }
        }
        let now = self.now.utc();
        match self.filter.activation_status {
            None => {}
            Some(ActivationStatus::Activated) => only.and("p.activated_at is not null", &[]),
            Some(ActivationStatus::PendingApproval) => only.and(
                "p.activated_at is not null
                 and exists (select from registration r where r.person_id = p.person_id and r.status = {})",
                &[&(RegistrationStatus::PendingApproval as i16)],
            ),
            Some(ActivationStatus::Created) => {
                only.and(until!("p.activated_at is null and ", " > {}"), &[&now]);
            }
            Some(ActivationStatus::NotActivated) => {
                only.and(until!("p.activated_at is null and coalesce(", " <= {}, true)"), &[&now]);
            }
        }
    }
}

/// Counts invited people who have not joined yet.
pub async fn invited(db: impl PgExecutor<'_>, bulk_id: &BulkId, now: Instant) -> Answer<i64> {
    let since = Activity::active_since(Day::at(now)).begins();
    Ok(sql::counts(db, bulk_id, since).await?.awaited)
}

pub async fn cards(app: &App, bulk_id: &BulkId) -> Answer<TeamCards> {
    let now = app.now();
    let counts = sql::counts(&app.pool, bulk_id, Activity::active_since(Day::at(now)).begins()).await?;
    Ok(TeamCards {
        total: counts.total,
        active: counts.active,
        inactive: counts.total - counts.active - counts.awaited,
        invites_pending: counts.awaited,
        max_user_limit: app.config.utility.max_members,
        as_of: now,
    })
}

pub async fn page(app: &App, bulk_id: &BulkId, request: &TeamRequest) -> Answer<Page<TeamMember>> {
    let (now, today) = (app.now(), Day::at(app.now()));
    let team = Team { bulk_id, people: People::new("filter.search", &request.filter, now)? };
    let page = list::page(&app.pool, &team, request.sort, request.page()).await?;
    Ok(page.map(|row| row.shown(today)))
}

/// The people of a bulk account.
struct Team<'a> {
    /// The tenant.
    bulk_id: &'a BulkId,
    people: People<'a>,
}

impl List for Team<'_> {
    type Row = MemberRow;
    type By = MemberSortBy;
    const NAME: &'static str = "people of a bulk account";
    const FROM: (&'static str, &'static str) = (
        "(select case role when 'master' then 0 else 1 end as rank, lower(name) as place, person_id, bulk_id, name, email,
                 nickname, role, make_payments, manage_accounts, activated_at, last_login_at,
                 null::timestamptz as sent_at
          from person where deleted_at is null
          union all
          select 2, email, invitation_id, bulk_id, null, email, nickname, role, make_payments, manage_accounts, null, null,
                 sent_at
          from invitation where accepted_at is null and withdrawn_at is null)",
        "p",
    );

    fn keys(by: MemberSortBy) -> &'static [Key] {
        const RANK: Key = Key::new("p.rank", "int");
        const PLACE: Key = Key::new("p.place", "text");
        const ID: Key = Key::new("p.person_id", "uuid");
        match by {
            MemberSortBy::Username => const { &[RANK, PLACE, ID] },
            MemberSortBy::LastLoggedIn => const { &[LAST_LOGIN, PLACE, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("p.bulk_id = {}", &[&self.bulk_id.as_str()]);
        if let Some(pattern) = &self.people.pattern {
            only.and("(p.name ilike {} or p.nickname ilike {} or p.email ilike {})", &[pattern, pattern, pattern]);
        }
        self.people.narrow(only);
    }
}

/// Sorts people who never signed in as if their last sign-in was infinitely long ago.
pub const LAST_LOGIN: Key =
    Key::new("p.last_login_at", "timestamptz").within("coalesce(", ", '-infinity'::timestamptz)");

/// A person or an open invitation.
struct MemberRow {
    user_id: Uuid,
    name: Option<String>,
    email: String,
    nickname: Option<String>,
    role: Role,
    make_payments: bool,
    manage_accounts: bool,
    is_activated: bool,
    last_login_at: Option<Instant>,
    sent_at: Option<Instant>,
    expires_at: Option<Instant>,
}

columns! { MemberRow, "" =>
    user_id: "p.person_id",
    name: "p.name",
    email: "p.email",
    nickname: "p.nickname",
    role: "p.role",
    make_payments: "p.make_payments",
    manage_accounts: "p.manage_accounts",
    is_activated: "p.activated_at is not null",
    last_login_at: "p.last_login_at",
    sent_at: "p.sent_at",
    expires_at: "(select max(l.expires_at) from link l where l.invitation_id = p.person_id)",
}

impl MemberRow {
    fn shown(self, today: Day) -> TeamMember {
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
