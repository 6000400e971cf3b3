//! The list query of notifications.

use gridbill_core::fact::{Fact, StoredFact};
use gridbill_core::notifications::{
    MatchingNotifications, Notification, NotificationFilter, NotificationSubject, NotificationsRequest, Reader,
    parse_id,
};
use gridbill_core::number::BulkId;
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Day, Instant, Language, Problem};
use serde_json::Value;
use uuid::Uuid;

use super::kept_since;
use super::sql::DailyReader;
use crate::auth::who::Person;
use crate::facts::{self, sentence};
use crate::list::{Filter, Key, List, NewestFirst, columns, contains, filled};

/// A person's notifications that are not expired, newest first. A customer sees notifications of their current bulk
/// account, and notifications without a bulk account.
pub struct Notifications {
    person_id: Uuid,
    bulk_id: Option<BulkId>,
    is_staff: bool,
    kept_since: Instant,
    from: Option<Day>,
    to: Option<Day>,
    unread: Option<bool>,
    /// Only notifications that are listed after the one with this id.
    before: Option<i64>,
    /// Only notifications up to this id.
    until: Option<i64>,
    /// Only notifications with a higher id.
    after: Option<i64>,
    /// Only notifications about which the person got no e-mail when they were made.
    not_emailed: bool,
    /// A notification must be found by each.
    searches: Vec<Search>,
}

impl Notifications {
    fn all(person_id: Uuid, bulk_id: Option<BulkId>, is_staff: bool, now: Instant) -> Self {
        let (from, to, unread, before, until, after) = (None, None, None, None, None, None);
        let (kept_since, searches) = (kept_since(now), Vec::new());
        let not_emailed = false;
        Self { person_id, bulk_id, is_staff, kept_since, from, to, unread, before, until, after, not_emailed, searches }
    }

    pub fn of(who: &Person, now: Instant) -> Self {
        Self::all(who.person_id, who.bulk_id.clone(), who.is_staff, now)
    }

    /// Returns the reader's unread notifications that were in no e-mail yet, up to the id `through`.
    pub fn unread_since(reader: &DailyReader, through: i64, now: Instant) -> Self {
        let all = Self::all(reader.person_id, reader.bulk_id.clone(), reader.is_staff, now);
        let after = Some(reader.digested_through);
        Self { unread: Some(true), after, until: Some(through), not_emailed: true, ..all }
    }

    /// Fails with Core's refusal of an id or of the search text.
    pub fn new(who: &Person, request: &NotificationsRequest, now: Instant) -> Result<Self, Problem> {
        // Existing clients send nothing or 0 for the first page.
        let last_id = request.last_id.as_deref().filter(|id| !["", "0"].contains(id));
        let before = last_id.map(|id| parse_id("lastId", id)).transpose()?;
        let narrowed = Self::of(who, now).narrowed("filter", request.start_date, request.end_date, &request.filter)?;
        Ok(Self { before, ..narrowed })
    }

    /// Fails with Core's refusal of an id or of the search text.
    pub fn matching(who: &Person, request: &MatchingNotifications, now: Instant) -> Result<Self, Problem> {
        let until = request.newest_id.as_deref().map(|id| parse_id("matching.newestId", id)).transpose()?;
        let MatchingNotifications { start_date, end_date, filter, .. } = request;
        Ok(Self { until, ..Self::of(who, now).narrowed("matching.filter", *start_date, *end_date, filter)? })
    }

    fn narrowed(
        self,
        path: &str,
        from: Option<Day>,
        to: Option<Day>,
        filter: &NotificationFilter,
    ) -> Result<Self, Problem> {
        let typed = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at(&format!("{path}.search"), problem))?;
        let transactions = filled(filter.transaction_no.as_deref()).into_iter().collect();
        let accounts = filled(filter.account_no.as_deref()).into_iter().collect();
        let searches =
            vec![typed, Search { transactions, ..Search::default() }, Search { accounts, ..Search::default() }];
        Ok(Self { from, to, unread: filter.unread, searches, ..self })
    }
}

impl List for Notifications {
    type Row = NotificationRow;
    type By = NewestFirst;
    const NAME: &'static str = "notifications";
    const FROM: (&'static str, &'static str) = ("notification", "n");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("n.notified_at", "timestamptz"), Key::new("n.notification_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("n.person_id = {}", &[&self.person_id]);
        let bulk_id = self.bulk_id.as_ref().map(BulkId::as_str);
        match bulk_id {
            _ if self.is_staff => {}
            Some(bulk_id) => only.and("(n.bulk_id is null or n.bulk_id = {})", &[&bulk_id]),
            None => only.and("n.bulk_id is null", &[]),
        }
        only.and("n.deleted_at is null", &[]);
        match self.unread {
            Some(true) => only.and("n.read_at is null", &[]),
            Some(false) => only.and("n.read_at is not null", &[]),
            None => {}
        }
        // Allows PostgreSQL to skip earlier monthly partitions.
        only.and("n.notified_at >= {}", &[&self.kept_since.utc()]);
        only.and_some("n.notified_at >= {}", self.from.map(|day| day.begins().utc()));
        only.and_some("n.notified_at < {}", self.to.map(|day| day.plus_days(1).begins().utc()));
        if let Some(before) = self.before {
            // Ids are not in the order of times. If the row has gone, its id decides.
            only.and(
                "(n.notified_at, n.notification_id) < (coalesce(
                     (select m.notified_at from notification m where m.person_id = {} and m.notification_id = {}),
                     n.notified_at), {})",
                &[&self.person_id, &before, &before],
            );
        }
        only.and_some("n.notification_id <= {}", self.until);
        only.and_some("n.notification_id > {}", self.after);
        if self.not_emailed {
            only.and("n.emailed_at is null", &[]);
        }
        for search in self.searches.iter().filter(|search| !search.is_empty()) {
            self.search(only, bulk_id, search);
        }
    }

    fn is_planned_each(&self) -> bool {
        self.searches.iter().any(|search| search.text.is_some())
    }
}

impl Notifications {
    /// Adds a search. Numbers find notifications about them, and about payments with bills of an account. A text
    /// finds notifications about that name.
    fn search(&self, only: &mut Filter<'_>, bulk_id: Option<&str>, search: &Search) {
        let Search { accounts, invoices, batches, transactions, text, .. } = search;
        let numbers: Vec<String> = [accounts, invoices, batches, transactions].into_iter().flatten().cloned().collect();
        if let Some(pattern) = text.as_deref().map(contains) {
            only.and("n.about ilike {}", &[&pattern]);
            return;
        }
        let (person_id, since) = (self.person_id, self.kept_since.utc());
        // Each part uses its own index; with `or`, all notifications of the person would be read. The time is
        // selected as well, so that each row is looked up only in its month's partition.
        only.and_parts("(n.notification_id, n.notified_at) in (", " union all ", |any| {
            any.add(
                "select m.notification_id, m.notified_at from notification m
                 where m.person_id = {} and m.deleted_at is null and m.notified_at >= {} and m.about = any({})",
                &[&person_id, &since, &numbers],
            );
            if accounts.is_empty() {
                return;
            }
            if let Some(bulk_id) = bulk_id {
                any.add(
                    "select m.notification_id, m.notified_at
                     from payment_item i join payment p using (payment_id)
                     join notification m on m.person_id = {} and m.deleted_at is null and m.notified_at >= {}
                                        and m.about = p.transaction_no
                     where p.bulk_id = {} and i.account_no = any({})",
                    &[&person_id, &since, &bulk_id, accounts],
                );
                any.add(
                    "select m.notification_id, m.notified_at
                     from fact f
                     join notification m on m.fact_id = f.fact_id and m.person_id = {} and m.notified_at >= {}
                     where f.bulk_id = {} and f.kind = 'AccountsProcessed'
                       and (f.data -> 'tagged' ?| {} or f.data -> 'untagged' ?| {}
                            or exists (select from jsonb_array_elements(f.data -> 'failed') failed
                                       where failed ->> 'accountNo' = any({})))",
                    &[&person_id, &since, &bulk_id, accounts, accounts, accounts],
                );
            } else if self.is_staff {
                any.add(
                    "select m.notification_id, m.notified_at
                     from payment_item i join payment p using (payment_id)
                     join notification m on m.person_id = {} and m.deleted_at is null and m.notified_at >= {}
                                        and m.about = p.transaction_no
                     where i.account_no = any({})",
                    &[&person_id, &since, accounts],
                );
            }
        });
    }
}

/// A stored notification with its fact.
pub struct NotificationRow {
    notification_id: i64,
    is_read: bool,
    notified_at: Instant,
    subject: String,
    kind: String,
    data: Value,
    about: String,
}

columns! { NotificationRow, "join fact f on f.fact_id = n.fact_id" =>
    notification_id: "n.notification_id",
    is_read: "n.read_at is not null",
    notified_at: "n.notified_at",
    subject: "f.subject",
    kind: "f.kind",
    data: "f.data",
    about: "n.about",
}

/// The id of a notification.
pub struct Id {
    pub notification_id: i64,
}

columns! { Id, "" =>
    notification_id: "n.notification_id",
}

impl NotificationRow {
    fn fact(&self) -> Option<Fact> {
        facts::read(StoredFact { kind: self.kind.clone(), data: self.data.clone() })
    }

    /// Returns the sentence of the notification for an e-mail.
    pub fn in_email(&self, reader: Reader, language: Language) -> String {
        self.fact().map_or_else(|| self.about.clone(), |fact| sentence(&fact, &self.about, reader, language))
    }

    /// Returns the notification for its reader. A fact of an unknown version is shown by its subject only.
    pub fn shown(self, reader: Reader, language: Language) -> Notification {
        let fact = self.fact();
        let Self { about, subject, .. } = self;
        let id = subject.split_once(':').map_or("", |(_, id)| id);
        Notification {
            id: self.notification_id.to_string(),
            has_read: self.is_read,
            created_date: self.notified_at,
            subject: fact.as_ref().map_or(NotificationSubject::Other, NotificationSubject::of),
            link: fact.as_ref().and_then(|fact| reader.link(fact, id, &about)),
            download_id: match &fact {
                Some(Fact::Download(file)) => Some(file.download_id().to_owned()),
                _ => None,
            },
            title: fact.map_or_else(|| about.clone(), |fact| fact.sentence(&about, reader.side, language)),
        }
    }
}
