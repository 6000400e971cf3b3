//! Applications as staff review them.

use crate::accounts::RowCounts;
use crate::company::ChangedField;
use crate::list::Sort;
use crate::number::{BulkId, RegistrationId};
use crate::{Day, Instant};

use super::{Declaration, RegistrationForm, RegistrationStatus, Step};

page_requests! {
    /// A page of applications.
    #[derive(Default)]
    #[serde(default)]
    pub struct RegistrationsRequest {
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: RegistrationFilter,
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<RegistrationSortBy>,
    }

    /// A page of an application's accounts.
    pub struct RegistrationAccountsRequest {
        /// The application.
        pub id: RegistrationId,
    }
}

orders! {
    /// What a list of applications is ordered by.
    pub enum RegistrationSortBy {
        /// Where it stands, then when it was submitted last: the longest wait for the utility first.
        Status,
        /// When it was submitted last.
        SubmittedDate descending,
        /// The company's name.
        CompanyName,
        /// How many accounts.
        TotalAccounts descending,
    }
}

impl UserType {
    /// Its code; none where the utility has not told it.
    #[must_use]
    pub const fn code(self) -> Option<i16> {
        match self {
            Self::BulkCustomer => Some(17),
            Self::BusinessCommerce | Self::Contractor | Self::Developer => None,
        }
    }
}

filters! {
    /// What a list of applications is narrowed by.
    pub struct RegistrationFilter {
        /// A part of a company's name or number, or of an application's ID; at least 3 characters.
        pub search: Option<String>,
        /// In one of these states.
        pub statuses: Option<Vec<RegistrationStatus>>,
        /// Of that business type.
        pub business_type: Option<i16>,
    }
}

wire! {
    /// The utility's kinds of users. This portal serves one of them.
    #[derive(Copy, Eq, Hash)]
    pub enum UserType {
        /// Of a bulk account.
        BulkCustomer,
        /// Of a business without one.
        BusinessCommerce,
        /// A contractor.
        Contractor,
        /// A developer.
        Developer,
    }

    /// An application in a list.
    pub struct RegistrationRow {
        pub registration_id: String,
        /// Its first 8 characters, by which people call it.
        pub application_id: String,
        pub company_name: String,
        pub registration_no: String,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        pub status: RegistrationStatus,
        /// What kind of user asks: the portal's are all of bulk accounts.
        pub user_type: UserType,
        /// Its code.
        pub user_type_code: Option<i16>,
        /// When it was submitted last.
        pub submitted_date: Option<Instant>,
        /// By whom.
        pub submitted_by: String,
        /// Who decided last.
        pub reviewed_by: Option<String>,
        /// How many accounts are in it.
        pub total_accounts: i64,
    }

    /// An application as staff review it.
    pub struct ReviewedApplication {
        pub head: RegistrationRow,
        /// Which submission this is, counted from 1.
        pub submission: i32,
        /// What was submitted.
        pub form: RegistrationForm,
        /// What changed since it was submitted before.
        pub changes: Vec<ChangedField>,
        /// Accounts that were added since.
        pub accounts_added: i64,
        /// Accounts that were taken out since.
        pub accounts_removed: i64,
        /// Its accounts, counted by whether they can be added now.
        pub accounts: RowCounts,
        /// The version of the terms that was agreed to with it.
        pub terms_version: Option<String>,
        pub declaration: Option<Declaration>,
        /// The last day for the customer's answer, while the utility waits for it.
        pub answer_by: Option<Day>,
        /// Accounts that are tagged or refused, while it is processed.
        pub processed_accounts: i64,
        /// Accounts that could not be tagged.
        pub failed_accounts: i64,
        /// The bulk account, once there is one.
        pub bulk_id: Option<BulkId>,
    }

    /// Something that happened to an application.
    pub struct RegistrationEvent {
        pub at: Instant,
        pub by: String,
        pub step: Step,
        /// Where it stood afterwards.
        pub status: RegistrationStatus,
        pub remark: Option<String>,
    }

    /// What staff decide.
    #[derive(Copy, Eq, Hash)]
    pub enum ReviewAction {
        /// Approve.
        Approve,
        /// Ask for more.
        RequestForInfo,
        /// Reject, which cannot be undone.
        Reject,
        /// Close what nobody answers, which cannot be undone.
        Close,
    }

    /// A decision.
    pub struct ReviewRequest {
        pub registration_id: RegistrationId,
        /// What is decided.
        pub action: ReviewAction,
        /// The submission that was looked at. When another one came meanwhile, nothing is decided.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub submission: Option<i32>,
        /// What is asked for, or why it is rejected or closed.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub remark: Option<String>,
    }
}

impl ReviewAction {
    /// The step that it is.
    #[must_use]
    pub const fn step(self) -> Step {
        match self {
            Self::Approve => Step::Approve,
            Self::RequestForInfo => Step::RequestForInfo,
            Self::Reject => Step::Reject,
            Self::Close => Step::Close,
        }
    }

    /// It ends the application, so the session must be known to be whose it is.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Reject | Self::Close)
    }
}
