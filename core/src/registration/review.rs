//! Applications, as staff see and decide on them.

use crate::accounts::RowCounts;
use crate::company::ChangedField;
use crate::list::Sort;
use crate::number::{BulkId, RegistrationId};
use crate::{Day, Instant};

use super::{Declaration, RegistrationForm, RegistrationStatus, Step};

page_requests! {
    /// Asks for a page of applications.
    #[derive(Default)]
    #[serde(default)]
    pub struct RegistrationsRequest {
        pub filter: RegistrationFilter,
        pub sort: Sort<RegistrationSortBy>,
    }

    /// Asks for a page of an application's accounts.
    pub struct RegistrationAccountsRequest {
        /// The application.
        pub id: RegistrationId,
    }
}

orders! {
    /// The columns that a list of applications can be ordered by.
    pub enum RegistrationSortBy {
        /// The status, then the last submission: those that have waited longest for the utility come first.
        Status,
        /// The time of the last submission.
        SubmittedDate descending,
        /// The company's name.
        CompanyName,
        /// The number of accounts.
        TotalAccounts descending,
    }
}

impl UserType {
    /// Returns the utility's code; none if the utility has not provided one.
    #[must_use]
    pub const fn code(self) -> Option<i16> {
        match self {
            Self::BulkCustomer => Some(17),
            Self::BusinessCommerce | Self::Contractor | Self::Developer => None,
        }
    }
}

filters! {
    /// The filter of a list of applications.
    pub struct RegistrationFilter {
        /// Part of a company's name or number, or of an application's ID; at least 3 characters.
        pub search: Option<String>,
        pub statuses: Option<Vec<RegistrationStatus>>,
        pub business_type: Option<i16>,
    }
}

wire! {
    /// The utility's kinds of users. This portal serves only the first.
    #[derive(Copy, Eq, Hash)]
    pub enum UserType {
        /// A user of a bulk account.
        BulkCustomer,
        /// A business without a bulk account.
        BusinessCommerce,
        /// A contractor.
        Contractor,
        /// A developer.
        Developer,
    }

    /// A row of the list of applications.
    pub struct RegistrationRow {
        pub registration_id: String,
        /// The first 8 characters of the id, which people refer to it by.
        pub application_id: String,
        pub company_name: String,
        pub registration_no: String,
        /// 1 for a government entity, 2 for an organisation.
        pub business_type: i16,
        pub status: RegistrationStatus,
        /// Always [`UserType::BulkCustomer`] in this portal.
        pub user_type: UserType,
        pub user_type_code: Option<i16>,
        /// The time of the last submission.
        pub submitted_date: Option<Instant>,
        /// The applicant.
        pub submitted_by: String,
        /// The staff user who decided last.
        pub reviewed_by: Option<String>,
        /// The number of accounts in it.
        pub total_accounts: i64,
    }

    /// An application as staff see it for a decision.
    pub struct ReviewedApplication {
        pub head: RegistrationRow,
        /// The number of this submission, from 1.
        pub submission: i32,
        pub form: RegistrationForm,
        /// Changes since the previous submission.
        pub changes: Vec<ChangedField>,
        /// Accounts that were added since then.
        pub accounts_added: i64,
        /// Accounts that were removed since then.
        pub accounts_removed: i64,
        /// The accounts, counted by whether they can be added now.
        pub accounts: RowCounts,
        /// The version of the terms that was accepted with it.
        pub terms_version: Option<String>,
        pub declaration: Option<Declaration>,
        /// The last day for the customer's answer, while the utility awaits it.
        pub answer_by: Option<Day>,
        /// While it is processed, the accounts that were added or refused.
        pub processed_accounts: i64,
        /// Accounts that could not be added.
        pub failed_accounts: i64,
        /// The bulk account, once it exists.
        pub bulk_id: Option<BulkId>,
    }

    /// An event of an application.
    pub struct RegistrationEvent {
        pub at: Instant,
        pub by: String,
        pub step: Step,
        /// The status after the event.
        pub status: RegistrationStatus,
        pub remark: Option<String>,
    }

    /// A decision that staff can make.
    #[derive(Copy, Eq, Hash)]
    pub enum ReviewAction {
        /// Approve the application.
        Approve,
        /// Ask for information.
        RequestForInfo,
        /// Reject, which cannot be undone.
        Reject,
        /// Close it because the customer did not answer, which cannot be undone.
        Close,
    }

    /// A staff user's decision.
    pub struct ReviewRequest {
        pub registration_id: RegistrationId,
        pub action: ReviewAction,
        /// The submission that was reviewed. If a newer one exists, the decision is refused.
        #[serde(default)]
        pub submission: Option<i32>,
        /// The requested information, or the reason for rejecting or closing.
        #[serde(default)]
        pub remark: Option<String>,
    }
}

impl ReviewAction {
    /// Returns the step of the state machine.
    #[must_use]
    pub const fn step(self) -> Step {
        match self {
            Self::Approve => Step::Approve,
            Self::RequestForInfo => Step::RequestForInfo,
            Self::Reject => Step::Reject,
            Self::Close => Step::Close,
        }
    }

    /// Whether the decision ends the application. If so, the user must confirm their password.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Reject | Self::Close)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decisions_that_end_an_application_are_final() {
        let decisions =
            [ReviewAction::Approve, ReviewAction::RequestForInfo, ReviewAction::Reject, ReviewAction::Close];
        assert_eq!(decisions.map(ReviewAction::is_final), [false, false, true, true]);
        assert_eq!(decisions.map(ReviewAction::step), [Step::Approve, Step::RequestForInfo, Step::Reject, Step::Close]);
    }
}
