//! `kill -9` of two processes on one database while users pay and staff accept.

use std::time::Duration;

use tokio::time::sleep;

use super::process::{Home, age_worker};
use super::storm::Storm;
use crate::support::is_long;

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_kills_keeps_what_was_acknowledged() {
    let (kills, at_hand) = if is_long() { (20, 60_000) } else { (3, 3_000) };
    let mut storm = Storm::begin(Home::make("killed"), at_hand).await;
    for round in 0..kills {
        sleep(Duration::from_millis(700 + 130 * (round % 5))).await;
        // Kill one process in odd rounds, both in even ones.
        let dying = if round % 2 == 0 { 2 } else { 1 };
        for server in &mut storm.servers[..dying] {
            assert!(server.is_running(), "it ended by itself");
            server.kill();
            if !is_long() {
                age_worker(&storm.pool, server.id()).await;
            }
        }
        for server in &mut storm.servers[..dying] {
            *server = storm.home.serve(server.address).await;
        }
    }
    sleep(Duration::from_millis(500)).await;
    let told = storm.end().await;
    assert!(told.lost > 0, "no call was interrupted");
    eprintln!(
        "{kills} kills: {} payments acknowledged, {} answers lost, {} accepted, {} posted",
        told.paid, told.lost, told.accepted, told.posted
    );
}
