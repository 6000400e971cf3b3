//! The lists of accounts and of bulk accounts.

use super::{
    Account, AccountSortBy, AllPendingSortBy, BulkAccountRow, BulkAccountSortBy, FoundAccount, GetAccounts,
    GetBulkAccountsTable, GetBulkChildAccountError, GetBulkChildAccountErrorForAdmin, PendingAccount, PendingSortBy,
    SearchCustomerViewMode, SearchElectricityAccounts, ViewableAccount,
};

lists! { AccountsLists;
    /// The accounts of the own bulk account.
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
    /// The accounts of a bulk account that wait or could not be taken.
    pendingAccounts = GetBulkChildAccountError of PendingAccount by PendingSortBy {
    } export { account_number, reference_id, status, error_type, status_code, requested_at }
    /// Those of all bulk accounts.
    allPendingAccounts = GetBulkChildAccountErrorForAdmin of PendingAccount by AllPendingSortBy {
        search => search,
    } export { account_number, reference_id, company_name, bulk_id, status, error_type, status_code, requested_at }
    /// The bulk accounts of all customers.
    bulkAccounts = GetBulkAccountsTable of BulkAccountRow by BulkAccountSortBy {
        search => search,
        business => business_type,
        closed => without_accounts,
    } export {
        bulk_id, company_name, registration_no, business_type, total_accounts, pending_errors, total_users, amount_payable,
        created_at
    }
    /// What a search among all accounts found.
    foundAccounts = SearchElectricityAccounts of FoundAccount {
        search => search_string,
        by => criteria,
    }
    /// What a search for a bulk account found, to look at it as its customers do.
    viewableAccounts = SearchCustomerViewMode of ViewableAccount {
        search => search_string,
        by => criteria,
    }
}
