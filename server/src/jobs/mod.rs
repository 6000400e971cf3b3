//! Work that goes on behind the pages, on any process: a job is added in the transaction that needs it.

use std::fmt;
use std::time::Duration;

use anyhow::Context as _;
use graphile_worker::{Cron, JobKeyMode, JobSpecBuilder, WorkerContext, WorkerOptions, WorkerShutdownConfig};
use gridbill_core::number::BulkId;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::app::{App, Clock};
use crate::context::Context;
use crate::database;
use crate::error::Answer;

mod mail;
mod notice;
mod post;
mod register;
mod requery;
mod seal;
mod sql;
mod tag;
mod tidy;

pub use crate::registration::notice::send as tell_of_window;
use mail::SendMail;
use notice::TellOfWindow;
use post::PostPayment;
use register::ProcessRegistration;
use requery::RequeryFpx;
use seal::SealFacts;
use tag::TagAccounts;
use tidy::Tidy;
pub use tidy::tidy;

pub(crate) const SCHEMA: &str = "graphile_worker";
/// Jobs that one process works on at a time.
const AT_ONCE: usize = 4;
/// A worker that was killed gives its jobs back after this silence.
const SILENCE: Duration = Duration::from_secs(30);
/// However often it is asked for, one is waiting.
const REQUERY: &str = "requery fpx";
const TIDY: &str = "tidy";
const NOTICE: &str = "tell of the window";
const SEAL: &str = "seal the facts";
/// How often it is looked whether government entities may register, and somebody wants to know: in minutes.
const NOTICE_MINUTES: u32 = 10;
/// The minute of each hour at which it is tidied: not the full hour, at which everybody else does.
const TIDY_MINUTE: u32 = 23;
/// The minute of each hour at which it is looked whether the facts of the day before are sealed.
const SEAL_MINUTE: u32 = 41;
/// How long the jobs at hand may take to end when the process stops.
const GRACE: Duration = Duration::from_secs(4);

/// Brings the queue's own tables up to date.
///
/// # Errors
/// When a migration fails.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    options(pool).init().await.context("migrating the job queue")?;
    Ok(())
}

/// Works the jobs until `stop`, through every trouble with the database.
pub async fn work(app: App, stop: impl Future<Output = ()> + Send + 'static) {
    use futures::FutureExt as _;
    let stop = stop.shared();
    while stop.peek().is_none() {
        if let Err(error) = work_until(&app, stop.clone()).await {
            if database::is_away(&error) {
                database::report(&error);
            } else {
                tracing::error!(error = format!("{error:#}"), "working the jobs");
            }
            let pause = tokio::time::sleep(Duration::from_secs(1));
            tokio::select! { () = pause => {}, () = stop.clone() => {} }
        }
    }
}

async fn work_until(app: &App, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
    tidy::pick_up(app).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    // Whoever wanted to be told on a day on which nothing worked is told now.
    crate::registration::notice::send(app).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let shutdown = WorkerShutdownConfig::default()
        .listen_os_shutdown_signals(false)
        .grace_period(GRACE)
        .interrupted_job_retry_delay(Duration::ZERO)
        .shutdown_signal(stop);
    let mut options = options(&app.pool)
        .concurrency(AT_ONCE)
        .poll_interval(Duration::from_secs(2))
        .heartbeat_interval(SILENCE / 3)
        .sweep_interval(SILENCE / 2)
        .sweep_threshold(SILENCE)
        .recovery_delay(Duration::ZERO)
        .worker_shutdown(shutdown)
        .add_extension(Working(app.clone()))
        .define_job::<PostPayment>()
        .define_job::<RequeryFpx>()
        .define_job::<ProcessRegistration>()
        .define_job::<TagAccounts>()
        .with_cron(Cron::every_n_minutes::<RequeryFpx>(1)?.job_key(REQUERY).payload(RequeryFpx {})?)
        .define_job::<TellOfWindow>()
        .with_cron(Cron::every_n_minutes::<TellOfWindow>(NOTICE_MINUTES)?.job_key(NOTICE).payload(TellOfWindow {})?)
        .define_job::<SealFacts>()
        .with_cron(Cron::hourly_at::<SealFacts>(SEAL_MINUTE)?.job_key(SEAL).payload(SealFacts {})?)
        .define_job::<Tidy>()
        .with_cron(Cron::hourly_at::<Tidy>(TIDY_MINUTE)?.job_key(TIDY).payload(Tidy {})?);
    // Without a mail server, letters are left to the processes that have one.
    if app.mail.is_sent() {
        options = options.define_job::<SendMail>();
    }
    options.init().await?.run().await?;
    Ok(())
}

fn options(pool: &PgPool) -> WorkerOptions {
    WorkerOptions::default().pg_pool(pool.clone()).schema(SCHEMA)
}

/// Has an accepted payment posted, once the transaction commits. Added again, it is still one job.
pub async fn post(context: &Context, db: &mut PgConnection, payment_id: Uuid) -> Answer<()> {
    let spec = JobSpecBuilder::new().job_key(format!("post {payment_id}")).build();
    Ok(context.add_job(db, PostPayment { payment_id }, spec).await?)
}

/// Has an approved application processed, once the transaction commits. Added again, it is still one job.
pub async fn process_registration(app: &App, db: &mut PgConnection, registration_id: Uuid) -> Answer<()> {
    let spec = JobSpecBuilder::new().job_key(format!("register {registration_id}")).build();
    let job = ProcessRegistration { registration_id };
    Ok(app.context().add_job(db, job, spec).await?)
}

/// Has done what waits in a bulk account, once the transaction commits. Added while one works, it is another one.
pub async fn tag(app: &App, db: &mut PgConnection, bulk_id: &BulkId) -> Answer<()> {
    let spec = JobSpecBuilder::new().job_key(format!("tag {bulk_id}")).build();
    let job = TagAccounts { bulk_id: bulk_id.clone() };
    Ok(app.context().add_job(db, job, spec).await?)
}

/// Has what is left of it done after a pause, by a job of its own.
pub async fn tag_after(app: &App, db: &mut PgConnection, bulk_id: &BulkId, pause: Duration) -> Answer<()> {
    // By the machine's clock, as the queue has it; the portal's own stands still in tests.
    let at = Clock::default().now().utc() + pause;
    let spec = JobSpecBuilder::new().job_key(format!("tag later {bulk_id}")).run_at(at).build();
    let job = TagAccounts { bulk_id: bulk_id.clone() };
    Ok(app.context().add_job(db, job, spec).await?)
}

/// Has a letter sent, once the transaction commits. One that waits for its turn keeps it.
pub async fn send_mail(context: &Context, db: &mut PgConnection, mail_id: Uuid) -> Answer<()> {
    let spec = JobSpecBuilder::new().job_key(mail_key(mail_id)).job_key_mode(JobKeyMode::UnsafeDedupe).build();
    Ok(context.add_job(db, SendMail { mail_id }, spec).await?)
}

/// Has a letter sent after a pause, by a job that follows the one at work.
pub async fn send_mail_after(app: &App, db: &mut PgConnection, mail_id: Uuid, pause: Duration) -> Answer<()> {
    // By the machine's clock, as the queue has it; the portal's own stands still in tests.
    let at = Clock::default().now().utc() + pause;
    let spec = JobSpecBuilder::new().job_key(mail_key(mail_id)).run_at(at).build();
    Ok(app.context().add_job(db, SendMail { mail_id }, spec).await?)
}

fn mail_key(mail_id: Uuid) -> String {
    format!("mail {mail_id}")
}

/// Has FPX asked about the payments that are due, once the transaction commits, without waiting for the minute.
pub async fn requery(context: &Context, db: &mut PgConnection) -> Answer<()> {
    let spec = JobSpecBuilder::new().job_key(REQUERY).build();
    Ok(context.add_job(db, RequeryFpx {}, spec).await?)
}

/// The portal, as jobs receive it.
#[derive(Clone)]
struct Working(App);

impl fmt::Debug for Working {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Working")
    }
}

/// The portal that a job works for.
fn app(context: &WorkerContext) -> Result<App, String> {
    context.get_ext::<Working>().map(|working| working.0.clone()).ok_or_else(|| "no portal to work for".to_owned())
}
