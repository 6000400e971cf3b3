//! `gridbill`: the command line of the portal, its worker, its database and its demo.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::app::App;
use crate::base::{Base, Clock, Random};
use crate::config::Config;
use crate::demo::{self, Demo};
use crate::downloads::packs::verify::{self, VerifyPack};
use crate::feed::{self, Import, NewBatches, Storing};
use crate::file_move::{self, FileCommand};
use crate::identity::factors::reset;
use crate::personal_data::replay::{self, Replayed};
use crate::staff::create::{self, Admin};
use crate::takeover::{self, Takeover};
use crate::{check, database, serve};
use clap::{Parser, Subcommand};
use gridbill_core::Instant;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::Directive;

#[derive(Parser)]
#[command(
    name = "gridbill",
    version,
    about = "The portal through which organisations see, pay, track and reconcile their electricity bills."
)]
struct Command {
    #[command(subcommand)]
    what: CliCommand,
    #[command(flatten)]
    config: Config,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Serve the portal, and run its jobs.
    Serve {
        /// Create the demo's data first, and run the banks' sandbox.
        #[arg(long)]
        demo: bool,
        /// The instant that the demo's clock shows at the start, to see the portal on other days:
        /// 2027-01-07T23:59:30+08:00.
        #[arg(long, env = "GRIDBILL_DEMO_NOW", requires = "demo", value_parser = instant)]
        now: Option<Instant>,
    },
    /// Run only the jobs, in addition to processes that serve.
    Worker,
    /// Apply all database migrations.
    Migrate {
        /// Use the migrations of this folder instead of the built-in migrations.
        #[arg(long)]
        from: Option<PathBuf>,
    },
    /// Import files of the utility's billing system. Exit code 0: all rows loaded; 3: some rows refused; 1: the
    /// import failed.
    #[command(arg_required_else_help = true)]
    Import {
        #[command(subcommand)]
        what: Option<Import>,
        /// Read and check the file, print the same report, and store nothing.
        #[arg(long, global = true)]
        dry_run: bool,
        /// Say what is wrong in each row of a file of any kind. Needs no database.
        #[arg(long, value_name = "FILE")]
        explain: Option<PathBuf>,
    },
    /// Take over the companies of another portal.
    Takeover {
        #[command(subcommand)]
        what: Takeover,
    },
    /// Create the demo's companies, people, bills and payments, in a separate database.
    Demo(Demo),
    /// Manage the utility's staff.
    Admin {
        #[command(subcommand)]
        what: Admin,
    },
    /// Manage erasures of personal data.
    Erasures {
        #[command(subcommand)]
        what: Erasures,
    },
    /// Manage stored files.
    Files {
        #[command(subcommand)]
        what: FileCommand,
    },
    /// Look for broken invariants in a live database. Exit code 0: all hold; 2: some do not.
    Check,
    /// Verify an audit pack. Exit code 0: no rule fails; 2: a rule fails.
    Verify(VerifyPack),
    /// Run the sandbox of the bank gateway and its banks, for a portal that another process serves.
    FpxSandbox,
    /// Manage the private PostgreSQL.
    Database {
        #[command(subcommand)]
        what: Database,
    },
}

#[derive(Subcommand)]
enum Erasures {
    /// Erase the users of the ledger who are not erased in the database, such as after restoring an older backup.
    /// `serve` and `worker` do the same before they start.
    Apply,
}

#[derive(Subcommand)]
enum Database {
    /// Start the private PostgreSQL.
    Up,
    /// Stop the private PostgreSQL.
    Down,
    /// Print the address of the private PostgreSQL.
    Url,
    /// Print the schema of the database as SQL.
    Schema,
}

/// Runs the command.
///
/// # Panics
/// When the system cannot start threads.
#[must_use]
#[tokio::main]
pub async fn main() -> ExitCode {
    let command = Command::parse();
    log(command.config.access_log);
    match Box::pin(run(command)).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("gridbill: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn instant(text: &str) -> Result<Instant, String> {
    Instant::parse(text).map_err(|_| "an instant such as 2027-01-07T23:59:30+08:00".to_owned())
}

async fn run(Command { what, config }: Command) -> anyhow::Result<ExitCode> {
    match what {
        CliCommand::Serve { demo: true, now } => {
            serve::demo(config, now.map_or_else(Clock::default, Clock::beginning_at)).await?;
        }
        CliCommand::Serve { demo: false, .. } => serve::serve(config).await?,
        CliCommand::FpxSandbox => serve::fpx_sandbox(&config).await?,
        CliCommand::Worker => serve::work(config).await?,
        CliCommand::Migrate { from: None } => drop(database::open(&config).await?),
        CliCommand::Migrate { from: Some(folder) } => database::migrate_from(&config, &folder).await?,
        CliCommand::Import { explain: Some(file), .. } => return feed::explain(&file, &mut std::io::stdout().lock()),
        CliCommand::Import { what: None, .. } => anyhow::bail!("name the kind of file, or --explain FILE"),
        CliCommand::Import { what: Some(what), dry_run, .. } => {
            let storing = if dry_run { Storing::RolledBack } else { Storing::Kept };
            let new_batches = NewBatches::with_limit(config.audit.batch_finding_limit);
            let pool = database::open(&config).await?;
            let base = Base::new(pool, config, Clock::default(), Random::default());
            return feed::run(&base, &what, new_batches, storing).await;
        }
        CliCommand::Takeover { what } => return takeover::run(&database::open(&config).await?, &what).await,
        CliCommand::Demo(demo) => {
            let pool = database::open(&config).await?;
            let app = App::new(pool, config, Clock::default(), Random::default()).await?;
            demo::run(&app, &demo).await?;
        }
        CliCommand::Admin { what: Admin::Create(new) } => {
            let pool = database::open(&config).await?;
            let app = App::new(pool, config, Clock::default(), Random::default()).await?;
            println!("{}", create::create(&app, &new).await?);
        }
        CliCommand::Admin { what: Admin::ResetFactors(of) } => {
            let pool = database::open(&config).await?;
            let app = App::new(pool, config, Clock::default(), Random::default()).await?;
            reset::reset(&app, &of).await?;
        }
        CliCommand::Erasures { what: Erasures::Apply } => {
            let pool = database::open(&config).await?;
            let app = App::new(pool, config, Clock::default(), Random::default()).await?;
            let Replayed { applied, added } = replay::apply(&app).await?;
            println!("erased again: {applied}; added to the ledger: {added}");
        }
        CliCommand::Files { what } => return file_move::run(&database::open(&config).await?, &config, &what).await,
        CliCommand::Verify(pack) => return verify::run(&pack),
        CliCommand::Check => return check::run(&database::open(&config).await?, &config).await,
        CliCommand::Database { what: Database::Up | Database::Url } => println!("{}", database::url(&config).await?),
        CliCommand::Database { what: Database::Schema } => println!("{}", database::schema(&config).await?),
        CliCommand::Database { what: Database::Down } => {
            let stopped = database::private::stop(&config)?;
            println!("{}", if stopped { "stopped" } else { "was not running" });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Logs JSON for machines, or lines for people at a terminal. `RUST_LOG` selects the logged events. The access log has
/// a setting of its own and does not depend on `RUST_LOG`.
fn log(has_access_lines: bool) {
    use std::io::IsTerminal as _;
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| "info,sqlx::postgres::notice=warn,graphile_worker=warn".into());
    let access = has_access_lines.then(|| "access=info".parse::<Directive>().ok()).flatten();
    let filter = access.into_iter().fold(filter, EnvFilter::add_directive);
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A line that cannot be written, for example on a full disk, is dropped. The library would report it with
    // `eprintln!`, which panics for the same reason, in the middle of a call or of the jobs.
    let builder = builder.log_internal_errors(false);
    if std::io::stderr().is_terminal() { builder.compact().init() } else { builder.json().init() }
}
