//! The readers and recipients of an event, and macros for sentences in both languages.

use crate::Language;
use crate::permission::{Permissions, Role, Scope};

/// The readers of a text, which decide its wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The users of a bulk account, and applicants for one.
    Customers,
    /// The utility's staff.
    Staff,
}

/// The users who are notified of a fact. Other users can only look it up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recipients {
    /// Users of the bulk account who have this permission.
    pub customers: Option<Scope>,
    /// Staff who have this permission.
    pub staff: Option<Scope>,
    /// Whether the user whom the fact concerns is notified, such as the applicant.
    pub affected_user: bool,
    /// Whether that user gets a separate e-mail. If so, the general notification e-mail would be a duplicate and is not
    /// sent.
    pub has_own_email: bool,
    /// Users of the bulk account who also get an e-mail.
    pub by_email: Option<ByEmail>,
    /// Whether all recipients also get an e-mail, regardless of their preferences, because the fact changes
    /// permissions.
    pub is_security: bool,
}

/// The users of the bulk account who get an e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByEmail {
    /// All users who hold that permission, because they must act before the payment can continue.
    Needed(Scope),
    /// The users who hold that permission and want reminders.
    Reminder(Scope),
}

impl Recipients {
    /// Notifies no user.
    pub const NONE: Self = Self {
        customers: None,
        staff: None,
        affected_user: false,
        has_own_email: false,
        by_email: None,
        is_security: false,
    };
}

/// The action that an e-mail about a fact asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedAction {
    /// The request, as a sentence.
    pub sentence: &'static str,
    /// The customer's screen for the action; the fact's subject is appended to the address.
    pub screen: &'static str,
}

/// Returns the name of a role.
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

/// Returns what a Member may do in addition to viewing; none if nothing.
pub(crate) fn permissions_words(permissions: Permissions, language: Language) -> Option<String> {
    let payments = permissions.make_payments.then(|| language.pick(["Make payments", "Buat pembayaran"]));
    let accounts = permissions.manage_accounts.then(|| language.pick(["Manage accounts", "Urus akaun"]));
    let all: Vec<_> = payments.into_iter().chain(accounts).collect();
    if all.is_empty() { None } else { Some(all.join(", ")) }
}

/// Returns a role with a Member's permissions, such as "Member (Make payments)".
#[must_use]
pub fn rights_words(role: Role, permissions: Permissions, language: Language) -> String {
    let word = role_word(role, language);
    permissions_words(permissions, language).map_or_else(|| word.to_owned(), |may| format!("{word} ({may})"))
}

/// Writes a sentence with a count. English has a text for one and a text for more.
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

/// Writes a sentence in the language. Both texts use the same values.
#[macro_export]
macro_rules! say {
    ($language:expr, $english:literal, $malay:literal $(, $($values:tt)*)?) => {
        match $language {
            $crate::Language::En => format!($english $(, $($values)*)?),
            $crate::Language::Ms => format!($malay $(, $($values)*)?),
        }
    };
}
