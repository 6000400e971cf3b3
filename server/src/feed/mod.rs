//! The utility's billing feed (docs/domain/feed.md): files of accounts, bills, charges, kinds of charges, prices,
//! emission factors, certificates, settlements and deposits, and the files of a portal that is taken over. They are read line
//! by line and loaded 10,000 rows at a time. Importing the same file again is safe.

mod account;
mod bill;
mod certificate;
mod charges;
mod deposit;
mod explain;
mod factor;
mod field;
mod header;
mod kept;
mod kind;
mod lines;
mod load;
mod price;
mod progress;
mod rejected;
mod rows;
mod settlement;
mod spoilt;
mod sql;
mod takeover;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gridbill_core::Topic;
use gridbill_core::accounts::deposits::Deposit;
use gridbill_core::audit::Price;
use gridbill_core::bills::ChargeKindEntry;
use gridbill_core::carbon::{EmissionFactor, EnergyCertificate};
use gridbill_core::number::{BatchId, BulkId};
use gridbill_core::operations::FeedKind;

use crate::base::Base;

pub use account::Account;
pub use bill::Bill;
pub use certificate::written as certificate_fields;
pub use charges::{BLOCKS, BillCharges, READING, UNITS};
pub use deposit::written as deposit_fields;
pub use explain::explain;
pub use factor::written as factor_fields;
pub use field::{Fields, Refusal};
#[cfg(fuzzing)]
pub use load::read_only;
pub use price::written as price_fields;
pub use settlement::Settlement;
pub use takeover::{AccountReference, Company, GroupedAccount, PastPayment, User};

/// The kinds of files that can be imported.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Import {
    /// The electricity accounts of the utility's customers.
    Accounts {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The bills of these accounts.
    Bills {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The charges of the bills, line by line, and their meter readings.
    Charges {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The kinds of charges.
    Kinds {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The published prices, from which the bill audit recomputes the charges.
    Prices {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The emission factors of the grids, by which the emissions report is computed.
    Factors {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The renewable energy certificates of accounts, by which the market-based emissions are computed.
    Certificates {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// Payments of bills outside the portal, and their reversals.
    Settlements {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// Deposits of accounts, and bank guarantees.
    Deposits {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The companies of a portal that is taken over.
    Companies {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The users of these companies, without passwords.
    Users {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The groups of these companies' accounts.
    Groups {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The accounts of these companies, with their reference IDs.
    References {
        /// Path of the file to import.
        file: PathBuf,
    },
    /// The closed payments of these companies.
    #[command(name = "paymentHistory")]
    PaymentHistory {
        /// Path of the file to import.
        file: PathBuf,
    },
}

/// A kind of file: its columns, how to parse a row, and how to store rows. If a record has several rows, they are
/// consecutive, and the record is loaded or refused as a whole.
pub trait FeedRecord: Sized + Send + Sync {
    /// The kind of file.
    const KIND: FeedKind;
    /// The word for the rows in messages.
    const NOUN: &'static str;
    /// The columns in the portal's order; a file may have another order.
    const COLUMNS: &'static [&'static str];
    /// Groups of further columns. A file has all columns of a group or none.
    const OPTIONAL: &'static [&'static [&'static str]] = &[];
    /// The column whose value must be unique.
    const KEY: &'static str;
    /// Whether consecutive rows with the same key form one record.
    const SPANS_ROWS: bool = false;
    /// Whether a stored row is never changed. The last line of such a file must have a line end: without one it may be
    /// a part of a row, of a file that is still being copied.
    const IS_FINAL: bool = false;
    /// The refusal of a record that is in the file already.
    const REPEATED: &'static str = "This number is in the file already";
    /// What [`StoreResult::unlisted`] has names of, as the import reports it.
    const UNLISTED: &'static str = "an unknown name";
    /// The topics that pages read again after an import.
    const TOPICS: &'static [Topic] = &[Topic::Accounts, Topic::Bills];

    /// Parses a row with core's rules. Fails with the first wrong field.
    fn read(fields: &Fields<'_>) -> Result<Self, Refusal>;

    /// The value of the key column.
    fn key(&self) -> &str;

    /// A number that identifies the record in the file. By default the key, which has twelve digits.
    fn identity(&self) -> Option<u64> {
        self.key().parse().ok()
    }

    /// Adds the next row with the same key to the record. Fails when the row does not continue the record.
    fn join(&mut self, _next: Self) -> Result<(), Refusal> {
        Err(Refusal::of_row("this is in one row"))
    }

    /// Checks that a record can begin with this row. Fails when earlier rows are missing.
    fn begins(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Returns why a row that was read is refused when it is stored; none if it can be stored.
    fn refusal(&self) -> Option<&Refusal> {
        None
    }

    /// Returns the row, whose key an earlier row of the file has, with its refusal, if its storing must know of it.
    /// Fails with the refusal otherwise.
    fn repeated(self, refusal: Refusal) -> Result<Self, Refusal> {
        Err(refusal)
    }

    /// Returns a record for a line that cannot be read, with its refusal, if its storing must know of it. `key` is the
    /// field in the key's column, if the line can be split.
    #[must_use]
    fn unreadable(_line: &str, _key: Option<&str>, _refusal: &Refusal) -> Option<Self> {
        None
    }

    /// Begins what must exist before the rows do, in the transaction that stores them.
    fn prepare(
        _connection: &mut sqlx::PgConnection,
        _rows: &[Self],
        _options: ImportOptions,
    ) -> impl Future<Output = sqlx::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Stores rows, with one statement per step, and returns the result.
    fn store(
        base: &Base,
        connection: &mut sqlx::PgConnection,
        rows: &[Self],
        options: ImportOptions,
    ) -> impl Future<Output = sqlx::Result<StoreResult>> + Send;
}

/// What settings decide about an import.
#[derive(Debug, Clone, Copy)]
pub struct ImportOptions {
    /// Whether the bills of new batches can be paid at once.
    pub new_batches: NewBatches,
    /// Whether a bill with a kind of charge that is not listed is refused.
    pub refuses_unlisted_kinds: bool,
    /// The import that runs; `None` in a dry run.
    pub import_id: Option<i64>,
}

/// Whether an import stores its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storing {
    /// It does.
    Kept,
    /// Each transaction is rolled back, and the import is not listed: a dry run.
    RolledBack,
}

/// Whether the bills of a new batch can be paid at once (docs/domain/audit.md#batches).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewBatches {
    /// They can.
    Released,
    /// The batch waits until the audit is complete, or until staff release it.
    Wait,
}

impl NewBatches {
    /// New batches wait if the deployment limits the share of bills with findings.
    #[must_use]
    pub const fn with_limit(finding_limit: Option<u8>) -> Self {
        match finding_limit {
            Some(_) => Self::Wait,
            None => Self::Released,
        }
    }
}

/// The result of storing parsed rows.
#[derive(Debug, Default)]
pub struct StoreResult {
    pub new: u64,
    pub changed: u64,
    /// The indexes of rows that the database's state forbids, with the reasons.
    pub refused: Vec<(usize, Refusal)>,
    /// The batches in which bulk accounts got bills.
    pub issued: Vec<(BulkId, BatchId)>,
    /// The names that are in no list, one for each row. The rows are loaded unchanged, and the import reports the
    /// names.
    pub unlisted: Vec<String>,
    /// The companies that refused rows keep from being ready, one for each row.
    pub stopped: Vec<String>,
}

/// The counts of an import.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub rejected: u64,
}

/// Runs `gridbill import` and prints the counts. Returns 0 when all rows were loaded, 3 when some were refused; an
/// error gives 1.
/// Fails when nothing could be imported, or the database failed. Committed rows stay; importing the same file again
/// continues.
pub async fn run(base: &Base, what: &Import, new_batches: NewBatches, storing: Storing) -> anyhow::Result<ExitCode> {
    let released = NewBatches::Released;
    let outcome = match what {
        Import::Accounts { file } => load::load::<Account>(base, file, released, storing).await?,
        Import::Bills { file } => load::load::<Bill>(base, file, new_batches, storing).await?,
        Import::Charges { file } => load::load::<BillCharges>(base, file, released, storing).await?,
        Import::Kinds { file } => load::load::<ChargeKindEntry>(base, file, released, storing).await?,
        Import::Prices { file } => load::load::<Price>(base, file, released, storing).await?,
        Import::Factors { file } => load::load::<EmissionFactor>(base, file, released, storing).await?,
        Import::Certificates { file } => load::load::<EnergyCertificate>(base, file, released, storing).await?,
        Import::Settlements { file } => load::load::<Settlement>(base, file, released, storing).await?,
        Import::Deposits { file } => load::load::<Deposit>(base, file, released, storing).await?,
        Import::Companies { file } => load::load::<Company>(base, file, released, storing).await?,
        Import::Users { file } => load::load::<User>(base, file, released, storing).await?,
        Import::Groups { file } => load::load::<GroupedAccount>(base, file, released, storing).await?,
        Import::References { file } => load::load::<AccountReference>(base, file, released, storing).await?,
        Import::PaymentHistory { file } => load::load::<PastPayment>(base, file, released, storing).await?,
    };
    Ok(if outcome.rejected == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Imports one file. New batches do not wait.
pub async fn import<D: FeedRecord>(base: &Base, file: &Path) -> anyhow::Result<Outcome> {
    load::load::<D>(base, file, NewBatches::Released, Storing::Kept).await
}

/// Reads and checks a file like an import, and stores nothing. Each 10,000 rows are checked against the stored data,
/// not against earlier rows of the file.
pub async fn dry_run<D: FeedRecord>(base: &Base, file: &Path) -> anyhow::Result<Outcome> {
    load::load::<D>(base, file, NewBatches::Released, Storing::RolledBack).await
}

/// Imports a file of bills whose new batches wait.
pub async fn import_waiting(base: &Base, file: &Path) -> anyhow::Result<Outcome> {
    load::load::<Bill>(base, file, NewBatches::Wait, Storing::Kept).await
}
