//! `gridbill serve`.

use anyhow::Context as _;
use futures::FutureExt as _;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::{App, Chance, Clock};
use crate::config::Config;
use crate::{database, jobs, router};

/// Serves the portal until it is told to stop.
///
/// # Errors
/// When the database or the address cannot be had.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let pool = database::open(&config).await?;
    if let Some(listen) = config.metrics_listen {
        PrometheusBuilder::new().with_http_listener(listen).install().context("serving /metrics")?;
    }
    let listener = TcpListener::bind(config.listen).await.with_context(|| format!("listening on {}", config.listen))?;
    let app = App::new(pool, config, Clock::default(), Chance::default()).await?;
    tracing::info!(address = app.config.public_url(), "serving");
    let router = router::router(app.clone())?;
    let stop = stopped().shared();
    let working = tokio::spawn(jobs::work(app, stop.clone()));
    axum::serve(listener, router).with_graceful_shutdown(stop).await.context("serving")?;
    working.await.context("working the jobs")
}

/// Works the jobs, beside processes that serve, until it is told to stop.
///
/// # Errors
/// When the database cannot be had.
pub async fn work(config: Config) -> anyhow::Result<()> {
    let pool = database::open(&config).await?;
    let app = App::new(pool, config, Clock::default(), Chance::default()).await?;
    tracing::info!("working the jobs");
    jobs::work(app, stopped()).await;
    Ok(())
}

/// Until somebody presses Ctrl-C or the system asks.
///
/// Open streams of events do not hold the process up for long.
pub async fn stopped() {
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        Err(error) => {
            tracing::error!(%error, "listening for signals");
            return;
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
    tracing::info!("stopping");
    tokio::spawn(async {
        tokio::time::sleep(std::time::Duration::from_secs(5)).await;
        std::process::exit(0);
    });
}
