//! Facts: the recorded events. Each has its data, its sentences for customers and for staff, and its recipients. The
//! server records a fact in the transaction of the change (`facts::record`); notifications, e-mails and topics follow
//! from it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::audience::{Audience, Recipients, RequestedAction};
use crate::number::BulkId;
use crate::recorded_name::{FORMER_USER, FORMER_USER_WORDS};
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
pub use actor::{PortalActor, actor_display_name};
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

/// Declares the kinds of facts, each with the topics that its events change: `topics` asks the event. `by_reader` is for
/// sentences that are different for staff.
macro_rules! facts {
    ($($(#[$about:meta])* $kind:ident($fact:ident) $topics:tt $($by_reader:ident)?;)*) => {
        /// An event that was recorded.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(untagged)]
        pub enum Fact {
            $($(#[$about])* $kind($fact),)*
        }

        $(impl From<$fact> for Fact {
            fn from(fact: $fact) -> Self {
                Self::$kind(fact)
            }
        })*

        impl Fact {
            /// Returns the topics that the event changed, so that open pages read them again.
            #[must_use]
            pub const fn topics(&self) -> &'static [Topic] {
                match self {
                    $(Self::$kind(fact) => facts!(@topics fact $topics),)*
                }
            }

            /// Returns who is notified.
            #[must_use]
            pub fn recipients(&self) -> Recipients {
                match self {
                    $(Self::$kind(fact) => fact.recipients(),)*
                }
            }

            /// Returns one sentence that says what happened. `about` is the name of the fact's subject.
            #[must_use]
            pub fn sentence(&self, about: &str, to: Audience, language: Language) -> String {
                let about = if about == FORMER_USER { language.pick(FORMER_USER_WORDS) } else { about };
                match self {
                    $(Self::$kind(fact) => facts!(@sentence fact, about, to, language $(, $by_reader)?),)*
                }
            }
        }
    };
    (@topics $fact:ident topics) => { $fact.topics() };
    (@topics $fact:ident [$($topic:ident),*]) => {{
        let _ = $fact;
        &[$(Topic::$topic),*]
    }};
    (@sentence $fact:ident, $about:ident, $to:ident, $language:ident) => { $fact.sentence($about, $language) };
    (@sentence $fact:ident, $about:ident, $to:ident, $language:ident, by_reader) => {
        $fact.sentence($about, $to, $language)
    };
}

facts! {
    /// An event of a payment.
    Payment(PaymentFact) topics by_reader;
    /// An event of a company's application.
    Registration(RegistrationFact) [Registrations, Profile, Company, Users] by_reader;
    /// An event of a company or its bulk account.
    Company(CompanyFact) [Company, Registrations, Profile, Users];
    /// An event of electricity accounts or their groups.
    Accounts(AccountsFact) [Accounts, Groups, Bills];
    /// An event of users.
    People(PeopleFact) [Team, Users, Staff, Profile];
    /// An event between users of a bulk account.
    Colleague(ColleagueFact) topics;
    /// An event of a statement of account.
    Statement(StatementFact) [Statements];
    /// An event of an e-mail address of a company.
    Mailbox(MailboxFact) [Team];
    /// An event of a webhook of a company.
    Webhook(WebhookFact) [Team];
    /// An event of an API token.
    Token(TokenFact) [Team];
    /// An event of bills outside a payment.
    Bills(BillsFact) [];
    /// An event of findings of the bill audit.
    Findings(FindingsFact) topics;
    /// An event of a query about a bill.
    Query(QueryFact) [Queries, Bills, Findings];
    /// An event of an approval policy or of a proposal to pay.
    Approval(ApprovalFact) [Approvals];
    /// An event of an export to accounting.
    Accounting(AccountingFact) [Accounting];
    /// An event of a file that a user requested.
    Download(DownloadFact) [];
    /// An event of a request about personal data, or of a breach.
    DataProtection(DataProtectionFact) [PersonalData];
    /// Staff entered or left customer view mode.
    Viewing(ViewingFact) [];
    /// An action of an operator.
    Operations(OperationsFact) topics;
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
    pub fn to_stored(&self) -> serde_json::Result<StoredFact> {
        let mut data = serde_json::to_value(self)?;
        let kind = data.as_object_mut().and_then(|fields| fields.remove(KIND));
        let Some(Value::String(kind)) = kind else {
            return Err(serde::ser::Error::custom("a fact without a kind"));
        };
        Ok(StoredFact { kind, data })
    }

    /// Reads a fact from its stored form. Fails if no fact has that name, or the data do not fit it.
    pub fn from_stored(StoredFact { kind, mut data }: StoredFact) -> serde_json::Result<Self> {
        if let Some(fields) = data.as_object_mut() {
            fields.insert(KIND.to_owned(), Value::String(kind));
        }
        serde_json::from_value(data)
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

#[cfg(test)]
pub(crate) mod tests;
