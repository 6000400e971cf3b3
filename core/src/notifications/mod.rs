//! What people are told of: facts that somebody waits for, each in the words and with the link of its reader
//! (docs/facts.md#notifications).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Deserializer};

use crate::audience::Audience;
use crate::endpoint::Nothing;
use crate::fact::{Fact, Place};
use crate::permission::{Permissions, Role};
use crate::screen::{SCREENS, Screen};
use crate::{Code, Day, Instant, Page, Problem};

/// Months for which a notification is kept, read or not.
pub const KEPT_MONTHS: u32 = 6;
/// Hours for which what was deleted can be brought back.
pub const RESTORE_HOURS: i64 = 24;
/// The most that are counted as unread: more are shown as so many and more.
pub const MAX_UNREAD: i64 = 1_000;

endpoints! { NotificationsEndpoints;
    /// What the caller was told of, the newest first.
    GetNotificationLogs = Post "/notification-svc/api/v1/Notification/GetNotificationLogs" for SignedIn reads(Notifications): Json (NotificationsRequest) -> Page<Notification>;
    /// Marks notifications as read: those of the list, or all that match.
    ReadLogs = Post "/notification-svc/api/v1/Notification/ReadLogs" for SignedIn changes(Notifications): Json (ChosenNotifications) -> NotificationsChanged;
    /// Deletes notifications: those of the list, or all that match.
    DeleteLogs = Post "/notification-svc/api/v1/Notification/DeleteLogs" for SignedIn changes(Notifications): Json (ChosenNotifications) -> NotificationsChanged;
    /// Brings back what one call deleted.
    RestoreLogs = Post "/portal/api/v1/Notifications/Restore" for SignedIn changes(Notifications): Json (RestoreNotificationsRequest) -> Nothing;
    /// The newest few, and how many are unread.
    LiteLogs = Get "/notification-svc/api/v1/Notification/LiteLogs/{count}" for SignedIn light reads(Notifications): Json (LiteNotificationsRequest) -> LiteNotifications;
}

lists! { NotificationsLists;
    /// What somebody was told of.
    notifications = GetNotificationLogs of Notification {
        search => filter.search,
        show => filter.unread,
        from => start_date,
        to => end_date,
    }
}

page_requests! {
    /// Which notifications.
    pub struct NotificationsRequest {
        /// Continues after this one, as existing clients ask.
        #[serde(default, deserialize_with = "crate::notifications::sent_id")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub last_id: Option<String>,
        /// How many, as existing clients ask.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub request_count: Option<u32>,
        /// Told on this day or later.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub start_date: Option<Day>,
        /// Told on this day or earlier.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub end_date: Option<Day>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: NotificationFilter,
    }
}

filters! {
    /// Narrows notifications. Everything named must hold.
    pub struct NotificationFilter {
        /// About this payment.
        pub transaction_no: Option<String>,
        /// About this electricity account, also with a payment of its bills.
        pub account_no: Option<String>,
        /// A searched text, as [`crate::search::recognise`] understands it.
        pub search: Option<String>,
        /// Those that are unread, or those that are read.
        pub unread: Option<bool>,
    }
}

wire! {
    /// Something that somebody was told of.
    pub struct Notification {
        pub id: String,
        /// What happened, as a sentence in the reader's language.
        pub title: String,
        pub has_read: bool,
        /// When it happened.
        pub created_date: Instant,
        /// What it is about.
        pub subject: NotificationSubject,
        /// Where the reader looks at it; nothing where there is no such screen, or they may not open it.
        pub link: Option<NotificationLink>,
        /// The file that it brings.
        pub download_id: Option<String>,
    }

    /// What a notification is about.
    #[derive(Copy, Eq)]
    pub enum NotificationSubject {
        Payment,
        Bills,
        Registration,
        Accounts,
        People,
        Statement,
        Download,
        Other,
    }

    /// A screen of the portal.
    pub struct NotificationLink {
        /// Its name in the list of screens.
        pub screen: String,
        /// What its address says.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
        pub params: BTreeMap<String, String>,
    }

    /// Notifications by their ids, or all that match.
    #[derive(Default)]
    #[serde(default)]
    pub struct ChosenNotifications {
        pub list: Vec<String>,
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub matching: Option<MatchingNotifications>,
    }

    /// All that match.
    #[derive(Default)]
    #[serde(default)]
    pub struct MatchingNotifications {
        #[serde(deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub start_date: Option<Day>,
        #[serde(deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub end_date: Option<Day>,
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: NotificationFilter,
        /// The newest one that was on show: what came since is left as it is.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub newest_id: Option<String>,
    }

    /// What came of it.
    pub struct NotificationsChanged {
        /// How many are different now.
        pub count: i64,
        /// When it was done, by which a deletion is undone.
        pub changed_at: Instant,
    }

    /// What was deleted by one call is meant.
    pub struct RestoreNotificationsRequest {
        /// When it was deleted.
        pub changed_at: Instant,
    }

    /// The newest few.
    pub struct LiteNotificationsRequest {
        /// How many.
        pub count: u32,
    }

    /// The newest few, and how many are unread.
    pub struct LiteNotifications {
        /// The newest first.
        pub items: Vec<Notification>,
        /// How many are unread; of more than a thousand, a thousand.
        pub unread: i64,
    }
}

/// Reads the id of a notification.
///
/// # Errors
/// [`Code::Unreadable`].
pub fn parse_id(field: &'static str, text: &str) -> Result<i64, Problem> {
    let reason = || Problem::new(Code::Unreadable).with("reason", format!("{field}: no id of a notification"));
    text.parse().map_err(|_| Problem::at(field, reason()))
}

/// Reads an id that may be sent as a number, as existing clients send the 0 with which they begin.
pub(crate) fn sent_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent {
        Text(String),
        Number(i64),
    }
    Ok(Option::<Sent>::deserialize(deserializer)?.map(|sent| match sent {
        Sent::Text(text) => text,
        Sent::Number(number) => number.to_string(),
    }))
}

/// Who reads a notification.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Which side they are on.
    pub side: Audience,
    /// None for a customer who belongs to no bulk account.
    pub role: Option<Role>,
    /// What a Member may do.
    pub permissions: Permissions,
}

impl Reader {
    /// The nearest screen on which they can look at what happened.
    #[must_use]
    pub fn link(&self, fact: &Fact, id: &str, about: &str) -> Option<NotificationLink> {
        let Place { screen, params } =
            fact.places(id, about, self.side).into_iter().find(|place| self.opens(place.screen))?;
        let params = params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(NotificationLink { screen: screen.to_owned(), params })
    }

    /// A bulk account, for staff who may open it.
    #[must_use]
    pub fn bulk_account(&self, bulk_id: &str) -> Option<NotificationLink> {
        let screen = "bulkAccount";
        let params = BTreeMap::from([("bulkId".to_owned(), bulk_id.to_owned())]);
        self.opens(screen).then(|| NotificationLink { screen: screen.to_owned(), params })
    }

    /// Where all that they are told stands.
    #[must_use]
    pub fn all(&self) -> NotificationLink {
        let screen = match self.side {
            Audience::Customers => "notifications",
            Audience::Staff => "staffNotifications",
        };
        NotificationLink { screen: screen.to_owned(), params: BTreeMap::new() }
    }

    fn opens(self, screen: &str) -> bool {
        let line = address_of(screen).and_then(Screen::at);
        line.is_some_and(|line| line.opens_for(self.role, self.permissions, false))
    }
}

/// The path of a screen with that name.
fn address_of(screen: &str) -> Option<&'static str> {
    let mut addresses = SCREENS.iter().flat_map(|screen| screen.addresses);
    addresses.find(|address| address.name == screen).map(|address| address.path)
}

impl NotificationLink {
    /// The path in the portal, as e-mails lead to it. What it says is of letters and digits.
    #[must_use]
    pub fn path(&self) -> String {
        let mut path = address_of(&self.screen).unwrap_or("/").to_owned();
        let mut sign = '?';
        for (name, value) in &self.params {
            let place = format!("{{{name}}}");
            if path.contains(&place) {
                path = path.replace(&place, value);
            } else {
                let _ = write!(path, "{sign}{name}={value}");
                sign = '&';
            }
        }
        path
    }
}

impl NotificationSubject {
    /// What a fact is about.
    #[must_use]
    pub const fn of(fact: &Fact) -> Self {
        match fact {
            Fact::Payment(_) => Self::Payment,
            Fact::Bills(_) => Self::Bills,
            Fact::Registration(_) | Fact::Company(_) => Self::Registration,
            Fact::Accounts(_) => Self::Accounts,
            Fact::People(_) => Self::People,
            Fact::Statement(_) => Self::Statement,
            Fact::Download(_) => Self::Download,
            Fact::Colleague(_) | Fact::Viewing(_) | Fact::Operations(_) => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests;
