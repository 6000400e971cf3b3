//! E-mails to staff users.

use gridbill_core::audience::role_word;
use gridbill_core::permission::Role;
use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, words};

/// The activation link of a new account; the user then sets a password.
#[derive(Debug, Clone, Copy)]
pub struct StaffActivation<'a> {
    pub link: &'a str,
    pub expires_at: Instant,
}

impl Email for StaffActivation<'_> {
    fn words(&self) -> Words {
        words!("activation")
    }

    fn link(&self) -> Option<&str> {
        Some(self.link)
    }

    fn values(&self, language: Language) -> Value {
        context! { expires_at => self.expires_at.shown(language) }
    }
}

/// The role was changed; call the care line if it is unexpected.
#[derive(Debug, Clone, Copy)]
pub struct StaffRoleChanged<'a> {
    pub by: &'a str,
    pub before: Role,
    pub after: Role,
    pub at: Instant,
}

impl Email for StaffRoleChanged<'_> {
    fn words(&self) -> Words {
        words!("role_changed")
    }

    fn link(&self) -> Option<&str> {
        None
    }

    fn values(&self, language: Language) -> Value {
        context! {
            by => named(self.by), before => role_word(self.before, language), after => role_word(self.after, language),
            at => self.at.shown(language)
        }
    }
}
