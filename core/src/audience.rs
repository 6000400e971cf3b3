//! Who reads of what happened, who is told of it, and in which language.

use crate::Language;
use crate::permission::{Permissions, Role, Scope};

/// Who reads the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The people of a bulk account, and whoever applies for one.
    Customers,
    /// The utility's people.
    Staff,
}

/// Who is told of a fact, beside those who look it up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told {
    /// The people of the bulk account who hold that permission.
    pub customers: Option<Scope>,
    /// The utility's people who hold that permission.
    pub staff: Option<Scope>,
    /// The person whom it is about, such as the applicant.
    pub concerned: bool,
    /// What is to be said to that person by e-mail has an e-mail of its own: the one about each notification would be a second one.
    pub is_written: bool,
    /// By e-mail too.
    pub by_email: Option<ByEmail>,
    /// Everyone who is told also gets an e-mail, whatever they prefer: it is about who may do what.
    pub is_security: bool,
}

/// Which people of the bulk account get an e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByEmail {
    /// Everybody who holds that permission: without them nothing goes on.
    Needed(Scope),
    /// Those of them who want news and reminders.
    Reminder(Scope),
}

impl Told {
    /// Nobody.
    pub const NOBODY: Self =
        Self { customers: None, staff: None, concerned: false, is_written: false, by_email: None, is_security: false };
}

/// What an e-mail about a fact asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToDo {
    /// As a sentence.
    pub sentence: &'static str,
    /// The screen on which it is done, of the customer's portal; the fact's subject follows.
    pub screen: &'static str,
}

/// What a role is called.
#[must_use]
pub const fn role_word(role: Role, language: Language) -> &'static str {
    match role {
        Role::Master => "Master",
        Role::Member => language.pick(["Member", "Ahli"]),
        Role::Viewer => language.pick(["Viewer", "Pemerhati"]),
        Role::PccrAdmin => language.pick(["PCCR Admin", "Pentadbir PCCR"]),
        Role::GlbAccountManager => language.pick(["GLB Account Manager", "Pengurus Akaun GLB"]),
        Role::Ict => "ICT",
    }
}

/// What a Member may do beside looking; none for nothing.
pub(crate) fn permissions_words(permissions: Permissions, language: Language) -> Option<String> {
    let payments = permissions.make_payments.then(|| language.pick(["Make payments", "Buat pembayaran"]));
    let accounts = permissions.manage_accounts.then(|| language.pick(["Manage accounts", "Urus akaun"]));
    let all: Vec<_> = payments.into_iter().chain(accounts).collect();
    if all.is_empty() { None } else { Some(all.join(", ")) }
}

/// A role with what a Member may do: "Member (Make payments)".
#[must_use]
pub fn rights_words(role: Role, permissions: Permissions, language: Language) -> String {
    let word = role_word(role, language);
    permissions_words(permissions, language).map_or_else(|| word.to_owned(), |may| format!("{word} ({may})"))
}

/// Writes a sentence about a number of things: English has a text for one and a text for more.
macro_rules! say_count {
    ($language:expr, $count:ident = $value:expr, $one:literal / $more:literal, $malay:literal) => {{
        let count = u64::try_from($value).unwrap_or_default();
        let $count = $crate::amount::number_shown(count);
        match $language {
            $crate::Language::En if count == 1 => format!($one),
            $crate::Language::En => format!($more),
            $crate::Language::Ms => format!($malay),
        }
    }};
}

/// Writes a sentence in the language: both texts name the same values.
macro_rules! say {
    ($language:expr, $english:literal, $malay:literal $(, $($values:tt)*)?) => {
        match $language {
            $crate::Language::En => format!($english $(, $($values)*)?),
            $crate::Language::Ms => format!($malay $(, $($values)*)?),
        }
    };
}
