//! Counts and adds up the delivered files, independently of the import: refused rows count, too, so that the sheet
//! shows them as differences.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use csv::StringRecord;
use gridbill_core::Money;
use rust_decimal::Decimal;

use super::{Figures, SourceFigures};

/// The files that the sheet is compared with. A figure without its file is compared with nothing.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SourceFiles {
    /// The imported file of users.
    #[arg(long)]
    pub users: Option<PathBuf>,
    /// The imported file of groups.
    #[arg(long)]
    pub groups: Option<PathBuf>,
    /// The imported file of references, which also says whose bills the file of bills has.
    #[arg(long)]
    pub references: Option<PathBuf>,
    /// The imported files of bills.
    #[arg(long, requires = "references")]
    pub bills: Vec<PathBuf>,
    /// The imported file of closed payments.
    #[arg(long)]
    pub payment_history: Option<PathBuf>,
}

/// Returns zero for each figure whose file is given.
pub fn given(files: &SourceFiles) -> SourceFigures {
    let (accounts, has_bills) = (files.references.as_ref().map(|_| 0), !files.bills.is_empty());
    let history = files.payment_history.as_ref();
    SourceFigures {
        accounts,
        references: accounts,
        grouped: files.groups.as_ref().map(|_| 0),
        users: files.users.as_ref().map(|_| 0),
        bills: has_bills.then_some(0),
        billed: has_bills.then_some(Decimal::ZERO),
        payments: history.map(|_| 0),
        paid: history.map(|_| Decimal::ZERO),
    }
}

/// Reads the files. Fails when a file cannot be read, or a column is missing, or a row of a payment cannot be read: its
/// payment is refused as a whole, but how much it paid is unknown.
pub fn read(files: &SourceFiles) -> anyhow::Result<BTreeMap<String, Figures>> {
    let mut found: BTreeMap<String, Figures> = BTreeMap::new();
    if let Some(path) = &files.users {
        rows(path, ["bulkId"], |[bulk_id]| found.entry(bulk_id).or_default().users += 1)?;
    }
    if let Some(path) = &files.groups {
        rows(path, ["bulkId"], |[bulk_id]| found.entry(bulk_id).or_default().grouped += 1)?;
    }
    let mut owner: HashMap<String, String> = HashMap::new();
    if let Some(path) = &files.references {
        rows(path, ["bulkId", "accountNo", "referenceId"], |[bulk_id, account_no, reference_id]| {
            let company = found.entry(bulk_id.clone()).or_default();
            company.accounts += 1;
            company.references += i64::from(!reference_id.is_empty());
            owner.insert(account_no, bulk_id);
        })?;
    }
    // A bill that several files deliver counts once, with the amount of the last.
    let mut bills: HashMap<String, (String, Decimal)> = HashMap::new();
    for path in &files.bills {
        rows(path, ["invoiceNo", "accountNo", "totalAmountPayable"], |[invoice_no, account_no, amount]| {
            if let Some(bulk_id) = owner.get(&account_no) {
                bills.insert(invoice_no, (bulk_id.clone(), decimal(&amount)));
            }
        })?;
    }
    for (bulk_id, amount) in bills.into_values() {
        let company = found.entry(bulk_id).or_default();
        company.bills += 1;
        company.billed += amount;
    }
    if let Some(path) = &files.payment_history {
        let mut payments = HashSet::new();
        let columns = ["transactionNo", "bulkId", "amount", "status"];
        checked_rows(path, columns, |[number, bulk_id, amount, status], is_whole| {
            ensure!(is_whole, "the row has more or fewer fields than the header row");
            let company = found.entry(bulk_id).or_default();
            company.payments += i64::from(payments.insert(number));
            if status == "paid" {
                company.paid += Money::parse(&amount).ok().context("the amount cannot be read")?.decimal();
            }
            Ok(())
        })?;
    }
    Ok(found)
}

fn decimal(text: &str) -> Decimal {
    Money::parse(text).map(Money::decimal).unwrap_or_default()
}

/// Passes the named columns of each row on, without surrounding space.
fn rows<const N: usize>(path: &Path, columns: [&str; N], mut take: impl FnMut([String; N])) -> anyhow::Result<()> {
    checked_rows(path, columns, |fields, _| {
        take(fields);
        Ok(())
    })
}

/// Passes them on likewise, with whether the row has a field for each column. Fails with the line that is not taken.
fn checked_rows<const N: usize>(
    path: &Path,
    columns: [&str; N],
    mut take: impl FnMut([String; N], bool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let named = || path.display().to_string();
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_path(path).with_context(named)?;
    let header = reader.headers().with_context(named)?.clone();
    let place = |column: &str| {
        let place = header.iter().position(|name| name.trim_start_matches('\u{feff}') == column);
        place.with_context(|| format!("{}: the column {column} is missing", path.display()))
    };
    let places: Vec<usize> = columns.iter().map(|column| place(column)).collect::<anyhow::Result<_>>()?;
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).with_context(named)? {
        let fields = std::array::from_fn(|at| {
            places.get(at).and_then(|place| record.get(*place)).unwrap_or_default().to_owned()
        });
        let line = record.position().map_or(0, csv::Position::line);
        take(fields, record.len() == header.len())
            .with_context(|| format!("{}, line {line}: correct the row, and import the file again", path.display()))?;
    }
    Ok(())
}
