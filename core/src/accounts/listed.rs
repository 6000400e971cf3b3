//! The lists of accounts and of bulk accounts.

use super::{
    Account, AccountSortBy, AllPendingSortBy, BulkAccountRow, BulkAccountSortBy, FoundAccount, GetAccounts,
    GetBulkAccountsTable, GetBulkChildAccountError, GetBulkChildAccountErrorForAdmin, PendingAccount, PendingSortBy,
    SearchCustomerViewMode, SearchElectricityAccounts, ViewableAccount,
};

lists! {
    /// The accounts of the caller's bulk account.
    accounts = GetAccounts of Account by AccountSortBy {
        search => filter.search,
        group => filter.group_ids,
        ungrouped => filter.without_group,
        active => filter.active,
        state => filter.states,
    } export {
        account_no, reference_id, group_name, premises_address, city, postal_code, state, sector, tariff, is_active,
        amount_payable
    }
    /// The accounts of a bulk account, for staff.
    accountsForStaff = GetAccounts of Account by AccountSortBy {
        search => filter.search,
        ungrouped => filter.without_group,
        active => filter.active,
        state => filter.states,
    } export {
        account_no, reference_id, group_name, premises_address, city, postal_code, state, sector, tariff, is_active,
        amount_payable
    }
    /// The accounts of a bulk account whose change is queued, or that could not be added.
    pendingAccounts = GetBulkChildAccountError of PendingAccount by PendingSortBy {
    } export { account_number, reference_id, status, error_type, status_code, requested_at }
    /// The accounts of all customers that could not be added.
    allPendingAccounts = GetBulkChildAccountErrorForAdmin of PendingAccount by AllPendingSortBy {
        search => search,
    } export { account_number, reference_id, company_name, bulk_id, status, error_type, status_code, requested_at }
    /// The bulk accounts of all customers.
    bulkAccounts = GetBulkAccountsTable of BulkAccountRow by BulkAccountSortBy {
        search => search,
        business => business_type,
        closed => without_accounts,
    } export {
        bulk_id, company_name, registration_no, tin, business_type, total_accounts, pending_errors, total_users,
        amount_payable,
        created_at
    }
    /// The results of a search among all accounts.
    foundAccounts = SearchElectricityAccounts of FoundAccount {
        search => search_string,
        by => criteria,
    }
    /// The results of a search for a bulk account to open in customer view mode.
    viewableAccounts = SearchCustomerViewMode of ViewableAccount {
        search => search_string,
        by => criteria,
    }
}
