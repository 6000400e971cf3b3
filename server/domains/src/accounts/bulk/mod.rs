//! Bulk accounts: the company with its contacts, and staff's lists of all bulk accounts.

use gridbill_core::accounts as core;

use crate::app::App;
use crate::auth::guard;
use crate::auth::who::Customer;
use crate::endpoint::{Mount, Tx};
use crate::error::Answer;

mod list;
mod profile;
mod sql;
mod viewing;

pub use sql::lock_row;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetProfile, profile::look)
        .json(core::GetCompanyName, profile::company_name)
        .json(core::GetBusinessType, profile::business_type)
        .json(core::UpdateProfile, profile::update)
        .json(core::GetProfileHistory, profile::history)
        .json(core::GetBulkIdForRoc, list::of_company)
        .json(core::GetBulkAccountsCards, list::cards)
        .list(core::GetBulkAccountsTable, list::table)
        .list(core::SearchCustomerViewMode, viewing::search)
        .json(core::EnterCustomerView, viewing::enter)
        .json(core::LeaveCustomerView, viewing::leave)
}

/// Begins a change of a bulk account: locks it, so that its changes run one after the other, and checks that its user may
/// still act. Fails when the user may no longer act, or the database does not answer.
pub async fn begin_change(app: &App, who: &Customer) -> Answer<Tx> {
    let mut tx = app.begin().await?;
    lock_row(&mut tx, &who.bulk_id).await?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    Ok(tx)
}
