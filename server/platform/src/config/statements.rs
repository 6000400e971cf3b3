//! Settings of statements of account.

use gridbill_core::statements::MAX_MONTHS;

/// Periods, retention and limits of statements of account.
#[derive(Debug, Clone, clap::Args)]
pub struct Statements {
    /// The periods that are offered, each as a number of past months.
    #[arg(long = "statement-months", env = "GRIDBILL_STATEMENT_MONTHS", value_delimiter = ',', default_values_t = [1, 3, 6, 12],
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MONTHS)), global = true)]
    pub months: Vec<u32>,
    /// Days for which a statement can be downloaded.
    #[arg(long = "statement-days", env = "GRIDBILL_STATEMENT_DAYS", default_value_t = 90,
          value_parser = clap::value_parser!(i64).range(1..), global = true)]
    pub kept_days: i64,
    /// Statements that one person may request in an hour.
    #[arg(long = "statements-per-person", env = "GRIDBILL_STATEMENTS_PER_PERSON", default_value_t = 60, global = true)]
    pub per_person: i32,
    /// Statements that may be sent in an hour to one e-mail address that is not the requester's own.
    #[arg(
        long = "statements-per-recipient",
        env = "GRIDBILL_STATEMENTS_PER_RECIPIENT",
        default_value_t = 10,
        global = true
    )]
    pub per_recipient: i32,
    /// Statements of one bulk account that may be queued at the same time.
    #[arg(long = "statements-waiting", env = "GRIDBILL_STATEMENTS_WAITING", default_value_t = 20, global = true)]
    pub waiting: i64,
}
