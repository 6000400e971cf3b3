//! E-mails to the people of a bulk account.

use gridbill_core::audience::rights_words;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, words};

/// A role with a Member's permissions.
pub type Rights = (Role, Permissions);

#[derive(Debug, Clone, Copy)]
pub enum TeamEmail<'a> {
    /// An invitation into a company's bulk account, for registering or for signing in.
    Invitation { link: &'a str, expires_at: Instant, company: &'a str, invited_by: &'a str, is_registered: bool },
    /// The recipient is now the Master of the company's bulk account.
    BecameMaster { company: &'a str, from: &'a str },
    /// A user's role or permissions changed; sent to that user and to the Master.
    RoleChanged { company: &'a str, who: &'a str, by: &'a str, before: Rights, after: Rights, at: Instant },
    /// The recipient transferred the master role, and is now a Viewer.
    GaveMasterAway { company: &'a str, to: &'a str },
}

impl Email for TeamEmail<'_> {
    fn words(&self) -> Words {
        match self {
            Self::Invitation { is_registered: false, .. } => words!("invitation"),
            Self::Invitation { is_registered: true, .. } => words!("invitation_to_user"),
            Self::BecameMaster { .. } => words!("became_master"),
            Self::RoleChanged { .. } => words!("role_changed"),
            Self::GaveMasterAway { .. } => words!("gave_master_away"),
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Invitation { link, .. } => Some(link),
            Self::BecameMaster { .. } | Self::RoleChanged { .. } | Self::GaveMasterAway { .. } => None,
        }
    }

    fn values(&self, language: Language) -> Value {
        match self {
            Self::Invitation { expires_at, company, invited_by, .. } => context! {
                expires_at => expires_at.shown(language), company => named(company), invited_by => named(invited_by)
            },
            Self::BecameMaster { company, from } => context! { company => named(company), from => named(from) },
            Self::RoleChanged { company, who, by, before, after, at } => context! {
                company => named(company), who => named(who), by => named(by),
                before => rights_words(before.0, before.1, language), after => rights_words(after.0, after.1, language),
                at => at.shown(language)
            },
            Self::GaveMasterAway { company, to } => context! { company => named(company), to => named(to) },
        }
    }
}
