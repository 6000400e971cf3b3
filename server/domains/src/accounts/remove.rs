//! Removes accounts from a bulk account, one or many.

use std::collections::{BTreeSet, HashSet};

use gridbill_core::accounts::{RemoveAccountRequest, RemoveAccountsRequest, TaggingAction, TaggingBegun};
use gridbill_core::fact::AccountsFact;
use gridbill_core::number::AccountNo;
use gridbill_core::{Code, Problem};

use super::change::{check_count, count, record};
use super::sql;
use super::tagging::{self, AccountToTag, Asker};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Removes one account. Refused while a payment holds one of its bills; if a payment begins before the job runs, the
/// job waits for it.
pub async fn one(app: App, who: Customer, request: RemoveAccountRequest) -> Answer<TaggingBegun> {
    let (actor, bulk_id, account_no) = (&who.person, &who.bulk_id, &request.account_no);
    let mut tx = app.begin().await?;
    if sql::lock_all(&mut tx, bulk_id, &[account_no.as_str()]).await?.is_empty() {
        return Err(Code::AccountNotFound.into());
    }
    guard::check_unchanged(&mut tx, actor).await?;
    if !sql::being_paid(&mut tx, bulk_id, &[account_no.as_str()]).await?.is_empty() {
        return Err(Code::AccountHasPayment.into());
    }
    let wanted = [AccountToTag { account_no: account_no.as_str(), reference_id: None }];
    let busy = tagging::ask(&app, &mut tx, bulk_id, Asker::from(actor), TaggingAction::Untagging, &wanted).await?;
    if !busy.is_empty() {
        return Err(Code::AccountIsPending.into());
    }
    let subject = Subject::Account(account_no);
    let entry = Entry::by(actor, subject, AccountsFact::AccountRemoved, account_no.as_str());
    facts::record(&app.context(), &mut tx, entry.in_account(Some(bulk_id))).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: 1 })
}

/// Removes all accounts or none, and returns the reason for each refused account. Idempotent: accounts already queued
/// for removal, or removed before, are not refused. Returns how many removals this call queued.
pub async fn remove_accounts(app: App, who: Customer, request: RemoveAccountsRequest) -> Answer<TaggingBegun> {
    let (actor, bulk_id, accounts) = (&who.person, &who.bulk_id, &request.accounts);
    check_count("accounts", accounts.len())?;
    let numbers: BTreeSet<&str> = accounts.iter().map(AccountNo::as_str).collect();
    let numbers: Vec<&str> = numbers.into_iter().collect();
    let mut tx = app.begin().await?;
    let locked = sql::lock_all(&mut tx, bulk_id, &numbers).await?;
    guard::check_unchanged(&mut tx, actor).await?;
    // Read under the accounts' locks, so that a concurrent call is seen.
    let waiting = sql::list_queued(&mut tx, bulk_id, &numbers).await?;
    let locked: HashSet<&str> = locked.iter().map(|one| one.account_no.as_str()).collect();
    let leaving = waiting.iter().filter(|one| one.action == TaggingAction::Untagging);
    let leaving: HashSet<&str> = leaving.map(|one| one.account_no.as_str()).collect();
    let busy: HashSet<&str> = waiting.iter().map(|one| one.account_no.as_str()).collect();
    let left = sql::taken_out(&mut tx, bulk_id, &numbers).await?;
    let left: HashSet<&str> = left.iter().map(String::as_str).collect();
    let paying = sql::being_paid(&mut tx, bulk_id, &numbers).await?;
    let paying: HashSet<&str> = paying.iter().map(String::as_str).collect();
    let refusal = |number: &str| match () {
        () if leaving.contains(number) => None,
        () if busy.contains(number) => Some(Code::AccountIsPending),
        () if locked.contains(number) && paying.contains(number) => Some(Code::AccountHasPayment),
        () if locked.contains(number) || left.contains(number) => None,
        () => Some(Code::AccountNotFound),
    };
    let wrong = accounts.iter().enumerate().filter_map(|(place, number)| {
        let code = refusal(number.as_str())?;
        Some((format!("accounts.{place}"), Problem::from(code)))
    });
    if let Some(problem) = Problem::of_fields(wrong.collect()) {
        return Err(problem.into());
    }
    let go: Vec<&str> = numbers.into_iter().filter(|one| locked.contains(one) && !leaving.contains(one)).collect();
    if go.is_empty() {
        return Ok(TaggingBegun { accounts: 0 });
    }
    let wanted: Vec<AccountToTag<'_>> =
        go.iter().map(|account_no| AccountToTag { account_no, reference_id: None }).collect();
    let busy = tagging::ask(&app, &mut tx, bulk_id, Asker::from(actor), TaggingAction::Untagging, &wanted).await?;
    if !busy.is_empty() {
        // A concurrent call queued another action.
        return Err(Code::AccountIsPending.into());
    }
    let accounts = go.iter().map(|&account_no| account_no.to_owned()).collect();
    record(&app, &mut tx, actor, bulk_id, AccountsFact::AccountsRemoved { accounts }).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: count(go.len()) })
}
