//! Electricity accounts on the wire, and the filter of their lists.

use super::{AccountError, TaggingAction};
use crate::number::{AccountNo, ReferenceId};
use crate::{Instant, Money};

filters! {
    /// Narrows a list of accounts. A missing field does not narrow.
    pub struct AccountFilter {
        /// Account numbers, or part of a reference ID, an address or a group's name.
        pub search: Option<String>,
        /// Accounts in any of these groups.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<String>>"))]
        pub group_ids: Option<Vec<String>>,
        /// Only accounts without a group.
        pub without_group: bool,
        /// Accounts that are supplied (true), or not supplied any more (false).
        pub active: Option<bool>,
        /// Accounts in any of these states.
        pub states: Option<Vec<String>>,
    }
}

wire! {
    /// Selects an account.
    pub struct AccountRequest {
        pub account_no: AccountNo,
    }

    /// The result of checking whether an account can be added.
    pub struct ValidatedAccount {
        pub account_no: AccountNo,
        /// The address of the premises.
        pub premises_address: Option<String>,
        /// Why the account cannot be added.
        pub error_type: Option<AccountError>,
    }

    /// The number of accounts, by state.
    pub struct AccountCards {
        /// All accounts of the bulk account.
        pub total: i64,
        /// Accounts that are supplied.
        pub active: i64,
        /// Accounts that are not supplied any more.
        pub inactive: i64,
        /// Accounts without a group.
        pub without_group: i64,
        pub groups: i64,
        /// Accounts whose change is queued.
        pub pending: i64,
        /// Accounts that could not be added.
        pub errors: i64,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// An electricity account.
    pub struct Account {
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<ReferenceId>,
        pub group_id: Option<String>,
        pub group_name: Option<String>,
        /// The address of the premises.
        pub premises_address: String,
        pub city: String,
        pub postal_code: String,
        pub state: String,
        /// The state's code; none for a state without a code.
        pub state_code: Option<String>,
        /// The sector, named as in the utility's records.
        pub sector: String,
        /// The sector's number; none for a sector that is not in the portal's list.
        pub sector_id: Option<i16>,
        /// The company that holds the account in the utility's records.
        pub account_description: String,
        pub tariff: String,
        /// Whether the account is supplied.
        pub is_active: bool,
        /// When the account was added to the bulk account.
        pub tagged_at: Instant,
        /// The amount of its bills that can be paid now.
        pub amount_payable: Money,
    }

    /// A change of an account: added, removed or given another reference ID.
    pub struct TaggingEvent {
        pub action: TaggingAction,
        /// When the change was requested.
        pub requested_at: Instant,
        /// The user who requested it.
        pub requested_by: String,
        /// When the change was made.
        pub done_at: Option<Instant>,
        /// Why the change was not made.
        pub error_type: Option<AccountError>,
        /// The requested reference ID.
        pub reference_id: Option<String>,
    }

    /// An account with its figures and history.
    pub struct AccountDetails {
        pub account: Account,
        /// The company that holds the account in the account master.
        pub company_name: String,
        /// The number of unpaid bills.
        pub unpaid_bills: i64,
        /// The total of the bills that are in payments.
        pub amount_in_payment: Money,
        /// The sum of its bills with a credit, without a sign.
        pub credit_amount: Money,
        /// The changes of the account, newest first.
        pub history: Vec<TaggingEvent>,
    }
}
