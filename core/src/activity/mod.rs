//! The activity log: the facts of the last six months, as far as the reader may see them (docs/facts.md#activity-log).

use crate::audience::Audience;
use crate::endpoint::Nothing;
use crate::fact::Fact;
use crate::notifications::{NotificationLink, Reader};
use crate::number::BulkId;
use crate::permission::{Action, Area, Role, Scope};
use crate::{Code, Day, Instant, Page, Problem};

mod changes;
mod subject;

pub use changes::changes;

/// Months that the log goes back.
pub const LOG_MONTHS: u32 = 6;

endpoints! {
    /// Lists activity, the newest first.
    GetActivityLogs = Post "/notification-svc/api/v1/Notification/GetActivityLogs"
        for SignedIn of(bulk_id)
        refuses(CursorInvalid, UserNotFound, ChoiceRequired, DateInvalid, SearchTooShort, SearchTooMany)
        reads(Payments, Accounts, Company, Registrations, Statements, Profile, Notifications)
        : Json (ActivityLogRequest) -> Page<ActivityLog>;
    /// Returns the result of the last integrity check of all recorded facts.
    GetActivityCheck = Get "/portal/api/v1/Activity/Check"
        for Staff reads(Notifications): Json (Nothing) -> ActivityCheck;
}

#[cfg(feature = "schema")]
exported_words! {
    ActivitySubject: |subject, to| subject.word(to.language);
    Vec<ActivityChange>: |changes, to| changes::as_text(changes, to.language);
    ActivityDamage: |damage, to| damage.sentence(to.language);
}

lists! {
    /// The activity in a bulk account.
    activity = GetActivityLogs of ActivityLog {
        search => filter.search,
        subject => filter.subject,
        by => filter.by,
        from => start_date,
        to => end_date,
    } export { created_date, who, email, acting_role, subject, about, title, changes, address, device }
    /// All activity, for staff.
    staffActivity = GetActivityLogs of ActivityLog {
        search => filter.search,
        subject => filter.subject,
        by => filter.by,
        from => start_date,
        to => end_date,
    } export {
        created_date, who, email, acting_role, bulk_id, company_name, subject, about, title, changes, address,
        device, damage
    }
}

page_requests! {
    /// Asks for a page of the activity log.
    pub struct ActivityLogRequest {
        /// For staff, the bulk account; customers always get their own.
        #[serde(default)]
        pub bulk_id: Option<BulkId>,
        /// Continues after this entry; used by existing clients.
        #[serde(default, deserialize_with = "crate::notifications::sent_id")]
        pub last_id: Option<String>,
        /// Maximum entries; used by existing clients.
        #[serde(default)]
        pub request_count: Option<u32>,
        /// On this day or later.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub start_date: Option<Day>,
        /// On this day or earlier.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub end_date: Option<Day>,
        #[serde(default)]
        pub filter: ActivityLogFilter,
    }
}

filters! {
    /// The filter of the activity log. An entry must match every field that is set.
    pub struct ActivityLogFilter {
        /// The payment that the entry is about.
        pub transaction_no: Option<String>,
        /// The user who acted: part of a name or of an e-mail address.
        pub username: Option<String>,
        /// A search text, parsed by [`crate::search::recognise`]. For staff, it can also be the number of a bulk
        /// account.
        pub search: Option<String>,
        pub subject: Option<ActivitySubject>,
        pub by: Option<ActivityActor>,
    }
}

narrowing!(ActivitySubject, ActivityActor);

wire! {
    /// The subject of an entry.
    #[derive(Copy, Eq)]
    pub enum ActivitySubject {
        Payments,
        Bills,
        Registration,
        Company,
        Accounts,
        People,
        /// Messages between colleagues.
        Messages,
        Statements,
        Downloads,
        /// Customer view mode of staff.
        CustomerView,
        Operations,
    }

    /// The kind of actor.
    #[derive(Copy, Eq)]
    pub enum ActivityActor {
        /// The caller.
        Me,
        /// The users of bulk accounts.
        Customers,
        /// The utility's staff.
        Staff,
        /// Not a signed-in user: a bank or a job.
        Automatic,
    }

    /// An entry of the activity log.
    pub struct ActivityLog {
        pub id: String,
        pub created_date: Instant,
        /// The actor's name: a person, a bank or the utility. For a part of the portal, its name in the reader's
        /// language.
        pub who: String,
        /// The actor's current e-mail address. That of a staff user is shown to staff only.
        pub email: Option<String>,
        /// The actor's role at the time.
        pub acting_role: Option<Role>,
        pub subject: ActivitySubject,
        /// The name of the subject, such as a number, a company or an e-mail address.
        pub about: String,
        /// The event, as a sentence in the reader's language.
        pub title: String,
        /// The changed values.
        pub changes: Vec<ActivityChange>,
        /// The screen that shows the subject; none if it does not exist or the reader may not open it.
        pub link: Option<NotificationLink>,
        /// The network address. That of a staff user is shown to staff only.
        pub address: Option<String>,
        /// The browser or program, by the name that it reports. That of a staff user is shown to staff only.
        pub device: Option<String>,
        /// The bulk account; for staff only.
        pub bulk_id: Option<BulkId>,
        /// The company of that bulk account; for staff only.
        pub company_name: Option<String>,
        /// Why the entry cannot be trusted; for staff only. None if it is intact.
        pub damage: Option<ActivityDamage>,
    }

    /// A changed value.
    #[derive(Eq)]
    pub struct ActivityChange {
        /// The label, in the reader's language.
        pub label: String,
        pub before: Option<String>,
        pub after: Option<String>,
    }

    /// Why an entry cannot be trusted.
    #[derive(Copy, Eq)]
    pub enum ActivityDamage {
        /// It was altered after it was recorded.
        Altered,
        /// It does not follow the entry before it.
        NotFollowing,
        /// The entry before it is missing.
        Gap,
    }

    /// The result of the last integrity check.
    pub struct ActivityCheck {
        /// None before the first check.
        pub checked_at: Option<Instant>,
        /// The number of facts that were checked.
        pub facts: i64,
        /// The number of broken chains and daily seals.
        pub broken: i64,
        /// The first findings; only for readers who see all activity.
        pub findings: Vec<String>,
        /// The last day that was sealed.
        pub sealed_day: Option<Day>,
    }
}

/// The subjects of which a reader sees all entries. Of other subjects, readers see entries by or about themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleSubjects {
    /// The subjects, in the order of [`ActivitySubject::ALL`].
    pub subjects: Vec<ActivitySubject>,
    /// Whether the reader sees every entry, including kinds that only a later version knows.
    pub is_all: bool,
}

impl VisibleSubjects {
    /// Returns the subjects that a reader sees. Each needs the permission to view its area. Areas that are closed to
    /// customers without an electricity account are closed here, too.
    #[must_use]
    pub fn by(reader: Reader, has_account: bool) -> Self {
        let sees = |subject: &ActivitySubject| {
            let area = subject.area(reader.side);
            area.is_some_and(|area| {
                let is_open = reader.side == Audience::Staff || has_account || !area.needs_account();
                let view = Scope { area, action: Action::View };
                is_open && reader.role.is_some_and(|role| role.allows(reader.permissions, view))
            })
        };
        let subjects: Vec<_> = ActivitySubject::ALL.iter().copied().filter(sees).collect();
        Self { is_all: subjects.len() == ActivitySubject::ALL.len(), subjects }
    }

    /// Returns the stored names of the facts of those subjects.
    #[must_use]
    pub fn kinds(&self) -> Vec<&'static str> {
        self.subjects.iter().flat_map(|subject| subject.kinds()).copied().collect()
    }
}

/// Returns the stored names of all facts that customers may see as their own activity.
#[must_use]
pub fn kinds_of_customers() -> Vec<&'static str> {
    let subjects = ActivitySubject::ALL.iter().filter(|subject| subject.area(Audience::Customers).is_some());
    subjects.flat_map(|subject| subject.kinds()).copied().collect()
}

/// Returns the screen for an entry: the screen of its subject, or else, for staff, the screen of the bulk account.
#[must_use]
pub fn screen_link(
    reader: Reader,
    fact: &Fact,
    id: &str,
    about: &str,
    bulk_id: Option<&str>,
) -> Option<NotificationLink> {
    reader.link(fact, id, about).or_else(|| reader.bulk_account(bulk_id?))
}

/// Parses the id of an entry. Fails with [`Code::Unreadable`].
pub fn parse_id(field: &'static str, text: &str) -> Result<i64, Problem> {
    let reason = || Problem::new(Code::Unreadable).with("reason", format!("{field}: no id of an activity"));
    text.parse().map_err(|_| Problem::at(field, reason()))
}

/// Whether a reader sees the network address and device of an entry. Customers see the origin of their company's users,
/// never the origin of staff.
#[must_use]
pub const fn shows_origin(side: Audience, acting_role: Option<Role>, is_own: bool) -> bool {
    match (side, acting_role) {
        (Audience::Staff, _) => true,
        (Audience::Customers, Some(role)) => !role.is_staff(),
        (Audience::Customers, None) => is_own,
    }
}

impl ActivitySubject {
    /// Returns the area whose permission to view shows the subject; none if that side never sees it.
    const fn area(self, side: Audience) -> Option<Area> {
        match side {
            Audience::Customers => match self {
                Self::Payments | Self::Messages => Some(Area::Payment),
                Self::Bills | Self::Statements => Some(Area::Bill),
                Self::Registration | Self::Company | Self::Accounts => Some(Area::Account),
                Self::People | Self::Downloads => Some(Area::ManageUser),
                Self::CustomerView | Self::Operations => None,
            },
            Audience::Staff => Some(match self {
                Self::Payments => Area::AllPayments,
                Self::Bills
                | Self::Registration
                | Self::Company
                | Self::Accounts
                | Self::Messages
                | Self::Statements
                | Self::Downloads => Area::ManageBulkAccounts,
                Self::People => Area::ManageTnbAdmins,
                Self::CustomerView => Area::CustomerViewMode,
                Self::Operations => Area::Operations,
            }),
        }
    }
}

#[cfg(test)]
mod tests;
