//! The FPX sandbox: a second program that plays the gateway and the banks over the real protocol, for the demo and the
//! tests. No real money and no real bank are involved, and every page says so.
//!
//! - `/FPXMain/…` is FPX: requests (`seller2DReceiver.jsp`), enquiries (`sellerNVPTxnStatus.jsp`), banks
//!   (`RetrieveBankList`).
//! - `/bank/…` are a bank's pages for the maker and the authoriser.
//! - `/sandbox/api/…` does the same for tests, and causes faults of callbacks on request ([`fault::Fault`]).

mod api;
mod check;
mod deliver;
mod fault;
mod fpx_main;
#[cfg(test)]
mod harness;
mod pages;
mod payment;
mod people;
mod state;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_refusals;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use gridbill_core::Instant;
use reqwest::Url;
use tokio::net::TcpListener;

use super::keys::ensure_keys;
use super::sign::{SigningKey, VerifyingKeys};
use state::State;

/// Settings of the sandbox: the merchant's registration with FPX, and FPX's time limits.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The data folder: keys in `fpx/`, payments in `fpx-sandbox/`.
    pub data: PathBuf,
    pub exchange_id: String,
    pub seller_id: String,
    /// The payee's name on the bank's pages.
    pub merchant_name: String,
    /// Where direct confirmations are posted.
    pub direct_url: Url,
    /// Where the browser posts indirect confirmations.
    pub indirect_url: Url,
    pub clock: fn() -> Instant,
    /// Time limit for a maker on the bank's pages.
    pub session_timeout: Duration,
    /// Time limit for the authoriser's decision.
    pub authorizer_timeout: Duration,
    /// Pauses before each repeat of a confirmation that was not answered `OK`; then FPX gives up.
    pub repeats: Vec<Duration>,
    /// The delay of a confirmation with the fault "delay".
    pub delay: Duration,
    /// Maximum difference between the merchant's and FPX's clocks.
    pub clock_tolerance: Duration,
    /// Banks that are offline at the start.
    pub offline: Vec<String>,
}

impl SandboxConfig {
    /// Settings for the demo's merchant, with the given addresses and the usual time limits.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf, direct_url: Url, indirect_url: Url, clock: fn() -> Instant) -> Self {
        let seconds = Duration::from_secs;
        Self {
            listen,
            data,
            exchange_id: "EX00011982".to_owned(),
            seller_id: "SE00013501".to_owned(),
            merchant_name: "Gridbill demo utility".to_owned(),
            direct_url,
            indirect_url,
            clock,
            session_timeout: seconds(10 * 60),
            authorizer_timeout: seconds(5 * 24 * 60 * 60),
            repeats: [1, 2, 5, 10, 30, 60, 120].map(seconds).to_vec(),
            delay: seconds(5),
            clock_tolerance: seconds(60 * 60),
            // One bank is offline, so that the portal's list shows that state.
            offline: vec!["UOB0228".to_owned()],
        }
    }
}

/// The running sandbox.
pub struct Sandbox {
    config: SandboxConfig,
    fpx_key: SigningKey,
    /// The key of a simulated attacker.
    forger: SigningKey,
    exchange_keys: VerifyingKeys,
    client: reqwest::Client,
    pages: pages::Pages,
    state: Mutex<State>,
}

type Shared = Arc<Sandbox>;

impl Sandbox {
    fn open(config: SandboxConfig) -> anyhow::Result<Shared> {
        let files = ensure_keys(&config.data)?;
        let state = State::open(&config.data.join("fpx-sandbox"), &config.offline)?;
        let client =
            reqwest::Client::builder().timeout(Duration::from_secs(10)).redirect(reqwest::redirect::Policy::none());
        let sandbox = Self {
            fpx_key: SigningKey::load(&files.fpx_key)?,
            forger: SigningKey::generate()?,
            exchange_keys: VerifyingKeys::load(&files.exchange_certificate, None)?,
            client: client.build()?,
            pages: pages::Pages::new(&config)?,
            state: Mutex::new(state),
            config,
        };
        Ok(Arc::new(sandbox))
    }

    /// Locks the state. Never hold the guard across an await.
    fn state(&self) -> MutexGuard<'_, State> {
        // Ignoring poisoning is safe: a handler that panicked has written a payment completely or not at all.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Instant {
        (self.config.clock)()
    }
}

/// Runs the sandbox until the program ends.
pub async fn serve(config: SandboxConfig) -> anyhow::Result<()> {
    let listener =
        TcpListener::bind(config.listen).await.with_context(|| format!("cannot listen on {}", config.listen))?;
    tracing::info!(address = %listener.local_addr()?, "the FPX sandbox is ready");
    serve_on(listener, config, std::future::pending()).await
}

/// Runs the sandbox on a listener that is already bound, until `stop` completes.
pub async fn serve_on(
    listener: TcpListener,
    config: SandboxConfig,
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    let sandbox = Sandbox::open(config)?;
    deliver::resume(&sandbox);
    axum::serve(listener, router(sandbox)).with_graceful_shutdown(stop).await.context("the sandbox's listener failed")
}

fn router(sandbox: Shared) -> Router {
    Router::new().merge(fpx_main::routes()).merge(api::routes()).merge(people::routes()).with_state(sandbox)
}
