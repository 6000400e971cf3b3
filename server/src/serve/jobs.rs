//! Registers all jobs. Each job is declared by its mechanism or domain.

use std::sync::Arc;

use futures::FutureExt as _;
use graphile_worker::{Cron, CronBuilder, Crontab, TaskHandler, WorkerOptions};

use super::tidy::{self, Tidy};
use super::upkeep;
use crate::accounts::deposits::remind::RemindOfGuarantees;
pub use crate::accounts::deposits::remind::remind as remind_of_guarantees;
use crate::accounts::tagging::TagAccounts;
use crate::app::App;
use crate::approvals::follow::FollowProposals;
pub use crate::approvals::follow::follow as follow_proposals;
use crate::bills::remind::RemindOfDue;
pub use crate::bills::remind::remind as remind_of_due;
use crate::bills::totals::FoldTotals;
use crate::downloads::accounting_schedule::RunSchedules;
pub use crate::downloads::accounting_schedule::run_due as run_accounting_schedules;
use crate::downloads::job::{MakeDownload, MakeDownloads};
use crate::error::Error;
use crate::facts::seal::SealFacts;
use crate::findings::job::AuditBills;
pub use crate::findings::job::audit as audit_bills;
use crate::http;
use crate::identity::sso::reading::ReadDomains;
pub use crate::identity::sso::reading::read as read_domains;
use crate::identity::takeover::SendActivations;
pub use crate::identity::takeover::send_due as send_activations;
use crate::jobs::{self, Part};
use crate::mail::SendMail;
use crate::notifications::digest::WriteDigests;
pub use crate::notifications::digest::write as write_digests;
use crate::payments::fpx::requery::{self, RequeryFpx};
use crate::payments::post::PostPayment;
use crate::personal_data::remind::RemindOfDataRequests;
pub use crate::personal_data::remind::remind as remind_of_data_requests;
use crate::queries::follow::FollowQueries;
pub use crate::queries::follow::follow as follow_queries;
use crate::registration::ProcessRegistration;
use crate::registration::answer::AwaitAnswers;
pub use crate::registration::answer::follow_up;
use crate::registration::notice::SendWindowNotices;
pub use crate::registration::notice::send as send_window_notices;
use crate::settlements::job::SettleBills;
pub use crate::settlements::job::settle_due as settle_bills;
use crate::statements::MakeStatement;
use crate::tokens::remind::RemindOfTokens;
pub use crate::tokens::remind::remind as remind_of_tokens;
use crate::webhooks;

// Keys and queues of scheduled jobs. They are stored with queued jobs: after a renaming, a queued job could run twice.
const TIDY: &str = "tidy";
const NOTICE: &str = "tell of the window";
const ANSWERS: &str = "await answers";
const SEAL: &str = "seal the facts";
const FOLD: &str = "fold totals";
const DUE: &str = "remind of what falls due";
const QUERIES: &str = "follow queries";
const PROPOSALS: &str = "follow proposals";
const ACCOUNTING: &str = "run accounting schedules";
const DIGESTS: &str = "write digests";
const AUDIT: &str = "audit bills";
const DOMAINS: &str = "read mail domains";
const TOKENS: &str = "remind of API tokens";
const GUARANTEES: &str = "remind of guarantees";
const SETTLE: &str = "settle bills";
const ACTIVATIONS: &str = "send activations";
const DATA_REQUESTS: &str = "remind of deadlines about personal data";
/// Minutes between two checks for payments that the bank must be asked about.
const REQUERY_MINUTES: u32 = 1;
/// Minutes between two checks whether the registration of government entities is open and applicants must be
/// notified.
const NOTICE_MINUTES: u32 = 10;
/// Minutes between two runs that fold the stored totals of bills.
const FOLD_MINUTES: u32 = 1;
/// Minutes between two checks whether bills must be audited.
const AUDIT_MINUTES: u32 = 1;
/// The minute of each hour at which cleanup runs. Not the full hour, when many other programs run their jobs.
const TIDY_MINUTE: u32 = 23;
/// The minute of each hour at which unanswered applications are checked.
const ANSWERS_MINUTE: u32 = 11;
/// The minute of each hour at which bills that fall due soon are checked.
const DUE_MINUTE: u32 = 53;
/// Minutes between two runs that allocate settlements again.
const SETTLE_MINUTES: u32 = 1;
/// Minutes between two runs that send activation e-mails. Each sends a sixtieth of an hour's e-mails.
const ACTIVATIONS_MINUTES: u32 = 1;
/// Minutes between two runs that follow queries up.
const QUERIES_MINUTES: u32 = 10;
/// Minutes between two runs that follow proposals up.
const PROPOSALS_MINUTES: u32 = 10;
/// Minutes between two checks whether a scheduled accounting run is due.
const ACCOUNTING_MINUTES: u32 = 10;
/// The minute of each hour at which daily digests are written for users who have not had theirs today.
const DIGESTS_MINUTE: u32 = 5;
/// The minute of each hour at which proved mail domains are read whose last reading was a day ago.
const DOMAINS_MINUTE: u32 = 37;
/// The minute of each hour at which API tokens that expire soon are checked.
const TOKENS_MINUTE: u32 = 47;
/// The minute of each hour at which bank guarantees that expire soon are checked.
const GUARANTEES_MINUTE: u32 = 29;
/// The minute of each hour at which deadlines about personal data are checked.
const DATA_REQUESTS_MINUTE: u32 = 17;
/// The minute of each hour at which the seal of the facts is checked.
const SEAL_MINUTE: u32 = 41;

/// Runs jobs, delivers events to webhooks and keeps schedules and ledger in order until `stop`, and recovers from all database errors. Deliveries are no
/// jobs of the queue, because receivers that hang would use its few places.
pub async fn work(app: App, stop: impl Future<Output = ()> + Send + 'static) {
    let (pool, stop) = (app.pool.clone(), stop.shared());
    let delivering = webhooks::deliver::run(app.clone(), stop.clone());
    let upkeep = upkeep::run(app.clone(), stop.clone());
    futures::join!(delivering, upkeep, jobs::work(pool, move |options| register(app.clone(), options), stop));
}

async fn register(app: App, options: WorkerOptions) -> anyhow::Result<WorkerOptions> {
    tidy::pick_up(&app).await.map_err(Error::into_cause)?;
    // Notifies applicants whose day passed while no job was running.
    send_window_notices(&app).await.map_err(Error::into_cause)?;
    let options = options
        .add_extension(Part(app.mail.clone()))
        .add_extension(Part(app.clone()))
        .add_extension(Part(Arc::new(http::mount().lists)))
        .define_job::<PostPayment>()
        .define_job::<ProcessRegistration>()
        .define_job::<TagAccounts>()
        .define_job::<MakeStatement>()
        .define_job::<MakeDownload>()
        .define_job::<MakeDownloads>()
        .define_job::<RequeryFpx>()
        .define_job::<SendWindowNotices>()
        .define_job::<AwaitAnswers>()
        .define_job::<FoldTotals>()
        .define_job::<AuditBills>()
        .define_job::<RemindOfDue>()
        .define_job::<SettleBills>()
        .define_job::<SendActivations>()
        .define_job::<FollowQueries>()
        .define_job::<FollowProposals>()
        .define_job::<RunSchedules>()
        .define_job::<WriteDigests>()
        .define_job::<ReadDomains>()
        .define_job::<RemindOfTokens>()
        .define_job::<RemindOfGuarantees>()
        .define_job::<RemindOfDataRequests>()
        .define_job::<SealFacts>()
        .define_job::<Tidy>()
        .with_crons(schedule()?);
    // Without a mail server, this process leaves e-mails to processes that have one.
    Ok(if app.mail.is_sent() { options.define_job::<SendMail>() } else { options })
}

/// Returns the jobs that run at fixed times.
fn schedule() -> anyhow::Result<Vec<Crontab>> {
    Ok(vec![
        every(REQUERY_MINUTES, requery::JOB_KEY, RequeryFpx {})?,
        every(NOTICE_MINUTES, NOTICE, SendWindowNotices {})?,
        hourly(ANSWERS_MINUTE, ANSWERS, AwaitAnswers {})?,
        every(FOLD_MINUTES, FOLD, FoldTotals {})?,
        every(AUDIT_MINUTES, AUDIT, AuditBills {})?,
        hourly(DUE_MINUTE, DUE, RemindOfDue {})?,
        every(SETTLE_MINUTES, SETTLE, SettleBills {})?,
        every(ACTIVATIONS_MINUTES, ACTIVATIONS, SendActivations {})?,
        every(QUERIES_MINUTES, QUERIES, FollowQueries {})?,
        every(PROPOSALS_MINUTES, PROPOSALS, FollowProposals {})?,
        every(ACCOUNTING_MINUTES, ACCOUNTING, RunSchedules {})?,
        hourly(DIGESTS_MINUTE, DIGESTS, WriteDigests {})?,
        hourly(DOMAINS_MINUTE, DOMAINS, ReadDomains {})?,
        hourly(TOKENS_MINUTE, TOKENS, RemindOfTokens {})?,
        hourly(GUARANTEES_MINUTE, GUARANTEES, RemindOfGuarantees {})?,
        hourly(DATA_REQUESTS_MINUTE, DATA_REQUESTS, RemindOfDataRequests {})?,
        hourly(SEAL_MINUTE, SEAL, SealFacts {})?,
        hourly(TIDY_MINUTE, TIDY, Tidy {})?,
    ])
}

fn every<T: TaskHandler>(minutes: u32, key: &str, job: T) -> anyhow::Result<Crontab> {
    one_at_a_time(Cron::every_n_minutes(minutes)?, key, job)
}

fn hourly<T: TaskHandler>(minute: u32, key: &str, job: T) -> anyhow::Result<Crontab> {
    one_at_a_time(Cron::hourly_at(minute)?, key, job)
}

/// Adds the key, with which at most one run is queued, and a queue of its own, in which one run waits for another. A
/// key alone does not stop a second run while the first is running: a job that takes longer than its interval would
/// use more and more of the few places.
fn one_at_a_time<T: TaskHandler>(cron: CronBuilder<T>, key: &str, job: T) -> anyhow::Result<Crontab> {
    Ok(cron.job_key(key).queue(key).payload(job)?.build())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_scheduled_job_has_a_key_and_a_queue_of_its_own() {
        let jobs = schedule().expect("a schedule");
        let mut keys = BTreeSet::new();
        for Crontab { task_identifier, options, .. } in jobs {
            assert_eq!(options.queue, options.job_key, "{task_identifier}");
            assert!(keys.insert(options.job_key.expect("a key")), "{task_identifier}");
        }
    }
}
