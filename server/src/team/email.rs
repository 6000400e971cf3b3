//! The e-mails to the people of a bulk account.

use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, words};

#[derive(Debug, Clone, Copy)]
pub enum TeamEmail<'a> {
    /// Somebody invites you into their company's bulk account; by registering, or by signing in.
    Invitation { link: &'a str, expires_at: Instant, company: &'a str, invited_by: &'a str, is_registered: bool },
    /// You are the Master of your company's bulk account now.
    BecameMaster { company: &'a str, from: &'a str },
    /// You gave the master role away, and are a Viewer now.
    GaveMasterAway { company: &'a str, to: &'a str },
}

impl Email for TeamEmail<'_> {
    fn words(&self) -> Words {
        match self {
            Self::Invitation { is_registered: false, .. } => words!("invitation"),
            Self::Invitation { is_registered: true, .. } => words!("invitation_to_user"),
            Self::BecameMaster { .. } => words!("became_master"),
            Self::GaveMasterAway { .. } => words!("gave_master_away"),
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Invitation { link, .. } => Some(link),
            Self::BecameMaster { .. } | Self::GaveMasterAway { .. } => None,
        }
    }

    fn values(&self, language: Language) -> Value {
        match self {
            Self::Invitation { expires_at, company, invited_by, .. } => context! {
                expires_at => expires_at.shown(language), company => named(company), invited_by => named(invited_by)
            },
            Self::BecameMaster { company, from } => context! { company => named(company), from => named(from) },
            Self::GaveMasterAway { company, to } => context! { company => named(company), to => named(to) },
        }
    }
}
