//! Accounts are taken into a bulk account, out of it and changed by a job, against the utility's account master: each
//! once, however often the job is killed.
//!
//! Everybody locks in one order: what is asked for, the utility's accounts, the bulk account's, bills; each by number.

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

/// How many are done in one transaction: few enough that a killed job loses little.
const BATCH_SIZE: i64 = 500;
/// How long an account waits whose bills are being paid, before the job looks again.
const RETRY_PAUSE: Duration = Duration::from_mins(1);

/// Somebody who asks for it, as the history names them.
#[derive(Debug, Clone, Copy)]
pub struct Asker<'a> {
    pub person_id: Uuid,
    pub name: &'a str,
}

impl<'a> From<&'a Person> for Asker<'a> {
    fn from(person: &'a Person) -> Self {
        Self { person_id: person.person_id, name: &person.name }
    }
}

/// One account, and what it is to be called.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    pub account_no: &'a str,
    pub reference_id: Option<&'a str>,
}

/// The job that does what waits in a bulk account. Its registration, which may be done afterwards, runs it.
#[derive(Debug, Serialize, Deserialize)]
pub struct TagAccounts {
    pub bulk_id: BulkId,
}

/// Has done what waits in a bulk account, once the transaction commits. Added while one works, it is another one.
///
/// # Errors
/// When the database does not answer.
pub async fn add_job(app: &App, db: &mut PgConnection, bulk_id: &BulkId) -> Answer<()> {
    app.queue.add(db, TagAccounts { bulk_id: bulk_id.clone() }, spec(bulk_id)).await
}

/// Has done what waits in a bulk account whose job may have been lost.
///
/// # Errors
/// When the database does not answer.
pub async fn restore_job(app: &App, db: &mut PgConnection, bulk_id: BulkId) -> Answer<()> {
    let spec = spec(&bulk_id);
    app.queue.restore(db, TagAccounts { bulk_id }, spec).await
}

fn spec(bulk_id: &BulkId) -> JobSpec {
    JobSpecBuilder::new().job_key(format!("tag {bulk_id}")).build()
}

/// Has what is left of it done after a pause, by a job of its own.
async fn add_job_after(app: &App, db: &mut PgConnection, bulk_id: &BulkId, pause: Duration) -> Answer<()> {
    // By the machine's clock, as the queue has it; the portal's own stands still in tests.
    let at = Clock::default().now().utc() + pause;
    let spec = JobSpecBuilder::new().job_key(format!("tag later {bulk_id}")).run_at(at).build();
    app.queue.add(db, TagAccounts { bulk_id: bulk_id.clone() }, spec).await
}

/// Asks for the same to be done with many accounts, once the transaction commits. An account of which something waits
/// already is left out; which those are.
///
/// # Errors
/// When the database does not answer.
pub async fn ask(
    app: &App,
    db: &mut PgConnection,
    bulk_id: &BulkId,
    by: Asker<'_>,
    action: TaggingAction,
    accounts: &[Wanted<'_>],
) -> Answer<Vec<String>> {
    let taken: HashSet<String> = sql::ask(db, bulk_id, by, action, accounts, app.now()).await?.into_iter().collect();
    add_job(app, db, bulk_id).await?;
    let left = accounts.iter().map(|one| one.account_no).filter(|account_no| !taken.contains(*account_no));
    Ok(left.map(str::to_owned).collect())
}

/// Does what waits in a bulk account, a few hundred at a time. Whoever asks meanwhile adds a job of their own.
///
/// # Errors
/// When the database does not answer.
pub async fn work(app: &App, bulk_id: &BulkId) -> Answer<()> {
    let (mut after, mut is_held_up) = (String::new(), false);
    while let Some(done) = some(app, bulk_id, &after).await? {
        after = done.last;
        is_held_up |= done.is_held_up;
    }
    if is_held_up {
        add_job_after(app, &mut *app.pool.acquire().await?, bulk_id, RETRY_PAUSE).await?;
    }
    Ok(())
}

struct Done {
    /// The last account of those that were done.
    last: String,
    /// An account stays for now, since its bills are being paid.
    is_held_up: bool,
}

/// Does some of what waits after that account. Rows that another job has locked are waited for, never skipped: it may have
/// been killed, and then nobody else would do them.
async fn some(app: &App, bulk_id: &BulkId, after: &str) -> Answer<Option<Done>> {
    let mut tx = app.pool.begin().await?;
    let waiting = sql::lock_waiting(&mut tx, bulk_id, after, BATCH_SIZE).await?;
    let Some(last) = waiting.last().map(|one| one.account_no.clone()) else { return Ok(None) };
    let numbers: Vec<&str> = waiting.iter().map(|one| one.account_no.as_str()).collect();
    // Locked, so that no bill and no other bulk account comes to an account while it comes or goes.
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
    Ok(Some(Done { last, is_held_up }))
}

/// What became of accounts, by their numbers.
///
/// # Errors
/// When the database has an error that core does not know: the account was not taken, and must not be told as taken.
fn processed(results: Vec<sql::Tagged>, untagged: &[&str], changed: &[&str]) -> anyhow::Result<AccountsFact> {
    let (mut tagged, mut failed) = (Vec::new(), Vec::new());
    for sql::Tagged { account_no, error_type } in results {
        let Some(code) = error_type else {
            tagged.push(account_no);
            continue;
        };
        let error_type = AccountError::from_code(&code).with_context(|| format!("an account with the error {code}"))?;
        failed.push(FailedAccount { account_no, error_type });
    }
    tagged.sort_unstable();
    failed.sort_unstable_by(|one, other| one.account_no.cmp(&other.account_no));
    let owned = |numbers: &[&str]| numbers.iter().map(|&number| number.to_owned()).collect();
    Ok(AccountsFact::AccountsProcessed { tagged, failed, untagged: owned(untagged), changed: owned(changed) })
}

/// Why an account could not be taken into that bulk account, or into a new one, now.
///
/// # Errors
/// When the database does not answer.
pub async fn error_of(app: &App, bulk_id: Option<&BulkId>, account_no: &str) -> Answer<Option<AccountError>> {
    let errors = errors_of(app, bulk_id, &[account_no]).await?;
    Ok(errors.into_values().next())
}

/// The same for many accounts at once; those that could be taken are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn errors_of(
    app: &App,
    bulk_id: Option<&BulkId>,
    accounts: &[&str],
) -> Answer<HashMap<String, AccountError>> {
    Ok(sql::errors_of(&app.pool, bulk_id, accounts).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(account_no: &str, error_type: Option<&str>) -> sql::Tagged {
        sql::Tagged { account_no: account_no.to_owned(), error_type: error_type.map(str::to_owned) }
    }

    #[test]
    fn an_account_with_an_error_is_never_told_as_taken() {
        let results = AccountError::ALL.iter().map(|error| tagged(error.code(), Some(error.code())));
        let results = results.chain([tagged("210000000001", None)]).collect();
        let fact = processed(results, &[], &[]).expect("a fact");
        let AccountsFact::AccountsProcessed { tagged: taken, failed, .. } = fact else { panic!("another fact") };
        assert_eq!(taken, ["210000000001"]);
        assert_eq!(failed.len(), AccountError::ALL.len());
        assert!(failed.iter().all(|one| one.error_type.code() == one.account_no), "{failed:?}");

        // Neither are those beside one whose error core does not know.
        let results = vec![tagged("210000000001", None), tagged("210000000002", Some("disconnected"))];
        let why = processed(results, &[], &[]).expect_err("core does not know it").to_string();
        assert!(why.contains("disconnected"), "{why}");
    }
}
