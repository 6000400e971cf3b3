//! The e-mails of an account of one's own.

use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, words};

#[derive(Debug, Clone, Copy)]
pub enum IdentityEmail<'a> {
    /// Activate the account that you registered.
    Activation { link: &'a str, expires_at: Instant },
    /// Set a new password.
    Reset { link: &'a str, expires_at: Instant },
    /// Your password was changed; call us if it was not you.
    PasswordChanged { at: Instant },
    /// Your mobile number was changed; call us if it was not you.
    MobileChanged { at: Instant },
}

impl Email for IdentityEmail<'_> {
    fn words(&self) -> Words {
        match self {
            Self::Activation { .. } => words!("activation"),
            Self::Reset { .. } => words!("reset"),
            Self::PasswordChanged { .. } => words!("password_changed"),
            Self::MobileChanged { .. } => words!("mobile_changed"),
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Activation { link, .. } | Self::Reset { link, .. } => Some(link),
            Self::PasswordChanged { .. } | Self::MobileChanged { .. } => None,
        }
    }

    fn values(&self, language: Language) -> Value {
        match self {
            Self::Activation { expires_at, .. } | Self::Reset { expires_at, .. } => {
                context! { expires_at => expires_at.shown(language) }
            }
            Self::PasswordChanged { at } | Self::MobileChanged { at } => context! { at => at.shown(language) },
        }
    }
}
