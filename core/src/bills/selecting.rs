//! What travels when bills are selected for payment.

use super::BillFilter;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::{Code, Money};

wire! {
    /// Which bills to select.
    pub struct SelectRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Bills of these groups only.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group_ids: Option<Vec<String>>,
        /// What the list was narrowed by.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: BillFilter,
        /// Exactly these invoices, for coming back to a selection that was kept.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub invoice_nos: Option<Vec<InvoiceNo>>,
    }

    /// A bill that can be paid, as short as a total and the list of batches need it.
    pub struct Payable {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        pub batch_id: BatchId,
        /// What is to be paid.
        pub amount: Money,
    }

    /// How many bills a reason keeps out.
    pub struct LeftOut {
        pub reason: Code,
        pub count: i64,
    }

    /// What "select all matching" selects.
    pub struct Selectable {
        pub bills: Vec<Payable>,
        /// What was left out, and why.
        pub left_out: Vec<LeftOut>,
        /// Parts of the searched list of numbers that are mostly digits and no number: no bill is found by them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub malformed: Vec<String>,
    }

    /// What "select all matching" would select, in figures.
    pub struct Countable {
        /// Bills that can be paid now.
        pub bills: i64,
        /// What they come to.
        pub total: Money,
        /// What is left out, and why.
        pub left_out: Vec<LeftOut>,
        /// Parts of the searched list of numbers that are mostly digits and no number: no bill is found by them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub malformed: Vec<String>,
    }
}
