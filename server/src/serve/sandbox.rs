//! `gridbill fpx-sandbox`: runs the sandbox of the gateway and its banks, for the demo and for tests.

use anyhow::Context as _;
use tokio::net::TcpListener;

use crate::base::Clock;
use crate::config::Config;
use crate::fpx::sandbox::{SandboxConfig, serve_on};

/// Binds the sandbox's address, and returns the future that serves it until `stop`.
pub async fn sandbox(
    config: &Config,
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<impl Future<Output = anyhow::Result<()>> + Send + 'static> {
    let listen = config.fpx.sandbox_listen;
    let listener =
        TcpListener::bind(listen).await.with_context(|| format!("failed to listen on {listen} for the sandbox"))?;
    let url = |way: &str| {
        let url = format!("{}/payments-svc/fpx/{way}", config.public_url());
        url.parse().with_context(|| format!("{url} is not a valid address"))
    };
    let usual =
        SandboxConfig::new(listen, config.data.clone(), url("direct")?, url("indirect")?, || Clock::default().now());
    let settings = SandboxConfig {
        exchange_id: config.fpx.exchange_id().to_owned(),
        seller_id: config.fpx.seller_id().to_owned(),
        merchant_name: config.utility.utility_name.clone(),
        ..usual
    };
    tracing::info!(address = %listen, "the FPX sandbox is ready");
    Ok(serve_on(listener, settings, stop))
}
