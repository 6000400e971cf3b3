//! Tagging: a job adds, removes and changes a bulk account's electricity accounts, checked against the utility's
//! account master. Each tagging is processed exactly once, even if the job is killed.
//!
//! The lock order of all code: taggings, the account master, the bulk account's accounts, bills; each by number.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use anyhow::Context as _;
use graphile_worker::{JobSpec, JobSpecBuilder};
use gridbill_core::accounts::{AccountError, TaggingAction};
use gridbill_core::fact::{AccountsFact, FailedAccount, PortalActor};
use gridbill_core::number::BulkId;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::tagging as sql;
use crate::app::App;
use crate::auth::who::Person;
use crate::base::Clock;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

pub use super::sql::tagging::bulk_accounts_waiting;

/// Taggings per transaction: few enough that a killed job loses little work.
const BATCH_SIZE: i64 = 500;
/// How long the job waits before it retries an account whose bills are being paid.
const RETRY_PAUSE: Duration = Duration::from_mins(1);

/// The user who requests a tagging, or an integration, as the history names them.
#[derive(Debug, Clone, Copy)]
pub struct Asker<'a> {
    /// `None` for an integration.
    pub person_id: Option<Uuid>,
    /// The recorded name.
    pub name: &'a str,
}

impl<'a> From<&'a Person> for Asker<'a> {
    fn from(person: &'a Person) -> Self {
        let person_id = person.integration.is_none().then_some(person.person_id);
        Self { person_id, name: person.recorded_name() }
    }
}

/// An account, and the reference ID that it gets.
#[derive(Debug, Clone)]
pub struct AccountToTag<'a> {
    pub account_no: &'a str,
    pub reference_id: Option<&'a str>,
}

/// The job that processes the queued taggings of a bulk account. The registration domain implements it, because it may
/// complete an application afterwards.
#[derive(Debug, Serialize, Deserialize)]
pub struct TagAccounts {
    pub bulk_id: BulkId,
}

/// Adds a job that processes a bulk account's queued taggings, once the transaction commits. If the job is running
/// already, this adds another.
pub async fn add_job(app: &App, db: &mut PgConnection, bulk_id: &BulkId) -> Answer<()> {
    app.queue.add(db, TagAccounts { bulk_id: bulk_id.clone() }, spec(bulk_id)).await
}

/// Restores the job of a bulk account, which may have been lost.
pub async fn restore_job(app: &App, db: &mut PgConnection, bulk_id: BulkId) -> Answer<()> {
    let spec = spec(&bulk_id);
    app.queue.restore(db, TagAccounts { bulk_id }, spec).await
}

fn spec(bulk_id: &BulkId) -> JobSpec {
    JobSpecBuilder::new().job_key(format!("tag {bulk_id}")).build()
}

/// Adds a job that processes the remaining taggings after a pause.
async fn add_job_after(app: &App, db: &mut PgConnection, bulk_id: &BulkId, pause: Duration) -> Answer<()> {
    // Uses the system clock, like the queue; the portal's own clock is frozen in tests.
    let at = Clock::default().now().utc() + pause;
    let spec = JobSpecBuilder::new().job_key(format!("tag later {bulk_id}")).run_at(at).build();
    app.queue.add(db, TagAccounts { bulk_id: bulk_id.clone() }, spec).await
}

/// Queues the same action for many accounts, once the transaction commits. Accounts with a queued tagging are left out.
/// Returns the numbers left out.
pub async fn ask(
    app: &App,
    db: &mut PgConnection,
    bulk_id: &BulkId,
    by: Asker<'_>,
    action: TaggingAction,
    accounts: &[AccountToTag<'_>],
) -> Answer<Vec<String>> {
    let taken: HashSet<String> = sql::ask(db, bulk_id, by, action, accounts, app.now()).await?.into_iter().collect();
    add_job(app, db, bulk_id).await?;
    let left = accounts.iter().map(|one| one.account_no).filter(|account_no| !taken.contains(*account_no));
    Ok(left.map(str::to_owned).collect())
}

/// Processes a bulk account's queued taggings, a few hundred at a time. Requests that arrive meanwhile add a job of
/// their own.
pub async fn work(app: &App, bulk_id: &BulkId) -> Answer<()> {
    let (mut after, mut is_held_up) = (String::new(), false);
    while let Some(done) = process_batch(app, bulk_id, &after).await? {
        after = done.last;
        is_held_up |= done.is_held_up;
    }
    if is_held_up {
        add_job_after(app, &mut *app.pool.acquire().await?, bulk_id, RETRY_PAUSE).await?;
    }
    Ok(())
}

struct TaggedBatch {
    /// The last account processed.
    last: String,
    /// Whether an account must wait, because its bills are being paid.
    is_held_up: bool,
}

/// Processes the next taggings after that account. Waits for rows that another job has locked instead of skipping them:
/// that job may be killed, and then no other job would process them.
async fn process_batch(app: &App, bulk_id: &BulkId, after: &str) -> Answer<Option<TaggedBatch>> {
    let mut tx = app.pool.begin().await?;
    let waiting = sql::lock_waiting(&mut tx, bulk_id, after, BATCH_SIZE).await?;
    let Some(last) = waiting.last().map(|one| one.account_no.clone()) else { return Ok(None) };
    let numbers: Vec<&str> = waiting.iter().map(|one| one.account_no.as_str()).collect();
    // The lock keeps new bills and other bulk accounts away from an account that is being added or removed.
    sql::lock_in_master(&mut tx, &numbers).await?;
    super::lock_all(&mut tx, bulk_id, &numbers).await?;
    let bills = sql::lock_bills(&mut tx, bulk_id, &numbers).await?;
    let paying: HashSet<&str> =
        bills.iter().filter(|bill| bill.is_being_paid()).map(|bill| bill.account_no.as_str()).collect();
    let of = |action| {
        let of_it = waiting.iter().filter(move |one| one.action == action);
        of_it.map(|one| (one.tagging_id, one.account_no.as_str()))
    };
    let free = of(TaggingAction::Untagging).filter(|(_, account_no)| !paying.contains(account_no));
    let (untag, untagged): (Vec<i64>, Vec<&str>) = free.unzip();
    let (update, changed): (Vec<i64>, Vec<&str>) = of(TaggingAction::Updating).unzip();
    let (tag, _): (Vec<i64>, Vec<&str>) = of(TaggingAction::Tagging).unzip();
    let is_held_up = untag.len() < of(TaggingAction::Untagging).count();
    let results = sql::tag(&mut tx, bulk_id, &tag, app.now()).await?;
    sql::untag(&mut tx, bulk_id, &untag, app.now()).await?;
    sql::update(&mut tx, bulk_id, &update, app.now()).await?;
    if !(tag.is_empty() && untag.is_empty() && update.is_empty()) {
        let fact = processed(results, &untagged, &changed)?;
        let actor = Actor::Portal(PortalActor::Tagging);
        let entry = Entry::of(Subject::BulkAccount(bulk_id), actor, fact, bulk_id.as_str());
        facts::record(&app.context(), &mut tx, entry).await?;
    }
    tx.commit().await?;
    Ok(Some(TaggedBatch { last, is_held_up }))
}

/// Builds the fact with the results by account.
/// Fails when the database has an error that core does not know. The account was not added, and must not be reported as
/// added.
pub fn processed(results: Vec<sql::Tagged>, untagged: &[&str], changed: &[&str]) -> anyhow::Result<AccountsFact> {
    let (mut tagged, mut failed) = (Vec::new(), Vec::new());
    for sql::Tagged { account_no, error_type } in results {
        let Some(code) = error_type else {
            tagged.push(account_no);
            continue;
        };
        let error_type = AccountError::from_code(&code).with_context(|| format!("unknown account error {code}"))?;
        failed.push(FailedAccount { account_no, error_type });
    }
    tagged.sort_unstable();
    failed.sort_unstable_by(|one, other| one.account_no.cmp(&other.account_no));
    let owned = |numbers: &[&str]| numbers.iter().map(|&number| number.to_owned()).collect();
    Ok(AccountsFact::AccountsProcessed { tagged, failed, untagged: owned(untagged), changed: owned(changed) })
}

/// Checks why an account cannot be added now to this bulk account, or to a new one.
pub async fn error_of(app: &App, bulk_id: Option<&BulkId>, account_no: &str) -> Answer<Option<AccountError>> {
    let errors = errors_of(app, bulk_id, &[account_no]).await?;
    Ok(errors.into_values().next())
}

/// Checks many accounts in the same way. Accounts that can be added are left out.
pub async fn errors_of(
    app: &App,
    bulk_id: Option<&BulkId>,
    accounts: &[&str],
) -> Answer<HashMap<String, AccountError>> {
    Ok(sql::errors_of(&app.pool, bulk_id, accounts).await?)
}
