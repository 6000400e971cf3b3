//! The measurements of `make bench`: wrong sign-ins of known and unknown people, paying very many bills beside the same
//! statements in psql, the first and last page of lists beside pgbench, and the lists of accounts. `scripts/bench.sh` makes the database, starts the server, and calls this.

mod accounts;
mod bills;
mod page;
mod pay;
mod sign_in;
mod statements;
mod wire;

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;

/// The company that pays; made by this program beside the demo's.
const BULK_ID: &str = "3099999990";
const EMAIL: &str = "bench@bench.example";
const STAFF: &str = "pccr@utility.example";
const PASSWORD: &str = "Gridbill-demo1";

#[derive(Parser)]
struct Bench {
    /// Where the portal listens.
    #[arg(long)]
    portal: SocketAddr,
    /// Its database.
    #[arg(long)]
    database: String,
    /// Invoices of one payment.
    #[arg(long, default_value_t = 10_000)]
    invoices: usize,
    /// Payments, each way.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Seconds for which pages are asked, each way.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Wrong sign-ins, of known and of unknown people each.
    #[arg(long, default_value_t = 1_000)]
    sign_ins: usize,
    /// Accounts of the utility, among which those of one bulk account are listed.
    #[arg(long, default_value_t = 1_000_000)]
    all_accounts: i32,
    /// Measure the sign-ins alone.
    #[arg(long)]
    only_sign_ins: bool,
    /// Measure the lists of accounts alone.
    #[arg(long)]
    only_accounts: bool,
    /// Connections that ask for pages.
    #[arg(long, default_value_t = 16)]
    connections: usize,
}

// One thread, as `pgbench` and `wrk` use: what measures is not to be measured.
#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let bench = Bench::parse();
    let pool = gridbill::database::pool(2).connect(&bench.database).await?;
    let about = bills::about(&pool).await?;
    if !bench.only_accounts {
        sign_in::measure(&bench, &pool).await?;
    }
    if bench.only_sign_ins {
        return Ok(());
    }
    let cores = std::thread::available_parallelism()?;
    println!("{about}; {cores} cores, shared by client, server and database");
    bills::make(&pool, bench.invoices).await?;
    let customer = wire::sign_in(bench.portal, EMAIL, false).await?;
    let staff = wire::sign_in(bench.portal, STAFF, true).await?;
    if bench.only_accounts {
        return accounts::measure(&bench, &pool, &customer, &staff).await;
    }
    pay::measure(&bench, &pool, &customer, &staff).await?;
    let sinar = wire::sign_in(bench.portal, "master@sinar.example", false).await?;
    page::measure(&bench, &pool, &sinar, Duration::from_secs(bench.seconds)).await?;
    // A token is good for five minutes, of which the lists have used most.
    let customer = wire::sign_in(bench.portal, EMAIL, false).await?;
    let staff = wire::sign_in(bench.portal, STAFF, true).await?;
    // Last: the others are measured on the demo's own number of accounts.
    accounts::measure(&bench, &pool, &customer, &staff).await
}

/// The middle one of several measurements.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
