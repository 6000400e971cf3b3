//! Screens for operating the portal without a shell: the job queue, the outbox, feed files and settings
//! (docs/operations.md#screens). ICT and PCCR Admins may act; a GLB Account Manager may read.

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

endpoints! {
    /// Lists the jobs of the queue, the newest first. Their payload is not included.
    GetJobs = Post "/portal/api/v1/Operations/Jobs"
        for Staff(Operations, View)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid)
        reads(Operations): Json (JobsRequest) -> Page<Job>;
    /// Starts a job again that failed or that is between two attempts.
    RetryJob = Post "/portal/api/v1/Operations/Jobs/Retry"
        for Staff(Operations, Update)
        refuses(JobNotFound, JobMoved)
        changes(Operations): Json (RetryJobRequest) -> Nothing;
    /// Lists e-mails that the mail server has not accepted, the newest first, without their text, which holds links.
    GetOutbox = Post "/portal/api/v1/Operations/Outbox"
        for Staff(Operations, View)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort, TransactionNotFound)
        reads(Operations): Json (OutboxRequest) -> Page<UnsentEmail>;
    /// Hands an e-mail to the mail server again.
    SendEmailAgain = Post "/portal/api/v1/Operations/Outbox/Send"
        for Staff(Operations, Update)
        refuses(EmailNotFound, EmailMoved, EmailTooOld, NoMailServer)
        changes(Operations): Json (SendEmailRequest) -> Nothing;
    /// Lists the imported feed files, the newest first.
    GetFeedImports = Post "/portal/api/v1/Operations/Imports"
        for Staff(Operations, View)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            SearchTooShort)
        reads(Operations): Json (FeedImportsRequest) -> Page<FeedImport>;
    /// Returns one imported feed file.
    GetFeedImport = Get "/portal/api/v1/Operations/Imports/One"
        for Staff(Operations, View)
        refuses(ImportNotFound)
        reads(Operations): Json (FeedImportRequest) -> FeedImport;
    /// Lists the rejected rows of a feed file, in file order.
    GetRejectedRows = Post "/portal/api/v1/Operations/Imports/Rejected"
        for Staff(Operations, View)
        refuses(CursorInvalid, SearchTooShort, ImportNotFound)
        reads(Operations): Json (RejectedRowsRequest) -> Page<RejectedRow>;
    /// Returns the payment methods, the gateway's banks, and every limit with its value.
    GetOperationSettings = Get "/portal/api/v1/Operations/Settings"
        for Staff(Operations, View) reads(Operations, Gateway): Json (Nothing) -> OperationSettings;
    /// Closes a payment method for some time, or opens it again.
    SetMethodWindow = Post "/portal/api/v1/Operations/MethodWindow"
        for Staff(Operations, Update)
        refuses(ChoiceRequired, DateInvalid, TimeInvalid, WindowEndsFirst, WindowIsOver, WindowTooLong,
            WindowChanged)
        changes(Operations, Gateway): Json (SetMethodWindowRequest) -> Nothing;
}

lists! {
    /// The jobs of the queue.
    jobs = GetJobs of Job {
        state => state,
        kind => kind,
    }
    /// E-mails that the mail server has not accepted.
    outbox = GetOutbox of UnsentEmail {
        search => search,
        state => states,
    }
    /// The imported feed files.
    feedImports = GetFeedImports of FeedImport {
        search => search,
        kind => kind,
        rejected => has_rejected,
    }
    /// The rejected rows of a feed file.
    rejectedRows = GetRejectedRows of RejectedRow {
        search => search,
    } export { line, number, reason }
}

page_requests! {
    /// Asks for a page of jobs.
    pub struct JobsRequest {
        #[serde(default)]
        pub state: Option<JobState>,
        #[serde(default)]
        pub kind: Option<JobKind>,
    }

    /// Asks for a page of the outbox.
    pub struct OutboxRequest {
        /// Part of a recipient's address or of a subject.
        #[serde(default)]
        pub search: Option<String>,
        #[serde(default)]
        pub states: Option<Vec<OutboxState>>,
    }

    /// Asks for a page of feed files.
    pub struct FeedImportsRequest {
        /// Part of a file name.
        #[serde(default)]
        pub search: Option<String>,
        #[serde(default)]
        pub kind: Option<FeedKind>,
        /// True for files with rejected rows only, false for files without.
        #[serde(default)]
        pub has_rejected: Option<bool>,
    }

    /// Asks for a page of a file's rejected rows.
    pub struct RejectedRowsRequest {
        pub import_id: String,
        /// Part of the number or of the reason.
        #[serde(default)]
        pub search: Option<String>,
    }
}
