//! Lists and counts of staff users and business users.

use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::Side;
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::page::PageParams;
use gridbill_core::permission::Role;
use gridbill_core::staff::{
    BusinessUser, BusinessUsersRequest, StaffUser, StaffUserSortBy, StaffUsersRequest, UsersCards,
};
use gridbill_core::team::{Activity, PeopleFilter};
use gridbill_core::{Code, Day, Instant, Page, Problem};
use uuid::Uuid;

use super::sql;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, NewestFirst, columns};
use crate::team::{LAST_LOGIN, People};

pub async fn staff_cards(app: App, _: Staff, _: Nothing) -> Answer<UsersCards> {
    cards(&app, Side::Staff).await
}

pub async fn business_cards(app: App, _: Staff, _: Nothing) -> Answer<UsersCards> {
    cards(&app, Side::Customer).await
}

async fn cards(app: &App, side: Side) -> Answer<UsersCards> {
    let now = app.now();
    let counts = sql::counts(&app.pool, side, Activity::active_since(Day::at(now)).begins()).await?;
    Ok(UsersCards {
        total: counts.total,
        active: counts.active,
        inactive: counts.total - counts.active - counts.awaited,
        invites_pending: counts.awaited,
        as_of: now,
    })
}

pub async fn staff(app: App, who: Staff, request: StaffUsersRequest) -> Answer<Page<StaffUser>> {
    let (now, today) = (app.now(), Day::at(app.now()));
    let people = StaffUsers(People::new("filter.search", &request.filter, now)?);
    let page = list::page(&app.pool, &people, request.sort, request.page()).await?;
    Ok(page.map(|row| row.shown(today, who.person.person_id)))
}

pub async fn business(app: App, _: Staff, request: BusinessUsersRequest) -> Answer<Page<BusinessUser>> {
    let (now, today) = (app.now(), Day::at(app.now()));
    let activity = request.activity.map(|code| {
        let known = u8::try_from(code).ok().and_then(|code| Activity::try_from(code).ok());
        known.ok_or_else(|| Problem::new(Code::Unreadable).with("reason", "activity: an activity is 1, 2 or 3"))
    });
    let activity = activity.transpose().map_err(|problem| Problem::at("activity", problem))?;
    let BusinessUsersRequest { search, activation_status, count, cursor, .. } = request;
    let filter = PeopleFilter { search, activity, activation_status, role: None };
    let people = BusinessUsers(People::new("search", &filter, now)?);
    let wanted = PageParams { record_count: count, cursor: cursor.as_deref() };
    Ok(list::page(&app.pool, &people, Sort::default(), wanted).await?.map(|row| row.shown(today)))
}

/// Staff users.
struct StaffUsers<'a>(People<'a>);

impl List for StaffUsers<'_> {
    type Row = StaffRow;
    type By = StaffUserSortBy;
    const NAME: &'static str = "the utility's people";
    const FROM: (&'static str, &'static str) = ("person", "p");

    fn keys(by: StaffUserSortBy) -> &'static [Key] {
        const NAME: Key = Key::new("p.name", "text").within("lower(", ")");
        const ID: Key = Key::new("p.person_id", "uuid");
        match by {
            StaffUserSortBy::Username => const { &[NAME, ID] },
            StaffUserSortBy::LastLoggedIn => const { &[LAST_LOGIN, NAME, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("p.is_staff and p.deleted_at is null", &[]);
        if let Some(pattern) = &self.0.pattern {
            only.and("(p.name ilike {} or p.nickname ilike {} or p.email ilike {})", &[pattern, pattern, pattern]);
        }
        self.0.narrow(only);
    }
}

/// A staff user.
struct StaffRow {
    person_id: Uuid,
    email: String,
    name: String,
    nickname: Option<String>,
    mobile_no: Option<String>,
    role: Role,
    is_activated: bool,
    last_login_at: Option<Instant>,
    sent_at: Option<Instant>,
}

columns! { StaffRow, "" =>
    person_id: "p.person_id",
    email: "p.email",
    name: "p.name",
    nickname: "p.nickname",
    mobile_no: "p.mobile_no",
    role: "p.role",
    is_activated: "p.activated_at is not null",
    last_login_at: "p.last_login_at",
    sent_at: "(select max(l.created_at) from link l where l.person_id = p.person_id and l.kind = 'staffActivation')",
}

impl StaffRow {
    fn shown(self, today: Day, asker: Uuid) -> StaffUser {
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

/// All customers who registered, newest first.
struct BusinessUsers<'a>(People<'a>);

impl List for BusinessUsers<'_> {
    type Row = BusinessRow;
    type By = NewestFirst;
    const NAME: &'static str = "business users";
    const FROM: (&'static str, &'static str) =
        ("(select person.*, company_name from person left join bulk_account using (bulk_id))", "p");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("p.created_at", "timestamptz"), Key::new("p.person_id", "uuid")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("not p.is_staff and p.deleted_at is null", &[]);
        if let Some(pattern) = &self.0.pattern {
            only.and("(p.name ilike {} or p.email ilike {} or p.company_name ilike {})", &[pattern, pattern, pattern]);
        }
        self.0.narrow(only);
    }
}

/// A customer who registered.
struct BusinessRow {
    person_id: Uuid,
    created_at: Instant,
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

columns! { BusinessRow, "" =>
    person_id: "p.person_id",
    created_at: "p.created_at",
    email: "p.email",
    name: "p.name",
    mobile_no: "p.mobile_no",
    role: "p.role",
    bulk_id: "p.bulk_id",
    company_name: "p.company_name",
    is_activated: "p.activated_at is not null",
    last_login_at: "p.last_login_at",
    sent_at: "(select max(l.created_at) from link l where l.person_id = p.person_id and l.kind = 'activation')",
}

impl BusinessRow {
    fn shown(self, today: Day) -> BusinessUser {
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
