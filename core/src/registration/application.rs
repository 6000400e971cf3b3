//! A customer's application: its form, draft, submission and status.

use super::{ApplicationAccount, Declaration, RegistrationStatus};
use crate::accounts::RowCounts;
use crate::company::CompanyDetails;
use crate::number::{BulkId, RegistrationId};
use crate::{Day, Instant};

wire! {
    /// The application form, complete or in part.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct RegistrationForm {
        /// 1 for a government entity, 2 for an organisation.
        pub business_type: Option<i16>,
        /// The company, its address and contacts.
        pub details: CompanyDetails,
        pub declaration_file_id: Option<String>,
    }

    /// Saves a draft, complete or in part.
    pub struct SaveDraftRequest {
        pub form: RegistrationForm,
        /// The complete list of accounts. If left out, the stored list stays.
        #[serde(default)]
        pub accounts: Option<Vec<ApplicationAccount>>,
        /// The step that the user is at, so that they can continue there.
        #[serde(default)]
        pub step: Option<u8>,
        /// The version of the draft that this changes; 0 for the first. An older version is refused, because another
        /// tab has saved since.
        #[serde(default)]
        pub draft_version: Option<i32>,
    }

    /// A saved draft.
    pub struct SavedDraft {
        pub registration_id: String,
        /// The version to send with the next change.
        pub draft_version: i32,
        pub saved_at: Instant,
        /// Letters of the form that the declaration cannot show, each once. No font of the portal has them.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        pub unprintable: String,
    }

    /// An application as the customer sees it.
    pub struct Application {
        pub registration_id: String,
        pub status: RegistrationStatus,
        pub form: RegistrationForm,
        /// The number of accounts in it.
        pub total_accounts: i64,
        pub declaration: Option<Declaration>,
        /// The step that the user was at.
        pub step: u8,
        /// The version to send with the next change.
        pub draft_version: i32,
        /// The information that the utility asked for, or its reason for rejecting or closing it.
        pub remark: Option<String>,
        /// The last day for the customer's answer, while the utility awaits it.
        pub answer_by: Option<Day>,
    }

    /// The status of an application.
    pub struct RegistrationStanding {
        /// None before the first draft.
        pub registration_id: Option<String>,
        pub status: RegistrationStatus,
        /// While it is processed, the accounts that were added or refused.
        pub processed_accounts: i64,
        /// All accounts in it.
        pub total_accounts: i64,
        /// The submitted accounts, counted by whether they can be added now. None before submission and after the
        /// application has ended.
        pub accounts: Option<RowCounts>,
        /// The bulk account, once it exists.
        pub bulk_id: Option<BulkId>,
        /// The last day for the customer's answer, while the utility awaits it.
        pub answer_by: Option<Day>,
        /// Whether government entities may register today.
        pub government_window_is_open: bool,
        /// The next day on which government entities may register.
        pub government_window_opens: Option<Day>,
        /// Whether this is a government entity that was asked for information. It may answer on any day.
        pub answers_as_government: bool,
        /// Whether the customer asked for an e-mail on that day.
        pub is_notified: bool,
    }

    /// Submits an application.
    pub struct RegisterBulkAccountRequest {
        pub form: RegistrationForm,
        /// The version of the terms that the user accepted.
        #[serde(default)]
        pub terms_version: Option<String>,
        /// The accounts; those of the draft if left out.
        #[serde(default)]
        pub accounts: Option<Vec<ApplicationAccount>>,
        /// The version of the draft that the user saw. An older version is refused, because another tab has saved
        /// since.
        #[serde(default)]
        pub draft_version: Option<i32>,
    }

    /// Changes an application and submits it again.
    pub struct UpdateRegistrationRequest {
        pub registration_id: RegistrationId,
        pub form: RegistrationForm,
        /// The version of the terms that the user accepted.
        #[serde(default)]
        pub terms_version: Option<String>,
        /// The accounts; unchanged if left out.
        #[serde(default)]
        pub accounts: Option<Vec<ApplicationAccount>>,
        /// The version of the draft that the user saw. An older version is refused, because another tab has saved
        /// since.
        #[serde(default)]
        pub draft_version: Option<i32>,
    }

    /// An application after the call, with its status.
    pub struct Submitted {
        pub registration_id: String,
        pub status: RegistrationStatus,
    }

    /// A recorded request for an e-mail.
    pub struct Notified {
        /// The day on which the e-mail is sent.
        pub on: Day,
    }
}
