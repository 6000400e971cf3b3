//! Readiness of a process in its metrics.

use std::net::SocketAddr;

use crate::crash::process::{Home, free_address};
use crate::support::portal::until;

/// Returns the text of `/metrics`, or none if the process does not answer yet.
async fn scraped(metrics: SocketAddr) -> Option<String> {
    reqwest::get(format!("http://{metrics}/metrics")).await.ok()?.text().await.ok()
}

/// Waits until the metrics have that line, and returns them.
async fn until_said(metrics: SocketAddr, line: &str) -> String {
    until(line, async || scraped(metrics).await.filter(|text| text.lines().any(|said| said == line))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_metrics_of_a_process_that_is_not_ready_show_it() {
    let home = Home::make("operations-ready");
    home.database().await.close().await;
    let (address, metrics) = (free_address(), free_address());
    let _server = home.serve_with(address, &["--metrics-listen", &metrics.to_string()]).await;
    until_said(metrics, "gridbill_ready 1").await;
    home.stop_database();
    until_said(metrics, "gridbill_ready 0").await;
    home.start_database();
    until_said(metrics, "gridbill_ready 1").await;
}
