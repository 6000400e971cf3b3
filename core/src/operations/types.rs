//! What travels of jobs, e-mails and files of the feed.

use crate::{Instant, Language};

/// Declares the kinds of jobs, each with the name by which the queue knows it.
macro_rules! job_kinds {
    ($($(#[$doc:meta])* $kind:ident = $identifier:literal,)*) => {
        wire! {
            /// What a job does.
            #[derive(Copy, Eq)]
            pub enum JobKind {
                $($(#[$doc])* $kind,)*
                /// Something that this version does not know.
                Other,
            }
        }

        impl JobKind {
            /// The names of all kinds that are known, as the queue has them.
            pub const IDENTIFIERS: &[&str] = &[$($identifier),*];

            /// The kind that the queue knows by that name.
            #[must_use]
            pub fn of(identifier: &str) -> Self {
                match identifier {
                    $($identifier => Self::$kind,)*
                    _ => Self::Other,
                }
            }

            /// The name by which the queue knows it; none for [`JobKind::Other`].
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
    /// Makes the bulk account of an approved company.
    ProcessRegistration = "process_registration",
    /// Takes accounts into bulk accounts and out of them.
    TagAccounts = "tag_accounts",
    /// Makes a statement of account.
    MakeStatement = "make_statement",
    /// Makes a file of rows or documents. Versions before the slots added one for each file.
    MakeDownload = "make_download",
    /// Makes the files of one slot.
    MakeDownloads = "make_downloads",
    /// Tells government entities that they may register.
    TellOfWindow = "tell_of_window",
    /// Ends applications that nobody answers.
    AwaitAnswers = "await_answers",
    /// Reminds of bills that fall due.
    RemindOfDue = "remind_of_due",
    /// Writes the daily e-mails of what is unread.
    WriteDigests = "write_digests",
    /// Folds what bills are added up by.
    FoldTotals = "fold_totals",
    /// Seals the facts of a day.
    SealFacts = "seal_facts",
    /// Deletes what is too old.
    Tidy = "tidy",
}

impl FeedKind {
    /// How it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accounts => "accounts",
            Self::Bills => "bills",
            Self::Charges => "charges",
        }
    }
}

wire! {
    /// Where a job stands.
    #[derive(Copy, Eq)]
    pub enum JobState {
        /// It was not tried yet.
        Waiting,
        /// It failed, and is tried again.
        Retrying,
        /// A process is at it.
        Running,
        /// It failed as often as may be: nothing tries it again.
        Failed,
    }

    /// A job of the queue.
    pub struct Job {
        pub job_id: String,
        pub kind: JobKind,
        /// The name by which the queue knows the kind.
        pub identifier: String,
        pub state: JobState,
        /// How often it was tried.
        pub attempts: i64,
        /// How often it may be tried.
        pub max_attempts: i64,
        /// When it was added.
        pub since: Instant,
        /// When it is tried next; none while it runs, and once it has failed.
        pub next_at: Option<Instant>,
        /// Since when a process is at it.
        pub running_since: Option<Instant>,
        /// The code of its last error, where the error has one.
        pub error_code: Option<String>,
        /// The beginning of its last error, without addresses, numbers and whatever may be a secret.
        pub error: Option<String>,
    }

    /// A job is meant.
    pub struct RetryJobRequest {
        pub job_id: String,
    }

    /// Where an unsent e-mail stands.
    #[derive(Copy, Eq)]
    pub enum OutboxState {
        /// The mail server was not asked yet.
        Waiting,
        /// The mail server did not take it, and is asked again.
        Refused,
        /// The mail server refused too often, and is not asked any more unless somebody has it asked.
        GivenUp,
        /// Nothing can be done any more.
        TooOld,
    }

    /// An e-mail that the mail server has not taken. What it says, and its link, stay where they are.
    pub struct UnsentEmail {
        pub mail_id: String,
        pub recipient: String,
        pub subject: String,
        pub language: Language,
        pub state: OutboxState,
        /// When it was written.
        pub since: Instant,
        /// How often the mail server was asked.
        pub attempts: i64,
        /// What the mail server said last, without addresses.
        pub error: Option<String>,
        /// When it is asked next.
        pub next_at: Option<Instant>,
        /// Nothing can be done any more: what it says is no longer true.
        pub is_too_old: bool,
    }

    /// An e-mail is meant, as it was seen.
    pub struct SendEmailRequest {
        pub mail_id: String,
        /// How often the mail server had been asked.
        pub attempts: i64,
    }

    /// A kind of file that the utility's feed delivers.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum FeedKind {
        /// Electricity accounts.
        Accounts,
        /// Bills.
        Bills,
        /// What bills charge, line by line.
        Charges,
    }

    /// How far the import of a file has come.
    #[derive(Copy, Eq)]
    pub enum ImportState {
        /// It goes on.
        Running,
        /// It has not gone on for a while: its process has ended. The same file again continues.
        Interrupted,
        /// It was read to its end.
        Done,
        /// It could not be read, or the database failed on the way.
        Failed,
    }

    /// A file of the feed.
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
        /// Refused rows that can be listed here; all of them are in the file beside the delivered one.
        pub listed_rows: i64,
        /// Why it failed.
        pub problem: Option<String>,
    }

    /// A file of the feed is meant.
    pub struct FeedImportRequest {
        pub import_id: String,
    }

    /// A row that was refused.
    pub struct RejectedRow {
        /// Its line in the file.
        pub line: i64,
        /// The number of the account or the invoice, where the row has one.
        pub number: Option<String>,
        pub reason: String,
    }
}
