//! Facts: the recorded events. Each has its data, its sentences for customers and for staff, and its recipients. The
//! server records a fact in the transaction of the change (`facts::record`); notifications, e-mails and topics follow
//! from it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::audience::{Audience, Recipients, RequestedAction};
use crate::former_user::{FORMER_USER, FORMER_USER_WORDS};
use crate::number::BulkId;
use crate::{Language, Topic};

mod accounts;
mod actor;
mod bills;
mod company;
mod downloads;
mod mail_topic;
mod operations;
mod people;
mod places;
mod registration;
mod viewing;
mod webhooks;

pub use crate::accounting::AccountingFact;
pub use crate::approvals::ApprovalFact;
pub use crate::colleagues::ColleagueFact;
pub use crate::findings::FindingsFact;
pub use crate::mailboxes::MailboxFact;
pub use crate::payments::fact::{PaymentEvent, PaymentFact, PaymentSnapshot};
pub use crate::personal_data::DataProtectionFact;
pub use crate::queries::QueryFact;
pub use crate::statements::StatementFact;
pub use crate::tokens::{TokenFact, TokenRefusal};
pub use crate::webhooks::WebhookFact;
pub use accounts::{AccountState, AccountsFact, ChangedAccount, CostCentreState, FailedAccount, RecodedAccount};
pub use actor::{PortalActor, actor_display_name, integration_actor};
pub use bills::BillsFact;
pub use company::CompanyFact;
pub use downloads::DownloadFact;
pub use operations::OperationsFact;
pub use people::{ErasedFact, FactorRule, MasterState, MemberState, NewMaster, PeopleFact, StaffState};
pub use places::ScreenTarget;
pub use registration::{ApplicationEvent, RegistrationFact};
pub use viewing::ViewingFact;

/// The field that holds the name of the fact in serde's JSON. It is stored in its own column.
const KIND: &str = "kind";

/// An event that was recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fact {
    /// An event of a payment.
    Payment(PaymentFact),
    /// An event of a company's application.
    Registration(RegistrationFact),
    /// An event of a company or its bulk account.
    Company(CompanyFact),
    /// An event of electricity accounts or their groups.
    Accounts(AccountsFact),
    /// An event of users.
    People(PeopleFact),
    /// An event between users of a bulk account.
    Colleague(ColleagueFact),
    /// An event of a statement of account.
    Statement(StatementFact),
    /// An event of an e-mail address of a company.
    Mailbox(MailboxFact),
    /// An event of a webhook of a company.
    Webhook(WebhookFact),
    /// An event of an API token.
    Token(TokenFact),
    /// An event of bills outside a payment.
    Bills(BillsFact),
    /// An event of findings of the bill audit.
    Findings(FindingsFact),
    /// An event of a query about a bill.
    Query(QueryFact),
    /// An event of an approval policy or of a proposal to pay.
    Approval(ApprovalFact),
    /// An event of an export to accounting.
    Accounting(AccountingFact),
    /// An event of a file that a user requested.
    Download(DownloadFact),
    /// An event of a request about personal data, or of a breach.
    DataProtection(DataProtectionFact),
    /// Staff entered or left customer view mode.
    Viewing(ViewingFact),
    /// An action of an operator.
    Operations(OperationsFact),
}

/// A fact in its stored form.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredFact {
    /// The name of the event.
    pub kind: String,
    /// The data of the event.
    pub data: Value,
}

impl Fact {
    /// Converts the fact to its stored form.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn to_stored(&self) -> serde_json::Result<StoredFact> {
        let mut data = serde_json::to_value(self)?;
        let kind = data.as_object_mut().and_then(|fields| fields.remove(KIND));
        let Some(Value::String(kind)) = kind else {
            return Err(serde::ser::Error::custom("a fact without a kind"));
        };
        Ok(StoredFact { kind, data })
    }

    /// Reads a fact from its stored form.
    ///
    /// # Errors
    /// If no fact has that name, or the data do not fit it.
    pub fn from_stored(StoredFact { kind, mut data }: StoredFact) -> serde_json::Result<Self> {
        if let Some(fields) = data.as_object_mut() {
            fields.insert(KIND.to_owned(), Value::String(kind));
        }
        serde_json::from_value(data)
    }

    /// Returns the topics that the event changed, so that open pages read them again.
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
            Self::Mailbox(_) => MailboxFact::TOPICS,
            Self::Webhook(_) => WebhookFact::TOPICS,
            Self::Token(_) => TokenFact::TOPICS,
            Self::Findings(fact) => fact.topics(),
            Self::Query(_) => QueryFact::TOPICS,
            Self::Approval(_) => ApprovalFact::TOPICS,
            Self::Accounting(_) => AccountingFact::TOPICS,
            Self::DataProtection(_) => DataProtectionFact::TOPICS,
            Self::Bills(_) | Self::Download(_) | Self::Viewing(_) => &[],
            Self::Operations(fact) => fact.topics(),
        }
    }

    /// Returns who is notified.
    #[must_use]
    pub fn recipients(&self) -> Recipients {
        match self {
            Self::Payment(fact) => fact.recipients(),
            Self::Registration(fact) => fact.recipients(),
            Self::People(fact) => fact.recipients(),
            Self::Accounts(fact) => fact.recipients(),
            Self::Statement(fact) => fact.recipients(),
            Self::Mailbox(fact) => fact.recipients(),
            Self::Webhook(fact) => fact.recipients(),
            Self::Token(fact) => fact.recipients(),
            Self::Query(fact) => fact.recipients(),
            Self::Approval(fact) => fact.recipients(),
            Self::Accounting(fact) => fact.recipients(),
            Self::Bills(fact) => fact.recipients(),
            Self::Findings(fact) => fact.recipients(),
            Self::Download(_) => DownloadFact::RECIPIENTS,
            Self::DataProtection(fact) => fact.recipients(),
            // A colleague fact has its own e-mail, which goes to the recipients that the sender chose.
            Self::Company(_) | Self::Colleague(_) | Self::Viewing(_) | Self::Operations(_) => Recipients::NONE,
        }
    }

    /// Returns one sentence that says what happened. `about` is the name of the fact's subject.
    #[must_use]
    pub fn sentence(&self, about: &str, to: Audience, language: Language) -> String {
        let about = if about == FORMER_USER { language.pick(FORMER_USER_WORDS) } else { about };
        match self {
            Self::Payment(fact) => fact.sentence(about, to, language),
            Self::Registration(fact) => fact.sentence(about, to, language),
            Self::Company(fact) => fact.sentence(about, language),
            Self::Accounts(fact) => fact.sentence(about, language),
            Self::People(fact) => fact.sentence(about, language),
            Self::Colleague(fact) => fact.sentence(about, language),
            Self::Statement(fact) => fact.sentence(about, language),
            Self::Mailbox(fact) => fact.sentence(about, language),
            Self::Webhook(fact) => fact.sentence(about, language),
            Self::Token(fact) => fact.sentence(about, language),
            Self::Query(fact) => fact.sentence(about, language),
            Self::Approval(fact) => fact.sentence(about, language),
            Self::Accounting(fact) => fact.sentence(about, language),
            Self::Bills(fact) => fact.sentence(about, language),
            Self::Findings(fact) => fact.sentence(about, language),
            Self::Download(fact) => fact.sentence(about, language),
            Self::DataProtection(fact) => fact.sentence(about, language),
            Self::Viewing(fact) => fact.sentence(about, language),
            Self::Operations(fact) => fact.sentence(about, language),
        }
    }

    /// Returns the rows of the table in an e-mail: account, reference and amounts, each with its label. Only facts
    /// about payments and bills, and about new findings, have one.
    #[must_use]
    pub fn email_rows(&self, bulk_id: Option<&BulkId>, about: &str, language: Language) -> Vec<(&'static str, String)> {
        let own = match self {
            Self::Payment(fact) => fact.facts(about, language),
            Self::Bills(fact) => fact.facts(language),
            Self::Findings(fact @ FindingsFact::FindingsFound { .. }) => fact.facts(language),
            _ => return Vec::new(),
        };
        let account = bulk_id.map(|bulk_id| (language.pick(["Bulk account", "Akaun pukal"]), bulk_id.to_string()));
        account.into_iter().chain(own).collect()
    }

    /// Returns the action that the customer is asked for, if any.
    #[must_use]
    pub const fn requested_action(&self, language: Language) -> Option<RequestedAction> {
        match self {
            Self::Payment(fact) => fact.to_do(language),
            Self::Query(fact) => fact.to_do(language),
            Self::Approval(fact) => fact.to_do(language),
            Self::Registration(_)
            | Self::Company(_)
            | Self::Accounts(_)
            | Self::People(_)
            | Self::Colleague(_)
            | Self::Statement(_)
            | Self::Mailbox(_)
            | Self::Webhook(_)
            | Self::Token(_)
            | Self::Bills(_)
            | Self::Findings(_)
            | Self::Accounting(_)
            | Self::Download(_)
            | Self::DataProtection(_)
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
    Mailbox(MailboxFact),
    Webhook(WebhookFact),
    Token(TokenFact),
    Bills(BillsFact),
    Findings(FindingsFact),
    Query(QueryFact),
    Approval(ApprovalFact),
    Accounting(AccountingFact),
    Download(DownloadFact),
    DataProtection(DataProtectionFact),
    Viewing(ViewingFact),
    Operations(OperationsFact),
}

#[cfg(test)]
pub(crate) mod tests;
