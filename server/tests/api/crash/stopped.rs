//! The database stops while users pay and staff accept at two processes.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::process::Home;
use super::storm::Storm;
use crate::support::raw::RawClient;
use crate::support::{either, is_long};

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_stopped_databases_keeps_what_was_acknowledged() {
    let (stops, at_hand): (&[u64], _) = if is_long() { (&[60, 5, 5, 20, 5], 120_000) } else { (&[3, 1], 3_000) };
    let storm = Storm::begin(Home::make("stopped"), at_hand).await;
    let home = &storm.home;
    let mut away = 0;
    for &seconds in stops {
        sleep(Duration::from_millis(1_500)).await;
        let before = home.said().lines().count();
        let stopping = Instant::now();
        home.stop_database();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(seconds) {
            for address in storm.addresses {
                let asked = Instant::now();
                let status = RawClient::to(address).status("/readyz").await;
                assert!(asked.elapsed() < Duration::from_secs(3), "readiness took {:?}", asked.elapsed());
                away += usize::from(status == Some(503));
            }
            sleep(Duration::from_millis(500)).await;
        }
        home.start_database();
        // Each process logs one line a second, also while the database stops and starts. The libraries log a few lines per
        // broken connection.
        let said = home.said();
        let lines: Vec<_> = said.lines().skip(before).collect();
        let ours = lines.iter().filter(|line| line.contains("the database is away")).count();
        let most = 2 * (usize::try_from(stopping.elapsed().as_secs()).expect("seconds") + 3);
        assert!(ours <= most && lines.len() <= 4 * most, "{ours} and {} lines in {seconds} s: {said}", lines.len());
    }
    sleep(Duration::from_secs(either(1, 3))).await;
    let told = storm.end().await;
    assert!(away > 0 && told.away > 0, "no call was interrupted");
    eprintln!(
        "stopped for {stops:?} s: {} payments acknowledged, {} calls told to retry, {} posted",
        told.paid, told.away, told.posted
    );
}
