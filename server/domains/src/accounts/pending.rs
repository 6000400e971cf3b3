//! Accounts that are queued or could not be added: retried or dismissed.

use gridbill_core::accounts::{
    AllPendingRequest, PendingAccount, PendingActionRequest, PendingRequest, TaggingAction, TaggingBegun,
};
use gridbill_core::fact::AccountsFact;
use gridbill_core::number::AccountNo;
use gridbill_core::{Code, Page, Problem};
use sqlx::PgConnection;

use super::change::record;
use super::sql;
use super::tagging::{self, AccountToTag, Asker};
use super::waiting::{Failed, Pending};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::{Customer, Staff};
use crate::error::Answer;
use crate::list;

pub async fn table(app: App, who: Customer, request: PendingRequest) -> Answer<Page<PendingAccount>> {
    let pending = Pending { bulk_id: &who.bulk_id };
    Ok(list::page(&app.pool, &pending, request.sort, request.page()).await?.map(PendingAccount::from))
}

pub async fn table_of_all(app: App, _: Staff, request: AllPendingRequest) -> Answer<Page<PendingAccount>> {
    let failed = Failed::new(request.bulk_id.clone(), request.search.as_deref())?;
    Ok(list::page(&app.pool, &failed, request.sort, request.page()).await?.map(PendingAccount::from))
}

pub async fn submit(app: App, who: Customer, request: PendingActionRequest) -> Answer<TaggingBegun> {
    let (actor, bulk_id) = (&who.person, &who.bulk_id);
    let numbers = each_once(&request.accounts)?;
    let mut tx = app.begin().await?;
    let again = sql::lock_errors(&mut tx, bulk_id, &numbers).await?;
    if again.len() != numbers.len() {
        return Err(Code::AccountNotFound.into());
    }
    guard::check_unchanged(&mut tx, actor).await?;
    let wanted: Vec<AccountToTag<'_>> = again
        .iter()
        .map(|one| AccountToTag { account_no: &one.account_no, reference_id: one.reference_id.as_deref() })
        .collect();
    let busy = tagging::ask(&app, &mut tx, bulk_id, Asker::from(actor), TaggingAction::Tagging, &wanted).await?;
    if !busy.is_empty() {
        return Err(Code::AccountIsPending.into());
    }
    record(&app, &mut tx, actor, bulk_id, AccountsFact::AccountsTriedAgain { accounts: owned(&numbers) }).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: count(&numbers) })
}

/// Dismisses accounts that could not be added. Queued accounts cannot be dismissed, because the job may be processing
/// them. Fails with [`Code::AccountsRequired`]; [`Code::AccountNotFound`] when an account is unknown or still queued.
pub async fn dismiss(app: &App, db: &mut PgConnection, who: &Customer, accounts: &[AccountNo]) -> Answer<TaggingBegun> {
    let numbers = each_once(accounts)?;
    if sql::lock_errors(db, &who.bulk_id, &numbers).await?.len() != numbers.len() {
        return Err(Code::AccountNotFound.into());
    }
    sql::dismiss_errors(db, &who.bulk_id, &numbers, app.now()).await?;
    Ok(TaggingBegun { accounts: count(&numbers) })
}

/// Records who dismissed the accounts.
pub async fn record_dismissal(app: &App, db: &mut PgConnection, who: &Customer, accounts: &[AccountNo]) -> Answer<()> {
    let accounts = owned(&each_once(accounts)?);
    record(app, db, &who.person, &who.bulk_id, AccountsFact::AccountsForgotten { accounts }).await
}

/// The distinct numbers, sorted.
fn each_once(accounts: &[AccountNo]) -> Result<Vec<&str>, Problem> {
    let mut numbers: Vec<&str> = accounts.iter().map(AccountNo::as_str).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() { Err(Problem::at("accounts", Code::AccountsRequired)) } else { Ok(numbers) }
}

fn owned(numbers: &[&str]) -> Vec<String> {
    numbers.iter().map(|&number| number.to_owned()).collect()
}

fn count(numbers: &[&str]) -> i64 {
    i64::try_from(numbers.len()).unwrap_or(i64::MAX)
}
