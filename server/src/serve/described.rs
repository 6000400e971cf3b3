//! Descriptions of all metrics, which Prometheus shows.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

/// Duration of calls, recorded in `endpoint/mod.rs`.
pub const CALL_SECONDS: &str = "gridbill_call_seconds";
/// Upper bounds of the histogram's buckets, in seconds. Alarms and the goals of docs/capacity.md use the bounds
/// around 0.25 and 1. Buckets of several processes can be added up; quantiles of each process cannot.
pub const CALL_BUCKETS: &[f64] = &[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// The kind of a metric.
#[derive(Clone, Copy)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

const METRICS: &[(Kind, &str, &str)] = &[
    (Gauge, "gridbill_build_info", "Always 1; the labels are the version and the revision of the running program."),
    (Histogram, CALL_SECONDS, "Time until the answer of a call begins, by endpoint and status."),
    (Gauge, "gridbill_connections", "Open connections of clients to this process."),
    (
        Counter,
        "gridbill_connections_closed_total",
        "Connections of clients that were closed for being slow or too many.",
    ),
    (Counter, "gridbill_counting_failed_total", "Rounds in which queued work could not be counted."),
    (Gauge, "gridbill_disk_free_bytes", "Free bytes on the disk of this process's data folder."),
    (Gauge, "gridbill_disk_size_bytes", "Size of the disk of this process's data folder."),
    (Counter, "gridbill_downloads_failed_total", "Downloads that failed."),
    (Gauge, "gridbill_emails", "E-mails that the mail server has not accepted, by state."),
    (Gauge, "gridbill_emails_oldest_seconds", "Age of the oldest e-mail that the mail server has not accepted."),
    (Counter, "gridbill_facts_unreadable_total", "Facts that could not be parsed: of another version, or damaged."),
    (Gauge, "gridbill_feed_age_seconds", "Seconds since the last file of bills was imported."),
    (Counter, "gridbill_files_not_kept_total", "Files that could not be written to the disk or the file store."),
    (Gauge, "gridbill_fpx_alerts_open", "Unresolved alerts about FPX payments, by reason."),
    (Gauge, "gridbill_fpx_awaiting_authorizer", "FPX payments that wait for an authoriser at the bank."),
    (Counter, "gridbill_fpx_messages_total", "Messages of FPX, by channel and outcome."),
    (Gauge, "gridbill_fpx_unconfirmed", "FPX payments without an outcome."),
    (Gauge, "gridbill_fpx_unconfirmed_oldest_seconds", "Age of the oldest FPX payment without an outcome."),
    (Gauge, "gridbill_jobs", "Jobs in the queue, by state."),
    (Gauge, "gridbill_jobs_oldest_seconds", "Seconds since the oldest queued job became due."),
    (Gauge, "gridbill_payments_posting", "Payments that were accepted and are not posted."),
    (
        Gauge,
        "gridbill_payments_posting_oldest_seconds",
        "Seconds since the oldest accepted payment that is not posted was accepted.",
    ),
    (Gauge, "gridbill_pool_connections", "Connections of this process to the primary that may write, by state."),
    (Gauge, "gridbill_pool_connections_max", "Maximum connections of this process to the primary that may write."),
    (Gauge, "gridbill_reader_connections", "Connections of this process to the primary that only read, by state."),
    (Gauge, "gridbill_reader_connections_max", "Maximum connections of this process to the primary that only read."),
    (Gauge, "gridbill_ready", "1 if this process is ready, otherwise 0."),
    (Gauge, "gridbill_rows_outside_months", "Rows of a monthly partitioned table that are in no monthly partition."),
    (Counter, "gridbill_security_events_total", "Security events, by kind and outcome."),
    (
        Counter,
        "gridbill_spans_dropped_total",
        "Spans of traces that were not sent, because the collector was slow or unavailable.",
    ),
    (Counter, "gridbill_standby_reads_total", "Reads that may use a standby, by the server that was used."),
    (Counter, "gridbill_webhook_attempts_total", "Attempts to deliver events to webhooks, by outcome."),
    (Gauge, "gridbill_write_permits_max", "Maximum concurrent write transactions of this process."),
    (Gauge, "gridbill_write_permits_used", "Write transactions of this process in progress."),
    (Counter, "process_cpu_seconds_total", "Processor time of this process, user and system, in whole seconds."),
    (Gauge, "process_max_fds", "Files and connections that this process may have open."),
    (Gauge, "process_open_fds", "Files and connections that this process has open."),
    (Gauge, "process_resident_memory_bytes", "Memory of this process that is in RAM."),
    (Gauge, "process_start_time_seconds", "When this process started, in seconds since 1970."),
    (Gauge, "process_threads", "Threads of this process."),
    (Gauge, "process_virtual_memory_bytes", "Memory that this process has reserved."),
];

pub fn describe() {
    for &(kind, name, help) in METRICS {
        let unit = if name.ends_with("_seconds") || name.ends_with("_seconds_total") {
            Unit::Seconds
        } else if name.ends_with("_bytes") {
            Unit::Bytes
        } else {
            Unit::Count
        };
        match kind {
            Counter => describe_counter!(name, unit, help),
            Gauge => describe_gauge!(name, unit, help),
            Histogram => describe_histogram!(name, unit, help),
        }
    }
}
