//! Bulk accounts: the company with its contacts, and staff's lists of all bulk accounts.

use gridbill_core::accounts as core;

use crate::endpoint::Mount;

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
