//! Notifications: facts that a user is notified of, with the sentence and the link for that reader
//! (docs/facts.md#notifications).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Deserializer};

use crate::audience::Audience;
use crate::endpoint::Nothing;
use crate::fact::{Fact, ScreenTarget};
use crate::number_list::NumberList;
use crate::permission::{Permissions, Role};
use crate::screen::{SCREENS, Screen};
use crate::{Code, Day, Instant, Page, Problem};

/// Months for which a notification is stored, read or not.
pub const KEPT_MONTHS: u32 = 6;
/// Hours for which deleted notifications can be restored.
pub const RESTORE_HOURS: i64 = 24;
/// Maximum unread notifications that are counted. A higher number is shown as "more than 1,000".
pub const MAX_UNREAD: i64 = 1_000;

endpoints! {
    /// Lists the caller's notifications, the newest first.
    GetNotificationLogs = Post "/notification-svc/api/v1/Notification/GetNotificationLogs"
        for SignedIn
        refuses(CursorInvalid, DateInvalid, SearchTooShort, SearchTooMany)
        reads(Notifications): Json (NotificationsRequest) -> Page<Notification>;
    /// Marks notifications as read: those in the list, or all that match.
    ReadLogs = Post "/notification-svc/api/v1/Notification/ReadLogs"
        for SignedIn
        refuses(DateInvalid)
        changes(Notifications): Json (ChosenNotifications) -> NotificationsChanged;
    /// Deletes notifications: those in the list, or all that match.
    DeleteLogs = Post "/notification-svc/api/v1/Notification/DeleteLogs"
        for SignedIn
        refuses(DateInvalid)
        changes(Notifications): Json (ChosenNotifications) -> NotificationsChanged;
    /// Restores the notifications that one call deleted.
    RestoreLogs = Post "/portal/api/v1/Notifications/Restore"
        for SignedIn
        refuses(DateInvalid)
        changes(Notifications): Json (RestoreNotificationsRequest) -> Nothing;
    /// Returns the newest notifications and the number of unread ones.
    LiteLogs = Get "/notification-svc/api/v1/Notification/LiteLogs/{count}"
        for SignedIn light reads(Notifications): Json (LiteNotificationsRequest) -> LiteNotifications;
}

lists! {
    /// The user's notifications.
    notifications = GetNotificationLogs of Notification {
        search => filter.search,
        show => filter.unread,
        from => start_date,
        to => end_date,
    }
}

page_requests! {
    /// Asks for a page of notifications.
    pub struct NotificationsRequest {
        /// Continues after this notification; used by existing clients.
        #[serde(default, deserialize_with = "crate::notifications::sent_id")]
        pub last_id: Option<String>,
        /// Maximum notifications; used by existing clients.
        #[serde(default)]
        pub request_count: Option<u32>,
        /// On this day or later.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub start_date: Option<Day>,
        /// On this day or earlier.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub end_date: Option<Day>,
        #[serde(default)]
        pub filter: NotificationFilter,
    }
}

filters! {
    /// The filter of notifications. A notification must match every field that is set.
    pub struct NotificationFilter {
        /// The payment that it is about.
        pub transaction_no: Option<String>,
        /// The electricity account that it is about, including payments of its bills.
        pub account_no: Option<String>,
        /// A search text, parsed by [`crate::search::recognise`].
        pub search: Option<String>,
        /// True for unread ones only, false for read ones only.
        pub unread: Option<bool>,
    }
}

wire! {
    /// A notification.
    pub struct Notification {
        pub id: String,
        /// The event, as a sentence in the reader's language.
        pub title: String,
        pub has_read: bool,
        /// The time of the event.
        pub created_date: Instant,
        pub subject: NotificationSubject,
        /// The screen that shows the subject; none if it does not exist or the reader may not open it.
        pub link: Option<NotificationLink>,
        /// The file that can be downloaded, if the notification is about one.
        pub download_id: Option<String>,
    }

    /// The subject of a notification.
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

    /// A link to a screen of the portal.
    pub struct NotificationLink {
        /// The screen's name in the list of screens.
        pub screen: String,
        /// The parameters of its address.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
        pub params: BTreeMap<String, String>,
    }

    /// Selects notifications by their ids, or all that match.
    #[derive(Default)]
    #[serde(default)]
    pub struct ChosenNotifications {
        #[serde(with = "NumberList::<String>")]
        pub list: Vec<String>,
        pub matching: Option<MatchingNotifications>,
    }

    /// Selects all notifications that match.
    #[derive(Default)]
    #[serde(default)]
    pub struct MatchingNotifications {
        #[serde(deserialize_with = "crate::list::read_filter")]
        pub start_date: Option<Day>,
        #[serde(deserialize_with = "crate::list::read_filter")]
        pub end_date: Option<Day>,
        pub filter: NotificationFilter,
        /// The newest notification that was on the screen. Later ones are not changed.
        pub newest_id: Option<String>,
    }

    /// The outcome of a change to notifications.
    pub struct NotificationsChanged {
        /// The number of changed notifications.
        pub count: i64,
        /// The time of the change, which identifies a deletion when it is undone.
        pub changed_at: Instant,
    }

    /// Restores what one call deleted.
    pub struct RestoreNotificationsRequest {
        /// The time of the deletion.
        pub changed_at: Instant,
    }

    /// Asks for the newest notifications.
    pub struct LiteNotificationsRequest {
        /// Maximum notifications to return.
        pub count: u32,
    }

    /// The newest notifications and the number of unread ones.
    pub struct LiteNotifications {
        /// The newest first.
        pub items: Vec<Notification>,
        /// The number of unread notifications, at most a thousand.
        pub unread: i64,
    }
}

/// Parses the id of a notification. Fails with [`Code::Unreadable`].
pub fn parse_id(field: &'static str, text: &str) -> Result<i64, Problem> {
    let reason = || Problem::new(Code::Unreadable).with("reason", format!("{field}: no id of a notification"));
    text.parse().map_err(|_| Problem::at(field, reason()))
}

/// Reads an id that is sent as a string or a number. Existing clients start with the number 0.
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

/// The reader of a notification.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Customer or staff.
    pub side: Audience,
    /// None for a customer who belongs to no bulk account.
    pub role: Option<Role>,
    /// The permissions of a Member.
    pub permissions: Permissions,
}

impl Reader {
    /// Returns the link to the most specific screen that the reader may open for a fact.
    #[must_use]
    pub fn link(&self, fact: &Fact, id: &str, about: &str) -> Option<NotificationLink> {
        let ScreenTarget { screen, params } =
            fact.screen_targets(id, about, self.side).into_iter().find(|place| self.opens(place.screen))?;
        let params = params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(NotificationLink { screen: screen.to_owned(), params })
    }

    /// Returns the link to a bulk account, for staff who may open it.
    #[must_use]
    pub fn bulk_account(&self, bulk_id: &str) -> Option<NotificationLink> {
        let screen = "bulkAccount";
        let params = BTreeMap::from([("bulkId".to_owned(), bulk_id.to_owned())]);
        self.opens(screen).then(|| NotificationLink { screen: screen.to_owned(), params })
    }

    /// Returns the link to the reader's list of notifications.
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

/// Returns the path of the screen with that name.
fn address_of(screen: &str) -> Option<&'static str> {
    let mut addresses = SCREENS.iter().flat_map(|screen| screen.addresses);
    addresses.find(|address| address.name == screen).map(|address| address.path)
}

impl NotificationLink {
    /// Returns the path in the portal, for links in e-mails. Values are not escaped; they consist of letters and
    /// digits.
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
    /// Returns the subject of a fact.
    #[must_use]
    pub const fn of(fact: &Fact) -> Self {
        match fact {
            Fact::Payment(_) | Fact::Approval(_) => Self::Payment,
            Fact::Bills(_) | Fact::Findings(_) | Fact::Query(_) | Fact::Accounting(_) => Self::Bills,
            Fact::Registration(_) | Fact::Company(_) => Self::Registration,
            Fact::Accounts(_) => Self::Accounts,
            Fact::People(_) => Self::People,
            Fact::Statement(_) => Self::Statement,
            Fact::Download(_) => Self::Download,
            Fact::Colleague(_)
            | Fact::Mailbox(_)
            | Fact::Token(_)
            | Fact::Webhook(_)
            | Fact::Viewing(_)
            | Fact::DataProtection(_)
            | Fact::Operations(_) => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests;
