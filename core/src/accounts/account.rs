//! What travels of an account, and what accounts are narrowed by.

use super::{AccountError, TaggingAction};
use crate::number::{AccountNo, ReferenceId};
use crate::{Instant, Money};

filters! {
    /// What a list of accounts is narrowed by. A missing part narrows nothing.
    pub struct AccountFilter {
        /// Account numbers, or a part of a reference ID, an address or a group's name.
        pub search: Option<String>,
        /// In one of these groups.
        pub group_ids: Option<Vec<String>>,
        /// In no group.
        pub without_group: bool,
        /// Supplied, or not any more.
        pub active: Option<bool>,
        /// In one of these states.
        pub states: Option<Vec<String>>,
    }
}

wire! {
    /// An account.
    pub struct AccountRequest {
        pub account_no: AccountNo,
    }

    /// Whether an account can be taken.
    pub struct ValidatedAccount {
        pub account_no: AccountNo,
        /// Where it is.
        pub premises_address: Option<String>,
        /// Why it cannot be taken.
        pub error_type: Option<AccountError>,
    }

    /// Accounts, counted.
    pub struct AccountCards {
        /// All of the bulk account.
        pub total: i64,
        /// Supplied.
        pub active: i64,
        /// Not supplied any more.
        pub inactive: i64,
        /// In no group.
        pub without_group: i64,
        pub groups: i64,
        /// Being taken in or out.
        pub pending: i64,
        /// Could not be taken.
        pub errors: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// An electricity account.
    pub struct Account {
        pub account_no: AccountNo,
        /// The customer's own name for it.
        pub reference_id: Option<ReferenceId>,
        pub group_id: Option<String>,
        pub group_name: Option<String>,
        /// Where it is.
        pub premises_address: String,
        pub city: String,
        pub postal_code: String,
        pub state: String,
        /// Its code; none for a state that has none.
        pub state_code: Option<String>,
        /// The sector, as the utility's records name it.
        pub sector: String,
        /// The sector's number; none for one that is not in the list.
        pub sector_id: Option<i16>,
        /// The company that the utility's records have it under.
        pub account_description: String,
        pub tariff: String,
        /// Supplied.
        pub is_active: bool,
        /// When it came into the bulk account.
        pub tagged_at: Instant,
        /// What can be paid of its bills now.
        pub amount_payable: Money,
    }

    /// Something that was done with an account.
    pub struct TaggingEvent {
        pub action: TaggingAction,
        /// When it was asked for.
        pub requested_at: Instant,
        /// By whom.
        pub requested_by: String,
        /// When it was done.
        pub done_at: Option<Instant>,
        /// Why it was not done.
        pub error_type: Option<AccountError>,
        /// The reference ID that it was to have.
        pub reference_id: Option<String>,
    }

    /// One account with what became of it.
    pub struct AccountDetails {
        pub account: Account,
        /// The company in the account master.
        pub company_name: String,
        /// Unpaid bills.
        pub unpaid_bills: i64,
        /// What the bills come to that a payment holds.
        pub amount_in_payment: Money,
        /// Its bills that come to a credit, without a sign.
        pub credit_amount: Money,
        /// What was done with it, the newest first.
        pub history: Vec<TaggingEvent>,
    }
}
