//! What happens, as it is recorded: each event is a type with its data, its words for customers and for staff, and who is
//! told of it. The server records one in the transaction of what happened (`facts::record`), and everything else follows.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::permission::Scope;
use crate::{Language, Topic};

mod accounts;
mod company;
mod payment;
mod people;
mod registration;

pub use accounts::{AccountState, AccountsFact, ChangedAccount, FailedAccount};
pub use company::CompanyFact;
pub use payment::{PaymentEvent, PaymentFact, PaymentStanding};
pub use people::{MasterState, MemberState, NewMaster, PeopleFact, StaffState};
pub use registration::{ApplicationEvent, RegistrationFact};

/// The field by which serde tells the facts apart; stored in a column of its own.
const KIND: &str = "kind";

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fact {
    /// To a payment.
    Payment(PaymentFact),
    /// To a company's application.
    Registration(RegistrationFact),
    /// To a company and its bulk account.
    Company(CompanyFact),
    /// To electricity accounts and their groups.
    Accounts(AccountsFact),
    /// To people.
    People(PeopleFact),
}

/// A fact as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Its name.
    pub kind: String,
    /// Its data.
    pub data: Value,
}

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
    /// By e-mail too.
    pub by_email: Option<ByEmail>,
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
    pub const NOBODY: Self = Self { customers: None, staff: None, concerned: false, by_email: None };
}

/// What an e-mail about a fact asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToDo {
    /// As a sentence.
    pub sentence: &'static str,
    /// The screen on which it is done, of the customer's portal; the fact's subject follows.
    pub screen: &'static str,
}

impl Fact {
    /// Its name and its data.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn stored(&self) -> serde_json::Result<Stored> {
        let mut data = serde_json::to_value(self)?;
        let kind = data.as_object_mut().and_then(|fields| fields.remove(KIND));
        let Some(Value::String(kind)) = kind else {
            return Err(serde::ser::Error::custom("a fact without a kind"));
        };
        Ok(Stored { kind, data })
    }

    /// The fact that is stored so.
    ///
    /// # Errors
    /// When there is none of that name, or the data are not those of one.
    pub fn read(Stored { kind, mut data }: Stored) -> serde_json::Result<Self> {
        if let Some(fields) = data.as_object_mut() {
            fields.insert(KIND.to_owned(), Value::String(kind));
        }
        serde_json::from_value(data)
    }

    /// What may be different on open pages now.
    #[must_use]
    pub const fn topics(&self) -> &'static [Topic] {
        match self {
            Self::Payment(fact) => fact.topics(),
            Self::Registration(_) => &[Topic::Registrations, Topic::Profile, Topic::Company, Topic::Users],
            Self::Company(_) => &[Topic::Company, Topic::Registrations, Topic::Profile, Topic::Users],
            Self::Accounts(_) => &[Topic::Accounts, Topic::Groups, Topic::Bills],
            Self::People(_) => &[Topic::Team, Topic::Users, Topic::Staff, Topic::Profile],
        }
    }

    /// Who is told.
    #[must_use]
    pub const fn told(&self) -> Told {
        match self {
            Self::Payment(fact) => fact.told(),
            Self::Registration(fact) => fact.told(),
            Self::People(fact) => fact.told(),
            Self::Accounts(fact) => fact.told(),
            Self::Company(_) => Told::NOBODY,
        }
    }

    /// What happened to `about`, as one sentence.
    #[must_use]
    pub fn sentence(&self, about: &str, to: Audience, language: Language) -> String {
        match self {
            Self::Payment(fact) => fact.sentence(about, to, language),
            Self::Registration(fact) => fact.sentence(about, to, language),
            Self::Company(fact) => fact.sentence(about, language),
            Self::Accounts(fact) => fact.sentence(about, language),
            Self::People(fact) => fact.sentence(about, language),
        }
    }

    /// What the customer is asked to do about it.
    #[must_use]
    pub const fn to_do(&self, language: Language) -> Option<ToDo> {
        match self {
            Self::Payment(fact) => fact.to_do(language),
            Self::Registration(_) | Self::Company(_) | Self::Accounts(_) | Self::People(_) => None,
        }
    }
}

macro_rules! from {
    ($($part:ident($fact:ident),)*) => {$(
        impl From<$fact> for Fact {
            fn from(fact: $fact) -> Self {
                Self::$part(fact)
            }
        }
    )*};
}

from! {
    Payment(PaymentFact),
    Registration(RegistrationFact),
    Company(CompanyFact),
    Accounts(AccountsFact),
    People(PeopleFact),
}

/// The text of the language.
const fn either(language: Language, english: &'static str, malay: &'static str) -> &'static str {
    match language {
        Language::En => english,
        Language::Ms => malay,
    }
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
use say;

#[cfg(test)]
mod tests;
