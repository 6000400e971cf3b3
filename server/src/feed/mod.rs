//! The utility's billing feed (docs/domain/feed.md): files of accounts and bills, read line by line and loaded 10,000
//! rows at a time, as often as one likes.

mod account;
mod bill;
mod charges;
mod field;
mod header;
mod kept;
mod lines;
mod load;
mod progress;
mod rejected;
mod rows;
mod sql;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gridbill_core::operations::FeedKind;
use sqlx::PgPool;

pub use account::Account;
pub use bill::Bill;
pub use charges::{BLOCKS, BillCharges, KINDS, READING, UNITS};
pub use field::{Fields, Refusal};
#[cfg(fuzzing)]
pub use load::read_only;

/// What can be imported.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Import {
    /// The electricity accounts of the utility's customers.
    Accounts {
        /// The file.
        file: PathBuf,
    },
    /// Their bills.
    Bills {
        /// The file.
        file: PathBuf,
    },
    /// What the bills charge, line by line, and what the meters showed.
    Charges {
        /// The file.
        file: PathBuf,
    },
}

/// A kind of file: its columns, how a row reads, and how many are stored. Where something takes several rows, they stand
/// together, and it is loaded or refused as a whole.
pub trait Delivered: Sized + Send + Sync {
    /// Which kind it is.
    const KIND: FeedKind;
    /// What people call the rows.
    const NOUN: &'static str;
    /// The columns, in the order in which we write them; a file may order them otherwise.
    const COLUMNS: &'static [&'static str];
    /// The column that may not repeat.
    const KEY: &'static str;
    /// Rows that follow each other with the same key are one thing.
    const SPANS_ROWS: bool = false;

    /// Reads a row by core's rules.
    ///
    /// # Errors
    /// The first field that is wrong.
    fn read(fields: &Fields<'_>) -> Result<Self, Refusal>;

    /// The number that identifies the row, twelve digits.
    fn key(&self) -> &str;

    /// Takes in the next row of the same key.
    ///
    /// # Errors
    /// When it does not go on with this.
    fn join(&mut self, _next: Self) -> Result<(), Refusal> {
        Err(Refusal::of_row("this is in one row"))
    }

    /// Whether something can begin with this row.
    ///
    /// # Errors
    /// When rows before it are missing.
    fn begins(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// A name in the row that is in none of core's lists: it is loaded and shown as it is, and the import says so.
    fn unlisted(&self) -> Option<&str> {
        None
    }

    /// Stores rows, by one statement each way, and says what became of them.
    fn store(connection: &mut sqlx::PgConnection, rows: &[Self]) -> impl Future<Output = sqlx::Result<Stored>> + Send;
}

/// What became of rows that read well.
#[derive(Debug, Default)]
pub struct Stored {
    pub new: u64,
    pub changed: u64,
    /// The places of rows that the database's state forbids, and why.
    pub refused: Vec<(usize, Refusal)>,
}

/// What an import came to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub rejected: u64,
}

/// `gridbill import`: prints what it came to. 0 when all was loaded, 3 when rows were refused; an error is 1.
///
/// # Errors
/// When nothing could be done, or the database failed on the way: what was committed stays, and the same file
/// again continues.
pub async fn run(pool: &PgPool, what: &Import) -> anyhow::Result<ExitCode> {
    let outcome = match what {
        Import::Accounts { file } => import::<Account>(pool, file).await?,
        Import::Bills { file } => import::<Bill>(pool, file).await?,
        Import::Charges { file } => import::<BillCharges>(pool, file).await?,
    };
    Ok(if outcome.rejected == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Imports one file.
///
/// # Errors
/// See [`run`].
pub async fn import<D: Delivered>(pool: &PgPool, file: &Path) -> anyhow::Result<Outcome> {
    load::load::<D>(pool, file).await
}
