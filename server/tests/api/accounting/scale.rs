//! A run of 100,000 bills: the CPU time and memory of the portal, without PostgreSQL. The next run finds nothing, and the
//! repeated run has the same bytes.
//!
//! `cargo test --release --test api -- --ignored --nocapture --exact accounting::scale::a_run_of_100_000_bills`

use std::time::Duration;

use gridbill_core::Code;
use gridbill_core::accounting::{AccountingPreset, AccountingStream};
use serde_json::json;

use super::{World, profile};
use crate::support::given::{self, SINAR};

const BILLS: i32 = 100_000;
/// Limits of a release build.
const MAX_CPU: Duration = Duration::from_secs(2);
const MAX_KILOBYTES: u64 = 64 * 1024;

/// Returns the CPU time of this process, in hundredths of a second as Linux counts it.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_whitespace().collect();
    let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().expect("ticks")).sum();
    Duration::from_millis(ticks * 10)
}

/// Returns the peak of this process's memory since [`reset_peak`], in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse().expect("kilobytes")
}

fn reset_peak() {
    std::fs::write("/proc/self/clear_refs", "5").expect("Linux");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; measures a release build"]
async fn a_run_of_100_000_bills() {
    let world = World::new().await;
    given::bills(world.pool(), SINAR, BILLS, "123.45").await;
    let mut draft = profile(AccountingPreset::XeroBills, AccountingStream::Bills, "Xero");
    draft["suspense"] = json!({ "ledgerAccount": "9999" });
    let id = world.save(draft).await;
    reset_peak();
    let (cpu, memory) = (cpu_time(), peak());
    let run = world.real(&id).await;
    let run_cpu = cpu_time() - cpu;
    let (_, bytes) = world.file(&run["download"]).await;
    let (cpu, grown) = (cpu_time() - cpu, peak() - memory);
    println!(
        "{BILLS} bills: run {run_cpu:?}, run and file {cpu:?} of CPU time, {grown} kB more memory, {} bytes",
        bytes.len()
    );
    assert_eq!(run["sums"]["documents"], i64::from(BILLS) + 3);
    let next = world.run(&id, 1, false).await.expect_err("nothing is exported twice");
    assert_eq!(next.code(), Code::AccountingNothingNew);
    let again = world.again(&id, 1).await.expect("the run again");
    assert!(world.file(&again).await.1 == bytes, "the same run has other bytes");
    if !cfg!(debug_assertions) {
        assert!(cpu <= MAX_CPU && grown <= MAX_KILOBYTES, "{cpu:?}, {grown} kB");
    }
}
