//! Bulk accounts themselves: the company with its contacts, and all of them in staff's lists.

use gridbill_core::accounts as core;

use crate::endpoint::Mount;

mod list;
mod profile;
mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetProfile, profile::of_customer)
        .json(core::GetProfileForAdmin, profile::of_any)
        .json(core::GetCompanyName, profile::company_name)
        .json(core::GetBusinessType, profile::business_type)
        .json(core::UpdateProfile, profile::update)
        .json(core::UpdateProfileForAdmin, profile::update_for_staff)
        .json(core::GetProfileHistory, profile::history)
        .json(core::GetProfileHistoryForAdmin, profile::history_of_any)
        .json(core::GetBulkIdForRoc, list::of_company)
        .json(core::GetBulkAccountsCards, list::cards)
        .json(core::GetBulkAccountsTable, list::table)
}
