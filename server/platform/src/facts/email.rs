//! The e-mails about a fact: to the people who have to act, and to the people who want reminders or every notification.

use gridbill_core::Language;
use gridbill_core::audience::{Audience, RequestedAction};
use gridbill_core::fact::Fact;
use gridbill_core::notifications::{NotificationLink, Reader};
use gridbill_core::number::BulkId;
use minijinja::{Value, context};

use super::Entry;
use crate::config::Config;
use crate::mail::{Email, StopLink, Words, named, plain, words};

pub struct FactEmail {
    sentence: String,
    /// Names and values for the table of the e-mail.
    facts: Vec<(&'static str, String)>,
    to_do: &'static str,
    link: String,
}

impl FactEmail {
    /// Returns the e-mail about a fact; `None` if the fact requires no action.
    pub fn of(config: &Config, fact: &Fact, bulk_id: Option<&BulkId>, about: &str, language: Language) -> Option<Self> {
        let RequestedAction { sentence: to_do, screen } = fact.requested_action(language)?;
        let sentence = fact.sentence(about, Audience::Customers, language);
        let facts = fact.email_rows(bulk_id, about, language);
        Some(Self { sentence, facts, to_do, link: format!("{}{screen}{about}", config.public_url()) })
    }
}

impl Email for FactEmail {
    fn words(&self) -> Words {
        words!("fact")
    }

    fn link(&self) -> Option<&str> {
        Some(&self.link)
    }

    fn values(&self, _: Language) -> Value {
        context! { sentence => plain(&self.sentence), facts => rows(&self.facts), to_do => self.to_do }
    }
}

/// Returns the rows of the table of facts.
fn rows(facts: &[(&str, String)]) -> Value {
    facts.iter().map(|(name, value)| Value::from_iter([*name, value.as_str()].map(Value::from))).collect()
}

/// A notification, with the text and link that its reader sees in the portal.
pub struct NewsEmail {
    sentence: String,
    facts: Vec<(&'static str, String)>,
    link: String,
    /// The link that stops notifications by e-mail; `None` for reminders and for those that are always sent.
    stop: Option<String>,
    is_reminder: bool,
}

impl NewsEmail {
    pub fn of(config: &Config, entry: &Entry<'_>, reader: Reader, language: Language) -> Self {
        let (fact, about, subject) = (&entry.fact, entry.about, entry.subject.to_string());
        let id = subject.split_once(':').map_or("", |(_, id)| id);
        let path = reader.link(fact, id, about).as_ref().map(NotificationLink::path);
        let path = path.unwrap_or_else(|| reader.all().path());
        Self {
            sentence: sentence(fact, about, reader, language),
            facts: fact.email_rows(entry.bulk_id, about, language),
            link: format!("{}{path}", config.public_url()),
            stop: None,
            is_reminder: false,
        }
    }

    /// Adds the link that stops such e-mails.
    #[must_use]
    pub fn stopped_by(self, link: String) -> Self {
        Self { stop: Some(link), ..self }
    }

    /// Says that the reader wants reminders.
    #[must_use]
    pub fn into_reminder(self) -> Self {
        Self { is_reminder: true, ..self }
    }
}

/// Returns the sentence about a fact for an e-mail. It may contain group names, which users choose, so mail
/// programs must not turn them into links.
#[must_use]
pub fn sentence(fact: &Fact, about: &str, reader: Reader, language: Language) -> String {
    let sentence = fact.sentence(about, reader.side, language);
    if let Fact::Accounts(_) = fact { named(&sentence) } else { plain(&sentence) }
}

impl Email for NewsEmail {
    fn words(&self) -> Words {
        words!("news")
    }

    fn link(&self) -> Option<&str> {
        Some(&self.link)
    }

    fn stop(&self) -> Option<StopLink<'_>> {
        self.stop.as_deref().map(|link| StopLink { mailbox_id: None, link })
    }

    fn values(&self, _: Language) -> Value {
        let (is_asked, is_reminder) = (self.stop.is_some(), self.is_reminder);
        context! { sentence => self.sentence.as_str(), facts => rows(&self.facts), is_asked, is_reminder }
    }
}
