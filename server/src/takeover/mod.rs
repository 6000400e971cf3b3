//! `gridbill takeover`: what an operator reads and signs when another portal is taken over
//! (docs/operations.md#taking-over-an-existing-portal). The files are imported like all others (`feed`).

mod sheet;
mod source;
mod sql;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use gridbill_core::Money;
use rust_decimal::Decimal;
use sqlx::PgPool;

pub use source::SourceFiles;

/// The commands of a take-over.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Takeover {
    /// Print the companies that are not ready, each with the reason, and how many activation e-mails are left. Exit
    /// code 0: all are ready; 3: some are not.
    State,
    /// Write the reconciliation sheet, a workbook of counts and sums by company for two officers to sign. Exit code
    /// 0: no difference to the given files; 3: some.
    Sheet(SheetArgs),
}

/// Where the sheet is written, and the files that it is compared with.
#[derive(Debug, Clone, clap::Args)]
pub struct SheetArgs {
    /// Path of the workbook to write.
    pub out: PathBuf,
    #[command(flatten)]
    pub files: SourceFiles,
}

/// Counts and sums of one company, in the portal or in the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    pub accounts: i64,
    /// Accounts with a reference ID.
    pub references: i64,
    /// Accounts in a group.
    pub grouped: i64,
    pub users: i64,
    pub bills: i64,
    pub billed: Decimal,
    /// Payments that were taken over, in every status.
    pub payments: i64,
    /// The sum of those that were paid.
    pub paid: Decimal,
}

/// A company that was taken over.
#[derive(Debug, Clone)]
pub struct CompanyFigures {
    pub bulk_id: String,
    pub company_name: String,
    pub cut_over_day: String,
    /// Why it is not ready.
    pub obstacle: Option<String>,
    pub activated: i64,
    pub open_bills: i64,
    pub owed: Decimal,
    pub portal: Figures,
    /// What the files have; `None` for figures whose file was not given.
    pub files: SourceFigures,
}

/// The figures of the files, each `None` if its file was not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceFigures {
    pub accounts: Option<i64>,
    pub references: Option<i64>,
    pub grouped: Option<i64>,
    pub users: Option<i64>,
    pub bills: Option<i64>,
    pub billed: Option<Decimal>,
    pub payments: Option<i64>,
    pub paid: Option<Decimal>,
}

impl CompanyFigures {
    /// Whether every figure of the files is that of the portal.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let (portal, files) = (&self.portal, &self.files);
        let counts = [
            (portal.accounts, files.accounts),
            (portal.references, files.references),
            (portal.grouped, files.grouped),
            (portal.users, files.users),
            (portal.bills, files.bills),
            (portal.payments, files.payments),
        ];
        let sums = [(portal.billed, files.billed), (portal.paid, files.paid)];
        counts.iter().all(|(portal, file)| file.is_none_or(|file| file == *portal))
            && sums.iter().all(|(portal, file)| file.is_none_or(|file| file == *portal))
    }
}

/// Runs a command, and prints its result.
/// Fails when the database does not answer, or a file cannot be read or written.
pub async fn run(pool: &PgPool, what: &Takeover) -> anyhow::Result<ExitCode> {
    match what {
        Takeover::State => state(pool).await,
        Takeover::Sheet(SheetArgs { out, files }) => {
            let companies = figures(pool, files).await?;
            sheet::write(out, &companies).with_context(|| format!("writing {}", out.display()))?;
            let differing: Vec<&CompanyFigures> = companies.iter().filter(|company| !company.agrees()).collect();
            println!(
                "{} companies, of which {} differ from the files: {}",
                companies.len(),
                differing.len(),
                out.display()
            );
            for company in &differing {
                println!("    {} {}", company.bulk_id, company.company_name);
            }
            Ok(if differing.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(3) })
        }
    }
}

async fn state(pool: &PgPool) -> anyhow::Result<ExitCode> {
    let companies = sql::list_states(pool).await?;
    let waiting: Vec<_> = companies.iter().filter(|one| one.obstacle.is_some()).collect();
    for company in &waiting {
        let why = sentence(company.obstacle.as_deref().unwrap_or_default());
        println!("{} {}, cut-over on {}: {why}", company.bulk_id, company.company_name, company.cut_over_day);
        for reason in &company.reasons {
            println!("    {reason}");
        }
    }
    let left = sql::count_waiting(pool).await?;
    println!(
        "{} of {} companies are ready; {left} users have no activation e-mail",
        companies.len() - waiting.len(),
        companies.len()
    );
    Ok(if waiting.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Returns the reason in words.
pub(crate) fn sentence(obstacle: &str) -> &'static str {
    match obstacle {
        "noUsers" => "no file of users has named it; import the file of users",
        "unfinished" => "the import of its users has not ended; import the file of users again",
        "refusedUsers" => "some of its users were refused; correct the rows and import all its users again",
        "noMaster" => "it has no Master; deliver one in the file of users",
        "noAccount" => "it has no account; import the file of references",
        _ => "ready",
    }
}

/// Reads the figures of all companies from the database and from the files. A company that only the files have is
/// listed, too.
pub async fn figures(pool: &PgPool, files: &SourceFiles) -> anyhow::Result<Vec<CompanyFigures>> {
    let mut companies: BTreeMap<String, CompanyFigures> =
        sql::load_figures(pool).await?.into_iter().map(|company| (company.bulk_id.clone(), company)).collect();
    let source = source::read(files)?;
    let given = source::given(files);
    for company in companies.values_mut() {
        company.files = given;
    }
    for (bulk_id, found) in source {
        let company = companies.entry(bulk_id.clone()).or_insert_with(|| CompanyFigures {
            bulk_id,
            company_name: "not in the portal".to_owned(),
            cut_over_day: String::new(),
            obstacle: None,
            activated: 0,
            open_bills: 0,
            owed: Decimal::ZERO,
            portal: Figures::default(),
            files: given,
        });
        let count = |given: Option<i64>, found: i64| given.map(|_| found);
        company.files = SourceFigures {
            accounts: count(given.accounts, found.accounts),
            references: count(given.references, found.references),
            grouped: count(given.grouped, found.grouped),
            users: count(given.users, found.users),
            bills: count(given.bills, found.bills),
            billed: given.billed.map(|_| found.billed),
            payments: count(given.payments, found.payments),
            paid: given.paid.map(|_| found.paid),
        };
    }
    Ok(companies.into_values().collect())
}

/// Shows a sum with two decimals.
fn shown(amount: Decimal) -> String {
    Money::parse(&amount.to_string()).map_or_else(|_| amount.to_string(), Money::shown)
}
