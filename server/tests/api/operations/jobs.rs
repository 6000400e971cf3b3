//! The job queue on the operators' screen: displayed data, and restarting a failed job once.

use gridbill_core::Code;
use gridbill_core::home::GetStaffHome;
use gridbill_core::operations::{GetJobs, JobKind, RetryJob};
use serde_json::{Value, json};

use super::{facts, read};
use crate::crash::process::Home;
use crate::support::portal::until;
use crate::support::sources::sources;
use crate::support::{Actor, Portal, sql};

const ICT: &str = "ict@utility.example";
const SECRET: &str = "kE9-a8Jd0ss3kLmNoPq1rStUv2wX";

/// Inserts a job of each state. The first has an error that quotes confidential data.
async fn queue(portal: &Portal) {
    portal
        .damage(&format!(
            "delete from graphile_worker._private_jobs;
             insert into graphile_worker._private_tasks (identifier) values ('post_payment'), ('from_later') on conflict do nothing;
             insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, run_at, locked_at, last_error)
             select (select id from graphile_worker._private_tasks where identifier = job.task),
                    '{{\"token\": \"{SECRET}\"}}', attempts, 25, now() + interval '1 hour', locked_at,
                    'posting: Internal(code: \"23505\", link https://portal.example/#{SECRET} of aina@sinar.example'
             from (values ('post_payment', 25, null), ('post_payment', 3, null), ('post_payment', 0, null),
                          ('from_later', 1, now())) job (task, attempts, locked_at)"
        ))
        .await;
}

async fn jobs(actor: &Actor, request: Value) -> Vec<Value> {
    let page = actor.call_raw::<GetJobs>(request).await.expect("jobs");
    let items = page["items"].as_array().expect("a page").clone();
    assert_eq!(page["total"], json!(items.len()));
    items
}

fn about(job: &Value) -> Value {
    json!({ "jobId": job["jobId"] })
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_are_listed_without_what_they_work_with() {
    let portal = Portal::with_people().await;
    queue(&portal).await;
    let ict = portal.sign_in_staff(ICT).await;
    let all = jobs(&ict, json!({})).await;
    let states: Vec<_> = all.iter().map(|job| job["state"].as_str().expect("a state")).collect();
    assert_eq!(states, ["running", "waiting", "retrying", "failed"], "the newest first");
    let text = json!(all).to_string();
    for secret in [SECRET, "aina@", "https://", "token"] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    let failed = &all[3];
    assert_eq!((&failed["kind"], &failed["errorCode"]), (&json!("postPayment"), &json!("23505")));
    assert_eq!((&failed["attempts"], &failed["nextAt"]), (&json!(25), &json!(null)));
    assert_eq!((&all[0]["kind"], &all[0]["identifier"]), (&json!("other"), &json!("from_later")));
    for (state, count) in [("failed", 1), ("retrying", 1), ("waiting", 1), ("running", 1)] {
        assert_eq!(jobs(&ict, json!({ "state": state })).await.len(), count, "{state}");
    }
    assert_eq!(jobs(&ict, json!({ "kind": "postPayment" })).await.len(), 3);
    assert_eq!(jobs(&ict, json!({ "kind": "other" })).await.len(), 1);
    assert_eq!(jobs(&ict, json!({ "kind": "postPayment", "state": "running" })).await.len(), 0);
    // Home shows the total of the list that it links to.
    let home = ict.call_raw::<GetStaffHome>(json!({})).await.expect("home");
    assert_eq!(home["jobs"]["count"], json!(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_job_is_started_again_once_by_two_at_once() {
    let portal = Portal::with_people().await;
    queue(&portal).await;
    let (ict, pccr) = (portal.sign_in_staff(ICT).await, portal.sign_in_staff("pccr@utility.example").await);
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let all = jobs(&ict, json!({})).await;
    let [running, waiting, retrying, failed] = all.as_slice() else { panic!("four jobs") };
    let refused = glb.call_raw::<RetryJob>(about(failed)).await.expect_err("an account manager changes nothing");
    assert_eq!(refused.code(), Code::Forbidden);

    let (one, other) = tokio::join!(ict.call_raw::<RetryJob>(about(failed)), pccr.call_raw::<RetryJob>(about(failed)));
    let late = if one.is_ok() { other } else { one };
    assert_eq!(late.expect_err("the second is refused").code(), Code::JobMoved);
    let subject = format!("job:{}", failed["jobId"].as_str().expect("an id"));
    let recorded = facts(&portal, &subject).await;
    assert_eq!(recorded.len(), 1, "{recorded:?}");
    assert_eq!(recorded[0].0, "JobRetried");
    let now = jobs(&ict, json!({ "state": "failed" })).await;
    assert!(now.is_empty(), "{now:?}");

    ict.call_raw::<RetryJob>(about(retrying)).await.expect("a queued retry runs now");
    for job in [running, waiting] {
        assert_eq!(ict.call_raw::<RetryJob>(about(job)).await.expect_err("nothing to retry").code(), Code::JobMoved);
    }
    for unknown in ["1000000", "no-number"] {
        let refused = ict.call_raw::<RetryJob>(json!({ "jobId": unknown })).await.expect_err("done, or never there");
        assert_eq!(refused.code(), Code::JobNotFound);
    }
}

/// A machine whose clock was ahead stored runs in the future, before which no machine would run these jobs.
#[tokio::test(flavor = "multi_thread")]
async fn schedules_that_ran_in_the_future_run_again() {
    let home = Home::make("schedules");
    let pool = home.database().await;
    let ahead = "insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
                 select name, now(), now() + age
                 from (values ('ahead', interval '1 day'), ('near', interval '1 minute'), ('past', interval '-1 hour')) of (name, age)";
    sql::run(&pool, ahead, &[]).await;
    let _worker = home.work(&[]);
    let changed = "select string_agg(identifier, ',') from graphile_worker._private_known_crontabs
                   where last_execution is null and identifier in ('ahead', 'near', 'past')";
    let changed = until("a round", || sql::value::<Option<String>>(&pool, changed, &[])).await;
    assert_eq!(changed, "ahead");
}

#[test]
fn every_job_has_a_displayed_name() {
    let mut found = 0;
    for file in sources() {
        let text = read(file.to_str().expect("a path"));
        for rest in text.split("const IDENTIFIER: &'static str = \"").skip(1) {
            let identifier = rest.split('"').next().expect("a name");
            assert_ne!(JobKind::of(identifier), JobKind::Other, "{identifier} is no kind of core's");
            found += 1;
        }
    }
    assert_eq!(found, JobKind::IDENTIFIERS.len());
}
