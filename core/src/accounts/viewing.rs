//! Bulk accounts as staff look at them in customer view mode (docs/domain/people.md#customer-view-mode).

use crate::number::BulkId;

wire! {
    /// By what a bulk account is looked for.
    #[derive(Copy, Eq)]
    pub enum SearchedBy {
        /// Its number.
        BulkId,
        /// Its company's name or number.
        CompanyName,
    }

    /// A bulk account that can be looked at as its customers do.
    pub struct ViewableAccount {
        pub bulk_id: BulkId,
        pub company_name: String,
        pub registration_no: String,
        /// 1 a government entity, 2 an organisation.
        pub business_type: i16,
        /// Without one electricity account its people have no more than the accounts and the company.
        pub total_accounts: i64,
    }
}
