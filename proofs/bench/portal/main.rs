//! The measurements of `make bench`: wrong sign-ins of known and unknown people, paying very many bills beside the same
//! statements in psql, the first and last page of lists beside pgbench, a bulk account alone and among all others, and the
//! lists of payments and accounts. `proofs/bench/bench.sh` makes the databases, starts the servers, and calls this.

mod accounts;
mod bills;
mod calls;
mod companies;
mod page;
mod pay;
mod payments;
mod scale;
mod sign_in;
mod statements;
mod wire;

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;

use companies::{EXPORTS, SCALE, SCALE_BILLS};

/// The company that pays; made by this program beside the demo's.
const BULK_ID: &str = "3099999990";
const EMAIL: &str = "bench@bench.example";
const STAFF: &str = "pccr@utility.example";
const PASSWORD: &str = "Gridbill-demo1";

#[derive(Parser)]
struct Bench {
    /// Where the portal listens.
    #[arg(long, default_value = "127.0.0.1:18090")]
    portal: SocketAddr,
    /// Where another portal listens, on a database that was prepared.
    #[arg(long)]
    small: Option<SocketAddr>,
    /// Bills of a bulk account that exports them.
    #[arg(long, default_value_t = 100_000)]
    export_rows: i32,
    /// Make one bulk account in an empty database, and end.
    #[arg(long)]
    prepare: bool,
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
    /// Payments of all bulk accounts, which staff list.
    #[arg(long, default_value_t = 100_000)]
    all_payments: i32,
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
    if bench.prepare {
        return SCALE.make(&pool, SCALE_BILLS).await;
    }
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
    page::measure(&bench, &pool, Duration::from_secs(bench.seconds)).await?;
    if let Some(small) = bench.small {
        SCALE.make(&pool, SCALE_BILLS).await?;
        scale::measure(&bench, small).await?;
    }
    // For the measurements of files, which follow this program.
    EXPORTS.make(&pool, bench.export_rows).await?;
    // A token is good for five minutes, of which the lists have used most.
    let customer = wire::sign_in(bench.portal, EMAIL, false).await?;
    let staff = wire::sign_in(bench.portal, STAFF, true).await?;
    // Last: the others are measured on the demo's own number of accounts.
    payments::measure(&bench, &pool, [&customer, &staff]).await?;
    accounts::measure(&bench, &pool, &customer, &staff).await
}

/// The middle one of several measurements.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
