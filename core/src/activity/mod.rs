//! The activity log: what was recorded of the last six months, for customers and for staff, each as far as they may see it
//! (docs/facts.md#activity-log).

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

endpoints! { ActivityEndpoints;
    /// What was done, the newest first.
    GetActivityLogs = Post "/notification-svc/api/v1/Notification/GetActivityLogs" for SignedIn of(bulk_id) reads(Payments, Accounts, Company, Registrations, Statements, Profile, Notifications): Json (ActivityLogRequest) -> Page<ActivityLog>;
    /// What the last look at all that was recorded found.
    GetActivityCheck = Get "/portal/api/v1/Activity/Check" for Staff reads(Notifications): Json (Nothing) -> ActivityCheck;
}

#[cfg(feature = "schema")]
exported_words! {
    ActivitySubject: |subject, to| subject.word(to.language);
    Vec<ActivityChange>: |changes, to| changes::as_text(changes, to.language);
    ActivityDamage: |damage, to| damage.sentence(to.language);
}

lists! { ActivityLists;
    /// What was done in a bulk account.
    activity = GetActivityLogs of ActivityLog {
        search => filter.search,
        subject => filter.subject,
        by => filter.by,
        from => start_date,
        to => end_date,
    } export { created_date, who, email, acting_role, subject, about, title, changes, address, device }
    /// What was done, for staff.
    staffActivity = GetActivityLogs of ActivityLog {
        search => filter.search,
        subject => filter.subject,
        by => filter.by,
        from => start_date,
        to => end_date,
    } export {
        created_date, who, email, acting_role, bulk_id, company_name, subject, about, title, changes, address, device, damage
    }
}

page_requests! {
    /// Which of what was done.
    pub struct ActivityLogRequest {
        /// Whose log it is, for staff; a customer's is their own.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub bulk_id: Option<BulkId>,
        /// Continues after this one, as existing clients ask.
        #[serde(default, deserialize_with = "crate::notifications::sent_id")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub last_id: Option<String>,
        /// How many, as existing clients ask.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub request_count: Option<u32>,
        /// Done on this day or later.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub start_date: Option<Day>,
        /// Done on this day or earlier.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub end_date: Option<Day>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: ActivityLogFilter,
    }
}

filters! {
    /// Narrows what was done. Everything named must hold.
    pub struct ActivityLogFilter {
        /// About this payment.
        pub transaction_no: Option<String>,
        /// By whom: a part of a name or of an e-mail address.
        pub username: Option<String>,
        /// A searched text, as [`crate::search::recognise`] understands it; for staff the number of a bulk account, too.
        pub search: Option<String>,
        /// What it is about.
        pub subject: Option<ActivitySubject>,
        /// On which side it was done.
        pub by: Option<ActivityActor>,
    }
}

narrowing!(ActivitySubject, ActivityActor);

wire! {
    /// What something that was done is about.
    #[derive(Copy, Eq)]
    pub enum ActivitySubject {
        Payments,
        Bills,
        Registration,
        Company,
        Accounts,
        People,
        /// What colleagues sent each other.
        Messages,
        Statements,
        Downloads,
        /// What staff looked at as customers do.
        CustomerView,
        Operations,
    }

    /// Who does things.
    #[derive(Copy, Eq)]
    pub enum ActivityActor {
        /// Whoever asks.
        Me,
        /// The people of bulk accounts.
        Customers,
        /// The utility's people.
        Staff,
        /// Nobody who was signed in: a bank, a job.
        Automatic,
    }

    /// Something that was done.
    pub struct ActivityLog {
        pub id: String,
        pub created_date: Instant,
        /// The name of whoever did it: a person, a bank, the utility; the portal itself in the reader's language.
        pub who: String,
        /// The e-mail address that they have now; of the utility's people for staff only.
        pub email: Option<String>,
        /// The role in which they acted.
        pub acting_role: Option<Role>,
        pub subject: ActivitySubject,
        /// The subject as people know it: a number, a company, an e-mail address.
        pub about: String,
        /// What was done, as a sentence in the reader's language.
        pub title: String,
        /// What was before and what is since, where it changed something.
        pub changes: Vec<ActivityChange>,
        /// Where the reader looks at it; nothing where there is no such screen, or they may not open it.
        pub link: Option<NotificationLink>,
        /// The network address; of the utility's people for staff only.
        pub address: Option<String>,
        /// The browser or program, as it names itself; of the utility's people for staff only.
        pub device: Option<String>,
        /// In whose log it is, for staff.
        pub bulk_id: Option<BulkId>,
        /// The company of that bulk account, for staff.
        pub company_name: Option<String>,
        /// Why it cannot be believed, for staff; nothing where it holds.
        pub damage: Option<ActivityDamage>,
    }

    /// A value that was changed.
    #[derive(Eq)]
    pub struct ActivityChange {
        /// What it is, in the reader's language.
        pub label: String,
        pub before: Option<String>,
        pub after: Option<String>,
    }

    /// Why something that was recorded cannot be believed.
    #[derive(Copy, Eq)]
    pub enum ActivityDamage {
        /// It is not as it was recorded.
        Altered,
        /// It does not follow what was recorded before it.
        NotFollowing,
        /// What was recorded before it is missing.
        Gap,
    }

    /// What the last look at all that was recorded found.
    pub struct ActivityCheck {
        /// When; nothing before the first one.
        pub checked_at: Option<Instant>,
        /// At how many.
        pub facts: i64,
        /// How many chains and daily seals do not hold.
        pub broken: i64,
        /// The first of them, for whoever sees everybody's activity.
        pub findings: Vec<String>,
        /// The last day whose end is sealed.
        pub sealed_day: Option<Day>,
    }
}

/// What somebody sees of others: all of some subjects. What they did themselves, and what was done to them, they see anyway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Which.
    pub subjects: Vec<ActivitySubject>,
    /// Nothing is left out, not even what only a later version knows.
    pub is_all: bool,
}

impl Seen {
    /// What a reader sees, by the permission to view the area that a subject belongs to. What is closed to customers without
    /// an electricity account is closed here, too.
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

    /// The names under which facts of those subjects are stored.
    #[must_use]
    pub fn kinds(&self) -> Vec<&'static str> {
        self.subjects.iter().flat_map(|subject| subject.kinds()).copied().collect()
    }
}

/// The names of all facts that a customer may see of what they did themselves, or of what was done to them.
#[must_use]
pub fn kinds_of_customers() -> Vec<&'static str> {
    let subjects = ActivitySubject::ALL.iter().filter(|subject| subject.area(Audience::Customers).is_some());
    subjects.flat_map(|subject| subject.kinds()).copied().collect()
}

/// The screen on which a reader looks at it: that of the record, or for staff the bulk account.
#[must_use]
pub fn place(reader: Reader, fact: &Fact, id: &str, about: &str, bulk_id: Option<&str>) -> Option<NotificationLink> {
    reader.link(fact, id, about).or_else(|| reader.bulk_account(bulk_id?))
}

/// Reads the id of something that was done.
///
/// # Errors
/// [`Code::Unreadable`].
pub fn parse_id(field: &'static str, text: &str) -> Result<i64, Problem> {
    let reason = || Problem::new(Code::Unreadable).with("reason", format!("{field}: no id of an activity"));
    text.parse().map_err(|_| Problem::at(field, reason()))
}

/// Whether customers see from where it was done: by people of companies, never by the utility's.
#[must_use]
pub const fn shows_origin(side: Audience, acting_role: Option<Role>, is_own: bool) -> bool {
    match (side, acting_role) {
        (Audience::Staff, _) => true,
        (Audience::Customers, Some(role)) => !role.is_staff(),
        (Audience::Customers, None) => is_own,
    }
}

impl ActivitySubject {
    /// The area whose permission to view shows it to a side; none where that side is shown nothing of it.
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
