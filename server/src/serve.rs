//! `gridbill serve`.

use std::time::Duration;

use anyhow::Context as _;
use futures::FutureExt as _;
use futures::future::Shared;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::{App, Chance, Clock};
use crate::config::Config;
use crate::demo::{self, Demo};
use crate::{database, identity, jobs, mail, router};

mod sandbox;

/// How long open connections may hold the process up: streams of events never end by themselves.
const PATIENCE: Duration = Duration::from_secs(2);

/// Serves the portal until it is told to stop.
///
/// # Errors
/// When the database or the address cannot be had.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let pool = database::open(&config).await?;
    let app = App::new(pool, config, Clock::default(), Chance::default()).await?;
    serve_app(app, stopped().shared()).await
}

/// Serves the demo, with the banks' sandbox in the same process. The private database ends with it unless it ran
/// before.
///
/// # Errors
/// When the database or an address cannot be had, or the database holds something else than the demo.
pub async fn demo(config: Config, clock: Clock) -> anyhow::Result<()> {
    let ends_database = config.database_url.is_none() && !database::private::is_running(&config)?;
    let served = serve_demo(config.clone(), clock).await;
    if ends_database {
        tokio::task::spawn_blocking(move || database::private::stop(&config)).await??;
    }
    served
}

async fn serve_demo(config: Config, clock: Clock) -> anyhow::Result<()> {
    let pool = database::open(&config).await?;
    let app = App::new(pool, config, clock, Chance::default()).await?;
    let stop = stopped().shared();
    // It ends with the process: the portal must not wait for a bank's open page.
    let sandbox = tokio::spawn(sandbox::sandbox(&app.config, std::future::pending()).await?);
    demo::run(&app, &Demo::default()).await?;
    println!("The portal: {}", app.config.public_url());
    println!("The banks' sandbox: {}", app.config.fpx_url());
    if mail::dev::is_on(&app).await? {
        println!("Its e-mail: {}{}", app.config.public_url(), mail::dev::PATH);
    }
    tokio::select! {
        served = serve_app(app, stop) => served,
        ended = sandbox => ended?.context("the sandbox"),
    }
}

/// Serves the banks' sandbox alone, until it is told to stop.
///
/// # Errors
/// When its address cannot be had.
pub async fn fpx_sandbox(config: &Config) -> anyhow::Result<()> {
    sandbox::sandbox(config, stopped()).await?.await
}

async fn serve_app(app: App, stop: Shared<impl Future<Output = ()> + Send + 'static>) -> anyhow::Result<()> {
    let config = &app.config;
    if let Some(listen) = config.metrics_listen {
        PrometheusBuilder::new().with_http_listener(listen).install().context("serving /metrics")?;
    }
    let listener = TcpListener::bind(config.listen).await.with_context(|| format!("listening on {}", config.listen))?;
    tracing::info!(address = config.public_url(), "serving");
    if !app.mail.is_sent() && !identity::is_demo(&app.pool).await? {
        tracing::warn!(
            "no e-mail is sent: SMTP_URL is not set. Letters stay in the outbox, and nobody can activate an account"
        );
    }
    let router = router::router(app.clone())?;
    let working = tokio::spawn(jobs::work(app, stop.clone()));
    let late = stop.clone().then(|()| tokio::time::sleep(PATIENCE));
    tokio::select! {
        served = axum::serve(listener, router.into_make_service_with_connect_info::<std::net::SocketAddr>()).with_graceful_shutdown(stop).into_future() => served.context("serving")?,
        () = late => {}
    }
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

/// Until somebody presses Ctrl-C or the system asks. Whatever then does not end, ends with the process.
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
        tokio::time::sleep(Duration::from_secs(10)).await;
        std::process::exit(0);
    });
}
