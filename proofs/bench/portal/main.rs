//! The measurements of `make bench`: wrong sign-ins of known and unknown users, paying very many bills compared with the same statements
//! in psql, the first and last page of lists compared with pgbench, a bulk account alone and among all others, and the lists of payments
//! and accounts. `proofs/bench/bench.sh` makes the databases, starts the servers, and calls this.

mod accounts;
mod bills;
mod calls;
mod companies;
mod jobs;
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

/// The company that pays, which this program adds to the demo.
const BULK_ID: &str = "3099999990";
const EMAIL: &str = "bench@bench.example";
const STAFF: &str = "pccr@utility.example";
const PASSWORD: &str = "Gridbill-demo1";

#[derive(Parser)]
struct Bench {
    /// The portal's address.
    #[arg(long, default_value = "127.0.0.1:18090")]
    portal: SocketAddr,
    /// The address of another portal, on a prepared database.
    #[arg(long)]
    small: Option<SocketAddr>,
    /// Bills of the bulk account that exports them.
    #[arg(long, default_value_t = 100_000)]
    export_rows: i32,
    /// Only add one bulk account to an empty database.
    #[arg(long)]
    prepare: bool,
    /// The database of that portal.
    #[arg(long)]
    database: String,
    /// Invoices of one payment.
    #[arg(long, default_value_t = 10_000)]
    invoices: usize,
    /// Payments over HTTP, and as many in psql.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Seconds of page requests over HTTP, and as many in pgbench.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Wrong sign-ins, for known and for unknown users each.
    #[arg(long, default_value_t = 1_000)]
    sign_ins: usize,
    /// Accounts of the utility, among which one bulk account's are listed.
    #[arg(long, default_value_t = 1_000_000)]
    all_accounts: i32,
    /// Payments of all bulk accounts, which staff list.
    #[arg(long, default_value_t = 100_000)]
    all_payments: i32,
    /// Measure only the sign-ins.
    #[arg(long)]
    only_sign_ins: bool,
    /// Measure only the lists of accounts.
    #[arg(long)]
    only_accounts: bool,
    /// Connections that request pages.
    #[arg(long, default_value_t = 16)]
    connections: usize,
}

// One thread, like `pgbench` and `wrk`, so that this program uses few resources itself.
#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let bench = Bench::parse();
    let pool = gridbill::database::pool(2).connect(&bench.database).await?;
    if bench.prepare {
        return SCALE.make(&pool, SCALE_BILLS).await;
    }
    let about = bills::about(&pool).await?;
    bills::make(&pool, bench.invoices).await?;
    jobs::finish(&pool).await?;
    if !bench.only_accounts {
        sign_in::measure(&bench, &pool).await?;
    }
    if bench.only_sign_ins {
        return Ok(());
    }
    let cores = std::thread::available_parallelism()?;
    println!("{about}; {cores} cores, shared by client, server and database");
    let customer = wire::sign_in(bench.portal, EMAIL, false).await?;
    let staff = wire::sign_in(bench.portal, STAFF, true).await?;
    if bench.only_accounts {
        return accounts::measure(&bench, &pool, &customer, &staff).await;
    }
    pay::measure(&bench, &pool, &customer, &staff).await?;
    jobs::finish(&pool).await?;
    page::measure(&bench, &pool, Duration::from_secs(bench.seconds)).await?;
    if let Some(small) = bench.small {
        SCALE.make(&pool, SCALE_BILLS).await?;
        jobs::finish(&pool).await?;
        scale::measure(&bench, small).await?;
    }
    // For the measurements of files, which follow this program.
    EXPORTS.make(&pool, bench.export_rows).await?;
    jobs::finish(&pool).await?;
    // A token is valid for five minutes, and the lists have used most of them.
    let customer = wire::sign_in(bench.portal, EMAIL, false).await?;
    let staff = wire::sign_in(bench.portal, STAFF, true).await?;
    // This comes last, because the others are measured on the demo's own number of accounts.
    payments::measure(&bench, &pool, [&customer, &staff]).await?;
    accounts::measure(&bench, &pool, &customer, &staff).await
}

/// Returns the median.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
