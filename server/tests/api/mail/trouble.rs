//! A mail server that is away or refuses e-mails.

use chrono::TimeDelta;

use super::*;
use crate::crash::process::free_address;
use crate::support::sql;
use crate::support::state::jobs;

/// Returns the number of queued jobs for e-mails, without those of the cron.
async fn queued_emails(portal: &Portal) -> i64 {
    let query = "select count(*) from graphile_worker._private_jobs where key like 'mail %'";
    sql::value(portal.pool(), query, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_mail_server_is_tried_again_and_gets_the_e_mail_once() {
    let mailbox = Mailbox::at("127.0.0.1:0".parse().unwrap(), &[(451, "4.7.1 Try aina@sinar.example later")]);
    let portal = portal(&mailbox).await;
    portal.work();
    put(&portal.app, AINA, changed()).await;
    let busy = row_with(portal.pool(), "refused", |row| row.attempts == 1).await;
    assert!(busy.last_error.as_deref().unwrap().starts_with("451 4.7.1 Try") && !busy.is_accepted, "{busy:?}");
    assert!(!busy.is_forgotten, "it is still to be sent");
    let sent = row_with(portal.pool(), "accepted", |row| row.is_accepted).await;
    assert!(sent.attempts == 2 && sent.is_forgotten && sent.last_error.is_none(), "{sent:?}");
    until("no job is left", async || Some(queued_emails(&portal).await).filter(|queued| *queued == 0)).await;
    assert_eq!((mailbox.taken().len(), mailbox.answers_left()), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_waits_for_an_unreachable_server_across_a_restart() {
    let address = free_address();
    let portal = Portal::with(&["--smtp-url", &format!("smtp://{address}")]).await;
    let worker = Worker::start(&portal.app);
    put(&portal.app, AINA, changed()).await;
    let waiting = row_with(portal.pool(), "tried", |row| row.attempts >= 1).await;
    assert!(waiting.last_error.as_deref().unwrap().starts_with("no answer:"), "{waiting:?}");
    worker.stop().await;
    let mailbox = Mailbox::at(address, &[]);
    assert_eq!(queued_emails(&portal).await, 1, "it is queued in the database");
    let worker = Worker::start(&portal.app);
    row_with(portal.pool(), "accepted", |row| row.is_accepted && row.is_forgotten).await;
    worker.stop().await;
    assert_eq!(mailbox.taken().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_job_of_an_e_mail_is_replaced_and_an_existing_one_is_not() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    put(&portal.app, AINA, changed()).await;
    assert_eq!(sql::run(portal.pool(), "delete from graphile_worker._private_jobs", &[]).await, 1);
    put(&portal.app, To { email: "second@sinar.example", ..AINA }, changed()).await;
    // Two workers start at the same time, and each looks for e-mails without a job.
    portal.work();
    portal.work();
    until("both are accepted", async || {
        let query = "select count(*) from mail where accepted_at is null";
        sql::try_value::<i64>(portal.pool(), query, &[]).await.ok().filter(|waiting| *waiting == 0)
    })
    .await;
    let mut to: Vec<_> = mailbox.taken().into_iter().flat_map(|message| message.to).collect();
    to.sort();
    assert_eq!(to, ["aina@sinar.example", "second@sinar.example"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permanently_refused_e_mail_is_given_up_and_stays_in_the_outbox() {
    const NOBODY: (u16, &str) = (550, "5.1.1 Nobody of that name");
    let mailbox = Mailbox::at("127.0.0.1:0".parse().unwrap(), &[NOBODY; 9]);
    let portal = portal(&mailbox).await;
    let worker = Worker::start(&portal.app);
    put(&portal.app, AINA, changed()).await;
    let refused = row_with(portal.pool(), "refused", |row| row.attempts == 1).await;
    assert_eq!(refused.last_error.as_deref(), Some("550 5.1.1 Nobody of that name"));
    until("it is to be tried again", async || Some(queued_emails(&portal).await).filter(|queued| *queued == 1)).await;
    sql::run(portal.pool(), "update mail set attempts = 9", &[]).await;
    let refused = row_with(portal.pool(), "given up", |row| row.attempts == 10).await;
    assert!(!refused.is_accepted && !refused.is_forgotten, "{refused:?}");
    until("its job is gone", async || Some(queued_emails(&portal).await).filter(|queued| *queued == 0)).await;
    worker.stop().await;
    let left = mailbox.answers_left();
    // A new worker does not retry it, and sends later e-mails.
    portal.work();
    let third = To { email: "third@sinar.example", ..AINA };
    for _ in 0..=left {
        put(&portal.app, third, changed()).await;
    }
    until("the others are tried", async || Some(mailbox.answers_left()).filter(|left| *left == 0)).await;
    assert!(mailbox.wait(1).await.iter().all(|message| message.to == ["third@sinar.example"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_that_waited_is_not_given_up_at_its_first_refusal() {
    let mailbox = Mailbox::at("127.0.0.1:0".parse().unwrap(), &[(550, "5.7.1 Relaying is not set up yet")]);
    let portal = portal(&mailbox).await;
    put(&portal.app, AINA, changed()).await;
    portal.damage("update mail set attempts = 30, last_error = 'no answer: connection refused'").await;
    portal.work();
    let sent = row_with(portal.pool(), "accepted", |row| row.is_accepted).await;
    assert_eq!(sent.attempts, 2, "refused once, then accepted");
    assert_eq!((mailbox.taken().len(), mailbox.answers_left()), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_older_than_its_days_is_not_sent() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    put(&portal.app, AINA, changed()).await;
    portal.advance(TimeDelta::days(4));
    put(&portal.app, To { email: "second@sinar.example", ..AINA }, changed()).await;
    portal.work();
    let taken = mailbox.wait(1).await;
    until("nothing is left to do", async || Some(jobs(portal.pool()).await).filter(|jobs| *jobs == 0)).await;
    assert_eq!((mailbox.taken().len(), taken[0].to.as_slice()), (1, &["second@sinar.example".to_owned()][..]));
}
