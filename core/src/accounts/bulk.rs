//! Bulk accounts as a whole: their company, and the utility's lists of them.

use crate::company::CompanyDetails;
use crate::number::{AccountNo, BulkId, ReferenceId};
use crate::{Day, Instant, Money};

wire! {
    /// The company of a bulk account.
    pub struct BulkProfile {
        pub bulk_id: BulkId,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        /// The company, its address and contacts.
        pub details: CompanyDetails,
        /// When the bulk account was made.
        pub created_at: Instant,
        /// The version to change next.
        pub version: i32,
        /// The day of its newest bill; none of the figures of bills and payments is there where these are closed.
        pub last_bill_date: Option<Day>,
        /// When the newest of its paid payments was made.
        pub last_payment_date: Option<Instant>,
        /// Its unpaid bills, those in a payment among them.
        pub total_unpaid_bills: Option<i64>,
        /// What the bills come to that were extracted last, paid or not.
        pub latest_total_amount: Option<Money>,
        /// Their current charges.
        pub latest_current_charges: Option<Money>,
        /// Their charges from earlier bills, less what lessens them.
        pub latest_outstanding_charges: Option<Money>,
    }

    /// Company and contacts, changed. Name and number are the utility's to change.
    pub struct UpdateBulkProfileRequest {
        /// The bulk account.
        pub id: BulkId,
        /// What they are to be.
        pub form: CompanyDetails,
        /// The version that was changed, so that a newer one is not overwritten; without it the last writer wins.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub version: Option<i32>,
    }

    /// A field of company and contacts that somebody changed.
    pub struct ProfileChange {
        pub at: Instant,
        pub by: String,
        /// The field: `mailingAddress.city`.
        pub field: String,
        /// What it was.
        pub before: String,
        /// What it is.
        pub after: String,
    }

    /// A company's name.
    pub struct CompanyName {
        /// The name.
        pub company_name: String,
    }

    /// A business type.
    pub struct BusinessType {
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
    }

    /// A company number.
    pub struct BulkIdForRocRequest {
        /// The number.
        #[serde(alias = "rocNo")]
        pub roc: String,
    }

    /// The bulk account of a company number.
    pub struct BulkIdForRoc {
        /// The bulk account; none when there is none yet.
        pub bulk_id: Option<BulkId>,
    }

    /// Bulk accounts, counted.
    pub struct BulkAccountsCards {
        pub total: i64,
        /// Of organisations.
        pub organisations: i64,
        /// Of government entities.
        pub government: i64,
        /// Their electricity accounts.
        pub accounts: i64,
        /// Those without one account free of errors, whose people cannot use the portal.
        pub without_accounts: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// A bulk account in a list.
    pub struct BulkAccountRow {
        pub bulk_id: BulkId,
        pub company_name: String,
        pub registration_no: String,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        pub total_accounts: i64,
        /// Its accounts that could not be taken.
        pub pending_errors: i64,
        /// Its people.
        pub total_users: i64,
        /// What can be paid of its bills now.
        pub amount_payable: Money,
        /// What the bills come to that a payment holds.
        pub amount_in_payment: Money,
        /// When it was made.
        pub created_at: Instant,
    }

    /// An account that was found.
    pub struct FoundAccount {
        pub account_no: AccountNo,
        /// Its company in the account master.
        pub company_name: String,
        /// The same, as existing clients call it.
        pub account_description: String,
        /// Where it is.
        pub premises_address: String,
        /// Supplied.
        pub is_active: bool,
        /// The bulk account that it is in.
        pub bulk_id: Option<BulkId>,
        /// The customer's own name for it.
        pub reference_id: Option<ReferenceId>,
    }
}
