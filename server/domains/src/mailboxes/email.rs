//! The e-mail with the link to confirm an address.

use gridbill_core::mailboxes::MailTopic;
use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, StopLink, Words, named, words};

#[derive(Debug, Clone, Copy)]
pub struct ConfirmationEmail<'a> {
    pub company: &'a str,
    pub topics: &'a [MailTopic],
    pub expires_at: Instant,
    pub link: &'a str,
    pub stop: StopLink<'a>,
}

impl Email for ConfirmationEmail<'_> {
    fn words(&self) -> Words {
        words!("confirmation")
    }

    fn link(&self) -> Option<&str> {
        Some(self.link)
    }

    fn stop(&self) -> Option<StopLink<'_>> {
        Some(self.stop)
    }

    fn values(&self, language: Language) -> Value {
        let topics: Vec<&str> = self.topics.iter().map(|topic| topic.word(language)).collect();
        context! {
            company => named(self.company), topics => topics.join(", "),
            expires_at => self.expires_at.shown(language),
        }
    }
}
