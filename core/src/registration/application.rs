//! An application: what is filled in, kept, submitted, and where it stands.

use super::{ApplicationAccount, Declaration, RegistrationStatus};
use crate::accounts::RowCounts;
use crate::company::CompanyDetails;
use crate::number::{BulkId, RegistrationId};
use crate::{Day, Instant};

wire! {
    /// What is filled in, whole or in part.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct RegistrationForm {
        /// 1 a government entity, 2 an organisation.
        pub business_type: Option<i16>,
        /// The company, its address and contacts.
        pub details: CompanyDetails,
        pub declaration_file_id: Option<String>,
    }

    /// A draft as far as it goes.
    pub struct SaveDraftRequest {
        /// What is filled in.
        pub form: RegistrationForm,
        /// The accounts, all of them; those of before, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub accounts: Option<Vec<ApplicationAccount>>,
        /// The step that the person is at, to go on there.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub step: Option<u8>,
        /// The draft that it changes, 0 for the first; an older one is refused, since another tab has gone further.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub draft_version: Option<i32>,
    }

    /// What was kept.
    pub struct SavedDraft {
        pub registration_id: String,
        /// The version to change next.
        pub draft_version: i32,
        pub saved_at: Instant,
    }

    /// An application as the customer sees it.
    pub struct Application {
        pub registration_id: String,
        pub status: RegistrationStatus,
        /// What is filled in.
        pub form: RegistrationForm,
        /// How many accounts are in it.
        pub total_accounts: i64,
        pub declaration: Option<Declaration>,
        /// The step that the person was at.
        pub step: u8,
        /// The version to change next.
        pub draft_version: i32,
        /// What the utility asked for, or why it rejected or closed it.
        pub remark: Option<String>,
        /// The last day for an answer, while the utility waits for it.
        pub answer_by: Option<Day>,
    }

    /// Where an application stands.
    pub struct RegistrationStanding {
        /// The application; none before the first draft.
        pub registration_id: Option<String>,
        pub status: RegistrationStatus,
        /// Accounts that are tagged or refused, while it is processed.
        pub processed_accounts: i64,
        /// All of them.
        pub total_accounts: i64,
        /// Those that were submitted, counted by whether they can be added now; none before, and none once it has ended.
        pub accounts: Option<RowCounts>,
        /// The bulk account, once there is one.
        pub bulk_id: Option<BulkId>,
        /// The last day for an answer, while the utility waits for it.
        pub answer_by: Option<Day>,
        /// Government entities may register today.
        pub government_window_is_open: bool,
        /// When they may the next time.
        pub government_window_opens: Option<Day>,
        /// A government entity was asked for more, and may answer on any day.
        pub answers_as_government: bool,
        /// The customer asked to be told then.
        pub is_notified: bool,
    }

    /// An application, submitted.
    pub struct RegisterBulkAccountRequest {
        /// What is filled in.
        pub form: RegistrationForm,
        /// The version of the terms that was agreed to.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub terms_version: Option<String>,
        /// The accounts; those of the draft, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub accounts: Option<Vec<ApplicationAccount>>,
        /// The draft that the person saw; an older one is refused, since another tab has gone further.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub draft_version: Option<i32>,
    }

    /// An application, changed and submitted again.
    pub struct UpdateRegistrationRequest {
        pub registration_id: RegistrationId,
        /// What is filled in.
        pub form: RegistrationForm,
        /// The version of the terms that was agreed to.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub terms_version: Option<String>,
        /// The accounts; those of before, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub accounts: Option<Vec<ApplicationAccount>>,
        /// The draft that the person saw; an older one is refused, since another tab has gone further.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub draft_version: Option<i32>,
    }

    /// What became of an application.
    pub struct Submitted {
        pub registration_id: String,
        pub status: RegistrationStatus,
    }

    /// The wish to be told.
    pub struct Notified {
        /// On which day the e-mail is sent.
        pub on: Day,
    }
}
