//! The electricity accounts of a bulk account: list, details, adding, removing, reference IDs, and accounts with
//! errors. Customers and staff share these handlers.

use gridbill_core::accounts::AccountRequest;
use gridbill_core::accounts::{
    self as core, Account, AccountCards, AccountDetails, AccountFilter, AccountsOfBulkRequest, AccountsRequest,
    BulkAccountRequest, TaggingProgress,
};
use gridbill_core::list::Sort;
use gridbill_core::{Code, Page};

use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Mount;
use crate::error::Answer;

pub mod bulk;
mod change;
pub mod deposits;
mod groups;
pub mod list;
pub mod lookup;
pub mod pending;
mod records;
mod remove;
pub mod search;
pub mod sql;
pub mod tagging;
pub mod totals;
mod waiting;

use list::Accounts;
pub use sql::lock_all;

pub fn mount(mount: Mount) -> Mount {
    let mount = deposits::mount(groups::mount(bulk::mount(mount)));
    mount
        .json(core::GetAccountCards, cards)
        .list(core::GetAccounts, table)
        .json(core::GetAccountsOfBulk, table_of_bulk)
        .json(core::GetAccountDetails, details)
        .json(core::AddAccounts, change::add)
        .json(core::RemoveChildAccount, remove::one)
        .json(core::RemoveChildAccounts, remove::remove_accounts)
        .json(core::CheckAccounts, records::check)
        .json(core::UpdateMultipleAccounts, change::update)
        .list(core::GetBulkChildAccountError, pending::table)
        .list(core::GetBulkChildAccountErrorForAdmin, pending::table_of_all)
        .json(core::PendingSubmit, pending::submit)
        .json(core::GetTaggingProgress, progress)
        .list(core::SearchElectricityAccounts, search::table)
        .json(core::ValidateForAdmin, search::validate)
}

async fn cards(app: App, who: Customer, _: BulkAccountRequest) -> Answer<AccountCards> {
    Ok(sql::cards(&app.pool, &who.bulk_id, app.now()).await?)
}

async fn table(app: App, who: Customer, request: AccountsRequest) -> Answer<Page<Account>> {
    Accounts::new(&who.bulk_id, &request.filter)?.page(&app, request.sort, request.page()).await
}

async fn table_of_bulk(app: App, who: Customer, request: AccountsOfBulkRequest) -> Answer<Page<Account>> {
    let filter = AccountFilter::default();
    Accounts::new(&who.bulk_id, &filter)?.page(&app, Sort::default(), request.page()).await
}

async fn details(app: App, who: Customer, request: AccountRequest) -> Answer<AccountDetails> {
    let account = list::one(&app, &who.bulk_id, &request.account_no).await?.ok_or(Code::AccountNotFound)?;
    let more = sql::details(&app.pool, &who.bulk_id, &request.account_no).await?;
    let history = sql::history(&app.pool, &who.bulk_id, &request.account_no, who.person.language).await?;
    let sql::Details { company_name, unpaid_bills, amount_in_payment, credit_amount } = more;
    Ok(AccountDetails { account, company_name, unpaid_bills, amount_in_payment, credit_amount, history })
}

async fn progress(app: App, who: Customer, _: BulkAccountRequest) -> Answer<TaggingProgress> {
    Ok(sql::progress(&app.pool, &who.bulk_id).await?)
}
