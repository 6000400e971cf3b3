//! E-mails about a user's own account.

use gridbill_core::audience::Audience;
use gridbill_core::fact::{Fact, PeopleFact};
use gridbill_core::{Instant, Language};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, words};

#[derive(Debug, Clone, Copy)]
pub enum IdentityEmail<'a> {
    /// The activation link of a new account.
    Activation { link: &'a str, expires_at: Instant },
    /// The link with which a user who was taken over sets the first password.
    TakenOver { link: &'a str, expires_at: Instant, company: &'a str },
    /// The link to set a new password.
    Reset { link: &'a str, expires_at: Instant },
    /// The password was changed; call the care line if it was not you.
    PasswordChanged { at: Instant },
    /// The mobile number was changed; call the care line if it was not you.
    MobileChanged { at: Instant },
    /// A second factor was added or removed, or a recovery code was used; call the care line if it was not you.
    FactorsChanged { email: &'a str, fact: &'a PeopleFact, at: Instant },
    /// Two officers decided to remove all second factors; call the care line if you did not ask for it.
    FactorResetConfirmed { due_at: Instant },
    /// Too many wrong codes: a caller who enters them at sign-in knows the password.
    CodesGuessed { at: Instant },
}

impl Email for IdentityEmail<'_> {
    fn words(&self) -> Words {
        match self {
            Self::Activation { .. } => words!("activation"),
            Self::TakenOver { .. } => words!("taken_over"),
            Self::Reset { .. } => words!("reset"),
            Self::PasswordChanged { .. } => words!("password_changed"),
            Self::MobileChanged { .. } => words!("mobile_changed"),
            Self::FactorsChanged { .. } => words!("factors_changed"),
            Self::FactorResetConfirmed { .. } => words!("factor_reset_confirmed"),
            Self::CodesGuessed { .. } => words!("codes_guessed"),
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Activation { link, .. } | Self::TakenOver { link, .. } | Self::Reset { link, .. } => Some(link),
            Self::PasswordChanged { .. }
            | Self::MobileChanged { .. }
            | Self::FactorsChanged { .. }
            | Self::FactorResetConfirmed { .. }
            | Self::CodesGuessed { .. } => None,
        }
    }

    fn values(&self, language: Language) -> Value {
        match self {
            Self::Activation { expires_at, .. } | Self::Reset { expires_at, .. } => {
                context! { expires_at => expires_at.shown(language) }
            }
            Self::TakenOver { expires_at, company, .. } => {
                context! { expires_at => expires_at.shown(language), company => named(company) }
            }
            Self::PasswordChanged { at } | Self::MobileChanged { at } | Self::CodesGuessed { at } => {
                context! { at => at.shown(language) }
            }
            Self::FactorResetConfirmed { due_at } => context! { due_at => due_at.shown(language) },
            Self::FactorsChanged { email, fact, at } => {
                let change = Fact::People((*fact).clone()).sentence(email, Audience::Customers, language);
                context! { at => at.shown(language), change => named(&change) }
            }
        }
    }
}
