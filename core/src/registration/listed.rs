//! The lists of applications and of their accounts.

use super::{AccountToAdd, BulkUserRegistrationTable, GetRegistrationAccounts, RegistrationRow, RegistrationSortBy};

lists! {
    /// The applications of all companies.
    registrations = BulkUserRegistrationTable of RegistrationRow by RegistrationSortBy {
        search => filter.search,
        status => filter.statuses,
        business => filter.business_type,
    } export {
        application_id, company_name, registration_no, business_type, submitted_date, submitted_by, total_accounts,
        reviewed_by, status
    }
    /// The accounts in a company's application.
    registrationAccounts = GetRegistrationAccounts of AccountToAdd {
    }
}
