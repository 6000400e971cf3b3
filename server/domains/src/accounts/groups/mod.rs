//! Groups of electricity accounts within one bulk account: create, rename, fill, empty, delete.

use gridbill_core::accounts::groups::{
    self as core, AccountsInGroupRequest, AccountsNotInGroupRequest, CreateGroupRequest, CreatedGroup, Group,
    GroupAccountsRequest, GroupRequest, GroupsRequest, UpdateGroupRequest,
};
use gridbill_core::accounts::{Account, TaggingBegun};
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::AccountsFact;
use gridbill_core::number::AccountNo;
use gridbill_core::registration::MAX_ACCOUNTS;
use gridbill_core::{Code, Page, Problem};
use uuid::Uuid;

use crate::accounts::list::Accounts;
use crate::accounts::{bulk, lock_all};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::endpoint::{Mount, Tx};
use crate::error::{Answer, OnConstraint as _};
use crate::facts::{self, Entry, Subject};
use crate::list as lists;

mod list;
mod sql;

use list::Groups;

pub fn mount(mount: Mount) -> Mount {
    mount
        .list(core::GetGroupsTable, table)
        .json(core::GetGroupDetails, details)
        .list(core::GetAccountsInGroup, accounts)
        .list(core::GetAccountsNotInGroup, ungrouped)
        .json(core::CreateGroup, create)
        .json(core::UpdateGroup, rename)
        .json(core::DeleteGroup, delete)
        .json(core::AssignAccounts, assign)
        .json(core::RemoveAccounts, remove)
}

async fn table(app: App, who: Customer, request: GroupsRequest) -> Answer<Page<Group>> {
    let pattern = lists::searched_pattern("search", request.search.as_deref())?;
    let groups = Groups { pattern, ..Groups::of(&who.bulk_id) };
    lists::page(&app.pool, &groups, request.sort, request.page()).await
}

async fn details(app: App, who: Customer, request: GroupRequest) -> Answer<Group> {
    one(&app, &who, id(&request.group_id)?).await
}

async fn one(app: &App, who: &Customer, group_id: Uuid) -> Answer<Group> {
    let group = Groups { group_id: Some(group_id), ..Groups::of(&who.bulk_id) };
    lists::one(&app.pool, &group).await?.ok_or_else(|| Code::GroupNotFound.into())
}

async fn accounts(app: App, who: Customer, request: AccountsInGroupRequest) -> Answer<Page<Account>> {
    let group_id = id(&request.group_id)?;
    one(&app, &who, group_id).await?;
    let accounts = Accounts::new(&who.bulk_id, &request.filter)?.in_group(group_id);
    accounts.page(&app, request.sort, request.page()).await
}

async fn ungrouped(app: App, who: Customer, request: AccountsNotInGroupRequest) -> Answer<Page<Account>> {
    let accounts = Accounts::new(&who.bulk_id, &request.filter)?.without_group();
    accounts.page(&app, request.sort, request.page()).await
}

async fn create(app: App, who: Customer, request: CreateGroupRequest) -> Answer<CreatedGroup> {
    let name = core::parse_name(&request.group_name)?;
    let accounts = distinct_numbers(&request.account_numbers)?;
    let group_id = app.random.uuid();
    // Two groups with the same name must not be created at the same time.
    let mut tx = bulk::begin_change(&app, &who).await?;
    sql::add(&mut tx, &who.bulk_id, group_id, &name, app.now())
        .await
        .on_constraint("group_names_differ", Code::GroupNameInUse)?;
    put(&mut tx, &who, group_id, &accounts).await?;
    let fact = AccountsFact::GroupMade { group_id: group_id.to_string(), accounts: owned(&accounts) };
    record(&app, &mut tx, &who, fact, &name).await?;
    tx.commit().await?;
    Ok(CreatedGroup { group_id: group_id.to_string() })
}

async fn rename(app: App, who: Customer, request: UpdateGroupRequest) -> Answer<Nothing> {
    let name = core::parse_name(&request.group_name)?;
    let mut tx = bulk::begin_change(&app, &who).await?;
    let (group_id, before) = lock(&mut tx, &who, &request.group_id).await?;
    if before != name {
        sql::rename(&mut tx, &who.bulk_id, group_id, &name)
            .await
            .on_constraint("group_names_differ", Code::GroupNameInUse)?;
        let fact = AccountsFact::GroupRenamed { group_id: group_id.to_string(), before, after: name.clone() };
        record(&app, &mut tx, &who, fact, &name).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

/// Deletes a group. Its accounts stay in the bulk account, without a group.
async fn delete(app: App, who: Customer, request: GroupRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let (group_id, name) = lock(&mut tx, &who, &request.group_id).await?;
    let accounts = sql::lock_accounts(&mut tx, &who.bulk_id, group_id).await?;
    let numbers: Vec<&str> = accounts.iter().map(String::as_str).collect();
    sql::put(&mut tx, &who.bulk_id, None, &numbers).await?;
    sql::delete(&mut tx, &who.bulk_id, group_id).await?;
    let fact = AccountsFact::GroupDeleted { group_id: group_id.to_string(), accounts };
    record(&app, &mut tx, &who, fact, &name).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

async fn assign(app: App, who: Customer, request: GroupAccountsRequest) -> Answer<TaggingBegun> {
    let accounts = required_numbers(&request.account_numbers)?;
    let mut tx = app.begin().await?;
    let (group_id, name) = lock(&mut tx, &who, &request.group_id).await?;
    put(&mut tx, &who, group_id, &accounts).await?;
    let fact = AccountsFact::AccountsGrouped { group_id: group_id.to_string(), accounts: owned(&accounts) };
    record(&app, &mut tx, &who, fact, &name).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: count(&accounts) })
}

async fn remove(app: App, who: Customer, request: GroupAccountsRequest) -> Answer<TaggingBegun> {
    let accounts = required_numbers(&request.account_numbers)?;
    let mut tx = app.begin().await?;
    let (group_id, name) = lock(&mut tx, &who, &request.group_id).await?;
    let locked = lock_all(&mut tx, &who.bulk_id, &accounts).await?;
    if locked.iter().filter(|one| one.group_id == Some(group_id)).count() != accounts.len() {
        return Err(Code::AccountNotFound.into());
    }
    sql::put(&mut tx, &who.bulk_id, None, &accounts).await?;
    let fact = AccountsFact::AccountsUngrouped { group_id: group_id.to_string(), accounts: owned(&accounts) };
    record(&app, &mut tx, &who, fact, &name).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts: count(&accounts) })
}

/// Puts accounts into a group. Fails and changes nothing if one of them is not in the bulk account.
async fn put(tx: &mut Tx, who: &Customer, group_id: Uuid, accounts: &[&str]) -> Answer<()> {
    if lock_all(tx, &who.bulk_id, accounts).await?.len() != accounts.len() {
        return Err(Code::AccountNotFound.into());
    }
    Ok(sql::put(tx, &who.bulk_id, Some(group_id), accounts).await?)
}

/// Locks a group and returns its name. Fails also when the user may no longer act.
async fn lock(tx: &mut Tx, who: &Customer, group_id: &str) -> Answer<(Uuid, String)> {
    let group_id = id(group_id)?;
    let name = sql::lock(tx, &who.bulk_id, group_id).await?.ok_or(Code::GroupNotFound)?;
    guard::check_unchanged(tx, &who.person).await?;
    Ok((group_id, name))
}

fn id(group_id: &str) -> Result<Uuid, Code> {
    Uuid::parse_str(group_id.trim()).map_err(|_| Code::GroupNotFound)
}

/// Sorts and deduplicates the numbers. Fails without numbers, and above the maximum of a call.
fn required_numbers(numbers: &[AccountNo]) -> Result<Vec<&str>, Problem> {
    let numbers = distinct_numbers(numbers)?;
    if numbers.is_empty() { Err(Problem::at("accountNumbers", Code::AccountsRequired)) } else { Ok(numbers) }
}

/// Sorts and deduplicates the numbers. Fails above the maximum of a call.
fn distinct_numbers(numbers: &[AccountNo]) -> Result<Vec<&str>, Problem> {
    if numbers.len() > MAX_ACCOUNTS {
        let problem = Problem::new(Code::AccountsTooMany).with("limit", MAX_ACCOUNTS);
        return Err(Problem::at("accountNumbers", problem));
    }
    let mut numbers: Vec<&str> = numbers.iter().map(AccountNo::as_str).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

fn count(accounts: &[&str]) -> i64 {
    i64::try_from(accounts.len()).unwrap_or(i64::MAX)
}

fn owned(accounts: &[&str]) -> Vec<String> {
    accounts.iter().map(|&account_no| account_no.to_owned()).collect()
}

/// Records a change of a group. Its subject is the bulk account, as for all other changes of accounts: webhooks number the
/// events of an account by the place among the facts of the subject.
async fn record(app: &App, tx: &mut Tx, who: &Customer, fact: AccountsFact, name: &str) -> Answer<()> {
    facts::record(&app.context(), tx, Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, name)).await
}
