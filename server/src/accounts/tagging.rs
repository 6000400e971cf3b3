//! Accounts are taken into a bulk account, out of it and changed by a job, against the utility's account master: each
//! once, however often the job is killed.

use gridbill_core::accounts::{AccountError, TaggingAction};
use gridbill_core::number::BulkId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::error::Answer;
use crate::jobs;
use crate::who::Person;

mod sql;

/// How many are done in one transaction: few enough that a killed job loses little.
const AT_ONCE: i64 = 500;

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

/// Asks for the same to be done with many accounts, once the transaction commits. An account of which something waits
/// already is left out; how many were taken.
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
) -> Answer<i64> {
    let taken = sql::ask(db, bulk_id, by, action, accounts, app.now()).await?;
    jobs::tag(app, db, bulk_id).await?;
    Ok(taken)
}

/// Does what waits in a bulk account, a few hundred at a time, until nothing does.
///
/// # Errors
/// When the database does not answer.
pub async fn work(app: &App, bulk_id: &BulkId) -> Answer<()> {
    while some(app, bulk_id).await? > 0 {}
    Ok(())
}

/// Does some of what waits; how many. Others that work on the same bulk account at the same time do other ones.
async fn some(app: &App, bulk_id: &BulkId) -> Answer<usize> {
    let mut tx = app.pool.begin().await?;
    let waiting = sql::waiting(&mut tx, bulk_id, AT_ONCE).await?;
    let of = |action| waiting.iter().filter(|one| one.action == action).map(|one| one.tagging_id).collect::<Vec<_>>();
    let [tag, untag, update] = [of(TaggingAction::Tagging), of(TaggingAction::Untagging), of(TaggingAction::Updating)];
    // What a claim meets in another bulk account stays there: whoever commits first has it.
    sql::tag(&mut tx, bulk_id, &tag, app.now()).await?;
    sql::untag(&mut tx, bulk_id, &untag, app.now()).await?;
    sql::update(&mut tx, bulk_id, &update, app.now()).await?;
    tx.commit().await?;
    Ok(waiting.len())
}

/// Why an account could not be taken into a bulk account now.
///
/// # Errors
/// When the database does not answer.
pub async fn error_of(app: &App, bulk_id: Option<&BulkId>, account_no: &str) -> Answer<Option<AccountError>> {
    Ok(sql::error_of(&app.pool, bulk_id, account_no).await?)
}
