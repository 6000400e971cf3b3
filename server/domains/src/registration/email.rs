//! The e-mails to users who register a company.

use gridbill_core::{Day, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, plain, words};

#[derive(Debug, Clone, Copy)]
pub enum RegistrationEmail<'a> {
    /// The utility needs more information about your company before it decides.
    NeedsMore { company: &'a str, remark: &'a str, until: Day },
    /// The utility still awaits the information that it requested.
    Reminder { company: &'a str, remark: &'a str, until: Day, link: &'a str },
    /// The utility has closed your application, because you did not answer.
    Closed { company: &'a str, remark: &'a str },
    /// Your application has ended, because you did not answer by that day.
    Lapsed { company: &'a str, until: Day, link: &'a str },
    /// The utility has rejected your company's registration.
    Rejected { company: &'a str, remark: &'a str },
    /// Your company has its bulk account: how many accounts were added, and how many have errors.
    Approved { company: &'a str, bulk_id: &'a str, accounts: i64, errors: i64 },
    /// Government entities may register now, until that day; you asked to be notified.
    GovernmentWindowIsOpen { link: &'a str, until: Day },
}

impl Email for RegistrationEmail<'_> {
    fn words(&self) -> Words {
        match self {
            Self::NeedsMore { .. } => words!("needs_more"),
            Self::Reminder { .. } => words!("reminder"),
            Self::Closed { .. } => words!("closed"),
            Self::Lapsed { .. } => words!("lapsed"),
            Self::Rejected { .. } => words!("rejected"),
            Self::Approved { errors: 0, .. } => words!("approved"),
            Self::Approved { .. } => words!("approved_partly"),
            Self::GovernmentWindowIsOpen { .. } => words!("government_window"),
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Reminder { link, .. } | Self::Lapsed { link, .. } | Self::GovernmentWindowIsOpen { link, .. } => {
                Some(link)
            }
            Self::NeedsMore { .. } | Self::Closed { .. } | Self::Rejected { .. } | Self::Approved { .. } => None,
        }
    }

    fn values(&self, language: Language) -> Value {
        match self {
            Self::NeedsMore { company, remark, until } | Self::Reminder { company, remark, until, .. } => {
                context! { company => named(company), remark => plain(remark), until => until.shown(language) }
            }
            Self::Rejected { company, remark } | Self::Closed { company, remark } => {
                context! { company => named(company), remark => plain(remark) }
            }
            Self::Lapsed { company, until, .. } => {
                context! { company => named(company), until => until.shown(language) }
            }
            Self::Approved { company, bulk_id, accounts, errors } => {
                context! { company => named(company), bulk_id => *bulk_id, accounts, errors }
            }
            Self::GovernmentWindowIsOpen { until, .. } => context! { until => until.shown(language) },
        }
    }
}
