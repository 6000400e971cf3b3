//! Bulk accounts: their company, and the utility's lists of bulk accounts.

use crate::company::CompanyDetails;
use crate::number::{AccountNo, BulkId, ReferenceId};
use crate::{Day, Instant, Money};

wire! {
    /// The company of a bulk account, with figures of its bills and payments.
    pub struct BulkProfile {
        pub bulk_id: BulkId,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        /// The company, its address and contacts.
        pub details: CompanyDetails,
        /// When the bulk account was created.
        pub created_at: Instant,
        /// The current version of company and contacts; send it with the next change.
        pub version: i32,
        /// The date of the newest bill. This and the figures below are none where the company cannot use bills and
        /// payments yet.
        pub last_bill_date: Option<Day>,
        /// When its newest paid payment was made.
        pub last_payment_date: Option<Instant>,
        /// The number of unpaid bills, including bills in payments.
        pub total_unpaid_bills: Option<i64>,
        /// The total of the bills of the newest batch, paid or not.
        pub latest_total_amount: Option<Money>,
        /// The current charges of these bills.
        pub latest_current_charges: Option<Money>,
        /// The charges from earlier bills of these bills, minus credits.
        pub latest_outstanding_charges: Option<Money>,
    }

    /// A request to change company and contacts. Only the utility can change the company's name, and its number is
    /// fixed.
    pub struct UpdateBulkProfileRequest {
        pub id: BulkId,
        /// The new values.
        pub form: CompanyDetails,
        /// The version on which the change is based. A change of an older version is refused. Without a version, the
        /// last write wins.
        #[serde(default)]
        pub version: Option<i32>,
    }

    /// A change of a field of company and contacts.
    pub struct ProfileChange {
        pub at: Instant,
        pub by: String,
        /// The name of the field: `mailingAddress.city`.
        pub field: String,
        /// The old value.
        pub before: String,
        /// The new value.
        pub after: String,
    }

    /// The name of a company.
    pub struct CompanyName {
        pub company_name: String,
    }

    /// The business type of a company.
    pub struct BusinessType {
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
    }

    /// A request for the bulk account of a company.
    pub struct BulkIdForRocRequest {
        /// The company registration number.
        #[serde(alias = "rocNo")]
        pub roc: String,
    }

    /// The bulk account of a company, if there is one.
    pub struct BulkIdForRoc {
        /// None if the company has no bulk account yet.
        pub bulk_id: Option<BulkId>,
    }

    /// The number of bulk accounts, by kind.
    pub struct BulkAccountsCards {
        pub total: i64,
        /// Bulk accounts of organisations.
        pub organisations: i64,
        /// Bulk accounts of government entities.
        pub government: i64,
        /// The number of electricity accounts in all of them.
        pub accounts: i64,
        /// Bulk accounts without an account that is free of errors. Their users cannot use the portal.
        pub without_accounts: i64,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// A bulk account in a list.
    pub struct BulkAccountRow {
        pub bulk_id: BulkId,
        pub company_name: String,
        pub registration_no: String,
        /// The company's tax identification number; empty if the company has not entered it.
        pub tin: String,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        pub total_accounts: i64,
        /// The number of accounts that could not be added.
        pub pending_errors: i64,
        /// The number of users.
        pub total_users: i64,
        /// The amount of its bills that can be paid now.
        pub amount_payable: Money,
        /// The total of the bills that are in payments.
        pub amount_in_payment: Money,
        /// When the bulk account was created.
        pub created_at: Instant,
    }

    /// An electricity account that a search found.
    pub struct FoundAccount {
        pub account_no: AccountNo,
        /// The company that holds the account in the account master.
        pub company_name: String,
        /// Equal to `company_name`, under the name that existing clients use.
        pub account_description: String,
        /// The address of the premises.
        pub premises_address: String,
        /// Whether the account is supplied.
        pub is_active: bool,
        /// The bulk account that contains the account, if any.
        pub bulk_id: Option<BulkId>,
        /// The customer's own name for the account.
        pub reference_id: Option<ReferenceId>,
    }
}
