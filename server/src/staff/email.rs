//! The e-mail to somebody of the utility.

use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, words};

/// The utility made you an account: activate it, then set your password.
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
