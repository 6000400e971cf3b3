//! Wire types of jobs, e-mails and feed files.

use crate::{Instant, Language};

/// Declares the kinds of jobs, each with its name in the queue.
macro_rules! job_kinds {
    ($($(#[$doc:meta])* $kind:ident = $identifier:literal,)*) => {
        wire! {
            /// The kind of a job.
            #[derive(Copy, Eq)]
            pub enum JobKind {
                $($(#[$doc])* $kind,)*
                /// A kind that this version does not know.
                Other,
            }
        }

        impl JobKind {
            /// The queue's names of all known kinds.
            pub const IDENTIFIERS: &[&str] = &[$($identifier),*];

            /// Returns the kind with that name in the queue.
            #[must_use]
            pub fn of(identifier: &str) -> Self {
                match identifier {
                    $($identifier => Self::$kind,)*
                    _ => Self::Other,
                }
            }

            /// Returns the name in the queue; none for [`JobKind::Other`].
            #[must_use]
            pub const fn identifier(self) -> Option<&'static str> {
                match self {
                    $(Self::$kind => Some($identifier),)*
                    Self::Other => None,
                }
            }
        }
    };
}

job_kinds! {
    /// Hands an e-mail to the mail server.
    SendMail = "send_mail",
    /// Posts an accepted payment.
    PostPayment = "post_payment",
    /// Asks the bank gateway about payments.
    RequeryFpx = "requery_fpx",
    /// Creates the bulk account of an approved company.
    ProcessRegistration = "process_registration",
    /// Adds accounts to bulk accounts and removes them.
    TagAccounts = "tag_accounts",
    /// Prepares a statement of account.
    MakeStatement = "make_statement",
    /// Prepares one export or document file. Only versions before slots added such a job for each file.
    MakeDownload = "make_download",
    /// Prepares the files of one slot.
    MakeDownloads = "make_downloads",
    /// Notifies government entities that they may register.
    TellOfWindow = "tell_of_window",
    /// Sends reminders to applicants and closes applications without an answer.
    AwaitAnswers = "await_answers",
    /// Sends reminders of bills that fall due.
    RemindOfDue = "remind_of_due",
    /// Allocates settlements again after a bill or its payment changed.
    SettleBills = "settle_bills",
    /// Ends queries after days of silence, and links corrected bills to queries.
    FollowQueries = "follow_queries",
    /// Reminds approvers of proposals, and ends proposals that were not released in time.
    FollowProposals = "follow_proposals",
    /// Makes the scheduled runs of accounting profiles.
    RunAccountingSchedules = "run_accounting_schedules",
    /// Sends daily e-mails about unread notifications.
    WriteDigests = "write_digests",
    /// Audits bills that are new or have changed.
    AuditBills = "audit_bills",
    /// Merges the partial sums of bill and payment totals.
    FoldTotals = "fold_totals",
    /// Reads the DNS records of proved mail domains again.
    ReadDomains = "read_domains",
    /// Sends reminders of API tokens that expire soon.
    RemindOfTokens = "remind_of_tokens",
    /// Sends reminders of bank guarantees that expire soon.
    RemindOfGuarantees = "remind_of_guarantees",
    /// Sends activation e-mails to users who were taken over.
    SendActivations = "send_activations",
    /// Sends reminders of deadlines about personal data.
    RemindOfDataRequests = "remind_of_data_requests",
    /// Seals the facts of a day.
    SealFacts = "seal_facts",
    /// Deletes expired data.
    Tidy = "tidy",
}

impl FeedKind {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accounts => "accounts",
            Self::Bills => "bills",
            Self::Charges => "charges",
            Self::Kinds => "kinds",
            Self::Prices => "prices",
            Self::Factors => "factors",
            Self::Certificates => "certificates",
            Self::Settlements => "settlements",
            Self::Deposits => "deposits",
            Self::Companies => "companies",
            Self::Users => "users",
            Self::Groups => "groups",
            Self::References => "references",
            Self::PaymentHistory => "paymentHistory",
        }
    }
}

wire! {
    /// The state of a job.
    #[derive(Copy, Eq)]
    pub enum JobState {
        /// Queued; not tried yet.
        Waiting,
        /// Failed, and will be retried.
        Retrying,
        /// A process is working on it.
        Running,
        /// Failed in every attempt; not retried automatically.
        Failed,
    }

    /// A job of the queue.
    pub struct Job {
        pub job_id: String,
        pub kind: JobKind,
        /// The kind's name in the queue.
        pub identifier: String,
        pub state: JobState,
        /// How often it was tried.
        pub attempts: i64,
        /// How often it is tried at most.
        pub max_attempts: i64,
        /// When it was added.
        pub since: Instant,
        /// The time of the next attempt; none while it runs and after it has failed.
        pub next_at: Option<Instant>,
        /// When the current attempt started.
        pub running_since: Option<Instant>,
        /// The code of the last error, if it has one.
        pub error_code: Option<String>,
        /// The beginning of the last error, without addresses, numbers and possible secrets.
        pub error: Option<String>,
    }

    /// The job to retry.
    pub struct RetryJobRequest {
        pub job_id: String,
    }

    /// The state of an unsent e-mail.
    #[derive(Copy, Eq)]
    pub enum OutboxState {
        /// The mail server was not tried yet.
        Waiting,
        /// The mail server did not accept it; it will be retried.
        Refused,
        /// The mail server refused it too often. It is tried again only if an operator asks for it.
        GivenUp,
        /// Too old to be sent.
        TooOld,
    }

    /// An e-mail that the mail server has not accepted. Its text and its links are never shown.
    pub struct UnsentEmail {
        pub mail_id: String,
        pub recipient: String,
        pub subject: String,
        pub language: Language,
        pub state: OutboxState,
        /// When it was written.
        pub since: Instant,
        /// How often the mail server was tried.
        pub attempts: i64,
        /// The mail server's last answer, without addresses.
        pub error: Option<String>,
        /// The time of the next attempt.
        pub next_at: Option<Instant>,
        /// Whether it is too old to be sent, because its content is out of date.
        pub is_too_old: bool,
    }

    /// The e-mail to send, with the state that the operator saw.
    pub struct SendEmailRequest {
        pub mail_id: String,
        /// The number of attempts that the operator saw.
        pub attempts: i64,
    }

    /// A kind of file that the utility's feed delivers.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum FeedKind {
        Accounts,
        Bills,
        /// The lines of bills.
        Charges,
        /// The kinds of charges.
        Kinds,
        /// The published prices.
        Prices,
        /// The emission factors of the grids.
        Factors,
        /// The renewable energy certificates of accounts.
        Certificates,
        /// Payments of bills outside the portal.
        Settlements,
        /// Deposits of accounts.
        Deposits,
        /// The companies of a portal that is taken over.
        Companies,
        /// Their users.
        Users,
        /// Their groups of accounts.
        Groups,
        /// Their accounts, with their reference IDs.
        References,
        /// Their closed payments.
        PaymentHistory,
    }

    /// The state of a file's import.
    #[derive(Copy, Eq)]
    pub enum ImportState {
        /// The import is running.
        Running,
        /// The import has made no progress for a while, because its process ended. Importing the same file again
        /// continues it.
        Interrupted,
        /// The whole file was read.
        Done,
        /// The file could not be read, or the database failed.
        Failed,
    }

    /// An imported feed file.
    pub struct FeedImport {
        pub import_id: String,
        pub kind: FeedKind,
        pub file_name: String,
        pub state: ImportState,
        pub began_at: Instant,
        pub ended_at: Option<Instant>,
        /// Rows that were read.
        pub rows: i64,
        pub new_rows: i64,
        pub changed_rows: i64,
        pub unchanged_rows: i64,
        pub rejected_rows: i64,
        /// Rejected rows that can be listed here. The file next to the delivered one has all of them.
        pub listed_rows: i64,
        /// Why the import failed.
        pub problem: Option<String>,
    }

    /// The feed file to return.
    pub struct FeedImportRequest {
        pub import_id: String,
    }

    /// A rejected row.
    pub struct RejectedRow {
        /// The line number in the file.
        pub line: i64,
        /// The account or invoice number, if the row has one.
        pub number: Option<String>,
        pub reason: String,
    }
}
