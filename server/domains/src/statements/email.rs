//! The e-mails to recipients of a statement. They contain neither the document nor an amount, and the link requires
//! sign-in, so a mistyped address reveals nothing.

use gridbill_core::number::AccountNo;
use gridbill_core::{Day, Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, words};

/// The outcome of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementOutcome {
    /// The statement can be downloaded.
    Ready,
    /// The statement could not be prepared.
    Failed,
}

#[derive(Debug, Clone, Copy)]
pub struct StatementEmail<'a> {
    pub became: StatementOutcome,
    pub account_no: &'a AccountNo,
    pub company: &'a str,
    pub first: Day,
    pub last: Day,
    pub expires_at: Instant,
    pub link: &'a str,
}

impl Email for StatementEmail<'_> {
    fn words(&self) -> Words {
        match self.became {
            StatementOutcome::Ready => words!("ready"),
            StatementOutcome::Failed => words!("failed"),
        }
    }

    fn link(&self) -> Option<&str> {
        Some(self.link)
    }

    fn values(&self, language: Language) -> Value {
        context! {
            account => self.account_no.as_str(), company => named(self.company), first => self.first.shown(language),
            last => self.last.shown(language), expires_at => self.expires_at.shown(language),
        }
    }
}
