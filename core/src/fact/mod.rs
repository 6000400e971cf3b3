//! What happens, as it is recorded: each event is a type with its data, its words for customers and for staff, and who is
//! told of it. The server records one in the transaction of what happened (`facts::record`), and everything else follows.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::audience::{Audience, ToDo, Told};
use crate::number::BulkId;
use crate::{Language, Topic};

mod accounts;
mod actor;
mod bills;
mod company;
mod downloads;
mod operations;
mod people;
mod places;
mod registration;
mod viewing;

pub use crate::colleagues::ColleagueFact;
pub use crate::payments::fact::{PaymentEvent, PaymentFact, PaymentStanding};
pub use crate::statements::StatementFact;
pub use accounts::{AccountState, AccountsFact, ChangedAccount, FailedAccount};
pub use actor::{PortalActor, actor_shown};
pub use bills::BillsFact;
pub use company::CompanyFact;
pub use downloads::DownloadFact;
pub use operations::OperationsFact;
pub use people::{MasterState, MemberState, NewMaster, PeopleFact, StaffState};
pub use places::Place;
pub use registration::{ApplicationEvent, RegistrationFact};
pub use viewing::ViewingFact;

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
    /// Between the people of a bulk account.
    Colleague(ColleagueFact),
    /// To a statement of account.
    Statement(StatementFact),
    /// To bills by themselves.
    Bills(BillsFact),
    /// To files that somebody waits for.
    Download(DownloadFact),
    /// To what staff look at as customers do.
    Viewing(ViewingFact),
    /// To what runs the portal.
    Operations(OperationsFact),
}

/// A fact as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Its name.
    pub kind: String,
    /// Its data.
    pub data: Value,
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
            Self::Colleague(fact) => fact.topics(),
            Self::Statement(_) => StatementFact::TOPICS,
            Self::Bills(_) | Self::Download(_) | Self::Viewing(_) => &[],
            Self::Operations(fact) => fact.topics(),
        }
    }

    /// Who is told.
    #[must_use]
    pub fn told(&self) -> Told {
        match self {
            Self::Payment(fact) => fact.told(),
            Self::Registration(fact) => fact.told(),
            Self::People(fact) => fact.told(),
            Self::Accounts(fact) => fact.told(),
            Self::Statement(fact) => fact.told(),
            Self::Bills(_) => BillsFact::TOLD,
            Self::Download(_) => DownloadFact::TOLD,
            // The e-mail itself goes to whom the sender chose.
            Self::Company(_) | Self::Colleague(_) | Self::Viewing(_) | Self::Operations(_) => Told::NOBODY,
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
            Self::Colleague(fact) => fact.sentence(about, language),
            Self::Statement(fact) => fact.sentence(about, language),
            Self::Bills(fact) => fact.sentence(about, language),
            Self::Download(fact) => fact.sentence(about, language),
            Self::Viewing(fact) => fact.sentence(about, language),
            Self::Operations(fact) => fact.sentence(about, language),
        }
    }

    /// The account, the reference and the amounts of a fact about a payment or bills, each with its name: the table of its
    /// e-mails. Other facts have none.
    #[must_use]
    pub fn facts(&self, bulk_id: Option<&BulkId>, about: &str, language: Language) -> Vec<(&'static str, String)> {
        let own = match self {
            Self::Payment(fact) => fact.facts(about, language),
            Self::Bills(fact) => fact.facts(language),
            _ => return Vec::new(),
        };
        let account = bulk_id.map(|bulk_id| (language.pick(["Bulk account", "Akaun pukal"]), bulk_id.to_string()));
        account.into_iter().chain(own).collect()
    }

    /// What the customer is asked to do about it.
    #[must_use]
    pub const fn to_do(&self, language: Language) -> Option<ToDo> {
        match self {
            Self::Payment(fact) => fact.to_do(language),
            Self::Registration(_)
            | Self::Company(_)
            | Self::Accounts(_)
            | Self::People(_)
            | Self::Colleague(_)
            | Self::Statement(_)
            | Self::Bills(_)
            | Self::Download(_)
            | Self::Viewing(_)
            | Self::Operations(_) => None,
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
    Colleague(ColleagueFact),
    Statement(StatementFact),
    Bills(BillsFact),
    Download(DownloadFact),
    Viewing(ViewingFact),
    Operations(OperationsFact),
}

#[cfg(test)]
pub(crate) mod tests;
