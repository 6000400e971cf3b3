//! What it takes to run the portal without a shell: the queue of jobs, the outbox, files of the feed, and the settings
//! (docs/operations.md#screens). ICT and PCCR Admins act; a GLB Account Manager reads.

mod settings;
mod types;
mod window;

pub use settings::{
    LimitGroup, LimitName, LimitUnit, MethodSetting, OperationSettings, PortalLimit, SetMethodWindowRequest, WindowForm,
};
pub use types::*;
pub use window::{MAX_WINDOW_DAYS, check_window};

use crate::Page;
use crate::endpoint::Nothing;

endpoints! { OperationsEndpoints;
    /// The jobs of the queue, newest first. Nothing of what they work with.
    GetJobs = Post "/portal/api/v1/Operations/Jobs" for Staff(Operations, View) reads(Operations): Json (JobsRequest) -> Page<Job>;
    /// Starts a job again that failed, or that waits for its next attempt.
    RetryJob = Post "/portal/api/v1/Operations/Jobs/Retry" for Staff(Operations, Update) changes(Operations): Json (RetryJobRequest) -> Nothing;
    /// E-mails that the mail server has not taken, newest first. Nothing of what they say: it holds links.
    GetOutbox = Post "/portal/api/v1/Operations/Outbox" for Staff(Operations, View) reads(Operations): Json (OutboxRequest) -> Page<UnsentEmail>;
    /// Asks the mail server again to take an e-mail.
    SendEmailAgain = Post "/portal/api/v1/Operations/Outbox/Send" for Staff(Operations, Update) changes(Operations): Json (SendEmailRequest) -> Nothing;
    /// The files of the feed that were imported, newest first.
    GetFeedImports = Post "/portal/api/v1/Operations/Imports" for Staff(Operations, View) reads(Operations): Json (FeedImportsRequest) -> Page<FeedImport>;
    /// One of them.
    GetFeedImport = Get "/portal/api/v1/Operations/Imports/One" for Staff(Operations, View) reads(Operations): Json (FeedImportRequest) -> FeedImport;
    /// The rows of a file that were refused, in its order.
    GetRejectedRows = Post "/portal/api/v1/Operations/Imports/Rejected" for Staff(Operations, View) reads(Operations): Json (RejectedRowsRequest) -> Page<RejectedRow>;
    /// Payment methods, the bank gateway's banks, and every limit with its value.
    GetOperationSettings = Get "/portal/api/v1/Operations/Settings" for Staff(Operations, View) reads(Operations, Gateway): Json (Nothing) -> OperationSettings;
    /// Closes a payment method for some time, or opens it again.
    SetMethodWindow = Post "/portal/api/v1/Operations/MethodWindow" for Staff(Operations, Update) changes(Operations, Gateway): Json (SetMethodWindowRequest) -> Nothing;
}

lists! { OperationsLists;
    /// The jobs of the queue.
    jobs = GetJobs of Job {
        state => state,
        kind => kind,
    }
    /// E-mails that the mail server has not taken.
    outbox = GetOutbox of UnsentEmail {
        search => search,
        state => states,
    }
    /// Files of the feed.
    feedImports = GetFeedImports of FeedImport {
        search => search,
        kind => kind,
        rejected => has_rejected,
    }
    /// The rows of a file that were refused.
    rejectedRows = GetRejectedRows of RejectedRow {
        search => search,
    } export { line, number, reason }
}

page_requests! {
    /// A page of jobs.
    pub struct JobsRequest {
        /// In this state.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub state: Option<JobState>,
        /// Of this kind.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub kind: Option<JobKind>,
    }

    /// A page of the outbox.
    pub struct OutboxRequest {
        /// A part of a recipient's address, or of a subject.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// In these states.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub states: Option<Vec<OutboxState>>,
    }

    /// A page of files of the feed.
    pub struct FeedImportsRequest {
        /// A part of a file's name.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Of this kind.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub kind: Option<FeedKind>,
        /// Those of which rows were refused, or those of which none was.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub has_rejected: Option<bool>,
    }

    /// A page of a file's refused rows.
    pub struct RejectedRowsRequest {
        pub import_id: String,
        /// A part of the number or of the reason.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
    }
}
