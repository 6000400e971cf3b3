//! Bulk accounts in customer view mode, in which staff see the portal as customers do
//! (docs/domain/people.md#customer-view-mode).

use crate::number::BulkId;

wire! {
    /// The field that a search for a bulk account uses.
    #[derive(Copy, Eq)]
    pub enum SearchedBy {
        /// The bulk account's number.
        BulkId,
        /// The company's name or number.
        CompanyName,
    }

    /// A bulk account that staff can open in customer view mode.
    pub struct ViewableAccount {
        pub bulk_id: BulkId,
        pub company_name: String,
        pub registration_no: String,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        /// The number of electricity accounts. Without any, the customer's users see only accounts and company.
        pub total_accounts: i64,
    }
}
