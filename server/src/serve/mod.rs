//! `gridbill serve` and `gridbill worker`.

use std::pin::pin;
use std::time::Duration;

use anyhow::Context as _;
use futures::FutureExt as _;
use futures::future::Shared;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::auth::security;
use crate::base::{Clock, Random};
use crate::config::{self, Config};
use crate::demo::{self, Demo};
use crate::fpx::settings;
use crate::http::{self, dev_mail};
use crate::personal_data::replay;
use crate::{connections, database};

mod described;
mod gauges;
pub mod jobs;
mod process;
mod sandbox;
mod sql;
pub mod tidy;
pub mod upkeep;

/// Extra time for other work at shutdown, such as running jobs.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves the portal until it is told to stop.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let pool = database::open_for_calls(&config).await?;
    require_own(&pool, &config).await?;
    config::open::warn_about_unencrypted(&config);
    let app = App::new(pool, config, Clock::default(), Random::default()).await?;
    // A restored database may have users who were erased since its backup.
    replay::apply(&app).await?;
    let stop = stopped(app.config.stop_delay() + app.config.stop_timeout()).shared();
    serve_app(app, stop).await
}

/// Serves the demo, with the banks' sandbox in the same process. Stops the private database at the end, unless it
/// was running before.
/// Fails when the database or an address cannot be used, or the database contains data other than the demo's.
pub async fn demo(config: Config, clock: Clock) -> anyhow::Result<()> {
    let ends_database = config.database_url.is_none() && !database::private::is_running(&config)?;
    let served = serve_demo(config.clone(), clock).await;
    if ends_database {
        tokio::task::spawn_blocking(move || database::private::stop(&config)).await??;
    }
    served
}

async fn serve_demo(config: Config, clock: Clock) -> anyhow::Result<()> {
    config.utility.require_fictional()?;
    let pool = database::open_for_calls(&config).await?;
    let app = App::new(pool, config, clock, Random::default()).await?;
    let stop = stopped(app.config.stop_delay() + app.config.stop_timeout()).shared();
    // The sandbox ends with the process. The portal must not wait for a bank's open page.
    let sandbox = tokio::spawn(sandbox::sandbox(&app.config, std::future::pending()).await?);
    demo::run(&app, &Demo::default()).await?;
    println!("The portal: {}", app.config.public_url());
    println!("The banks' sandbox: {}", app.config.fpx_url());
    if dev_mail::is_on(&app).await? {
        println!("Its e-mail: {}{}", app.config.public_url(), dev_mail::PATH);
    }
    tokio::select! {
        served = serve_app(app, stop) => served,
        ended = sandbox => ended?.context("the sandbox"),
    }
}

/// Serves only the banks' sandbox, until the process is told to stop.
pub async fn fpx_sandbox(config: &Config) -> anyhow::Result<()> {
    sandbox::sandbox(config, stopped(Duration::ZERO).map(drop)).await?.await
}

/// Requires the settings of a real gateway and utility outside the demo, because real money is then paid to them, and refuses
/// them in the demo.
async fn require_own(pool: &PgPool, config: &Config) -> anyhow::Result<()> {
    if database::is_demo(pool).await? {
        return config.utility.require_fictional();
    }
    settings::require_own(config)?;
    config.utility.require_own()
}

async fn serve_app(app: App, stop: Shared<impl Future<Output = Signal> + Send + 'static>) -> anyhow::Result<()> {
    let config = &app.config;
    gauges::serve(&app).context("failed to serve /metrics")?;
    connections::descriptors::raise_limit();
    let listener =
        TcpListener::bind(config.listen).await.with_context(|| format!("failed to listen on {}", config.listen))?;
    tracing::info!(address = config.public_url(), "serving");
    if !app.mail.is_sent() && !database::is_demo(&app.pool).await? {
        tracing::warn!(
            "no e-mail is sent because SMTP_URL is not set: e-mails stay in the outbox, and no user can activate an account"
        );
    }
    let router = http::router(app.clone())?;
    let working = tokio::spawn(jobs::work(app.clone(), stop.clone().map(drop)));
    let ending = app.clone();
    tokio::spawn(async move {
        // After Ctrl-C there is no proxy to wait for.
        let delay = if stop.await == Signal::Interrupt { Duration::ZERO } else { ending.config.stop_delay() };
        ending.stopping.begin(delay).await;
    });
    let late = app.stopping.closing().then(|()| tokio::time::sleep(config.stop_timeout()));
    let serving = async {
        tokio::select! {
            () = connections::serve(listener, router, config, app.stopping.closing()) => {}
            () = late => tracing::warn!("calls in flight did not finish in time and were cancelled"),
        }
        security::write_all_left_out(&app.auth).await;
    };
    serve_with_jobs(serving, working).await
}

/// Serves, and then waits for the end of the jobs.
/// Fails when the jobs end by a panic. It does not wait for `serving` then: the process must end and be started again,
/// because a portal without jobs posts no payments and sends no e-mails.
async fn serve_with_jobs(serving: impl Future<Output = ()>, mut jobs: JoinHandle<()>) -> anyhow::Result<()> {
    let mut serving = pin!(serving);
    let ended = tokio::select! {
        () = &mut serving => return jobs.await.context("running jobs"),
        ended = &mut jobs => ended,
    };
    ended.context("running jobs")?;
    serving.await;
    Ok(())
}

/// Runs the jobs, in addition to processes that serve, until the process is told to stop.
pub async fn work(config: Config) -> anyhow::Result<()> {
    let pool = database::open_for_calls(&config).await?;
    require_own(&pool, &config).await?;
    config::open::warn_about_unencrypted(&config);
    let app = App::new(pool, config, Clock::default(), Random::default()).await?;
    // A restored database may have users who were erased since its backup.
    replay::apply(&app).await?;
    gauges::serve(&app).context("failed to serve /metrics")?;
    tracing::info!("running jobs");
    jobs::work(app, stopped(Duration::ZERO).map(drop)).await;
    Ok(())
}

/// The reason why a process stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM, for example from systemd.
    Terminate,
}

/// Waits until the process is told to stop. `serving` is the time that calls have to finish; [`EXIT_TIMEOUT`] after
/// that, the process exits regardless.
async fn stopped(serving: Duration) -> Signal {
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        Err(error) => {
            tracing::error!(%error, "failed to listen for signals");
            return Signal::Terminate;
        }
    };
    let signal = tokio::select! {
        _ = tokio::signal::ctrl_c() => Signal::Interrupt,
        _ = terminate.recv() => Signal::Terminate,
    };
    tracing::info!("stopping");
    tokio::spawn(async move {
        tokio::time::sleep(serving + EXIT_TIMEOUT).await;
        std::process::exit(0);
    });
    signal
}

#[cfg(test)]
mod email_tests;
#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn jobs_that_panic_end_the_process_and_others_do_not() {
        let jobs = tokio::spawn(async { panic!("a job's loop") });
        let serving = tokio::time::timeout(Duration::from_secs(5), serve_with_jobs(std::future::pending(), jobs));
        assert!(serving.await.expect("it ends").is_err());

        let jobs = tokio::spawn(async {});
        let serving = tokio::time::timeout(Duration::from_millis(50), serve_with_jobs(std::future::pending(), jobs));
        assert!(serving.await.is_err(), "it serves although the jobs have ended");

        let jobs = tokio::spawn(tokio::time::sleep(Duration::from_millis(10)));
        serve_with_jobs(async {}, jobs).await.expect("both have ended");
    }
}
