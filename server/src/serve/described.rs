//! What each metric of the process is: Prometheus shows it to whoever looks a metric up.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

/// The time of calls, as `endpoint::measure` records it.
pub const CALL_SECONDS: &str = "gridbill_call_seconds";
/// Upper bounds of the buckets of calls, in seconds. The bounds around 0.25 and 1 are those that alarms and the goals of
/// docs/capacity.md ask for. Buckets of several processes can be added up, which quantiles of each process cannot.
pub const CALL_BUCKETS: &[f64] = &[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// Which kind of metric one is.
#[derive(Clone, Copy)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

/// Every metric of the program.
const METRICS: &[(Kind, &str, &str)] = &[
    (Gauge, "gridbill_build_info", "Always 1; the labels are the version and the revision of the running program."),
    (Histogram, CALL_SECONDS, "Time until the answer of a call begins, by endpoint and status."),
    (Gauge, "gridbill_connections", "Open connections of clients to this process."),
    (
        Counter,
        "gridbill_connections_closed_total",
        "Connections of clients that were closed for being slow or too many.",
    ),
    (Counter, "gridbill_counting_failed_total", "Rounds in which waiting work could not be counted."),
    (Gauge, "gridbill_disk_free_bytes", "Free bytes on the disk of this process's data folder."),
    (Gauge, "gridbill_disk_size_bytes", "Size of the disk of this process's data folder."),
    (Counter, "gridbill_downloads_failed_total", "Downloads that could not be made."),
    (Gauge, "gridbill_emails", "E-mails that the mail server has not taken, by state."),
    (Gauge, "gridbill_emails_oldest_seconds", "Age of the oldest e-mail that the mail server has not taken."),
    (
        Counter,
        "gridbill_facts_unreadable_total",
        "Facts that were shown or sent without being read: of another version, or damaged.",
    ),
    (Gauge, "gridbill_feed_age_seconds", "Seconds since the last file of bills was imported."),
    (Counter, "gridbill_files_not_kept_total", "Files that the disk or the file store did not take."),
    (Gauge, "gridbill_fpx_alerts_open", "Alerts about FPX payments that nobody has resolved, by reason."),
    (Gauge, "gridbill_fpx_awaiting_authorizer", "FPX payments that wait for an authoriser at the bank."),
    (Counter, "gridbill_fpx_messages_total", "Messages of FPX, by way and outcome."),
    (Gauge, "gridbill_fpx_unconfirmed", "FPX payments without an outcome."),
    (Gauge, "gridbill_fpx_unconfirmed_oldest_seconds", "For how long the oldest FPX payment has had no answer."),
    (Gauge, "gridbill_jobs", "Jobs of the queue, by state."),
    (Gauge, "gridbill_jobs_oldest_seconds", "For how long the oldest waiting job could have been worked on."),
    (Gauge, "gridbill_payments_posting", "Payments that were accepted and are not posted."),
    (Gauge, "gridbill_payments_posting_oldest_seconds", "Seconds since the oldest of these was accepted."),
    (Gauge, "gridbill_pool_connections", "Connections of this process to the primary that may write, by state."),
    (Gauge, "gridbill_pool_connections_max", "How many of them there may be."),
    (Gauge, "gridbill_reader_connections", "Connections of this process to the primary that only read, by state."),
    (Gauge, "gridbill_reader_connections_max", "How many of them there may be."),
    (Gauge, "gridbill_ready", "1 if this process is ready, otherwise 0."),
    (Gauge, "gridbill_rows_outside_months", "Rows of a table by month that are in no month."),
    (Counter, "gridbill_security_events_total", "Security events, by kind and outcome."),
    (Counter, "gridbill_spans_dropped_total", "Spans of traces that were not sent: the collector was slow or away."),
    (Counter, "gridbill_standby_reads_total", "Reads for which there is a standby, by where they were done."),
    (Gauge, "gridbill_write_permits_max", "How many calls of this process may be in the transaction of a change."),
    (Gauge, "gridbill_write_permits_used", "Calls of this process that are in the transaction of a change."),
    (Counter, "process_cpu_seconds_total", "Processor time of this process, user and system, in whole seconds."),
    (Gauge, "process_max_fds", "Files and connections that this process may have open."),
    (Gauge, "process_open_fds", "Files and connections that this process has open."),
    (Gauge, "process_resident_memory_bytes", "Memory of this process that is in RAM."),
    (Gauge, "process_start_time_seconds", "When this process started, in seconds since 1970."),
    (Gauge, "process_threads", "Threads of this process."),
    (Gauge, "process_virtual_memory_bytes", "Memory that this process has reserved."),
];

/// Describes every metric.
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
