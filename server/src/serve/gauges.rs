//! Collects the metrics of queued work and of this process for operators (docs/operations.md). All processes report
//! the same values for shared work; each reports its own connections.

use std::time::Duration;

use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::{Day, Instant};
use metrics::{counter, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder};

use super::{described, process, sql};
use crate::app::App;
use crate::base::Clock;
use crate::database::months::{self, Monthly};
use crate::error::Answer;
use crate::http::health;
use crate::payments::{self, fpx};
use crate::{jobs, mail};

/// Interval of this process's own metrics, which need no query.
const OWN_INTERVAL: Duration = Duration::from_secs(1);
/// Interval of the counts of queued work.
const INTERVAL: Duration = Duration::from_secs(30);

/// Serves /metrics if the settings name an address for it.
pub fn serve(app: &App) -> anyhow::Result<()> {
    if let Some(listen) = app.config.metrics_listen {
        PrometheusBuilder::new()
            .with_http_listener(listen)
            .set_buckets_for_metric(Matcher::Full(described::CALL_SECONDS.to_owned()), described::CALL_BUCKETS)?
            .install()?;
        described::describe();
        begin();
        tokio::spawn(keep_own(app.clone()));
        tokio::spawn(update_gauges(app.clone()));
    }
    Ok(())
}

/// Creates counters with the value 0. A counter that first appears with its first count shows no increase, so the
/// first event of each process would raise no alarm.
fn begin() {
    counter!("gridbill_counting_failed_total").increment(0);
    counter!("gridbill_files_not_kept_total").increment(0);
    counter!("gridbill_downloads_failed_total").increment(0);
    counter!("gridbill_facts_unreadable_total").increment(0);
    counter!("gridbill_spans_dropped_total").increment(0);
    let (version, revision) = (env!("CARGO_PKG_VERSION"), option_env!("GRIDBILL_REVISION").unwrap_or("unknown"));
    gauge!("gridbill_build_info", "version" => version, "revision" => revision).set(1);
    // The process has only just started. In the demo the app's clock may show another day, so the system clock is
    // used.
    let started = Clock::default().now().utc() - chrono::DateTime::UNIX_EPOCH;
    gauge!("process_start_time_seconds").set(started.as_seconds_f64());
}

/// Updates the process's own metrics, separately from the queries, so that an unavailable database does not delay
/// them.
async fn keep_own(app: App) {
    loop {
        let is_ready = health::why_not_ready(&app).is_none();
        gauge!("gridbill_ready").set(u8::from(is_ready));
        connections(&app);
        process::measure();
        disk(&app);
        tokio::time::sleep(OWN_INTERVAL).await;
    }
}

async fn update_gauges(app: App) {
    loop {
        if let Err(error) = waiting(&app).await {
            tracing::warn!(?error, "failed to count the queues");
            counter!("gridbill_counting_failed_total").increment(1);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

fn connections(app: &App) {
    let (open, idle) = (app.pool.size(), to_u32(app.pool.num_idle()));
    gauge!("gridbill_pool_connections", "state" => "idle").set(idle);
    gauge!("gridbill_pool_connections", "state" => "used").set(open.saturating_sub(idle));
    gauge!("gridbill_pool_connections_max").set(app.pool.options().get_max_connections());
    let [used, idle, most] = app.reader.connections().map(to_u32);
    gauge!("gridbill_reader_connections", "state" => "idle").set(idle);
    gauge!("gridbill_reader_connections", "state" => "used").set(used);
    gauge!("gridbill_reader_connections_max").set(most);
    let (taken, most) = app.write_permits.usage();
    gauge!("gridbill_write_permits_used").set(to_u32(taken));
    gauge!("gridbill_write_permits_max").set(to_u32(most));
}

/// Measures the disk of the data folder: files are written there, and are stored there together with the database
/// unless the settings differ.
fn disk(app: &App) {
    if let Ok(disk) = rustix::fs::statvfs(&app.config.data) {
        gauge!("gridbill_disk_free_bytes").set(bytes(disk.f_bavail, disk.f_frsize));
        gauge!("gridbill_disk_size_bytes").set(bytes(disk.f_blocks, disk.f_frsize));
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure for a graph")]
fn bytes(blocks: u64, size: u64) -> f64 {
    blocks.saturating_mul(size) as f64
}

fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

async fn waiting(app: &App) -> Answer<()> {
    let now = app.now();
    let jobs = jobs::sql::counts(&app.pool).await?;
    for (state, count) in [("waiting", jobs.waiting), ("running", jobs.running), ("failed", jobs.failed)] {
        gauge!("gridbill_jobs", "state" => state).set(figure(count));
    }
    gauge!("gridbill_jobs_oldest_seconds").set(jobs.oldest);

    let outbox = mail::outbox(&app.pool, now).await?;
    gauge!("gridbill_emails", "state" => "waiting").set(figure(outbox.waiting + outbox.refused));
    gauge!("gridbill_emails", "state" => "given_up").set(figure(outbox.given_up + outbox.too_old));
    for (state, since) in [("unanswered", outbox.unanswered_since), ("refused", outbox.refused_since)] {
        gauge!("gridbill_emails_oldest_seconds", "state" => state).set(age(since, now));
    }

    let posting = payments::posting(&app.pool).await?;
    gauge!("gridbill_payments_posting").set(figure(posting.payments));
    gauge!("gridbill_payments_posting_oldest_seconds").set(age(posting.oldest, now));

    let unconfirmed = fpx::count_unconfirmed(&app.pool).await?;
    gauge!("gridbill_fpx_unconfirmed").set(figure(unconfirmed.payments));
    gauge!("gridbill_fpx_unconfirmed_oldest_seconds").set(age(unconfirmed.oldest, now));
    gauge!("gridbill_fpx_awaiting_authorizer").set(figure(unconfirmed.awaiting_authorizer));
    let alerts = fpx::open_alerts(&app.pool).await?;
    for reason in AlertReason::ALL {
        let open = alerts.iter().find(|(counted, _)| counted == reason).map_or(0, |(_, open)| *open);
        gauge!("gridbill_fpx_alerts_open", "reason" => reason.code()).set(figure(open));
    }

    for table in Monthly::ALL {
        let outside = months::outside(&app.pool, table).await?;
        gauge!("gridbill_rows_outside_months", "table" => table.table()).set(figure(outside));
    }

    let mut fed = sql::last_import(&app.pool).await?;
    if fed.is_none() {
        // Records of old imports are deleted, but their bills are not.
        fed = sql::newest_extraction(&app.pool).await?.map(|day| Day::from(day).begins());
    }
    gauge!("gridbill_feed_age_seconds").set(age(fed, now));
    Ok(())
}

/// Returns the seconds since `since`; 0 without it.
fn age(since: Option<Instant>, now: Instant) -> f64 {
    since.map_or(0.0, |since| (now.utc() - since.utc()).as_seconds_f64().max(0.0))
}

fn figure(count: i64) -> f64 {
    f64::from(i32::try_from(count).unwrap_or(i32::MAX))
}
