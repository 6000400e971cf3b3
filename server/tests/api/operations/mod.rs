//! Operators' screens, and the files for operators: alarms, dashboard, units.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::crash::process::{Home, free_address};
use crate::support::sources::sources;
use crate::support::{Portal, sql};

mod feed;
mod jobs;
mod outbox;
mod ready;
mod restored;
mod settings;
mod traces;
mod units;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the metric names in a text, without Prometheus suffixes.
fn metrics(text: &str) -> BTreeSet<&str> {
    let is_name = |one: char| one.is_ascii_alphanumeric() || one == '_';
    text.split(|one| !is_name(one))
        .filter(|name| ["gridbill_", "process_"].iter().any(|start| name.starts_with(start)))
        .map(|name| ["_sum", "_count", "_bucket"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name))
        .collect()
}

#[test]
fn alarms_and_dashboard_watch_what_the_program_writes() {
    let program: String = sources().iter().map(|path| std::fs::read_to_string(path).expect("a source")).collect();
    let calls: BTreeSet<&str> = ["gauge!(\"", "counter!(\"", "histogram!(\""]
        .iter()
        .flat_map(|call| program.split(call).skip(1).filter_map(|rest| rest.split('"').next()))
        .collect();
    let documented = read("docs/operations.md");
    assert_eq!(metrics(&documented), calls, "docs/operations.md names every metric, and no other");
    let described = read("server/src/serve/described.rs");
    assert_eq!(metrics(&described), calls, "each metric is described, and no other");
    let (alerts, dashboard) = (read("deploy/alerts.yml"), read("deploy/grafana.json"));
    serde_json::from_str::<Value>(&dashboard).expect("a dashboard");
    for text in [&alerts, &dashboard] {
        let named = metrics(text);
        assert!(named.len() > 5 && named.is_subset(&calls), "{:?}", named.difference(&calls));
    }
    // The jobs in alarms exist in the example configuration.
    let example = read("deploy/prometheus.yml");
    let jobs: BTreeSet<&str> = alerts.split("{job=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!jobs.is_empty());
    for job in jobs {
        assert!(example.contains(&format!("job_name: {job}\n")), "deploy/prometheus.yml has no job {job}");
    }
    // A counter must start at 0, because Prometheus sees no increase in a counter whose first value is not 0.
    for counter in alerts.split("increase(").skip(1).filter_map(|rest| rest.split(['[', '{']).next()) {
        let begins = format!("counter!(\"{counter}\").increment(0)");
        assert!(program.contains(&begins), "{counter} does not begin at 0");
    }
    // Each alarm links to instructions that exist.
    let anchors: Vec<&str> =
        alerts.split("operations.md#").skip(1).filter_map(|rest| rest.split(['"', '\n']).next()).collect();
    assert!(anchors.len() > 5);
    for anchor in anchors {
        let is_there = documented
            .lines()
            .filter_map(|line| line.strip_prefix("##"))
            .any(|heading| heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-") == anchor);
        assert!(is_there, "docs/operations.md has nothing on {anchor}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_work_is_in_the_metrics() {
    let home = Home::make("operations");
    let pool = home.database().await;
    let query = "
        insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at, attempts, last_error)
        select gen_random_uuid(), 'a@b.example', 'en', 's', 't', 'h', now() - age, attempts, error
        from (values (interval '2 hours', 0, null), (interval '11 hours', 3, 'no answer: away'),
                     (interval '10 hours', 4, '535 who are you'), (interval '9 hours', 50, '452 the mailbox is full'),
                     (interval '4 days', 0, null)) as e (age, attempts, error)";
    sql::run(&pool, query, &[]).await;
    let query = "
        with task as (insert into graphile_worker._private_tasks (identifier) values ('unknown') returning id)
        insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, run_at)
        select task.id, job.attempts, 25, now() - interval '1 hour' from task, (values (25), (0)) job (attempts)";
    sql::run(&pool, query, &[]).await;
    let query = "insert into feed_import (kind, file_name, began_at, ended_at, row_count, rejected_count, problem)
                 select kind, 'a.csv', now() - interval '1 day', now() - age, 5, rejected, problem
                 from (values ('bills', interval '4 hours', 4, null), ('bills', interval '3 hours', 5, null),
                              ('bills', interval '2 hours', 0, 'cut off'), ('bills', null, 0, null),
                              ('accounts', interval '1 hour', 0, null)) as f (kind, age, rejected, problem)";
    sql::run(&pool, query, &[]).await;
    pool.close().await;
    let (address, metrics) = (free_address(), free_address());
    let _server = home.serve_with(address, &["--metrics-listen", &metrics.to_string()]).await;
    let mut text = String::new();
    for _ in 0..100 {
        let answer = reqwest::get(format!("http://{metrics}/metrics")).await.expect("an answer");
        text = answer.text().await.expect("text");
        if text.contains("gridbill_feed_age_seconds") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let figure = |name: &str| {
        let line = text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
        let line = line.unwrap_or_else(|| panic!("{name} is not in\n{text}"));
        line.rsplit(' ').next().and_then(|value| value.parse::<f64>().ok()).expect("a figure")
    };
    assert_eq!(figure("gridbill_jobs{state=\"failed\"}"), 1.0);
    assert!(figure("gridbill_jobs{state=\"waiting\"}") >= 1.0);
    assert!(figure("gridbill_jobs_oldest_seconds") >= 3_600.0);
    assert_eq!(
        (figure("gridbill_emails{state=\"waiting\"}"), figure("gridbill_emails{state=\"given_up\"}")),
        (4.0, 1.0)
    );
    assert!((39_600.0..39_900.0).contains(&figure("gridbill_emails_oldest_seconds{state=\"unanswered\"}")));
    assert!((32_400.0..32_700.0).contains(&figure("gridbill_emails_oldest_seconds{state=\"refused\"}")));
    assert_eq!((figure("gridbill_payments_posting"), figure("gridbill_payments_posting_oldest_seconds")), (0.0, 0.0));
    assert_eq!((figure("gridbill_fpx_unconfirmed"), figure("gridbill_fpx_awaiting_authorizer")), (0.0, 0.0));
    assert_eq!(figure("gridbill_fpx_alerts_open{reason=\"lateApproval\"}"), 0.0);
    assert!((14_400.0..14_700.0).contains(&figure("gridbill_feed_age_seconds")));
    let most = figure("gridbill_pool_connections_max");
    assert!(most >= 1.0);
    assert_eq!((figure("gridbill_reader_connections_max"), figure("gridbill_write_permits_max") * 2.0), (most, most));
    assert!(figure("gridbill_reader_connections{state=\"used\"}") <= most);
    assert!(figure("gridbill_write_permits_used") <= most);
    for counter in ["counting_failed", "files_not_kept", "downloads_failed", "facts_unreadable"] {
        assert_eq!(figure(&format!("gridbill_{counter}_total")), 0.0, "{counter} is there before it counts");
    }
    let build = format!("\ngridbill_build_info{{version=\"{}\",revision=\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&build), "{text}");
    assert!(figure("process_resident_memory_bytes") > 1e6 && figure("process_open_fds") > 3.0);
    assert!(figure("process_start_time_seconds") > 1.7e9 && figure("process_max_fds") > figure("process_open_fds"));

    // Call durations use buckets, which can be summed over processes.
    let called = reqwest::get(format!("http://{address}/portal/api/v1/Portal")).await.expect("an answer");
    let text = reqwest::get(format!("http://{metrics}/metrics")).await.expect("an answer").text().await.expect("text");
    let buckets = text.lines().filter(|line| line.starts_with("gridbill_call_seconds_bucket{endpoint=\"GetPortal\""));
    assert_eq!((called.status().as_u16(), buckets.count()), (200, 13), "{text}");
    for kind in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let (name, _) = kind.split_once(' ').expect("a name and a kind");
        assert!(text.lines().any(|line| line.starts_with(&format!("# HELP {name} "))), "{name} has no HELP");
    }
}

/// Returns kind and actor of the facts about a subject.
async fn facts(portal: &Portal, subject: &str) -> Vec<(String, String)> {
    let query = "select kind, actor_name from fact where subject = $1 order by place";
    sql::rows(portal.pool(), query, &[&subject]).await
}
